"""Replies of the built-in engine: quotes with their days, lists, notes, and refusals."""

import datetime as dt
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.responder import joined
from tests.engine_fixtures import NOW, conversation
from tidemark.engines.builtin.answering.composition import stream_pieces
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.builtin.evidence import candidates, evidence
from tidemark.engines.builtin.own_replies import is_builtin_reply, is_no_answer
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.quotes import as_quote, day_in_words
from tidemark.prompt import packing
from tidemark.prompt.citations import CitedText
from tidemark.runtime.events import Stop
from tidemark.schema import AskingStyle, ContextView, Item, ItemKind, Reason
from utils import TokenCounter

COUNTER = TokenCounter()
phrases, dutch = ENGLISH.phrases, LANGUAGE_PACKS["nl"].phrases
TRIP = (
    "I'm planning a trip to Lisbon in June with my sister Anna.",
    "That sounds lovely.",
    "My budget is 900 euros, and I prefer window seats. I'm allergic to nuts.",
    "Here are three: 1. Alfama Guesthouse 2. Hotel Tejo 3. Casa Baixa",
    "Let's go with Hotel Tejo. Remind me to book it by Friday.",
    "All right.",
    "The flight with TAP leaves at 9:40 on 12 June.",
    "Good.",
)
PASSPORT = Item(
    text="I need to renew my passport", message_ids=(1,), on=dt.date(2026, 5, 29), status="open"
)
ITEMS: tuple[tuple[ItemKind, Item], ...] = (
    ("decisions", Item(text="We decided to leave the car at home", message_ids=(1,))),
    ("todos", PASSPORT),
    ("preferences", Item(text="I prefer aisle seats", message_ids=(1,))),
)


def shown(question: str, *said: str, items: tuple[tuple[ItemKind, Item], ...] = ()) -> ContextView:
    """Return a view of ``question`` after the messages ``said``, with the remembered ``items``."""
    remembered = [
        packing.item_piece(kind, item, reason=Reason("remembered"), counter=COUNTER)
        for kind, item in items
    ]
    return packing.build(
        question,
        active=conversation(*said),
        offered=[packing.PackingCandidate(piece, 1.0) for piece in remembered],
        threshold=1200,
        counter=COUNTER,
    )


def replied(
    question: str,
    *said: str,
    items: tuple[tuple[ItemKind, Item], ...] = (),
    asking: AskingStyle = "freely",
) -> CitedText:
    """Return the reply of the built-in engine, with its citations."""
    view = shown(question, *said, items=items)
    engine = BuiltinEngine()
    understood = engine.understand(view, now=NOW, asking=asking, stop=Stop()).value
    assert not understood.is_ambiguous
    return joined(list(engine.answer(view, understood, now=NOW, stop=Stop())))


def answer(
    question: str,
    *said: str,
    items: tuple[tuple[ItemKind, Item], ...] = (),
    asking: AskingStyle = "freely",
) -> str:
    """Return the text of the built-in engine's reply."""
    return replied(question, *said, items=items, asking=asking).text


@pytest.mark.parametrize(
    ("question", "said", "reply"),
    [
        ("When does the ferry leave?", "The ferry leaves at nine from Cacilhas.",
         "Earlier, in an answer to you, I said: “The ferry leaves at nine from Cacilhas.”"),
        ("Wanneer vertrekt de boot?", "De boot naar Texel vertrekt om negen uur.",
         "Eerder zei ik in een antwoord aan jou: “De boot naar Texel vertrekt om negen uur.”"),
    ],
)  # fmt: skip
def test_who_speaks_is_clear_where_an_answer_is_quoted(
    question: str, said: str, reply: str
) -> None:
    """In a sample or an imported chat, "I said" could be read as the person's own words."""
    told = answer(question, TRIP[0], said, "Thanks.")
    assert told == reply
    assert is_builtin_reply(told)
    assert is_builtin_reply(
        told.replace(", in an answer to you,", "").replace(" in een antwoord aan jou", "")
    )


@pytest.mark.parametrize(
    ("said", "question", "reply"),
    [
        (
            ("What is 420 + 60?", "480 = 420 + 60"),
            "and per person?",
            phrases.people_unknown,
        ),
        (
            ("We are 5.", "Saved.", "What is 420 + 60?", "480 = 420 + 60"),
            "and per person?",
            "96 = (420 + 60) / 5\n\n- “We are 5.”",
        ),
        (
            ("Wat is 420 + 60?", "480 = 420 + 60", "gedeeld door 6", "80 = (420 + 60) / 6"),
            "en per persoon nu",
            "80 = (420 + 60) / 6",
        ),
        (
            ("What is 420 + 60?", "480 = 420 + 60", "per person?", phrases.people_unknown),
            "divided by 6",
            "80 = (420 + 60) / 6",
        ),
        (("What is 15% of 240?", "36 = 15% × 240"), "divided by 3", "12 = 36 / 3"),
        (("What is 2 * 3?", "6 = 2 × 3"), "times 1500000", "9,000,000 = 2 × 3 × 1500000"),
        (("Hi", phrases.greeting), "divided by 6", phrases.no_result),
    ],
)
def test_a_result_is_shared_among_people_if_it_is_known_how_many(
    said: tuple[str, ...], question: str, reply: str
) -> None:
    assert answer(question, *said) == reply


CATERER = ("The caterer costs 14 euros per person.", "Saved.")
FOR_SIX = (*CATERER, "What will the caterer cost for six people?", "84 = 6 × 14")
VOOR_ZES = (
    *("De cateraar kost 14 euro per persoon.", "Opgeslagen."),
    *("Wat kost de cateraar voor zes personen?", "84 = 6 × 14"),
)
SEVEN_NIGHTS = (
    *("The house costs 100 euros per night.", "Saved."),
    *("What does the house cost for 7 nights?", "700 = 7 × 100"),
)
LEFT = (
    *("Our budget is 150 euros.", "Saved.", "The cake costs 89 euros.", "Saved."),
    *("How much is left?", "61 = 150 - 89"),
)
SPLIT = ("How much is 450 euros split between 5 people?", "90 = 450 / 5")


@pytest.mark.parametrize(
    ("said", "question", "result"),
    [
        (FOR_SIX, "and for twelve?", "168 = 12 × 14\n\n“The caterer"),
        (FOR_SIX, "and for 8 people?", "112 = 8 × 14\n\n“The caterer"),
        (FOR_SIX, "and if it is 7?", "98 = 7 × 14"),
        ((*FOR_SIX, "and for twelve?", "168 = 12 × 14"), "what about ten of us?", "140 = 10 × 14"),
        (VOOR_ZES, "en voor twaalf?", "168 = 12 × 14\n\n“De cateraar"),
        (VOOR_ZES, "en met z'n achten?", "112 = 8 × 14"),
        (VOOR_ZES, "en als we met 9 personen zijn?", "126 = 9 × 14"),
        (SEVEN_NIGHTS, "and for six?", "600 = 6 × 100"),
        (SPLIT, "and for 6?", "75 = 450 / 6"),
        (("Split 450 euros between 5 people", "90 = 450 / 5"), "and between 6?", "75 = 450 / 6"),
        (SEVEN_NIGHTS, "and for six people?", phrases.other_number_unknown),
        (LEFT, "and for six?", phrases.other_number_unknown),
        ((*LEFT, "and for six?", phrases.other_number_unknown), "and with 4?",
         phrases.other_number_unknown),
    ],
)  # fmt: skip
def test_a_result_is_calculated_again_with_another_number_or_not_repeated(
    said: tuple[str, ...], question: str, result: str
) -> None:
    assert answer(question, *said).startswith(result)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("De scriptie moet op 1 juni ingeleverd zijn.", "Wanneer moet ik de scriptie inleveren?"),
        ("The thesis has to be handed in on 1 June.", "When must I hand in the thesis?"),
    ],
)
def test_when_something_must_be_done_is_answered_with_the_day_that_was_said(
    said: str, question: str
) -> None:
    assert answer(question, said, "OK.").startswith("1 ")


@pytest.mark.parametrize(
    ("question", "said", "result"),
    [
        ("If Priya and me split the 265 down the middle, how much each?", "Plot 16", "132.50 = "),
        ("How much is 90 divided by four?", "Hi", "22.50 = 90 / four"),
        ("Als we die 108 door vieren delen, hoeveel is dat de man?", "Hoi", "27 = 108 / vieren"),
    ],
)
def test_an_amount_in_the_question_is_divided_as_it_says(
    question: str, said: str, result: str
) -> None:
    assert answer(question, said, "OK.").startswith(result)


FAREWELL = "I'm organising Karin's farewell on Thursday 17 December. It's in the canteen at 16:00."
AFSCHEID = "Ik organiseer het afscheid op donderdag 17 december. Het is in de kantine om 16:00."


@pytest.mark.parametrize(
    ("question", "said", "reply"),
    [
        (
            "What time does the bus leave?",
            "The bus leaves on Friday at 15:30, no wait 16:00",
            "16:00.\n\nEarlier you said: “The bus leaves on Friday at 15:30, no wait 16:00",
        ),
        (
            "Hoe laat vertrekken we?",
            "Vertrek vrijdag om 15:30, nee wacht, om 16:00",
            "16:00.\n\nEerder zei je: “Vertrek vrijdag om 15:30, nee wacht, om 16:00",
        ),
        ("Hoe laat vertrekken we?", "Vertrek vrijdag om 15:30, eh nee 16:00", "16:00."),
        ("What does the boat cost?", "The boat costs 340 euros, sorry, 360 euros.", "360 euros."),
        ("Wat kost de boot?", "De boot kost 340, nee sorry 360 euro.", "360 euro."),
        ("When do we leave?", "We leave at 9, no bus before 10.", "Earlier you said:"),
        ("Is there a lift?", "There is no lift in the building.", "No."),
        (
            "What time is the farewell?",
            FAREWELL,
            "16:00.\n\nEarlier you said: “It's in the canteen",
        ),
        ("Hoe laat is het afscheid?", AFSCHEID, "16:00.\n\nEerder zei je: “Het is in de kantine"),
        ("Wat is de wificode?", "De wifi code is blauwereiger.", "Eerder zei je: “De wifi code"),
        ("Wat is de wifi code?", "De wificode is blauwereiger.", "Eerder zei je: “De wificode"),
        ("What is the number of Ken?", "Ken the plumber: 07700 900123.", "Earlier you said: “Ken"),
        ("What is the number of Ken?", "Ken the plumber has 12 vans.", "I find nothing"),
        ("What time do the movers come?", "The movers come at 8 instead.", "8\n"),
        ("How much was the insurance?", "The insurance was 412 last year.", "412\n"),
        ("Did Lena say when she comes?", "Lena can't do Friday, she comes on Saturday.", "Earlier"),
        ("When do we leave?", "We arrive on 8 May and leave on Sunday.", "10 May.\n"),
        ("Wanneer komen we aan?", "We komen 8 mei aan en vertrekken zondag.", "8 mei.\n"),
        ("Is er een lift?", "Er is geen lift in het gebouw.", "Nee."),
        ("Is there a lift?", "The building has a lift.", "Yes."),
        ("Wie brengt mama?", "Maandag brengt Stijn haar.", "Stijn."),
        ("Are there towels?", "Towels are not included.", "Earlier you said:"),
        ("Are there towels?", "There are towels but no soap.", "Yes."),
        ("Does Sanne like cheese?", "Sanne likes cheese but not olives.", "Yes."),
        ("Do I like olives?", "I hate olives.", "Earlier you said:"),
        ("Do I like olives?", "I can't stand olives.", "Earlier you said:"),
        ("Do I hate olives?", "I hate olives.", "Yes."),
        ("Do I have olives?", "I hate olives.", "Earlier you said:"),
        ("Do I have a car?", "I sold my car.", "Earlier you said:"),
        ("Heb ik een auto?", "Ik heb mijn auto verkocht.", "Eerder zei je:"),
        ("Do I have a dentist in Utrecht?", "I hate my dentist in Utrecht.", "Yes."),
        ("Do I like my dentist in Utrecht?", "I hate my dentist in Utrecht.", "Earlier you"),
        ("Are there mice in the barn?", "I can't stand the mice in the barn.", "Yes."),
        ("Heb ik een tandarts in Utrecht?", "Ik haat mijn tandarts in Utrecht.", "Ja."),
        ("Hou ik van olijven?", "Ik haat olijven.", "Eerder zei je:"),
        ("Who lives in Ankara?", "İ live in Ankara.", "Earlier you said:"),
        ("When does the steamer leave?", "Theo has to leave on 9 March.", "I am not sure"),
        ("When is the party?", "I'll send the invitations on Sunday 22 March.", "Earlier you said"),
        ("When do we leave?", "Theo has to leave on 9 March.", "Earlier you said:"),
        ("When do we leave?", "We leave on 9 March.", "9 March."),
        ("When do we open?", "The opening is now on 3 April.", "3 April."),
        ("Wanneer vertrekken we?", "Theo vertrekt op 9 maart.", "Eerder zei je:"),
    ],
)
def test_a_statement_answers_only_what_it_says(question: str, said: str, reply: str) -> None:
    assert answer(question, said, "OK.").startswith(reply)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Wat is het wachtwoord?", "nee wacht, dat is zondag"),
        ("What is the waiting list?", "no wait, that is on Sunday"),
    ],
)
def test_the_words_that_open_a_correction_answer_nothing(question: str, said: str) -> None:
    assert said not in answer(question, "We leave on Saturday.", "OK.", said, "OK.")


def test_a_quote_is_never_the_no_alone() -> None:
    said = ("We decided to paint the kitchen green.", "OK.", "No, let's paint it blue instead.")
    told = answer("What colour will the kitchen be?", *said, "Noted.")
    assert "paint it blue instead" in told


@pytest.mark.parametrize("question", ["Hello, what is this?", "Hallo, wat is dit?"])
def test_a_newcomer_is_told_what_this_is(question: str) -> None:
    assert "Tidemark" in answer(question)


def test_a_task_is_listed_under_its_day() -> None:
    reply = answer("What do I have to do on Friday?", "Remind me to call Ada on Friday.", "OK.")
    assert reply.startswith("To do:")


def test_a_recipe_asked_for_is_no_decision() -> None:
    assert "Genoteerd" not in answer("Doe mij eens een recept voor pannenkoeken", "Hoi", "Hoi.")


def test_a_length_is_no_cost() -> None:
    said = ("Our budget is £1,800.", "OK.", "The sofa is 2.2 m long. Removals cost £950.", "OK.")
    assert answer("How much is left of our budget?", *said).startswith("850 = 1,800 - 950")


def test_nothing_is_divided_by_zero_nor_without_being_asked() -> None:
    assert " = " not in answer("How much is 90 divided by 0?", "Hi", "OK.")
    assert " = " not in answer("We split the 90 between four.", "Hi", "OK.")


def test_a_price_per_person_is_no_number_of_people() -> None:
    reply = answer("Hoeveel volwassenen zijn dat?", "We betalen per volwassene 35 euro.", "OK.")

    assert not reply.startswith("35")


@pytest.mark.parametrize(
    "wish", ["undo that", "Please undo the last change", "Take that back", "maak dat ongedaan"]
)
def test_a_wish_to_undo_is_answered_that_there_is_nothing_to_undo(wish: str) -> None:
    dutch, english = LANGUAGE_PACKS["nl"].phrases, phrases
    assert answer(wish, *TRIP) in (english.nothing_to_undo, dutch.nothing_to_undo)


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("Crisps and cheese cost 12 euros.", phrases.forgotten_with),
        ("I bring crisps and cheese.", phrases.forgotten_with),
        ("I bring crisps.", ""),
        ("I eat crisps on Monday and Friday.", ""),
    ],
)
def test_that_more_is_forgotten_with_the_thing_named_is_said(said: str, more: str) -> None:
    reply = answer("Forget that about the crisps.", said, "Noted.")
    assert reply.startswith("Forgotten: that about the crisps.")
    assert reply.endswith(more or "You can undo this under “About you”.")


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("When does my flight leave?",
         "12 June, 9:40.\n\nEarlier you said: “The flight with TAP leaves at 9:40 on 12 June.”"),
        ("Which hotel did I choose?", "Earlier you said: “Let's go with Hotel Tejo.”"),
        ("Did I say anything about nuts?", "Yes.\n\nEarlier you said: “I'm allergic to nuts.”"),
        ("remind me what I'm allergic to", "Earlier you said: “I'm allergic to nuts.”"),
        ("Do you remember my budget?",
         "Earlier you said: “My budget is 900 euros, and I prefer window seats.”"),
        ("What is my dog called?",
         "I looked for “dog” in this conversation and found nothing about it."),
    ],
)  # fmt: skip
def test_a_question_about_a_message_is_answered_with_a_quote(question: str, reply: str) -> None:
    assert answer(question, *TRIP) == reply


def test_a_reference_is_resolved_and_said_to_be() -> None:
    assert answer("Where does she live?", *TRIP).endswith("I took “she” to mean Anna.")
    assert answer("and the third one?", *TRIP).endswith(
        "I took “the third one” to mean Casa Baixa."
    )


def test_a_question_taken_up_again_is_said_to_be_read_so() -> None:
    reply = answer("What about Porto?", "What is the weather in Lisbon?", "I cannot say.")

    assert reply.endswith("I read this as “What is the weather in Porto?”")


def test_a_list_has_the_noted_items_and_those_of_the_last_message() -> None:
    assert answer("What are my todos?", *TRIP, items=ITEMS) == (
        "To do:\n\n- “I need to renew my passport” (29 May)\n- “book it by Friday” (8 May)"
    )
    assert answer("What did we decide?", *TRIP, items=ITEMS) == (
        "What was decided:\n\n- “We decided to leave the car at home”\n- “Let's go with Hotel Tejo”"
    )


def test_a_list_on_one_matter_leaves_the_others_out() -> None:
    assert answer("What did we decide about the car?", *TRIP, items=ITEMS) == (
        "What was decided:\n\n- “We decided to leave the car at home”"
    )


def test_a_list_on_one_matter_has_what_a_compound_names() -> None:
    tarts = Item(text="dan kiezen we voor de appeltaarten van tante Ans", message_ids=(1,))
    films = Item(text="We hebben besloten de films op 1 juni in te leveren", message_ids=(1,))
    assert answer(
        "Wat hebben we besloten over de taart?",
        "Tante Ans wil ze bakken.",
        "Mooi.",
        items=(("decisions", films), ("decisions", tarts)),
    ) == ("Besloten:\n\n- “dan kiezen we voor de appeltaarten van tante Ans”")


@pytest.mark.parametrize(
    "question",
    [
        "What do I still have to sort out?",
        "Anything left on my list?",
        "And now what's outstanding?",
        "Which jobs are waiting for me?",
        "So what remains?",
        "Wat moet er nog gebeuren?",
        "Welke klussen staan er nog open?",
        "Wat blijft er dan nog over?",
    ],
)
def test_the_todos_are_listed_however_they_are_asked_for(question: str) -> None:
    said = ("I have to paint the gate and order hay.", "Noted.", "Ordered the hay.", "Done.")
    assert answer(question, *said).splitlines()[2:] == ["- “paint the gate”"]


def test_the_rest_of_an_amount_is_no_todo() -> None:
    told = ("I have to paint the gate.", "My budget is 900.", "Hay is 40.", "Straw is 60.")
    said = [text for each in told for text in (each, "Noted.")]
    assert "gate" not in answer("What's left?", *said)


@pytest.mark.parametrize(
    "question",
    [
        "Recap please.",
        "Sum everything up for me in a few lines.",
        "Could you bring me up to date?",
        "Where do I stand with the donkey?",
        "Geef eens een korte samenvatting.",
        "Zet alles nog eens op een rijtje.",
        "Praat me even bij.",
    ],
)
def test_a_recap_is_given_however_it_is_asked_for(question: str) -> None:
    told = answer(question, "Olive is our donkey.", "Noted.", "The donkey weighs 190 kilos.")
    assert "Olive" in told
    assert "190 kilos" in told


def test_everything_noted_is_listed_by_kind() -> None:
    reply = answer("What do you know about me?", *TRIP, items=ITEMS)

    titles = [line for line in reply.splitlines() if line.endswith(":")]
    assert titles == [
        "Your preferences:", "Constraints:", "What was decided:", "To do:", "Facts:",
    ]  # fmt: skip


def test_nothing_noted_is_said_to_be_nothing() -> None:
    assert answer("What are my todos?") == "I have noted nothing to do."
    assert answer("Summarise our conversation") == "I have noted nothing yet."
    assert answer("When is my flight?").startswith("I looked for “flight”")


@pytest.mark.parametrize(
    ("statement", "reply"),
    [
        ("I prefer window seats.", "Noted: you prefer window seats."),
        ("We decided on Casa Baixa.", "Noted as decided: you decided on Casa Baixa."),
        ("My budget is 900 euros.", "Noted as a constraint: your budget is 900 euros."),
        ("oh and dad can't have gluten", "Noted as a constraint: dad can't have gluten."),
        ("buy milk", "Noted to do: buy milk."),
        ("call me Anna", "Noted: call you Anna."),
        ("bloemen bestellen", "Genoteerd om te doen: bloemen bestellen."),
        ("koop melk", "Genoteerd om te doen: koop melk."),
        (
            "order the flowers before 3 June",
            "Noted to do: order the flowers before 3 June. I list it when you ask for your todos; "
            "I cannot remind you by myself.",
        ),
        ("Papa mag geen noten hebben.", "Genoteerd als voorwaarde: Papa mag geen noten hebben."),
        ("Lucy asks if chocolate is ok.", "Noted: Lucy asks if chocolate is ok."),
        ("hello", phrases.greeting),
        ("Thanks a lot!", phrases.welcome),
        ("ok", phrases.understood),
        ("Hmm, well.", phrases.message_kept),
        (
            "Joost, Sanne, Ravi and I are going to Texel.",
            "Noted: Joost, Sanne, Ravi and you are going to Texel.",
        ),
        ("Kim can't make it. Actually, Kim can make it.", "Noted: Kim can make it."),
        ("Kim kan niet komen. Kim kan toch komen.", "Genoteerd: Kim kan toch komen."),
        ("Actually Tom can come after all!", "Noted: Tom can come after all."),
        ("No dogs are allowed in the hall.", "Noted: no dogs are allowed in the hall."),
        (
            "Ben heeft een budget van 30 euro.",
            "Genoteerd als voorwaarde: Ben heeft een budget van 30 euro.",
        ),
        ("Small dogs may come into the hall.", "Noted: Small dogs may come into the hall."),
        ("Kim can't make it. Tom can make it.", "Noted: Kim can't make it; Tom can make it."),
        ("Verdeel 450 euro over 5 personen", "90 = 450 / 5"),
        ("who is coming: me, Joost and Sanne", "Noted: who is coming: you, Joost and Sanne."),
    ],
)
def test_a_statement_is_acknowledged_with_the_noted_item(statement: str, reply: str) -> None:
    assert answer(statement) == reply


@pytest.mark.parametrize(
    ("disputed", "reply"),
    [
        ("No, that's not right.", "Tell me how it is, and I note it in place of what I had."),
        ("Dat klopt niet!", "Zeg hoe het wel is, dan noteer ik dat in plaats van wat ik had."),
    ],
)
def test_a_person_who_says_that_it_is_wrong_is_asked_for_the_correction(
    disputed: str, reply: str
) -> None:
    assert answer(disputed, "I fly in May.", "Noted.") == reply


def test_what_an_assistant_worked_out_to_be_left_goes_before_a_sum_of_what_is_in_view() -> None:
    said = (
        "The budget is 2,800 euros. A boat is 180 euros, the inn 1,344.",
        "With the inn, 1,456 euros are left.",
        "I also want a present, about 20 euros each from eleven of us.",
        "That is 220 euros. Left of the 2,800 euros are 1,236.",
    )
    assert answer("What is left of the budget?", *said) == (
        "Earlier, in an answer to you, I said: “Left of the 2,800 euros are 1,236.”"
    )
    spent = answer("What is left of the budget?", *said, "I paid 60 euros for the cake.", "Fine.")
    assert "1,236" not in spent
    nederlands = "Over van de 3.000 euro is nog 722 euro."
    assert answer("Wat is er over van het budget?", "Ons budget is 3.000 euro.", nederlands) == (
        f"Eerder zei ik in een antwoord aan jou: “{nederlands}”"
    )


@pytest.mark.parametrize(
    ("said", "correction", "reply"),
    [
        ("The party is on Saturday 12 December.", "move it to the 13th",
         "Corrected: “The party is on 13 December.”"),
        ("The party is on 12 December.", "let's move it to the 13th",
         "Corrected: “The party is on 13 December.”"),
        ("The airbnb is 540 for two nights, sleeps 6.", "oh the airbnb is 600 now",
         "Noted: the airbnb is 600 now.\n\n"
         "Corrected: “The airbnb is 600 for two nights, sleeps 6.”"),
        ("The airbnb is 600.", "The airbnb is 540 for two nights.",
         "Noted: the airbnb is 540 for two nights.\n\nCorrected: “The airbnb is 540.”"),
        ("We arrive on Friday.", "Lena can't do Friday, she comes on Saturday morning.",
         "Noted: Lena can't do Friday, she comes on Saturday morning."),
        ("Lena comes on Friday.", "Lena can't do Friday, she comes on Saturday.",
         "Noted: Lena can't do Friday, she comes on Saturday.\n\n"
         "Corrected: “Lena comes on Saturday.”"),
        ("The deposit is 200 euros.", "change it to 250", "Corrected: “The deposit is 250 euros.”"),
        ("The haircut is on Wednesday at 14:00.", "move it to Friday",
         "Corrected: “The haircut is on Friday at 14:00.”"),
        ("The haircut is on Wednesday at 14:00.", "actually the haircut is at 15:00",
         "Noted: the haircut is at 15:00.\n\n"
         "Corrected: “The haircut is on Wednesday at 15:00.”"),
        ("Lift huren kost 150.", "nee, 160", "Gecorrigeerd: “Lift huren kost 160.”"),
    ],
)  # fmt: skip
def test_who_corrects_sees_what_was_corrected(said: str, correction: str, reply: str) -> None:
    told = answer(correction, said, "Noted.")
    assert told == reply
    assert is_builtin_reply(told)


def test_a_statement_that_replaces_a_noted_item_says_so() -> None:
    item = Item(text="I prefer aisle seats", message_ids=(1,))

    reply = answer("I prefer window seats.", items=(("preferences", item),))

    assert reply == (
        "Noted: you prefer window seats.\n\nBefore that I had noted: “I prefer aisle seats”"
    )


def test_each_question_of_a_message_is_answered() -> None:
    flight = "12 June, 9:40.\n\nEarlier you said: “The flight with TAP leaves at 9:40 on 12 June.”"
    budget = "900 euros.\n\nEarlier you said: “My budget is 900 euros […]”"

    joined_by_and = answer("When does my flight leave, and what is my budget?", *TRIP)
    in_two_sentences = answer("What is my budget? And who is Johann Bach?", *TRIP)
    of_one_matter = answer("When does my flight leave and what is the time?", *TRIP)

    assert joined_by_and == f"{flight}\n\n{budget}"
    assert in_two_sentences == f"{budget}\n\nI find no answer to “And who is Johann Bach?”."
    assert of_one_matter.count("Earlier you said") == 1
    assert is_no_answer(answer("Who is Johann Bach? And what is a fugue?", *TRIP))


def test_a_message_that_tells_and_asks_gets_both() -> None:
    reply = answer(
        "I have a call with Greg on 14 June, what should I bring up?", *TRIP, asking="never"
    )

    assert reply.startswith("Noted: you have a call with Greg on 14 June.")
    assert "language model" in reply


@pytest.mark.parametrize(
    "question", ["capital of France?", "What is 12*x?", "How does photosynthesis work?"]
)
def test_a_question_about_the_world_gets_one_line_on_what_it_can_do(question: str) -> None:
    assert answer(question, *TRIP) == phrases.no_model
    assert "under Settings" in phrases.no_model


@pytest.mark.parametrize(
    ("said", "question", "language"),
    [
        ("The exams are stats on 18 May and law on 1 June.", "Which exam is last?", "en"),
        ("Oma betaalt 650 mee.", "Hoeveel legt oma bij?", "nl"),
        ("Wim maakt een trifle.", "Wat eten we toe?", "nl"),
        ("Tom brings the wine.", "Who is bringing the cake?", "en"),
        ("Tom brengt wijn mee.", "Wie brengt de taart mee?", "nl"),
    ],
)
def test_the_nearest_statement_is_quoted_as_unsure(
    said: str, question: str, language: Literal["en", "nl"]
) -> None:
    unsure = LANGUAGE_PACKS[language].phrases.unsure_quotes

    reply = answer(question, said)

    assert reply.startswith(f"{unsure}\n\n- “{said[:25]}")
    assert is_builtin_reply(reply)


def test_an_amount_is_answered_with_its_currency_sign() -> None:
    assert answer("How much is the rent?", "The rent is £1,850 a month.").startswith("£1,850.")


def test_a_quote_that_shares_only_a_verb_is_marked_as_unsure() -> None:
    said = "Let's use idempotency keys in the header."

    assert answer("Which database do we use?", said).startswith(phrases.unsure_quotes)
    assert is_no_answer(answer("Why do we use PostgreSQL?", said))


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("We go to Rome, Naples and Lecce.", "What's the last stop?"),
        ("He must not have ibuprofen.", "Which painkiller is not allowed?"),
        ("The exam is on 12 June in hall C.", "Where is that?"),
        ("It starts at 18:00.", "What time does it start?"),
        ("Inpakken: slaapzak, zaklamp en bordspel.", "Wat moet er mee?"),
        ("Ik voetbal in het derde, als linksback.", "Op welke positie speel ik?"),
    ],
)
def test_a_question_that_goes_on_from_what_was_just_told_quotes_it(
    said: str, question: str
) -> None:
    reply = answer(question, said)

    assert said[:25] in reply
    assert is_builtin_reply(reply)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("We leave on Friday with Ada.", "Who wrote Hamlet?"),
        ("We leave on Friday with Ada.", "What is my blood type?"),
        ("I rent a cello from Ada.", "Who invented the croissant?"),
        ("Naar Turkije gaan we in mei.", "Wat is de hoofdstad van Bolivia?"),
        ("I must cancel the internet.", "What's the weather tomorrow?"),
        ("Dinner is at 8 at my place.", "What's the wifi password?"),
    ],
)
def test_a_question_about_something_else_does_not_quote_what_was_just_told(
    said: str, question: str
) -> None:
    assert is_no_answer(answer(question, said))


@pytest.mark.parametrize(
    ("question", "pack"),
    [
        ("Who is bringing the cake?", LANGUAGE_PACKS["en"]),
        ("Who is making a salad?", LANGUAGE_PACKS["en"]),
        ("Wie brengt de taart mee?", LANGUAGE_PACKS["nl"]),
    ],
)
def test_who_does_what_nobody_said_is_not_known(question: str, pack: LanguagePack) -> None:
    assert answer(question, "We live in Ghent.") == pack.phrases.nothing_known


@pytest.mark.parametrize("asked", ["What is my dog called?", "What's the price?", "Why was Ada?"])
def test_what_shares_nothing_with_the_question_is_not_quoted(asked: str) -> None:
    assert is_no_answer(answer(asked, "We live in Ghent."))
    assert "Ghent" not in answer(asked, "We live in Ghent.")


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot do that without a language model (GOOGLE_API_KEY in .env).",
        "Dat kan ik niet beantwoorden: ik heb geen taalmodel, ik vind en citeer alleen wat hier "
        "gezegd is. Wil je meer, zet dan een sleutel als GOOGLE_API_KEY in .env en klik bij "
        "Instellingen op “Opnieuw controleren”.",
    ],
)
def test_a_refusal_in_the_words_of_an_older_version_is_known_for_no_answer(reply: str) -> None:
    assert is_no_answer(reply)


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("To do: set up the staging server.", "What is the password of the staging server?"),
        (
            "We're swapping our terrace for a flat in Girona.",
            "What's the wifi password at the flat?",
        ),
        ("Te doen: het huis schoonmaken.", "Wat is het wifi-wachtwoord van het huis?"),
        ("Consumables: 13C-methane 1,120 euros.", "What is the boiling point of methane?"),
        ("The party is on Sunday.", "What's the weather going to be like that Sunday?"),
        ("Get the spare key cut for Dad.", "What did I tell you about Dad crying?"),
        ("Te doen: staging opzetten.", "Wat is het wachtwoord van staging?"),
    ],
)
def test_a_statement_about_the_rest_of_a_question_does_not_answer_it(
    told: str, question: str
) -> None:
    assert told not in answer(question, told)


def test_a_task_is_declined_with_the_relevant_passages() -> None:
    reply = answer("Plan my trip", *TRIP)

    assert reply.startswith(phrases.no_work)
    assert "“I'm planning a trip to Lisbon in June with my sister Anna.”" in reply


def test_the_limits_of_the_engine_are_explained_in_full_only_once() -> None:
    again = answer("capital of Italy?", "capital of France?", phrases.no_model)
    assert again == phrases.no_model_short


def test_a_reminder_is_noted_and_not_promised() -> None:
    assert answer("Remind me to call Anna by Friday.") == (
        "Noted to do: call Anna by Friday (8 May). I list it when you ask for your todos; "
        "I cannot remind you by myself."
    )


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("set a reminder for tomorrow", "Tidemark sends no reminders."),
        ("Can you set an alarm for 9 o'clock?", "Tidemark sends no reminders."),
        ("zet een herinnering voor morgen", "Tidemark stuurt geen herinneringen."),
        ("kun je een herinnering instellen voor vrijdag?", "Tidemark stuurt geen herinneringen."),
        ("set a reminder for tomorrow to call Sam", "Noted to do: call Sam (5 May). I list it"),
        (
            "zet een herinnering voor morgen: Sam bellen",
            "Genoteerd om te doen: Sam bellen (5 mei).",
        ),
        ("remind me tomorrow to call Sam", "Noted to do: call Sam (5 May). I list it when"),
        ("I set a reminder for tomorrow.", "Noted: you set a reminder for tomorrow"),
        ("make a reminder card for the party", phrases.no_work),
        ("remind me what we decided", phrases.none_of_kind["decisions"]),
    ],
)
def test_a_reminder_is_refused_plainly_and_its_task_kept(asked: str, reply: str) -> None:
    replied = answer(asked)

    assert replied.startswith(reply)
    assert is_builtin_reply(replied)


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Set an alarm for 7 to call Sam", "Noted to do: call Sam"),
        ("Set an alarm at 7:30.", "Tidemark sends no reminders."),
        ("Set an alarm.", "Tidemark sends no reminders."),
        ("Set a reminder to call Tom.", "Noted to do: call Tom"),
        ("Add a reminder to Tidy the shed.", "Noted to do: Tidy the shed"),
        ("Zet een wekker om 7 uur.", "Tidemark stuurt geen herinneringen."),
        ("Zet de wekker voor morgen.", "Tidemark stuurt geen herinneringen."),
        ("Zet een herinnering om Tom te bellen.", "Genoteerd om te doen: Tom te bellen"),
    ],
)
def test_an_alarm_at_a_time_is_a_reminder(asked: str, reply: str) -> None:
    assert answer(asked).startswith(reply)


@pytest.mark.parametrize(
    "asked",
    [
        "add an alarm to the packing list",
        "Put a reminder to my notes.",
        "Create an alarm that wakes the whole house.",
        "Set the alarm to silent.",
        "Set the alarm in the hall.",
        "Send a reminder to Tom about the rent.",
        "Zet de wekker op stil.",
        "Zet het alarm in de gang.",
        "Maak een alarm dat het hele huis wekt.",
        "Stuur een herinnering naar Tom over de huur.",
        "Stuur een herinnering aan Tom over de huur.",
    ],
)
def test_an_alarm_or_a_reminder_for_others_is_none_for_the_person(asked: str) -> None:
    told = answer(asked)

    assert not told.startswith(("Noted to do", "Genoteerd om te doen"))
    assert "sends no reminders" not in told
    assert "stuurt geen herinneringen" not in told


@pytest.mark.parametrize(
    "asked", ["Remind me, who's the surgeon now?", "Herinner me, wie is de chirurg nu?"]
)
def test_a_question_after_remind_me_asks_for_no_reminder(asked: str) -> None:
    told = answer(asked, "The surgeon is Ms Okafor.", "Noted.")

    assert "reminders" not in told
    assert "herinneringen" not in told


def test_its_own_replies_and_the_persons_questions_are_no_evidence() -> None:
    reply = answer("Where is Ghent?", "Where is Ghent exactly?", "I cannot answer that: no Ghent.")

    assert "“" not in reply


def test_it_describes_itself() -> None:
    assert answer("who are you?", *TRIP) == phrases.self_description


def test_a_reference_that_nothing_resolves_is_owned_up_to() -> None:
    assert answer("Where was he born?", asking="never").endswith(
        "I could not tell what “he” stands for."
    )


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("We chose Greenfield as our nursery, it costs 70 a day.", "What do they cost a day?"),
        ("Op het Vondelplein telde ik 12 mussen.", "Hoeveel mussen telde ik op het Vondelplein?"),
    ],
)
def test_no_doubt_is_stated_under_a_quote_that_answers(told: str, question: str) -> None:
    reply = answer(question, told)

    assert "“" in reply
    assert "stands for" not in reply
    assert "op slaat" not in reply


def test_quotes_cannot_break_the_page() -> None:
    nasty = (
        "My cat <img src=x onerror=1> is ![x](http://e.example/x.png) and costs $5 or $6 :red[now]"
    )

    reply = answer("What did I say about my cat?", nasty)

    assert r"\<img" in reply
    assert "](" not in reply.replace(r"\](", "")
    assert r"\$5 or \$6 \:red" in reply


MARKDOWN = st.text(alphabet="ab *_`[]()<>#!$~|:&;\\\n/", max_size=120)


@given(MARKDOWN)
def test_a_quote_is_one_line_without_live_markdown(text: str) -> None:
    quote = as_quote(text)

    assert "\n" not in quote
    bare = quote.replace("\\\\", "·").replace("\\`", "")
    assert "`" not in bare
    assert "](" not in bare.replace("\\](", "")


TENTS = "Tents at the shop: Vaude 340 euros, Hilleberg 890 and Nordisk 410."
TENTEN = "Tenten in de winkel: Vaude 340 euro, Hilleberg 890 en Nordisk 410."


@pytest.mark.parametrize(
    ("question", "said", "cited"),
    [
        ("When does my flight leave?", TRIP, ["17 The flight with TAP leaves at 9:40 on 12 June."]),
        ("What did I just say?", TRIP, ["17 The flight with TAP leaves at 9:40 on 12 June."]),
        (
            "What do you know about my flight?",
            TRIP,
            ["17 The flight with TAP leaves at 9:40 on 12 June."],
        ),
        (
            "What did we decide?",
            (*TRIP, "Not Hotel Tejo, rather Casa Baixa.", "All right."),
            ["15 Let's go with Casa Baixa", "19 Let's go with Casa Baixa"],
        ),
        ("What are my todos?", TRIP, ["15 book it by Friday"]),
        ("And the second one?", (TENTS, "Saved."), ["11 Tents at the shop: […] Hilleberg 890"]),
        (
            "Wat kosten de Vaude en de Nordisk samen?",
            (TENTEN, "Bewaard."),
            ["11 Vaude 340 euro", "11 Nordisk 410"],
        ),
        ("How do I bake bread?", TRIP, []),
        ("Thanks!", TRIP, []),
    ],
)
def test_each_quote_cites_the_message_that_said_it(
    question: str, said: tuple[str, ...], cited: list[str]
) -> None:
    reply = replied(question, *said)

    assert [f"{each.of} {reply.text[each.start : each.end]}" for each in reply.citations] == cited


def test_a_remembered_item_cites_the_messages_it_rests_on() -> None:
    reply = replied("What are my todos?", *TRIP[:2], items=ITEMS)

    assert [(each.of, reply.text[each.start : each.end]) for each in reply.citations] == [
        (1, PASSPORT.text)
    ]


@given(st.text(max_size=400))
def test_pieces_joined_are_the_text(text: str) -> None:
    pieces = stream_pieces(CitedText(text))
    assert "".join(piece.text for piece in pieces) == text


def test_a_day_tells_its_year_only_where_it_is_another() -> None:
    assert day_in_words(dt.date(2026, 5, 3), NOW, phrases.months) == "3 May"
    assert day_in_words(dt.date(2024, 2, 29), NOW, phrases.months) == "29 February 2024"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm fond of my seat.", "you are fond of your seat"),
        ("We'll take ours to the US", "you will take yours to the US"),
        ("Anna likes me", "Anna likes you"),
        ("Always ask me first", "always ask you first"),
    ],
)
def test_a_first_person_statement_is_put_in_the_second_person(said: str, told: str) -> None:
    assert phrases.to_second_person(said) == told


def test_when_one_can_reach_somebody_is_no_request_for_advice() -> None:
    told = "Greta is the treasurer. She is at home in the evenings only."

    assert "evenings" in answer("When can I reach her?", told, "Noted.")


@pytest.mark.parametrize(
    ("said", "question", "reply"),
    [
        (
            "We go to Texel the weekend of 13 August. We leave on Friday.",
            "When do we leave?",
            "Earlier you said: “We leave on Friday.”",
        ),
        (
            "We gaan het weekend van 13 augustus naar Texel. We vertrekken vrijdag.",
            "Wanneer vertrekken we?",
            "Eerder zei je: “We vertrekken vrijdag.”",
        ),
    ],
)
def test_a_weekday_of_a_weekend_far_ahead_is_told_as_it_was_said(
    said: str, question: str, reply: str
) -> None:
    assert answer(question, said, "Noted.") == reply
    assert "(" not in answer(said)


def test_a_year_is_noted_as_no_day() -> None:
    statement = "My cousin Greta had the same injury last year."

    assert "1 January" not in answer(statement)


@pytest.mark.parametrize(
    ("statement", "noted"),
    [
        ("I pay it off in 2 months.", "Noted: you pay it off in 2 months ("),
        ("The surgeon did my brother's hip two years back.", "two years back (2024)."),
        ("We meet at noon from this month.", "Noted: you meet at noon from this month."),
    ],
)
def test_a_month_or_a_year_is_noted_as_no_day(statement: str, noted: str) -> None:
    reply = answer(statement)

    assert noted in reply
    assert "(1 " not in reply


def test_so_far_is_noted_whole() -> None:
    assert answer("So far we packed 14 boxes of books.").startswith("Noted: so far you packed 14")


def test_a_couple_is_turned_round() -> None:
    told = LANGUAGE_PACKS["nl"].phrases.to_second_person("Greta en ik gaan naar Epe")

    assert told == "Greta en jij gaan naar Epe"


def test_evidence_covers_speaker_day_and_neighbours() -> None:
    view = shown(
        "Which altarpiece did Anna visit in Ghent?",
        "Anna: I had a day off. I went to Ghent and saw the altarpiece.",
        "Bea: I saw nothing.",
    )

    found = evidence(view, view.question)

    assert found[0].text == "I went to Ghent and saw the altarpiece."
    assert 0.5 < found[0].share < 1


def test_statements_about_the_person_meant_are_quoted_if_no_sentence_answers() -> None:
    told = "Leo swims. My sister Freya rows. She is in Epe on Friday."

    said = answer("Where does she train?", told, "Noted.")

    assert "She is in Epe on Friday" in said
    assert "Leo" not in said
    assert said.endswith("I took “she” to mean Freya.")


@pytest.mark.parametrize(
    ("question", "said", "told"),
    [
        ("Which colour are the doors?", "Let's take blue doors and a brass lock.", "blue doors"),
        ("Wie bouwt de site?", "Milan ontwerpt, zijn collega Esra bouwt de site.", "Esra"),
        ("Waar is de cursus?", "Ik geef een draaicursus in het dorpshuis.", "dorpshuis"),
        ("How heavy is Bo?", "Our dog is called Bo. She weighs 27 kilos.", "27 kilos"),
        ("On which day is yoga?", "Yoga moved to Mondays, the hall is let on Tuesdays.", "Mondays"),
    ],
)
def test_a_question_is_answered_though_its_words_are_others(
    question: str, said: str, told: str
) -> None:
    assert told in answer(question, said, "Noted.", "Anna likes tea.", "Noted.")


@pytest.mark.parametrize(
    ("listed", "asked", "told"),
    [
        (
            "Packing list: tent, map.",
            "Add a torch to the list.",
            "Packing list:\n\n- “tent”\n- “map”\n- “a torch”",
        ),
        ("Mijn paklijst: tent, jas.", "haal de jas er maar af", "Paklijst:\n\n- “tent”"),
        (
            "Packing list: tent, map.",
            "Add 20 euros to the budget.",
            "Noted: Add 20 euros to the budget.",
        ),
    ],
)
def test_who_asks_for_a_change_of_a_list_is_shown_it(listed: str, asked: str, told: str) -> None:
    assert answer(asked, listed, "Saved.") == told


@pytest.mark.parametrize(
    ("said", "question", "begins"),
    [
        ("The house costs 420 euros, Joost paid that.", "Who paid for the house?", "Joost."),
        ("Het huisje kost 420 euro, Joost heeft dat betaald.", "Wie betaalde het huisje?", "Joost"),
        ("Het huisje kost 420 euro, dat heeft Joost betaald.", "Wie betaalde het huisje?", "Joost"),
        (
            "The house costs 420 euros. Joost paid that. Sanne paid the food.",
            "Who paid for the house?",
            "Earlier you said: “The house costs 420 euros. Joost paid that.”",
        ),
        (
            "The house costs 420 euros, Joost didn't pay that.",
            "Who paid for the house?",
            "Earlier you said:",
        ),
    ],
)
def test_who_did_something_is_told_by_the_words_after_what_they_point_to(
    said: str, question: str, begins: str
) -> None:
    assert answer(question, said, "Noted.").startswith(begins)


def test_a_question_about_the_world_is_not_read_as_one_about_the_messages() -> None:
    said = ("I run the marathon in May.", "Noted.")
    assert "May" not in answer("Who holds the world record in the marathon?", *said)


def test_a_quote_is_cut_to_the_part_that_answers() -> None:
    said = "My co-host is Farah and the sound is done by Linus."
    assert answer("Who does the sound?", said, "Noted.") == (
        "Linus.\n\nEarlier you said: “[…] the sound is done by Linus.”"
    )


def test_a_place_is_nobody() -> None:
    said = "Bij de bakker in West kosten twee taarten 70 euro."
    assert not answer("Wie bakt de taart?", said, "Genoteerd.").startswith("West")


def test_what_was_said_last_of_a_thing_that_changed_stands_alone() -> None:
    said = ("Mrs Pym - Dorothy", "Noted.", "Glenys takes over as Mrs Pym", "Noted.")
    assert "Dorothy" not in answer("Who is Mrs Pym?", *said)


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("Are you there?", "Yes, I am here"),
        ("You're getting on my nerves.", "I am sorry"),
        ("Sorry for all the questions", "No harm done"),
        ("Tell me a joke", "Without a language model I know only this one"),
        ("I feel a bit sad about it", "I am sorry to hear that"),
        ("Wie ben jij eigenlijk?", "Ik ben de ingebouwde engine"),
        ("Alles goed?", "Alles goed hier"),
    ],
)
def test_small_talk_is_answered_in_kind_with_no_quote(said: str, begins: str) -> None:
    reply = answer(said, "I'm moving to Leeds in March.", "Noted.")

    assert reply.startswith(begins)
    assert "“" not in reply
    assert is_builtin_reply(reply)


@pytest.mark.parametrize(
    ("question", "said", "begins"),
    [
        ("Who isn't coming?", ("Ann and Bo are coming.", "Sam isn't coming after all."), "Sam."),
        (
            "Wie helpt er niet?",
            ("Ruben en haar vader Wim helpen, haar zus Lotte niet want die is zwanger.",),
            "Lotte.",
        ),
        ("Does Jonno like pineapple?", ("Kat is vegan and Jonno hates pineapple.",), "No."),
        ("Is Kat vegan?", ("Kat is vegan and Jonno hates pineapple.",), "Yes."),
    ],
)
def test_what_a_statement_denies_answers_who_does_not_and_no(
    question: str, said: tuple[str, ...], begins: str
) -> None:
    assert answer(question, *(text for each in said for text in (each, "Saved."))).startswith(
        begins
    )


def test_a_question_without_its_mark_is_never_quoted_as_a_statement() -> None:
    said = (
        "tegen wie spelen we zaterdag",
        "Dat weet ik niet.",
        "we spelen in Assen",
        "Opgeslagen.",
    )

    assert "tegen wie" not in answer("tegen wie spelen we?", *said)


def test_a_task_with_a_name_and_who_that_is_stays_one_task() -> None:
    said = (
        "Remind me to order the balloons and to email Mrs Hughes, Nora's teacher, about the cards."
    )

    reply = answer("What's on my to-do list?", said, "Saved.")

    assert "“to email Mrs Hughes, Nora's teacher, about the cards”" in reply
    assert reply.count("- “") == 2


def test_a_statement_goes_on_from_the_one_before_though_questions_stand_between() -> None:
    said = [
        "Ik regel de medicijnen voor mijn moeder, ze is 84 en woont nog zelfstandig in Deventer.",
        "Opgeslagen.",
    ]
    asked = ["Hoe oud is ze?", "Opgeslagen.", "Waar woont ze?", "Opgeslagen."]
    later = ["Ze is allergisch voor penicilline en krijgt maagpijn van ibuprofen.", "Opgeslagen."]

    view = shown("Waar is ze allergisch voor?", *said, *asked, *asked, *later)
    found = candidates(view, view.question, LANGUAGE_PACKS["nl"])

    assert "moeder" in next(each.sentence.implied for each in found if each.text == later[0])


def test_a_name_after_the_noun_asked_for_answers_who_that_is() -> None:
    said = "The soloist Eleanor Marsh asks 400 and the organist, Mr Pym, 180."

    assert answer("Who is the organist?", said, "Saved.").startswith("Mr Pym.")


def test_a_heading_is_quoted_with_its_list() -> None:
    said = "Prijslijst van de winkel:\n- jonge kaas 14,50\n- belegen kaas 17 euro\n- eieren 3 euro"

    reply = answer("Wat verkopen wij in de winkel?", said, "Opgeslagen.")

    assert "Prijslijst van de winkel: jonge kaas 14,50; belegen kaas 17 euro; eieren 3" in reply


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("De kuren zijn op 3 maart, 24 maart en 14 april.", "Wanneer zijn de kuren?"),
        ("We meet on Monday, Wednesday and Friday.", "When do we meet?"),
    ],
)
def test_several_days_in_a_row_are_quoted_all(said: str, question: str) -> None:
    assert answer(question, said, "Saved.").endswith(f": “{said}”")


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("What does the church cost?", "350 pounds."),
        ("What does the organist cost us?", "Earlier you said: “Hire"),
        ("What do the church, the soloist and the organist come to together?", "930 = "),
    ],
)
def test_the_price_of_one_thing_in_a_row_is_not_that_of_all(question: str, begins: str) -> None:
    said = "Hire of the church is 350 pounds, the soloist Eleanor Marsh asks 400 and the organist, "

    assert answer(question, f"{said}Mr Pym, 180.", "Saved.").startswith(begins)


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("Sorry, I made a mistake: it is Saturday 19 June, not 12 June.", "Noted: it is Saturday"),
        ("Nee wacht, de deadline is 15 maart.", "de deadline is 15 maart."),
    ],
)
def test_what_opens_a_correction_is_not_repeated_as_noted(said: str, noted: str) -> None:
    reply = answer(said)

    assert noted in reply
    assert not {"mistake", "wacht"} & set(reply.split())


@pytest.mark.parametrize(
    ("costs", "cancelled", "question", "shown"),
    [
        (
            "The cake costs 48 euros and the balloons cost 12.50.",
            "Cancel the cake",
            "What do we spend in total?",
            "- “Cancel the cake”",
        ),
        (
            "De taart kost 48 euro en de ballonnen 12,50.",
            "Schrap de ballonnen",
            "Hoeveel kost alles samen?",
            "- “Schrap de ballonnen”",
        ),
    ],
)
def test_what_is_cancelled_is_kept_and_no_longer_added_up(
    costs: str, cancelled: str, question: str, shown: str
) -> None:
    assert answer(cancelled, costs, "Saved.") in ("Saved.", "Opgeslagen.")

    total = answer(question, costs, "Saved.", cancelled, "Saved.")
    assert shown in total
    assert " = " not in total


def test_a_list_with_a_name_is_shown_under_it_and_not_as_tasks() -> None:
    said = "boodschappen: pasta, pesto, bier"

    shown = answer("laat de boodschappenlijst nog eens zien", said, "Opgeslagen.")
    assert shown.splitlines() == ["Boodschappen:", "", "- “pasta”", "- “pesto”", "- “bier”"]


def test_what_was_never_told_cannot_be_cancelled_here() -> None:
    said = "The cake costs 48 euros."

    assert answer("Cancel the gym", said, "Saved.").startswith("I cannot do that myself")
    assert answer("Please delete what I said about the cake.", said).startswith("I cannot")


MOTHER = "Mijn moeder (83) komt morgen uit het ziekenhuis."
GROCERIES = "boodschappen: ik heb 82,40 betaald, joost 35 euro en Noor 21,60"
PLUMBERS = "Wim en Henk zijn allebei loodgieter, Wim kost 55 per uur en Henk 48"
TEXEL = "met vrienden naar Texel, van vrijdag 5 tot maandag 8 juni"
RENT = "De oude huur was 1075 euro."


@pytest.mark.parametrize(
    ("question", "said", "reply"),
    [
        ("hoe oud is ma", (MOTHER, "Noted.", RENT, "Noted."), "83"),
        ("hoe oud is mam?", (MOTHER, "Noted.", RENT, "Noted."), "83"),
        ("hoe oud is ma", (RENT, "Noted."), dutch.no_model),
        ("how old is mum", ("The old rent was 1075 euros.", "Noted."), phrases.no_model),
        (
            "how old is mom?",
            ("My mother (83) comes home tomorrow.", "Noted.", "The old rent was 1075.", "Noted."),
            "83",
        ),
        ("how old is my father", ("Dad is 85 years old.", "Noted."), "85 years."),
        ("how old will Grandad be?", ("Grandad turns 88 in May.", "Noted."), "88"),
        (
            "hoe oud wordt ie",
            ("opa wordt in dat weekend 88 dus er moet taart komen", "Noted."),
            "Ik weet het niet zeker",
        ),
        (
            "Who drives the car?",
            (
                "Anna drives the car on Monday.",
                "Noted.",
                "Oh no, Bas drives the tractor.",
                "Noted.",
            ),
            "Anna.",
        ),
        (
            "Hoeveel gasten?",
            ("Gasten: Anna, Ben, Carla.", "Noted.", "Carla zegt het af.", "Noted."),
            "2: Anna, Ben.",
        ),
        (
            "How many guests?",
            ("Guests: Ann, Ben, Cas.", "Noted.", "Ben cancelled his reservation.", "Noted."),
            "2: Ann, Cas.",
        ),
        (
            "How much have I got so far?",
            ("Emma sent me 30 pictures. Ben sent me 20 messages.", "Noted."),
            "I looked for “far”",
        ),
        (
            "wie komt er zaterdag?",
            ("Mijn broer Piet komt vrijdag, en mijn zus Els zaterdag.", "Noted."),
            "Els.",
        ),
        (
            "wie regelt de muziek?",
            ("Samira regelt de catering, Dirk de muziek.", "Noted."),
            "Eerder zei je: “[…] Dirk de muziek.”",
        ),
        (
            "wie gaat mee naar de cardioloog",
            ("cardioloog dr. De Boer op 10 december 14:15, Linda gaat mee", "Noted."),
            "Linda.",
        ),
        ("hoeveel nachten blijven we?", (GROCERIES, "Noted."), "Ik weet het niet zeker"),
        ("wat moet er nog", (GROCERIES, "Noted."), "Ik heb niets genoteerd om te doen."),
        ("wie heeft t meest betaald", (GROCERIES, "Noted."), "Je hebt 82,40 betaald."),
        (
            "hoeveel is er aan boodschappen uitgegeven?",
            (GROCERIES, "Noted."),
            "Dit heb je me verteld:",
        ),
        (
            "who paid the most",
            ("groceries: I paid 82.40, Joost 35 euros and Noor 21.60", "Noted."),
            "You paid 82.40.",
        ),
        (
            "hoeveel moet ik Wim nog betalen?",
            (PLUMBERS, "Noted.", "Ik heb Wim 200 euro aanbetaald.", "Noted."),
            "Dit heb je me verteld:\n\n- “Wim en Henk zijn allebei loodgieter",
        ),
        (
            "wanneer komt Joost?",
            (TEXEL, "Noted.", "Joost kan pas zaterdag komen", "Noted."),
            "Eerder zei je: “Joost kan pas zaterdag komen”",
        ),
        (
            "when does Joost come?",
            (
                "We go to Texel from Friday 5 to Monday 8 June.",
                "Noted.",
                "Joost can only come on Saturday.",
                "Noted.",
            ),
            "Earlier you said: “Joost can only come on Saturday.”",
        ),
        ("Noor komt zaterdag", (TEXEL, "Noted."), "Genoteerd: Noor komt zaterdag."),
        (
            "feestje toch niet zondag maar zaterdag",
            ("feestje is zondag", "Noted."),
            "Genoteerd: feestje toch niet zondag maar zaterdag (",
        ),
        (
            "the party is not on Sunday but Saturday",
            ("the party is on Sunday", "Noted."),
            "Noted: the party is not on Sunday but Saturday (",
        ),
        (
            "welke adreswijzigingen moet ik nog doen",
            (
                "ik moet nog adreswijziging doen bij de gemeente, de bank en de verzekering",
                "Noted.",
                "bank is gedaan",
                "Noted.",
            ),
            "Te doen:\n\n- “adreswijziging doen bij de gemeente”\n- “de verzekering”",
        ),
        ("bedankt schat", (), "Graag gedaan."),
        (
            "wat staat er nog open voor mij?",
            (
                "Te doen: vloer leggen, muur verven.",
                "Noted.",
                "haal de muur van de lijst",
                "Noted.",
                "haal de vloer van de lijst",
                "Noted.",
            ),
            dutch.all_done,
        ),
        (
            "who is the cardiologist?",
            ("cardiologist Dr. De Boer on 10 December at 14:15, Linda comes along", "Noted."),
            "Dr. De Boer.",
        ),
    ],
)
def test_an_answer_has_the_kind_and_the_subject_asked_for(
    question: str, said: tuple[str, ...], reply: str
) -> None:
    assert answer(question, *said).startswith(reply)
