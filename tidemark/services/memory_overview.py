"""The memory of a session in three layers: last exchanges, running summary, index of exchanges.

Each is computed on request from the stored messages: it is never out of date, costs a turn nothing,
and reads no more than the budget or the page that is shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents import context, forgetting
from agents.cross_session import asks
from database import ScopedDatabase
from tidemark.engines.builtin.extraction import extract
from tidemark.engines.builtin.own_replies import is_builtin_reply
from tidemark.memory import merging
from tidemark.memory.exchanges import (
    SUMMARY_WORDS,
    Exchange,
    MemoryLayers,
    RunningSummary,
    index_entry,
    pair_messages,
)
from tidemark.nlp.answer_types import is_only_about_money, mentions_money, names_amount
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import Message
from tidemark.services.configuration import Configuration
from utils import TokenCounter

_FRESH_TOKENS = 400  # what active messages may add; 200 words are some 300 tokens
_PAGE = 200  # messages read at a time
_AROUND = 6  # messages before one that is found, among which its question stands
_MOST_FOUND = 30  # exchanges
_PAGES_READ = 5  # for amounts: a thousand exchanges take a tenth of a second


@dataclass(frozen=True)
class MemoryOverview:
    """Returns the memory of each session of ``database``."""

    database: ScopedDatabase
    configuration: Configuration

    def layers(self, session_id: str) -> MemoryLayers:
        """Return all three layers of a session, with its whole index.

        Raises:
            SessionNotFound: There is none of this id.
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
        return self._exchanges(session_id, None, self.configuration.settings.recent_exchanges)

    def running(self, session_id: str) -> RunningSummary:
        """Return the running summary of folds and active messages, 200 words at most.

        Rules merge it, without an engine, so it has every correction at once, folded or not.
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
        """Return the last ``limit`` entries at positions under ``before``, in order."""
        return tuple(index_entry(found) for found in self._exchanges(session_id, before, limit))

    def find(self, session_id: str, text: str) -> tuple[Exchange, ...]:
        """Return the entries of the index that match ``text``, best first.

        If ``text`` asks for prices, entries with an amount come first; mere questions come last.
        """
        found = list(self._matching(session_id, text))
        if mentions_money(text):
            priced = [each for each in found if _names_amount(each) and not _only_asks(each)]
            if is_only_about_money(text) or not priced:
                priced = list(self._priced(session_id))
            found = [*priced, *(each for each in found if each not in priced)]
        found.sort(key=_only_asks)
        return tuple(index_entry(each) for each in found[:_MOST_FOUND])

    def _matching(self, session_id: str, text: str) -> Iterator[tuple[Message, ...]]:
        """Yield the exchanges that share words with ``text``, best first."""
        asked = RecallQuery.read(text)
        hits = self.database.recall.find(session_id, asked) if asked.terms else ()
        telling = [hit for hit in hits if hit.shared]  # recall adds neighbours that share no word
        found: set[int] = set()
        for hit in telling:
            exchange = self._exchange_at(session_id, hit.position)
            if exchange and exchange[0].position not in found:
                found.add(exchange[0].position)
                yield exchange
            if len(found) == _MOST_FOUND:
                break

    def _priced(self, session_id: str) -> Iterator[tuple[Message, ...]]:
        """Yield the last exchanges that name an amount of money, newest first.

        No index holds amounts, so of a long session only the end is read.
        """
        before, left = None, _MOST_FOUND
        for _ in range(_PAGES_READ):
            page = self._exchanges(session_id, before, _PAGE)
            for exchange in reversed(page):
                if left and _names_amount(exchange):
                    left -= 1
                    yield exchange
            if not (page and left):
                return
            before = page[0][0].position

    def _exchange_at(self, session_id: str, position: int) -> tuple[Message, ...]:
        """Return the exchange of the message at ``position``; empty if there is none."""
        near = self.database.messages.between(session_id, position - _AROUND, position + _AROUND)
        return next(
            (
                pair
                for pair in pair_messages(near)
                if position in {message.position for message in pair}
            ),
            (),
        )

    def _exchanges(
        self, session_id: str, before: int | None, limit: int
    ) -> tuple[tuple[Message, ...], ...]:
        # Retries and long answers in parts make an exchange more than two messages, now and then
        said = self.database.messages.page(session_id, before=before, limit=3 * limit + 1)
        return tuple(pair_messages(said))[-limit:]

    def _whole_index(self, session_id: str) -> Iterator[Exchange]:
        pages: list[tuple[Exchange, ...]] = []
        before = None
        while page := self.index(session_id, before=before, limit=_PAGE):
            pages.append(page)
            before = page[0].position
        for entries in reversed(pages):
            yield from entries


def _names_amount(exchange: Sequence[Message]) -> bool:
    return any(names_amount(message.content) for message in exchange)


def _only_asks(exchange: Sequence[Message]) -> bool:
    """Whether ``exchange`` holds nothing new: a question, answered by quotes."""
    question, *replies = exchange
    return asks(question.content) and all(is_builtin_reply(reply.content) for reply in replies)


def _words(text: str) -> int:
    return len(text.split())
