"""Pruning of versions: old contents are dropped; the rows stay, with author, time and changes.

The newest version of a branch keeps its content, and so does every version that is referred to: as
the start of a branch, in a merge, by a rollback, or from the message that made it.
"""

import datetime as dt
import zlib

from sqlalchemy import Connection, and_, bindparam, exists, literal_column, select, update

from tidemark.documents import content as contents
from tidemark.schema.scope import Scope
from tidemark.storage.documents.stored_versions import content_at
from tidemark.storage.tables import document_branches, document_versions, documents

_branches = document_branches.alias("pruned_branches")
_IS_OLD = and_(
    document_versions.c.branch_key == _branches.c.key,
    document_versions.c.version < _branches.c.version,
    document_versions.c.created_at < bindparam("before", type_=document_versions.c.created_at.type),
    document_versions.c.is_kept == literal_column("0"),
    document_versions.c.message_id.is_(None),
    document_versions.c.pruned_at.is_(None),
)
_OLD = (
    select(_branches.c.key, document_versions.c.version)
    .select_from(_branches.join(document_versions, _IS_OLD))
    .where(_branches.c.document_key == bindparam("document_key"))
    .order_by(_branches.c.key, document_versions.c.version)
)
HAS_OLD = exists().where(_branches.c.document_key == documents.c.key, _IS_OLD)
_SCOPES = (
    select(documents.c.user_id, documents.c.notebook_id)
    .where(documents.c.trashed_at.is_(None), HAS_OLD)
    .distinct()
    .limit(bindparam("limit"))
)


def scopes_with_old_versions(
    connection: Connection, before: dt.datetime, limit: int
) -> tuple[Scope, ...]:
    """Return up to ``limit`` scopes, of all users, that have versions to prune."""
    found = connection.execute(_SCOPES, {"before": before, "limit": limit})
    return tuple(Scope(*row) for row in found)


def old_versions(
    connection: Connection, document_key: int, before: dt.datetime
) -> list[tuple[int, int]]:
    """Return the versions of a document that can be pruned, as pairs of branch key and number."""
    asked = {"document_key": document_key, "before": before}
    return [(row.key, row.version) for row in connection.execute(_OLD, asked)]


def prune(
    connection: Connection, document_key: int, *, before: dt.datetime, now: dt.datetime
) -> int:
    """Drop the contents of versions made ``before`` a time; return their number."""
    old = old_versions(connection, document_key, before)
    gone = set(old)
    for branch_key, version in old:
        if (branch_key, version + 1) not in gone:
            _store_whole(connection, branch_key, version + 1)
    pruned = update(document_versions).where(
        document_versions.c.branch_key == bindparam("of_branch"),
        document_versions.c.version == bindparam("doomed"),
    )
    if old:
        connection.execute(
            pruned.values(data=None, patch=None, changes=None, pruned_at=now),
            [{"of_branch": branch_key, "doomed": version} for branch_key, version in old],
        )
    return len(old)


def _store_whole(connection: Connection, branch_key: int, version: int) -> None:
    """Store a version whole when the one it builds on is dropped; skip a pruned version."""
    of_version = and_(
        document_versions.c.branch_key == branch_key,
        document_versions.c.version == version,
        document_versions.c.pruned_at.is_(None),
        document_versions.c.data.is_(None),
    )
    if connection.scalar(select(document_versions.c.id).where(of_version)) is None:
        return
    text = contents.written(content_at(connection, branch_key, version)).encode()
    connection.execute(update(document_versions).where(of_version).values(data=zlib.compress(text)))
