"""Sentences of a message, as spans of it: prose only, and never slow whatever the input.

pysbd knows abbreviations and quotation marks, but its time explodes on some input that is not
prose.  So code blocks, tables and lines that are no sentences are dropped first, and it reads
little at a time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pysbd

from tidemark.nlp.word_lists import Language

_PIECE_CHARS = 2_000  # pysbd is slower than linear; 53,000 slashes at once took 64 s
_PROSE_CHARS = 12_000  # of one message: beyond, its first and last parts are read
_LONGEST_WORD = 200
_LEAST_LETTERS = 0.45  # of a line's characters that are not spaces
_MOST_BREAKS = 80  # in a piece; pysbd's time grows with them, and such text is no prose

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)")
_MARKERS = re.compile(r"^(?:\s|[-*+•>#]+\s|\(?\d{1,3}[.)]\s|\[[ xX]\]\s)+")
_BREAK = re.compile(r"[.!?…。！？]+[\"'”’)\]*_]*(?=\s)")
_PLAIN_END = re.compile(r"(?:[a-z]{5}\.|[!?…。！？])[\"'”’)\]*_]*\Z")
_NEXT = re.compile(r"\s+[\"'“‘(*_]*[A-Z]")
_CODE_CHARS = 300  # a line of code is no longer
_CODE_LINE = re.compile(
    r"^\s*(?:[{})\[\];]|\((?![^\W\d_]+,? )|</?[a-zA-Z!]|\$ |sudo |pip3? install )"
    r"|^\s*npm (?:install|run) "
    r"|^\s*(?:def|class|return|if|for|while|elif|else|try|function|SELECT|INSERT|CREATE)\b.*[;:{]$"
    r"|^\s*(?:import [\w.]+|from [\w.]+ import .+)$"
    r"|^\s*(?:const|let|var)\s+\w+\s*="
    r"|[{}]$|\);$|\w\s*=.*;$|=>|\w\(\)\s*[;{:]"
)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a text: ``text == whole[start:end]``."""

    text: str
    start: int
    end: int


def sentences(whole: str, language: Language = "en") -> list[Sentence]:
    """Return the sentences of ``whole`` in order, each a verbatim part of it.

    Code blocks, tables and lines that hold no prose are left out; of a very long text only its
    beginning and its end are read.

    >>> [s.text for s in sentences("- Dr. Ito called. Fine!")]
    ['Dr. Ito called.', 'Fine!']
    """
    found: list[Sentence] = []
    for start, end in _within_reach(whole, list(_prose_lines(whole))):
        found.extend(_segment(whole, start, end, language))
    return found


def _prose_lines(whole: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of lines that are prose, list markers left out."""
    in_code = False
    at = 0
    for line in whole.splitlines(keepends=True):
        start, at = at, at + len(line)
        if _FENCE.match(line):
            in_code = not in_code
            continue
        text = line.rstrip()
        if in_code or not text or not _is_prose(text):
            continue
        markers = _MARKERS.match(text)
        begin = start + (markers.end() if markers else 0)
        if begin < start + len(text):
            yield begin, start + len(text)


def _is_prose(line: str) -> bool:
    bare = line.replace(" ", "")
    if line.count("|") >= 2 or sum(map(str.isalpha, bare)) < _LEAST_LETTERS * len(bare):
        return False
    if len(max(line.split(), key=len)) > _LONGEST_WORD:
        return False
    return len(line) > _CODE_CHARS or not _CODE_LINE.search(line)


def _within_reach(whole: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ``lines``, of very many only the first and the last, cut at a space."""
    if sum(end - start for start, end in lines) <= _PROSE_CHARS:
        return lines
    head = whole.rfind(" ", 0, _PROSE_CHARS // 2) + 1 or _PROSE_CHARS // 2
    tail = whole.find(" ", len(whole) - _PROSE_CHARS // 2) + 1 or len(whole) - _PROSE_CHARS // 2
    near = [(start, min(end, head)) for start, end in lines if start < head]
    return near + [(max(start, tail), end) for start, end in lines if end > tail]


def _segment(whole: str, start: int, end: int, language: Language) -> Iterator[Sentence]:
    """Yield the sentences between ``start`` and ``end``, read in pieces cut at spaces."""
    while start < end:
        stop = min(start + _PIECE_CHARS, end)
        if stop < end and (space := whole.rfind(" ", start, stop)) > start:
            stop = space
        yield from _of_piece(whole, start, stop, language)
        start = stop


def _parts(piece: str, language: Language) -> list[str]:
    """Cut ``piece`` into sentences; pysbd is asked where a full stop may be an abbreviation's."""
    breaks = list(_BREAK.finditer(piece))
    if len(breaks) > _MOST_BREAKS or all(_is_plain(piece, at) for at in breaks):
        bounds = [0, *(at.end() for at in breaks), len(piece)]
        return [piece[begin:end] for begin, end in pairwise(bounds)]
    segmenter = pysbd.Segmenter(language=language, clean=False)
    sentences_of_piece: list[str] = segmenter.segment(piece)
    return sentences_of_piece


def _is_plain(piece: str, at: re.Match[str]) -> bool:
    """Whether this can only be the end of a sentence: a long word before, a capital behind."""
    return bool(_PLAIN_END.search(piece, 0, at.end()) and _NEXT.match(piece, at.end()))


def _of_piece(whole: str, start: int, stop: int, language: Language) -> Iterator[Sentence]:
    parts = _parts(whole[start:stop], language)
    at = start
    for part in parts:
        text = part.strip()
        begin = whole.find(text, at, stop) if text else -1
        if begin < 0:
            continue
        at = begin + len(text)
        if any(map(str.isalpha, text)):
            yield Sentence(text, begin, at)
