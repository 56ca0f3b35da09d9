"""The files conversations come in: told apart by what they hold, checked, read one at a time.

A file is looked through whole before anything of it is used, and read again for what is taken;
neither holds more than one conversation in memory where its form allows: the lists that ChatGPT and
Claude export are streamed, from within their zip files too, and nothing is unpacked to the disk.
"""

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import IO, Literal

from tidemark.errors import ConversationNotFound, UnreadableTranscript
from tidemark.schema.records import ProfileLine, ProfileRecord, SessionRecord
from tidemark.transfer import jsonl
from tidemark.transfer.conversation_tree import Given, Talk, Unreadable
from tidemark.transfer.json_stream import values
from tidemark.transfer.readers import chatgpt, claude
from tidemark.transfer.session_ids import own_id

Kind = Literal["chatgpt", "claude", "tidemark", "profile", "other"]
_READERS: Mapping[Kind, ModuleType] = {"chatgpt": chatgpt, "claude": claude}
_BOM = b"\xef\xbb\xbf"
_MEGABYTE = 2**20
_MOST_WHOLE = 256 * _MEGABYTE  # of a file that has to be read at once
_MOST_UNPACKED = 8192 * _MEGABYTE
_MOST_MEMBERS = 200_000
_BOMB_TIMES, _BOMB_BYTES = 200, 100 * _MEGABYTE  # text packs to a tenth, seldom to a thirtieth
_LOOKED_AT = {b"[": 100, b"{": 1}  # values: the first of a list may be of an unknown shape
_HEAD = 4096  # bytes that are not all spaces
_ENCRYPTED = 1  # the bit of a zip file's flags
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError)
_BY_TYPE: Mapping[str, Kind] = {"session": "tidemark", "profile": "profile"}


@dataclass(frozen=True)
class Member:
    """A file, or one within a zip file: what errors call it, its bytes, and how to open it."""

    source: str
    size: int
    open: Callable[[], IO[bytes]]


@dataclass(frozen=True)
class Source:
    """A file of conversations: its ``members`` with their kinds, and how many others it has."""

    name: str
    members: tuple[tuple[Member, Kind], ...]
    passed_over: int = 0

    def given(self) -> Iterator[Given]:
        """Yield its conversations, in order; the same each time.

        Raises:
            UnreadableTranscript: It is broken from here on.
        """
        for member, kind in self.members:
            if kind != "profile":
                yield from _given(member, kind)

    def profile(self) -> ProfileRecord:
        """Return what it holds of its person."""
        lines = [
            line
            for member, kind in self.members
            if kind == "profile"
            for line in jsonl.read_lines(ProfileLine, _whole(member), member.source)
        ]
        return ProfileRecord.of(lines)


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """Open the file at ``path`` and tell what it holds.

    Raises:
        UnreadableTranscript: It is not there, holds no conversations, or is not to be trusted.
    """
    with _reading(path.name):
        is_packed = zipfile.is_zipfile(path)
        size = path.stat().st_size
    if not is_packed:
        member = Member(path.name, size, lambda: path.open("rb"))
        yield Source(path.name, ((member, _kind(member)),))
        return
    with _packed(path) as archive:
        members = [(member, _kind(member)) for member in _unpacked(path.name, archive)]
        known = tuple((member, kind) for member, kind in members if kind != "other")
        if not known:
            raise UnreadableTranscript(path.name, "it holds no conversations we can read")
        yield Source(path.name, known, len(members) - len(known))


@contextmanager
def _packed(path: Path) -> Iterator[zipfile.ZipFile]:
    with _reading(path.name):
        archive = zipfile.ZipFile(path)
    with archive:
        yield archive


def _unpacked(source: str, archive: zipfile.ZipFile) -> Iterator[Member]:
    """Yield the files in a zip file, once all of them are known to be harmless."""
    members = [info for info in archive.infolist() if not info.is_dir()]
    _refuse_harm(source, members)
    for info in members:
        if not info.filename.startswith("__MACOSX/"):
            yield Member(f"{source}, {info.filename}", info.file_size, partial(archive.open, info))


def _refuse_harm(source: str, members: list[zipfile.ZipInfo]) -> None:
    for info in members:
        path = PurePosixPath(info.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in info.filename[:3]:
            why = f"it holds a file that wants to lie outside it, {info.filename[:100]!r}"
            raise UnreadableTranscript(source, why)
        if info.flag_bits & _ENCRYPTED:
            raise UnreadableTranscript(source, "it is encrypted: unpack it first")
    unpacked = sum(info.file_size for info in members)
    packed = sum(info.compress_size for info in members)
    is_bomb = unpacked > _BOMB_BYTES and unpacked > _BOMB_TIMES * packed
    if is_bomb or unpacked > _MOST_UNPACKED or len(members) > _MOST_MEMBERS:
        why = f"it would unpack to {len(members):,} files of {_megabytes(unpacked)} together"
        raise UnreadableTranscript(source, f"{why}, as no conversations do")


def _kind(member: Member) -> Kind:
    """Tell what ``member`` holds from how it begins."""
    begins = _begins(member)
    if begins not in (b"[", b"{"):
        return "other"
    try:
        with _reading(member.source), member.open() as file:
            for value in islice(values(file, member.source), _LOOKED_AT[begins]):
                kind = _kind_of(value)
                if kind is not None:
                    return kind
    except UnreadableTranscript:  # whoever reads it says where, and why
        pass
    return "other"


def _kind_of(value: object) -> Kind | None:
    if not isinstance(value, dict):
        return None
    for kind, reader in _READERS.items():
        if reader.is_one(value):
            return kind
    return _BY_TYPE.get(str(value.get("type")))


def _given(member: Member, kind: Kind) -> Iterator[Given]:
    reader = _READERS.get(kind)
    if reader is None:
        yield from _read_whole(member)
        return
    with _reading(member.source), member.open() as file:
        for value in values(file, member.source):
            if reader.is_one(value):
                yield reader.read(value)
            else:
                yield Unreadable(title="", why="it has no messages")


def _read_whole(member: Member) -> Iterator[Given]:
    raw = _whole(member)
    try:
        found = [jsonl.parse(raw, member.source)]
    except ConversationNotFound as several:
        found = [jsonl.parse(raw, member.source, sample=name) for name in several.names]
    for one in found:
        if isinstance(one, SessionRecord):
            yield one
        else:
            yield Talk(session_id=own_id(one), conversation=one)


def _whole(member: Member) -> bytes:
    if member.size > _MOST_WHOLE:
        why = f"it has {_megabytes(member.size)}, more than {_megabytes(_MOST_WHOLE)}"
        raise UnreadableTranscript(member.source, why)
    with _reading(member.source), member.open() as file:
        return file.read()


def _begins(member: Member) -> bytes:
    """Return the first character of ``member`` that is no space."""
    with _reading(member.source), member.open() as file:
        return file.read(_HEAD).removeprefix(_BOM).lstrip()[:1]


def _megabytes(size: int) -> str:
    return f"{size // _MEGABYTE:,} MB"


@contextmanager
def _reading(source: str) -> Iterator[None]:
    """Say of what goes wrong inside what is wrong with the file.

    Raises:
        UnreadableTranscript: It cannot be read.
    """
    try:
        yield
    except RecursionError as error:
        raise UnreadableTranscript(source, "it is nested too deeply") from error
    except _DAMAGED as error:
        raise UnreadableTranscript(source, f"the zip file is damaged ({error})") from error
    except OSError as error:
        raise UnreadableTranscript(source, f"it cannot be read ({error.strerror})") from error
