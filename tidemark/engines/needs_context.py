"""Whether a question needs what was said before to be understood.

Signs for and against are looked for and weighed.  The weights are those of a logistic regression,
rounded: CANARD, QReCC and CAsT follow-ups against their own rewritings, and against questions that
open a conversation (benchmark/README.md).
"""

import math
import re
from collections.abc import Iterator, Sequence

from tidemark.engines import english
from tidemark.engines.mentions import Said, Token, is_noun, is_small, names, tokens
from tidemark.words import content_stems

NEEDED = 0.5
PLAINLY_NEEDED = 0.78  # asks on no first turn of MT-bench, on five in six of CANARD's follow-ups

_BIAS = -1.4
_WEIGHTS = {
    "person unbound": 5.0,
    "thing unbound": 3.2,
    "refers back": 3.0,
    "nothing specific": 2.9,
    "group unbound": 2.7,
    "one specific noun": 1.8,
    "more": 1.7,
    "points": 1.7,
    "group bound": 1.6,
    "thing bound": 1.4,
    "asks how": 0.0,
    "continues": 1.5,
    "person bound": 1.1,
    "little content": 1.0,
    "definite general noun": 0.9,
    "at most 5 words": 0.7,
    "two specific nouns": 0.6,
    "definite noun": 0.4,
    "three specific nouns": -0.4,
    "at least 9 words": -0.7,
    "at least 25 words": -0.8,
    "several sentences": -0.8,
    "owner named": -1.0,
    "topic named": -1.1,
    "full name": -1.4,
    "request": -1.7,
    "besides": -2.2,
    "at least 14 words": -2.3,
    "asks what something is": -3.0,
}
_SPECIFIC = ("nothing specific", "one specific noun", "two specific nouns", "three specific nouns")
_ENTITY_REACH = 25  # characters after "the" in which a name still says which one


def needs_context(question: str, history: Sequence[Said] = ()) -> float:
    """Return how likely, 0 to 1, ``question`` cannot be understood without what came before.

    A question that names what the person spoke of first in ``history`` needs it less.

    >>> needs_context("Where was she born?") > 0.9 > 0.3 > needs_context("Who was Ada Lovelace?")
    True
    """
    total = _BIAS + sum(_WEIGHTS[sign] for sign in signs(question, history))
    return 1 / (1 + math.exp(-total))


def signs(question: str, history: Sequence[Said] = ()) -> frozenset[str]:
    """Return the signs, for and against, that ``question`` leans on its context."""
    found = tokens(question)
    return frozenset(
        [
            *_pronoun_signs(question, found),
            *_pointing_signs(question, found),
            *_definite_signs(question, found),
            *_naming_signs(question, found, history),
            *_length_signs(question, found),
        ]
    )


def _pronoun_signs(question: str, found: Sequence[Token]) -> Iterator[str]:
    """Yield whether each pronoun is bound: something before it could be what it stands for."""
    name_starts = {name.start for name in names(question)}
    empty = [match.span() for match in english.EMPTY_IT.finditer(question)]
    names_seen = nouns_seen = people_seen = 0
    for token in found:
        word = token.word
        if word in english.PERSON:
            yield "person bound" if names_seen or people_seen else "person unbound"
        elif word in english.GROUP:
            yield "group bound" if names_seen or nouns_seen else "group unbound"
        elif word in english.THING:
            if not any(start <= token.start < end for start, end in empty):
                yield "thing bound" if names_seen or nouns_seen else "thing unbound"
        elif token.start in name_starts:
            names_seen += 1
        elif is_noun(token):
            nouns_seen += 1
        people_seen += word in english.PEOPLE or word in english.INTRODUCING


def _pointing_signs(question: str, found: Sequence[Token]) -> Iterator[str]:
    words = [token.word for token in found]
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word in english.POINTING and not _joins_clauses(before, word, after):
            yield "points"
        elif word in english.MORE:
            yield "more"
    if english.REFERS_BACK.search(question):
        yield "refers back"
    if english.CONTINUES.search(question):
        yield "continues"


def _joins_clauses(before: str, word: str, after: str) -> bool:
    """Whether a "that" opens a clause: "the day that he left", "said that she …"."""
    return (
        word == "that"
        and before[:1].isalnum()
        and after[:1].isalnum()
        and before not in english.AUXILIARIES
        and before not in english.PREPOSITIONS
        and before not in english.CONTINUERS
    )


def _definite_signs(question: str, found: Sequence[Token]) -> Iterator[str]:
    """Tell "the band", which leans on its context, from "the band Saosin", "the bands of Leeds"."""
    name_starts = [name.start for name in names(question)]
    for at, token in enumerate(found):
        if token.word != "the":
            continue
        head = at + 1
        while head < len(found) and found[head].word in english.QUALIFIERS:
            head += 1
        said_which = any(0 <= start - token.end < _ENTITY_REACH for start in name_starts)
        after = found[head + 1].word if head + 1 < len(found) else ""
        if head < len(found) and not said_which and after not in english.COMPLEMENTS:
            general = found[head].word in english.GENERAL_NOUNS
            yield "definite general noun" if general else "definite noun"


def _naming_signs(question: str, found: Sequence[Token], history: Sequence[Said]) -> Iterator[str]:
    named = names(question)
    if not named:
        specific = sum(
            is_noun(token) and token.word not in english.GENERAL_NOUNS for token in found
        )
        yield _SPECIFIC[min(specific, 3)]
    if any(" " in name.text for name in named):
        yield "full name"
    if any(question[name.end : name.end + 2] in {"'s", "’s"} for name in named):
        yield "owner named"
    if english.BESIDES.search(question):
        yield "besides"
    if english.ASKS_WHAT_IS.search(question):
        yield "asks what something is"
    if english.ASKS_HOW.search(question):
        yield "asks how"
    topic = next((said.text for said in history if said.role == "user"), "")
    if len(set(content_stems(question)) & set(content_stems(topic))) >= 2:
        yield "topic named"


def _length_signs(question: str, found: Sequence[Token]) -> Iterator[str]:
    words = [token.word for token in found if token.is_word]
    if len(words) <= 5:
        yield "at most 5 words"
    for limit in (9, 14, 25):
        if len(words) >= limit:
            yield f"at least {limit} words"
    if sum(not is_small(word) for word in words) <= 2:
        yield "little content"
    if re.search(r"[.!?]\s+\w|\n", question):
        yield "several sentences"
    first = words[0] if words else ""
    if first in english.REQUEST_OPENERS:
        yield "request"
