"""Answers about what the people of a chat may not eat: all statements of it, not only the nearest.

"Who has an allergy?" has as many answers as people have an allergy or an intolerance, each in words
of its own; "can Tom eat shrimp?" is answered with what he is allergic to.
"""

from tidemark.engines.builtin.counting.list_entries import entries_shown
from tidemark.engines.builtin.counting.list_question import ListQuestion

_FEWEST = 2  # statements; a single one is found as any other answer
_MOST = 12


def diets_answer(question: ListQuestion) -> str | None:
    """Return all statements of allergies, or of what somebody may not eat, if that is asked.

    None if the question names what it is that they may not eat.
    """
    pack = question.pack
    asked = pack.answer_types.asks_diets.match(question.text)
    if asked is None:
        return _diet_of(question)
    holds = pack.answer_types.allergies if asked["allergy"] else pack.answer_types.diets
    told = [
        each
        for each in question.told_here
        if holds.search(each.text) and not (asked["allergy"] and _denies(each.text, question))
    ]
    return entries_shown(told[-_MOST:], pack) if len(told) >= _FEWEST else None


def _diet_of(question: ListQuestion) -> str | None:
    """Return what one person may not eat, if the question asks what or whether they may eat."""
    pack = question.pack
    asked = pack.answer_types.asks_diet_of.match(question.text)
    if asked is None:
        return None
    person = frozenset(pack.stems(asked["person"]))
    told = [
        each
        for each in question.told_here
        if pack.answer_types.diets.search(each.text) and person <= frozenset(pack.stems(each.text))
    ]
    return entries_shown(told[-_MOST:], pack) if person and told else None


def _denies(text: str, question: ListQuestion) -> bool:
    return bool(question.pack.corrections.denies.search(text))
