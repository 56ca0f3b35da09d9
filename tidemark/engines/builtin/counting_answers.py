"""Answers by counting: how many, the third one, the cheapest, sums, what is left of a budget.

Each is read off one listing of the person: the one that the question's words name, or the last one
if they name none.  An answer says what it is read off; in doubt there is none.
"""

from tidemark.engines.builtin.counting import (
    budgets,
    counts,
    expenses,
    list_entries,
    sums,
    unit_prices,
)
from tidemark.engines.builtin.counting.list_question import ListQuestion

_LONGEST = 16  # words of a question about a list
_ANSWERS = (  # the first that fits is given
    counts.people,
    counts.attending,
    counts.tasks_left,
    counts.number_said,
    expenses.price_of_all,
    expenses.missing_to_goal,
    expenses.left_of_fund,
    expenses.own_part,
    expenses.share,
    expenses.total,
    budgets.left_of_budget,
    sums.difference,
    list_entries.extreme,
    list_entries.following,
    list_entries.nth,
    unit_prices.price_times_count,
    sums.all_payments,
    sums.sum_of_list,
    list_entries.others,
    counts.count,
    list_entries.choice,
    list_entries.members,
    list_entries.gathered,
    counts.all_counted,
)


def list_answer(question: ListQuestion) -> str | None:
    """Return the answer to a question about a list or about amounts, or None if it is no such."""
    if len(question.text.split()) > _LONGEST:
        return None
    return next((found for answer in _ANSWERS if (found := answer(question))), None)


def adds_to_list(question: ListQuestion) -> bool:
    """Whether the message adds an entry to something that was listed."""
    is_listed = any(not each.is_of_amounts for each in question.listings)
    return is_listed and bool(question.pack.counting.adds.match(question.text))
