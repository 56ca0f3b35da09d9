"""Cloze questions: a name or number of a sentence, asked for in the words around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.services.cloze import Gap, gap


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        ("We fly to Lisbon with Ana's family.", None, None),
        (
            "The night train leaves at 21:40 from platform nine.",
            "The night train leaves at what time from platform nine?",
            "21:40",
        ),
        ("Our house was built in 1931.", "Our house was built in what year?", "1931"),
        (
            "The rent of the flat is 1,250.50 euros a month.",
            "The rent of the flat is how many euros a month?",
            "1,250.50",
        ),
        (
            "Caroline: I adopted a dog called Bailey.",
            "I adopted a dog called who or what?",
            "Bailey",
        ),
        ("Het hotel kost 240 euro per nacht.", "Het hotel kost hoeveel euro per nacht?", "240"),
        ("Onze trein vertrekt om 10:30 uur.", "Onze trein vertrekt om hoe laat uur?", "10:30"),
        ("Mijn zus woont sinds vorig jaar in Gent.", None, "Gent"),
        ("The tiles cost 2083 euros.", "The tiles cost how many euros?", "2083"),
        ("De tegels kosten 1998 euro.", "De tegels kosten hoeveel euro?", "1998"),
        (
            "The painter can start on 14 January.",
            "The painter can start on what date?",
            "14 January",
        ),
        (
            "De schilder begint op 12 juni met de keuken.",
            "De schilder begint op welke datum met de keuken?",
            "12 juni",
        ),
        ("Ons huis is gebouwd in 1931.", "Ons huis is gebouwd in welk jaar?", "1931"),
    ],
)
def test_a_name_or_a_number_is_asked_for(
    said: str, question: str | None, answer: str | None
) -> None:
    asked = gap(said)
    assert asked is not None
    assert question in (None, asked.question)
    assert answer in (None, asked.answer)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Thanks a lot, Caroline!",
        "Sounds great, we are looking forward to the museum.",
        "Where is the hotel in Lisbon?",
        "Waar is het hotel in Gent?",
        "It is 9.",
        "We'll go with aunt Ruth's lemon cake for dessert.",
        "We agreed on what Ruth herself can and cannot do.",
        "We nemen de citroentaart van tante Ruth zelf mee.",
        "We nemen oma Anna’s citroentaart mee als toetje.",
        "```\nx = 12 + 30\n```",
        "The painter can start in January.",
        "De schilder kan in januari beginnen.",
    ],
)
def test_what_tells_no_name_and_no_number_is_not_asked_for(said: str) -> None:
    assert gap(said) is None


def test_nobody_is_asked_in_a_whole_long_sentence() -> None:
    before, after = "alpha beta gamma " * 9, " delta omega sigma" * 9
    assert gap(f"We {before}went to Lisbon{after}.") == Gap(
        "Gamma alpha beta gamma went to who or what delta omega sigma delta omega sigma?", "Lisbon"
    )


@given(st.text(max_size=300), st.integers(0, 3))
def test_the_answer_stands_in_what_was_said_and_not_in_the_question(said: str, seed: int) -> None:
    asked = gap(said, seed=seed)
    assert asked == gap(said, seed=seed)
    if asked is not None:
        assert asked.answer in said
        assert asked.question.endswith("?")
