"""Texts of source versions: compressed for storage, and cached when read."""

import threading
import zlib
from collections import OrderedDict
from collections.abc import Collection, Iterable

from pydantic import TypeAdapter
from sqlalchemy import Connection, select

from tidemark.schema.sources import ConvertedFile, Section, SourceText
from tidemark.storage.column_types import among
from tidemark.storage.tables import source_versions

_SECTIONS = TypeAdapter(tuple[Section, ...])
_LIMIT_CHARACTERS = 32_000_000
_OF_SECTION = 500  # size of a section in memory, in characters
_TEXTS = select(source_versions.c.key, source_versions.c.sections, source_versions.c.text).where(
    among(source_versions.c.key, "version_keys")
)


def packed(converted: ConvertedFile) -> dict[str, bytes]:
    """Return the columns that hold the text of a version."""
    return {
        "sections": zlib.compress(_SECTIONS.dump_json(converted.sections)),
        "text": zlib.compress(converted.text.encode()),
    }


def unpacked(sections: bytes, text: bytes) -> SourceText:
    """Return the text of a version from its columns ``sections`` and ``text``."""
    return SourceText.model_construct(
        text=zlib.decompress(text).decode(),
        sections=_SECTIONS.validate_json(zlib.decompress(sections)),
    )


class SourceTextCache:
    """Texts by the key of their version; drops the least recently used first.

    A version never changes.  Thread-safe.
    """

    def __init__(self, limit_characters: int = _LIMIT_CHARACTERS) -> None:
        self._limit = limit_characters
        self._texts: OrderedDict[int, SourceText] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, connection: Connection, version_keys: Collection[int]) -> dict[int, SourceText]:
        """Return the texts of these versions, which are in scope."""
        with self._lock:
            found = {key: self._texts[key] for key in version_keys if key in self._texts}
        missing = [key for key in version_keys if key not in found]
        if missing:
            for key, sections, text in connection.execute(_TEXTS, {"version_keys": missing}):
                found[key] = unpacked(sections, text)
        self._keep(found)
        return found

    def forget(self, version_keys: Iterable[int]) -> None:
        """Drop the cached texts of these versions."""
        with self._lock:
            for key in version_keys:
                self._drop(key)

    def _keep(self, found: dict[int, SourceText]) -> None:
        with self._lock:
            for key, text in found.items():
                if key in self._texts:
                    self._texts.move_to_end(key)
                else:
                    self._texts[key] = text
                    self._size += _size(text)
            while self._size > self._limit:
                self._drop(next(iter(self._texts)))

    def _drop(self, key: int) -> None:
        if text := self._texts.pop(key, None):
            self._size -= _size(text)


def _size(text: SourceText) -> int:
    return len(text.text) + _OF_SECTION * len(text.sections)
