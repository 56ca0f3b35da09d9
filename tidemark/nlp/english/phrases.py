"""Every sentence that the built-in engine writes in English."""

import re

from tidemark.nlp.languages import stop_words
from tidemark.nlp.pack_fields import ReplyPhrases, words_in

_CHOOSE_MODEL = "choose one under Settings"
_PLAIN_OPENINGS = words_in("always never make use avoid keep include send call book buy")
_TURNED = {
    "i'm": "you are", "i am": "you are", "i was": "you were", "i've": "you have",
    "i'd": "you would", "i'll": "you will", "i": "you", "my": "your", "mine": "yours",
    "me": "you", "myself": "yourself", "we're": "you are", "we are": "you are",
    "we've": "you have", "we'd": "you would", "we'll": "you will", "we": "you", "our": "your",
    "ours": "yours", "us": "you", "ourselves": "yourselves", "am": "are",
}  # fmt: skip
_FIRST_PERSON = re.compile(
    r"\b(?:i['’]m|i am|i was|i['’]ve|i['’]d|i['’]ll|we['’](?:re|ve|d|ll)|we are|i|my|mine|me|"
    r"myself|we|our|"
    r"ours|us|ourselves|am)\b",
    re.IGNORECASE,
)

_SPEAKER = re.compile(r"\b[Ii]\b")
_LET_US = re.compile(r"^let(?:['’]s| us) ", re.IGNORECASE)


def to_second_person(text: str) -> str:
    """Return a statement in the first person turned to the second: "I live" to "you live".

    >>> to_second_person("I'm fond of my window seat.")
    'you are fond of your window seat'
    >>> to_second_person("Let's begin at ten")
    'begin at ten'
    >>> to_second_person("Let us plan our garden")
    'plan your garden'
    """
    turned = _FIRST_PERSON.sub(_turn, _LET_US.sub("", text.strip().rstrip(".!")))
    opening = turned.split(" ", 1)[0].lower()
    if (
        _FIRST_PERSON.match(text.strip())
        or opening in stop_words("en")
        or opening in _PLAIN_OPENINGS
    ):
        return turned[:1].lower() + turned[1:]
    return turned


def _turn(match: re.Match[str]) -> str:
    words = match[0]
    if words in {"US", "AM"}:  # the country, the time of day
        return words
    if words == "am" and not _SPEAKER.search(match.string):  # "Zell am See"
        return words
    return _TURNED.get(words.lower().replace("’", "'"), words)


PHRASES = ReplyPhrases(
    only_called=(
        "I looked it up several times and came to no answer. Ask again, or ask for one thing of it."
    ),
    unkept={
        "picture_unseen": (
            "I cannot look at pictures: that takes a language model that sees them. You can choose "
            "one under Settings and ask again."
        ),
        "greeting": (
            "Hello. Tell me what you are working on: I find it again when you ask, until this "
            "conversation ends. Nothing of it is kept."
        ),
        "farewell": "Goodbye. Nothing of this conversation is kept.",
        "message_kept": "Read. I keep nothing of it after this conversation.",
        "self_description": (
            "I am Tidemark’s built-in engine: rules, no language model. While this conversation "
            "lasts, I find what you said again, calculate with it, and ask which of two things you "
            "mean; after it, nothing of it is kept. "
            f"To have a language model answer, {_CHOOSE_MODEL}."
        ),
        "no_work": (
            "I cannot do that myself: I have no language model, I only find and quote what is said "
            f"here. For more, {_CHOOSE_MODEL}."
        ),
        "forgotten": (
            "I cannot leave out single things here. Nothing of this conversation is kept: once it "
            "ends, all of it is gone."
        ),
    },
    picture_unseen=(
        "I keep what you attached, but I cannot look at pictures: that takes a language model "
        "that sees them. You can choose one under Settings and ask again."
    ),
    greeting="Hello. Tell me what you are working on: I keep it, and find it again when you ask.",
    welcome="You are welcome.",
    understood="All right.",
    farewell="Goodbye. What you told me stays in this conversation.",
    thanks_words=words_in("thank thanks thx cheers ty ta merci appreciate appreciated"),
    greeting_words=words_in("hello hi hey hiya howdy how morning afternoon evening"),
    farewell_words=words_in("bye goodbye night later soon care see"),
    courtesies={
        "how_are_you": "All is well here, thank you for asking. I hope you are well, too.",
        "praise": "Thank you, that is kind of you.",
        "complaint": (
            "I am sorry that this was no help. Ask it in other words, or tell me what is wrong, "
            "and I try again."
        ),
        "apology": "No harm done.",
        "presence": "Yes, I am here, and I have all that you told me in this conversation.",
        "nature": (
            "I am a program: I have no age, no home and no feelings, and I never tire of "
            "keeping what you tell me."
        ),
        "joke": (
            "Without a language model I know only this one: why was the calendar so gloomy? "
            "Its days were numbered."
        ),
        "chat": "With pleasure. Tell me what is on your mind: I keep it for when you need it.",
        "wish": "Thank you, the same to you.",
        "low": "I am sorry to hear that. I hope it gets better soon.",
        "high": "I am glad to hear that.",
    },
    message_kept="Saved.",
    nothing_to_undo=(
        "There is no change of a document to undo here. To change what you said, choose “Edit” in "
        "the menu of that message; to take back a summary, press “Undo” below its line."
    ),
    invites_correction="Tell me how it is, and I note it in place of what I had.",
    noted_as={
        "preferences": "Noted: {noted}.",
        "constraints": "Noted as a constraint: {noted}.",
        "decisions": "Noted as decided: {noted}.",
        "todos": "Noted to do: {noted}.",
        "open_questions": "Noted as an open question: {noted}.",
        "key_facts": "Noted: {noted}.",
    },
    forgotten=(
        "Forgotten: {matter}. I no longer read, quote or summarise it, here or in other chats; "
        "your message itself stays as you wrote it. You can undo this under “About you”."
    ),
    forgotten_with=(
        "What you said with it, joined by an “and”, is forgotten too: say that again if I should "
        "keep it."
    ),
    people_unknown=(
        "I do not know how many people share that: say it, for example with “divided by 4”."
    ),
    other_number_unknown=(
        "I cannot calculate that again with another number: ask the whole question with it."
    ),
    no_result="I have no total here that I could calculate with.",
    nothing_to_forget="I find nothing about “{matter}”, so there is nothing to be forgotten.",
    corrected_note="Corrected: “{now}”",
    replaced_note="Before that I had noted: “{old}”",
    how_to_get_model=_CHOOSE_MODEL,
    no_model=(
        "I cannot answer that: I have no language model, I only find and quote what is said here. "
        f"For more, {_CHOOSE_MODEL}."
    ),
    no_model_short="I cannot answer that without a language model.",
    no_work=(
        "I cannot do that myself: I have no language model, I only keep, find and quote what is "
        f"said here. For more, {_CHOOSE_MODEL}."
    ),
    no_work_short="I cannot do that without a language model.",
    self_description=(
        "I am Tidemark’s built-in engine: rules, no language model. I keep every message, note "
        "preferences, limits, decisions, tasks and facts, find them again with their dates, and "
        "ask which of two things you mean. "
        f"To have a language model answer, {_CHOOSE_MODEL}."
    ),
    no_reminder="I list it when you ask for your todos; I cannot remind you by myself.",
    sends_no_reminders=(
        "Tidemark sends no reminders. Tell me what you have to do, and I list it when you ask for "
        "your todos."
    ),
    related_quotes="What was said here that bears on it:",
    found_nothing="I looked for {looked_for} in this conversation and found nothing about it.",
    found_nothing_anywhere=(
        "I looked for {looked_for} in this chat and in the others that it may read, and found "
        "nothing about it."
    ),
    yes="Yes.",
    no="No.",
    no_answer_to="I find no answer to “{question}”.",
    nothing_said="I find nothing said here that answers this.",
    nothing_known=(
        "I find nothing said here that answers this, and without a language model I know nothing "
        "else."
    ),
    nearest_quotes="The nearest I find:",
    unsure_quotes="I am not sure, but this comes nearest:",
    days_counted=(
        "{number} day, from {first} to {last}.",
        "{number} days, from {first} to {last}.",
    ),
    weeks_and_days=(
        ("{number} week", "{number} weeks"),
        ("{number} day", "{number} days"),
        ("{weeks}, from {first} to {last}.", "{weeks} and {days}, from {first} to {last}."),
    ),
    nights_counted=(
        "{number} night, from {first} to {last}.",
        "{number} nights, from {first} to {last}.",
    ),
    falls_on="{day} is a {weekday}.",
    quotes_found="Here is what you told me:",
    quotes_said="Here is what was said:",
    you_said="On {day} you said: “{quote}”",
    i_said="On {day}, in an answer to you, I said: “{quote}”",
    speaker_said="On {day} {speaker} said: “{quote}”",
    you="You",
    you_said_before="Earlier you said: “{quote}”",
    i_said_before="Earlier, in an answer to you, I said: “{quote}”",
    speaker_said_before="Earlier {speaker} said: “{quote}”",
    said_in_chat="In “{title}” you said: “{quote}”",
    said_in_chat_on="In “{title}”, {day}: “{quote}”",
    said_in_paste="In what you pasted: “{quote}”",
    said_in_file="In the file “{name}”: “{quote}”",
    table_attached=(
        "I cannot calculate with an attached file. Add “{name}” to Sources, and I can: totals, "
        "averages, rows."
    ),
    source_says="In “{source}”: “{quote}” {marks}",
    sources_say="Here is what your sources say:",
    sources_silent="I find no answer to this in your sources.",
    sources_withheld="I find no answer to this in the chat, and no sources are chosen.",
    no_sources="This notebook has no sources yet. Add files or text under Sources.",
    sources_listed=("This notebook has one source:", "This notebook has {number} sources:"),
    sources_chosen=(
        "Of the {of} sources in this notebook one is chosen for this question:",
        "Of the {of} sources in this notebook {number} are chosen for this question:",
    ),
    sources_more="and {number} more, all under Sources.",
    discussed="These exchanges are about it:",
    today="It is {weekday} {day}, {time}.",
    noted_quote={
        "preferences": "Your preference: “{quote}”",
        "constraints": "You set this constraint: “{quote}”",
        "decisions": "You decided: “{quote}”",
        "todos": "On your to-do list: “{quote}”",
        "open_questions": "An open question: “{quote}”",
        "key_facts": "You told me: “{quote}”",
    },
    date_suffix=" ({day})",
    week_suffix=" (week of {day})",
    corrected_suffix=" (as you corrected it)",
    status_labels={"done": " (done)", "answered": " (answered)", "open": ""},
    months=tuple(
        "January February March April May June July August September October November "
        "December".split()
    ),
    weekdays=tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()),
    list_titles={
        "preferences": "Your preferences",
        "constraints": "Constraints",
        "decisions": "What was decided",
        "todos": "To do",
        "open_questions": "Open questions",
        "key_facts": "Facts",
    },
    none_of_kind={
        "preferences": "I have noted no preference of yours.",
        "constraints": "I have noted no constraints.",
        "decisions": "I have noted no decision.",
        "todos": "I have noted nothing to do.",
        "open_questions": "I have noted no open question.",
        "key_facts": "I have noted no facts.",
    },
    not_yet="Not yet, as far as you told me.",
    none_ticked_off="Nothing of “{list}” yet, as far as you told me.",
    nothing_on_list="Nothing is left on “{list}”.",
    all_done="Nothing: all that you noted to do is done.",
    or_joiner=" or ",
    and_older=" (and {count} older)",
    nothing_noted="I have noted nothing yet.",
    said_in_order="What you said, one after the other:",
    assumed_antecedent="I took “{phrase}” to mean {antecedent}.",
    assumed_question="I read this as “{question}”",
    assumed_topic="I took this to be about {antecedent}.",
    assumed_of_two="I took “{phrase}” to mean {antecedent}; it could also be {rival}.",
    unresolved_reference="I could not tell what “{phrase}” stands for.",
    which_of_two="By “{phrase}”, do you mean {first} or {second}?",
    context_of_kind={
        "preferences": "your preferences",
        "constraints": "constraints you set",
        "decisions": "decisions",
        "todos": "things to do",
        "open_questions": "open questions",
        "key_facts": "facts you told",
    },
    context_of_all="everything noted so far",
    context_of_habit="what you usually do",
    context_of_reference="what “{phrase}” stands for",
    ask_back=(
        "I can read this in more than one way:\n\n{readings}\n\n"
        "It would help to know:\n\n{questions}\n\n"
        "Pick one, answer in your own words, or say “answer anyway”."
    ),
    tables_show="Shows ",
    own_openings=re.compile(
        r"Shows [^\n“]{1,200} of “|I do not know how many people|I have no total here|"
        r"It is \w+day \d|\d{1,2} [A-Z]\w+ \d{4} is a \w+day\.|"
        r"This notebook has no sources|These exchanges are about|"
        r"Forgotten: |Noted(?::| as | to )|Corrected: “|"
        r"(?:On \d{1,2} \w+(?: \d{4})?|Earlier)(?:, in an answer to you,)? (?:you|I) said:|"
        r"This is what I find|Here is what (?:you told me|was said|your sources say):|"
        r"In (?:what you pasted|the file “[^”]*”):|"
        r"In “[^”]*”(?:(?:, \d{1,2} \w+(?: \d{4})?)?:| you said:)|"
        r"Tidemark sends no reminders\.|Saved\.|Read\. I keep nothing|I cannot leave out|"
        r"You (?:set this constraint|decided|told me):|Your preference:|"
        r"On your to-do list:|An open question:|On \d{1,2} \w+(?: \d{4})? [\w ]{1,40} said:|"
        r"I (?:am not sure, but this|find (?:nothing (?:said|about “)|no answer to)|"
        r"cannot (?:(?:answer|do) that|calculate with an)|"
        r"keep your message|"
        r"looked for|have noted|can read this|noted:|am Tidemark|took|read this as)|"
        r"What was said here|"
        r"(?:Your preferences|Constraints|Limits to keep|What was decided|To do|Open questions|"
        r"Facts):|"
        r"(?:A|An) (?:preference|limit|decision|task|open question) I noted|"
        r"There is nothing here yet|"
        r"(?:Hello|Goodbye)\. |You are welcome|All right"
    ),
    which_person=(
        (
            "“{phrase}” is a public figure",
            "“{phrase}” is someone you know",
            "“{phrase}” is a character in a story",
        ),
        ("Who is “{phrase}” in “{question}”?",),
    ),
    which_group=(
        (
            "“{phrase}” are people you know",
            "“{phrase}” is a band, team or company",
            "“{phrase}” are things of one kind",
        ),
        ("Who or what are “{phrase}” in “{question}”?",),
    ),
    which_thing=(
        (
            "“{phrase}” is a work, such as a book, film or song",
            "“{phrase}” is a plan or thing of yours",
            "“{phrase}” is a place, event or product",
        ),
        ("What is “{phrase}” in “{question}”?",),
    ),
    which_one=(
        (
            "“{phrase}” is something you will name or paste here",
            "“{phrase}” was named in another conversation",
        ),
        ("Which one do you mean by “{phrase}” in “{question}”?",),
    ),
    which_text=(
        ("“{phrase}” is a text you will paste here", "“{phrase}” stands in another conversation"),
        ("Can you paste what “{phrase}” points to?",),
    ),
    which_relation=(
        (
            "An overview of {phrase}",
            "The same as you asked in another conversation, now for {phrase}",
        ),
        ("What would you like to know about {phrase}?",),
    ),
    which_more=(
        (
            "“{question}” goes on from something you will name here",
            "“{question}” goes on from another conversation",
        ),
        ("What should “{phrase}” in “{question}” come on top of?",),
    ),
    which_subject=(
        (
            "“{question}” is about someone or something you will name",
            "“{question}” is about the world in general",
        ),
        ("Whom or what is “{question}” about?",),
    ),
    to_second_person=to_second_person,
)
