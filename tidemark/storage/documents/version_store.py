"""Versions of documents, branch by branch: each is stored as a patch, some whole.

A version never changes.  Every ``_MOST_PATCHES`` versions, or sooner if the patches have grown to
the size of the content, the content is stored whole beside the patch: so any version is read from
a few rows, and ten thousand take little more room than their patches.
"""

import datetime as dt
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import JsonValue, TypeAdapter
from sqlalchemy import (
    Connection,
    Result,
    Row,
    RowMapping,
    Select,
    Subquery,
    and_,
    bindparam,
    func,
    insert,
    literal_column,
    or_,
    select,
    union_all,
    update,
)

from tidemark.documents import content as contents
from tidemark.documents import patches
from tidemark.documents.outline import trimmed
from tidemark.errors import (
    BranchExists,
    BranchNotFound,
    DocumentVersionNotFound,
    TooManyDocuments,
    VersionConflict,
    VersionPruned,
)
from tidemark.schema.documents import (
    MAIN,
    DocumentBranch,
    DocumentChange,
    DocumentVersion,
    MessageVersion,
    NewVersion,
    Patch,
    VersionContent,
    VersionRecord,
)
from tidemark.storage.column_types import among, as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.documents import access
from tidemark.storage.tables import (
    OF_USER,
    branches,
    document_branches,
    document_versions,
    documents,
    is_whole,
    messages,
    sessions,
)

MOST_VERSIONS = 100_000  # of a branch
MOST_BRANCHES = 100  # of a document
_MOST_PATCHES = 32
_MOST_CHANGES = 6  # of a version, as a message shows them
_CHANGE_CHARS = 160

_CHANGES = TypeAdapter(tuple[DocumentChange, ...])

_VERSION = (
    document_versions.c.id.label("version_id"),
    documents.c.key.label("document_key"),
    document_branches.c.name.label("branch"),
    document_versions.c.version,
    document_versions.c.modification_summary,
    document_versions.c.author,
    document_versions.c.user_id,
    document_versions.c.conversation_id,
    document_versions.c.message_id,
    document_versions.c.merged_branch,
    document_versions.c.merged_version,
    document_versions.c.restored,
    document_versions.c.operations,
    document_versions.c.bytes,
    document_versions.c.created_at,
    document_versions.c.pruned_at.is_not(None).label("is_pruned"),
    (document_versions.c.is_kept != literal_column("0")).label("is_kept"),
)
_VERSIONS = select(*_VERSION).select_from(
    document_versions.join(
        document_branches, document_versions.c.branch_key == document_branches.c.key
    ).join(documents, document_branches.c.document_key == documents.c.key)
)
_OF_BRANCH = document_versions.c.branch_key == bindparam("branch_key")
_NUMBERED = _VERSIONS.where(_OF_BRANCH, document_versions.c.version == bindparam("version"))
_HISTORY = (
    _VERSIONS.where(_OF_BRANCH, document_versions.c.version < bindparam("before"))
    .order_by(document_versions.c.version.desc())
    .limit(bindparam("limit"))
)
_OF_MESSAGES = _VERSIONS.where(
    among(document_versions.c.message_id, "message_ids"), access.is_readable
).order_by(document_versions.c.id)


def _made_by() -> Subquery:
    """Select messages, and with each those of which it is a copy, or that are copies of it."""
    shown, own, member = messages.alias("shown"), sessions.alias("own"), sessions.alias("member")
    family, other = branches.alias("family"), branches.alias("other")
    asked = among(shown.c.id, "message_ids")
    itself = select(shown.c.id.label("shown_at"), shown.c.id.label("made_by")).where(asked)
    copies = (
        select(shown.c.id, messages.c.id)
        .join(own, own.c.session_id == shown.c.session_id)
        .join(family, family.c.session_key == own.c.key)
        .join(other, other.c.family == family.c.family)
        .join(member, member.c.key == other.c.session_key)
        .join(
            messages,
            and_(
                messages.c.session_id == member.c.session_id,
                messages.c.position == shown.c.position,
                messages.c.timestamp == shown.c.timestamp,
                messages.c.id != shown.c.id,
            ),
        )
        .where(asked)
    )
    return union_all(itself, copies).subquery("made_by")


_MADE_BY = _made_by()
_newest = document_versions.alias("newest")
_SHOWN_AT_MESSAGES = (
    select(
        *_VERSION,
        document_versions.c.changes,
        _MADE_BY.c.shown_at,
        documents.c.name.label("document"),
        access.ACCESS.label("access"),
        document_branches.c.version.label("newest"),
        document_branches.c.key.label("branch_key"),
        _newest.c.restored.label("newest_restored"),
    )
    .select_from(
        _MADE_BY.join(document_versions, document_versions.c.message_id == _MADE_BY.c.made_by)
        .join(document_branches, document_versions.c.branch_key == document_branches.c.key)
        .join(documents, document_branches.c.document_key == documents.c.key)
        .join(
            _newest,
            and_(
                _newest.c.branch_key == document_branches.c.key,
                _newest.c.version == document_branches.c.version,
            ),
        )
    )
    .where(access.is_readable)
    .order_by(document_versions.c.id)
)


def _restored_now() -> Select[Any]:
    """Select the versions that the newest of branches go back to, each by way of the one before."""
    chain = (
        select(document_branches.c.key.label("branch_key"), document_versions.c.restored)
        .join(
            document_versions,
            and_(
                document_versions.c.branch_key == document_branches.c.key,
                document_versions.c.version == document_branches.c.version,
            ),
        )
        .where(among(document_branches.c.key, "branch_keys"))
        .cte(recursive=True)
    )
    further = select(chain.c.branch_key, _newest.c.restored).join(
        _newest,
        and_(_newest.c.branch_key == chain.c.branch_key, _newest.c.version == chain.c.restored),
    )
    chain = chain.union_all(further)
    return select(chain.c.branch_key, chain.c.restored).where(chain.c.restored.is_not(None))


_RESTORED_NOW = _restored_now()
_LAST_OF_CONVERSATION = (
    _VERSIONS.where(
        document_versions.c.conversation_id
        == bindparam("conversation_id", type_=document_versions.c.conversation_id.type),
        access.is_readable,
    )
    .order_by(document_versions.c.created_at.desc(), document_versions.c.id.desc())
    .limit(bindparam("limit"))
)
_BRANCH = select(document_branches).where(
    document_branches.c.document_key == bindparam("document_key"),
    document_branches.c.name == bindparam("branch"),
)
_BRANCHES = (
    select(*(document_branches.c[name] for name in DocumentBranch.model_fields))
    .where(document_branches.c.document_key == bindparam("document_key"))
    .order_by(document_branches.c.key)
)
_WHOLE_BEFORE = (
    select(func.max(document_versions.c.version))
    .where(_OF_BRANCH, document_versions.c.version <= bindparam("version"), is_whole)
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
        _OF_BRANCH,
        document_versions.c.version >= func.coalesce(_WHOLE_BEFORE, bindparam("version")),
        document_versions.c.version <= bindparam("version"),
    )
    .order_by(document_versions.c.version)
)
_PATCHES = (
    select(document_versions.c.version, document_versions.c.patch)
    .where(
        _OF_BRANCH,
        document_versions.c.version > bindparam("after"),
        document_versions.c.version <= bindparam("version"),
    )
    .order_by(document_versions.c.version)
)
_PRUNABLE = (
    select(document_versions.c.version)
    .where(
        _OF_BRANCH,
        document_versions.c.version < bindparam("newest"),
        document_versions.c.created_at
        < bindparam("before", type_=document_versions.c.created_at.type),
        document_versions.c.is_kept == literal_column("0"),
        document_versions.c.pruned_at.is_(None),
    )
    .order_by(document_versions.c.version)
)
_INSERT = insert(document_versions).values(user_id=OF_USER)
_NEVER_PRUNED = {"is_kept": 0, "pruned_at": None}
_LAST_MERGE = (
    select(document_versions.c.merged_branch, document_versions.c.merged_version)
    .join(document_branches, document_versions.c.branch_key == document_branches.c.key)
    .where(
        document_branches.c.document_key == bindparam("document_key"),
        document_versions.c.merged_branch.is_not(None),
        or_(
            and_(
                document_branches.c.name == bindparam("one"),
                document_versions.c.merged_branch == bindparam("other"),
            ),
            and_(
                document_branches.c.name == bindparam("other"),
                document_versions.c.merged_branch == bindparam("one"),
            ),
        ),
    )
    .order_by(document_versions.c.id.desc())
    .limit(1)
)
_RECORDS = (
    select(document_versions)
    .where(_OF_BRANCH, document_versions.c.version > bindparam("after"))
    .order_by(document_versions.c.version)
    .limit(bindparam("limit"))
)


class DocumentVersionStore:
    """Saves and reads the versions of documents, and their branches.

    Every method raises ``DocumentNotFound`` for a document that the scope may not read, and
    ``DocumentForbidden`` where it may not change it.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def save(
        self,
        document_key: int,
        content: JsonValue,
        patch: Patch,
        new: NewVersion,
        *,
        expected: int,
        branch: str = MAIN,
        changes: Sequence[DocumentChange] = (),
        now: dt.datetime,
    ) -> DocumentVersion:
        """Store ``content`` as the version after ``expected``, of which ``patch`` makes it.

        The first ``changes`` are kept with it, shortened, for the message that made it.

        Raises:
            BranchNotFound: There is no such branch.
            VersionConflict: Version ``expected`` is not the newest.
            TooManyDocuments: The branch is full.
        """
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "editor")
            held = _branch(connection, document_key, branch)
            if held.version != expected:
                raise VersionConflict(expected, held.version)
            if held.version >= MOST_VERSIONS:
                raise TooManyDocuments("versions", MOST_VERSIONS)
            packed = _Packed.of(content, patch, is_whole=False)
            if _is_due(held, len(packed.patch)):
                packed = packed._replace(data=zlib.compress(packed.text))
            row = _row(held.key, held.version + 1, packed, new, now)
            row["changes"] = _packed_changes(changes)
            connection.execute(_INSERT, {**row, **_NEVER_PRUNED})
            values: dict[str, object] = {"version": held.version + 1, "updated_at": now}
            if packed.data is not None:
                values |= {"whole_version": held.version + 1, "patch_bytes": 0}
                values["whole_bytes"] = len(packed.data)
            else:
                values["patch_bytes"] = held.patch_bytes + len(packed.patch)
            changed = update(document_branches).where(document_branches.c.key == held.key)
            connection.execute(changed.values(**values))
            touched = update(documents).where(documents.c.key == document_key)
            connection.execute(touched.values(updated_at=now))
            return _version(connection, held.key, held.version + 1)

    def version(
        self, document_key: int, version: int | None = None, *, branch: str = MAIN
    ) -> DocumentVersion:
        """Return a version without its content, by default the newest.

        Raises:
            BranchNotFound: There is no such branch.
            DocumentVersionNotFound: It has no such version.
        """
        with self._connections.asking() as connection:
            held = self._readable(connection, document_key, branch)
            return _version(connection, held.key, held.version if version is None else version)

    def content(
        self, document_key: int, version: int | None = None, *, branch: str = MAIN
    ) -> VersionContent:
        """Return a version with its whole content, by default the newest.

        Raises:
            BranchNotFound: There is no such branch.
            DocumentVersionNotFound: It has no such version.
            VersionPruned: Its content is not kept any more.
        """
        with self._connections.asking() as connection:
            held = self._readable(connection, document_key, branch)
            number = held.version if version is None else version
            found = _version(connection, held.key, number)
            whole = _content(connection, held.key, number)
        return VersionContent.model_construct(version=found, content=whole)

    def patch(self, document_key: int, version: int, *, branch: str = MAIN) -> Patch:
        """Return the patch that led to a version from the one before it; of the first, none.

        Raises:
            BranchNotFound: There is no such branch.
            DocumentVersionNotFound: It has no such version.
            VersionPruned: It is not kept any more.
        """
        with self._connections.asking() as connection:
            held = self._readable(connection, document_key, branch)
            found = connection.execute(
                _PATCHES, {"branch_key": held.key, "after": version - 1, "version": version}
            ).first()
        if found is None:
            raise DocumentVersionNotFound(version)
        if found.patch is None:
            raise VersionPruned(version)
        return _unpacked_patch(found.patch)

    def history(
        self, document_key: int, *, branch: str = MAIN, before: int | None = None, limit: int = 50
    ) -> tuple[DocumentVersion, ...]:
        """Return at most ``limit`` versions before version ``before``, the newest first.

        Raises:
            BranchNotFound: There is no such branch.
        """
        with self._connections.asking() as connection:
            held = self._readable(connection, document_key, branch)
            asked = {
                "branch_key": held.key,
                "before": held.version + 1 if before is None else before,
                "limit": limit,
            }
            return as_versions(connection.execute(_HISTORY, asked))

    def of_messages(self, message_ids: Collection[int]) -> tuple[DocumentVersion, ...]:
        """Return the versions that these messages made, the first first."""
        with self._connections.asking() as connection:
            return as_versions(connection.execute(_OF_MESSAGES, {"message_ids": [*message_ids]}))

    def shown_at_messages(self, message_ids: Collection[int]) -> tuple[MessageVersion, ...]:
        """Return the versions that these messages made, or those they are copies of.

        Copies are in other branches of the same chat.
        """
        asked = {"message_ids": [*message_ids]}
        with self._connections.asking() as connection:
            found = connection.execute(_SHOWN_AT_MESSAGES, asked).mappings().all()
            rolled_back = {row["branch_key"] for row in found if row["newest_restored"] is not None}
            restored: dict[int, list[int]] = {}
            if rolled_back:
                asked = {"branch_keys": [*rolled_back]}
                for row in connection.execute(_RESTORED_NOW, asked).mappings():
                    restored.setdefault(row["branch_key"], []).append(row["restored"])
        return tuple(_message_version(row, restored) for row in found)

    def of_conversation(self, conversation_id: str, limit: int) -> tuple[DocumentVersion, ...]:
        """Return at most ``limit`` versions that a conversation made, the newest first."""
        asked = {"conversation_id": conversation_id, "limit": limit}
        with self._connections.asking() as connection:
            return as_versions(connection.execute(_LAST_OF_CONVERSATION, asked))

    def branches(self, document_key: int) -> tuple[DocumentBranch, ...]:
        """Return the branches of a document, the first made first."""
        with self._connections.asking() as connection:
            access.check(connection, document_key)
            found = connection.execute(_BRANCHES, {"document_key": document_key})
            return as_shapes(found, DocumentBranch)

    def branch(
        self,
        document_key: int,
        name: str,
        new: NewVersion,
        *,
        from_branch: str = MAIN,
        from_version: int | None = None,
        now: dt.datetime,
    ) -> DocumentBranch:
        """Begin a branch whose version 1 is a version of another, by default its newest.

        Raises:
            BranchExists: There is one of this name.
            BranchNotFound: There is no branch ``from_branch``.
            DocumentVersionNotFound: It has no such version.
            VersionPruned: Its content is not kept any more.
            TooManyDocuments: The document has as many branches as it may.
        """
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "editor")
            names = [
                each.name for each in connection.execute(_BRANCHES, {"document_key": document_key})
            ]
            if name in names:
                raise BranchExists(name)
            if len(names) >= MOST_BRANCHES:
                raise TooManyDocuments("branches", MOST_BRANCHES)
            origin = _branch(connection, document_key, from_branch)
            number = origin.version if from_version is None else from_version
            whole = _content(connection, origin.key, number)
            _keep(connection, origin.key, number)
            begin_branch(
                connection, document_key, name, whole, new, origin=(from_branch, number), now=now
            )
            found = as_shapes(
                connection.execute(_BRANCHES, {"document_key": document_key}), DocumentBranch
            )
            return found[-1]

    def last_merge(self, document_key: int, one: str, other: str) -> tuple[str, int] | None:
        """Return the version of one of two branches that was last merged into the other, if any."""
        with self._connections.asking() as connection:
            access.check(connection, document_key)
            asked = {"document_key": document_key, "one": one, "other": other}
            found = connection.execute(_LAST_MERGE, asked).first()
        return None if found is None else (found.merged_branch, found.merged_version)

    def keep(self, document_key: int, version: int, *, branch: str = MAIN) -> None:
        """Let a version never be pruned: something cites it.

        Raises:
            BranchNotFound: There is no such branch.
            DocumentVersionNotFound: It has no such version.
        """
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "reader")
            _keep(connection, _branch(connection, document_key, branch).key, version)

    def prune(self, document_key: int, *, before: dt.datetime, now: dt.datetime) -> int:
        """Drop the contents of versions made ``before`` a moment; return how many they were.

        Their rows stay, so that the history has no gap.  The newest version of a branch, and
        versions that something cites, keep their content.
        """
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "owner")
            held = connection.execute(
                select(document_branches.c.key, document_branches.c.version).where(
                    document_branches.c.document_key == document_key
                )
            ).all()
            return sum(_prune(connection, key, newest, before, now) for key, newest in held)

    def records(
        self, document_key: int, branch: str, *, after: int, limit: int
    ) -> tuple[VersionRecord, ...]:
        """Return at most ``limit`` versions of a branch after version ``after``, as exports do.

        Raises:
            BranchNotFound: There is no such branch.
        """
        with self._connections.asking() as connection:
            held = self._readable(connection, document_key, branch)
            asked = {"branch_key": held.key, "after": after, "limit": limit}
            return tuple(map(_record, connection.execute(_RECORDS, asked)))

    @staticmethod
    def _readable(connection: Connection, document_key: int, branch: str) -> Row[Any]:
        access.check(connection, document_key)
        return _branch(connection, document_key, branch)


class _Packed(NamedTuple):
    """A content and its patch as they are stored: ``data`` is None unless it is stored whole."""

    text: bytes
    patch: bytes
    operations: int
    data: bytes | None

    @classmethod
    def of(cls, content: JsonValue, patch: Patch, *, is_whole: bool) -> "_Packed":
        text = contents.written(content).encode()
        change = zlib.compress(contents.written(patch).encode())
        return cls(text, change, len(patch), zlib.compress(text) if is_whole else None)


def _is_due(held: Row[Any], patch_bytes: int) -> bool:
    """Whether the version after the newest of a branch is to be stored whole."""
    is_far = held.version + 1 - held.whole_version >= _MOST_PATCHES
    return is_far or bool(held.patch_bytes + patch_bytes > held.whole_bytes)


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
    """Store a branch of a document with ``content`` as its version 1."""
    packed = _Packed.of(content, (), is_whole=True)
    begun = insert(document_branches).values(
        document_key=document_key,
        name=name,
        version=1,
        from_branch=origin[0],
        from_version=origin[1],
        whole_version=1,
        whole_bytes=len(packed.data or b""),
        patch_bytes=0,
        created_at=now,
        updated_at=now,
    )
    key = int(connection.scalar(begun.returning(document_branches.c.key)) or 0)
    connection.execute(_INSERT, {**_row(key, 1, packed, new, now), **_NEVER_PRUNED})


def restore_branch(
    connection: Connection,
    document_key: int,
    branch: DocumentBranch,
    records: Sequence[VersionRecord],
) -> None:
    """Store a branch of an export with all its versions."""
    whole = [each for each in records if each.is_whole]
    last = zlib.compress(contents.written(whole[-1].content).encode())
    begun = insert(document_branches).values(
        document_key=document_key,
        **branch.model_dump(),
        whole_version=whole[-1].version,
        whole_bytes=len(last),
        patch_bytes=0,
    )
    key = int(connection.scalar(begun.returning(document_branches.c.key)) or 0)
    held: JsonValue = None
    for record in records:
        is_pruned = record.patch is None and not record.is_whole
        if record.is_whole:
            held = record.content
        elif record.patch is not None:
            held = patches.applied(held, record.patch)
        packed = _Packed.of(held, record.patch or (), is_whole=record.is_whole)
        new = NewVersion(
            summary=record.modification_summary,
            author=record.author,
            conversation_id=record.conversation_id,
            merged=record.merged,
            restored=record.restored,
        )
        restored = {
            "patch": None if record.patch is None else packed.patch,
            "is_kept": int(record.is_kept),
            "pruned_at": record.created_at if is_pruned else None,
        }
        row = _row(key, record.version, packed, new, record.created_at)
        connection.execute(_INSERT, {**row, **restored})


def as_versions(found: Result[Any]) -> tuple[DocumentVersion, ...]:
    """Return the rows of a query for versions as shapes."""
    return tuple(DocumentVersion(**_fields(row)) for row in found.mappings())


def _message_version(row: RowMapping, restored: Mapping[int, Sequence[int]]) -> MessageVersion:
    fields = _fields(row)
    fields["restored_now"] = restored.get(fields.pop("branch_key"), ())
    fields["changes"] = _unpacked_changes(fields["changes"])
    del fields["newest_restored"]
    return MessageVersion(**fields)


def _fields(row: RowMapping) -> dict[str, Any]:
    fields: dict[str, Any] = dict(row)
    merged = fields.pop("merged_branch"), fields.pop("merged_version")
    return {**fields, "merged": None if merged[0] is None else merged}


def _record(row: Row[Any]) -> VersionRecord:
    return VersionRecord(
        version=row.version,
        modification_summary=row.modification_summary,
        author=row.author,
        conversation_id=row.conversation_id,
        merged=None if row.merged_branch is None else (row.merged_branch, row.merged_version),
        restored=row.restored,
        created_at=row.created_at,
        is_kept=bool(row.is_kept),
        patch=None if row.patch is None else _unpacked_patch(row.patch),
        content=None if row.data is None else _unpacked(row.data),
        is_whole=row.data is not None,
    )


def _row(
    branch_key: int, version: int, packed: _Packed, new: NewVersion, now: dt.datetime
) -> dict[str, object]:
    merged = new.merged or (None, None)
    return {
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
        "created_at": now,
    }


def _branch(connection: Connection, document_key: int, name: str) -> Row[Any]:
    found = connection.execute(_BRANCH, {"document_key": document_key, "branch": name}).first()
    if found is None:
        raise BranchNotFound(name)
    return found


def _version(connection: Connection, branch_key: int, version: int) -> DocumentVersion:
    asked = {"branch_key": branch_key, "version": version}
    found = as_versions(connection.execute(_NUMBERED, asked))
    if not found:
        raise DocumentVersionNotFound(version)
    return found[0]


def _content(connection: Connection, branch_key: int, version: int) -> JsonValue:
    """Return the content of a version: the last one stored whole, and the patches after it."""
    asked = {"branch_key": branch_key, "version": version}
    rows = connection.execute(_SINCE_WHOLE, asked).all()
    if not rows:
        raise DocumentVersionNotFound(version)
    if rows[-1].pruned_at is not None:
        raise VersionPruned(version)
    whole, *later = rows
    return patches.replayed(_unpacked(whole.data), [_unpacked_patch(row.patch) for row in later])


def _keep(connection: Connection, branch_key: int, version: int) -> None:
    kept = update(document_versions).where(
        document_versions.c.branch_key == branch_key, document_versions.c.version == version
    )
    if not connection.execute(kept.values(is_kept=1)).rowcount:
        raise DocumentVersionNotFound(version)


def _prune(
    connection: Connection, branch_key: int, newest: int, before: dt.datetime, now: dt.datetime
) -> int:
    asked = {"branch_key": branch_key, "newest": newest, "before": before}
    doomed: Sequence[int] = connection.scalars(_PRUNABLE, asked).all()
    gone = set(doomed)
    for follower in (number + 1 for number in doomed if number + 1 not in gone):
        _store_whole(connection, branch_key, follower)
    pruned = update(document_versions).where(
        document_versions.c.branch_key == branch_key,
        document_versions.c.version == bindparam("doomed"),
    )
    if doomed:
        connection.execute(
            pruned.values(data=None, patch=None, changes=None, pruned_at=now),
            [{"doomed": number} for number in doomed],
        )
    return len(doomed)


def _store_whole(connection: Connection, branch_key: int, version: int) -> None:
    """Store a version whole, that needs none before it any more; not one that was pruned."""
    of_version = and_(
        document_versions.c.branch_key == branch_key,
        document_versions.c.version == version,
        document_versions.c.pruned_at.is_(None),
        document_versions.c.data.is_(None),
    )
    if connection.scalar(select(document_versions.c.id).where(of_version)) is None:
        return
    text = contents.written(_content(connection, branch_key, version)).encode()
    connection.execute(update(document_versions).where(of_version).values(data=zlib.compress(text)))


def _unpacked(packed: bytes) -> JsonValue:
    value: JsonValue = json.loads(zlib.decompress(packed))
    return value


def _packed_changes(changes: Sequence[DocumentChange]) -> bytes | None:
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


def _unpacked_changes(packed: bytes | None) -> tuple[DocumentChange, ...]:
    return () if packed is None else _CHANGES.validate_json(zlib.decompress(packed))


def _unpacked_patch(packed: bytes) -> Patch:
    return tuple(json.loads(zlib.decompress(packed)))
