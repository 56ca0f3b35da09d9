"""Documents: JSON changed by patches, each a new version; compared, rolled back, merged.

A bound file is read before each change of its document, and written after it (``bound_files``).
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from database import ScopedDatabase
from tidemark.documents import merging, message_changes, patches, templates, validation
from tidemark.documents.content import checked
from tidemark.documents.followups import Restore
from tidemark.documents.record import record_of
from tidemark.documents.talk import CUES, DocumentTalk, Reply, is_step
from tidemark.documents.templates import DocumentTemplate
from tidemark.errors import (
    ContentUnreadable,
    DocumentNotFound,
    FileNotTaken,
    FileUnusable,
    MergeConflict,
    NoDocumentYet,
    PatchRefused,
    SchemaBroken,
    VersionConflict,
    VersionPruned,
)
from tidemark.i18n import error_messages
from tidemark.nlp.languages import Language
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
from tidemark.services.people import recipients
from tidemark.storage.documents.version_store import DocumentVersionStore
from tidemark.transfer.readers import document_export
from utils import storable

OF_CONVERSATION = "data"  # the name of a conversation's own document
_NAME_CHARS = 200
_SUMMARY_CHARS = 500
_TALKED_OF = 200  # number of versions that an instruction can refer to
_EXPORTED_AT_ONCE = 100


@dataclass(frozen=True)
class DocumentService:
    """The documents of ``database``; each change is validated and saved as a new version.

    Every method raises ``DocumentNotFound``, ``BranchNotFound`` or ``DocumentVersionNotFound`` for
    a document, branch or version that does not exist, and ``DocumentForbidden`` for an action that
    the person is not allowed.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def templates(self) -> tuple[DocumentTemplate, ...]:
        """Return the templates for new documents."""
        return tuple(map(templates.find, templates.names()))

    def list(self, session_id: str | None = None) -> tuple[Document, ...]:
        """Return the documents of a session, then of the notebook, most recently changed first."""
        return self.database.documents.list(session_id)

    def list_all(self) -> tuple[Document, ...]:
        """Return all documents of the notebook and its sessions, most recently changed first."""
        return self.database.documents.list_all()

    def get(self, document_key: int) -> Document:
        """Return a document of the notebook, or one shared by another person."""
        return self.database.documents.get(document_key)

    def is_empty(self, session_id: str) -> bool:
        """Return whether the session, the notebook and the shares contain no document."""
        return self.database.documents.is_empty(session_id)

    def of_messages(self, message_ids: Sequence[int]) -> tuple[DocumentVersion, ...]:
        """Return the versions that these messages made, oldest first."""
        return self._versions.of_messages(message_ids)

    def changes_of_messages(self, message_ids: Sequence[int]) -> tuple[MessageChange, ...]:
        """Return the document changes of these messages with their current state, in one query.

        A message copied to another branch has the changes of the original.
        """
        return message_changes.of_versions(self._versions.shown_at_messages(message_ids))

    def notes(self, session_id: str) -> dict[int, tuple[VersionNote, ...]]:
        """Return the versions that the messages of a session made, by message id."""
        return self._versions.notes(session_id)

    def notes_of_message(self, message_id: int) -> tuple[VersionNote, ...]:
        """Return the versions that a message, or the original it is a copy of, made."""
        return self._versions.notes_of_message(message_id)

    def toggle(self, change: MessageChange) -> DocumentVersion:
        """Undo the change of a message, or redo it, by a rollback attributed to that message.

        Raises:
            VersionConflict: Another version was saved meanwhile.
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
        """Return the document with this name: of the session, else of the notebook, else shared.

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

        With a ``template``, the members of ``content`` replace those of the template, whose schema
        is used unless another is given.

        Raises:
            TemplateNotFound: There is no such template.
            ContentUnreadable: The content is not JSON, or exceeds a limit.
            SchemaRefused: ``schema`` is not a usable JSON Schema.
            SchemaBroken: The content violates it.
            DocumentExists: A document has this name already.
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
            _with_short_summary(new or NewVersion(summary="Initial data")),
            session_id=session_id,
            schema=schema,
            now=self.clock(),
        )

    def attach_schema(self, document: Document, schema: JsonValue) -> None:
        """Attach a JSON Schema that the newest version of each branch conforms to; None removes it.

        Raises:
            SchemaRefused: It is not a usable JSON Schema.
            SchemaBroken: The newest version of a branch violates it.
        """
        if schema is not None:
            validation.check_schema(schema)
            for branch in self.branches(document):
                validation.validate(self.read(document, branch=branch.name).content, schema)
        self.database.documents.attach_schema(document.document_key, schema)

    def schema(self, document: Document) -> JsonValue:
        """Return the JSON Schema of a document; None if it has none."""
        return self.database.documents.schema(document.document_key)

    def check(self, document: Document, content: object) -> JsonValue:
        """Return ``content`` as the document would store it, validated as for a change.

        Raises:
            ContentUnreadable: It is not JSON, or exceeds a limit.
            SchemaBroken: It violates the document's schema.
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
            VersionPruned: Its content has been pruned.
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
        """Apply ``patch`` to the newest version, which must have the number ``expected`` if given.

        Raises:
            PatchRefused: It cannot be applied.
            ContentUnreadable: The result exceeds a limit.
            SchemaBroken: The result violates the document's schema.
            VersionConflict: Another version was saved meanwhile.
        """
        now = self._newest(document, branch)
        if expected is not None and expected != now.version.version:
            raise VersionConflict(expected, now.version.version)  # the patch may not fit this one
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
        """Store ``content`` as the next version, replacing the whole content.

        Raises:
            ContentUnreadable: It is not JSON, or exceeds a limit.
            SchemaBroken: It violates the document's schema.
            VersionConflict: Another version was saved meanwhile.
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
        """Merge ``mine``, an edit of version ``made_on``, with the newest version.

        In conflicts the newest version is ours and ``mine`` theirs; those without a choice remain.

        Raises:
            VersionPruned: The content of version ``made_on`` has been pruned.
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
        """Go back to a version of the branch by saving a new version with its content.

        Raises:
            VersionPruned: Its content has been pruned.
            SchemaBroken: It violates the document's schema, which was attached later.
            VersionConflict: Another version was saved meanwhile.
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
        """Carry out an ``instruction`` in words by rules, or explain why not; answer a question.

        Nothing is guessed: if the meaning is uncertain, the result asks back.  ``answering`` is an
        earlier instruction that was asked back, with the answers so far: ``instruction`` answers
        it.

        Raises:
            VersionConflict: Another version was saved meanwhile.
        """
        if branch == MAIN:
            self.take_file(document)
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
        new = NewVersion(summary=instruction, conversation_id=conversation_id)
        newest, restored = talk.record.newest, None
        try:
            if isinstance(found, Restore):
                restored = found.version
                made = self.rollback(document, restored, new, expected=newest, branch=branch)
            else:
                made = self.change(document, found.operations, new, expected=newest, branch=branch)
        except (PatchRefused, SchemaBroken, ContentUnreadable) as error:
            return InstructionResult(outcome="refused", text=talk.refused(instruction, error))
        told = talk.teller(instruction).done(
            self._talk(document, branch).record, document.name, restored
        )
        left = self.file_note(document, talk.language(instruction)) if branch == MAIN else ""
        text = f"{told}\n\n{left}" if left else told
        return InstructionResult(outcome="changed", text=text, version=made)

    def file_note(self, document: Document, language: Language) -> str:
        """Return that the bound file is left as it is, and why; empty if it is in step."""
        try:
            self.sync(document)
        except (FileNotTaken, FileUnusable) as error:
            reason = error_messages.of(error, language)
            return CUES[language].phrases["file_left"].format(reason=reason)
        return ""

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
        """Return at most ``limit`` versions before version ``before``, newest first."""
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
        """Compare two versions, of one branch or of two.

        Raises:
            VersionPruned: The content of one has been pruned.
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
        """Return the changes that a version made to the one before it.

        Raises:
            VersionPruned: The content of one has been pruned.
        """
        return self.diff(document, version - 1, version, branch=branch)

    def branches(self, document: Document) -> tuple[DocumentBranch, ...]:
        """Return the branches of a document, oldest first."""
        return self._versions.branches(document.document_key)

    def branch(
        self,
        document: Document,
        name: str,
        *,
        from_branch: str = MAIN,
        from_version: int | None = None,
    ) -> DocumentBranch:
        """Create a branch from a version of another branch, by default its newest.

        Raises:
            BranchExists: A branch has this name already.
            VersionPruned: The content of that version has been pruned.
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
        """Return the result of merging ``branch``, with the remaining conflicts; store nothing."""
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
        """Merge the newest version of ``branch`` into another branch as a new version of that.

        ``choices`` say which side to keep where both changed the same place.

        Raises:
            MergeConflict: Both changed a place for which no choice is given.
            SchemaBroken: The result violates the document's schema.
            VersionConflict: Another version was saved meanwhile.
        """
        ours, merged, theirs = self._merged(document, branch, into, choices or {})
        if merged.conflicts:
            raise MergeConflict([each.path for each in merged.conflicts])
        told = (new or NewVersion(summary=f"Merged {branch}")).model_copy(
            update={"merged": (branch, theirs.version.version)}
        )
        return self._save(document, ours, checked(merged.content), told, expected, into)

    def of_conversation(self, conversation_id: str) -> Document | None:
        """Return the document of a conversation's own; None if it has none."""
        own = (each for each in self.list(conversation_id) if each.session_id is not None)
        return next((each for each in own if each.name == OF_CONVERSATION), None)

    def save_version(
        self, conversation_id: str, data: object, modification_summary: str
    ) -> DocumentVersion:
        """Store ``data`` as the next version of a conversation's own document.

        The first call creates it.

        Raises:
            ContentUnreadable: ``data`` is not JSON, or exceeds a limit.
            SchemaBroken: ``data`` violates the document's schema.
        """
        told = NewVersion(summary=modification_summary, conversation_id=conversation_id)
        document = self.of_conversation(conversation_id)
        if document is not None:
            return self.replace(document, data, told)
        made = self.create(OF_CONVERSATION, data, session_id=conversation_id, new=told)
        return self.read(made).version

    def get_current_version(self, conversation_id: str) -> VersionContent | None:
        """Return the newest version of a conversation's own document; None if it has none."""
        document = self.of_conversation(conversation_id)
        return None if document is None else self.read(document)

    def get_modification_history(self, conversation_id: str) -> tuple[DocumentVersion, ...]:
        """Return all versions of a conversation's own document, oldest first."""
        document = self.of_conversation(conversation_id)
        if document is None:
            return ()
        return self.history(document, limit=document.version)[::-1]

    def get_diff(self, conversation_id: str, from_version: int, to_version: int) -> DocumentDiff:
        """Compare two versions of a conversation's own document.

        Raises:
            NoDocumentYet: The conversation has no document.
        """
        document = self.of_conversation(conversation_id)
        if document is None:
            raise NoDocumentYet
        return self.diff(document, from_version, to_version)

    def export(self, document: Document, *, with_chats: bool = False) -> Iterator[str]:
        """Yield the lines of an export: the document, then each branch with its versions.

        ``with_chats`` adds its session, and the positions of the messages that made the versions.
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
        """Create a document from the lines of an export, with every version unchanged.

        ``chats`` maps former chat ids to new ones, so that versions refer to the imported messages.

        Raises:
            ExportUnreadable: A line is not from an export, or a patch does not give its version.
            DocumentExists: A document has this name already; give another name.
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
        """Bind a document to the file at ``path``; return its newest version.

        An existing file becomes a version; else the file is written.

        Raises:
            FileUnusable: The file cannot be read or written.
            ContentUnreadable: It is not JSON; nothing is changed.
            SchemaBroken: It violates the document's schema; nothing is changed.
        """
        self._files.bind(document, path)
        return self.read(document).version

    def unbind(self, document: Document) -> None:
        """Unbind a document from its file; the file stays."""
        self.database.documents.bind(document.document_key, "", None)

    def sync(self, document: Document) -> DocumentVersion | None:
        """Save outside changes to the bound file as a version.

        Raises:
            FileUnusable: The file cannot be read.
            FileNotTaken: It is not JSON, or violates the document's schema; nothing is changed.
        """
        return self._files.sync(document)

    def take_file(self, document: Document) -> None:
        """Save outside changes to the bound file; one that is not taken over stays as it is."""
        with suppress(FileNotTaken, FileUnusable):
            self.sync(document)

    def content_of(self, path: Path) -> JsonValue:
        """Return the content of a file.

        Raises:
            FileUnusable: It cannot be read.
            ContentUnreadable: It is not JSON, or exceeds a limit.
        """
        return bound_files.read(path)

    def shared_with_me(self) -> tuple[Document, ...]:
        """Return the documents that others share with the person."""
        return self.database.documents.shared_with_me()

    def share(self, document: Document, person: str, access: SharedAccess) -> None:
        """Give another person read access, or edit access, to a document.

        Raises:
            NotShareable: ``person`` is not a valid user id, or is this user.
        """
        recipients.check(self.database, person)
        self.database.documents.share(document.document_key, person, access, now=self.clock())

    def unshare(self, document: Document, person: str) -> None:
        """Withdraw a person's access to a document."""
        self.database.documents.unshare(document.document_key, person)

    def shares(self, document: Document) -> tuple[DocumentShare, ...]:
        """Return the people a document is shared with."""
        return self.database.documents.shares(document.document_key)

    def rename(self, document: Document, name: str) -> None:
        """Rename a document.

        Raises:
            DocumentExists: Another document of the same session or notebook has this name.
        """
        self.database.documents.rename(document.document_key, _name(name))

    def remove(self, document: Document) -> None:
        """Move a document to the trash."""
        self.database.documents.trash(document.document_key, now=self.clock())

    def trashed(self) -> tuple[Document, ...]:
        """Return the documents in the trash, most recently trashed first."""
        return self.database.documents.trashed()

    def restore(self, document: Document) -> str:
        """Restore a document from the trash; return its name.

        Raises:
            DocumentNotFound: It is not in the trash.
        """
        return self.database.documents.restore(document.document_key)

    def delete_all(self) -> None:
        """Delete every document of the notebook permanently, including trashed ones."""
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
        """Return the newest version, after saving outside changes to the bound file."""
        if branch == MAIN:
            self.take_file(document)
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
        """Store a version, and write the bound file unless it was changed or taken away."""
        saved = self._store(document, now, after, new, expected, branch)
        if document.file_path and branch == MAIN and self._files.is_in_step(document):
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
            _with_short_summary(new),
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
        """Return the branch and number of the last version common to two branches."""
        if last := self._versions.last_merge(document.document_key, one, other):
            return last
        branches = {each.name: each for each in self.branches(document)}
        first, second = (dict(_ancestry(branches, name)) for name in (one, other))
        common = next(name for name in first if name in second)  # at the latest the main branch
        return common, min(first[common], second[common])


def _ancestry(branches: Mapping[str, DocumentBranch], name: str) -> Iterator[tuple[str, int]]:
    """Yield a branch with its newest version, then each branch it was made from, up to main."""
    version = branches[name].version
    while name:
        yield name, version
        name, version = branches[name].from_branch, branches[name].from_version


def _line(**part: DocumentHead | DocumentBranch | VersionRecord) -> str:
    return ExportLine.model_validate(part).model_dump_json(exclude_defaults=True)


def _name(wished: str) -> str:
    return " ".join(storable(wished).split())[:_NAME_CHARS] or OF_CONVERSATION


def _with_short_summary(new: NewVersion) -> NewVersion:
    summary = storable(new.summary).strip()[:_SUMMARY_CHARS]
    return new.model_copy(update={"summary": summary})
