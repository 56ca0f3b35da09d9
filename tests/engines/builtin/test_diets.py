"""What people may not eat: all of it where it is asked for, and first where one of them is."""

import pytest

from tests.engines.builtin.test_answering import answer

TOLD = (
    "Priya is vegetarian, and Tom is allergic to shellfish.",
    "Tom brings the bbq.",
    "Noor is lactose intolerant.",
    "Lotte doesn't eat pork.",
)
VERTELD = (
    "Piet is allergisch voor noten.",
    "Piet brengt de barbecue.",
    "Kees is lactose-intolerant.",
    "Joris eet geen varken.",
)


@pytest.mark.parametrize(
    ("told", "question", "shown"),
    [
        (TOLD, "Who has an allergy?", (0, 2)),
        (TOLD, "Who can't eat what?", (0, 2, 3)),
        (TOLD, "Can Tom eat shrimp?", (0,)),
        (TOLD, "Can Noor have cheese?", (2,)),
        (TOLD, "What can't Lotte eat?", (3,)),
        (("Dad can't have gluten.", "Dad has a car."), "what can dad not have?", (0,)),
        (VERTELD, "Wie heeft er een allergie?", (0, 2)),
        (VERTELD, "Wie mag wat niet eten?", (0, 2, 3)),
        (VERTELD, "Mag Piet pindakaas eten?", (0,)),
        (VERTELD, "Wat eet Joris niet?", (3,)),
        (("Oma mag geen zout.", "Oma heeft een auto."), "Wat mag oma niet?", (0,)),
    ],
)
def test_each_diet_that_is_asked_for_is_told_and_nothing_else(
    told: tuple[str, ...], question: str, shown: tuple[int, ...]
) -> None:
    reply = answer(question, *[text for each in told for text in (each, "Saved.")])

    assert [at for at, each in enumerate(told) if each in reply] == list(shown)
