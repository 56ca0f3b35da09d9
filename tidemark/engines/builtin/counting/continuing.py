"""Answers that continue a calculation: "and with the tiles?", "and after the stall fee?".

The question before is answered again with the current data, and the amounts that this one names are
added to its result or subtracted from it.
"""

import re
from collections.abc import Callable, Sequence

from tidemark.engines.builtin.counting.amounts import bullet, written
from tidemark.engines.builtin.counting.expenses import reckoned
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import Amount
from tidemark.memory.ledger import LedgerEntry, number
from tidemark.memory.slots import MONEY, names_all, names_any

_SUM = re.compile(r"(?P<figure>\d[\d.,]*) = (?P<terms>[^“”\n]{1,300})(?=\n)")


def continued(
    question: ListQuestion, answer_to: Callable[[ListQuestion], str | None]
) -> str | None:
    """Return the last result with the amounts of this question added or subtracted."""
    counting = question.pack.counting
    added = counting.adds_amount.match(question.text)
    found = added or counting.takes_amount.match(question.text)
    if not found:
        return None
    named = _named(found["things"], question)
    if not named:
        return None
    if added and question.asks(counting.total):  # "the total including delivery"
        every = question.ledger.counted(MONEY)
        is_whole = question.ledger.is_sure_of(every) and all(each in every for each in named)
        return reckoned(every, question) if is_whole and len(every) > 1 else None
    asked, since = question.asked_last, [each.orders[0] for each in named]
    before = (answer_to(question.asking(asked, without=since)) if asked else None) or ""
    base = _SUM.match(before)
    if base is None:
        return None
    is_in = [
        each
        for each in named
        if re.search(rf"(?<![\d.,]){re.escape(each.shown)}(?![\d.,]*\d)", base["terms"])
    ]
    if is_in:
        return before if added and is_in == named else None
    return _with_terms(before, base, named, question, sign=1 if added else -1)


def _named(things: str, question: ListQuestion) -> list[LedgerEntry]:
    """Return the only amount of each of the ``things``; empty if one has none or several."""
    pack = question.pack
    costs = [
        each
        for each in question.ledger.of_role("cost")
        if not each.each and not each.is_offer and each.unit == MONEY
    ]
    found: list[LedgerEntry] = []
    for thing in pack.counting.joined.split(things):
        stems = frozenset(pack.stems(thing)) - question.light_stems - pack.asking_stems
        fits = [each for each in costs if stems and _names_all(stems, each)]
        if len(fits) != 1:
            return []
        found += fits
    return found


def _names_all(stems: frozenset[str], entry: LedgerEntry) -> bool:
    return names_all(stems, entry.name | entry.stems) and names_any(stems, entry.name)


def _with_terms(
    before: str,
    base: re.Match[str],
    named: Sequence[LedgerEntry],
    question: ListQuestion,
    *,
    sign: int,
) -> str | None:
    value = number(base["figure"]) + sign * sum(each.value for each in named)
    if value < 0:
        return None
    mark = "+" if sign > 0 else "-"
    terms = f" {mark} ".join([base["terms"], *(each.shown for each in named)])
    like = [Amount(each.shown, each.value) for each in named]
    figure = written(value, [Amount(base["figure"], 0), *like], question.pack)
    lines = "\n".join(bullet(each) for each in named)
    rest = re.sub(r"(?m)^“", "- “", before[base.end() :].strip())
    return f"{figure} = {terms}\n\n{rest}\n{lines}"
