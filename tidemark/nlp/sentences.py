"""Sentences of a text as spans of it, found in time linear in its length.

``split_sentences`` reads any text; ``prose_sentences`` leaves out code, tables and other lines that
are not prose.  None is longer than ``SENTENCE_CHARS``, which bounds the time of every rule that
reads a sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tidemark.nlp.languages import LANGUAGES, word_list
from tidemark.nlp.patterns import NUMBER

SENTENCE_CHARS = 1_000  # a longer one is cut, between words if possible
_GAP = re.compile(r"\s{16,}+")  # separates columns, not words
MESSAGE_CHARS = 12_000  # of one message: of a longer one only its first and last parts are read
QUESTION_CHARS = 4_000  # of a question, in the same way
_LONGEST_WORD = 200
_LEAST_LETTERS = 0.45  # share of a line's characters other than spaces

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)")
_MARKERS = re.compile(r"^(?:\s|[-*+•>#]+\s|\(?\d{1,3}[.)]\s|\[[ xX]\]\s)+")
# The end marks of a sentence with closing quotes and brackets.  The lookbehind keeps a run of
# marks from being tried once for each of them.
_END = re.compile(r"(?<![.!?…。！？])(?P<marks>[.!?…。！？]+)(?P<closers>[\"'”’)\]*_]*)(?=\s)")
_NEXT = re.compile(r"\s+[\"'“‘(*_]*(?P<first>\S)")
_WORD_BEFORE = re.compile(r"(?<![\w.])[^\W\d_](?:[\w.]{0,12}[^\W\d_])?\Z")
_WORD_CHARS = 15  # before a full stop, enough for the longest abbreviation
_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])*")  # of a name: "J.K. Rowling"
_ABBREVIATIONS = frozenset(
    word for language in LANGUAGES for word in word_list(language, "abbreviations")
)
_CLOSING_ABBREVIATIONS = frozenset(
    word for language in LANGUAGES for word in word_list(language, "closing_abbreviations")
)
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


def split_sentences(text: str) -> list[Sentence]:
    """Return the sentences of ``text`` in order; the end of a line ends a sentence.

    So does a wide gap in it; a sentence over ``SENTENCE_CHARS`` is cut.

    >>> [each.text for each in split_sentences("Dr. Ito came at 3 p.m. We talked. Fine!")]
    ['Dr. Ito came at 3 p.m.', 'We talked.', 'Fine!']
    """
    found: list[Sentence] = []
    at = 0
    for line in text.splitlines(keepends=True):
        found.extend(_split_line(text, at, at + len(line)))
        at += len(line)
    return found


def beginning_and_end(text: str, limit_chars: int) -> str:
    """Return ``text``; one over ``limit_chars`` is cut to its beginning and end, on two lines.

    >>> print(beginning_and_end("Look: 1 2 3 4 5 6 7. Why?", 12))
    Look:
    . Why?
    """
    if len(text) <= limit_chars:
        return text
    half = limit_chars // 2
    return f"{text[:half].strip()}\n{text[-half:].strip()}"


def prose_sentences(text: str) -> list[Sentence]:
    """Return the sentences of the prose in ``text`` in order, without list markers.

    Code blocks, tables and lines that are not prose are left out; of a very long text only the
    beginning and the end are read.

    >>> [each.text for each in prose_sentences("- Dr. Ito called. Fine!")]
    ['Dr. Ito called.', 'Fine!']
    """
    found: list[Sentence] = []
    for start, end in _within_reach(text, list(_prose_lines(text))):
        found.extend(_split_line(text, start, end))
    return [sentence for sentence in found if any(map(str.isalpha, sentence.text))]


def _prose_lines(whole: str) -> Iterator[tuple[int, int]]:
    """Yield the span of each line that is prose, without list markers."""
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
    if line.count("|") >= 2 or not (_is_lettered(line) or _is_lettered(_without_digits(line))):
        return False
    if len(max(line.split(), key=len)) > _LONGEST_WORD:
        return False
    return len(line) > _CODE_CHARS or not _CODE_LINE.search(line)


def _is_lettered(line: str) -> bool:
    bare = line.replace(" ", "")
    return sum(map(str.isalpha, bare)) >= _LEAST_LETTERS * len(bare)


def _without_digits(line: str) -> str:
    """Return ``line`` with one mark for each number, if it has more words than numbers."""
    numbers = len(NUMBER.findall(line))
    return NUMBER.sub("0", line) if 2 * numbers < len(line.split()) else line


def _within_reach(whole: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ``lines``; of very many only the first and the last, cut at a space."""
    if sum(end - start for start, end in lines) <= MESSAGE_CHARS:
        return lines
    head = whole.rfind(" ", 0, MESSAGE_CHARS // 2) + 1 or MESSAGE_CHARS // 2
    tail = whole.find(" ", len(whole) - MESSAGE_CHARS // 2) + 1 or len(whole) - MESSAGE_CHARS // 2
    near = [(start, min(end, head)) for start, end in lines if start < head]
    return near + [(max(start, tail), end) for start, end in lines if end > tail]


def _split_line(text: str, start: int, end: int) -> Iterator[Sentence]:
    """Yield the sentences between ``start`` and ``end`` of ``text``, a part of one line."""
    line = text[start:end]
    at = 0
    for stop in _stops(line):
        while at < stop:
            cut = _cut(line, at, stop)
            part = line[at:cut]
            if sentence := part.strip():
                begin = start + at + len(part) - len(part.lstrip())
                yield Sentence(sentence, begin, begin + len(sentence))
            at = cut


def _stops(line: str) -> list[int]:
    """Return the positions in ``line`` at which a sentence ends, in order."""
    ends = [found.end() for found in _END.finditer(line) if _ends(line, found)]
    return sorted([*ends, *(gap.end() for gap in _GAP.finditer(line)), len(line)])


def _cut(line: str, at: int, stop: int) -> int:
    """Return the end of the sentence from ``at`` to ``stop``, cut if it is too long."""
    if stop - at <= SENTENCE_CHARS:
        return stop
    return line.rfind(" ", at + 1, at + SENTENCE_CHARS) + 1 or at + SENTENCE_CHARS


def _ends(line: str, found: re.Match[str]) -> bool:
    """Return whether these marks end a sentence, not an abbreviation or an inner quote."""
    next_ = _NEXT.match(line, found.end())
    first = next_["first"] if next_ else "A"
    if found["marks"] != ".":
        return not (first.islower() and (found["closers"] or set(found["marks"]) <= set(".…")))
    word = _WORD_BEFORE.search(line, max(0, found.start() - _WORD_CHARS), found.start())
    if word is None:
        return True
    if word[0] in _CLOSING_ABBREVIATIONS:
        return not (first.islower() or first.isdigit())
    is_initials = word[0] != "I" and _INITIALS.fullmatch(word[0])
    return not (is_initials or is_abbreviation(word[0]))


def is_abbreviation(word: str) -> bool:
    """Return whether a full stop after ``word`` ends no sentence: "dr", "bijv"."""
    return word in _ABBREVIATIONS
