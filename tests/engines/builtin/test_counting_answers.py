"""Answers about what was listed and about amounts, in both languages."""

import pytest

from tests.engine_fixtures import view
from tidemark.engines.builtin.counting_answers import ListQuestion, list_answer
from tidemark.engines.builtin.listings import listings
from tidemark.engines.builtin.view_statements import statements_now
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.pack_selection import language_pack_for_view
from tidemark.prompt.citations import read_marks

TENTS = "Tents at the shop: Vaude 340 euros, Hilleberg 890 and Nordisk 410."
TENTEN = "Dit zijn de tenten in de winkel: Vaude 340 euro, Hilleberg 1.890 en Nordisk 410."
CREW = "Crew:\nAnna - skipper\nBo - cook\nCas - cook\nDirk - navigator"
POT = "We have 5,000 in the pot for the trip."
TICKETS = "The tickets are 45 euros each and 12 people want one."


def answered(question: str, *said: str) -> str:
    """Return the answer after what was ``said``, or nothing."""
    talk = [text for each in said for text in (each, "Saved.")]
    shown = view(question, *talk)
    pack = language_pack_for_view(shown)
    return read_marks(list_answer(ListQuestion(question, statements_now(shown), pack)) or "").text


@pytest.mark.parametrize(
    ("question", "said", "begins"),
    [
        ("And the second one?", (TENTS,), "Hilleberg 890."),
        ("En de laatste?", (TENTEN,), "Nordisk 410."),
        ("Which tent is the cheapest?", (TENTS, CREW), "Vaude 340 euros."),
        ("Welke tent is het duurst?", (TENTEN,), "Hilleberg 1.890."),
        ("How many are in the crew?", (CREW, TENTS), "4: Anna - skipper"),
        ("Which tents are there besides, what else?", (TENTS,), "Tents at the shop:"),
        ("What do the Vaude and the Nordisk come to together?", (TENTS,), "750 = 340 + 410"),
        ("Wat kosten de tenten in totaal?", (TENTEN,), "2.640 = 340 + 1.890 + 410"),
        ("What is the difference between the cheapest and the dearest?", (TENTS,), "550 = 890"),
        ("How much of the pot is left after the Nordisk?", (POT, TENTS), "4,590 = 5,000 - 410"),
        ("What do the tickets cost in total?", (TICKETS,), "540 = 12 × 45"),
    ],
)  # fmt: skip
def test_a_question_about_a_list_is_answered_from_it(
    question: str, said: tuple[str, ...], begins: str
) -> None:
    assert answered(question, *said).startswith(begins)


def test_an_option_that_was_chosen_is_what_is_spent() -> None:
    chosen = answered("How much of the pot is left after the tents?", POT, TENTS, "Take Hilleberg.")

    assert chosen.startswith("4,110 = 5,000 - 890")
    assert answered("How much of the pot is left after the tents?", POT, TENTS) == ""


def test_what_was_chosen_of_a_list_and_all_of_it_are_read_off() -> None:
    chosen = answered("Which tent did we choose?", TENTS, "Let's take the Nordisk.")

    assert chosen.startswith("Nordisk 410.")
    assert answered("Who is in the crew?", CREW).count("\n- ") == 4


def test_a_corrected_amount_counts_as_it_is_now() -> None:
    reply = answered("Which tent is the cheapest?", TENTS, "No, the Nordisk is 310, not 410.")

    assert reply.startswith("Nordisk 310.")


@pytest.mark.parametrize(
    "question", ["Who is the skipper?", "How many tents are in the world?", "What is left of Rome?"]
)
def test_what_is_about_no_list_has_no_answer_here(question: str) -> None:
    assert answered(question, CREW) == ""


def test_days_times_and_numbers_of_things_are_no_amounts() -> None:
    said = statements_now(view("?", "Trains: 3 May at 9:40, 0042 on track 7 and 4 June at 8:15."))

    (found,) = listings(said, ENGLISH)

    assert [entry.amount.text if entry.amount else "" for entry in found.entries] == ["", "7"]


def test_one_thing_of_a_list_is_no_sum() -> None:
    said = "Microphones cost 620, hosting 180 and travel 1,450."
    assert answered("How much did the travel come to?", said) == ""
    rooms = "There are three rooms: Oak (8 beds), Elm (7), Ash (6)."
    assert answered("How many beds is that in total?", rooms).startswith("21 = 8 + 7 + 6")


def test_what_a_grant_leaves_is_read_off() -> None:
    said = ("We got a grant of 4,000 dollars.", "Microphones cost 620 and travel 1,450.")
    assert answered("How much of the grant does that leave?", *said).startswith("1,930 = 4,000")
