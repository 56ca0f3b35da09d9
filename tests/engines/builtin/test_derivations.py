"""Amounts worked out by their units, and totals that are not certain, in both languages."""

import pytest

from tests.engines.builtin.test_counting_answers import answered

CAMP = ("24 kinderen en 6 begeleiders op kamp.", "Het eten kost 8,50 per persoon per dag.")
FOOD = ("24 children and 6 leaders at camp.", "Food costs 8.50 per person per day.")
OFFERS = "Insurance quotes: PetSafe 28 a month, Waggle 23, Furrow 31."
VERZEKERING = "Offertes voor de verzekering: PetSafe 28 per maand, Waggle 23, Furrow 31."


@pytest.mark.parametrize(
    ("question", "said", "begins"),
    [
        ("How much is that a month?", ("The phone was 720, I pay it off in 12 months.",),
         "60 = 720 / 12"),
        ("Hoeveel is dat per les?", ("De cursus is 6 lessen, 72 in totaal.",), "12 = 72 / 6"),
        ("What does one bag of compost come to?", ("Compost: 38 for 10 bags.",), "3.80 = 38 / 10"),
        ("How many km is the run in all?", ("The route is 3 laps of 2.4 km.",), "7.20 = 3 × 2.4"),
        ("Hoeveel kilometer is het samen?", ("Het zijn 3 rondes van 2,4 km.",), "7,20 = 3 × 2,4"),
        ("What does that bring in?", ("40 guests come and they pay 4 pounds.",), "160 = 40 × 4"),
        ("Hoeveel levert dat op?", ("Er komen 40 gasten, ze betalen 4 euro.",), "160 = 40 × 4"),
        ("How much would Waggle be for a whole year?", (OFFERS,), "276 = 12 × 23"),
        ("Hoeveel is Waggle per jaar?", (VERZEKERING,), "276 = 12 × 23"),
        ("What does the food cost a day?", FOOD, "255 = (24 + 6) × 8.50"),
        ("Wat kost het eten per dag?", CAMP, "255 = (24 + 6) × 8,50"),
        ("Wat kost het eten voor drie dagen?", CAMP, "765 = 3 × ((24 + 6) × 8,50)"),
        ("Hoeveel gehakt voor 12 personen?", ("500 gram gehakt voor 4 personen.",),
         "1.500 = 12 / 4 × 500"),
        ("How much flour for 12 people?", ("300 grams of flour for 4 people.",), "900 = 12 / 4"),
        ("Hoeveel wordt het voor alle daggasten?",
         ("We nodigen 60 daggasten uit.", "Catering is 48 euro per daggast."), "2.880 = 60 × 48"),
        ("So what do I earn?",
         ("Worked three nights, 9 hours each, plus a 6 hour shift.", "Pay is 21.50 an hour."),
         "709.50 = (3 × 9 + 6) × 21.50"),
    ],
)  # fmt: skip
def test_amounts_are_put_together_to_the_unit_asked_for(
    question: str, said: tuple[str, ...], begins: str
) -> None:
    assert answered(question, *said).startswith(begins)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did the taxi cost?", ("Dinner was 45 and the drinks 20.",)),
        ("Wat kostte de taxi?", ("Het eten was 45 en de drankjes 20.",)),
        ("What's my budget?", ("Costs: rail pass 346, hostels 780.",)),
        ("How much does the blue tent cost a day?", ("The red tent is 20 a day for 3 days.",)),
    ],
)
def test_what_was_not_told_is_not_worked_out(question: str, said: tuple[str, ...]) -> None:
    assert " = " not in answered(question, *said)


def test_a_rest_that_passes_over_an_amount_has_no_figure() -> None:
    said = (
        "I've spent 64 pounds on taxis so far, 25 pounds on a grabber and 19.50 on slippers.",
        "The physio says six sessions, and she's 42 pounds a go.",
        "Femi does it for 35 pounds, so I'll take that instead.",
        "The staff fund at work chips in 120 pounds towards the physio.",
    )
    found = answered("How much of the physio is left for me to pay?", *said)
    assert "120" in found
    assert " = " not in found
