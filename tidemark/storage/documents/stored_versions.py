"""Rows of versions: each is a patch to the version before it; some also hold the whole content.

The content is stored whole every ``_MOST_PATCHES`` versions, or sooner if the patches have grown to
its size.  So any version is read from a few rows, and ten thousand versions take little more space
than their patches.
"""

import datetime as dt
import json
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from pydantic import JsonValue, TypeAdapter
from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from tidemark.documents import content as contents
from tidemark.documents import patches
from tidemark.documents.outline import trimmed
from tidemark.errors import DocumentVersionNotFound, VersionPruned
from tidemark.schema.documents import DocumentChange, NewVersion, Patch
from tidemark.storage.tables import OF_USER, document_branches, document_versions, is_whole

_MOST_PATCHES = 32
_MOST_CHANGES = 6  # shown in a message, for each version
_CHANGE_CHARS = 160

_CHANGES = TypeAdapter(tuple[DocumentChange, ...])
OF_BRANCH = document_versions.c.branch_key == bindparam("branch_key")
_WHOLE_BEFORE = (
    select(func.max(document_versions.c.version))
    .where(OF_BRANCH, document_versions.c.version <= bindparam("version"), is_whole)
    .scalar_subquery()
)
_SINCE_WHOLE = (
    select(
        document_versions.c.version,
        document_versions.c.data,
        document_versions.c.patch,
        document_versions.c.pruned_at,
    )
    .where(
        OF_BRANCH,
        document_versions.c.version
        >= select(func.coalesce(_WHOLE_BEFORE, bindparam("version"))).scalar_subquery(),
        document_versions.c.version <= bindparam("version"),
    )
    .order_by(document_versions.c.version)
)
_INSERT = insert(document_versions).values(user_id=OF_USER)


class PackedVersion(NamedTuple):
    """A content and its patch as stored: ``data`` is None unless the content is stored whole."""

    text: bytes
    patch: bytes
    operations: int
    data: bytes | None = None

    @classmethod
    def of(cls, content: JsonValue, patch: Patch) -> "PackedVersion":
        """Pack a content as its patch alone."""
        text = contents.written(content).encode()
        return cls(text, zlib.compress(contents.written(patch).encode()), len(patch))

    def whole(self) -> "PackedVersion":
        """Return a copy that stores the content whole."""
        return self._replace(data=zlib.compress(self.text))


class BranchWeight(NamedTuple):
    """A branch's last version that is stored whole, its size, and the size of the patches since."""

    whole_version: int = 0
    whole_bytes: int = 0
    patch_bytes: int = 0

    @classmethod
    def of(cls, branch: Row[Any]) -> "BranchWeight":
        """Return the weight of a branch from its row."""
        return cls(branch.whole_version, branch.whole_bytes, branch.patch_bytes)

    def fitting(self, version: int, packed: PackedVersion) -> PackedVersion:
        """Return ``packed`` as the next ``version`` must be stored: whole if that is due."""
        is_far = version - self.whole_version >= _MOST_PATCHES
        is_due = is_far or self.patch_bytes + len(packed.patch) > self.whole_bytes
        return packed.whole() if is_due else packed

    def after(self, version: int, packed: PackedVersion) -> "BranchWeight":
        """Return the weight of the branch after one more version."""
        if packed.data is not None:
            return BranchWeight(version, len(packed.data))
        return self._replace(patch_bytes=self.patch_bytes + len(packed.patch))


def begin_branch(
    connection: Connection,
    document_key: int,
    name: str,
    content: JsonValue,
    new: NewVersion,
    *,
    origin: tuple[str, int] = ("", 0),
    now: dt.datetime,
) -> None:
    """Create a branch of a document with ``content`` as its version 1."""
    packed = PackedVersion.of(content, ()).whole()
    begun = insert(document_branches).values(
        document_key=document_key,
        name=name,
        version=1,
        from_branch=origin[0],
        from_version=origin[1],
        created_at=now,
        updated_at=now,
        **BranchWeight().after(1, packed)._asdict(),
    )
    key = int(connection.scalar(begun.returning(document_branches.c.key)) or 0)
    store(connection, key, 1, packed, new, now=now)


def store(
    connection: Connection,
    branch_key: int,
    version: int,
    packed: PackedVersion,
    new: NewVersion,
    *,
    now: dt.datetime,
    **other: object,
) -> None:
    """Store the row of a version; ``other`` holds values of columns not taken from ``new``."""
    merged = new.merged or (None, None)
    row = {
        "branch_key": branch_key,
        "conversation_id": new.conversation_id,
        "version": version,
        "data": packed.data,
        "patch": packed.patch,
        "modification_summary": new.summary,
        "author": new.author,
        "message_id": new.message_id,
        "merged_branch": merged[0],
        "merged_version": merged[1],
        "restored": new.restored,
        "changes": None,
        "operations": packed.operations,
        "bytes": len(packed.text),
        "is_kept": 0,
        "pruned_at": None,
        "created_at": now,
    }
    connection.execute(_INSERT, {**row, **other})


def content_at(connection: Connection, branch_key: int, version: int) -> JsonValue:
    """Return the content of a version: the last one stored whole, plus the patches after it.

    Raises:
        DocumentVersionNotFound: The branch has no such version.
        VersionPruned: Its content has been pruned.
    """
    asked = {"branch_key": branch_key, "version": version}
    rows = connection.execute(_SINCE_WHOLE, asked).all()
    if not rows:
        raise DocumentVersionNotFound(version)
    if rows[-1].pruned_at is not None:
        raise VersionPruned(version)
    whole, *later = rows
    return patches.replayed(unpacked(whole.data), [unpacked_patch(row.patch) for row in later])


def keep(connection: Connection, branch_key: int, version: int) -> None:
    """Mark a version as never to be pruned, because something refers to it.

    Raises:
        DocumentVersionNotFound: The branch has no such version.
    """
    kept = update(document_versions).where(
        document_versions.c.branch_key == branch_key, document_versions.c.version == version
    )
    if not connection.execute(kept.values(is_kept=1)).rowcount:
        raise DocumentVersionNotFound(version)


def unpacked(packed: bytes) -> JsonValue:
    """Decompress a content."""
    value: JsonValue = json.loads(zlib.decompress(packed))
    return value


def unpacked_patch(packed: bytes) -> Patch:
    """Decompress a patch."""
    return tuple(json.loads(zlib.decompress(packed)))


def packed_changes(changes: Sequence[DocumentChange]) -> bytes | None:
    """Pack the first changes of a version, shortened, for display at the message that made it."""
    if not changes:
        return None
    short = [
        each.model_copy(
            update={
                "before": trimmed(each.before, _CHANGE_CHARS),
                "after": trimmed(each.after, _CHANGE_CHARS),
            }
        ).model_dump(exclude_defaults=True)
        for each in changes[:_MOST_CHANGES]
    ]
    return zlib.compress(json.dumps(short, ensure_ascii=False).encode())


def unpacked_changes(packed: bytes | None) -> tuple[DocumentChange, ...]:
    """Decompress the changes."""
    return () if packed is None else _CHANGES.validate_json(zlib.decompress(packed))
