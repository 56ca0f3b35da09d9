"""Answers with the rest of money that was set aside."""

from collections.abc import Sequence

from tidemark.engines.builtin.counting.amounts import amount_of, is_same_amount, subtracted
from tidemark.engines.builtin.counting.list_entries import chosen_entry
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.counting.list_sums import payments
from tidemark.engines.builtin.listings import ListEntry, amounts_in, parts_with_amount
from tidemark.memory.slots import MONEY
from tidemark.nlp.pack_fields import LanguagePack


def left_of_budget(question: ListQuestion) -> str | None:
    """Return the rest of a budget after the costs that the question names, or the last list."""
    if not question.asks(question.pack.counting.left):
        return None
    budget = _budget(question)
    if budget is None:
        return None
    spent = [each for each in _spent(question, budget) if not is_same_amount(each, budget)]
    total = sum(amount_of(each).value for each in spent)
    if not spent or total > amount_of(budget).value:
        return None
    return subtracted([budget, *spent], question.pack)


def _budget(question: ListQuestion) -> ListEntry | None:
    """Return the amount in the question, else the last amount set aside."""
    numbers = {each.value for each in amounts_in(question.text, question.pack)}
    found = [
        part
        for each in question.told
        for part in parts_with_amount(each, question.pack)
        if _may_be_budget(part, numbers, question.pack)
    ]
    return found[-1] if found else None


def _may_be_budget(part: ListEntry, numbers: set[float], pack: LanguagePack) -> bool:
    amount, found = amount_of(part), pack.counting.earmarks.search(part.text)
    marks = pack.stems(found[0]) if found else ()
    is_money = amount.unit in ("", MONEY, *marks)  # "400 aside"
    return is_money and (amount.value in numbers if numbers else bool(found))


def _spent(question: ListQuestion, budget: ListEntry) -> Sequence[ListEntry]:
    """Return the costs that the question names after "after", else the last list of amounts.

    Empty if one of the things named has no amount.
    """
    after = question.pack.counting.left_after.search(question.text)
    operations, outlays = question.pack.operation_stems, question.pack.outlay_stems
    things = question.pack.counting.joined.split(after["spent"]) if after else []
    named = [
        stems
        for each in things
        if (stems := frozenset(question.pack.stems(each)) - (operations - outlays))
    ]
    if named:
        found = [_spent_on(each, question, budget) for each in named]
        return [entry for of in found for entry in of] if all(found) else ()
    units = {"", MONEY, amount_of(budget).unit}
    lists = [
        each.entries
        for each in question.listings
        if each.is_of_amounts and units.issuperset(amount_of(of).unit for of in each.entries)
    ]
    rest = [
        [each for each in of if not is_same_amount(each, budget)] for of in lists if len(of) > 1
    ]
    return rest[-1] if rest else ()


def _spent_on(
    stems: frozenset[str], question: ListQuestion, budget: ListEntry
) -> Sequence[ListEntry]:
    """Return the amount of the thing with ``stems``: an entry, a list of costs, or an option."""
    outlays = question.pack.outlay_stems
    lists = [each for each in question.listings if each.is_of_amounts]
    of_costs = [each for each in lists if stems & outlays & each.heading_stems]
    if of_costs:
        return of_costs[-1].entries
    named = [each for each in payments(question) if stems & each.stems]
    named = [each for each in named if not is_same_amount(each, budget)]
    if named:
        return named[-1:]
    options = [each for each in lists if each.heading_stems & stems]
    chosen = chosen_entry(options[-1], question) if options else None
    return [chosen] if chosen else ()
