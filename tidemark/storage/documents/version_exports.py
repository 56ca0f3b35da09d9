"""Exports of versions: writes a branch with all its versions as records, and stores them again."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection, Row, bindparam, insert, select, update

from tidemark.documents import patches
from tidemark.schema.documents import DocumentBranch, NewVersion, VersionRecord
from tidemark.storage.documents.stored_versions import (
    OF_BRANCH,
    BranchWeight,
    PackedVersion,
    packed_changes,
    store,
    unpacked,
    unpacked_patch,
)
from tidemark.storage.tables import (
    document_branches,
    document_versions,
    in_scope,
    messages,
    sessions,
)

_RECORDS = (
    select(document_versions, messages.c.position)
    .outerjoin(messages, messages.c.id == document_versions.c.message_id)
    .where(OF_BRANCH, document_versions.c.version > bindparam("after"))
    .order_by(document_versions.c.version)
    .limit(bindparam("limit"))
)
_MESSAGES = (
    select(messages.c.position, messages.c.id)
    .join(sessions, sessions.c.session_id == messages.c.session_id)
    .where(
        messages.c.session_id == bindparam("session_id", type_=messages.c.session_id.type),
        in_scope,
    )
)


def records(
    connection: Connection, branch_key: int, *, after: int, limit: int
) -> tuple[VersionRecord, ...]:
    """Return at most ``limit`` versions of a branch after version ``after``."""
    asked = {"branch_key": branch_key, "after": after, "limit": limit}
    return tuple(map(_record, connection.execute(_RECORDS, asked)))


def restore_branch(
    connection: Connection,
    document_key: int,
    branch: DocumentBranch,
    records: Sequence[VersionRecord],
    chats: Mapping[str, str],
) -> None:
    """Store a branch of an export with all its versions.

    ``chats`` maps former chat ids to new ones, so that versions refer to the imported messages.
    """
    begun = insert(document_branches).values(
        document_key=document_key, **branch.model_dump(), **BranchWeight()._asdict()
    )
    key = int(connection.scalar(begun.returning(document_branches.c.key)) or 0)
    held: JsonValue = None
    weight = BranchWeight()
    ids = _message_ids(connection, records, chats)
    for record in records:
        before = held
        if record.is_whole:
            held = record.content
        elif record.patch is not None:
            held = patches.applied(held, record.patch)
        packed = PackedVersion.of(held, record.patch or ())
        packed = packed.whole() if record.is_whole else packed
        weight = weight.after(record.version, packed)
        message_id = ids.get((record.conversation_id, record.position))
        shown = record.patch if message_id is not None and record.version > 1 else None
        new = NewVersion(
            summary=record.modification_summary,
            author=record.author,
            conversation_id=chats.get(record.conversation_id or "", record.conversation_id),
            message_id=message_id,
            merged=record.merged,
            restored=record.restored,
        )
        store(
            connection,
            key,
            record.version,
            packed,
            new,
            now=record.created_at,
            **_length(record),
            patch=packed.patch if record.patch is not None else None,
            changes=packed_changes(patches.changes(before, shown)) if shown else None,
            is_kept=int(record.is_kept),
            pruned_at=record.created_at if record.is_pruned else None,
        )
    weighed = update(document_branches).where(document_branches.c.key == key)
    connection.execute(weighed.values(**weight._asdict()))


def _length(record: VersionRecord) -> dict[str, int]:
    if not record.is_pruned:
        return {}
    return {"operations": record.operations, "bytes": record.bytes}


def _message_ids(
    connection: Connection, records: Sequence[VersionRecord], chats: Mapping[str, str]
) -> dict[tuple[str | None, int | None], int]:
    """Return the ids of messages by their chat's former id and their position in it."""
    named = {each.conversation_id for each in records if each.position is not None}
    return {
        (former, row.position): row.id
        for former in named & chats.keys()
        for row in connection.execute(_MESSAGES, {"session_id": chats[former or ""]})
    }


def _record(row: Row[Any]) -> VersionRecord:
    return VersionRecord(
        version=row.version,
        modification_summary=row.modification_summary,
        author=row.author,
        conversation_id=row.conversation_id,
        position=row.position,
        merged=None if row.merged_branch is None else (row.merged_branch, row.merged_version),
        restored=row.restored,
        created_at=row.created_at,
        is_kept=bool(row.is_kept),
        patch=None if row.patch is None else unpacked_patch(row.patch),
        content=None if row.data is None else unpacked(row.data),
        is_whole=row.data is not None,
        operations=row.operations if row.pruned_at else 0,
        bytes=row.bytes if row.pruned_at else 0,
    )
