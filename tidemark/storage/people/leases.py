"""Leases: a row by which one of many processes does a piece of work, and the others leave it.

A lease that its owner does not renew ends by itself: a process that was killed blocks nobody.
"""

import datetime as dt

from sqlalchemy import bindparam, delete, or_
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.storage.connections import Connections
from tidemark.storage.tables import leases

_NOW = bindparam("now", type_=leases.c.until.type)
_NEW: dict[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(leases),
    "postgresql": postgresql.insert(leases),
}
_TAKE = {
    dialect: new.on_conflict_do_update(
        index_elements=["name"],
        set_={"owner": new.excluded.owner, "until": new.excluded.until},
        where=or_(leases.c.until <= _NOW, leases.c.owner == new.excluded.owner),
    ).returning(leases.c.owner)
    for dialect, new in _NEW.items()
}


def take(
    connections: Connections, name: str, owner: str, *, now: dt.datetime, until: dt.datetime
) -> bool:
    """Take the lease of this ``name``, or renew one's own; return whether ``owner`` has it."""
    given = {"name": name, "owner": owner, "now": now, "until": until}
    with connections.transaction() as connection:
        return connection.scalar(_TAKE[connection.dialect.name], given) is not None


def give_back(connections: Connections, name: str, owner: str) -> None:
    """End a lease of ``owner`` before its time."""
    this = delete(leases).where(leases.c.name == name, leases.c.owner == owner)
    with connections.transaction() as connection:
        connection.execute(this)
