"""The ledger: the subjects of amounts, their replacements, and numbers that are no money."""

import pytest

from tidemark.memory.ledger import Ledger, SaidAmounts, ledger_of
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import quotable_sentences


def ledger(*messages: str) -> Ledger:
    """Return the ledger of the statements in ``messages``."""
    said = [
        SaidAmounts(part, (number,), number)
        for number, text in enumerate(messages, 1)
        for part in quotable_sentences(text)
    ]
    return ledger_of(said, language_pack_for(messages[0]))


def costs(*messages: str) -> list[str]:
    """Return what counts as a cost, as it is reckoned with."""
    return [each.shown for each in ledger(*messages).entries if each.counts]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("A ladder for 85, and four chairs at 30 each.",), ["85", "four × 30"]),
        (("Second-hand boat from a man in Hull: 1,900.",), ["1,900"]),
        (("Verzekering 210. Een jaar stalling kost 340.",), ["210", "340"]),
        (("The oven is 900.", "Got him down, the oven is 820 now."), ["820"]),
        (("Nieuwe vloer 1.200", "de vloer valt tegen, 1.350 euro"), ["1.350"]),
        (("The van is 300", "the van went up. 340 now"), ["340"]),
        (("Roof quotes: Abbott 4,100, Lunt 3,800",), []),
        (("Roof quotes: Abbott 4,100, Lunt 3,800", "We'll take Lunt"), ["3,800"]),
        (("De offertes zijn: Bakker 400 en Smit 380", "We nemen Bakker"), ["400"]),
        (("Costs: paint 60, brushes 25", "the brushes aren't needed after all"), ["60"]),
        (("kosten: lijst 140, papier 35", "de lijst hoeft niet"), ["35"]),
        (("My aunt is 81 and lives at Canal Street 40.",), []),
        (("We're open from 10 to 4. The door code is 4471.",), []),
        (("Ma wordt 80 en ligt op kamer 12.",), []),
        (("Menu: soup, stew and pie. 7 euros a bowl, the stew 9.",), []),
        (("A permit costs 120 a year, the phone 25 a month.",), ["120"]),
        (("The boat is 340, no wait, 360.",), ["360"]),
        (("The boat is 340, no wait, 360 is the van.",), ["340"]),
        (("De boot kost 340, nee wacht 360",), ["360"]),
    ],
)
def test_costs_are_what_was_agreed_on_as_it_holds_now(
    said: tuple[str, ...], expected: list[str]
) -> None:
    assert costs(*said) == expected


@pytest.mark.parametrize(
    ("said", "role", "value"),
    [
        ("Starting capital: 6,000 euros.", "fund", 6000),
        ("Verhuisbudget is 4.000 euro.", "fund", 4000),
        ("Er is 250 euro voor het feest.", "fund", 250),
        ("We've saved 1,450 so far.", "income", 1450),
        ("Ann and Bob each gave me 60 towards it.", "income", 120),
        ("Our goal is 3,000 by August.", "goal", 3000),
        ("He wants 50 a month for it.", "price", 50),
    ],
)
def test_an_amount_is_set_aside_came_in_or_is_only_wished_for(
    said: str, role: str, value: float
) -> None:
    assert [(each.role, each.value) for each in ledger(said).entries] == [(role, value)]


def test_it_is_known_how_many_people_there_are() -> None:
    book = ledger("So that's five of us.", "Leila can't come after all.")
    assert book.people
    assert book.people.value == 4


def test_a_budget_of_hours_is_used_up_by_hours() -> None:
    book = ledger("budget 180 uur", "uren tot nu: Yusuf 22, Sofie 16, ik 19")
    assert [each.value for each in book.counted("uur")] == [22, 16, 19]
