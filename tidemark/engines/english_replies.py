"""Every sentence the built-in engine speaks in English, and how it turns one person's words round.

The engine quotes and counts; it never claims to know or to have done more than that.
"""

import re

from tidemark.schema import ItemKind
from tidemark.words import STOP_WORDS

GREETING = "Hello. Tell me what you are working on: I keep it, and find it again when you ask."
WELCOME = "You are welcome."
UNDERSTOOD = "All right."
FAREWELL = "Goodbye. What you told me stays in this conversation."

THANKING = frozenset("thank thanks thx cheers".split())
GREETING_WORDS = frozenset("hello hi hey morning afternoon evening".split())
PARTING = frozenset("bye goodbye night later".split())

KEPT = (
    "I keep your message word for word. I found no preference, decision, task or fact in it to "
    "note apart."
)
NOTED_AS: dict[ItemKind, str] = {
    "preferences": "Noted: {noted}.",
    "constraints": "Noted as a limit to keep: {noted}.",
    "decisions": "Noted as decided: {noted}.",
    "todos": "Noted to do: {noted}.",
    "open_questions": "Noted as an open question: {noted}.",
    "key_facts": "Noted: {noted}.",
}
REPLACES = "Before that I had noted: “{old}”"

KEY_GOES = "add a key as GOOGLE_API_KEY to .env and press “Check again”"
NO_MODEL = (
    "I cannot answer that: I have no language model, I only find and quote what is said here. "
    f"For more, {KEY_GOES}."
)
NO_MODEL_AGAIN = "I cannot answer that without a language model."
NO_WORK_AGAIN = "I cannot do that without a language model (GOOGLE_API_KEY in .env)."
WHO_I_AM = (
    "I am Tidemark’s built-in engine: rules, no language model. I keep every message, note "
    "preferences, limits, decisions, tasks and facts, find them again with their dates, and "
    "ask back "
    f"when a request is unclear. To have a language model answer, {KEY_GOES}."
)
NO_WORK = (
    "I cannot do that myself: I have no language model, I only keep, find and quote what is said "
    f"here. For more, {KEY_GOES}."
)
NO_REMINDER = "I list it when you ask for your todos; I cannot remind you by myself."
BEARS_ON_IT = "What was said here that bears on it:"
LOOKED_FOR = "I looked for {looked_for} in this conversation and found nothing about it."
NOTHING_SAID = "I find nothing said here that answers this."
NOTHING_KNOWN = (
    "I find nothing said here that answers this, and without a language model I know nothing else."
)
NOTHING_YET = "There is nothing here yet: this is the beginning of our conversation."
NEAREST = "The nearest I find:"
FOUND = "This is what I find on it:"

YOU_SAID = "On {day} you said: “{quote}”"
I_SAID = "On {day} I said: “{quote}”"
YOU_SAID_BEFORE = "Earlier you said: “{quote}”"
I_SAID_BEFORE = "Earlier I said: “{quote}”"
KEPT_AS: dict[ItemKind, str] = {
    "preferences": "A preference I noted: “{quote}”",
    "constraints": "A limit I noted: “{quote}”",
    "decisions": "A decision I noted: “{quote}”",
    "todos": "A task I noted: “{quote}”",
    "open_questions": "An open question I noted: “{quote}”",
    "key_facts": "I noted: “{quote}”",
}
DATED = " ({day})"
STATED = {"done": " (done)", "answered": " (answered)", "open": ""}

LIST_TITLES: dict[ItemKind, str] = {
    "preferences": "Your preferences",
    "constraints": "Limits to keep",
    "decisions": "What was decided",
    "todos": "To do",
    "open_questions": "Open questions",
    "key_facts": "Facts",
}
NONE_OF_KIND: dict[ItemKind, str] = {
    "preferences": "I have noted no preference of yours.",
    "constraints": "I have noted no limits.",
    "decisions": "I have noted no decision.",
    "todos": "I have noted nothing to do.",
    "open_questions": "I have noted no open question.",
    "key_facts": "I have noted no facts.",
}
OR = " or "
AND_OLDER = " (and {count} older)"
NOTHING_NOTED = "I have noted nothing yet."

TOOK_TO_MEAN = "I took “{phrase}” to mean {antecedent}."
TOOK_AS = "I read this as “{question}”"
TOOK_ABOUT = "I took this to be about {antecedent}."
TOOK_FROM_TWO = "I took “{phrase}” to mean {antecedent}; it could also be {rival}."
UNRESOLVED = "I could not tell what “{phrase}” stands for."

EITHER = "By “{phrase}”, do you mean {first} or {second}?"
LOOKED_UP_LIST: dict[ItemKind, str] = {
    "preferences": "your preferences",
    "constraints": "limits you set",
    "decisions": "decisions",
    "todos": "things to do",
    "open_questions": "open questions",
    "key_facts": "facts you told",
}
LOOKED_UP_EVERYTHING = "everything noted so far"
LOOKED_UP_USUAL = "what you usually do"
LOOKED_UP_REFERENCE = "what “{phrase}” stands for"

# How replies of ours begin: they hold nothing that was not said elsewhere.
OURS = re.compile(
    r"Noted(?::| as | to )|On \d{1,2} \w+(?: \d{4})? (?:you|I) said:|Earlier (?:you|I) said:|"
    r"This is what I find|I (?:find nothing said|cannot (?:answer|do) that|keep your message|"
    r"looked for|have noted|can read this|noted:|am Tidemark|took|read this as)|What was said here|"
    r"(?:Your preferences|Limits to keep|What was decided|To do|Open questions|Facts):|"
    r"(?:A|An) (?:preference|limit|decision|task|open question) I noted|There is nothing here yet|"
    r"(?:Hello|Goodbye)\. |You are welcome|All right"
)

# Readings of a reference that nothing resolves, and what to ask about it.
WHICH_PERSON = (
    (
        "“{phrase}” is a public figure",
        "“{phrase}” is someone you know",
        "“{phrase}” is a character in a story",
    ),
    ("Who is “{phrase}” in “{question}”?",),
)
WHICH_GROUP = (
    (
        "“{phrase}” are people you know",
        "“{phrase}” is a band, team or company",
        "“{phrase}” are things of one kind",
    ),
    ("Who or what are “{phrase}” in “{question}”?",),
)
WHICH_THING = (
    (
        "“{phrase}” is a work, such as a book, film or song",
        "“{phrase}” is a plan or thing of yours",
        "“{phrase}” is a place, event or product",
    ),
    ("What is “{phrase}” in “{question}”?",),
)
WHICH_ONE = (
    (
        "“{phrase}” is something you will name or paste here",
        "“{phrase}” was named in another conversation",
    ),
    ("Which one do you mean by “{phrase}” in “{question}”?",),
)
WHICH_WORDS = (
    ("“{phrase}” is a text you will paste here", "“{phrase}” stands in another conversation"),
    ("Can you paste what “{phrase}” points to?",),
)
WHICH_RELATION = (
    (
        "An overview of {phrase}",
        "The same as you asked in another conversation, now for {phrase}",
    ),
    ("What would you like to know about {phrase}?",),
)
WHICH_MORE = (
    (
        "“{question}” goes on from something you will name here",
        "“{question}” goes on from another conversation",
    ),
    ("What should “{phrase}” in “{question}” come on top of?",),
)
WHICH_MATTER = (
    (
        "“{question}” is about someone or something you will name",
        "“{question}” is about the world in general",
    ),
    ("Whom or what is “{question}” about?",),
)

_PLAIN_OPENINGS = frozenset("always never make use avoid keep include send call book buy".split())
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


def said_to_you(text: str) -> str:
    """Return what a person said of themselves as one says it to them.

    >>> said_to_you("I'm fond of my window seat.")
    'you are fond of your window seat'
    """
    turned = _FIRST_PERSON.sub(lambda match: _turn(match.group()), text.strip().rstrip(".!"))
    opening = turned.split(" ", 1)[0].lower()
    if _FIRST_PERSON.match(text.strip()) or opening in STOP_WORDS or opening in _PLAIN_OPENINGS:
        return turned[:1].lower() + turned[1:]
    return turned


def _turn(words: str) -> str:
    if words in {"US", "AM"}:  # the country, the time of day
        return words
    return _TURNED[words.lower().replace("’", "'")]
