"""Exports and imports of whole notebooks: settings, chats, sources, documents, in one zip file.

The profile belongs to the person and is never included.  A file is read to its end before anything
is stored; if storing fails or is stopped, nothing of it is kept.
"""

import datetime as dt
import itertools
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from database import ScopedDatabase
from tidemark.errors import NotebookExists, SourceNotFound
from tidemark.runtime.jobs import Job, Jobs
from tidemark.schema.notebooks import NAME_CHARS, Notebook, NotebookChange
from tidemark.schema.sources import ConvertedFile, Source
from tidemark.services.documents.documents import DocumentService
from tidemark.services.importer import OnStored, ignore
from tidemark.services.notebooks import NotebookService
from tidemark.services.transfer import Transfer, written
from tidemark.storage.sources import SourceStore
from tidemark.transfer import notebook_file
from tidemark.transfer.notebook_file import (
    NotebookFile,
    NotebookWriter,
    SourceRecord,
    SourceVersionFile,
    VersionHead,
)

_NUMBER_CHARS = 8  # kept free in a name for a number at its end


@dataclass(frozen=True)
class NotebookPreview:
    """The description of the notebook in the zip file at ``path``."""

    path: Path
    name: str
    sessions: int
    sources: int
    documents: int = 0

    @property
    def steps(self) -> int:
        """The number of parts whose import is reported one by one."""
        return self.sessions + self.sources + self.documents


@dataclass(frozen=True)
class NotebookTransfer:
    """Exports the open notebook, and imports notebooks as new ones.

    ``other`` returns the same service for another notebook of the user, by its id.  ``exports`` and
    ``imports`` hold the background jobs of this process.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    notebooks: NotebookService
    documents: DocumentService
    transfer: Transfer
    other: Callable[[str], "NotebookTransfer"]
    exports: Jobs[Path]
    imports: Jobs[Notebook]

    @property
    def export_job(self) -> Job[Path] | None:
        """The last background export of this notebook, unless it was forgotten."""
        return self.exports.last(self._owner)

    @property
    def import_job(self) -> Job[Notebook] | None:
        """The last background import of a notebook, unless it was forgotten."""
        return self.imports.last(self.database.scope.user_id)

    def export(self, path: Path | None = None, step: OnStored = ignore) -> Path:
        """Write the open notebook to a zip file, by default in the exports folder; return its path.

        An existing file is replaced only once the new one is complete.  Calls ``step(1)`` after
        each source, chat and document.

        Raises:
            NotebookNotFound: The notebook was deleted.
        """
        notebook = self.notebooks.get()
        name = f"notebook-{notebook.notebook_id}-{self.clock():%Y%m%d-%H%M%S}.zip"
        path = path or self.transfer.folder / name
        with written(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            writer = NotebookWriter(packed)
            writer.settings(notebook)
            for number, source in enumerate(self.database.sources.list(), start=1):
                self._pack(writer, number, source)
                step(1)
            chats: set[str | None] = {None}
            for number, (_, record) in enumerate(self.transfer.records(), start=1):
                writer.session(number, record)
                chats.update(record.session_ids)
                step(1)
            for number, document in enumerate(self.documents.list_all(), start=1):
                if document.session_id in chats:  # else it was trashed meanwhile
                    writer.document(number, self.documents.export(document, with_chats=True))
                step(1)
        return path

    def preview(self, path: Path) -> NotebookPreview:
        """Return a preview of the zip file at ``path``, from its table of contents.

        Raises:
            UnreadableTranscript: It is not one of our notebooks, or is unsafe to read.
        """
        with notebook_file.opened(path) as file:
            return NotebookPreview(
                path,
                file.settings.name or "",
                file.session_count,
                file.source_count,
                file.document_count,
            )

    def import_file(
        self, path: Path, *, name: str | None = None, step: OnStored = ignore
    ) -> Notebook:
        """Store the notebook in the zip file at ``path`` as a new one, and return it.

        Its name is ``name``, by default the former one, with a number appended if it is taken.

        Raises:
            UnreadableTranscript: The file is damaged, not one of our notebooks, or unsafe to read.
            InstructionsTooLong: Its instructions are longer than allowed here.
        """
        with notebook_file.opened(path) as file:
            file.check()
            made = self._begin(file.settings, name or file.settings.name or path.stem)
            other = self.other(made.notebook_id)
            try:
                _fill(other, file, step)
            except BaseException:  # a partial notebook would look complete
                other.notebooks.delete()
                raise
        return made

    def begin_export(self) -> Job[Path]:
        """Start ``export`` in the background, or return the running job."""
        held = self.notebooks.contents()
        return self.exports.begin(
            self._owner,
            lambda job: self.export(step=job.step),
            total=held.sessions + held.sources + held.documents,
        )

    def begin_import(self, found: NotebookPreview) -> Job[Notebook]:
        """Start ``import_file`` in the background, or return the running job."""
        return self.imports.begin(
            self.database.scope.user_id,
            lambda job: self.import_file(found.path, step=job.step),
            total=found.steps,
        )

    def forget_export(self) -> None:
        """Forget the finished export, so that another can start."""
        self.exports.forget(self._owner)

    def forget_import(self) -> None:
        """Forget the finished import, so that another can start."""
        self.imports.forget(self.database.scope.user_id)

    @property
    def _owner(self) -> str:
        scope = self.database.scope
        return f"{scope.user_id}/{scope.notebook_id}"

    def _begin(self, settings: NotebookChange, name: str) -> Notebook:
        wished = name[: NAME_CHARS - _NUMBER_CHARS]
        for number in itertools.count(1):
            called = name if number == 1 else f"{wished} ({number})"
            try:
                chosen = {**settings.values, "name": called}
                return self.notebooks.create(NotebookChange.model_validate(chosen))
            except NotebookExists:
                continue
        raise AssertionError  # unreachable: the numbers have no end

    def _pack(self, writer: NotebookWriter, number: int, source: Source) -> None:
        try:
            versions = [self._version(source.name, at + 1) for at in range(source.versions)]
        except SourceNotFound:  # removed before its turn
            return
        heads = tuple(version.head for version in versions)
        record = SourceRecord(name=source.name, last_used_at=source.last_used_at, versions=heads)
        writer.source(number, record, versions)

    def _version(self, name: str, number: int) -> SourceVersionFile:
        version = self.database.sources.version(name, number)
        held = self.database.sources.text(version.version_key)
        head = VersionHead(
            sha256=version.sha256,
            file_bytes=version.file_bytes,
            created_at=version.created_at,
            has_file=version.has_file,
        )
        text = ConvertedFile(
            file_type=version.file_type,
            title=version.title,
            text=held.text,
            sections=held.sections,
        )
        return SourceVersionFile(head, text, self.database.sources.file(version.version_key))


def _fill(into: NotebookTransfer, file: NotebookFile, step: OnStored) -> None:
    """Store the sources of ``file``, then its chats, which may cite them, then its documents."""
    for source, versions in file.sources():
        _add(into.database.sources, source, versions)
        step(1)
    chats: dict[str, str] = {}
    for record in file.sessions():
        stored = into.transfer.store(record).session_id
        copies = into.database.branches.session_ids(stored)
        chats |= zip(record.session_ids, copies, strict=True)
        step(1)
    for head, branches in file.documents():
        into.database.documents.restore_export(
            head.name,
            head.schema_,
            branches,
            session_id=None if head.session_id is None else chats[head.session_id],
            chats=chats,
            now=into.clock(),
        )
        step(1)


def _add(sources: SourceStore, source: SourceRecord, versions: Iterator[SourceVersionFile]) -> None:
    for version in versions:
        sources.add(
            source.name,
            version.text,
            sha256=version.head.sha256,
            file_bytes=version.head.file_bytes,
            now=version.head.created_at,
            file=version.file,
            is_repeated=True,
            used_at=source.last_used_at,
        )
