"""The audit log: one row for each action, each with the hash of the row before it.

Rows are only added.  The chain uses the hash of each row's text, not the text itself, so the text
about an erased person can be blanked and every row can still be verified.  Database triggers refuse
any other change.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, or_, select, text, update

from tidemark.schema.rights import AuditEntry, NewAuditEntry
from tidemark.storage.connections import Connections
from tidemark.storage.tables import audit_log, erasures

_FIRST = "0" * 64  # before the first row
_LOCK = 0x74696465_61756469  # for the chain: rows of all processes are added in sequence
_BATCH = 1000
_HEAD = select(audit_log.c.sha256).order_by(audit_log.c.key.desc()).limit(1)
_COLUMNS = [audit_log.c[name] for name in AuditEntry.model_fields]
_OF_USER = (
    select(*_COLUMNS)
    .where(audit_log.c.user_id == bindparam("of_user"), audit_log.c.key < bindparam("before"))
    .order_by(audit_log.c.key.desc())
    .limit(bindparam("limit"))
)
_AFTER = (
    select(audit_log)
    .where(audit_log.c.key > bindparam("after"))
    .order_by(audit_log.c.key)
    .limit(_BATCH)
)


def append(connection: Connection, new: Sequence[tuple[NewAuditEntry, str]]) -> None:
    """Add entries, each with a salt, in a transaction of their own, as others wait for it."""
    if connection.dialect.name != "sqlite":  # a file has only one writer
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    previous = connection.scalar(_HEAD) or _FIRST
    rows = []
    for entry, salt in new:
        said = _said_sha256(salt, entry.user_id, entry.actor, entry.subject_id, entry.detail)
        own = _row_sha256(previous, entry.at, entry.action, entry.subject_kind, said)
        rows.append(
            {
                **dict(entry),
                "detail": json.dumps(entry.detail, sort_keys=True),
                "salt": salt,
                "detail_sha256": said,
                "previous": previous,
                "sha256": own,
            }
        )
        previous = own
    connection.execute(insert(audit_log), rows)


def of_user(
    connections: Connections, user_id: str, *, before: int, limit: int
) -> tuple[AuditEntry, ...]:
    """Return ``limit`` entries about a user with keys below ``before``, newest first."""
    asked = {"of_user": user_id, "before": before, "limit": limit}
    with connections.asking() as connection:
        rows = connection.execute(_OF_USER, asked).mappings().all()
    return tuple(AuditEntry(**{**row, "detail": json.loads(row["detail"])}) for row in rows)


def blank(connection: Connection, user_id: str) -> int:
    """Blank the text of entries by or about a person; return their number."""
    theirs = or_(audit_log.c.user_id == user_id, audit_log.c.actor == user_id)
    found = connection.execute(
        select(func.count()).select_from(audit_log).where(theirs)
    ).scalar_one()
    empty = {"user_id": "", "actor": "", "subject_id": "", "detail": "{}", "salt": ""}
    connection.execute(update(audit_log).where(theirs).values(empty))
    return int(found)


def faults(connections: Connections) -> Iterator[tuple[int, str]]:
    """Yield the key of each row that was tampered with, and a code for the fault.

    ``changed``: the row's text does not match its hash.  ``unlinked``: rows before it are missing
    or were inserted.
    """
    previous, after = _FIRST, 0
    while True:
        with connections.asking() as connection:
            rows = connection.execute(_AFTER, {"after": after}).mappings().all()
        for row in rows:
            if row["previous"] != previous:
                yield row["key"], "unlinked"
            if not _is_whole(dict(row)):
                yield row["key"], "changed"
            previous, after = row["sha256"], row["key"]
        if len(rows) < _BATCH:
            return


def count(connections: Connections) -> tuple[int, int, int]:
    """Count all rows, blanked rows, and the rows that erasure receipts account for."""
    counted = select(func.count()).select_from(audit_log)
    told = select(func.coalesce(func.sum(erasures.c.audit_rows), 0))
    queries = counted, counted.where(audit_log.c.salt == ""), told
    with connections.reading() as connection:
        found = [int(connection.execute(each).scalar_one()) for each in queries]
    return found[0], found[1], found[2]


def _is_whole(row: Mapping[str, Any]) -> bool:
    own = _row_sha256(
        row["previous"], row["at"], row["action"], row["subject_kind"], row["detail_sha256"]
    )
    if own != row["sha256"]:
        return False
    if not row["salt"]:  # blanked: no text may remain
        said = row["user_id"], row["actor"], row["subject_id"], row["detail"]
        return bool(said == ("", "", "", "{}"))
    detail = json.loads(row["detail"])
    said_sha256 = _said_sha256(row["salt"], row["user_id"], row["actor"], row["subject_id"], detail)
    return bool(said_sha256 == row["detail_sha256"])


def _said_sha256(
    salt: str, user_id: str, actor: str, subject_id: str, detail: Mapping[str, Any]
) -> str:
    return _sha256([salt, user_id, actor, subject_id, dict(detail)])


def _row_sha256(previous: str, at: dt.datetime, action: str, kind: str, said: str) -> str:
    return _sha256([previous, at.isoformat(), action, kind, said])


def _sha256(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
