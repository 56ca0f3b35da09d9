"""Import of conversations: each is stored once, and folded as a chat would have been.

A conversation requests a session id, from its file or its content.  If the session with that id
begins with the same message, it is the same conversation: only new messages are stored, and where
the two differ they become a branch.  Otherwise a number is appended to the id.  Our own export is
stored again unchanged, and counts as the same only if all of it is equal.
"""

import datetime as dt
import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agents import context, summariser
from database import ScopedDatabase
from tidemark.runtime.events import Stop
from tidemark.schema import (
    FoldResult,
    Message,
    MessageMetadata,
    NewMerge,
    NewMessage,
    Role,
    Summary,
)
from tidemark.schema.branches import branch_id
from tidemark.schema.records import SessionRecord
from tidemark.schema.reports import ImportReport, TurnReport
from tidemark.schema.sessions import title_from
from tidemark.services.configuration import Configuration, Options
from tidemark.transfer.conversation import Conversation, PlainMessage, dated
from tidemark.transfer.import_reports import ImportStatus
from utils import TokenCounter

_MAX_EXCHANGES = 50  # in one transaction: a stop takes effect between two
Exchange = Sequence[NewMessage]
Lines = Sequence[tuple[Role, str]]
OnStored = Callable[[int], object]
OnTurn = Callable[[TurnReport], object]


def ignore(_: object) -> None:
    """Do nothing; the default for callbacks."""


@dataclass(frozen=True)
class Importer:
    """Stores conversations in ``database``; folds with the engine and budget in force."""

    database: ScopedDatabase
    counter: TokenCounter
    configuration: Configuration
    clock: Callable[[], dt.datetime]

    def status(self, parsed: Conversation | SessionRecord) -> ImportStatus:
        """Return whether ``parsed`` is new, or already stored in whole or in part.

        Raises:
            BranchesInCircle: It cannot be stored: it was forked from one of its own forks.
        """
        session_id, is_new = self._place(parsed)
        if isinstance(parsed, SessionRecord):
            if is_new:
                self._refuse_circle(session_id, parsed)
            return "new" if is_new else "here"
        if is_new:
            return "new"
        held = self._stored_lines(session_id)
        paths = [_lines(path) for path in parsed.paths]
        shared = [max(_common_length(path, lines) for lines in held.values()) for path in paths]
        return "here" if all(map(operator.eq, shared, map(len, paths))) else "longer"

    def store(
        self,
        parsed: Conversation | SessionRecord,
        *,
        on_stored: OnStored = ignore,
        on_turn: OnTurn = ignore,
    ) -> ImportReport:
        """Store the messages of ``parsed`` that are not stored yet; return a report.

        If a new conversation fails or is stopped, none of it is kept.

        Calls ``on_stored(count)`` after some messages are stored and ``on_turn(report)`` after each
        exchange; an exception raised by them ends the import.
        """
        if isinstance(parsed, SessionRecord):
            report = self._restore(parsed)
            on_stored(report.stored)
            return report
        return self._store(parsed, on_stored, on_turn)

    def append(self, session_id: str, exchanges: Sequence[Exchange]) -> Iterator[TurnReport]:
        """Store ``exchanges`` in order, folding as a chat would; yield a report on each."""
        with self.configuration.options() as options:
            yield from self._append(session_id, exchanges, options)

    def _append(
        self, session_id: str, exchanges: Sequence[Exchange], options: Options
    ) -> Iterator[TurnReport]:
        before = context.load(self.database, session_id)
        held, active = before.tokens, len(summariser.messages_to_fold(before))
        at = 0
        while at < len(exchanges):
            asked = _question_tokens(exchanges[at])
            folded = self._fold_if_due(session_id, held + asked, active, options)
            held, active = (folded.tokens_after, 0) if folded else (held, active)
            fitting = exchanges[at : at + _fitting(exchanges[at:], held, active, options)]
            at += len(fitting)
            together = [message for exchange in fitting for message in exchange]
            stored = iter(self.database.messages.add_many(session_id, together))
            for exchange in fitting:
                messages = list(itertools.islice(stored, len(exchange)))
                held += sum(message.token_count for message in messages)
                active += len(messages)
                if at == len(exchanges) and exchange is fitting[-1]:
                    last_fold = self._fold_if_due(session_id, held, active, options)
                    held = last_fold.tokens_after if last_fold else held
                    folded = last_fold or folded
                yield _report(messages, held, folded, options)
                folded = None

    def _place(self, parsed: Conversation | SessionRecord) -> tuple[str, bool]:
        """Return the session id to store ``parsed`` under, and whether that session is new.

        Sessions in the trash are skipped: a deleted conversation is imported again as a new one.
        So are those in other notebooks.
        """
        sessions, session_id, number = self.database.sessions, parsed.session_id, 1
        while (
            (is_there := sessions.exists(session_id))
            or self.database.notebooks.of_session(session_id) is not None
            or (number > 1 and sessions.is_spent(session_id))
        ):
            if is_there and not self._is_trashed(session_id) and self._is_same(session_id, parsed):
                return session_id, False
            number += 1
            session_id = f"{parsed.session_id}_{number}"
        return session_id, True

    def _is_same(self, session_id: str, parsed: Conversation | SessionRecord) -> bool:
        if isinstance(parsed, SessionRecord):
            return self.database.record(session_id).same_as(parsed)
        first = _lines(parsed.messages[:1])
        return any(  # a killed import may have stored nothing yet
            _lines(self.database.messages.between(branch, 0, 0)) in ([], first)
            for branch in self.database.branches.session_ids(session_id)
        )

    def _refuse_circle(self, session_id: str, record: SessionRecord) -> None:
        if record.forked is not None:
            origins = {branch.session_id: session_id for branch in record.branches}
            origins[session_id] = record.forked.session_id
            self.database.branches.refuse_circle(session_id, origins)

    def _is_trashed(self, session_id: str) -> bool:
        return self.database.session_lists.anywhere(session_id).trashed_at is not None

    def _stored_lines(self, session_id: str) -> dict[str, Lines]:
        """Return the lines stored in each branch of a session."""
        return {
            branch: _lines(self.database.get_messages(branch))
            for branch in self.database.branches.session_ids(session_id)
        }

    def _restore(self, record: SessionRecord) -> ImportReport:
        session_id, is_new = self._place(record)
        if is_new:
            self.database.restore(session_id, record)
        family = self.database.branches.family(session_id)
        listed = max(family, key=lambda branch: branch.looked).session_id if family else session_id
        if not is_new:
            return ImportReport(session_id=listed, stored=0, folds=0, was_there=True)
        return ImportReport(
            session_id=listed,
            stored=len(record.listed.messages),
            folds=sum(summary.level == 1 for summary in record.listed.summaries),
            renamed_from=record.session_id if session_id != record.session_id else None,
        )

    def _store(
        self, conversation: Conversation, on_stored: OnStored, on_turn: OnTurn
    ) -> ImportReport:
        session_id, is_new = self._place(conversation)
        if is_new:
            session_id = self._begin(conversation, session_id)
        held: dict[str, Lines] = {session_id: []} if is_new else self._stored_lines(session_id)
        try:
            stored, branches = self._add(conversation, held, session_id, on_stored, on_turn)
        except BaseException:
            if is_new:  # a partial conversation would look complete
                self.database.sessions.delete(session_id)
            raise
        current = branches[conversation.current]
        if is_new and conversation.branches:
            self.database.branches.show(current)
        return ImportReport(
            session_id=current,
            stored=stored,
            folds=len(self.database.summaries.first_level(current)),
            was_there=not stored,
            renamed_from=conversation.session_id if session_id != conversation.session_id else None,
        )

    def _begin(self, conversation: Conversation, session_id: str) -> str:
        first = dated(conversation.messages, self.clock())[0]
        title = conversation.title or title_from(first.content)
        began = conversation.created_at or first.timestamp or self.clock()
        return self.database.sessions.begin(session_id, title=title, now=began).session_id

    def _add(
        self,
        conversation: Conversation,
        held: dict[str, Lines],
        session_id: str,
        on_stored: OnStored,
        on_turn: OnTurn,
    ) -> tuple[int, list[str]]:
        """Add each path to the branch that shares most with it, or to a new branch of that one.

        Return the number of messages stored, and the branch of each path.
        """
        stored, branches = 0, []
        for path in conversation.paths:
            lines = _lines(path)
            nearest = max(held, key=lambda branch: _common_length(lines, held[branch]))
            shared = _common_length(lines, held[nearest])
            if shared < len(lines):
                new = self._new_messages(dated(path, self.clock()), after=shared)
                if shared < len(held[nearest]) or not self._is_at_rest(nearest):
                    nearest = self.database.branches.split(
                        nearest,
                        shared,
                        wished=branch_id(session_id),
                        now=new[0].timestamp,
                        merge=self._merge,
                    )
                exchanges = _exchanges(new)
                reports = self.append(nearest, exchanges)
                for exchange, report in zip(exchanges, reports, strict=True):
                    on_stored(len(exchange))
                    on_turn(report)
                held[nearest], stored = lines, stored + len(new)
            branches.append(nearest)
        return stored, branches

    def _merge(self, summaries: Sequence[Summary]) -> NewMerge | None:
        threshold = self.configuration.threshold
        return summariser.merge_over_limit(summaries, threshold=threshold, counter=self.counter)

    def _is_at_rest(self, session_id: str) -> bool:
        last = self.database.turns.last(session_id)
        return last is None or last.status != "pending"

    def _new_messages(self, messages: Sequence[PlainMessage], *, after: int) -> list[NewMessage]:
        """Count the tokens of ``messages[after:]``; mark replies to unclear questions."""
        new = []
        for before, message in zip((None, *messages)[after:], messages[after:], strict=False):
            is_unclear = before and before.understood and before.understood.is_ambiguous
            metadata = MessageMetadata(
                query_analysis=message.understood,
                clarifying=bool(is_unclear) and message.role == "assistant",
            )
            counted = NewMessage.counted(
                message.role, message.content, message.timestamp or self.clock(), self.counter
            )
            new.append(counted.model_copy(update={"metadata": metadata}))
        return new

    def _fold_if_due(
        self, session_id: str, tokens: int, active: int, options: Options
    ) -> FoldResult | None:
        if tokens <= options.threshold and active <= options.notebook.most_messages:
            return None
        before = context.load(self.database, session_id)
        if not summariser.messages_to_fold(before):
            return None
        fold = summariser.fold_session(
            self.database,
            session_id,
            before,
            options.engine,
            threshold=options.threshold,
            counter=self.counter,
            clock=self.clock,
            stop=Stop(),
            at=before.active[-1].timestamp,
        )
        return fold.result


def _exchanges(messages: Sequence[NewMessage]) -> list[list[NewMessage]]:
    """Split ``messages`` before each question: an exchange is a question and its replies."""
    parts: list[list[NewMessage]] = []
    for message in messages:
        if message.role == "user" or not parts:
            parts.append([])
        parts[-1].append(message)
    return parts


def _lines(messages: Sequence[PlainMessage] | Sequence[Message]) -> Lines:
    return [(message.role, message.content) for message in messages]


def _common_length(one: Lines, other: Lines) -> int:
    """Return the length of the common beginning of ``one`` and ``other``, in messages."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def _question_tokens(exchange: Exchange) -> int:
    return exchange[0].token_count if exchange[0].role == "user" else 0


def _fitting(exchanges: Sequence[Exchange], held: int, active: int, options: Options) -> int:
    """Return how many ``exchanges`` fit before the next fold, at least one."""
    for count, exchange in enumerate(exchanges[:_MAX_EXCHANGES]):
        is_over = held + _question_tokens(exchange) > options.threshold
        if count and (is_over or active > options.notebook.most_messages):
            return count
        held += sum(message.token_count for message in exchange)
        active += len(exchange)
    return min(len(exchanges), _MAX_EXCHANGES)


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
