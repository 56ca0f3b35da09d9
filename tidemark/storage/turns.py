"""Turns: each question, and its outcome.

A turn is ``pending`` from the time its question is stored until it is finished; a unique index
allows at most one pending turn a session.  A retry is a new turn over the same question: the owner
of the old turn can no longer finish it.
"""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from tidemark.errors import DatabaseAway, NothingToRetry, ReplyFolded, SessionBusy, TurnOver
from tidemark.schema import Message, NewMessage, QueryUnderstanding, Turn, TurnStart
from tidemark.schema.reasons import TurnReason
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage import notebooks, profile, sources
from tidemark.storage.column_types import as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.drivers.postgres import ServerAway
from tidemark.storage.messages import MESSAGE, as_messages, store_messages
from tidemark.storage.metrics import FIGURES, as_row
from tidemark.storage.pictures import write_pictures
from tidemark.storage.prompt_snapshots import SnapshotRunCache, write_snapshots
from tidemark.storage.search import passages, past_questions
from tidemark.storage.search.past_questions import AskedShape
from tidemark.storage.sessions import (
    NOTHING_CHOSEN,
    SessionChoices,
    begin_or_make_room,
    begin_session,
    entitle,
    hold_session,
    read_engine,
    room_for_reply,
    weigh_more,
)
from tidemark.storage.tables import (
    TURN,
    is_in_scope,
    is_pending,
    messages,
    of_session,
    sessions,
    stands,
    turns,
)
from tidemark.telemetry import meters

CUT_OFF: TurnReason = "cut_off"

# Built once: building a statement costs more than running it
_THIS = and_(turns.c.id == bindparam("turn_id"), is_in_scope(turns))
_LAST = select(*TURN).where(of_session(turns)).order_by(turns.c.id.desc()).limit(1)
_ASKED_AT = select(messages.c.position).where(messages.c.id == bindparam("asked"))
_ASKED_SINCE = (  # by an import: each turn has its own question
    select(messages.c.id)
    .where(
        of_session(messages),
        messages.c.role == "user",
        messages.c.position > _ASKED_AT.scalar_subquery(),
    )
    .limit(1)
)
_FOLDED_REPLY = (  # to the last question: its replies follow it
    select(messages.c.position)
    .where(
        of_session(messages),
        messages.c.position > _ASKED_AT.scalar_subquery(),
        messages.c.is_summarized == 1,
    )
    .limit(1)
)
_OF_QUESTIONS = (
    select(*TURN)
    .where(turns.c.question_id.in_(bindparam("asked", expanding=True)), is_in_scope(turns))
    .order_by(turns.c.id)
)
_BEAT = update(turns).where(_THIS, is_pending).values(heartbeat=bindparam("now"))
_INSERT = insert(turns).returning(turns.c.id)
_ENDED = "status", "reason", "owner", "heartbeat", "reply_id", "whole_tokens"
_END = (
    update(turns)
    .where(_THIS, is_pending)
    .values({name: bindparam(f"new_{name}") for name in (*_ENDED, *FIGURES)})
    .returning(turns.c.question_id)
)
_ANNOTATE = (
    update(messages)
    .where(messages.c.id == select(turns.c.question_id).where(_THIS).scalar_subquery())
    .values(metadata=bindparam("known"))
)


class TurnStore:
    """Starts, restarts and finishes turns."""

    def __init__(self, connections: Connections, runs: SnapshotRunCache) -> None:
        self._connections = connections
        self._runs = runs

    def start(
        self,
        session_id: str,
        question: NewMessage,
        *,
        title: str,
        owner: str,
        now: dt.datetime,
        is_new: bool = False,
        is_across: bool = True,
        engine: str = "",
        retention_days: int | None = None,
        asked: AskedShape | None = None,
        pictures: Sequence[bytes] = (),
    ) -> TurnStart:
        """Store ``question`` with its ``pictures`` and start its turn; create a missing session.

        If ``is_new``, a taken session id gets a number.  A session created here with ``is_across``
        false shares no memory with others; it uses ``engine`` and ``retention_days``.  A question
        that another program ``asked`` is also stored among the past questions.

        Raises:
            SessionBusy: A turn of this session is pending, whoever owns it; nothing is stored.
            SessionTrashed: The session is in the trash; nothing is stored.
        """
        with self._connections.transaction() as connection:
            if is_new:
                session_id = begin_session(connection, session_id, title=title, now=now)
            chosen = SessionChoices(int(is_across), engine, retention_days)
            begun = begin_turn(
                connection,
                session_id,
                question,
                title=title,
                owner=owner,
                now=now,
                chosen=chosen,
            )
            write_pictures(connection, {begun.question.id: pictures})
            if asked is not None:
                past_questions.add(connection, begun.question.session_id, begun.question.id, asked)
            return begun

    def last(self, session_id: str) -> Turn | None:
        """Return the last turn of a session; None if questions were imported after it."""
        with self._connections.asking() as connection:
            return _last(connection, session_id)

    def broken_off(self, message_ids: Sequence[int]) -> dict[int, Turn]:
        """Return the last turn of each of these questions if it failed or was stopped, by id."""
        with self._connections.asking() as connection:
            found = as_shapes(connection.execute(_OF_QUESTIONS, {"asked": list(message_ids)}), Turn)
        last = {turn.question_id: turn for turn in found}
        return {of: turn for of, turn in last.items() if turn.status in ("failed", "stopped")}

    def restart(
        self,
        session_id: str,
        *,
        owner: str,
        now: dt.datetime,
        seen: Turn | None = None,
        even_done: bool = False,
        asked_back: QueryUnderstanding | None = None,
    ) -> TurnStart:
        """Start another turn for the last question of a session, and retire its old reply.

        A finished turn is restarted only if ``even_done``; its reply stays in force until
        ``finish`` stores a complete new one.  A pending turn is taken over: its owner can no longer
        finish it.  To take over a turn judged dead, pass it as ``seen``: of two callers that saw
        the same, only one succeeds.  ``asked_back`` is stored with the question, whatever the
        outcome.

        Raises:
            NothingToRetry: The last turn is done and not ``even_done``, or there is none.
            ReplyFolded: A summary covers a reply to it.
            SessionBusy: The last turn has changed since ``seen``.
        """
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            old = _last(connection, session_id)
            if seen is not None and old != seen:
                raise SessionBusy(session_id)
            if old is None or (old.status == "done" and not even_done):
                raise NothingToRetry(session_id)
            asked = {"of_session": session_id, "asked": old.question_id}
            folded = connection.scalar(_FOLDED_REPLY, asked)
            if folded is not None:
                raise ReplyFolded(session_id, folded + 1)
            if old.reply_id is not None and old.status != "done":
                _retire(connection, session_id, [old.reply_id])
            _abandon(connection, old.id)
            connection.execute(
                update(sessions).where(sessions.c.session_id == session_id).values(updated_at=now)
            )
            question = _message(connection, old.question_id)
            if asked_back is not None:
                known = question.metadata.model_copy(update={"asked_back": asked_back})
                connection.execute(_ANNOTATE, {"turn_id": old.id, "known": known})
                question = question.model_copy(update={"metadata": known})
            turn = _insert_pending(connection, question, owner=owner, now=now)
            notebooks.touch(connection, now)
            engine = read_engine(connection, session_id)
            return TurnStart(turn=turn, question=question, engine=engine)

    def abandon(self, turn_id: int) -> bool:
        """Mark a pending turn as failed, as its owner is dead; return whether it was pending."""
        with self._connections.transaction() as connection:
            return _abandon(connection, turn_id)

    def beat(self, turn_id: int, now: dt.datetime) -> bool:
        """Store a heartbeat of the owner of a turn; return whether the turn is still pending."""
        with self._connections.transaction() as connection:
            return connection.execute(_BEAT, {"turn_id": turn_id, "now": now}).rowcount > 0

    def finish(self, turn_id: int, outcome: TurnOutcome, *, now: dt.datetime) -> Message | None:
        """Store the outcome of a pending turn, all or nothing; return its reply as stored.

        If the connection breaks, this is tried once more, so that no reply is lost.

        Raises:
            TurnOver: The turn is not pending, or is gone.
        """
        if self._connections.is_visit:  # a guest's words say nothing about the person
            outcome = dataclasses.replace(outcome, learnt=(), forgets=())
        reply = self._finish_whatever_breaks(turn_id, outcome, now)
        meters.count_outcome(outcome)
        return reply

    def _finish_whatever_breaks(
        self, turn_id: int, outcome: TurnOutcome, now: dt.datetime
    ) -> Message | None:
        try:
            return self._finish(turn_id, outcome, now)
        except DatabaseAway as error:
            if isinstance(error.__cause__, ServerAway):
                raise  # it has waited already
            try:
                return self._finish(turn_id, outcome, now)
            except TurnOver:  # as happens if the connection broke after the server had committed
                return self._as_finished(turn_id, outcome, now)

    def _finish(self, turn_id: int, outcome: TurnOutcome, now: dt.datetime) -> Message | None:
        with self._connections.transaction() as connection:
            room = room_for_reply(connection, turn_id, outcome.reply, now)
            if room is None:
                raise TurnOver(turn_id)
            if outcome.question_metadata is not None:  # first: the last row may grow
                known = {"turn_id": turn_id, "known": outcome.question_metadata}
                connection.execute(_ANNOTATE, known)
            new = outcome.reply
            reply = store_messages(connection, room, [new])[0] if new else None
            values = {
                **_end_values(outcome, now),
                **as_row(outcome.metrics),
                "reply_id": reply.id if reply else None,
                "whole_tokens": room.whole_tokens,
            }
            given = {f"new_{name}": value for name, value in values.items()}
            question_id = connection.scalar(_END, {"turn_id": turn_id, **given})
            if question_id is None:
                raise TurnOver(turn_id)
            if outcome.prompt is not None:
                by_turn = {turn_id: outcome.prompt}
                write_snapshots(
                    connection,
                    room.session_id,
                    by_turn,
                    outcome.sizes,
                    self._runs,
                    is_first=room.position == 1,
                )
            passages.catch_up(connection, room.key, room.session_id)
            if new is not None and new.metadata.passages:
                sources.touch_versions(connection, new.metadata.passages, now=now)
            if outcome.title is not None:
                entitle(connection, room.session_id, outcome.title, outcome.title_before)
            if outcome.learnt:
                profile.learn(connection, outcome.learnt, session_id=room.session_id, now=now)
            if outcome.forgets:
                profile.forget_texts(connection, outcome.forgets, now=now)
            if reply is None or not outcome.may_have_reply:
                return reply
            return _settled(connection, reply, turn_id, is_whole=outcome.status == "done")

    def _as_finished(self, turn_id: int, outcome: TurnOutcome, now: dt.datetime) -> Message | None:
        """Return the reply of a turn that ended with this very outcome; else raise ``TurnOver``."""
        ended = _end_values(outcome, now)
        exactly_so = [turns.c[name] == value for name, value in ended.items()]
        query = select(turns.c.reply_id).where(_THIS, *exactly_so)
        with self._connections.reading() as connection:
            row = connection.execute(query, {"turn_id": turn_id}).one_or_none()
            if row is None:
                raise TurnOver(turn_id)
            return _message(connection, row.reply_id) if row.reply_id else None


def _end_values(outcome: TurnOutcome, now: dt.datetime) -> dict[str, Any]:
    return {"status": outcome.status, "reason": outcome.reason, "owner": "", "heartbeat": now}


def begin_turn(
    connection: Connection,
    session_id: str,
    question: NewMessage,
    *,
    title: str,
    owner: str,
    now: dt.datetime,
    chosen: SessionChoices = NOTHING_CHOSEN,
) -> TurnStart:
    """Store ``question`` and its pending turn in the transaction of ``connection``.

    What is ``chosen`` is set if it is the first message of its session.

    Raises:
        SessionBusy: A turn of this session is pending.
        SessionTrashed: It is in the trash.
        NotebookNotFound: The notebook of the scope was deleted meanwhile.
    """
    tokens, at = question.token_count, question.timestamp
    room = begin_or_make_room(
        connection, session_id, title=title, tokens=tokens, now=at, chosen=chosen
    )
    (stored,) = store_messages(connection, room, [question])
    try:
        turn = _insert_pending(connection, stored, owner=owner, now=now)
    except IntegrityError as error:  # all else in it is new: it must be the one pending turn
        raise SessionBusy(session_id) from error
    if not (
        room.was_just_active and stored.position
    ):  # the first message of a session has locked the notebook
        notebooks.touch(connection, now)
    return TurnStart(turn=turn, question=stored, engine=room.engine)


def _insert_pending(
    connection: Connection, question: Message, *, owner: str, now: dt.datetime
) -> Turn:
    begun = {
        "session_id": question.session_id,
        "question_id": question.id,
        "reply_id": None,
        "status": "pending",
        "reason": None,
        "owner": owner,
        "heartbeat": now,
    }
    turn_id = connection.execute(_INSERT, begun).scalar_one()
    return Turn.model_validate({**begun, "id": turn_id})


def _last(connection: Connection, session_id: str) -> Turn | None:
    found = as_shapes(connection.execute(_LAST, {"of_session": session_id}), Turn)
    if not found:
        return None
    asked = {"of_session": session_id, "asked": found[0].question_id}
    return None if connection.scalar(_ASKED_SINCE, asked) else found[0]


def _message(connection: Connection, message_id: int) -> Message:
    found = connection.execute(select(*MESSAGE).where(messages.c.id == message_id))
    return as_messages(found)[0]


def _abandon(connection: Connection, turn_id: int) -> bool:
    dead = update(turns).where(_THIS, is_pending).values(status="failed", reason=CUT_OFF)
    return connection.execute(dead, {"turn_id": turn_id}).rowcount > 0


def _settled(connection: Connection, stored: Message, turn_id: int, *, is_whole: bool) -> Message:
    """Keep one reply to a question in force: ``stored`` if it ``is_whole``, else an earlier one."""
    question_id = select(turns.c.question_id).where(turns.c.id == turn_id).scalar_subquery()
    asked_at = select(messages.c.position).where(messages.c.id == question_id).scalar_subquery()
    standing = select(messages.c.id).where(
        messages.c.session_id == stored.session_id,
        messages.c.position > asked_at,
        messages.c.position < stored.position,
        stands,
    )
    before = connection.scalars(standing).all()
    gone = list(before) if is_whole else [stored.id] if before else []
    tokens = _retire(connection, stored.session_id, gone)
    if tokens:  # its tokens were counted with the context until this turn ended
        fewer = {"whole_tokens": turns.c.whole_tokens - tokens}
        connection.execute(update(turns).where(turns.c.id == turn_id).values(fewer))
    if stored.id in gone:
        return stored.model_copy(update={"is_retired": True})
    return stored


def _retire(connection: Connection, session_id: str, message_ids: Sequence[int]) -> int:
    """Take replies out of the context; they keep their position.  Return their token count."""
    if not message_ids:
        return 0
    these = update(messages).where(messages.c.id.in_(message_ids)).values(is_retired=1)
    tokens = sum(connection.scalars(these.returning(messages.c.token_count)).all())
    weigh_more(connection, session_id, -tokens)
    return int(tokens)
