"""Shares: the people a user shares sessions and notebooks with, and what others share with them.

A share keeps its number when its access changes: the other person's addresses contain it.

Shares of documents are in the same table (tidemark.storage.documents).
"""

import datetime as dt

from sqlalchemy import (
    Column,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from tidemark.errors import NotebookNotFound, SessionNotFound, ShareNotFound
from tidemark.schema import Session
from tidemark.schema.documents import SharedAccess
from tidemark.schema.people import Share, SharedThing
from tidemark.storage.column_types import as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.tables import (
    OF_NOTEBOOK,
    OF_USER,
    in_scope,
    is_kept,
    is_shown,
    notebooks,
    sessions,
    shares,
)

_SESSION = select(sessions.c.key).where(
    sessions.c.session_id == bindparam("of_session"), in_scope, is_kept
)
_NOTEBOOK = select(notebooks.c.key).where(
    notebooks.c.user_id == OF_USER, notebooks.c.notebook_id == OF_NOTEBOOK
)
_OF_OWNER = shares.c.user_id == OF_USER
_PERSON = shares.c.with_user_id == bindparam("person")
_is_session = shares.c.session_key.is_not(None)
_WITH_ME = (
    select(
        shares.c.key.label("share_key"),
        case((_is_session, "session"), else_="notebook").label("kind"),
        shares.c.user_id.label("owner"),
        shares.c.access,
        func.coalesce(sessions.c.title, notebooks.c.name).label("name"),
        func.coalesce(sessions.c.notebook_id, notebooks.c.notebook_id).label("notebook_id"),
        sessions.c.session_id,
        shares.c.created_at,
    )
    .select_from(
        shares.outerjoin(
            sessions,
            and_(sessions.c.key == shares.c.session_key, sessions.c.user_id == shares.c.user_id),
        ).outerjoin(
            notebooks,
            and_(notebooks.c.key == shares.c.notebook_key, notebooks.c.user_id == shares.c.user_id),
        )
    )
    .where(
        shares.c.with_user_id == OF_USER,
        or_(and_(sessions.c.key.is_not(None), is_kept), notebooks.c.key.is_not(None)),
    )
    .order_by(shares.c.key.desc())
)
_ONE = _WITH_ME.where(shares.c.key == bindparam("share_key"))
_LEAVE = delete(shares).where(
    shares.c.with_user_id == OF_USER, shares.c.key == bindparam("share_key")
)
_SESSIONS = (
    select(*(sessions.c[name] for name in Session.model_fields if name in sessions.c))
    .where(in_scope, is_shown)
    .order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
)


class ShareStore:
    """Adds, lists and removes shares of the user of a scope."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def share_session(
        self, session_id: str, person: str, shared: SharedAccess, *, now: dt.datetime
    ) -> None:
        """Give ``person`` read access, or write access, to a session.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            key = _session_key(connection, session_id)
            _put(connection, shares.c.session_key, key, person, shared, now)

    def share_notebook(self, person: str, shared: SharedAccess, *, now: dt.datetime) -> None:
        """Give ``person`` read access, or write access, to all sessions of the notebook.

        Raises:
            NotebookNotFound: The notebook was deleted, or has never been used.
        """
        with self._connections.transaction() as connection:
            _put(connection, shares.c.notebook_key, _notebook_key(connection), person, shared, now)

    def unshare_session(self, session_id: str, person: str) -> None:
        """Withdraw the access of ``person`` to a session.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            _drop(connection, shares.c.session_key, _session_key(connection, session_id), person)

    def unshare_notebook(self, person: str) -> None:
        """Withdraw the access of ``person`` to the notebook.

        Raises:
            NotebookNotFound: There is no such notebook.
        """
        with self._connections.transaction() as connection:
            _drop(connection, shares.c.notebook_key, _notebook_key(connection), person)

    def of_session(self, session_id: str) -> tuple[Share, ...]:
        """Return the people a session is shared with, earliest share first.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.reading() as connection:
            return _all(connection, shares.c.session_key, _session_key(connection, session_id))

    def of_notebook(self) -> tuple[Share, ...]:
        """Return the people the notebook is shared with, earliest share first."""
        with self._connections.reading() as connection:
            key = connection.scalar(_NOTEBOOK)
            return () if key is None else _all(connection, shares.c.notebook_key, key)

    def with_me(self) -> tuple[SharedThing, ...]:
        """Return the sessions and notebooks that others share with the user, newest first."""
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(_WITH_ME), SharedThing)

    def get(self, share_key: int) -> SharedThing:
        """Return the session or notebook that this share gives access to.

        Raises:
            ShareNotFound: The user has no such share, or has it no longer.
        """
        with self._connections.asking() as connection:
            found = as_shapes(connection.execute(_ONE, {"share_key": share_key}), SharedThing)
        if not found:
            raise ShareNotFound(share_key)
        return found[0]

    def leave(self, share_key: int) -> None:
        """Remove a share by another user from the user's list.

        Raises:
            ShareNotFound: The user has no such share.
        """
        with self._connections.transaction() as connection:
            if not connection.execute(_LEAVE, {"share_key": share_key}).rowcount:
                raise ShareNotFound(share_key)

    def sessions(self, *, limit: int | None = None) -> tuple[Session, ...]:
        """Return the sessions of the notebook as listed for a visitor, most recent first."""
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(_SESSIONS.limit(limit)), Session)


def _session_key(connection: Connection, session_id: str) -> int:
    key: int | None = connection.scalar(_SESSION, {"of_session": session_id})
    if key is None:
        raise SessionNotFound(session_id)
    return key


def _notebook_key(connection: Connection) -> int:
    key: int | None = connection.scalar(_NOTEBOOK)
    if key is None:
        raise NotebookNotFound(str(connection.scalar(select(OF_NOTEBOOK))))
    return key


def _put(
    connection: Connection,
    thing: Column[int | None],
    key: int,
    person: str,
    shared: SharedAccess,
    now: dt.datetime,
) -> None:
    same = update(shares).where(thing == key, _OF_OWNER, _PERSON).values(access=shared)
    if connection.execute(same, {"person": person}).rowcount:
        return
    given = {"with_user_id": person, "access": shared, "created_at": now, str(thing.key): key}
    connection.execute(insert(shares).values(user_id=OF_USER), given)


def _drop(connection: Connection, thing: Column[int | None], key: int, person: str) -> None:
    connection.execute(delete(shares).where(thing == key, _OF_OWNER, _PERSON), {"person": person})


def _all(connection: Connection, thing: Column[int | None], key: int) -> tuple[Share, ...]:
    asked = select(
        shares.c.key.label("share_key"),
        shares.c.with_user_id.label("user_id"),
        shares.c.access,
        shares.c.created_at,
    )
    found = connection.execute(asked.where(thing == key, _OF_OWNER).order_by(shares.c.key))
    return as_shapes(found, Share)
