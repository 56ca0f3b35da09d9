"""Files that documents are bound to: read before each change of a document, written after it."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from database import ScopedDatabase
from tidemark.documents import content as contents
from tidemark.errors import (
    ContentUnreadable,
    DocumentForbidden,
    FileNotTaken,
    FileUnusable,
    SchemaBroken,
)
from tidemark.schema.documents import Document, DocumentVersion, NewVersion, VersionContent

Store = Callable[[Document, VersionContent, JsonValue, NewVersion], DocumentVersion]


def read(path: Path) -> JsonValue:
    """Return the content of a file.

    Raises:
        FileUnusable: It cannot be read.
        ContentUnreadable: It is not JSON, or exceeds a limit.
    """
    return contents.read(_bytes(path))


@dataclass(frozen=True)
class BoundFiles:
    """The files of documents of ``database``; ``store`` saves a file's content as a version."""

    database: ScopedDatabase
    newest: Callable[[Document], VersionContent]
    store: Store

    def bind(self, document: Document, path: Path) -> None:
        """Bind a document to the file at ``path``; store an existing file, else write it.

        Raises:
            DocumentForbidden: The document belongs to another person.
            FileUnusable: The file cannot be read or written.
            ContentUnreadable: It is not JSON; nothing is changed.
            SchemaBroken: It violates the document's schema; nothing is changed.
        """
        whole = path.expanduser().absolute()
        bound = document.model_copy(update={"file_path": str(whole)})
        if document.access != "owner":
            raise DocumentForbidden(document.name)
        if whole.exists():
            self._take(bound, None)
        else:
            self.write(bound, self.newest(document).content)
        sha256 = self.database.documents.file_sha256(document.document_key)
        self.database.documents.bind(document.document_key, str(whole), sha256)

    def sync(self, document: Document) -> DocumentVersion | None:
        """Save outside changes to the file of ``document`` as a version, if there are any.

        Raises:
            FileUnusable: The file cannot be read.
            FileNotTaken: It is not JSON, or violates the document's schema; nothing is changed.
        """
        if not document.file_path:
            return None
        known = self.database.documents.file_sha256(document.document_key)
        try:
            return self._take(document, known)
        except (ContentUnreadable, SchemaBroken) as error:
            refusal = json.dumps((type(error).__name__, error.facts))
            raise FileNotTaken(document.file_path, refusal) from error

    def write(self, document: Document, content: JsonValue) -> None:
        """Write ``content`` to the file of ``document`` atomically.

        Raises:
            FileUnusable: The file cannot be written.
        """
        path, raw = Path(document.file_path), f"{contents.shown(content)}\n".encode()
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
                file.write(raw)
            if path.exists():
                shutil.copymode(path, file.name)
            Path(file.name).replace(path)
        except OSError as error:
            raise FileUnusable(str(path), error.strerror or str(error)) from error
        self.database.documents.note_file(document.document_key, hashlib.sha256(raw).hexdigest())

    def _take(self, document: Document, known: str | None) -> DocumentVersion | None:
        """Save the file as a version unless its hash is the ``known`` one."""
        path = Path(document.file_path)
        raw = _bytes(path)
        sha256 = hashlib.sha256(raw).hexdigest()
        content, now = contents.read(raw), self.newest(document)
        is_same, saved = contents.is_same(content, now.content), None
        if sha256 == known:
            if not is_same:  # a process ended after it stored a version, before it wrote the file
                self.write(document, now.content)
            return None
        if not is_same:
            new = NewVersion(summary=f"Changed in {path.name}", author="file")
            saved = self.store(document, now, content, new)
        self.database.documents.note_file(document.document_key, sha256)
        return saved


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileUnusable(str(path), error.strerror or str(error)) from error
