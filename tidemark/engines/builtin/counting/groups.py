"""Answers with a price for one of each of several groups, times how many there are of them.

"There are 20 children and 12 adults", "tickets are 5 for children and 9 for adults".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tidemark.engines.builtin.counting.amounts import FEWEST_TERMS
from tidemark.engines.builtin.counting.ledger_totals import reckoned
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import amounts_in, order_of
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import LedgerEntry, number
from tidemark.memory.slots import MONEY, SlotText, names_same
from tidemark.nlp.pack_selection import language_pack_for

_SHORTEST = 4  # letters of a noun that begins another one: "jeugd", "jeugdleden"


@dataclass(frozen=True)
class Group:
    """A group that has a price for one of it: its stem, the ``price`` and how many there are."""

    stem: str
    price: float
    shown: str
    text: str
    statement: ViewStatement
    count: LedgerEntry | None


def of_groups(question: ListQuestion) -> str | None:
    """Return the prices of the groups that the question names, or of all, times their numbers."""
    counting, words = question.pack.counting, question.pack.ledger
    asks = (counting.asks_amount, counting.total, words.asks_received)
    if not any(map(question.asks, asks)) or question.asks(counting.difference):
        return None
    groups = priced_groups(question)
    if len(groups) < FEWEST_TERMS:
        return None
    asked = question.stems - question.light_stems
    named = [each for each in groups if any(_is_same(each.stem, stem) for stem in asked)]
    said = frozenset(question.pack.stems(groups[0].statement.text))
    rest = {stem for stem in asked if not any(_is_same(each.stem, stem) for each in named)}
    is_told = all(any(_is_same(stem, one) for one in said) for stem in rest)
    if not is_told or not (named or _are_meant(groups, question)):
        return None
    terms = [_times(each) for each in named or groups]
    whole = [each for each in terms if each]
    return reckoned(whole, question) if len(whole) == len(terms) else None


def _are_meant(groups: Sequence[Group], question: ListQuestion) -> bool:
    """Return whether a question without a group means all: they were named just before."""
    with_amount = [order_of(e) for e in question.told_here if amounts_in(e.text, question.pack)]
    is_last = order_of(groups[0].statement) == max(with_amount, default=0)
    asks_spent = question.asks(question.pack.ledger.asks_spent)
    return question.asks(question.pack.counting.total) and is_last and not asks_spent


def priced_groups(question: ListQuestion) -> list[Group]:
    """Return the groups of the last statement that gives a price for each of several."""
    for statement in reversed(question.told_here):
        found = _groups_of(statement, question)
        if len(found) >= FEWEST_TERMS and any(each.count for each in found):
            return found
    return []


def _groups_of(statement: ViewStatement, question: ListQuestion) -> list[Group]:
    pack = language_pack_for(statement.text, question.pack)
    counts = question.ledger.of_role("count")
    said, found = SlotText(statement.text, pack), list[Group]()
    for each in said.values:
        behind = pack.ledger.for_group.match(statement.text, each.end)
        if each.type != "amount" or each.unit not in ("", MONEY) or not behind:
            continue
        stem = next(iter(pack.stems(behind["of"])), "")
        of = [one for one in counts if any(_is_same(stem, name) for name in one.name)]
        start, _ = said.part_of(each)
        text = statement.text[start : behind.end()].strip(" ,;")
        count = of[-1] if stem and len(of) == 1 else None
        found.append(Group(stem, number(each.text), each.text, text, statement, count))
    return found


def _is_same(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return names_same(one, other) or (len(short) >= _SHORTEST and long.startswith(short))


def _times(group: Group) -> LedgerEntry | None:
    count = group.count
    if count is None:
        return None
    ids = tuple(dict.fromkeys((*group.statement.message_ids, *count.message_ids)))
    return replace(
        count,
        text=group.text,
        shown=f"{count.shown} × {group.shown}",
        value=count.value * group.price,
        message_ids=ids,
    )


def adds_groups(quotes: Sequence[str], question: ListQuestion) -> bool:
    """Return whether several ``quotes`` of a sum are prices per head of groups of known size."""
    groups = [each for each in priced_groups(question) if each.count]
    return (
        sum(any(each.text in quote or quote in each.text for quote in quotes) for each in groups)
        > 1
    )
