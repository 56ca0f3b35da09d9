"""Export of everything stored about a person, as one zip file written while it is read.

Each notebook is a folder: chats as JSON lines, which can be imported again, and as Markdown; the
files of sources and their texts; documents with their whole history.  All other rows are in
``tables``, a file of JSON lines for each table, without secrets that would give access.
"""

import base64
import datetime as dt
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO, RawIOBase
from typing import Protocol

from database import Database, ScopedDatabase
from tidemark.errors import ExportNotAllowed, SessionNotFound
from tidemark.i18n.catalogue import catalogue
from tidemark.preferences import json_of
from tidemark.schema.records import SessionRecord
from tidemark.services.configuration import Configuration
from tidemark.services.documents.documents import DocumentService
from tidemark.services.notebooks import NotebookService
from tidemark.services.transfer import Transfer
from tidemark.transfer import jsonl
from tidemark.transfer.writers import markdown
from tidemark.transfer.writers.formats import FORMATS

_README = """All that Tidemark stores of {user_id}, as of {now:%Y-%m-%d %H:%M} UTC.

profile.*            what is known across chats
preferences.json     choices on the page Settings
notebooks/*/         one folder a notebook: settings, chats (JSON lines and Markdown), sources with
                     their files, documents with all their versions
trash/               sources and documents that were removed and can still be restored
tables/*.jsonl       every other row about you: keys by name, shares, the audit, figures of turns
"""
# Tables whose rows are in the folders already, or are derived from them
_TOLD = {
    "sessions",
    "messages",
    "session_summaries",
    "collections",
    "passage_blocks",
    "passage_vectors",
    "pictures",
    "prompt_snapshots",
    "sources",
    "source_versions",
    "documents",
    "document_branches",
    "document_versions",
}
_SECRET = {"hash", "owner"}  # secrets that give access, or the name of a process


class Exported(Protocol):
    """The services of one notebook of the person."""

    @property
    def database(self) -> ScopedDatabase:
        """The stored data of the notebook."""

    @property
    def notebooks(self) -> NotebookService:
        """The settings of the notebook."""

    @property
    def transfer(self) -> Transfer:
        """The chats of the notebook."""


class _Unread(RawIOBase):
    """A file that holds only the bytes written since they were last taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, part: object) -> int:
        written = bytes(memoryview(part))  # type: ignore[arg-type]
        self._parts.append(written)
        return len(written)

    def take(self) -> bytes:
        taken, self._parts = b"".join(self._parts), []
        return taken


@dataclass(frozen=True)
class PersonalExport:
    """The export of the user of ``database``; ``of`` returns the services of a notebook."""

    opened: Database
    database: ScopedDatabase
    of: Callable[[str], Exported]
    clock: Callable[[], dt.datetime]
    configuration: Configuration

    @property
    def is_allowed(self) -> bool:
        """Return whether people may export their data here."""
        return self.configuration.given.memory_allow_data_export

    def own(self) -> Iterator[bytes]:
        """Yield the zip file at the person's own request.

        Raises:
            ExportNotAllowed: The operator does not let people export their data.
        """
        if not self.is_allowed:
            raise ExportNotAllowed
        return self.stream()

    @property
    def file_name(self) -> str:
        """The file name for an export that starts now."""
        return f"tidemark-{self.database.scope.user_id}-{self.clock():%Y%m%d-%H%M%S}.zip"

    def stream(self, language: str = "en") -> Iterator[bytes]:
        """Yield the zip file in parts; at most one member is held in memory."""
        file = _Unread()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in self._members(language):
                packed.writestr(name, content)
                yield file.take()
        yield file.take()

    def _members(self, language: str) -> Iterator[tuple[str, str | bytes]]:
        user_id, texts = self.database.scope.user_id, catalogue(language)
        yield "README.txt", _README.format(user_id=user_id, now=self.clock())
        profile = self.database.profile
        yield "profile.jsonl", _lines(profile.record().lines())
        entries = profile.entries()
        if entries:
            yield "profile.md", "\n\n".join(markdown.profile(entries, texts))
        chosen = {name: json_of(value) for name, value in self.configuration.preferences}
        yield "preferences.json", _json(chosen)
        for notebook_id in self.opened.notebooks_of_person(user_id):
            yield from self._notebook(notebook_id, language)
        for each in self.opened.removed_sources(user_id):
            at = f"trash/sources/{each.source_key}/{each.number}"
            yield f"{at}.txt", f"{each.name}\n\n{each.text}"
            if each.file is not None:
                yield f"{at}.{each.file_type}", each.file
        removed = [
            json.dumps({"document": name, **version}, ensure_ascii=False)
            for name, version in self.opened.removed_documents(user_id)
        ]
        if removed:
            yield "trash/documents.jsonl", _lines(removed)
        for table, rows in self.opened.rows_to_export(user_id, but=_TOLD):
            kept = ({k: v for k, v in row.items() if k not in _SECRET} for row in rows)
            yield f"tables/{table}.jsonl", _lines(json.dumps(row, default=_plain) for row in kept)

    def _notebook(self, notebook_id: str, language: str) -> Iterator[tuple[str, str | bytes]]:
        there, folder = self.of(notebook_id), f"notebooks/{notebook_id}"
        yield f"{folder}/notebook.json", there.notebooks.get().model_dump_json(indent=2)
        for name, record in _chats(there):
            yield f"{folder}/{name}.jsonl", _lines(jsonl.write(record))
            file = BytesIO()
            with FORMATS["markdown"].opened(file, catalogue(language)) as add:
                add(record)
            yield f"{folder}/{name}.md", file.getvalue()
        for source in there.database.sources.list():
            yield from self._source(there.database, folder, source.source_key)
        documents = DocumentService(there.database, self.clock)  # the export is audited as a whole
        for document in documents.list_all():
            at = f"{folder}/documents/{document.document_key}"
            yield f"{at}.jsonl", _lines(documents.export(document, with_chats=True))

    @staticmethod
    def _source(
        database: ScopedDatabase, folder: str, source_key: int
    ) -> Iterator[tuple[str, str | bytes]]:
        for version in database.sources.versions(source_key):
            at = f"{folder}/sources/{source_key}/{version.number}"
            yield f"{at}.json", version.model_dump_json(indent=2)
            yield f"{at}.txt", database.sources.text(version.version_key).text
            original = database.sources.file(version.version_key)
            if original is not None:
                yield f"{at}.{version.file_type}", original


def _chats(there: Exported) -> Iterator[tuple[str, SessionRecord]]:
    for session, record in there.transfer.records():
        yield f"chats/{session.session_id}", record
    at = 0
    while trashed := there.database.session_lists.trashed(50, at):
        at += len(trashed)
        for session in trashed:
            try:
                record = there.database.record(session.session_id, even_trashed=True)
            except SessionNotFound:  # restored or deleted meanwhile
                continue
            yield f"trash/{session.session_id}", record


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _plain(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value.isoformat() if isinstance(value, dt.datetime) else str(value)
