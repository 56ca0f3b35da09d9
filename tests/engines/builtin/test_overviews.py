"""Overviews of a chat, and of one matter of it."""

import pytest

from tests.engine_fixtures import NOW, view
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.builtin.own_replies import is_builtin_reply
from tidemark.runtime.events import Stop

ENGINE = BuiltinEngine()
BOAT = (
    "We bought a boat for 9,000 euros.",
    "My brother Wim is allergic to shrimps.",
    "We decided to paint the boat red.",
    "I need to call the harbour.",
    "Not red, rather blue.",
    "Thanks a lot!",
)


def replied(question: str, *said: str) -> str:
    shown = view(question, *[text for each in said for text in (each, "Saved.")])
    understood = ENGINE.understand(shown, now=NOW, asking="never", stop=Stop()).value
    return "".join(piece.text for piece in ENGINE.answer(shown, understood, now=NOW, stop=Stop()))


@pytest.mark.parametrize("question", ["Summarise our plans", "Give me an overview of the boat"])
def test_a_summary_has_every_statement_in_its_current_form(question: str) -> None:
    reply = replied(question, *BOAT)

    for said in ("paint the boat blue", "9,000 euros", "allergic to shrimps", "call the harbour"):
        assert said in reply
    assert "red" not in reply
    assert "Thanks" not in reply


def test_a_sentence_is_not_listed_beside_the_parts_it_was_noted_as() -> None:
    whole = "My nephew Emil is allergic to nuts, and I do not eat meat."
    reply = replied("What do you know about me?", whole, "I live in Leeds and I do not eat fish.")

    assert whole not in reply
    assert "I live in Leeds and I do not eat fish." in reply  # where is in no part
    assert "“My nephew Emil is allergic to nuts”" in reply


def test_a_question_about_a_person_lists_facts_about_that_person_only() -> None:
    reply = replied("What do you know about Wim?", *BOAT)

    assert "allergic to shrimps" in reply
    assert "boat" not in reply


def test_a_summary_of_something_else_needs_a_model() -> None:
    assert "language model" in replied("Summarise the French Revolution", *BOAT)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How much did the boat cost?", "9,000 euros.\n\n"),
        ("Who is allergic to shrimps?", "Wim.\n\n"),
        ("When does the ferry leave?", "8 May, 9:15.\n\n"),
        ("At what time does the ferry leave?", "9:15.\n\n"),
        ("Wat kost de nieuwe mast?", "1.250 euro.\n\n"),
        ("When is the regatta?", "14 March.\n\n"),  # no year was said
    ],
)
def test_the_answer_goes_before_the_quote(question: str, begins: str) -> None:
    talk = (
        *BOAT,
        "The ferry leaves on Friday at 9:15.",
        "De nieuwe mast kost 1.250 euro.",
        "The regatta is on 14 March.",
    )

    reply = replied(question, *talk)

    assert reply.startswith(begins)
    assert is_builtin_reply(reply)


@pytest.mark.parametrize(
    ("said", "question", "begins"),
    [
        ("Let us move the weekend to 26 to 28 June.", "When is the weekend?", "26 to 28 June.\n"),
        ("The course runs from 3 May to 7 May.", "When is the course?", "3 May to 7 May.\n"),
        ("The fair is on 3 and 4 May.", "When is the fair?", "3 and 4 May.\n"),
        ("The show is June 12-14 in Hove.", "When is the show?", "June 12-14.\n"),
        ("De cursus is van 3 t/m 7 mei.", "Wanneer is de cursus?", "3 t/m 7 mei.\n"),
        ("De cursus is van 3 tot 7 mei.", "Tot wanneer is de cursus?", "7 mei.\n"),
        ("On 3 May 12 people come to the fair.", "When is the fair?", "3 May.\n"),
    ],
)
def test_days_in_a_row_are_answered_whole(said: str, question: str, begins: str) -> None:
    assert replied(question, said).startswith(begins)


def test_of_two_answers_none_goes_first() -> None:
    reply = replied("Who sails on Sunday?", "Ann and Bo sail on Sunday.")

    assert reply == "Earlier you said: “Ann and Bo sail on Sunday.”"


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Is Wim allergic to shrimps?", "Yes.\n\n"),
        ("Is Wim a vegetarian?", ""),
        ("Did we paint the boat blue?", ""),  # it was decided, not done
        ("Does Mia eat meat?", "No.\n\n"),
        ("Does Mia eat fish?", ""),
        ("Is de mast nieuw?", "Ja.\n\n"),
    ],
)
def test_yes_and_no_need_a_statement_of_just_that(question: str, begins: str) -> None:
    talk = (
        *BOAT,
        "Mia might eat fish.",
        "Mia does not eat meat.",
        "De mast is nieuw.",
    )

    reply = replied(question, *talk)

    assert reply.startswith(begins or ("Earlier", "I ", "Here", "You"))


def test_the_last_message_is_quoted_and_the_last_answer_repeated() -> None:
    assert replied("What did I just say?", *BOAT) == "Earlier you said: “Thanks a lot!”"
    assert replied("Wat zei ik net?", "Ik woon in Gent.") == "Eerder zei je: “Ik woon in Gent.”"
    assert replied("Can you repeat that?", "I live in Ghent.") == "Saved."


@pytest.mark.parametrize(
    ("said", "asked", "then"),
    [
        ("I plan a trip in May. My budget is 900 euros.", "What is my budget?", "When do I go?"),
        ("Ik ga in mei op reis. Mijn budget is 900 euro.", "Wat is mijn budget?", "Wanneer ga ik?"),
    ],
)
def test_a_question_about_oneself_is_not_read_after_the_one_before(
    said: str, asked: str, then: str
) -> None:
    assert not replied(then, said, asked).startswith("900")


def test_the_way_to_a_place_is_asked_without_a_word_to_look_for() -> None:
    said = "Ik plan in mei een reis naar Lissabon. Mijn budget is 900 euro."

    assert "Lissabon" in replied("Waar ga ik heen?", said)
    assert "Lissabon" in replied("Waar ga ik naartoe?", said)


def test_of_two_statements_that_say_as_much_the_last_one_holds() -> None:
    reply = replied("When is the regatta?", "The regatta is on 3 May.", "The regatta is on 10 May!")

    assert reply.startswith("10 May.")
    assert "3 May" not in reply


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("When is the launch?", "Earlier you said"),  # a week is no day
        ("Why was the trip moved?", "Earlier you said: “The trip was moved because"),
        ("Why was Rome moved?", "I cannot answer that"),
    ],
)
def test_a_day_or_reason_is_given_only_if_it_is_certain(question: str, first: str) -> None:
    talk = ("The launch is in the last week of March.", "The trip was moved because Wim is ill.")

    assert replied(question, *talk).startswith(first)
