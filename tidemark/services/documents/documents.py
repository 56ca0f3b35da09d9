"""Documents: JSON that is changed by patches, each a version; compared, rolled back, merged.

A document that is bound to a file is read from it before each change, and written to it after
(``bound_files``).
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from database import ScopedDatabase
from tidemark.documents import merging, message_changes, patches, templates, validation
from tidemark.documents.content import checked
from tidemark.documents.followups import Restore
from tidemark.documents.record import record_of
from tidemark.documents.talk import DocumentTalk, Reply, is_step
from tidemark.documents.templates import DocumentTemplate
from tidemark.errors import (
    ContentUnreadable,
    DocumentNotFound,
    MergeConflict,
    NoDocumentYet,
    PatchRefused,
    SchemaBroken,
    VersionPruned,
)
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentBranch,
    DocumentDiff,
    DocumentHead,
    DocumentShare,
    DocumentVersion,
    ExportLine,
    InstructionResult,
    Merged,
    MessageChange,
    NewVersion,
    Operation,
    SharedAccess,
    Side,
    VersionContent,
    VersionNote,
    VersionRecord,
)
from tidemark.services.documents import bound_files
from tidemark.services.documents.bound_files import BoundFiles
from tidemark.storage.documents.version_store import DocumentVersionStore
from tidemark.transfer.readers import document_export
from utils import storable

OF_CONVERSATION = "data"  # the name of the document that a conversation has of its own
_NAME_CHARS = 200
_SUMMARY_CHARS = 500
_TALKED_OF = 200  # versions that talk about a document can name
_EXPORTED_AT_ONCE = 100


@dataclass(frozen=True)
class DocumentService:
    """The documents of ``database``; each change is checked, and a version of its own.

    Every method raises ``DocumentNotFound`` for a document that is not there, ``BranchNotFound``
    and ``DocumentVersionNotFound`` for what it does not have, and ``DocumentForbidden`` where the
    person may not do that.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def templates(self) -> tuple[DocumentTemplate, ...]:
        """Return the templates that a document can begin with."""
        return tuple(map(templates.find, templates.names()))

    def list(self, session_id: str | None = None) -> tuple[Document, ...]:
        """Return the documents of a session, then those of the notebook, the last changed first."""
        return self.database.documents.list(session_id)

    def list_all(self) -> tuple[Document, ...]:
        """Return the documents of the notebook and of all its sessions, the last changed first."""
        return self.database.documents.list_all()

    def get(self, document_key: int) -> Document:
        """Return a document of the notebook, or one that somebody shares."""
        return self.database.documents.get(document_key)

    def is_empty(self, session_id: str) -> bool:
        """Whether neither a session nor the notebook has a document, nor anybody shares one."""
        return self.database.documents.is_empty(session_id)

    def of_messages(self, message_ids: Sequence[int]) -> tuple[DocumentVersion, ...]:
        """Return the versions that these messages made, the first first."""
        return self._versions.of_messages(message_ids)

    def changes_of_messages(self, message_ids: Sequence[int]) -> tuple[MessageChange, ...]:
        """Return what each of these messages changed in documents, as it is now, in one query.

        The copy of a message in another branch of its chat has the changes of that message.
        """
        return message_changes.of_versions(self._versions.shown_at_messages(message_ids))

    def notes(self, session_id: str) -> dict[int, tuple[VersionNote, ...]]:
        """Return the versions that the messages of a session made, by the id of the message."""
        return self._versions.notes(session_id)

    def notes_of_message(self, message_id: int) -> tuple[VersionNote, ...]:
        """Return the versions that a message made, or the one it is a copy of."""
        return self._versions.notes_of_message(message_id)

    def toggle(self, change: MessageChange) -> DocumentVersion:
        """Undo what a message changed, or take that back, by a rollback bound to the message.

        Raises:
            VersionConflict: Another version came in between.
        """
        document = self.database.documents.get(change.first.document_key)
        back_to = change.first.version - 1 if change.state == "in_force" else change.last.version
        new = NewVersion(
            summary=f"Rolled back to version {back_to}",
            conversation_id=change.last.conversation_id,
            message_id=change.last.message_id,
        )
        return self.rollback(
            document, back_to, new, expected=change.last.newest, branch=change.last.branch
        )

    def find(self, name: str, session_id: str | None = None) -> Document:
        """Return the document of this name: of the session, else of the notebook, else shared.

        Raises:
            DocumentNotFound: None of them has this name.
        """
        for each in (*self.list(session_id), *self.shared_with_me()):
            if each.name == name:
                return each
        raise DocumentNotFound(name)

    def create(
        self,
        name: str,
        content: object,
        *,
        session_id: str | None = None,
        template: str = "",
        schema: JsonValue = None,
        new: NewVersion | None = None,
    ) -> Document:
        """Create a document of a session, or of the notebook, with ``content`` as its version 1.

        With the name of a ``template`` it begins with that, the members of ``content`` in place of
        the template's, and has its schema unless another is given.

        Raises:
            TemplateNotFound: There is no such template.
            ContentUnreadable: The content is no JSON, or passes a limit.
            SchemaRefused: ``schema`` is no JSON Schema that can be used.
            SchemaBroken: The content breaks it.
            DocumentExists: There is one of this name.
        """
        whole = checked(content)
        if template:
            found = templates.find(template)
            whole = {**found.content, **whole} if isinstance(whole, dict) else whole
            schema = found.schema if schema is None else schema
        if schema is not None:
            validation.check_schema(schema)
            validation.validate(whole, schema)
        return self.database.documents.create(
            _name(name),
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

    def schema(self, document: Document) -> JsonValue:
        """Return the JSON Schema that a document obeys; None if it has none."""
        return self.database.documents.schema(document.document_key)

    def check(self, document: Document, content: object) -> JsonValue:
        """Return ``content`` as a document would hold it, after the checks of each change.

        Raises:
            ContentUnreadable: It is no JSON, or passes a limit.
            SchemaBroken: It breaks the document's schema.
        """
        whole, schema = checked(content), self.schema(document)
        if schema is not None:
            validation.validate(whole, schema)
        return whole

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
        now = self._newest(document, branch)
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
        now = self._newest(document, branch)
        return self._save(document, now, checked(content), new, expected, branch)

    def reconcile(
        self,
        document: Document,
        mine: JsonValue,
        made_on: int,
        *,
        branch: str = MAIN,
        choices: Mapping[str, Side] | None = None,
    ) -> Merged:
        """Return the newest version together with ``mine``, a change of version ``made_on``.

        The conflicts have the newest version as ours, ``mine`` as theirs; those without a choice
        are left to settle.

        Raises:
            VersionPruned: The content of version ``made_on`` is not kept any more.
        """
        base = self.read(document, made_on, branch=branch).content
        newest = self.read(document, branch=branch).content
        return merging.merge(base, newest, mine, choices)

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
        now = self._newest(document, branch)
        told = new or NewVersion(summary=f"Rolled back to version {version}")
        told = told.model_copy(update={"restored": version})
        return self._save(document, now, former.content, told, expected, branch)

    def instruct(
        self,
        document: Document,
        instruction: str,
        *,
        branch: str = MAIN,
        conversation_id: str | None = None,
        answering: Sequence[str] = (),
    ) -> InstructionResult:
        """Do what ``instruction`` asks for in words, by rules, or say why not; answer a question.

        Nothing is changed by a guess: what is not certain is asked back.  ``answering`` is an
        earlier instruction that was asked back, and the answers since: ``instruction`` answers it.

        Raises:
            VersionConflict: Another version came in between.
        """
        if branch == MAIN:
            self.sync(document)
        talk = self._talk(document, branch)
        try:
            found = talk.understand(instruction, talk.question_after(answering))
        except VersionPruned as error:
            return InstructionResult(outcome="refused", text=str(error))
        if found is None or isinstance(found, Reply):
            outcome = "answered" if found and not found.asks else "asked"
            return InstructionResult.model_validate(
                {"outcome": outcome, "text": found.text if found else ""}
            )
        told = NewVersion(summary=instruction, conversation_id=conversation_id)
        newest, restored = talk.record.newest, None
        try:
            if isinstance(found, Restore):
                restored = found.version
                made = self.rollback(document, restored, told, expected=newest, branch=branch)
            else:
                made = self.change(document, found.operations, told, expected=newest, branch=branch)
        except (PatchRefused, SchemaBroken, ContentUnreadable) as error:
            return InstructionResult(outcome="refused", text=talk.refused(instruction, error))
        text = talk.teller(instruction).done(
            self._talk(document, branch).record, document.name, restored
        )
        return InstructionResult(outcome="changed", text=text, version=made)

    def _talk(self, document: Document, branch: str) -> DocumentTalk:
        versions = self.history(document, branch=branch, limit=_TALKED_OF)
        record = record_of(
            versions,
            lambda number: self.read(document, number, branch=branch).content,
            is_step=lambda each: is_step(each, each.modification_summary),
        )
        return DocumentTalk(document.name, record, self.clock(), self.schema(document))

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
            _name(name),
            NewVersion(summary=f"Branched from {from_branch}"),
            from_branch=from_branch,
            from_version=from_version,
            now=self.clock(),
        )

    def merging(
        self,
        document: Document,
        branch: str,
        *,
        into: str = MAIN,
        choices: Mapping[str, Side] | None = None,
    ) -> Merged:
        """Return what a merge of ``branch`` would come to, with the conflicts left to settle."""
        return self._merged(document, branch, into, choices or {})[1]

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
        return self._save(document, ours, checked(merged.content), told, expected, into)

    def of_conversation(self, conversation_id: str) -> Document | None:
        """Return the document that a conversation has of its own, None if it has none."""
        own = (each for each in self.list(conversation_id) if each.session_id is not None)
        return next((each for each in own if each.name == OF_CONVERSATION), None)

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
        document = self.of_conversation(conversation_id)
        if document is not None:
            return self.replace(document, data, told)
        made = self.create(OF_CONVERSATION, data, session_id=conversation_id, new=told)
        return self.read(made).version

    def get_current_version(self, conversation_id: str) -> VersionContent | None:
        """Return the newest version of a conversation's own document, None if it has none."""
        document = self.of_conversation(conversation_id)
        return None if document is None else self.read(document)

    def get_modification_history(self, conversation_id: str) -> tuple[DocumentVersion, ...]:
        """Return all versions of a conversation's own document, the first first."""
        document = self.of_conversation(conversation_id)
        if document is None:
            return ()
        return self.history(document, limit=document.version)[::-1]

    def get_diff(self, conversation_id: str, from_version: int, to_version: int) -> DocumentDiff:
        """Compare two versions of a conversation's own document.

        Raises:
            NoDocumentYet: It has none.
        """
        document = self.of_conversation(conversation_id)
        if document is None:
            raise NoDocumentYet
        return self.diff(document, from_version, to_version)

    def export(self, document: Document, *, with_chats: bool = False) -> Iterator[str]:
        """Yield the lines of an export: the document, then each branch with its versions.

        With its chat, and the places of the messages that made them, where it goes ``with_chats``.
        """
        schema = self.database.documents.schema(document.document_key)
        session_id = document.session_id if with_chats else None
        head = DocumentHead(name=document.name, session_id=session_id, schema_=schema)
        yield _line(document=head)
        for branch in self.branches(document):
            yield _line(branch=branch)
            after = 0
            while found := self._versions.records(
                document.document_key, branch.name, after=after, limit=_EXPORTED_AT_ONCE
            ):
                for each in found:
                    position = each.position if with_chats else None
                    yield _line(version=each.model_copy(update={"position": position}))
                after = found[-1].version

    def restore_export(
        self,
        lines: Iterable[str],
        *,
        name: str | None = None,
        session_id: str | None = None,
        chats: Mapping[str, str] | None = None,
    ) -> Document:
        """Create a document from the lines of an export, every version as it was.

        Where ``chats`` came with it, each by its former id, versions lead to their messages.

        Raises:
            ExportUnreadable: A line is none of an export, or a patch does not lead where it says.
            DocumentExists: There is one of this name; give another.
        """
        read = document_export.read(lines)
        return self.database.documents.restore_export(
            _name(name or read.head.name),
            read.head.schema_,
            read.branches,
            session_id=session_id,
            chats=chats or {},
            now=self.clock(),
        )

    def bind(self, document: Document, path: Path) -> DocumentVersion:
        """Keep a document in step with the file at ``path`` from now on; return its newest version.

        A file that is there is a version of the document; one that is not is written.

        Raises:
            FileUnusable: The file cannot be read or written.
            ContentUnreadable: It is no JSON; nothing is changed.
            SchemaBroken: It breaks the document's schema; nothing is changed.
        """
        self._files.bind(document, path)
        return self.read(document).version

    def unbind(self, document: Document) -> None:
        """Keep a document in step with its file no longer; the file stays."""
        self.database.documents.bind(document.document_key, "", None)

    def sync(self, document: Document) -> DocumentVersion | None:
        """Take over what was changed in the bound file from outside, as a version of its own.

        Raises:
            FileUnusable: The file cannot be read.
            ContentUnreadable: It is no JSON; the document stays as it is.
            SchemaBroken: It breaks the document's schema; the document stays as it is.
        """
        return self._files.sync(document)

    def content_of(self, path: Path) -> JsonValue:
        """Return the content that a file holds.

        Raises:
            FileUnusable: It cannot be read.
            ContentUnreadable: It is no JSON, or passes a limit.
        """
        return bound_files.read(path)

    def shared_with_me(self) -> tuple[Document, ...]:
        """Return the documents that others share with the person."""
        return self.database.documents.shared_with_me()

    def share(self, document: Document, person: str, access: SharedAccess) -> None:
        """Let another person read a document, or edit it too, from now on."""
        self.database.documents.share(document.document_key, person, access, now=self.clock())

    def unshare(self, document: Document, person: str) -> None:
        """Let a person read a document no longer."""
        self.database.documents.unshare(document.document_key, person)

    def shares(self, document: Document) -> tuple[DocumentShare, ...]:
        """Return whom a document is shared with."""
        return self.database.documents.shares(document.document_key)

    def rename(self, document: Document, name: str) -> None:
        """Rename a document.

        Raises:
            DocumentExists: Another document of the same place has this name.
        """
        self.database.documents.rename(document.document_key, _name(name))

    def remove(self, document: Document) -> None:
        """Move a document to the trash."""
        self.database.documents.trash(document.document_key, now=self.clock())

    def trashed(self) -> tuple[Document, ...]:
        """Return the documents in the trash, the last trashed first."""
        return self.database.documents.trashed()

    def restore(self, document: Document) -> str:
        """Take a document out of the trash; return its name.

        Raises:
            DocumentNotFound: It is not in the trash.
        """
        return self.database.documents.restore(document.document_key)

    def delete_all(self) -> None:
        """Delete every document of the notebook for good, those in the trash included."""
        for document in self.database.documents.list():
            self.database.documents.trash(document.document_key, now=self.clock())
        for document in self.database.documents.trashed():
            self.database.documents.delete(document.document_key)

    @property
    def _versions(self) -> DocumentVersionStore:
        return self.database.document_versions

    @property
    def _files(self) -> BoundFiles:
        return BoundFiles(self.database, self.read, self._store)

    def _newest(self, document: Document, branch: str) -> VersionContent:
        """Return the newest version, after what was changed in the bound file was taken over."""
        if branch == MAIN:
            self.sync(document)
        return self.read(document, branch=branch)

    def _save(
        self,
        document: Document,
        now: VersionContent,
        after: JsonValue,
        new: NewVersion,
        expected: int | None,
        branch: str,
    ) -> DocumentVersion:
        """Store a version; write the bound file, unless that was changed from outside."""
        saved = self._store(document, now, after, new, expected, branch)
        if document.file_path and branch == MAIN:
            self._files.write(document, after)
        return saved

    def _store(
        self,
        document: Document,
        now: VersionContent,
        after: JsonValue,
        new: NewVersion,
        expected: int | None = None,
        branch: str = MAIN,
    ) -> DocumentVersion:
        schema = self.database.documents.schema(document.document_key)
        if schema is not None:
            validation.validate(after, schema)
        patch = patches.between(now.content, after)
        is_of_message = new.message_id is not None
        return self._versions.save(
            document.document_key,
            after,
            patch,
            _told(new),
            expected=now.version.version if expected is None else expected,
            branch=branch,
            changes=patches.changes(now.content, patch) if is_of_message else (),
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


def _line(**part: DocumentHead | DocumentBranch | VersionRecord) -> str:
    return ExportLine.model_validate(part).model_dump_json(exclude_defaults=True)


def _name(wished: str) -> str:
    return " ".join(storable(wished).split())[:_NAME_CHARS] or OF_CONVERSATION


def _told(new: NewVersion) -> NewVersion:
    summary = storable(new.summary).strip()[:_SUMMARY_CHARS]
    return new.model_copy(update={"summary": summary})
