"""Families: groups of sessions that are branches of one chat; the list shows one session of each.

A session that was never forked has no row here.  A writer locks the first session of a family, then
the others in order of creation, to avoid deadlocks.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from tidemark.errors import SessionNotFound
from tidemark.schema import branches as branches_schema
from tidemark.schema.branches import Branch, Fork, Origin
from tidemark.storage.tables import branches, documents, of_session, sessions

# Built once: building a statement costs more than running it
_OF_SESSION = of_session(sessions)
_KEY = (
    select(sessions.c.key, branches.c.family)
    .outerjoin(branches, branches.c.session_key == sessions.c.key)
    .where(_OF_SESSION)
)
_KEY_AND_FORK = _KEY.add_columns(branches.c.forked_from, branches.c.shared)
_FIRST = select(sessions.c.key).where(sessions.c.key == bindparam("of_key"))
_MEMBERS = (
    select(sessions.c.key, sessions.c.session_id)
    .join(branches, branches.c.session_key == sessions.c.key)
    .where(branches.c.family == bindparam("of_family"))
    .order_by(branches.c.session_key)
)
_BRANCHES = _MEMBERS.add_columns(branches.c.forked_from, branches.c.shared, branches.c.looked)
_FORK = (
    select(branches.c.forked_from, branches.c.shared)
    .join(sessions, sessions.c.key == branches.c.session_key)
    .where(_OF_SESSION)
)
_TITLE = select(sessions.c.title).where(_OF_SESSION)
_MOST = select(func.max(branches.c.looked)).where(branches.c.family == bindparam("of_family"))
_LOOK = (
    update(branches)
    .where(branches.c.session_key == bindparam("of_key"))
    .values(looked=1 + _MOST.scalar_subquery())
)
_KEYS = select(branches.c.session_key).where(branches.c.family == bindparam("of_family"))
_LIST = (
    update(sessions)
    .where(sessions.c.key.in_(_KEYS))
    .values(is_hidden=case((sessions.c.key == bindparam("of_key"), 0), else_=1))
)
_INSERT = insert(branches)
_FOUND = (
    update(branches)
    .where(branches.c.session_key == bindparam("of_key"))
    .values(family=bindparam("of_key"))
)
_FORGET = delete(branches).where(branches.c.session_key == bindparam("of_key"))


class FamilyMember(NamedTuple):
    """A session of a family, and its key in the database."""

    key: int
    session_id: str


class _Own(NamedTuple):
    key: int
    family: int | None


def key_of(connection: Connection, session_id: str) -> int:
    """Return the key of ``session_id`` in the database.

    Raises:
        SessionNotFound: There is no such session.
    """
    return _own(connection, session_id).key


def keys(connection: Connection, family: int) -> set[int]:
    """Return the keys of the sessions of ``family``, which is the key of its first session."""
    return set(connection.scalars(_KEYS, {"of_family": family}))


def lock(
    connection: Connection, session_id: str, *, to_delete: bool = False
) -> tuple[FamilyMember, ...]:
    """Lock a session and all its branches; return them in order of creation.

    No other writer can change them until the transaction of ``connection`` ends.

    Raises:
        SessionNotFound: There is no such session.
    """
    own = _own(connection, session_id)
    first = _FIRST.with_for_update(key_share=not to_delete)
    connection.execute(first, {"of_key": own.family or own.key})
    own = _own(connection, session_id)  # may have joined a family, or been deleted
    if own.family is None:
        return (FamilyMember(own.key, session_id),)
    held = _MEMBERS.with_for_update(key_share=not to_delete, of=sessions)
    return tuple(FamilyMember(*row) for row in connection.execute(held, {"of_family": own.family}))


def is_empty(connection: Connection, members: Sequence[FamilyMember]) -> bool:
    """Return whether ``members`` have no messages, and no documents either, even in the trash."""
    held = exists().where(documents.c.session_key == sessions.c.key)
    used = select(sessions.c.key).where(
        sessions.c.key.in_([member.key for member in members]),
        or_(sessions.c.message_count > 0, held),
    )
    return connection.execute(used).first() is None


def read(connection: Connection, session_id: str) -> tuple[Branch, ...]:
    """Return the branches of the chat of ``session_id`` in order of creation, if it has any."""
    row = connection.execute(_KEY, {"of_session": session_id}).one_or_none()
    if row is None or row.family is None:
        return ()
    found = connection.execute(_BRANCHES, {"of_family": row.family})
    return tuple(_branch(row) for row in found)


def listed_id(connection: Connection, session_id: str) -> str:
    """Return the id of the branch that the list shows for the chat of ``session_id``."""
    family = read(connection, session_id)
    return max(family, key=lambda branch: branch.looked).session_id if family else session_id


def read_alone(connection: Connection, session_id: str) -> Fork | None:
    """Return the session and position at which ``session_id`` was forked; None if it was not."""
    row = connection.execute(_FORK, {"of_session": session_id}).one_or_none()
    return _fork(row) if row else None


def refuse_circle(
    connection: Connection, session_id: str, origins: Mapping[str, str] | None = None
) -> None:
    """Follow the forks from ``session_id`` back to their origin; ``origins`` overrides stored rows.

    Raises:
        BranchesInCircle: The path returns to a session already visited.
    """

    def origin_of(forked: str) -> str | None:
        fork = read_alone(connection, forked)
        return (origins or {}).get(forked) or (fork.session_id if fork else None)

    branches_schema.refuse_circle(session_id, origin_of)


def origin(connection: Connection, session_id: str) -> Origin | None:
    """Return the chat from which the chat of ``session_id`` was forked; None if there is none."""
    own = connection.execute(_KEY_AND_FORK, {"of_session": session_id}).one_or_none()
    fork = None if own is None else _fork(own)
    if own is not None and own.family is not None:
        fork = read(connection, session_id)[0].forked
    if fork is None:
        return None
    title = connection.scalar(_TITLE, {"of_session": fork.session_id})
    return Origin(session_id=fork.session_id, shared=fork.shared, title=title)


def add_fork(connection: Connection, key: int, fork: Fork) -> None:
    """Store the position at which the session ``key``, which has no branches, was forked."""
    connection.execute(_INSERT, _row(key, None, fork, 0))


def join(
    connection: Connection, first: FamilyMember, key: int, fork: Fork | None, looked: int = 0
) -> None:
    """Add the session ``key`` to the family of ``first``; create the family if there is none."""
    create(connection, first)
    connection.execute(_INSERT, _row(key, first.key, fork, looked))


def create(
    connection: Connection, first: FamilyMember, fork: Fork | None = None, looked: int = 0
) -> None:
    """Create the family of ``first`` unless it exists."""
    row = connection.execute(_KEY, {"of_session": first.session_id}).one()
    if row.family is not None:
        return
    if not connection.execute(_FOUND, {"of_key": first.key}).rowcount:
        connection.execute(_INSERT, _row(first.key, first.key, fork, looked))


def record_opening(connection: Connection, session_id: str) -> None:
    """Record that the branch ``session_id`` was opened, and show it in the list."""
    family = lock(connection, session_id)
    if len(family) > 1:
        (key,) = (member.key for member in family if member.session_id == session_id)
        connection.execute(_LOOK, {"of_key": key, "of_family": family[0].key})
        list_only(connection, session_id)


def list_only(connection: Connection, session_id: str) -> None:
    """Show the branch ``session_id`` in the list, and hide the others of its family."""
    own = _own(connection, session_id)
    connection.execute(_LIST, {"of_key": own.key, "of_family": own.family})


def forget(connection: Connection, key: int) -> None:
    """Remove a session from its family; call this before the session is deleted."""
    connection.execute(_FORGET, {"of_key": key})


def _own(connection: Connection, session_id: str) -> _Own:
    row = connection.execute(_KEY, {"of_session": session_id}).one_or_none()
    if row is None:
        raise SessionNotFound(session_id)
    return _Own(*row)


def _row(key: int, family: int | None, fork: Fork | None, looked: int) -> Mapping[str, object]:
    return {
        "session_key": key,
        "family": family,
        "forked_from": fork.session_id if fork else None,
        "shared": fork.shared if fork else 0,
        "looked": looked,
    }


def _branch(row: Row[*tuple[Any, ...]]) -> Branch:
    return Branch(session_id=row.session_id, forked=_fork(row), looked=row.looked)


def _fork(row: Row[*tuple[Any, ...]]) -> Fork | None:
    if row.forked_from is None:
        return None
    return Fork(session_id=row.forked_from, shared=row.shared)
