"""Messages are found by questions in other words, and only answers are quoted first."""

import pytest

from tests.engines.builtin.test_answering import answer
from tidemark.engines.builtin.word_kin import is_derived
from tidemark.nlp.english.pack import ENGLISH

EN = (
    "Our cellist is called Ottilie; Berend sings the solo.",
    "My nephew Jasper is allergic to mustard.",
    "The velvet sofa is 640, the linen one 510.",
    "For the hall I'm torn between slate and terracotta.",
    "Decided: terracotta it is.",
    "The rewiring is done by Volt & Sons, Ruby does the plastering.",
)
NL = (
    "Onze cellist heet Otto; Berend zingt de solo.",
    "Mijn neef Jasper is allergisch voor mosterd.",
    "De fluwelen bank is 640 euro, de linnen 510.",
    "Voor de gang twijfel ik tussen leisteen en terracotta.",
    "Besloten: het wordt terracotta.",
    "Tante Corrie haalt ons op bij de halte.",
)
KEY = ("I gave the garage key to Femi.", "He gave it to Anna.")
SLEUTEL = ("Ik heb de reservesleutel aan Gerda gegeven.", "Zij heeft hem aan Koos gegeven.")
NURSE = ("The nurse is called Ms Petrosyan.",)


@pytest.mark.parametrize(
    ("question", "said", "first"),
    [
        ("Who plays the cello?", EN, "Ottilie."),
        ("Who has the key now?", KEY, "Anna."),
        ("Where is the key?", (*KEY, "Anna put it back in the drawer."), "in the drawer"),
        ("Wie gaan er mee?", ("Mee gaan Bart, Loes en mijn broer.",), "Bart, Loes en mijn broer"),
        ("What's second now?", ("To pack: tent, torch, tea.", "remove the torch"), "Tea."),
        ("Wie heeft de sleutel nu?", SLEUTEL, "Koos."),
        ("When is she coming?", (*NURSE, "She's coming on 2 June."), "2 June."),
        ("Hoe heten mijn zussen?", ("Mijn zussen heten Roos, Fien en Bo.",), "Roos, Fien en Bo"),
        ("Wanneer moet ik bloed prikken?", ("Ik moet op 3 juni bloed prikken.",), "3 juni."),
        ("What do I have to do?", ("Don't forget: bins out, feed the cat",), "To do:"),
        ("Wat moet ik nog doen?", ("Vergeet niet dat ik oma moet bellen",), "Te doen:"),
        ("What is my nephew allergic to?", EN, "mustard"),
        ("What does Jasper have an allergy to?", EN, "mustard"),
        ("How much does the linen sofa cost?", EN, "510."),
        ("Which one did we take for the hall?", EN, "terracotta it is"),
        ("Wie speelt er cello?", NL, "Otto"),
        ("Waar is mijn neef allergisch voor?", NL, "mosterd"),
        ("Hoeveel kost de linnen bank?", NL, "510."),
        ("Wat hebben we gekozen voor de gang?", NL, "het wordt terracotta"),
        ("Wie komt ons ophalen?", NL, "Tante Corrie"),
    ],
)
def test_a_question_in_other_words_is_answered(
    question: str, said: tuple[str, ...], first: str
) -> None:
    talk = [text for each in said for text in (each, "Saved.")]
    head = answer(question, *talk).removeprefix("Earlier you said: “")
    assert first in head[:60], head


@pytest.mark.parametrize(
    ("question", "said", "first"),
    [
        ("Hoe laat moeten we eruit?", "Uitchecken voor 10.30.", "10.30.\n\nEerder zei je"),
        ("Hoe laat moeten we het huisje uit?", "De check-out is om 11 uur.", "11 uur."),
        ("When do we have to be out?", "Checkout is before 10:30.", "Earlier you said: “Checkout"),
        (
            "When do we have to be out?",
            "Check-out is before 10:30.",
            "Earlier you said: “Check-out",
        ),
        (
            "What time must we leave the cottage?",
            "Checkout is at 11:00.",
            "Earlier you said: “Checkout",
        ),
        (
            "Hoe laat kunnen we erin?",
            "De check-out is om 11 uur, inchecken kan om 15 uur.",
            "15 uur",
        ),
        ("Hoe laat moeten we eruit?", "We vertrekken om 9 uur.", "Ik weet het niet zeker"),
        ("Hoe laat moeten we eruit?", "We moeten om 7 uur op.", "Ik weet het niet zeker"),
    ],
)
def test_guests_ask_for_check_out_and_check_in_in_everyday_words(
    question: str, said: str, first: str
) -> None:
    assert answer(question, said, "Noted.").startswith(first)


HOUSE = ("We leave the house at 6:30 for the airport.", "The hotel check-out is at 11:00.")
HUIS = ("We vertrekken om 6:30 naar het vliegveld.", "Uitchecken in het hotel is om 11:00.")
MUSEUM = ("The museum lets us in at 10:15.", "Check-in at the hotel is from 15:00.")
MUSEUM_NL = ("Het museum laat ons om 10:15 naar binnen.", "Inchecken in het hotel kan vanaf 15:00.")


@pytest.mark.parametrize(
    ("question", "said", "time", "other"),
    [
        ("When do we have to leave the house?", HOUSE, "6:30", "11:00"),
        ("Hoe laat moeten we het huis uit?", HUIS, "6:30", "11:00"),
        ("When do we have to be out?", HOUSE, "6:30", "11:00"),
        ("Hoe laat moeten we eruit?", HUIS, "6:30", "11:00"),
        ("What time can we get in?", MUSEUM, "10:15", "15:00"),
        ("What time can we get in?", tuple(reversed(MUSEUM)), "10:15", "15:00"),
        ("Hoe laat kunnen we naar binnen?", MUSEUM_NL, "10:15", "15:00"),
        ("Hoe laat kunnen we erin?", MUSEUM_NL, "10:15", "15:00"),
    ],
)
def test_a_check_out_is_no_answer_alone_if_another_time_may_be_meant(
    question: str, said: tuple[str, ...], time: str, other: str
) -> None:
    reply = answer(question, *(text for each in said for text in (each, "Noted.")))
    assert time in reply or other not in reply, reply


def test_a_time_of_something_else_does_not_hide_the_check_out() -> None:
    said = ("Uitchecken is om 11:00.", "Genoteerd.", "We eten om 19:00.", "Genoteerd.")
    assert "11:00" in answer("Hoe laat moeten we eruit?", *said)[:60]
    said = ("Inchecken kan vanaf 15:00.", "Genoteerd.", "We eten om 19:00.", "Genoteerd.")
    assert "15:00" in answer("Hoe laat kunnen we erin?", *said)[:60]


def test_words_with_one_root_are_kin_by_their_endings() -> None:
    alike = [("piano", "pianist"), ("electr", "electrician"), ("drum", "drummer")]
    other = [("plan", "planet"), ("port", "portrait"), ("car", "care")]
    assert all(is_derived(one, two, ENGLISH) for one, two in alike)
    assert not any(is_derived(one, two, ENGLISH) for one, two in other)


@pytest.mark.parametrize("question", ["Who invented the cello?", "Wie won de Tour van 1998?"])
def test_a_question_about_the_world_is_not_answered_by_a_name_that_was_said(question: str) -> None:
    assert "Saved" not in (reply := answer(question, "My dog is called Rex.", "Saved."))
    assert "Rex" not in reply
