"""A recall check: facts of a conversation, asked as questions, and what views have of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal
from zlib import crc32

from tidemark.schema import ContextView, FrozenModel, ViewPiece

BUDGETS = (600, 1200, 2400)
MOST_FACTS = 200
_LEAST_FACTS = 5
_LONGEST_STRETCH = 8  # messages read for one fact, however long the conversation


class RecallFact(FrozenModel):
    """Something said in the messages ``message_ids``, asked as a ``question``.

    ``answer`` are the words that fill its gap; empty where it has none, and the fact is asked for
    in its own words.
    """

    kind: Literal["item", "message"]
    question: str
    answer: str
    message_ids: tuple[int, ...]


class RecallOutcome(FrozenModel):
    """Which of the messages of a ``fact`` a view has, by the budget of the view."""

    fact: RecallFact
    found: dict[int, tuple[int, ...]]

    def misses(self, budget: int) -> bool:
        """Whether a view of ``budget`` tokens is without one of its messages."""
        return len(self.found[budget]) < len(self.fact.message_ids)


class RecallReport(FrozenModel):
    """What share of the messages that facts rest on is in the view, at each budget."""

    session_id: str
    facts: int
    messages: int
    shares: dict[int, float]
    missed: tuple[RecallOutcome, ...]

    @classmethod
    def of(cls, session_id: str, outcomes: Sequence[RecallOutcome]) -> "RecallReport":
        """Sum up ``outcomes``; those missed at more budgets come first."""
        asked = sum(len(outcome.fact.message_ids) for outcome in outcomes)
        found = {
            budget: sum(len(outcome.found[budget]) for outcome in outcomes) for budget in BUDGETS
        }
        missed = [one for one in outcomes if any(map(one.misses, BUDGETS))]
        missed.sort(key=lambda one: -sum(map(one.misses, BUDGETS)))
        return cls(
            session_id=session_id,
            facts=len(outcomes),
            messages=asked,
            shares={budget: count / asked if asked else 0.0 for budget, count in found.items()},
            missed=tuple(missed),
        )


def found_in(view: ContextView, fact: RecallFact) -> tuple[int, ...]:
    """Return which messages of ``fact`` the ``view`` has: a piece of each says the answer.

    One that is asked for in its own words must be there in those of the message, unless it is
    pinned.
    """
    said: dict[int, list[str]] = {}
    for piece in view.pieces:
        counts = bool(fact.answer) or piece.kind != "item" or _is_pinned(piece)
        if piece.kind != "question" and counts:
            for message_id in piece.message_ids:
                said.setdefault(message_id, []).append(piece.text.casefold())
    answer = fact.answer.casefold()
    return tuple(
        message_id
        for message_id in fact.message_ids
        if any(answer in text for text in said.get(message_id, ()))
    )


def _is_pinned(piece: ViewPiece) -> bool:
    return piece.item is not None and piece.item.is_pinned


def stretches(total: int, count: int, *, seed: int) -> Iterator[tuple[int, int]]:
    """Yield ``count`` stretches of ``total`` positions, evenly spread: first and last of each.

    Each begins somewhere in its part, which ``seed`` decides, and is short.
    """
    count = min(count, total)
    for number in range(count):
        first, end = number * total // count, (number + 1) * total // count
        start = first + crc32(f"{seed}:{number}".encode()) % (end - first)
        yield start, min(end, start + _LONGEST_STRETCH) - 1


def shared_out(sessions: int) -> int:
    """Return how many facts each of several sessions is asked for.

    >>> shared_out(1), shared_out(3), shared_out(100)
    (200, 66, 5)
    """
    return max(MOST_FACTS // max(sessions, 1), _LEAST_FACTS)


def spread(facts: Sequence[RecallFact], count: int) -> tuple[RecallFact, ...]:
    """Return ``count`` of ``facts``, evenly spread, or all where there are no more."""
    count = min(count, len(facts))
    return tuple(facts[number * len(facts) // count] for number in range(count))


def percent(shares: Mapping[int, float]) -> dict[int, int]:
    """Return ``shares`` in percent; what is not all is never rounded up to it.

    >>> percent({600: 0.5, 1200: 0.999, 2400: 1.0})
    {600: 50, 1200: 99, 2400: 100}
    """
    return {budget: min(round(share * 100), 99 + (share == 1)) for budget, share in shares.items()}
