"""Context dependence: the probability that a question needs earlier messages to be understood.

Signs for and against are found and weighed. The weights are those of a logistic regression,
rounded, which separates follow-up questions of CANARD, QReCC and CAsT from their rewritings and
from questions that open a conversation (benchmark/README.md).
"""

import math
import re
from collections.abc import Iterator, Sequence

from tidemark.nlp.mentions import Token, Utterance, anaphors, head_after, is_noun, names, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import content_terms
from tidemark.nlp.sentences import QUESTION_CHARS, beginning_and_end
from utils import text_cache

NEEDED = 0.5
PLAINLY_NEEDED = 0.78  # reached by no first turn of MT-bench, by five in six of CANARD's follow-ups

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
    "place": 1.0,  # too rare in the data to be fitted
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
_UNBOUND = ("person", "group", "thing")
_SPECIFIC = ("nothing specific", "one specific noun", "two specific nouns", "three specific nouns")
_POINTING = frozenset(
    {
        "person unbound",
        "thing unbound",
        "group unbound",
        "refers back",
        "points",
        "place",
        "more",
        "continues",
    }
)
_ENTITY_REACH = 25  # characters after "the" in which a name still identifies it


def context_need(
    question: str, history: Sequence[Utterance] = (), pack: LanguagePack | None = None
) -> float:
    """Return the probability that ``question`` cannot be understood without earlier messages.

    It is read in ``pack``, by default in its own language. A question about the first topic of
    ``history`` needs it less.

    >>> context_need("Where was she born?") > 0.9 > 0.3 > context_need("Who was Ada Lovelace?")
    True
    """
    total = _BIAS + sum(_WEIGHTS[sign] for sign in signs(question, history, pack))
    return 1 / (1 + math.exp(-total))


def refers_back(question: str) -> bool:
    """Return whether ``question`` refers to earlier messages, or has no content words of its own.

    >>> refers_back("And the second one?"), refers_back("Why?"), refers_back("Who wrote Hamlet?")
    (True, True, False)
    """
    return not content_terms(question) or bool(signs(question) & _POINTING)


def signs(
    question: str, history: Sequence[Utterance] = (), pack: LanguagePack | None = None
) -> frozenset[str]:
    """Return the signs in ``question`` for and against a need of context.

    Of a very long one the beginning and the end are read.
    """
    pack = pack or language_pack_for(question)
    question = beginning_and_end(question, QUESTION_CHARS)
    found = tokens(question)
    return frozenset(
        [
            *_pronoun_signs(question, found, pack),
            *_pointing_signs(question, found, pack),
            *_definite_signs(question, found, pack),
            *_naming_signs(question, found, history, pack),
            *_length_signs(question, found, pack),
        ]
    )


def _pronoun_signs(question: str, found: Sequence[Token], pack: LanguagePack) -> Iterator[str]:
    """Yield a sign for each pronoun: bound if the question itself may contain its antecedent."""
    name_starts = {name.start for name in names(question, pack)}
    kinds = {each.start: each.kinds[0] for each in anaphors(question, pack)}
    names_seen = nouns_seen = people_seen = 0
    for token in found:
        word = token.word
        kind = kinds.get(token.start)
        if kind == "place":
            yield "place"
        elif kind in _UNBOUND:
            binding = people_seen if kind == "person" else nouns_seen
            yield f"{kind} bound" if names_seen or binding else f"{kind} unbound"
        elif token.start in name_starts:
            names_seen += 1
        elif is_noun(token, pack):
            nouns_seen += 1
        people_seen += word in pack.lexicon.people or word in pack.lexicon.introducing


def _pointing_signs(question: str, found: Sequence[Token], pack: LanguagePack) -> Iterator[str]:
    own = pack.lexicon
    words = [token.word for token in found]
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word in own.pointing and not pack.references.joins_clauses(before, word, after):
            yield "points"
        elif word in own.more:
            yield "more"
    if pack.references.refers_back.search(question):
        yield "refers back"
    if pack.references.continues.search(question):
        yield "continues"


def _definite_signs(question: str, found: Sequence[Token], pack: LanguagePack) -> Iterator[str]:
    """Distinguish "the band", which needs context, from "the band Saosin"."""
    name_starts = [name.start for name in names(question, pack)]
    for at, token in enumerate(found):
        if token.word not in pack.lexicon.definite:
            continue
        head = head_after(found, at, pack)
        said_which = any(0 <= start - token.end < _ENTITY_REACH for start in name_starts)
        after = found[head + 1].word if head + 1 < len(found) else ""
        if head < len(found) and not said_which and after not in pack.lexicon.complements:
            general = found[head].word in pack.lexicon.general_nouns
            yield "definite general noun" if general else "definite noun"


def _naming_signs(
    question: str, found: Sequence[Token], history: Sequence[Utterance], pack: LanguagePack
) -> Iterator[str]:
    named = names(question, pack)
    if not named:
        specific = sum(
            is_noun(token, pack) and token.word not in pack.lexicon.general_nouns for token in found
        )
        yield _SPECIFIC[min(specific, 3)]
    if any(" " in name.text for name in named):
        yield "full name"
    if any(question[name.end : name.end + 2] in {"'s", "’s"} for name in named):
        yield "owner named"
    if pack.references.besides.search(question):
        yield "besides"
    if pack.references.asks_what_is.search(question):
        yield "asks what something is"
    if pack.references.asks_how.search(question):
        yield "asks how"
    topic = next((said.text for said in history if said.role == "user"), "")
    if len(_stems(topic, pack).intersection(pack.stems(question))) >= 2:
        yield "topic named"


@text_cache(256)
def _stems(topic: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of the first topic, in the same form for all turns."""
    return frozenset(pack.stems(topic))


def _length_signs(question: str, found: Sequence[Token], pack: LanguagePack) -> Iterator[str]:
    words = [token.word for token in found if token.is_word]
    if len(words) <= 5:
        yield "at most 5 words"
    for limit in (9, 14, 25):
        if len(words) >= limit:
            yield f"at least {limit} words"
    if sum(word not in pack.function_words for word in words) <= 2:
        yield "little content"
    if re.search(r"[.!?]\s+\w|\n", question):
        yield "several sentences"
    first = words[0] if words else ""
    if first in pack.lexicon.request_openers:
        yield "request"
