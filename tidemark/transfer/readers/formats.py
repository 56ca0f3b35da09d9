"""Files of conversations: recognised by content, checked, read one conversation at a time.

A file is read to its end before anything of it is stored, and read again to store it.  The lists
that ChatGPT and Claude export are streamed, even from zip files: only one conversation is in
memory, and nothing is unpacked to disk.  Other formats are read whole: our own export (``jsonl``),
LoCoMo, BEAM, and JSON lines of ``{"role", "content"}`` with or without ``timestamp``.
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
from typing import IO, Any, Literal

from tidemark.errors import BranchesInCircle, ConversationNotFound, UnreadableTranscript
from tidemark.i18n.code_texts import fault_text
from tidemark.schema.branches import refuse_circle
from tidemark.schema.reasons import ImportFault
from tidemark.schema.records import ProfileLine, ProfileRecord, SessionRecord
from tidemark.transfer import json_text, jsonl
from tidemark.transfer.conversation import (
    Conversation,
    ParsedConversation,
    PlainMessage,
    UnreadableConversation,
)
from tidemark.transfer.json_stream import values
from tidemark.transfer.readers import beam, chatgpt, claude, locomo

FileKind = Literal["chatgpt", "claude", "tidemark", "profile", "other"]
_STREAMED: Mapping[FileKind, ModuleType] = {"chatgpt": chatgpt, "claude": claude}
_BOM = b"\xef\xbb\xbf"
_MEGABYTE = 2**20
_MAX_WHOLE_BYTES = 256 * _MEGABYTE  # of a file that must be read whole
_MAX_UNPACKED_BYTES = 8192 * _MEGABYTE
_MAX_MEMBERS = 200_000
_BOMB_RATIO, _BOMB_BYTES = 200, 100 * _MEGABYTE  # text compresses to a tenth, rarely to a thirtieth
_LOOKED_AT = {b"[": 100, b"{": 1}  # values to examine: the first may be unknown
_HEAD_BYTES = 4096  # that are not all spaces
_ENCRYPTED = 1  # flag bit of a zip entry
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError)
_BY_TYPE: Mapping[str, FileKind] = {"session": "tidemark", "profile": "profile"}


@dataclass(frozen=True)
class FileMember:
    """A file, or an entry of a zip file: its name in errors, its size in bytes, how to open it."""

    source: str
    size: int
    open: Callable[[], IO[bytes]]


@dataclass(frozen=True)
class ConversationFile:
    """An open file of conversations: its ``members`` with their kinds.

    ``passed_over`` counts its other files, which contain no conversations.
    """

    name: str
    members: tuple[tuple[FileMember, FileKind], ...]
    passed_over: int = 0

    def conversations(self) -> Iterator[ParsedConversation]:
        """Yield its conversations, in the same order each time.

        Raises:
            UnreadableTranscript: It is damaged from this point on.
        """
        origins: dict[str, str] = {}
        for member, kind in self.members:
            if kind != "profile":
                for parsed in _conversations(member, kind):
                    if isinstance(parsed, SessionRecord):
                        _add_origins(origins, parsed, member.source)
                    yield parsed

    def profile(self) -> ProfileRecord:
        """Return the profile in the file; an empty one if there is none."""
        lines = [
            line
            for member, kind in self.members
            if kind == "profile"
            for line in json_text.read_lines(ProfileLine, whole(member), member.source)
        ]
        return ProfileRecord.of(lines)


@contextmanager
def opened(path: Path) -> Iterator[ConversationFile]:
    """Open the file at ``path``, zipped or not, and recognise its contents.

    Raises:
        UnreadableTranscript: It is missing, contains no conversations, or is unsafe to read.
    """
    with _reading(path.name):
        is_packed = zipfile.is_zipfile(path)
        size = path.stat().st_size
    if not is_packed:
        member = FileMember(path.name, size, lambda: path.open("rb"))
        yield ConversationFile(path.name, ((member, _kind(member)),))
        return
    with _packed(path) as archive:
        members = [(member, _kind(member)) for member in _unpacked(path.name, archive)]
        known = tuple((member, kind) for member, kind in members if kind != "other")
        if not known:
            raise UnreadableTranscript(path.name, "it holds no conversations we can read")
        yield ConversationFile(path.name, known, len(members) - len(known))


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[FileMember, ...]]:
    """Open the zip file at ``path``, after checking that it is safe to read.

    Yields nothing for a file that is not zipped.

    Raises:
        UnreadableTranscript: It is missing, damaged, or unsafe to read.
    """
    with _reading(path.name):
        path.stat()
    if not zipfile.is_zipfile(path):
        yield ()
        return
    with _packed(path) as archive:
        yield tuple(_unpacked(path.name, archive))


def read(path: Path, *, name: str | None = None) -> Conversation | SessionRecord:
    """Read the only conversation of the file at ``path``; of several, the one called ``name``.

    Raises:
        UnreadableTranscript: It is missing, or contains no conversation; says where and why.
        ConversationNotFound: It contains several, and none has this ``name``.
    """
    with opened(path) as file:
        found = tuple(file.conversations())
    chosen = [each for each in found if name is None or name == _name(each)]
    if not chosen or (name is None and len(chosen) > 1):
        raise ConversationNotFound(path.name, name, tuple(_name(each) for each in found))
    if isinstance(chosen[0], UnreadableConversation):
        raise UnreadableTranscript(path.name, fault_text(chosen[0].why, "en"))
    return chosen[0]


def parse(raw: bytes, source: str) -> Iterator[Conversation | SessionRecord]:
    """Yield the conversations in ``raw``, in one of the formats that are read whole.

    Raises:
        UnreadableTranscript: It is not; names ``source``, the line and the fault.
    """
    text = json_text.decode(raw, source)
    document = json_text.document(text, source)
    if document is not None and locomo.matches(document):
        yield from locomo.parse(document, source)
    elif document is not None and beam.matches(document):
        yield beam.parse(document, source)
    else:
        yield _from_lines(json_text.objects(text, source), source)


def whole(member: FileMember) -> bytes:
    """Return all bytes of ``member``.

    Raises:
        UnreadableTranscript: It is damaged, or too large to be read whole.
    """
    if member.size > _MAX_WHOLE_BYTES:
        why = f"it has {_megabytes(member.size)}, more than {_megabytes(_MAX_WHOLE_BYTES)}"
        raise UnreadableTranscript(member.source, why)
    with _reading(member.source), member.open() as file:
        return file.read()


def _from_lines(
    lines: list[tuple[int, dict[str, Any]]], source: str
) -> Conversation | SessionRecord:
    if not lines:
        raise UnreadableTranscript(source, "the file is empty")
    if lines[0][1].get("type") == "session":
        return jsonl.parse(lines, source)
    messages = [
        json_text.validated(PlainMessage, value, source, line=number) for number, value in lines
    ]
    return Conversation(messages=tuple(messages))


def _name(parsed: ParsedConversation) -> str:
    """Return the name of a conversation within a file of several."""
    return (isinstance(parsed, Conversation) and parsed.name) or parsed.title


@contextmanager
def _packed(path: Path) -> Iterator[zipfile.ZipFile]:
    with _reading(path.name):
        archive = zipfile.ZipFile(path)
    with archive:
        yield archive


def _unpacked(source: str, archive: zipfile.ZipFile) -> Iterator[FileMember]:
    """Yield the entries of a zip file, after checking that all are safe to read."""
    members = [info for info in archive.infolist() if not info.is_dir()]
    _refuse_harm(source, members)
    for info in members:
        if not info.filename.startswith("__MACOSX/"):
            yield FileMember(
                f"{source}, {info.filename}", info.file_size, partial(archive.open, info)
            )


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
    is_bomb = unpacked > _BOMB_BYTES and unpacked > _BOMB_RATIO * packed
    if is_bomb or unpacked > _MAX_UNPACKED_BYTES or len(members) > _MAX_MEMBERS:
        why = f"it would unpack to {len(members):,} files of {_megabytes(unpacked)} together"
        raise UnreadableTranscript(source, f"{why}, as no conversations do")


def _kind(member: FileMember) -> FileKind:
    """Recognise the kind of ``member`` from its first values."""
    begins = _begins(member)
    if begins not in (b"[", b"{"):
        return "other"
    try:
        with _reading(member.source), member.open() as file:
            for value in islice(values(file, member.source), _LOOKED_AT[begins]):
                kind = _kind_of(value)
                if kind is not None:
                    return kind
    except UnreadableTranscript:  # reading it says where and why
        pass
    return "other"


def _kind_of(value: object) -> FileKind | None:
    if not isinstance(value, dict):
        return None
    for kind, reader in _STREAMED.items():
        if reader.matches(value):
            return kind
    return _BY_TYPE.get(str(value.get("type")))


def _conversations(member: FileMember, kind: FileKind) -> Iterator[ParsedConversation]:
    reader = _STREAMED.get(kind)
    if reader is None:
        yield from parse(whole(member), member.source)
        return
    with _reading(member.source), member.open() as file:
        for value in values(file, member.source):
            if reader.matches(value):
                yield reader.parse(value)
            else:
                yield UnreadableConversation(title="", why=ImportFault("empty"))


def _add_origins(origins: dict[str, str], record: SessionRecord, source: str) -> None:
    """Note the origins of the sessions of ``record``.

    Raises:
        UnreadableTranscript: With those noted before, they form a circle.
    """
    origins |= {at.session_id: at.forked.session_id for at in record.family if at.forked}
    try:
        refuse_circle(record.session_id, origins.get)
    except BranchesInCircle as error:
        why = f"session {error.session_id!r} is forked from itself, in a circle"
        raise UnreadableTranscript(source, why) from error


def _begins(member: FileMember) -> bytes:
    """Return the first non-space character of ``member``."""
    with _reading(member.source), member.open() as file:
        return file.read(_HEAD_BYTES).removeprefix(_BOM).lstrip()[:1]


def _megabytes(size: int) -> str:
    return f"{size // _MEGABYTE:,} MB"


@contextmanager
def _reading(source: str) -> Iterator[None]:
    """Convert errors of reading ``source`` to one that names the fault of the file.

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
