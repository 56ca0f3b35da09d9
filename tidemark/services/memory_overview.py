"""The memory of a session in three layers: recent exchanges, running summary, exchange index.

Each is computed on request from the stored messages: it is never out of date, costs a turn nothing,
and reads no more than the budget or the requested page.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from agents import context, forgetting
from database import ScopedDatabase
from tidemark.engines.builtin.items.extraction import extract
from tidemark.memory import merging
from tidemark.memory.exchanges import (
    SUMMARY_WORDS,
    Exchange,
    MemoryLayers,
    RunningSummary,
    index_entry,
)
from tidemark.schema import Message
from tidemark.services.configuration import Configuration
from tidemark.tools.exchange_index import PAGE, ExchangeIndex
from utils import TokenCounter

_FRESH_TOKENS = 400  # limit for active messages; 200 words are some 300 tokens


@dataclass(frozen=True)
class MemoryOverview:
    """Returns the memory layers of the sessions of ``database``."""

    database: ScopedDatabase
    configuration: Configuration

    @property
    def _index(self) -> ExchangeIndex:
        return ExchangeIndex(self.database)

    def layers(self, session_id: str) -> MemoryLayers:
        """Return all three layers of a session, with its whole index.

        Raises:
            SessionNotFound: No session has this id.
        """
        self.database.sessions.get(session_id)
        return MemoryLayers(
            session_id=session_id,
            recent=self.recent(session_id),
            running=self.running(session_id),
            index=tuple(self._whole_index(session_id)),
        )

    def recent(self, session_id: str) -> tuple[tuple[Message, ...], ...]:
        """Return the last exchanges, each a question and its reply in force, in order."""
        return self._index.last(session_id, limit=self.configuration.settings.recent_exchanges)

    def running(self, session_id: str) -> RunningSummary:
        """Return the running summary of folds and active messages, at most 200 words.

        Rules merge it, without an engine, so it includes every correction immediately, folded or
        not.
        """
        held = forgetting.without_forgotten(
            context.load(self.database, session_id),
            self.database.profile.forgotten(),
            TokenCounter(),
        )
        known = held.remembered
        fresh = extract(held.active, known, limit_tokens=_FRESH_TOKENS)
        whole = merging.within(merging.merge(known, fresh), SUMMARY_WORDS, _words)
        text = merging.render(whole)
        last = held.before_question[-1:]
        return RunningSummary(
            memory=whole,
            text=text,
            words=_words(text),
            last_message_id=last[0].id if last else None,
        )

    def index(
        self, session_id: str, *, before: int | None = None, limit: int = 20
    ) -> tuple[Exchange, ...]:
        """Return the last ``limit`` entries at positions below ``before``, in order."""
        return tuple(
            index_entry(found) for found in self._index.last(session_id, before=before, limit=limit)
        )

    def find(self, session_id: str, text: str) -> tuple[Exchange, ...]:
        """Return the entries of the index that match ``text``, best first.

        If ``text`` asks for prices, entries with an amount come first; those with nothing new come
        last.
        """
        return tuple(map(index_entry, self._index.about(session_id, text)))

    def _whole_index(self, session_id: str) -> Iterator[Exchange]:
        pages: list[tuple[Exchange, ...]] = []
        before = None
        while page := self.index(session_id, before=before, limit=PAGE):
            pages.append(page)
            before = page[0].position
        for entries in reversed(pages):
            yield from entries


def _words(text: str) -> int:
    return len(text.split())
