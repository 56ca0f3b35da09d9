"""Notebooks of a user: their settings, and when each, and the user, was last active.

Each turn and each new session calls ``touch`` for the notebook and user; a turn skips it if the
user was active there within the last minute.  Writers lock a session first, then the row of the
user, then that of a notebook, to avoid deadlocks.
"""

import datetime as dt
import itertools
import json
import re
import unicodedata
from collections.abc import Mapping

from sqlalchemy import (
    Connection,
    and_,
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
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.errors import NotebookExists, NotebookNotFound, NotebookStays
from tidemark.schema.notebooks import (
    Notebook,
    NotebookChange,
    NotebookContents,
    NotebookListing,
    general,
)
from tidemark.schema.scope import GENERAL
from tidemark.storage.column_types import as_shapes
from tidemark.storage.connections import Connections, is_visit
from tidemark.storage.tables import (
    OF_NOTEBOOK,
    OF_USER,
    in_scope,
    is_document_in_scope,
    is_shown,
    is_source_in_scope,
    is_source_kept,
    is_trashed,
    notebooks,
    sessions,
    sources,
    users,
)

_NOT_OF_A_NAME = re.compile(r"[^a-z0-9]+")
_ID_CHARS = 60

# Built once: building a statement costs more than running it
_NOTEBOOK = [notebooks.c[name] for name in Notebook.model_fields]
_OWN = and_(notebooks.c.user_id == OF_USER, notebooks.c.notebook_id == OF_NOTEBOOK)
_GET = select(*_NOTEBOOK).where(_OWN)
_SHOWN = (
    select(func.count())
    .where(
        sessions.c.user_id == OF_USER, sessions.c.notebook_id == notebooks.c.notebook_id, is_shown
    )
    .scalar_subquery()
)
_ALL = (
    select(*_NOTEBOOK, _SHOWN.label("sessions"))
    .where(notebooks.c.user_id == OF_USER)
    .order_by(notebooks.c.last_active_at.desc(), notebooks.c.key.desc())
)
_NAMES = select(notebooks.c.notebook_id, notebooks.c.name).where(notebooks.c.user_id == OF_USER)
_NOW = bindparam("now", type_=notebooks.c.last_active_at.type)
_LATER = case((notebooks.c.last_active_at < _NOW, _NOW), else_=notebooks.c.last_active_at)
_TOUCH = update(notebooks).where(_OWN).values(last_active_at=_LATER)
_INSERT = insert(notebooks).values(user_id=OF_USER, created_at=_NOW, last_active_at=_NOW)
_NEW_USER: dict[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(users),
    "postgresql": postgresql.insert(users),
}
_TOUCH_USER = {
    dialect: new.values(
        user_id=OF_USER, created_at=_NOW, last_active_at=_NOW
    ).on_conflict_do_update(
        index_elements=["user_id"],
        set_={
            "last_active_at": case(
                (users.c.last_active_at < _NOW, _NOW), else_=users.c.last_active_at
            )
        },
    )
    for dialect, new in _NEW_USER.items()
}
_NEW_NOTEBOOK: dict[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(notebooks),
    "postgresql": postgresql.insert(notebooks),
}
_ADD_GENERAL = {
    dialect: new.values(
        user_id=OF_USER,
        notebook_id=GENERAL,
        name=GENERAL.title(),
        created_at=_NOW,
        last_active_at=_NOW,
    ).on_conflict_do_nothing()
    for dialect, new in _NEW_NOTEBOOK.items()
}
_MINUTE = dt.timedelta(minutes=1)
# Only if in no other notebook since, so that their order stays exact.  Columns in the RETURNING
# of an INSERT are not qualified: each belongs to the innermost table
WAS_JUST_ACTIVE = exists().where(
    _OWN,
    notebooks.c.last_active_at > bindparam("a_minute_ago", type_=notebooks.c.last_active_at.type),
    notebooks.c.last_active_at
    == select(users.c.last_active_at).where(users.c.user_id == OF_USER).scalar_subquery(),
)
_HOLD = select(notebooks.c.key).where(_OWN).with_for_update(read=True, key_share=True)
_PLACE = select(notebooks.c.place).where(_OWN)
_OF_SESSION = select(sessions.c.notebook_id).where(
    sessions.c.session_id == bindparam("session_id"), sessions.c.user_id == OF_USER
)
_COUNTED = {
    "sessions": select(func.count()).where(in_scope, is_shown),
    "trashed_sessions": select(func.count()).where(in_scope, is_trashed),
    "sources": select(func.count()).where(is_source_in_scope, is_source_kept),
    "documents": select(func.count()).where(is_document_in_scope),
    "trashed_sources": select(func.count()).where(
        is_source_in_scope, sources.c.trashed_at.is_not(None)
    ),
}
_CONTENTS = select(*(query.scalar_subquery().label(name) for name, query in _COUNTED.items()))
_IS_USED = select(
    or_(*(exists().where(each) for each in (in_scope, is_source_in_scope, is_document_in_scope)))
)
_HOLD_OTHER = (
    select(notebooks.c.key)
    .where(notebooks.c.user_id == OF_USER, notebooks.c.notebook_id == bindparam("other"))
    .with_for_update(read=True, key_share=True)
)


class NotebookStore:
    """Reads and changes the notebook of the scope, and lists those of its user."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def all(self, *, now: dt.datetime) -> tuple[NotebookListing, ...]:
        """Return the notebooks of the user, most recently active first; General is included."""
        with self._connections.asking() as connection:
            found = as_shapes(connection.execute(_ALL), NotebookListing)
        if any(each.notebook_id == GENERAL for each in found):
            return found
        return (*found, NotebookListing(**dict(general(now))))

    def get(self, *, now: dt.datetime) -> Notebook:
        """Return the notebook of the scope; General with default settings if nobody has used it.

        Raises:
            NotebookNotFound: There is no such notebook.
        """
        with self._connections.asking() as connection:
            found = as_shapes(connection.execute(_GET), Notebook)
            if found:
                return found[0]
            if _own_id(connection) != GENERAL:
                raise NotebookNotFound(_own_id(connection))
            return general(now)

    def create(self, settings: NotebookChange, *, now: dt.datetime) -> Notebook:
        """Create a notebook with these ``settings``, which include a name; return it.

        Raises:
            NotebookExists: The user has a notebook with this name.
        """
        name = settings.name or ""
        with self._connections.transaction() as connection:
            _touch_user(connection, now)
            _ensure_general(connection, now)
            taken = _refuse_taken(connection, name)
            new = {**settings.values, "notebook_id": _free_id(name, taken), "now": now}
            made = _INSERT.values({each: bindparam(each) for each in new if each != "now"})
            found = connection.execute(made.returning(*_NOTEBOOK), new)
            return as_shapes(found, Notebook)[0]

    def change(self, change: NotebookChange, *, now: dt.datetime) -> Notebook:
        """Change the notebook of the scope; return the changed notebook.

        Raises:
            NotebookNotFound: There is no such notebook.
            NotebookExists: The user has another notebook with the new name.
        """
        with self._connections.transaction() as connection:
            touch(connection, now)
            if change.name is not None:
                _refuse_taken(connection, change.name, but=_own_id(connection))
            if change.values:
                connection.execute(update(notebooks).where(_OWN).values(change.values))
            found = as_shapes(connection.execute(_GET), Notebook)
            if not found:
                raise NotebookNotFound(_own_id(connection))
            return found[0]

    def contents(self) -> NotebookContents:
        """Count the sessions and sources of the notebook; branches of a session count as one."""
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(_CONTENTS), NotebookContents)[0]

    def of_session(self, session_id: str) -> str | None:
        """Return the id of the notebook that contains a session of the user; None if none does."""
        with self._connections.asking() as connection:
            found: str | None = connection.scalar(_OF_SESSION, {"session_id": session_id})
        return found

    def place(self) -> dict[str, str]:
        """Return the stored page position of the person in the notebook; empty for its start."""
        with self._connections.asking() as connection:
            kept = connection.scalar(_PLACE)
        return json.loads(kept) if kept else {}

    def keep_place(self, place: Mapping[str, str]) -> None:
        """Store the page position of the person in the notebook, if the notebook exists."""
        with self._connections.transaction() as connection:
            kept = json.dumps(dict(place)) if place else ""
            connection.execute(update(notebooks).where(_OWN).values(place=kept))

    def touch(self, *, now: dt.datetime) -> None:
        """Mark the notebook of the scope, and its user, as active ``now``.

        Raises:
            NotebookNotFound: There is no such notebook.
        """
        with self._connections.transaction() as connection:
            touch(connection, now)

    def delete(self, *, now: dt.datetime) -> bool:
        """Delete the notebook of the scope if it is empty; return whether it was deleted.

        Sessions, sources and documents, including trashed ones, prevent it.

        Raises:
            NotebookStays: General cannot be deleted.
        """
        with self._connections.transaction() as connection:
            _touch_user(connection, now)
            own = _own_id(connection)
            if own == GENERAL:
                raise NotebookStays(as_shapes(connection.execute(_GET), Notebook)[0].name)
            connection.execute(_GET.with_for_update())  # blocks others from creating a session here
            if connection.scalar(_IS_USED):
                return False
            connection.execute(delete(notebooks).where(_OWN))
            return True


def touch(connection: Connection, now: dt.datetime) -> None:
    """Mark the notebook of the scope, and its user, as active ``now``.

    General is created if its user has none yet.

    Raises:
        NotebookNotFound: There is no such notebook: it was deleted meanwhile.
    """
    if is_visit(connection):  # only the user's own activity counts
        return
    _touch_user(connection, now)
    if connection.execute(_TOUCH, {"now": now}).rowcount:
        return
    hold(connection, now)


def a_minute_before(now: dt.datetime) -> dict[str, dt.datetime]:
    """Return the parameter of ``WAS_JUST_ACTIVE``."""
    return {"a_minute_ago": now - _MINUTE}


def hold(connection: Connection, now: dt.datetime) -> None:
    """Keep the notebook of the scope from being deleted until the transaction ends.

    General is created if its user has none yet.

    Raises:
        NotebookNotFound: There is no such notebook: it was deleted meanwhile.
    """
    if connection.scalar(_HOLD) is not None:
        return
    if _own_id(connection) != GENERAL:
        raise NotebookNotFound(_own_id(connection))
    _ensure_general(connection, now)


def hold_other(connection: Connection, notebook_id: str, now: dt.datetime) -> None:
    """Keep another notebook of the user from being deleted until the transaction ends.

    Raises:
        NotebookNotFound: No notebook has this id.
    """
    if connection.scalar(_HOLD_OTHER, {"other": notebook_id}) is not None:
        return
    if notebook_id != GENERAL:
        raise NotebookNotFound(notebook_id)
    _ensure_general(connection, now)


def _touch_user(connection: Connection, now: dt.datetime) -> None:
    connection.execute(_TOUCH_USER[connection.dialect.name], {"now": now})


def _ensure_general(connection: Connection, now: dt.datetime) -> None:
    connection.execute(_ADD_GENERAL[connection.dialect.name], {"now": now})


def _refuse_taken(connection: Connection, name: str, *, but: str = "") -> set[str]:
    """Refuse a ``name`` that another notebook has; return the ids in use.

    Raises:
        NotebookExists: Another notebook has this name.
    """
    known = dict(connection.execute(_NAMES).all())
    for notebook_id, taken in known.items():
        if notebook_id != but and taken.casefold() == name.casefold():
            raise NotebookExists(taken)
    return set(known)


def _free_id(name: str, taken: set[str]) -> str:
    """Return an id for a notebook of this ``name``: its letters and digits, with a number if taken.

    >>> _free_id("Étude n° 5", {"etude_n_5"})
    'etude_n_5_2'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    wished = _NOT_OF_A_NAME.sub("_", plain).strip("_")[:_ID_CHARS] or "notebook"
    numbered = (f"{wished}_{number}" for number in itertools.count(2))
    return next(each for each in itertools.chain([wished], numbered) if each not in taken)


def _own_id(connection: Connection) -> str:
    return str(connection.scalar(select(OF_NOTEBOOK)))
