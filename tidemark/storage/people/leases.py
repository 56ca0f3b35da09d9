"""Leases: a row that gives a piece of work to one of many processes.

A lease that is not renewed expires, so a killed process blocks nobody.
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
    """Take or renew the lease ``name``; return whether ``owner`` holds it."""
    given = {"name": name, "owner": owner, "now": now, "until": until}
    with connections.transaction() as connection:
        return connection.scalar(_TAKE[connection.dialect.name], given) is not None


def give_back(connections: Connections, name: str, owner: str) -> None:
    """Release a lease of ``owner`` before it expires."""
    this = delete(leases).where(leases.c.name == name, leases.c.owner == owner)
    with connections.transaction() as connection:
        connection.execute(this)
