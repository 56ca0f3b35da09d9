"""Recall check: the share of a conversation's facts that an engine would read when asked.

Facts are items of summaries and sentences of messages.  Each becomes a question with a name or
number removed; the check is whether the view for it contains the message that answers it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal
from zlib import crc32

from pydantic import Field

from database import ScopedDatabase
from tidemark.errors import SessionNotFound
from tidemark.memory.forgetting import without, without_items
from tidemark.schema import ContextView, Message
from tidemark.schema.base import FrozenModel
from tidemark.schema.prompt_view import ViewPiece
from tidemark.services.cloze import gap
from tidemark.services.turns import TurnService

BUDGETS = (600, 1200, 2400)
MOST_FACTS = 200
_LEAST_FACTS = 5
_LONGEST_STRETCH = 8  # messages read for one fact, however long the conversation
OnFact = Callable[[int, int], object]  # called with the number of facts done, and the total


class RecallFact(FrozenModel):
    """A fact from the messages ``message_ids``, asked as a ``question``.

    ``answer`` contains the words that fill its gap; it is empty if the question is the fact itself.
    """

    kind: Literal["item", "message"]
    question: Annotated[str, Field(examples=["When does the trip begin?"])]
    answer: Annotated[str, Field(examples=["3 May"])]
    message_ids: tuple[int, ...]


class RecallOutcome(FrozenModel):
    """The messages of a ``fact`` that are in the view at each budget."""

    fact: RecallFact
    found: dict[int, tuple[int, ...]]

    @property
    def missed_at(self) -> tuple[int, ...]:
        """The budgets at which one of the messages is missing from the view."""
        wanted = len(self.fact.message_ids)
        return tuple(budget for budget in BUDGETS if len(self.found[budget]) < wanted)


class RecallReport(FrozenModel):
    """The share of the facts' messages that are in the view, at each budget."""

    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    facts: int
    messages: int
    shares: dict[int, float]
    missed: tuple[RecallOutcome, ...]

    @classmethod
    def of(cls, session_id: str, outcomes: Sequence[RecallOutcome]) -> "RecallReport":
        """Return the report on ``outcomes``; those missed at more budgets come first."""
        asked = sum(len(outcome.fact.message_ids) for outcome in outcomes)
        found = {
            budget: sum(len(outcome.found[budget]) for outcome in outcomes) for budget in BUDGETS
        }
        missed = [outcome for outcome in outcomes if outcome.missed_at]
        missed.sort(key=lambda outcome: -len(outcome.missed_at))
        return cls(
            session_id=session_id,
            facts=len(outcomes),
            messages=asked,
            shares={budget: count / asked if asked else 0.0 for budget, count in found.items()},
            missed=tuple(missed),
        )

    @property
    def percentages(self) -> dict[int, int]:
        """The shares in percent, by budget; only 1.0 is shown as 100."""
        return {
            budget: min(round(share * 100), 99 + (share == 1))
            for budget, share in self.shares.items()
        }


@dataclass(frozen=True)
class RecallCheck:
    """Checks sessions of ``database`` with the view that ``turns`` returns for each fact."""

    database: ScopedDatabase
    turns: TurnService

    def run(
        self,
        session_id: str,
        *,
        most: int = MOST_FACTS,
        seed: int = 0,
        on_fact: OnFact | None = None,
    ) -> RecallReport:
        """Check ``most`` facts, evenly spread; call ``on_fact(done, total)`` after each.

        The same ``seed`` picks the same facts.  No engine is called and nothing is stored.

        Raises:
            SessionNotFound: There is no such session.
        """
        facts = self.facts(session_id, most=most, seed=seed)
        outcomes = []
        for done, fact in enumerate(facts, start=1):
            found = {
                budget: found_in(self.turns.view(session_id, fact.question, threshold=budget), fact)
                for budget in BUDGETS
            }
            outcomes.append(RecallOutcome(fact=fact, found=found))
            if on_fact is not None:
                on_fact(done, len(facts))
        return RecallReport.of(session_id, outcomes)

    def run_all(self, session_ids: Sequence[str], *, on_fact: OnFact) -> Iterator[RecallReport]:
        """Check facts of several sessions, some 200 in total; yield a report on each session."""
        most = max(MOST_FACTS // max(len(session_ids), 1), _LEAST_FACTS)
        total = most * len(session_ids)
        for number, session_id in enumerate(session_ids):
            advance = partial(_advance, on_fact, number * most, total)
            yield self.run(session_id, most=most, on_fact=advance)

    def facts(self, session_id: str, *, most: int, seed: int) -> tuple[RecallFact, ...]:
        """Return the facts to check: up to half of them items, the rest from messages.

        Raises:
            SessionNotFound: There is no such session.
        """
        if not self.database.sessions.exists(session_id):
            raise SessionNotFound(session_id)
        forgotten = self.database.profile.forgotten()
        items = spread(list(self._items(session_id, seed, forgotten)), most // 2)
        total = self.database.messages.counts(session_id).total
        said = [
            fact
            for first, last in stretches(total, most - len(items), seed=seed)
            if (fact := self._fact_from_messages(session_id, first, last, seed, forgotten))
        ]
        return (*items, *said)

    def _items(self, session_id: str, seed: int, forgotten: Sequence[str]) -> Iterator[RecallFact]:
        for summary in without_items(self.database.get_summaries(session_id), forgotten):
            for _, item in summary.memory.all_items():
                asked = gap(item.text, seed=seed)
                yield RecallFact(
                    kind="item",
                    question=asked.question if asked else item.text,
                    answer=asked.answer if asked else "",
                    message_ids=item.message_ids,
                )

    def _fact_from_messages(
        self, session_id: str, first: int, last: int, seed: int, forgotten: Sequence[str]
    ) -> RecallFact | None:
        for message in self.database.messages.between(session_id, first, last):
            said = without(message.content, forgotten)
            asked = gap(said, seed=seed) if _is_of_people(message) else None
            if asked is not None:
                return RecallFact(
                    kind="message",
                    question=asked.question,
                    answer=asked.answer,
                    message_ids=(message.id,),
                )
        return None


def _is_of_people(message: Message) -> bool:
    """Return whether a person wrote it: an engine's reply only repeats other messages."""
    return not message.is_single and (
        message.role == "user" or (message.metadata.engine is None and not message.is_retired)
    )


def _advance(on_fact: OnFact, before: int, total: int, done: int, _: int) -> None:
    on_fact(before + done, total)


def found_in(view: ContextView, fact: RecallFact) -> tuple[int, ...]:
    """Return the messages of ``fact`` for which ``view`` has a piece that contains the answer.

    For a fact without a gap, only the message itself counts, or a pinned item.
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
    """Yield the first and last position of ``count`` short stretches, evenly spread over ``total``.

    ``seed`` decides where each stretch begins within its part.
    """
    count = min(count, total)
    for number in range(count):
        first, end = number * total // count, (number + 1) * total // count
        start = first + crc32(f"{seed}:{number}".encode()) % (end - first)
        yield start, min(end, start + _LONGEST_STRETCH) - 1


def spread(facts: Sequence[RecallFact], count: int) -> tuple[RecallFact, ...]:
    """Return ``count`` of ``facts``, evenly spread, or all if there are fewer."""
    count = min(count, len(facts))
    return tuple(facts[number * len(facts) // count] for number in range(count))
