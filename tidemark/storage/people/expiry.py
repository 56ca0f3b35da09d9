"""Sessions whose retention has ended, of all users: found in batches, for housekeeping only."""

import datetime as dt
from typing import NamedTuple

from sqlalchemy import Connection, Integer, and_, bindparam, case, cast, func, select

from tidemark.schema.retention import expires_at
from tidemark.schema.scope import Scope
from tidemark.storage.tables import (
    branches,
    documents,
    is_trashed,
    notebooks,
    preferences,
    sessions,
    sources,
)

_BATCH = 500
_PREFERENCE = "retention_days"
_DIGITS = 5  # of the highest number of days that can be chosen

_other = sessions.alias("other")
_of_other = branches.alias("of_other")
_BY_USER = case(  # another program wrote any value that is not a number
    (func.length(preferences.c.value) <= _DIGITS, preferences.c.value), else_=None
)
_DAYS = func.coalesce(
    sessions.c.retention_days,
    notebooks.c.retention_days,
    cast(_BY_USER, Integer),
    bindparam("deployment_days", type_=Integer),
).label("days")
_LAST_USE = func.coalesce(  # in a chat with branches, of the branch used last
    select(func.max(_other.c.updated_at))
    .join(_of_other, _of_other.c.session_key == _other.c.key)
    .where(_of_other.c.family == branches.c.family)
    .scalar_subquery(),
    sessions.c.updated_at,
).label("last_use")
_KEPT_SOME_DAYS = (
    select(
        sessions.c.key,
        sessions.c.session_id,
        sessions.c.user_id,
        sessions.c.notebook_id,
        _LAST_USE,
        _DAYS,
    )
    .select_from(sessions)
    .outerjoin(branches, branches.c.session_key == sessions.c.key)
    .outerjoin(
        notebooks,
        and_(
            notebooks.c.user_id == sessions.c.user_id,
            notebooks.c.notebook_id == sessions.c.notebook_id,
        ),
    )
    .outerjoin(
        preferences,
        and_(preferences.c.user_id == sessions.c.user_id, preferences.c.name == _PREFERENCE),
    )
    .where(sessions.c.is_hidden == 0, sessions.c.key > bindparam("after"), _DAYS > 0)
    .order_by(sessions.c.key)
    .limit(_BATCH)
)


class ExpiredSession(NamedTuple):
    """A session unused since ``last_use``, for longer than its retention."""

    key: int
    scope: Scope
    session_id: str
    last_use: dt.datetime


def expired(
    connection: Connection, deployment_days: int, *, now: dt.datetime, after: int = 0
) -> tuple[tuple[ExpiredSession, ...], int | None]:
    """Return the expired sessions in one batch after the key ``after``, and the next ``after``.

    The latter is None at the end.  Ids come without the suffix of their user.
    """
    asked = {"after": after, "deployment_days": deployment_days}
    rows = connection.execute(_KEPT_SOME_DAYS, asked).all()
    found = tuple(
        ExpiredSession(row.key, Scope(row.user_id, row.notebook_id), row.session_id, row.last_use)
        for row in rows
        if (end := expires_at(row.last_use, row.days)) is not None and end <= now
    )
    return found, rows[-1].key if len(rows) == _BATCH else None


def count_trashed(connection: Connection, before: dt.datetime) -> tuple[int, int, int]:
    """Count the sessions, sources and documents trashed ``before`` a time."""
    counts = (
        select(func.count()).where(is_trashed, sessions.c.trashed_at < before),
        select(func.count()).where(sources.c.trashed_at < before),
        select(func.count()).where(documents.c.trashed_at < before),
    )
    found = [connection.execute(each).scalar_one() for each in counts]
    return found[0], found[1], found[2]
