"""What the engine of each turn read, as it was stored with the reply."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, Select, bindparam, insert, select

from tidemark.prompt.renumbering import Renumbering
from tidemark.schema import Message, Turn
from tidemark.schema.prompt_snapshot import PromptSnapshot
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_messages
from tidemark.storage.tables import is_in_scope, messages, of_session, turn_views, turns
from tidemark.storage.turns import TURN

_ROWS = select(*TURN, turn_views.c.sha256, turn_views.c.places, turn_views.c.words).select_from(
    turns.outerjoin(turn_views, turn_views.c.turn_id == turns.c.id)
)
_OF_REPLY = _ROWS.where(turns.c.reply_id == bindparam("reply_id"), is_in_scope(turns))
_OF_QUESTION = _ROWS.where(turns.c.question_id == bindparam("question_id"), is_in_scope(turns))
_OF_SESSION = _ROWS.where(of_session(turns)).order_by(turns.c.id)
_QUESTION = (
    select(messages.c.id)
    .where(of_session(messages), messages.c.role == "user")
    .order_by(messages.c.position)
    .offset(bindparam("before"))
    .limit(1)
)
_SOURCES = select(*MESSAGE).where(among(messages.c.id, "ids"), is_in_scope(messages))


class StoredPrompt(NamedTuple):
    """A turn, and what its engine read, as far as that was kept."""

    turn: Turn
    kept: PromptSnapshot | None


class PromptSnapshotStore:
    """Finds what engines read."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of_reply(self, session_id: str, reply_id: int) -> StoredPrompt | None:
        """Return the turn of a session that ended in a reply; None where there was none."""
        found = self._read(_OF_REPLY, reply_id=reply_id)
        ours = [read for read in found if read.turn.session_id == session_id]
        return ours[0] if ours else None

    def of_question(self, session_id: str, question_id: int) -> tuple[StoredPrompt, ...]:
        """Return the turns of a session over a question, in the order they were begun."""
        found = self._read(_OF_QUESTION, question_id=question_id)
        ours = (read for read in found if read.turn.session_id == session_id)
        return tuple(sorted(ours, key=lambda read: read.turn.id))

    def of_session(self, session_id: str) -> tuple[StoredPrompt, ...]:
        """Return all turns of a session, in the order they were begun."""
        return self._read(_OF_SESSION, of_session=session_id)

    def question(self, session_id: str, number: int) -> int | None:
        """Return the id of the question ``number`` of a session, counted from 1; None past them."""
        if number < 1:
            return None
        with self._connections.asking() as connection:
            asked = {"of_session": session_id, "before": number - 1}
            found: int | None = connection.scalar(_QUESTION, asked)
            return found

    def said(self, message_ids: Collection[int]) -> dict[int, Message]:
        """Return those of ``message_ids`` that are there, by id, of any session in scope."""
        with self._connections.asking() as connection:
            found = as_messages(connection.execute(_SOURCES, {"ids": list(message_ids)}))
        return {message.id: message for message in found}

    def _read(self, query: Select[Any], **asked: object) -> tuple[StoredPrompt, ...]:
        with self._connections.asking() as connection:
            rows = connection.execute(query, asked).mappings().all()
        return tuple(_read(row) for row in rows)


def read_views(connection: Connection, session_id: str) -> dict[int, PromptSnapshot]:
    """Return what the turns of a session read, by their ids, as far as it is kept."""
    rows = connection.execute(_OF_SESSION, {"of_session": session_id}).mappings().all()
    return {read.turn.id: read.kept for read in map(_read, rows) if read.kept is not None}


def write_views(connection: Connection, by_turn: Mapping[int, PromptSnapshot | None]) -> None:
    """Store what turns read, by their ids, as far as it is known."""
    rows = [{"turn_id": of, **dict(kept)} for of, kept in by_turn.items() if kept is not None]
    if rows:
        connection.execute(insert(turn_views), rows)


def copy_views(connection: Connection, session_id: str, new: str, numbers: Renumbering) -> None:
    """Store what the turns of a session read for their copies in the session ``new``, too.

    The messages they share have other ``numbers`` there.
    """
    kept = read_views(connection, session_id)
    if not kept:
        return
    order = select(turns.c.id).order_by(turns.c.id)
    before, copies = (
        connection.scalars(order.where(turns.c.session_id == each)).all()
        for each in (session_id, new)
    )
    write_views(
        connection,
        {
            copy: kept[of].model_copy(update={"places": numbers.layout(kept[of].places)})
            for of, copy in zip(before, copies, strict=False)  # the copies are of the first ones
            if of in kept
        },
    )


def _read(row: RowMapping) -> StoredPrompt:
    turn = Turn.model_validate({column.name: row[column] for column in TURN})
    if row[turn_views.c.sha256] is None:
        return StoredPrompt(turn, None)
    kept = {name: row[turn_views.c[name]] for name in PromptSnapshot.model_fields}
    return StoredPrompt(turn, PromptSnapshot.model_validate(kept))
