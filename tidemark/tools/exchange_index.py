"""The index of a session's exchanges: finds the last ones, one by position, or by topic."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.engines.builtin.own_replies import is_builtin_reply
from tidemark.memory.exchanges import pair_messages
from tidemark.nlp.answer_types import is_only_about_money, mentions_money, names_amount
from tidemark.nlp.dialogue_acts import ASKING_ACTS, dialogue_act
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import Message

PAGE = 200  # messages read at a time
_AROUND = 6  # messages before a hit, among which its question is
_MOST_FOUND = 30  # exchanges
_PAGES_READ = 5  # for amounts: reading a thousand exchanges takes a tenth of a second


@dataclass(frozen=True)
class ExchangeIndex:
    """Finds exchanges of sessions of ``database``, each a question and its reply in force.

    Single questions are not indexed: no later turn reads them.
    """

    database: ScopedDatabase

    def last(
        self, session_id: str, *, before: int | None = None, limit: int
    ) -> tuple[tuple[Message, ...], ...]:
        """Return the last ``limit`` exchanges at positions below ``before``, in order."""
        # Retries and answers in parts sometimes make an exchange more than two messages
        said = self.database.messages.page(session_id, before=before, limit=3 * limit + 1)
        return tuple(_paired(said))[-limit:]

    def at(self, session_id: str, position: int) -> tuple[Message, ...]:
        """Return the exchange of the message at ``position``; empty if there is none."""
        near = self.database.messages.between(session_id, position - _AROUND, position + _AROUND)
        return next(
            (pair for pair in _paired(near) if position in {message.position for message in pair}),
            (),
        )

    def about(
        self, session_id: str, text: str, *, before: int | None = None
    ) -> list[tuple[Message, ...]]:
        """Return the exchanges that match ``text``, best first, at positions below ``before``.

        If ``text`` asks for prices, those with an amount come first; those with nothing new come
        last.
        """
        found = list(self._matching(session_id, text, before))
        if mentions_money(text):
            priced = [each for each in found if _names_amount(each) and not _only_asks(each)]
            if is_only_about_money(text) or not priced:
                priced = list(self._priced(session_id, before))
            found = [*priced, *(each for each in found if each not in priced)]
        found.sort(key=_only_asks)
        return found[:_MOST_FOUND]

    def _matching(
        self, session_id: str, text: str, before: int | None
    ) -> Iterator[tuple[Message, ...]]:
        """Yield the exchanges that share words with ``text``, best first."""
        asked = RecallQuery.read(text)
        hits = self.database.recall.find(session_id, asked, before=before) if asked.terms else ()
        telling = [hit for hit in hits if hit.shared]  # recall adds neighbours that share no word
        found: set[int] = set()
        for hit in telling:
            exchange = self.at(session_id, hit.position)
            if exchange and exchange[0].position not in found:
                found.add(exchange[0].position)
                yield exchange
            if len(found) == _MOST_FOUND:
                break

    def _priced(self, session_id: str, before: int | None) -> Iterator[tuple[Message, ...]]:
        """Yield the last exchanges that name an amount of money, newest first.

        No index contains amounts, so only the end of a long session is read.
        """
        left = _MOST_FOUND
        for _ in range(_PAGES_READ):
            page = self.last(session_id, before=before, limit=PAGE)
            for exchange in reversed(page):
                if left and _names_amount(exchange):
                    left -= 1
                    yield exchange
            if not (page and left):
                return
            before = page[0][0].position


def _paired(said: Sequence[Message]) -> Iterator[tuple[Message, ...]]:
    return pair_messages([message for message in said if not message.is_single])


def _names_amount(exchange: Sequence[Message]) -> bool:
    return any(names_amount(message.content) for message in exchange)


def _only_asks(exchange: Sequence[Message]) -> bool:
    """Return whether ``exchange`` contains nothing new: a question answered only by quotes."""
    question, *replies = exchange
    act = dialogue_act(question.content, language_pack_for(question.content))
    is_asked = act in ASKING_ACTS
    return is_asked and all(is_builtin_reply(reply.content) for reply in replies)
