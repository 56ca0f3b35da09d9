"""How much of one's own talk comes back when it is asked for: facts in, shares and misses out.

Facts are the items of summaries, and sentences people said; each is asked with a name or number
taken out, and it is looked whether what an engine would read has the message that says it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import SessionNotFound
from tidemark.schema import Message
from tidemark.services.cloze import gap
from tidemark.services.recall_report import (
    BUDGETS,
    MOST_FACTS,
    RecallFact,
    RecallOutcome,
    RecallReport,
    found_in,
    spread,
    stretches,
)
from tidemark.services.turns import TurnService

OnFact = Callable[[int, int], object]


@dataclass(frozen=True)
class RecallCheck:
    """Checks sessions of ``database`` by the view that ``turns`` have for each fact."""

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
        """Ask for ``most`` facts of a session, evenly spread; tell ``on_fact`` how many are done.

        The same ``seed`` asks for the same facts.  No engine is asked and nothing is stored.

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

    def facts(self, session_id: str, *, most: int, seed: int) -> tuple[RecallFact, ...]:
        """Return the facts that are asked for: up to half of them items, the others messages.

        Raises:
            SessionNotFound: There is no such session.
        """
        if not self.database.sessions.exists(session_id):
            raise SessionNotFound(session_id)
        items = spread(list(self._items(session_id, seed)), most // 2)
        total = self.database.messages.counts(session_id).total
        said = [
            fact
            for first, last in stretches(total, most - len(items), seed=seed)
            if (fact := self._said(session_id, first, last, seed)) is not None
        ]
        return (*items, *said)

    def _items(self, session_id: str, seed: int) -> Iterator[RecallFact]:
        for summary in self.database.get_summaries(session_id):
            for _, item in summary.memory.all_items():
                asked = gap(item.text, seed=seed)
                yield RecallFact(
                    kind="item",
                    question=asked.question if asked else item.text,
                    answer=asked.answer if asked else "",
                    message_ids=item.message_ids,
                )

    def _said(self, session_id: str, first: int, last: int, seed: int) -> RecallFact | None:
        for message in self.database.messages.between(session_id, first, last):
            asked = gap(message.content, seed=seed) if _is_of_people(message) else None
            if asked is not None:
                return RecallFact(
                    kind="message",
                    question=asked.question,
                    answer=asked.answer,
                    message_ids=(message.id,),
                )
        return None


def _is_of_people(message: Message) -> bool:
    """Whether a person said it: an engine's reply only repeats what others said."""
    return message.role == "user" or (message.metadata.engine is None and not message.is_retired)
