"""Documents: JSON that is changed by patches, each a version; compared, rolled back, merged."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from database import ScopedDatabase
from tidemark.documents import merging, patches, validation
from tidemark.documents.content import checked
from tidemark.errors import DocumentNotFound, MergeConflict, NoDocumentYet
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentBranch,
    DocumentDiff,
    DocumentVersion,
    Merged,
    NewVersion,
    Operation,
    Side,
    VersionContent,
)
from tidemark.storage.documents.version_store import DocumentVersionStore
from utils import storable

OF_CONVERSATION = "data"  # the name of the document that a conversation has of its own
_NAME_CHARS = 200
_SUMMARY_CHARS = 500


@dataclass(frozen=True)
class DocumentService:
    """The documents of ``database``; each change is checked, and a version of its own.

    Every method raises ``DocumentNotFound`` for a document that is not there, ``BranchNotFound``
    and ``DocumentVersionNotFound`` for what it does not have, and ``DocumentForbidden`` where the
    person may not do that.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def list(self, session_id: str | None = None) -> tuple[Document, ...]:
        """Return the documents of a session, then those of the notebook, the last changed first."""
        return self.database.documents.list(session_id)

    def find(self, name: str, session_id: str | None = None) -> Document:
        """Return the document of this name: of the session, else of the notebook, else shared.

        Raises:
            DocumentNotFound: None of them has this name.
        """
        shared = self.database.documents.shared_with_me()
        for each in (*self.list(session_id), *shared):
            if each.name == name:
                return each
        raise DocumentNotFound(name)

    def create(
        self,
        name: str,
        content: object,
        *,
        session_id: str | None = None,
        schema: JsonValue = None,
        new: NewVersion | None = None,
    ) -> Document:
        """Create a document of a session, or of the notebook, with ``content`` as its version 1.

        Raises:
            ContentUnreadable: The content is no JSON, or passes a limit.
            SchemaRefused: ``schema`` is no JSON Schema that can be used.
            SchemaBroken: The content breaks it.
            DocumentExists: There is one of this name.
        """
        whole = checked(content)
        if schema is not None:
            validation.check_schema(schema)
            validation.validate(whole, schema)
        return self.database.documents.create(
            " ".join(storable(name).split())[:_NAME_CHARS] or OF_CONVERSATION,
            whole,
            _told(new or NewVersion(summary="Initial data")),
            session_id=session_id,
            schema=schema,
            now=self.clock(),
        )

    def attach_schema(self, document: Document, schema: JsonValue) -> None:
        """Attach a JSON Schema that the newest version of each branch obeys; None takes it away.

        Raises:
            SchemaRefused: It is no JSON Schema that can be used.
            SchemaBroken: The newest version of a branch breaks it.
        """
        if schema is not None:
            validation.check_schema(schema)
            for branch in self.branches(document):
                validation.validate(self.read(document, branch=branch.name).content, schema)
        self.database.documents.attach_schema(document.document_key, schema)

    def read(
        self, document: Document, version: int | None = None, *, branch: str = MAIN
    ) -> VersionContent:
        """Return a version with its content, by default the newest.

        Raises:
            VersionPruned: Its content is not kept any more.
        """
        return self._versions.content(document.document_key, version, branch=branch)

    def change(
        self,
        document: Document,
        patch: Sequence[Operation],
        new: NewVersion,
        *,
        expected: int | None = None,
        branch: str = MAIN,
    ) -> DocumentVersion:
        """Apply ``patch`` to the newest version, which has to be number ``expected`` if given.

        Raises:
            PatchRefused: It cannot be applied.
            ContentUnreadable: What it would come to passes a limit.
            SchemaBroken: What it would come to breaks the document's schema.
            VersionConflict: Another version came in between.
        """
        now = self.read(document, branch=branch)
        after = patches.applied(now.content, patch)
        return self._save(document, now, after, new, expected, branch)

    def replace(
        self,
        document: Document,
        content: object,
        new: NewVersion,
        *,
        expected: int | None = None,
        branch: str = MAIN,
    ) -> DocumentVersion:
        """Store ``content`` whole as the next version.

        Raises:
            ContentUnreadable: It is no JSON, or passes a limit.
            SchemaBroken: It breaks the document's schema.
            VersionConflict: Another version came in between.
        """
        now = self.read(document, branch=branch)
        return self._save(document, now, checked(content), new, expected, branch)

    def rollback(
        self,
        document: Document,
        version: int,
        new: NewVersion | None = None,
        *,
        expected: int | None = None,
        branch: str = MAIN,
    ) -> DocumentVersion:
        """Go back to a version of the branch, by a new version with its content.

        Raises:
            VersionPruned: Its content is not kept any more.
            SchemaBroken: It breaks the document's schema, which came later.
            VersionConflict: Another version came in between.
        """
        former = self.read(document, version, branch=branch)
        now = self.read(document, branch=branch)
        told = new or NewVersion(summary=f"Rolled back to version {version}")
        told = told.model_copy(update={"restored": version})
        return self._save(document, now, former.content, told, expected, branch)

    def history(
        self,
        document: Document,
        *,
        branch: str = MAIN,
        before: int | None = None,
        limit: int = 50,
    ) -> tuple[DocumentVersion, ...]:
        """Return at most ``limit`` versions before version ``before``, the newest first."""
        return self._versions.history(
            document.document_key, branch=branch, before=before, limit=limit
        )

    def diff(
        self,
        document: Document,
        from_version: int,
        to_version: int,
        *,
        branch: str = MAIN,
        to_branch: str | None = None,
    ) -> DocumentDiff:
        """Compare two versions of a branch, or of two.

        Raises:
            VersionPruned: The content of one is not kept any more.
        """
        before = self.read(document, from_version, branch=branch)
        after = self.read(document, to_version, branch=to_branch or branch)
        patch = patches.between(before.content, after.content)
        return DocumentDiff(
            from_version=before.version,
            to_version=after.version,
            patch=patch,
            changes=patches.changes(before.content, patch),
        )

    def changes(self, document: Document, version: int, *, branch: str = MAIN) -> DocumentDiff:
        """Return what a version changed in the one before it.

        Raises:
            VersionPruned: The content of one is not kept any more.
        """
        return self.diff(document, version - 1, version, branch=branch)

    def branches(self, document: Document) -> tuple[DocumentBranch, ...]:
        """Return the branches of a document, the first made first."""
        return self._versions.branches(document.document_key)

    def branch(
        self,
        document: Document,
        name: str,
        *,
        from_branch: str = MAIN,
        from_version: int | None = None,
    ) -> DocumentBranch:
        """Begin a branch with a version of another, by default its newest.

        Raises:
            BranchExists: There is one of this name.
            VersionPruned: The content of that version is not kept any more.
        """
        return self._versions.branch(
            document.document_key,
            " ".join(storable(name).split())[:_NAME_CHARS],
            NewVersion(summary=f"Branched from {from_branch}"),
            from_branch=from_branch,
            from_version=from_version,
            now=self.clock(),
        )

    def merging(self, document: Document, branch: str, *, into: str = MAIN) -> Merged:
        """Return what a merge of ``branch`` would come to, with the conflicts to settle."""
        return self._merged(document, branch, into, {})[1]

    def merge(
        self,
        document: Document,
        branch: str,
        *,
        into: str = MAIN,
        choices: Mapping[str, Side] | None = None,
        expected: int | None = None,
        new: NewVersion | None = None,
    ) -> DocumentVersion:
        """Merge the newest version of ``branch`` into another, as a new version of that.

        ``choices`` say which side stays where both changed the same place.

        Raises:
            MergeConflict: Both changed a place for which there is no choice.
            SchemaBroken: What it would come to breaks the document's schema.
            VersionConflict: Another version came in between.
        """
        ours, merged, theirs = self._merged(document, branch, into, choices or {})
        if merged.conflicts:
            raise MergeConflict([each.path for each in merged.conflicts])
        told = (new or NewVersion(summary=f"Merged {branch}")).model_copy(
            update={"merged": (branch, theirs.version.version)}
        )
        self._versions.keep(document.document_key, theirs.version.version, branch=branch)
        return self._save(document, ours, checked(merged.content), told, expected, into)

    def save_version(
        self, conversation_id: str, data: object, modification_summary: str
    ) -> DocumentVersion:
        """Store ``data`` as the next version of the document that a conversation has of its own.

        It has one from the first call on.

        Raises:
            ContentUnreadable: The data are no JSON, or pass a limit.
            SchemaBroken: They break the document's schema.
        """
        told = NewVersion(summary=modification_summary, conversation_id=conversation_id)
        document = self._of_conversation(conversation_id)
        if document is not None:
            return self.replace(document, data, told)
        made = self.create(OF_CONVERSATION, data, session_id=conversation_id, new=told)
        return self.read(made).version

    def get_current_version(self, conversation_id: str) -> VersionContent | None:
        """Return the newest version of a conversation's own document, None if it has none."""
        document = self._of_conversation(conversation_id)
        return None if document is None else self.read(document)

    def get_modification_history(self, conversation_id: str) -> tuple[DocumentVersion, ...]:
        """Return all versions of a conversation's own document, the first first."""
        document = self._of_conversation(conversation_id)
        if document is None:
            return ()
        return self.history(document, limit=document.version)[::-1]

    def get_diff(self, conversation_id: str, from_version: int, to_version: int) -> DocumentDiff:
        """Compare two versions of a conversation's own document.

        Raises:
            NoDocumentYet: It has none.
        """
        document = self._of_conversation(conversation_id)
        if document is None:
            raise NoDocumentYet
        return self.diff(document, from_version, to_version)

    def delete_all(self) -> None:
        """Delete every document of the notebook for good, those in the trash included."""
        for document in self.database.documents.list():
            self.database.documents.trash(document.document_key, now=self.clock())
        for document in self.database.documents.trashed():
            self.database.documents.delete(document.document_key)

    @property
    def _versions(self) -> DocumentVersionStore:
        return self.database.document_versions

    def _of_conversation(self, conversation_id: str) -> Document | None:
        own = (each for each in self.list(conversation_id) if each.session_id == conversation_id)
        return next((each for each in own if each.name == OF_CONVERSATION), None)

    def _save(
        self,
        document: Document,
        now: VersionContent,
        after: JsonValue,
        new: NewVersion,
        expected: int | None,
        branch: str,
    ) -> DocumentVersion:
        schema = self.database.documents.schema(document.document_key)
        if schema is not None:
            validation.validate(after, schema)
        return self._versions.save(
            document.document_key,
            after,
            patches.between(now.content, after),
            _told(new),
            expected=now.version.version if expected is None else expected,
            branch=branch,
            now=self.clock(),
        )

    def _merged(
        self, document: Document, branch: str, into: str, choices: Mapping[str, Side]
    ) -> tuple[VersionContent, Merged, VersionContent]:
        ours, theirs = self.read(document, branch=into), self.read(document, branch=branch)
        base_branch, base_version = self._base(document, branch, into)
        base = self.read(document, base_version, branch=base_branch)
        return ours, merging.merge(base.content, ours.content, theirs.content, choices), theirs

    def _base(self, document: Document, one: str, other: str) -> tuple[str, int]:
        """Return the branch and version that two branches last had in common."""
        if last := self._versions.last_merge(document.document_key, one, other):
            return last
        branches = {each.name: each for each in self.branches(document)}
        first, second = (dict(_ancestry(branches, name)) for name in (one, other))
        common = next(name for name in first if name in second)  # the main branch, at the latest
        return common, min(first[common], second[common])


def _ancestry(branches: Mapping[str, DocumentBranch], name: str) -> Iterator[tuple[str, int]]:
    """Yield a branch with its newest version, then where it began, up to the main branch."""
    version = branches[name].version
    while name:
        yield name, version
        name, version = branches[name].from_branch, branches[name].from_version


def _told(new: NewVersion) -> NewVersion:
    summary = storable(new.summary).strip()[:_SUMMARY_CHARS]
    return new.model_copy(update={"summary": summary})
