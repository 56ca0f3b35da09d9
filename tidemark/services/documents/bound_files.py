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
from tidemark.documents import merging
from tidemark.errors import (
    ContentUnreadable,
    DocumentForbidden,
    FileNotTaken,
    FileUnusable,
    SchemaBroken,
)
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentVersion,
    NewVersion,
    Side,
    VersionContent,
)

_LOOKED_BACK = 50  # versions, for the one that the file was last in step with
Read = Callable[[Document, int | None], VersionContent]
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
    read: Read
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
            self.write(bound, self.read(document, None).content)
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

    def is_in_step(self, document: Document) -> bool:
        """Return whether the file is as it was last read or written, and can be read."""
        known = self.database.documents.file_sha256(document.document_key)
        try:
            raw = Path(document.file_path).read_bytes()
        except OSError:
            return False
        return known in (None, _sha256(raw))

    def write(self, document: Document, content: JsonValue) -> None:
        """Write ``content`` to the file of ``document`` atomically.

        Raises:
            FileUnusable: The file cannot be written.
        """
        path, raw = Path(document.file_path), _written(content)
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
                file.write(raw)
            if path.exists():
                shutil.copymode(path, file.name)
            Path(file.name).replace(path)
        except OSError as error:
            raise FileUnusable(str(path), error.strerror or str(error)) from error
        self.database.documents.note_file(document.document_key, _sha256(raw))

    def _take(self, document: Document, known: str | None) -> DocumentVersion | None:
        """Save the file as a version unless its hash is the ``known`` one.

        What was changed in the document while the file could not be taken over is kept, except
        where the file has another value at the same place.
        """
        path = Path(document.file_path)
        raw = _bytes(path)
        content, now = contents.read(raw), self.read(document, None)
        if _sha256(raw) == known:
            if not contents.is_same(content, now.content):
                # a process ended before it wrote the file, or the file was broken meanwhile
                self.write(document, now.content)
            return None
        taken, saved = self._with_changes(document, known, now.content, content), None
        if not contents.is_same(taken, now.content):
            new = NewVersion(summary=f"Changed in {path.name}", author="file")
            saved = self.store(document, now, taken, new)
        if contents.is_same(taken, content):
            self.database.documents.note_file(document.document_key, _sha256(raw))
        else:
            self.write(document, taken)
        return saved

    def _with_changes(
        self, document: Document, known: str | None, now: JsonValue, content: JsonValue
    ) -> JsonValue:
        """Return a file's ``content`` with the changes of the document since it had that file."""
        history = self.database.document_versions.history(
            document.document_key, branch=MAIN, limit=_LOOKED_BACK
        )
        for each in history if known else ():
            if each.is_pruned:
                break
            base = self.read(document, each.version).content
            if each.author == "file" or _sha256(_written(base)) == known:
                merged = merging.merge(base, now, content)
                theirs: dict[str, Side] = dict.fromkeys(
                    (one.path for one in merged.conflicts), "theirs"
                )
                return merging.merge(base, now, content, theirs).content
        return content


def _written(content: JsonValue) -> bytes:
    return f"{contents.shown(content)}\n".encode()


def _sha256(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileUnusable(str(path), error.strerror or str(error)) from error
