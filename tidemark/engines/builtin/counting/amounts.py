"""Numbers of a question, and amounts written out, added and subtracted."""

import re
from collections.abc import Iterable, Sequence

from tidemark.engines.builtin.listings import Amount, ListEntry, amounts_in
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import LedgerEntry
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.prompt.citations import cited

CENTS = re.compile(r"[.,]\d\d$")  # at the end of a price
FEWEST_TERMS = 2  # of a sum


def bullet(entry: ListEntry | LedgerEntry | ViewStatement) -> str:
    """Return an entry or a statement as a quoted line of a list."""
    return f"- “{cited(as_quote(entry.text), entry.message_ids)}”"


def numbered(entries: Sequence[ListEntry], number: int | None = None) -> str | None:
    """Return the ``number`` of ``entries``, and their names; None if there are none."""
    names = ", ".join(as_quote(each.text) for each in entries)
    ids = tuple(dict.fromkeys(of for each in entries for of in each.message_ids))
    return f"{number or len(entries)}: {cited(names, ids)}." if entries else None


def added(entries: Sequence[ListEntry], pack: LanguagePack) -> str:
    """Return the sum of ``entries``, the calculation, and the statements that they come from."""
    amounts = [amount_of(each) for each in entries]
    total = written(sum(each.value for each in amounts), amounts, pack)
    lines = "\n".join(bullet(each) for each in entries)
    return f"{total} = {' + '.join(each.text for each in amounts)}\n\n{lines}"


def subtracted(entries: Sequence[ListEntry], pack: LanguagePack) -> str:
    """Return the largest of ``entries`` minus the others."""
    largest, *rest = sorted(entries, key=lambda each: -amount_of(each).value)
    amounts = [amount_of(each) for each in (largest, *rest)]
    value = amounts[0].value - sum(each.value for each in amounts[1:])
    lines = "\n".join(dict.fromkeys(bullet(each) for each in (largest, *rest)))
    shown = " - ".join(each.text for each in amounts)
    return f"{written(value, amounts, pack)} = {shown}\n\n{lines}"


def is_same_amount(entry: ListEntry, budget: ListEntry) -> bool:
    """Return whether ``entry`` is the amount of ``budget`` in a list."""
    return amount_of(entry) == amount_of(budget) and set(budget.message_ids) <= set(
        entry.message_ids
    )


def value_of(word: str, pack: LanguagePack) -> float:
    """Return the value of a number in digits or as a word, or 0."""
    return float(word) if word.isdigit() else float(pack.counting.numbers.get(word, 0))


def numbers_in(text: str, pack: LanguagePack) -> list[Amount]:
    """Return the numbers of a question, in digits or words, except the one of "which one"."""
    spelt = [
        Amount(word, float(pack.counting.numbers[word]))
        for word in words(text)
        if word in pack.counting.numbers and pack.counting.numbers[word] > 1
    ]
    return [*amounts_in(text, pack), *spelt]


def periods_of(pack: LanguagePack) -> frozenset[str]:
    """Return the nouns of periods that a price may be for: "month"."""
    held = pack.counting.in_a_period
    return frozenset(held) | {unit for units in held.values() for unit in units}


def unit_of(stem: str, pack: LanguagePack) -> str:
    """Return one name for a unit in all spellings: "kg" and "kilos" are the same."""
    return pack.counting.units.get(stem, stem)


def amount_of(entry: ListEntry) -> Amount:
    """Return the amount of an entry that has one."""
    return entry.amount or Amount("0", 0.0)


def written(value: float, like: Iterable[Amount], pack: LanguagePack) -> str:
    """Format ``value`` with the separators of ``like``, else with those of the language.

    Amounts with a mark before their last three digits use it for thousands.
    """
    marks = {found[1] for each in like if (found := re.search(r"([.,])\d{3}\b", each.text))}
    thousands = marks.pop() if len(marks) == 1 else pack.counting.thousands
    decimal = "." if thousands == "," else ","
    whole = f"{round(value):,}" if value == round(value) else f"{value:,.2f}"
    return whole.translate(str.maketrans({",": thousands, ".": decimal}))
