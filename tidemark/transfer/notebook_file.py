"""A notebook as one zip file: its settings, its chats as our own export, sources, documents.

``notebook.json`` holds the settings, each ``sessions/*.jsonl`` a chat, each ``sources/<n>.json`` a
source with the heads of its versions.  The text of version v is in ``sources/<n>.<v>.json``, its
original, if stored, in ``sources/<n>.<v>.file``.  Each ``documents/*.jsonl`` holds a document with
all its versions, of a chat in the file or of the notebook.
"""

import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, model_validator

from tidemark.errors import ExportUnreadable, UnreadableTranscript
from tidemark.schema.base import Count, FrozenModel, Instant
from tidemark.schema.documents import DocumentExport
from tidemark.schema.notebooks import Notebook, NotebookChange
from tidemark.schema.records import SessionRecord
from tidemark.schema.sources import ConvertedFile
from tidemark.transfer import json_text, jsonl
from tidemark.transfer.conversation import NonBlank
from tidemark.transfer.readers import document_export, formats
from utils import storable

_CHAT: formats.FileKind = "tidemark"
_HEAD, _SESSIONS, _SOURCES, _DOCUMENTS = "notebook.json", "sessions/", "sources/", "documents/"
_NAME_CHARS = 200
_HEAD_BYTES = 2**20
_Record = TypeVar("_Record", bound=FrozenModel)


class NotebookRecord(FrozenModel):
    """The settings of a notebook outside its database."""

    type: Literal["notebook"] = "notebook"
    version: Literal[1] = 1
    settings: NotebookChange

    @classmethod
    def of(cls, notebook: Notebook) -> "NotebookRecord":
        """Return the settings of ``notebook``."""
        chosen = {name: getattr(notebook, name) for name in NotebookChange.model_fields}
        return cls(settings=NotebookChange.model_validate(chosen))


class VersionHead(FrozenModel):
    """A version of a source outside its database, without its text."""

    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    file_bytes: Count
    created_at: Instant
    has_file: bool = False


class SourceRecord(FrozenModel):
    """A source outside its database: its versions, oldest first."""

    name: Annotated[NonBlank, AfterValidator(storable), Field(max_length=_NAME_CHARS)]
    last_used_at: Instant | None = None
    versions: Annotated[tuple[VersionHead, ...], Field(min_length=1)]


class _Text(ConvertedFile):
    @model_validator(mode="after")
    def _is_whole(self) -> "_Text":
        at = 0
        for section in self.sections:
            if not at <= section.start <= section.end <= len(self.text):
                raise ValueError("the sections of a source are not in its text")
            at = section.end
        return self


@dataclass(frozen=True)
class SourceVersionFile:
    """A packed version of a source: its text, and the original if stored."""

    head: VersionHead
    text: ConvertedFile
    file: bytes | None


@dataclass(frozen=True)
class NotebookFile:
    """An open zip file of a notebook, whose ``settings`` have been read."""

    name: str
    settings: NotebookChange
    _chats: formats.ConversationFile
    _members: dict[str, formats.FileMember]

    @property
    def session_count(self) -> int:
        """The number of chats in the file."""
        return len(self._chats.members)

    @property
    def source_count(self) -> int:
        """The number of sources in the file."""
        return len(self._heads())

    @property
    def document_count(self) -> int:
        """The number of documents in the file."""
        return len(self._document_names())

    def check(self) -> None:
        """Read all of it once, to check it.

        Raises:
            UnreadableTranscript: Something in it is damaged or missing.
        """
        chats = {session_id for record in self.sessions() for session_id in record.session_ids}
        names: set[str] = set()
        for source, versions in self.sources():
            for _ in versions:
                pass
            if source.name in names:
                raise UnreadableTranscript(self.name, "it holds two sources of one name")
            names.add(source.name)
        documents: set[tuple[str | None, str]] = set()
        for export in self.documents():
            of_chat, name = export.head.session_id, export.head.name
            if of_chat is not None and of_chat not in chats:
                raise UnreadableTranscript(
                    self.name, "it holds a document of a chat that is not in it"
                )
            if (of_chat, name) in documents:
                raise UnreadableTranscript(self.name, "it holds two documents of one name")
            documents.add((of_chat, name))

    def sessions(self) -> Iterator[SessionRecord]:
        """Yield its chats, oldest first."""
        for parsed in self._chats.conversations():
            if not isinstance(parsed, SessionRecord):
                raise UnreadableTranscript(self.name, "it holds a chat that is not from Tidemark")
            yield parsed

    def sources(self) -> Iterator[tuple[SourceRecord, Iterator[SourceVersionFile]]]:
        """Yield its sources in order, each with its versions, which are read one at a time."""
        for stem in self._heads():
            source = self._read(SourceRecord, f"{stem}.json")
            yield source, self._versions(stem, source)

    def documents(self) -> Iterator[DocumentExport]:
        """Yield its documents in order, each with all its versions."""
        for name in self._document_names():
            source = f"{self.name}, {name}"
            text = json_text.decode(self._bytes(name), source)
            try:
                yield document_export.read(text.split("\n"))
            except ExportUnreadable as error:
                raise UnreadableTranscript(source, error.why, line=error.line) from error

    def _document_names(self) -> list[str]:
        return sorted(name for name in self._members if name.startswith(_DOCUMENTS))

    def _heads(self) -> list[str]:
        numbers = [
            int(name[len(_SOURCES) : -len(".json")])
            for name in self._members
            if name.startswith(_SOURCES) and name[len(_SOURCES) :].removesuffix(".json").isdecimal()
        ]
        return [f"{_SOURCES}{number}" for number in sorted(numbers)]

    def _versions(self, stem: str, source: SourceRecord) -> Iterator[SourceVersionFile]:
        for number, head in enumerate(source.versions, start=1):
            text = self._read(_Text, f"{stem}.{number}.json")
            file = self._bytes(f"{stem}.{number}.file") if head.has_file else None
            yield SourceVersionFile(head, text, file)

    def _read(self, shape: type[_Record], name: str) -> _Record:
        source = f"{self.name}, {name}"
        text = json_text.decode(self._bytes(name), source)
        return json_text.validated(shape, json_text.document(text, source), source)

    def _bytes(self, name: str) -> bytes:
        member = self._members.get(name)
        if member is None:
            raise UnreadableTranscript(self.name, f"{name} is missing in it")
        return formats.whole(member)


def is_notebook(path: Path) -> bool:
    """Return whether the file at ``path`` looks like a zip file of a notebook."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _HEAD in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


@contextmanager
def opened(path: Path) -> Iterator[NotebookFile]:
    """Open the zip file at ``path``.

    Raises:
        UnreadableTranscript: It is missing, is not one of our notebooks, or is unsafe to read.
    """
    with formats.unpacked(path) as members:
        named = {member.source.removeprefix(f"{path.name}, "): member for member in members}
        head = named.get(_HEAD)
        if head is None or head.size > _HEAD_BYTES:
            raise UnreadableTranscript(path.name, "it is not a notebook exported from Tidemark")
        source = f"{path.name}, {_HEAD}"
        document = json_text.document(json_text.decode(formats.whole(head), source), source)
        settings = json_text.validated(NotebookRecord, document, source).settings
        chats = [
            (member, _CHAT)
            for name, member in named.items()
            if name.startswith(_SESSIONS) and name.endswith(".jsonl")
        ]
        file = formats.ConversationFile(path.name, tuple(chats))
        yield NotebookFile(path.name, settings, file, named)


@dataclass(frozen=True)
class NotebookWriter:
    """Writes the zip file of a notebook, part by part."""

    packed: zipfile.ZipFile

    def settings(self, notebook: Notebook) -> None:
        """Write the settings of ``notebook``; call it first."""
        self.packed.writestr(_HEAD, NotebookRecord.of(notebook).model_dump_json(indent=2))

    def session(self, number: int, record: SessionRecord) -> None:
        """Write the chat with this ``number``."""
        name = f"{_SESSIONS}{number:06}-{record.session_id}.jsonl"
        with self.packed.open(name, "w", force_zip64=True) as file:
            for line in jsonl.write(record):
                file.write(f"{line}\n".encode())

    def document(self, number: int, lines: Iterable[str]) -> None:
        """Write the document with this ``number`` from the ``lines`` of its export."""
        name = f"{_DOCUMENTS}{number:06}.jsonl"
        with self.packed.open(name, "w", force_zip64=True) as file:
            for line in lines:
                file.write(f"{line}\n".encode())

    def source(
        self, number: int, source: SourceRecord, versions: Iterable[SourceVersionFile]
    ) -> None:
        """Write the source with this ``number`` and its ``versions`` in order."""
        stem = f"{_SOURCES}{number}"
        self.packed.writestr(f"{stem}.json", source.model_dump_json())
        for at, version in enumerate(versions, start=1):
            self.packed.writestr(f"{stem}.{at}.json", version.text.model_dump_json())
            if version.file is not None:
                self.packed.writestr(f"{stem}.{at}.file", version.file)
