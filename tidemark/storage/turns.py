"""The turns: each question, and what became of it.

A turn is ``pending`` from the moment its question is stored until it is finished; a session has at
most one such, which a unique index holds.  A retry is a new turn over the same question: whoever
worked on the old one cannot finish it any more.
"""

import datetime as dt
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from tidemark.errors import DatabaseAway, NothingToRetry, SessionBusy, TurnOver
from tidemark.schema import Message, MessageMetadata, NewMessage, Turn, TurnStatus
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, add_messages, as_messages
from tidemark.storage.server import ServerAway
from tidemark.storage.sessions import begin_session, ensure_session, hold_session
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
    ) -> Turn:
        """Store ``question`` and begin its turn, in a session begun under ``title`` if need be.

        Where it ``is_new``, the session gets a number behind its id if that is taken.

        Raises:
            SessionBusy: A turn of this session is pending, whoever owns it; nothing is stored.
        """
        with self._connections.transaction() as connection:
            if is_new:
                session_id = begin_session(connection, session_id, title=title, now=now)
            else:
                ensure_session(connection, session_id, title=title, now=now)
            stored = add_messages(connection, session_id, [question])[0]
            return _insert_pending(connection, session_id, stored.id, owner=owner, now=now)

    def last(self, session_id: str) -> Turn | None:
        """Return the last turn of a session."""
        with self._connections.reading() as connection:
            return _last(connection, session_id)

    def restart(
        self, session_id: str, *, owner: str, now: dt.datetime, seen: Turn | None = None
    ) -> Turn:
        """Begin the last turn of a session anew and retire its old reply; return the new turn.

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
            return _insert_pending(connection, session_id, old.question_id, owner=owner, now=now)

    def abandon(self, turn_id: int) -> bool:
        """Let a pending turn whose owner is dead be failed; return whether it was pending."""
        with self._connections.transaction() as connection:
            return _abandon(connection, turn_id)

    def beat(self, turn_id: int, now: dt.datetime) -> bool:
        """Say that the owner of a turn is alive; return whether the turn is pending still."""
        alive = update(turns).where(turns.c.id == turn_id, is_pending).values(heartbeat=now)
        with self._connections.transaction() as connection:
            return connection.execute(alive).rowcount > 0

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
        of_turn = select(turns.c.session_id).where(turns.c.id == turn_id).scalar_subquery()
        with self._connections.transaction() as connection:
            hold_session(connection, of_turn)
            query = select(turns.c.session_id, turns.c.question_id)
            row = connection.execute(query.where(turns.c.id == turn_id, is_pending)).one_or_none()
            if row is None:
                raise TurnOver(turn_id)
            stored = add_messages(connection, row.session_id, [reply])[0] if reply else None
            reply_id = stored.id if stored else None
            connection.execute(
                update(turns).where(turns.c.id == turn_id).values(**ended, reply_id=reply_id)
            )
            if question_metadata is not None:
                question = update(messages).where(messages.c.id == row.question_id)
                connection.execute(question.values(metadata=question_metadata))
            return stored

    def _as_finished(self, turn_id: int, ended: dict[str, Any]) -> Message | None:
        """Return the reply of a turn that ``ended`` exactly so; raise ``TurnOver`` if not so."""
        exactly_so = [turns.c[name] == value for name, value in ended.items()]
        query = select(turns.c.reply_id).where(turns.c.id == turn_id, *exactly_so)
        with self._connections.reading() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise TurnOver(turn_id)
            of_reply = select(*MESSAGE).where(messages.c.id == row.reply_id)
            return next(iter(as_messages(connection, of_reply)), None)


def as_turns(connection: Connection, query: Select[Any]) -> tuple[Turn, ...]:
    """Return the turns that ``query``, a select of the columns ``TURN``, finds."""
    return tuple(Turn.model_validate(dict(row)) for row in connection.execute(query).mappings())


def _last(connection: Connection, session_id: str) -> Turn | None:
    query = select(*TURN).where(turns.c.session_id == session_id)
    found = as_turns(connection, query.order_by(turns.c.id.desc()).limit(1))
    return found[0] if found else None


def _abandon(connection: Connection, turn_id: int) -> bool:
    dead = update(turns).where(turns.c.id == turn_id, is_pending)
    return connection.execute(dead.values(status="failed", reason=CUT_OFF)).rowcount > 0


def _insert_pending(
    connection: Connection, session_id: str, question_id: int, *, owner: str, now: dt.datetime
) -> Turn:
    values = {
        "session_id": session_id,
        "question_id": question_id,
        "reply_id": None,
        "status": "pending",
        "reason": None,
        "owner": owner,
        "heartbeat": now,
    }
    try:
        turn_id = connection.execute(insert(turns).values(values).returning(turns.c.id)).scalar()
    except IntegrityError as error:  # all it refers to stands: it is the one pending turn
        raise SessionBusy(session_id) from error
    return Turn.model_validate({**values, "id": turn_id})
