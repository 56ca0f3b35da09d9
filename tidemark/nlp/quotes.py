"""Quotes: sentences of a conversation, escaped for display in a reply."""

import datetime as dt
import re
from collections.abc import Sequence

from tidemark.nlp.sentences import split_sentences
from utils import one_line, text_cache

_QUOTE_CHARS = 240
# Headings and entries of lists within a line
_ENTRY = re.compile(r"(?<!\s)\s++(?=#{1,6} )|\s(?=(?:[-*]|\d{1,2}\.) \*\*)")
_BLANKS = re.compile(r"[^\S\n]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_MARKS = re.compile(r"^\s*(?:[-*+•>#]+\s+|\d{1,3}[.)]\s+)+")
_EMPHASIS = re.compile(r"\*\*|__|`+")
# Only marks that would change the page's layout: a lone asterisk or underscore stays.
_HARMFUL = re.compile(
    r"[\\`]|\*(?=\S)|(?<=\S)\*|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)|~(?=~)|(?<=~)~|<(?=[a-zA-Z/!?])|"
    r"\](?=[(\[:])|\$|\|(?=\|)|&(?=#?\w+;)|:(?=[a-z0-9_+-]+[:\[])|:(?=//)|(?<=www)\.",
)
_SINGLE = str.maketrans("“”", "‘’")


@text_cache(4096)
def quotable_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of ``text`` that can be quoted, without list marks.

    >>> quotable_sentences("- We fly at nine. It is Dr. Ito's idea")
    ('We fly at nine.', "It is Dr. Ito's idea")
    """
    found = split_sentences(_ENTRY.sub("\n", _BLANKS.sub(" ", text)))
    bare = (_MARKS.sub("", sentence.text).strip() for sentence in found)
    return tuple(sentence for sentence in bare if _LETTERS.search(sentence))


def as_quote(text: str) -> str:
    r"""Return ``text`` as one line of at most 240 characters, with its Markdown escaped.

    Quotation marks in it become single, because the whole is in double ones.

    >>> as_quote("It costs $5,\n**not** [more](http://x.example)")
    'It costs \\$5, not [more\\](http\\://x.example)'
    >>> as_quote("“Oak” it is") == "\u2018Oak\u2019 it is"
    True
    """
    plain = _EMPHASIS.sub("", one_line(text, _QUOTE_CHARS)).translate(_SINGLE)
    return _HARMFUL.sub(lambda match: "\\" + match.group(), plain)


def day_in_words(on: dt.date | dt.datetime, now: dt.datetime, months: Sequence[str]) -> str:
    """Return ``on`` in words, with its year only if that differs from the year of ``now``.

    >>> from calendar import month_name
    >>> day_in_words(dt.date(2026, 5, 3), dt.datetime(2026, 6, 1), month_name[1:])
    '3 May'
    """
    year = "" if on.year == now.year else f" {on.year}"
    return f"{on.day} {months[on.month - 1]}{year}"
