"""The turns: each question, and what became of it.

A turn is ``pending`` from the moment its question is stored until it is finished; a session has at
most one such, which a unique index holds.  A retry is a new turn over the same question: whoever
worked on the old one cannot finish it any more.
"""

import datetime as dt
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from tidemark.errors import DatabaseAway, NothingToRetry, SessionBusy, TurnOver
from tidemark.schema import Begun, Message, MessageMetadata, NewMessage, Turn, TurnStatus
from tidemark.storage import at_once
from tidemark.storage.columns import as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_messages, as_stored, store_messages
from tidemark.storage.server import ServerAway
from tidemark.storage.sessions import (
    begin_or_make_room,
    begin_session,
    hold_session,
    room_for_reply,
)
from tidemark.storage.tables import is_pending, messages, sessions, turns
from utils import storable

TURN = (  # the columns that make a Turn
    turns.c.id,
    turns.c.session_id,
    turns.c.question_id,
    turns.c.reply_id,
    turns.c.status,
    turns.c.reason,
    turns.c.owner,
    turns.c.heartbeat,
)
CUT_OFF = "It was cut off before it was answered."

# Built once: to build a statement costs more than to run it
_THIS = turns.c.id == bindparam("turn_id")
_LAST = (
    select(*TURN)
    .where(turns.c.session_id == bindparam("of_session"))
    .order_by(turns.c.id.desc())
    .limit(1)
)
_INSERT = insert(turns).returning(turns.c.id)
_BEAT = update(turns).where(_THIS, is_pending).values(heartbeat=bindparam("now"))
_FINISH = (
    update(turns)
    .where(_THIS, is_pending)
    .values(
        {name: bindparam(f"new_{name}") for name in ("status", "reason", "heartbeat", "reply_id")}
    )
    .returning(turns.c.question_id)
)
_TELL = (
    update(messages)
    .where(messages.c.id == bindparam("question_id"))
    .values(metadata=bindparam("known"))
)


class Turns:
    """Starts, restarts and finishes turns."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def start(
        self,
        session_id: str,
        question: NewMessage,
        *,
        title: str,
        owner: str,
        now: dt.datetime,
        is_new: bool = False,
    ) -> Begun:
        """Store ``question`` and begin its turn, in a session begun under ``title`` if need be.

        Where it ``is_new``, the session gets a number behind its id if that is taken.

        Raises:
            SessionBusy: A turn of this session is pending, whoever owns it; nothing is stored.
        """
        is_one_statement = self._connections.address.file is None and not is_new
        opened = self._connections.asking if is_one_statement else self._connections.transaction
        with opened() as connection:
            if is_new:
                session_id = begin_session(connection, session_id, title=title, now=now)
            return _begun(connection, session_id, question, title=title, owner=owner, now=now)

    def last(self, session_id: str) -> Turn | None:
        """Return the last turn of a session."""
        with self._connections.asking() as connection:
            return _last(connection, session_id)

    def restart(
        self, session_id: str, *, owner: str, now: dt.datetime, seen: Turn | None = None
    ) -> Begun:
        """Begin the last turn of a session anew and retire its old reply.

        A turn that is still pending is taken over: its owner cannot finish it any more.  Give the
        turn as ``seen`` when it was judged dead, so that of two who saw it only one takes it.

        Raises:
            NothingToRetry: The last turn is done, or there is none.
            SessionBusy: The last turn is no longer as ``seen``.
        """
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            old = _last(connection, session_id)
            if seen is not None and old != seen:
                raise SessionBusy(session_id)
            if old is None or old.status == "done":
                raise NothingToRetry(session_id)
            _abandon(connection, old.id)
            retired = update(messages).where(messages.c.id == old.reply_id).values(is_retired=1)
            connection.execute(retired)
            connection.execute(
                update(sessions).where(sessions.c.session_id == session_id).values(updated_at=now)
            )
            question = _message(connection, old.question_id)
            turn = _insert_pending(connection, question, owner=owner, now=now)
            return Begun(turn=turn, question=question)

    def abandon(self, turn_id: int) -> bool:
        """Let a pending turn whose owner is dead be failed; return whether it was pending."""
        with self._connections.transaction() as connection:
            return _abandon(connection, turn_id)

    def beat(self, turn_id: int, now: dt.datetime) -> bool:
        """Say that the owner of a turn is alive; return whether the turn is pending still."""
        with self._connections.transaction() as connection:
            return connection.execute(_BEAT, {"turn_id": turn_id, "now": now}).rowcount > 0

    def finish(
        self,
        turn_id: int,
        *,
        status: TurnStatus,
        now: dt.datetime,
        reply: NewMessage | None,
        reason: str | None = None,
        question_metadata: MessageMetadata | None = None,
    ) -> Message | None:
        """Store the reply, what is known of the question and how the turn ended: all or nothing.

        A server that breaks off is asked once more, so that no reply is lost with a connection.

        Raises:
            TurnOver: The turn is not pending, or gone.
        """
        ended = {"status": status, "reason": storable(reason) if reason else None, "heartbeat": now}
        try:
            return self._finish(turn_id, ended, reply, question_metadata)
        except DatabaseAway as error:
            if isinstance(error.__cause__, ServerAway):
                raise  # it was waited for already
            try:
                return self._finish(turn_id, ended, reply, question_metadata)
            except TurnOver:  # as it is where the server broke off after it had kept all
                return self._as_finished(turn_id, ended)

    def _finish(
        self,
        turn_id: int,
        ended: dict[str, Any],
        reply: NewMessage | None,
        question_metadata: MessageMetadata | None,
    ) -> Message | None:
        if reply is not None and self._connections.address.file is None:
            with self._connections.asking() as connection:  # one statement needs no transaction
                kept = at_once.end(connection, turn_id, ended, reply, question_metadata)
            if kept is None:
                raise TurnOver(turn_id)
            return as_stored(kept.room, [reply], [kept.message_id])[0]
        with self._connections.transaction() as connection:
            room = room_for_reply(connection, turn_id, reply.timestamp if reply else None)
            stored = store_messages(connection, room, [reply])[0] if reply and room else None
            values = {**ended, "reply_id": stored.id if stored else None}
            ending = {f"new_{name}": value for name, value in values.items()}
            question_id = connection.scalar(_FINISH, {"turn_id": turn_id, **ending})
            if question_id is None:
                raise TurnOver(turn_id)
            if question_metadata is not None:
                told = {"question_id": question_id, "known": question_metadata}
                connection.execute(_TELL, told)
            return stored

    def _as_finished(self, turn_id: int, ended: dict[str, Any]) -> Message | None:
        """Return the reply of a turn that ``ended`` exactly so; raise ``TurnOver`` if not so."""
        exactly_so = [turns.c[name] == value for name, value in ended.items()]
        query = select(turns.c.reply_id).where(turns.c.id == turn_id, *exactly_so)
        with self._connections.reading() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise TurnOver(turn_id)
            return _message(connection, row.reply_id) if row.reply_id else None


def _begun(
    connection: Connection,
    session_id: str,
    question: NewMessage,
    *,
    title: str,
    owner: str,
    now: dt.datetime,
) -> Begun:
    if connection.dialect.name == "sqlite":
        said = question.timestamp
        room = begin_or_make_room(connection, session_id, title=title, now=said)
        (stored,) = store_messages(connection, room, [question])
        turn = _insert_pending(connection, stored, owner=owner, now=now)
        return Begun(turn=turn, question=stored)
    try:
        kept = at_once.begin(connection, session_id, question, title=title, owner=owner, now=now)
    except IntegrityError as error:  # all else in it is new: it is the one pending turn
        raise SessionBusy(session_id) from error
    (stored,) = as_stored(kept.room, [question], [kept.message_id])
    row = _pending(stored, owner=owner, now=now)
    return Begun(turn=Turn.model_validate({**row, "id": kept.turn_id}), question=stored)


def _last(connection: Connection, session_id: str) -> Turn | None:
    found = as_shapes(connection.execute(_LAST, {"of_session": session_id}), Turn)
    return found[0] if found else None


def _message(connection: Connection, message_id: int) -> Message:
    found = connection.execute(select(*MESSAGE).where(messages.c.id == message_id))
    return as_messages(found)[0]


def _abandon(connection: Connection, turn_id: int) -> bool:
    dead = update(turns).where(turns.c.id == turn_id, is_pending)
    return connection.execute(dead.values(status="failed", reason=CUT_OFF)).rowcount > 0


def _insert_pending(
    connection: Connection, question: Message, *, owner: str, now: dt.datetime
) -> Turn:
    values = _pending(question, owner=owner, now=now)
    try:
        turn_id = connection.execute(_INSERT, values).scalar()
    except IntegrityError as error:  # all it refers to stands: it is the one pending turn
        raise SessionBusy(question.session_id) from error
    return Turn.model_validate({**values, "id": turn_id})


def _pending(question: Message, *, owner: str, now: dt.datetime) -> dict[str, Any]:
    return {
        "session_id": question.session_id,
        "question_id": question.id,
        "reply_id": None,
        "status": "pending",
        "reason": None,
        "owner": owner,
        "heartbeat": now,
    }
