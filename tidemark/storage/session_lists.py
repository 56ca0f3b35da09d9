"""Lists of sessions: chats, archive and trash; the branches of a chat move together."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    tuple_,
    update,
)

from tidemark.errors import NotInTrash, SessionNotFound
from tidemark.schema import Session
from tidemark.schema.scope import Scope
from tidemark.schema.sessions import ListedSessions, ListOrder, SessionPlace, WhichSessions
from tidemark.storage import branch_families
from tidemark.storage.column_types import as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.tables import (
    in_scope,
    is_archived,
    is_listed,
    is_trashed,
    of_session,
    sessions,
)

SESSION = (  # the columns of a Session
    sessions.c.session_id,
    sessions.c.title,
    sessions.c.created_at,
    sessions.c.updated_at,
    sessions.c.message_count,
    sessions.c.is_pinned,
    sessions.c.is_archived,
    sessions.c.trashed_at,
    sessions.c.retention_days,
)

# Built once: building a statement costs more than running it
_LISTS: dict[WhichSessions, Select[Any]] = {
    "recent": select(*SESSION).where(in_scope, is_listed),
    "archived": select(*SESSION).where(in_scope, is_archived),
    "trashed": select(*SESSION).where(in_scope, is_trashed),
}
_ORDERS: dict[WhichSessions, tuple[ColumnElement[Any], ...]] = {
    "recent": (sessions.c.is_pinned, sessions.c.updated_at, sessions.c.key),
    "archived": (sessions.c.updated_at, sessions.c.key),
    "trashed": (sessions.c.trashed_at, sessions.c.key),
}
_CREATED = (sessions.c.key,)


def _ordered(which: WhichSessions, order: ListOrder = "used") -> Select[Any]:
    downwards = (column.desc() for column in _columns(which, order))
    return _LISTS[which].order_by(*downwards).limit(bindparam("limit"))


def _columns(which: WhichSessions, order: ListOrder) -> tuple[ColumnElement[Any], ...]:
    return _ORDERS[which] if order == "used" else _CREATED


def _keyed(which: WhichSessions, order: ListOrder) -> Select[Any]:
    return _ordered(which, order).add_columns(sessions.c.key)


def _after(which: WhichSessions, order: ListOrder) -> Select[Any]:
    columns = _columns(which, order)
    place = (bindparam(f"after_{column.name}", type_=column.type) for column in columns)
    return _keyed(which, order).where(tuple_(*columns) < tuple_(*place))


_OFFSET = {which: _ordered(which).offset(bindparam("offset")) for which in _LISTS}
_LIST_ORDERS: tuple[ListOrder, ...] = "used", "created"
_FIRST = {(which, order): _keyed(which, order) for which in _LISTS for order in _LIST_ORDERS}
_NEXT = {(which, order): _after(which, order) for which in _LISTS for order in _LIST_ORDERS}
_DUE = (
    select(sessions.c.session_id)
    .where(
        in_scope,
        is_trashed,
        sessions.c.trashed_at < bindparam("before", type_=sessions.c.trashed_at.type),
    )
    .order_by(sessions.c.trashed_at)
    .limit(bindparam("limit"))
)
_SCOPES_WITH_TRASH = (
    select(sessions.c.user_id, sessions.c.notebook_id)
    .where(is_trashed)
    .group_by(sessions.c.user_id, sessions.c.notebook_id)
    .order_by(func.min(sessions.c.trashed_at))
    .limit(bindparam("limit"))
)
_OF_SESSION = of_session(sessions)
_TRASHED_AT = select(sessions.c.trashed_at).where(_OF_SESSION)
_ABOVE = sessions.alias("above")
_IS_ABOVE = exists().where(
    _ABOVE.c.user_id == sessions.c.user_id,
    _ABOVE.c.notebook_id == sessions.c.notebook_id,
    _ABOVE.c.is_hidden == 0,
    _ABOVE.c.trashed_at.is_(None),
    _ABOVE.c.is_archived == 0,
    _ABOVE.c.is_pinned == sessions.c.is_pinned,
    _ABOVE.c.updated_at >= sessions.c.updated_at,
    or_(
        _ABOVE.c.updated_at > sessions.c.updated_at,
        _ABOVE.c.key > sessions.c.key,
    ),
)
_GET = select(*SESSION).where(_OF_SESSION)
_ON_TOP = select(sessions.c.key).where(_OF_SESSION, is_listed, ~_IS_ABOVE)


class SessionListStore:
    """Pins, archives, trashes and restores sessions, and lists them."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def recent(self, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return ``limit`` sessions after the first ``offset``: pinned, then most recently used.

        A chat with branches appears once, as the branch opened last; archived and trashed chats are
        left out.
        """
        return self._listed("recent", limit, offset)

    def archived(self, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return ``limit`` archived sessions after the first ``offset``, newest first."""
        return self._listed("archived", limit, offset)

    def trashed(self, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return ``limit`` trashed sessions after the first ``offset``, last trashed first."""
        return self._listed("trashed", limit, offset)

    def page(
        self,
        which: WhichSessions,
        limit: int,
        after: SessionPlace | None = None,
        order: ListOrder = "used",
    ) -> ListedSessions:
        """Return ``limit`` sessions of a list ``after`` a place in it.

        Even if the list changes meanwhile, no session comes twice and none that keeps its place is
        skipped; in the ``order`` created each keeps its place.
        """
        asked: dict[str, object] = {"limit": limit + 1}
        if after is not None:
            asked |= {
                "after_is_pinned": int(after.is_pinned),
                "after_updated_at": after.moment,
                "after_trashed_at": after.moment,
                "after_key": after.key,
            }
        query = (_FIRST if after is None else _NEXT)[which, order]
        with self._connections.asking() as connection:
            rows = connection.execute(query, asked).mappings().all()
        keyed = [dict(row) for row in rows[:limit]]
        keys = [row.pop("key") for row in keyed]
        shown = tuple(Session.model_validate(row) for row in keyed)
        if len(rows) <= limit:
            return ListedSessions(shown, None)
        last = shown[-1]
        moment = last.trashed_at if which == "trashed" else None
        return ListedSessions(
            shown, SessionPlace(last.is_pinned, moment or last.updated_at, keys[-1])
        )

    def anywhere(self, session_id: str) -> Session:
        """Return a session, even if it is in the trash.

        Raises:
            SessionNotFound: No session has this id.
        """
        with self._connections.asking() as connection:
            return read_anywhere(connection, session_id)

    def due(self, before: dt.datetime, limit: int) -> tuple[str, ...]:
        """Return the ids of at most ``limit`` sessions trashed ``before`` a time."""
        asked = {"before": before, "limit": limit}
        with self._connections.asking() as connection:
            return tuple(connection.scalars(_DUE, asked))

    def is_on_top(self, session_id: str) -> bool:
        """Return whether a session is first in the list, among the pinned or the others."""
        with self._connections.asking() as connection:
            return connection.scalar(_ON_TOP, {"of_session": session_id}) is not None

    def pin(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Pin or unpin sessions: all of them, or none.

        Raises:
            SessionNotFound: One of them does not exist.
        """
        self._put(session_ids, is_pinned=int(is_on))

    def archive(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Archive or unarchive sessions: all of them, or none.

        Raises:
            SessionNotFound: One of them does not exist.
        """
        self._put(session_ids, is_archived=int(is_on))

    def discard(self, session_ids: Sequence[str], *, now: dt.datetime) -> None:
        """Move sessions to the trash: all of them, or none.

        Raises:
            SessionNotFound: One of them does not exist.
        """
        self._put(session_ids, trashed_at=now)

    def discard_empty(self, session_id: str, *, now: dt.datetime) -> bool:
        """Move a session to the trash unless it has messages or documents; return whether it was.

        Raises:
            SessionNotFound: No session has this id.
        """
        with self._connections.transaction() as connection:
            members = branch_families.lock(connection, session_id)
            is_empty = branch_families.is_empty(connection, members)
            if is_empty:
                _change(connection, members, trashed_at=now)
        return is_empty

    def restore(self, session_ids: Sequence[str]) -> None:
        """Restore sessions from the trash unchanged: all of them, or none.

        Raises:
            SessionNotFound: One of them does not exist.
            NotInTrash: One of them is not in the trash.
        """
        with self._connections.transaction() as connection:
            for session_id in sorted(session_ids):
                held = branch_families.lock(connection, session_id)
                if connection.scalar(_TRASHED_AT, {"of_session": session_id}) is None:
                    raise NotInTrash(session_id)
                _change(connection, held, trashed_at=None)

    def _listed(self, which: WhichSessions, limit: int, offset: int) -> tuple[Session, ...]:
        with self._connections.asking() as connection:
            found = connection.execute(_OFFSET[which], {"limit": limit, "offset": offset})
            return as_shapes(found, Session)

    def _put(self, session_ids: Sequence[str], **values: object) -> None:
        with self._connections.transaction() as connection:
            # One order for all writers, to avoid deadlocks
            for session_id in sorted(session_ids):
                _change(connection, branch_families.lock(connection, session_id), **values)


def read_anywhere(connection: Connection, session_id: str) -> Session:
    """Return the session of this id, even if it is in the trash.

    Raises:
        SessionNotFound: No session has this id.
    """
    found = as_shapes(connection.execute(_GET, {"of_session": session_id}), Session)
    if not found:
        raise SessionNotFound(session_id)
    return found[0]


def scopes_with_trash(connection: Connection, limit: int) -> tuple[Scope, ...]:
    """Return up to ``limit`` scopes, of all users, with trashed sessions, oldest trash first."""
    found = connection.execute(_SCOPES_WITH_TRASH, {"limit": limit})
    return tuple(Scope(*row) for row in found)


def _change(
    connection: Connection, family: Sequence[branch_families.FamilyMember], **values: object
) -> None:
    for key, _ in family:
        connection.execute(update(sessions).where(sessions.c.key == key).values(**values))
