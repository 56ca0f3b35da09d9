"""Conversations brought in whole: both sides stored, folded where a chat would have folded.

Before each message of a person the context is folded when it would pass the budget, as if the
message had just been sent, and once more at the end.  Our own export comes back as it was.
"""

import datetime as dt
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agents import context, summariser
from database import ScopedDatabase
from tidemark.runtime.events import Stop
from tidemark.schema import FoldResult, Message, MessageMetadata, NewMessage, Role
from tidemark.schema.records import SessionRecord
from tidemark.schema.reports import ImportReport, TurnReport
from tidemark.services.configuration import Configuration, Options
from tidemark.transfer.jsonl import Conversation
from utils import TokenCounter, one_line

TITLE_CHARS = 60
_MOST_TOGETHER = 50  # exchanges of one transaction: a stop is heard between two
NewExchange = Sequence[NewMessage]
OnTurn = Callable[[TurnReport, int, int], object]


def unwatched(report: TurnReport, done: int, of: int) -> None:
    """Take no notice of an exchange that is stored."""


def session_id_of(now: dt.datetime) -> str:
    """Return the id of a session that begins ``now``; another may have it."""
    return f"session_{now:%Y%m%d_%H%M%S}"


def counted(role: Role, content: str, at: dt.datetime, counter: TokenCounter) -> NewMessage:
    """Return a message ready to be stored, its tokens counted once and for all."""
    tokens = counter.count_message(role, content)
    return NewMessage(role=role, content=content, timestamp=at, token_count=tokens)


@dataclass(frozen=True)
class Importer:
    """Brings conversations into ``database``, folded by the engine and budget in force."""

    database: ScopedDatabase
    counter: TokenCounter
    configuration: Configuration
    clock: Callable[[], dt.datetime]

    def bring_in(self, conversation: Conversation, wished: str, on_turn: OnTurn) -> ImportReport:
        """Store ``conversation`` as a new session, called ``wished`` if that id is free.

        A session of that id which holds its beginning, as a killed import leaves it, is completed.
        """
        messages = list(self.spoken(conversation.dated(self.clock())))
        title = conversation.title or one_line(messages[0].content, TITLE_CHARS)
        held = self._held(wished, messages)
        if held == len(messages):
            return ImportReport(session_id=wished, stored=0, folds=0, was_there=True)
        session = (
            self.database.sessions.begin(wished, title=title, now=self.clock())
            if held is None
            else self.database.sessions.get(wished)
        )
        parts = exchanges(messages[held or 0 :])
        try:
            for done, report in enumerate(self.store(session.session_id, parts), start=1):
                on_turn(report, done, len(parts))
        except BaseException:
            if held is None:  # half a conversation would pass for a whole one
                self.database.sessions.delete(session.session_id)
            raise
        folds = len(self.database.summaries.first_level(session.session_id))
        return ImportReport(
            session_id=session.session_id,
            stored=len(messages) - (held or 0),
            folds=folds,
            renamed_from=wished if session.session_id != wished else None,
        )

    def store(self, session_id: str, exchanges: Sequence[NewExchange]) -> Iterator[TurnReport]:
        """Store ``exchanges`` in order and fold where due; yield a report of each."""
        with self.configuration.options() as options:
            yield from self._stored(session_id, exchanges, options)

    def _stored(
        self, session_id: str, exchanges: Sequence[NewExchange], options: Options
    ) -> Iterator[TurnReport]:
        held = context.load(self.database, session_id).tokens
        at = 0
        while at < len(exchanges):
            folded = self._fold_if_due(session_id, held, _question_tokens(exchanges[at]), options)
            held = folded.tokens_after if folded else held
            fitting = exchanges[at : at + _fitting(exchanges[at:], held, options.threshold)]
            at += len(fitting)
            together = [message for exchange in fitting for message in exchange]
            stored = iter(self.database.messages.add_many(session_id, together))
            for exchange in fitting:
                said = list(itertools.islice(stored, len(exchange)))
                held += sum(message.token_count for message in said)
                if at == len(exchanges) and exchange is fitting[-1]:
                    last_fold = self._fold_if_due(session_id, held, 0, options)
                    held = last_fold.tokens_after if last_fold else held
                    folded = last_fold or folded
                yield _report(said, held, folded, options)
                folded = None

    def restore(self, record: SessionRecord) -> ImportReport:
        """Store our own export as it was.

        The same conversation twice is stored once; where another one has its id, it gets a number
        behind it.
        """
        wished = record.session_id
        session_id, is_free = self._home(record)
        if is_free:
            self.database.restore(session_id, record)
        family = self.database.branches.family(session_id)
        listed = max(family, key=lambda branch: branch.looked).session_id if family else session_id
        if not is_free:
            return ImportReport(session_id=listed, stored=0, folds=0, was_there=True)
        return ImportReport(
            session_id=listed,
            stored=len(record.listed.messages),
            folds=sum(summary.level == 1 for summary in record.listed.summaries),
            renamed_from=wished if session_id != wished else None,
        )

    def holds(self, record: SessionRecord) -> bool:
        """Whether the very same conversation as ``record`` is here."""
        return not self._home(record)[1]

    def homes(self, wished: str) -> Iterator[tuple[str, bool]]:
        """Yield which sessions may be ``wished``, without end, and whether each id is free.

        What lies in the trash is passed over: what comes again begins anew beside it.
        """
        for session_id in _numbered(wished):
            is_free = not self.database.sessions.exists(session_id)
            if is_free or not self._is_trashed(session_id):
                yield session_id, is_free

    def spoken(self, conversation: Conversation) -> Iterator[NewMessage]:
        """Yield what was said, ready to be stored; the reply to an unclear question asks back."""
        asked_back = False
        for said in conversation.messages:
            new = counted(said.role, said.content, said.timestamp or self.clock(), self.counter)
            metadata = MessageMetadata(
                query_analysis=said.understood,
                clarifying=asked_back and said.role == "assistant",
            )
            asked_back = said.understood is not None and said.understood.is_ambiguous
            yield new.model_copy(update={"metadata": metadata})

    def _home(self, record: SessionRecord) -> tuple[str, bool]:
        """Return which session ``record`` is or would be, and whether that id is free."""
        return next(
            (session_id, is_free)
            for session_id, is_free in self.homes(record.session_id)
            if is_free or self.database.record(session_id).same_as(record)
        )

    def _held(self, session_id: str, messages: Sequence[NewMessage]) -> int | None:
        """Return how many of ``messages`` the session holds: None where it is not, or differs."""
        if not self.database.sessions.exists(session_id) or self._is_trashed(session_id):
            return None
        held = [(at.role, at.content) for at in self.database.get_messages(session_id)]
        given = [(at.role, at.content) for at in messages]
        both = min(len(held), len(given))
        return both if held[:both] == given[:both] else None

    def _is_trashed(self, session_id: str) -> bool:
        return self.database.session_lists.anywhere(session_id).trashed_at is not None

    def _fold_if_due(
        self, session_id: str, held: int, question_tokens: int, options: Options
    ) -> FoldResult | None:
        if held + question_tokens <= options.threshold:
            return None
        before = context.load(self.database, session_id)
        if not before.foldable:
            return None
        fold = summariser.fold_active(
            self.database,
            session_id,
            before,
            options.engine,
            threshold=options.threshold,
            counter=self.counter,
            stop=Stop(),
        )
        _, folded = summariser.save(
            self.database,
            session_id,
            fold,
            before,
            now=before.active[-1].timestamp,
            created_at=self.clock(),
        )
        return folded


def exchanges(messages: Sequence[NewMessage]) -> list[list[NewMessage]]:
    """Part ``messages`` where a person speaks: each part is a question and what followed it."""
    parts: list[list[NewMessage]] = []
    for message in messages:
        if message.role == "user" or not parts:
            parts.append([])
        parts[-1].append(message)
    return parts


def _numbered(wished: str) -> Iterator[str]:
    """Yield ``wished``, then that with each number behind it, from 2 on."""
    yield wished
    for number in itertools.count(2):
        yield f"{wished}_{number}"


def _question_tokens(exchange: NewExchange) -> int:
    return exchange[0].token_count if exchange[0].role == "user" else 0


def _fitting(exchanges: Sequence[NewExchange], held: int, threshold: int) -> int:
    """Count the ``exchanges`` before the next fold, one at least: they are stored together."""
    for count, exchange in enumerate(exchanges[:_MOST_TOGETHER]):
        if count and held + _question_tokens(exchange) > threshold:
            return count
        held += sum(message.token_count for message in exchange)
    return min(len(exchanges), _MOST_TOGETHER)


def _report(
    stored: Sequence[Message], held: int, folded: FoldResult | None, options: Options
) -> TurnReport:
    last = stored[-1]
    return TurnReport(
        session_id=last.session_id,
        message_id=last.id,
        reply=last.content if last.role == "assistant" else "",
        context_tokens=held,
        threshold=options.threshold,
        summarised=folded,
        understanding=None,
        timings_ms={},
        engine=options.engine.name,
    )
