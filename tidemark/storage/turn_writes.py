"""What begins and what ends a turn, step by step: for a file, where a step costs next to nothing.

For a server the same is done at once.
"""

import datetime as dt
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, update

from tidemark.schema import MessageMetadata, NewMessage
from tidemark.schema.metrics import TurnMetrics
from tidemark.schema.prompt_snapshot import PromptSnapshot
from tidemark.storage.messages import store_messages
from tidemark.storage.metrics import FIGURES, as_row
from tidemark.storage.sessions import Room, begin_or_make_room, room_for_reply
from tidemark.storage.tables import is_pending, messages, turn_views, turns

_ENDED = "status", "reason", "heartbeat", "reply_id", "whole_tokens"
# Built once: to build a statement costs more than to run it
_INSERT = insert(turns).returning(turns.c.id)
_END = (
    update(turns)
    .where(turns.c.id == bindparam("turn_id"), is_pending)
    .values({name: bindparam(f"new_{name}") for name in (*_ENDED, *FIGURES)})
    .returning(turns.c.question_id)
)
_TELL = (
    update(messages)
    .where(messages.c.id == bindparam("question_id"))
    .values(metadata=bindparam("known"))
)
_KEEP_VIEW = insert(turn_views)


class Kept(NamedTuple):
    """Where a message was stored, under which id (0: there was none), and the id of its turn."""

    room: Room
    message_id: int
    turn_id: int


def begin(
    connection: Connection,
    session_id: str,
    question: NewMessage,
    *,
    title: str,
    owner: str,
    now: dt.datetime,
) -> Kept:
    """Store ``question`` and its pending turn, in a session begun under ``title`` if need be.

    Raises:
        IntegrityError: A turn of this session is pending.
        SessionTrashed: It is in the trash.
    """
    tokens, at = question.token_count, question.timestamp
    room = begin_or_make_room(connection, session_id, title=title, tokens=tokens, now=at)
    (stored,) = store_messages(connection, room, [question])
    begun = pending(stored.id, session_id, owner=owner, now=now)
    return Kept(room, stored.id, insert_turn(connection, begun))


def end(
    connection: Connection,
    turn_id: int,
    ended: dict[str, Any],
    reply: NewMessage | None,
    known: MessageMetadata | None,
    view: PromptSnapshot | None,
    figures: TurnMetrics | None,
) -> Kept | None:
    """Store ``reply``, how its turn ``ended``, the ``view`` and what is ``known`` of the question.

    With it go its ``figures``.

    None where the turn is not pending; then the transaction may not be kept.
    """
    room = room_for_reply(connection, turn_id, reply, ended["heartbeat"])
    if room is None:
        return None
    reply_id = store_messages(connection, room, [reply])[0].id if reply else None
    told = {**ended, "reply_id": reply_id, "whole_tokens": room.whole_tokens, **as_row(figures)}
    ending = {f"new_{name}": value for name, value in told.items()}
    question_id = connection.scalar(_END, {"turn_id": turn_id, **ending})
    if question_id is None:
        return None
    if known is not None:
        connection.execute(_TELL, {"question_id": question_id, "known": known})
    if view is not None:
        connection.execute(_KEEP_VIEW, {"turn_id": turn_id, **dict(view)})
    return Kept(room, reply_id or 0, turn_id)


def pending(
    question_id: int, session_id: str, *, owner: str, now: dt.datetime
) -> dict[str, object]:
    """Return the row of a turn that begins ``now``."""
    return {
        "session_id": session_id,
        "question_id": question_id,
        "reply_id": None,
        "status": "pending",
        "reason": None,
        "owner": owner,
        "heartbeat": now,
    }


def insert_turn(connection: Connection, begun: dict[str, object]) -> int:
    """Store the row of a turn and return its id.

    Raises:
        IntegrityError: A turn of this session is pending.
    """
    turn_id: int = connection.execute(_INSERT, begun).scalar_one()
    return turn_id
