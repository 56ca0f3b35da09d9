"""Token counting and a few pure helpers that import nothing else of ours.

Tokens are those of OpenAI's cl100k_base, counted exactly and offline: its vocabulary ships with
Tidemark and is checked against its published hash before use.
"""

import base64
import datetime as dt
import gc
import hashlib
import os
import stat
import zoneinfo
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import tiktoken

from tidemark.errors import DamagedVocabulary

_VOCABULARY = Path(__file__).parent / "tidemark" / "vocab" / "cl100k_base.tiktoken"
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"  # as in tiktoken_ext
_PATTERN = (  # tiktoken_ext/openai_public.py, cl100k_base
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|"""
    r"""\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
)
_MAX_YOUNG = 10_000  # objects: a turn creates some 3,000, nearly all short-lived
_ZONE_CHARS = 64  # the longest name has 32
_MESSAGE_OVERHEAD = 4  # tokens that a chat format adds around a message

_P = ParamSpec("_P")
_T = TypeVar("_T")
_text_caches: list[Any] = []


def text_cache(max_entries: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Cache the last ``max_entries`` results of a pure function of texts.

    The keys may contain people's text, so ``clear_text_caches`` empties every such cache.
    """

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        cached = lru_cache(maxsize=max_entries)(function)
        _text_caches.append(cached)
        return cast("Callable[_P, _T]", cached)

    return decorate


def clear_text_caches() -> None:
    """Empty every cache made by ``text_cache``."""
    for cached in _text_caches:
        cached.cache_clear()


@cache
def _encoding() -> tiktoken.Encoding:
    try:
        vocabulary = _VOCABULARY.read_bytes()
    except OSError as error:
        raise DamagedVocabulary(str(_VOCABULARY), "cannot be read") from error
    if hashlib.sha256(vocabulary).hexdigest() != _SHA256:
        raise DamagedVocabulary(str(_VOCABULARY), "is not the one shipped")
    ranks = {
        base64.b64decode(token): int(rank)
        for token, rank in (line.split() for line in vocabulary.splitlines())
    }
    return tiktoken.Encoding(
        "cl100k_base", pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens={}
    )


@text_cache(16_384)
def _count_line(line: str) -> int:
    return len(_encoding().encode_ordinary(line))


@text_cache(2048)
def _cut(text: str, limit_tokens: int) -> str:
    if limit_tokens <= 0:
        return ""
    encoding = _encoding()
    tokens = encoding.encode_ordinary(text)
    if len(tokens) <= limit_tokens:
        return text
    head = encoding.decode(tokens[: max(limit_tokens - 1, 0)], errors="ignore")
    words = head.rsplit(None, 1)
    ends_mid_word = not text[len(head) : len(head) + 1].isspace()
    shorter = words[0] if ends_mid_word and len(words) == 2 else head.rstrip()
    while shorter and len(encoding.encode_ordinary(shorter + "…")) > limit_tokens:
        shorter = shorter[:-1]
    return shorter + "…" if shorter else ""


def _lines(text: str) -> list[str]:
    """Split ``text`` after each line break that a printable ASCII character follows."""
    parts = text.split("\n")
    lines = parts[:1]
    for part in parts[1:]:
        if "!" <= part[:1] <= "~":
            lines[-1] += "\n"
            lines.append(part)
        else:
            lines[-1] += f"\n{part}"
    return lines


class TokenCounter:
    """Counts tokens of cl100k_base; special tokens in a text are counted as plain text."""

    def __init__(self) -> None:
        self._encoding = _encoding()

    def count_tokens(self, text: str) -> int:
        """Count the tokens of ``text``.

        >>> TokenCounter().count_tokens("Hello")
        1
        """
        return len(self._encoding.encode_ordinary(text))

    def count_message(self, role: str, content: str) -> int:
        """Count a message as part of a context: content, role, and 4 for the format around it.

        >>> TokenCounter().count_message("user", "Hello")
        6
        """
        return self.count_tokens(content) + _count_line(role) + _MESSAGE_OVERHEAD

    def count_lines(self, text: str) -> int:
        r"""Count the tokens of ``text`` line by line, with a cache of lines.

        No token of cl100k_base spans a line break and the character after it, so the counts of
        lines add up to that of the text.

        >>> TokenCounter().count_lines("Hello\nthere")
        3
        """
        return sum(map(_count_line, _lines(text)))

    def starts(self, text: str) -> list[int]:
        """Return the index of the first character of each token of ``text``.

        >>> TokenCounter().starts("Hello there")
        [0, 5]
        """
        tokens = self._encoding.encode_ordinary(text)
        return self._encoding.decode_with_offsets(tokens)[1]

    def cut(self, text: str, limit_tokens: int) -> str:
        """Return the longest beginning of ``text`` within ``limit_tokens``, cut between words.

        A cut text ends in an ellipsis, which is counted too.
        """
        return _cut(text, limit_tokens)


def zone_named(name: str | None) -> dt.tzinfo:
    """Return the time zone with this name; UTC if it is unknown."""
    return _zone(name or "UTC")


@lru_cache(maxsize=64)
def _zone(name: str) -> dt.tzinfo:
    try:
        return zoneinfo.ZoneInfo(name[:_ZONE_CHARS])
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return dt.UTC


def storable(text: str) -> str:
    """Return ``text`` without what a database cannot store: NUL and unpaired surrogates.

    >>> storable("a" + chr(0) + "b" + chr(0xD800))
    'ab�'
    """
    whole = text.replace("\x00", "")
    return whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def one_line(text: str, limit_chars: int) -> str:
    r"""Return ``text`` on one line of at most ``limit_chars``, cut between words with an ellipsis.

    >>> one_line("We fly to  Lisbon\\nin May", 14)
    'We fly to…'
    """
    line = " ".join(text.split())
    if len(line) <= limit_chars:
        return line
    head = line[:limit_chars]
    words = head.rsplit(" ", 1)[0] if " " in head else head[:-1]
    return words.rstrip(" .,;:") + "…"


def make_private_file(path: Path) -> None:
    """Create an empty file readable only by its owner, whatever the umask, unless it exists.

    Raises:
        OSError: It cannot be created.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def make_private_folder(path: Path) -> None:
    """Create a folder accessible only by its owner, whatever the umask, unless it exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def is_open_to_others(path: Path) -> bool:
    """Return whether other users of this computer may read the file at ``path``."""
    if os.name != "posix" or not path.is_file():  # elsewhere these bits mean nothing
        return False
    return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


def settle_garbage() -> None:
    """Freeze start-up objects and collect garbage less often; call it once serving starts.

    Imported modules stay in memory, and each collection that scans them takes 80 ms.
    """
    gc.freeze()
    gc.set_threshold(_MAX_YOUNG, 20, 20)
