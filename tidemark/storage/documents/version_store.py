"""Versions of documents, by branch; a version never changes."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import JsonValue
from sqlalchemy import (
    Connection,
    Result,
    Row,
    RowMapping,
    Select,
    Subquery,
    and_,
    bindparam,
    literal_column,
    or_,
    select,
    union_all,
    update,
)

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
    VersionNote,
    VersionRecord,
)
from tidemark.storage.column_types import among, as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.documents import access, pruning, version_exports
from tidemark.storage.documents.stored_versions import (
    OF_BRANCH,
    BranchWeight,
    PackedVersion,
    begin_branch,
    content_at,
    keep,
    packed_changes,
    store,
    unpacked_changes,
    unpacked_patch,
)
from tidemark.storage.tables import (
    branches,
    document_branches,
    document_versions,
    documents,
    messages,
    of_session,
    sessions,
)

MOST_VERSIONS = 100_000  # per branch
MOST_BRANCHES = 100  # per document

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
_NUMBERED = _VERSIONS.where(OF_BRANCH, document_versions.c.version == bindparam("version"))
_HISTORY = (
    _VERSIONS.where(OF_BRANCH, document_versions.c.version < bindparam("before"))
    .order_by(document_versions.c.version.desc())
    .limit(bindparam("limit"))
)
_OF_MESSAGES = _VERSIONS.where(
    among(document_versions.c.message_id, "message_ids"), access.is_readable
).order_by(document_versions.c.id)
_NOTES = (
    select(
        document_versions.c.message_id,
        documents.c.name.label("document"),
        document_branches.c.name.label("branch"),
        document_versions.c.version,
        document_versions.c.modification_summary.label("summary"),
    )
    .select_from(
        messages.join(document_versions, document_versions.c.message_id == messages.c.id)
        .join(document_branches, document_versions.c.branch_key == document_branches.c.key)
        .join(documents, document_branches.c.document_key == documents.c.key)
    )
    .where(of_session(messages), access.is_readable)
    .order_by(document_versions.c.id)
)


def _made_by() -> Subquery:
    """Select messages together with their copies and originals in other branches."""
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
    """Select the versions that branches now show after rollbacks, following chains of rollbacks."""
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
_PATCHES = (
    select(document_versions.c.version, document_versions.c.patch)
    .where(
        OF_BRANCH,
        document_versions.c.version > bindparam("after"),
        document_versions.c.version <= bindparam("version"),
    )
    .order_by(document_versions.c.version)
)
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


class DocumentVersionStore:
    """Saves and reads the versions of documents, and their branches.

    Every method raises ``DocumentNotFound`` for a document that the scope may not read, and
    ``DocumentForbidden`` for one that it may not change.
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
        """Store ``content`` as the version after ``expected``; ``patch`` turns one into the other.

        The first ``changes`` are stored with it, shortened, for display at the message that made
        it.

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
            if new.restored is not None:
                keep(connection, held.key, new.restored)
            if new.merged is not None:
                keep(
                    connection, _branch(connection, document_key, new.merged[0]).key, new.merged[1]
                )
            number, weight = held.version + 1, BranchWeight.of(held)
            packed = weight.fitting(number, PackedVersion.of(content, patch))
            packed_for_message = packed_changes(changes)
            store(connection, held.key, number, packed, new, now=now, changes=packed_for_message)
            weighed = weight.after(number, packed)._asdict()
            changed = update(document_branches).where(document_branches.c.key == held.key)
            connection.execute(changed.values(version=number, updated_at=now, **weighed))
            touched = update(documents).where(documents.c.key == document_key)
            connection.execute(touched.values(updated_at=now))
            return _version(connection, held.key, number)

    def version(
        self, document_key: int, version: int | None = None, *, branch: str = MAIN
    ) -> DocumentVersion:
        """Return a version, by default the newest, without its content.

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
        """Return a version, by default the newest, with its whole content.

        Raises:
            BranchNotFound: There is no such branch.
            DocumentVersionNotFound: It has no such version.
            VersionPruned: Its content has been pruned.
        """
        with self._connections.asking() as connection:
            held = self._readable(connection, document_key, branch)
            number = held.version if version is None else version
            found = _version(connection, held.key, number)
            whole = content_at(connection, held.key, number)
        return VersionContent.model_construct(version=found, content=whole)

    def patch(self, document_key: int, version: int, *, branch: str = MAIN) -> Patch:
        """Return the patch that leads to a version from the one before it; empty for the first.

        Raises:
            BranchNotFound: There is no such branch.
            DocumentVersionNotFound: It has no such version.
            VersionPruned: It has been pruned.
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
        return unpacked_patch(found.patch)

    def history(
        self, document_key: int, *, branch: str = MAIN, before: int | None = None, limit: int = 50
    ) -> tuple[DocumentVersion, ...]:
        """Return at most ``limit`` versions before version ``before``, newest first.

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
        """Return the versions that these messages made, oldest first."""
        with self._connections.asking() as connection:
            return as_versions(connection.execute(_OF_MESSAGES, {"message_ids": [*message_ids]}))

    def shown_at_messages(self, message_ids: Collection[int]) -> tuple[MessageVersion, ...]:
        """Return the versions that these messages, or the originals they are copies of, made.

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

    def notes_of_message(self, message_id: int) -> tuple[VersionNote, ...]:
        """Return the versions that a message, or the original it is a copy of, made."""
        return tuple(
            VersionNote(
                document=each.document,
                branch=each.branch,
                version=each.version,
                summary=each.modification_summary,
            )
            for each in self.shown_at_messages([message_id])
        )

    def notes(self, session_id: str) -> dict[int, tuple[VersionNote, ...]]:
        """Return the versions that the messages of a session made, by message id."""
        with self._connections.asking() as connection:
            return read_notes(connection, session_id)

    def of_conversation(self, conversation_id: str, limit: int) -> tuple[DocumentVersion, ...]:
        """Return at most ``limit`` versions that a conversation made, newest first."""
        asked = {"conversation_id": conversation_id, "limit": limit}
        with self._connections.asking() as connection:
            return as_versions(connection.execute(_LAST_OF_CONVERSATION, asked))

    def branches(self, document_key: int) -> tuple[DocumentBranch, ...]:
        """Return the branches of a document, oldest first."""
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
        """Create a branch whose version 1 is a version of another branch, by default its newest.

        Raises:
            BranchExists: A branch has this name already.
            BranchNotFound: There is no branch ``from_branch``.
            DocumentVersionNotFound: It has no such version.
            VersionPruned: Its content has been pruned.
            TooManyDocuments: The document has the most branches allowed.
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
            whole = content_at(connection, origin.key, number)
            keep(connection, origin.key, number)
            begin_branch(
                connection, document_key, name, whole, new, origin=(from_branch, number), now=now
            )
            found = as_shapes(
                connection.execute(_BRANCHES, {"document_key": document_key}), DocumentBranch
            )
            return found[-1]

    def last_merge(self, document_key: int, one: str, other: str) -> tuple[str, int] | None:
        """Return the branch and version of the last merge of two branches; None if none."""
        with self._connections.asking() as connection:
            access.check(connection, document_key)
            asked = {"document_key": document_key, "one": one, "other": other}
            found = connection.execute(_LAST_MERGE, asked).first()
        return None if found is None else (found.merged_branch, found.merged_version)

    def prunable(self, document_key: int, *, before: dt.datetime) -> int:
        """Return the number of versions whose contents ``prune`` would drop."""
        with self._connections.asking() as connection:
            access.check(connection, document_key)
            return len(pruning.old_versions(connection, document_key, before))

    def prune(self, document_key: int, *, before: dt.datetime, now: dt.datetime) -> int:
        """Drop the contents of versions made ``before`` a time; return their number.

        Their rows stay, so that the history has no gap.  The newest version of each branch, and
        versions that something refers to, keep their content.
        """
        with self._connections.transaction() as connection:
            access.hold(connection, document_key, "owner")
            return pruning.prune(connection, document_key, before=before, now=now)

    def records(
        self, document_key: int, branch: str, *, after: int, limit: int
    ) -> tuple[VersionRecord, ...]:
        """Return at most ``limit`` versions of a branch after version ``after``, as export records.

        Raises:
            BranchNotFound: There is no such branch.
        """
        with self._connections.asking() as connection:
            held = self._readable(connection, document_key, branch)
            return version_exports.records(connection, held.key, after=after, limit=limit)

    @staticmethod
    def _readable(connection: Connection, document_key: int, branch: str) -> Row[Any]:
        access.check(connection, document_key)
        return _branch(connection, document_key, branch)


def read_notes(connection: Connection, session_id: str) -> dict[int, tuple[VersionNote, ...]]:
    """Return the versions that the messages of a session made, by message id."""
    found: dict[int, tuple[VersionNote, ...]] = {}
    for row in connection.execute(_NOTES, {"of_session": session_id}).mappings():
        note = VersionNote(**{name: row[name] for name in VersionNote.model_fields})
        found[row["message_id"]] = (*found.get(row["message_id"], ()), note)
    return found


def as_versions(found: Result[Any]) -> tuple[DocumentVersion, ...]:
    """Return the rows of a query for versions as models."""
    return tuple(DocumentVersion(**_fields(row)) for row in found.mappings())


def _message_version(row: RowMapping, restored: Mapping[int, Sequence[int]]) -> MessageVersion:
    fields = _fields(row)
    fields["restored_now"] = restored.get(fields.pop("branch_key"), ())
    fields["changes"] = unpacked_changes(fields["changes"])
    del fields["newest_restored"]
    return MessageVersion(**fields)


def _fields(row: RowMapping) -> dict[str, Any]:
    fields: dict[str, Any] = dict(row)
    merged = fields.pop("merged_branch"), fields.pop("merged_version")
    return {**fields, "merged": None if merged[0] is None else merged}


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
