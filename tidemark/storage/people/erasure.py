"""Erasure of a person: finds every row that belongs to them by walking the tables.

A row belongs to a person if its table has a column ``user_id`` with their id, or a foreign key to a
row that does.  So tables added later are erased without a change here.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    Text,
    delete,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    type_coerce,
    update,
)

from tidemark.schema.scope import LOCAL
from tidemark.storage.column_types import SUFFIX_MARK
from tidemark.storage.connections import Connections
from tidemark.storage.people import audit
from tidemark.storage.tables import (
    document_versions,
    erasures,
    metadata,
    spent_ids,
)

# Tables without personal rows, and the reasons
KEPT = {
    "leases": "names of work and of processes",
    "erasures": "receipts, which name nobody",
    "audit_log": "blanked instead: its chain must hold (tidemark.storage.people.audit)",
}
_PERSON = "user_id", "with_user_id"  # columns that hold a person's id
ERASED_USER = ""  # replaces the author in things of other users
_CHECKPOINTS = 20


def claim(table: Table, user_id: str) -> ColumnElement[bool] | None:
    """Return the condition that a row of ``table`` belongs to a person; None if no row can."""
    if table is spent_ids:
        return _is_own_id(user_id)
    if table is document_versions:  # an author may have changed the document of another user
        return _leads_to(table, user_id, "branch_key")
    named = [table.c[name] == literal(user_id) for name in _PERSON if name in table.c]
    if named:
        return or_(*named)
    return _leads_to(table, user_id)


def _leads_to(table: Table, user_id: str, only: str = "") -> ColumnElement[bool] | None:
    claims = []
    for key in sorted(table.foreign_keys, key=lambda each: each.parent.name):
        parent = key.column.table
        if parent is table or (only and key.parent.name != only):
            continue
        of_parent = claim(parent, user_id)
        if of_parent is not None:
            claims.append(key.parent.in_(select(key.column).where(of_parent)))
    return or_(*claims) if claims else None


def _is_own_id(user_id: str) -> ColumnElement[bool]:
    stored = type_coerce(spent_ids.c.session_id, Text)
    if user_id == LOCAL.user_id:
        return stored.not_like(f"%{SUFFIX_MARK}%")
    end = f"{SUFFIX_MARK}{user_id}"
    return func.substr(stored, func.length(stored) - len(end) + 1) == literal(end)


def notebook_ids(connection: Connection, user_id: str) -> tuple[str, ...]:
    """Return the notebooks that contain data of a person, from any table that names both."""
    found: set[str] = set()
    for table in metadata.sorted_tables:
        if "user_id" in table.c and "notebook_id" in table.c:
            theirs = select(table.c.notebook_id).where(table.c.user_id == user_id).distinct()
            found.update(connection.scalars(theirs))
    return tuple(sorted(found))


def count(connection: Connection, user_id: str) -> dict[str, int]:
    """Count the rows of a person in each table that has any."""
    counted = {
        table.name: connection.execute(
            select(func.count()).select_from(table).where(of_person)
        ).scalar_one()
        for table, of_person in _claims(user_id)
    }
    return {name: rows for name, rows in counted.items() if rows}


def erase_rows(connection: Connection, user_id: str) -> None:
    """Delete every row of a person; remove their name from changes to things of others."""
    theirs = document_versions.c.user_id == literal(user_id)
    own = claim(document_versions, user_id)
    unsigned = {"user_id": ERASED_USER, "modification_summary": "", "conversation_id": null()}
    stays = theirs if own is None else theirs & ~own
    connection.execute(update(document_versions).where(stays).values(unsigned))
    for table, of_person in reversed(_claims(user_id)):
        connection.execute(delete(table).where(of_person))


def _claims(user_id: str) -> list[tuple[Table, ColumnElement[bool]]]:
    found = [
        (table, claim(table, user_id)) for table in metadata.sorted_tables if table.name not in KEPT
    ]
    return [(table, of_person) for table, of_person in found if of_person is not None]


def erase(
    connection: Connection,
    user_id: str,
    *,
    at: dt.datetime,
    ms: int,
    rows: Mapping[str, int],
    person_sha256: str,
) -> tuple[int, str]:
    """Delete what remains of a person, blank the audit, and store a receipt that names nobody.

    Returns the number of blanked audit entries, and the hash of the receipt.
    """
    erase_rows(connection, user_id)
    blanked = audit.blank(connection, user_id)
    receipt = {
        "person_sha256": person_sha256,
        "at": at,
        "ms": ms,
        "rows": json.dumps(dict(rows), sort_keys=True),
        "audit_rows": blanked,
    }
    told = json.dumps({**receipt, "at": at.isoformat()}, sort_keys=True)
    sha256 = hashlib.sha256(told.encode()).hexdigest()
    connection.execute(insert(erasures).values(**receipt, sha256=sha256))
    return blanked, sha256


def scrub(connections: Connections) -> bool:
    """Remove the traces of deleted rows; return whether all are gone.

    On SQLite every page is rewritten and the log is emptied: False if another reader kept the file
    in use.  A server shows deleted rows in no query and no dump; the pages themselves are its own
    affair.
    """
    if connections.address.file is None:
        _scrub_server(connections)
        return True
    with connections.asking() as connection:
        connection.exec_driver_sql("INSERT INTO passage_index (passage_index) VALUES ('optimize')")
        connection.exec_driver_sql("VACUUM")
        for _ in range(_CHECKPOINTS):  # each waits for readers as long as a write does
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
            if not busy:
                return True
    return False


def _scrub_server(connections: Connections) -> None:
    with connections.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        # The planner's statistics contain the most common values: collect them again
        for table in (*metadata.tables, "passage_index"):
            connection.exec_driver_sql(f'VACUUM (ANALYZE) "{table}"')
