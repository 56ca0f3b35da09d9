"""Search of all chats: the query that a person types, and the chats and passages found."""

import datetime as dt
import re
from collections.abc import Sequence

from pydantic import Field

from tidemark.nlp.languages import LANGUAGES, every_stop_word
from tidemark.nlp.search_terms import Term, content_terms, words
from tidemark.nlp.stemming import WORD_CHARS, stem
from tidemark.schema import FrozenModel, Role

SHOWN_CHARS = 160  # of a passage: two lines in a narrow list
_BEFORE_CHARS = 48  # of these, before the first match
_ENDINGS = ("", "g", "ng", "ing", "n", "en", "e", "s", "es", "d", "ed", "t")  # of a half-typed word
_LEAST_TYPED = 2  # letters of a half-typed word
_MOST_TYPED = 32  # words; more would be a message, and databases do not take hundreds of conditions
_WORD = re.compile(r"[\w'’]+")
_LIST_MARK = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")


class SearchQuery(FrozenModel):
    """A search for all of its ``terms``; the last word may be half typed, as ``begun``.

    ``typed`` are all of its words, for the search in titles.
    """

    typed: tuple[str, ...]
    terms: tuple[Term, ...]
    begun: str = ""

    def marks(self, text: str, within: int) -> tuple[tuple[int, int], ...]:
        """Return the spans of ``text`` that match a word of the search.

        Only spans that begin ``within`` so many characters of the first one are returned.
        """
        stems = {each for term in self.terms for each in term}
        found: list[tuple[int, int]] = []
        for match in _WORD.finditer(text):
            if found and match.start() > found[0][0] + within:
                break
            word = words(match[0])[0] if words(match[0]) else ""
            bare = word.removesuffix("'s")
            is_begun = bool(self.begun) and word.startswith(self.begun)
            if word and (is_begun or any(stem(bare, each) in stems for each in LANGUAGES)):
                found.append(match.span())
        return tuple(found)


class SearchPassage(FrozenModel):
    """A part of a message; ``marks`` are the spans of ``text`` that match."""

    message_id: int
    position: int
    role: Role
    timestamp: dt.datetime
    text: str
    marks: tuple[tuple[int, int], ...]


class SearchHit(FrozenModel):
    """A chat with matches: their ``count``, and the newest ``passages``."""

    session_id: str
    title: str
    updated_at: dt.datetime
    is_archived: bool
    in_title: bool
    count: int
    passages: tuple[SearchPassage, ...]


_HIT = {
    "session_id": "lisbon-trip",
    "title": "A trip to Lisbon",
    "updated_at": "2026-05-03T09:30:00Z",
    "is_archived": False,
    "in_title": True,
    "count": 0,
    "passages": [],
}


class SearchResults(FrozenModel):
    """The results of a search: the chats ``shown``, and the number of matches.

    ``is_more``: there are more than were counted.
    """

    shown: tuple[SearchHit, ...] = Field(default=(), examples=[[_HIT]])
    chats: int = 0
    passages: int = 0
    is_more: bool = False


def parse_search(text: str) -> SearchQuery | None:
    """Return the search for the text that a person typed; None if it is too short.

    >>> parse_search("the flights to Lis").terms, parse_search("the flights to Lis").begun
    ((('flight', 'flights'),), 'lis')
    """
    typed = words(text)[:_MOST_TYPED]
    if not typed or (len(typed) == 1 and len(typed[0]) < _LEAST_TYPED):
        return None
    is_typing = not text[-1:].isspace()
    skipped = every_stop_word()
    last = typed[-1]
    is_begun = is_typing and len(last) >= _LEAST_TYPED and (last not in skipped or len(typed) == 1)
    before = typed[:-1] if is_begun else typed
    terms = tuple(dict.fromkeys(content_terms(" ".join(before))))
    in_titles = tuple(word[:WORD_CHARS] for word in typed)
    return SearchQuery(typed=in_titles, terms=terms, begun=last[:WORD_CHARS] if is_begun else "")


def begun_stems(begun: str) -> tuple[str, ...]:
    """Return stems of words that begin with ``begun``, though the stems do not.

    >>> "run" in begun_stems("runni"), "hotel" in begun_stems("hotels")
    (True, True)
    """
    made = (stem(begun + ending, each) for ending in _ENDINGS for each in LANGUAGES)
    return tuple(dict.fromkeys(found for found in made if not found.startswith(begun)))


def excerpt(
    content: str, start: int, end: int, query: SearchQuery
) -> tuple[str, Sequence[tuple[int, int]]]:
    r"""Return the part of a passage around its first match, and the marks in it.

    It begins with the line of the match, after the mark of a list, if that line begins near it.

    >>> asked = parse_search("key ")
    >>> excerpt("Her number is 142.\n- His key is here.", 0, 37, asked)[0]
    '…His key is here.'
    """
    whole = content[start:end]
    marks = query.marks(whole, SHOWN_CHARS)
    first = marks[0][0] if marks else 0
    begin = max(first - _BEFORE_CHARS, 0)
    line = whole.rfind("\n", begin, first) + 1
    if line:
        mark = _LIST_MARK.match(whole, line, first)
        begin = mark.end() if mark else line
    elif begin:
        space = whole.find(" ", begin, first)
        begin = space + 1 if space >= 0 else begin
    shown = whole[begin : begin + SHOWN_CHARS]
    before = "…" if begin or start else ""
    after = "…" if begin + SHOWN_CHARS < len(whole) or end < len(content) else ""
    shift = len(before) - begin
    inside = [
        (at + shift, to + shift) for at, to in marks if begin <= at and to <= begin + SHOWN_CHARS
    ]
    return f"{before}{shown}{after}", inside
