"""Resolve what a question refers to, against what was named before, and rewrite it.

A rewriting holds no word that is neither in the question nor in what was said, save a preposition.
Where a reference has no antecedent that fits, the topic is named beside the question instead of
being put into its mouth.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.engines import english, english_moves
from tidemark.engines.antecedents import (
    Candidate,
    Shape,
    candidates,
    listed,
    named_with,
    previous_question,
)
from tidemark.engines.mentions import (
    Mention,
    Said,
    Token,
    is_noun,
    is_small,
    names,
    phrases,
    tokens,
)
from tidemark.engines.moves import move
from tidemark.engines.quoting import parts
from tidemark.words import content_stems

_MATTER_CHARS = 80
_MOST_PICKING_STEMS = 8  # who says more answers in their own words
_FEW_STEMS = 2


@dataclass(frozen=True)
class Reference:
    """Words of a question that stand for something, and what they were taken to mean."""

    phrase: str
    antecedent: str


@dataclass(frozen=True)
class Resolution:
    """The question with its references named; ``rivals`` are antecedents no rule prefers."""

    rewritten: str | None = None
    references: tuple[Reference, ...] = ()
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Anaphor:
    token: Token
    shape: Shape
    owns: bool


def resolve(question: str, history: Sequence[Said]) -> Resolution:
    """Name what ``question`` refers to in ``history``; where nothing fits, name its topic.

    >>> resolve("Where was she born?", [Said("user", "Who was Ada Lovelace?")]).rewritten
    'Where was Ada Lovelace born?'
    """
    known = set(content_stems(question))
    found = [each for each in candidates(history) if not each.stems & known]
    resolution = (
        _from_list(question, history)
        or _continued(question, history)
        or _substituted(question, found, history)
        or _named_in_full(question, history)
    )
    if resolution:
        return resolution
    topic = _topic(question, found)
    if topic is None or english.CONTINUES.search(question) or is_told(question, history):
        return Resolution()
    return _happened(question, topic) or _specified(question, topic) or _with_topic(question, topic)


def _from_list(question: str, history: Sequence[Said]) -> Resolution | None:
    """Resolve "the third one" to what the assistant listed third."""
    found = english.ORDINAL_REFERENCE.search(question)
    entries = listed(history) if found else []
    if not found or not entries:
        return None
    place = english.ORDINALS[(found["ordinal"] or found["number"]).lower()]
    if not -len(entries) <= place < len(entries):
        return None
    entry = entries[place][:_MATTER_CHARS].rstrip(" .:;,")
    rewritten = question[: found.start()] + entry + question[found.end() :]
    return Resolution(_sentence(rewritten), (Reference(found.group(), entry),))


def _continued(question: str, history: Sequence[Said]) -> Resolution | None:
    """Resolve "what about Porto" by putting Porto where the question before named its like."""
    found = english.CONTINUED_WITH.match(question)
    before = previous_question(history) if found else None
    if not found or not before:
        return None
    new = (found["about"] or found["and"]).strip(" ?.!")
    named, plain = names(before), phrases(before)
    is_name = bool(names(new)) or (not named and new.islower() and len(new.split()) == 1)
    likes = [
        like
        for like in (named if is_name else plain)
        if is_name or _determiner(new) == _determiner_of(like, before)
    ]
    if not likes:
        return None
    old = likes[-1]
    new = new if is_name else english.ARTICLE.sub("", new)
    rewritten = before[: old.start] + new + before[old.end :]
    return Resolution(_sentence(rewritten), (Reference(question.strip(), new),))


def _determiner(phrase: str) -> str:
    first = phrase.split(" ", 1)[0].lower()
    return first if first in english.DETERMINERS else ""


def _determiner_of(mention: Mention, text: str) -> str:
    before = text[: mention.start].split()
    return _determiner(before[-1]) if before else ""


def _substituted(
    question: str, found: Sequence[Candidate], history: Sequence[Said]
) -> Resolution | None:
    """Put what a pronoun stands for in its place; the first of each kind, as people write."""
    named = [each for each in found if each.is_name and each.by_user]
    if not named:  # a topic without capitals, else what the assistant named
        named = [each for each in found if each.by_user] or list(found)
    for anaphor in _anaphors(question):
        fitting = [each for each in named if each.fits(anaphor.shape)]
        if not fitting:
            continue
        best = fitting[0].text
        token = anaphor.token
        put = _owner(best) if anaphor.owns else best
        rewritten = question[: token.start] + put + question[token.end :]
        return Resolution(
            _sentence(rewritten), (Reference(token.text, best),), _rivals(fitting, history)
        )
    return None


def _rivals(fitting: Sequence[Candidate], history: Sequence[Said]) -> tuple[str, ...]:
    """Return two candidates that were named only side by side: "Lisbon and Porto"."""
    if len(fitting) < 2:
        return ()
    first, second = fitting[0].text, fitting[1].text
    pair = re.compile(
        rf"\b{re.escape(first)}\s*(?:{english.SIDE_BY_SIDE})\s*(?:the\s+)?{re.escape(second)}\b",
        re.IGNORECASE,
    )
    together = [bool(pair.search(said.text)) for said in history]
    apart = [
        (first in said.text) != (second in said.text) for said in history if said.role == "user"
    ]
    return (first, second) if any(together) and not any(apart) else ()


def _anaphors(question: str) -> Iterator[_Anaphor]:
    empty = [match.span() for match in english.EMPTY_IT.finditer(question)]
    found = tokens(question)
    for token, after in zip(found, [*found[1:], None], strict=True):
        word = token.word
        shape: Shape | None = None
        if word in english.PERSON:
            shape = "person"
        elif word in english.GROUP:
            shape = "group"
        elif word in english.THING and not any(a <= token.start < b for a, b in empty):
            shape = "thing"
        if shape:
            owns = word in english.ALWAYS_OWN or (
                word == "her" and after is not None and after.is_word and not _ends_object(after)
            )
            yield _Anaphor(token, shape, owns)


def _ends_object(after: Token) -> bool:
    """Whether the word after a "her" shows that it is no possessive: "with her in 1990"."""
    return is_small(after.word) and after.word not in english.QUALIFIERS | english.MORE


def _named_in_full(question: str, history: Sequence[Said]) -> Resolution | None:
    """Put the full name for "the hotel" that the person has named: the Hotel Tejo."""
    for start, noun in _definites(question):
        name = (
            named_with(content_stems(noun.text)[0], history) if content_stems(noun.text) else None
        )
        if name:
            rewritten = question[:start] + name + question[noun.end :]
            return Resolution(_sentence(rewritten), (Reference(question[start : noun.end], name),))
    return None


def _definites(question: str) -> Iterator[tuple[int, Token]]:
    """Yield where each "the …" or "that …" without a complement starts, and its noun."""
    found = tokens(question)
    for at, token in enumerate(found):
        if token.word != "the" and token.word not in english.POINTING:
            continue
        head = at + 1
        while head < len(found) and found[head].word in english.QUALIFIERS:
            head += 1
        if head >= len(found) or not found[head].is_word or found[head].word in english.TIMES:
            continue
        after = found[head + 1].word if head + 1 < len(found) else ""
        noun = found[head]
        if after not in english.COMPLEMENTS and (
            noun.word in english.GENERAL_NOUNS or is_noun(noun)
        ):
            yield token.start, noun


def _happened(question: str, topic: Candidate) -> Resolution | None:
    match = english.HAPPENED.match(question)
    if not match:
        return None
    rewritten = f"{question[: match.end()]} to {topic.text}{question[match.end() :]}"
    return Resolution(_sentence(rewritten), (Reference("", topic.text),))


def is_told(question: str, history: Sequence[Said]) -> bool:
    """Whether the person has said something of "the budget" that is asked for: it is that one."""
    asked = {stem for _, noun in _definites(question) for stem in content_stems(noun.text)}
    told = (
        part
        for said in history
        if said.role == "user"
        for part in parts(said.text)
        if not part.endswith("?")
    )
    return bool(asked) and any(asked & set(content_stems(part)) for part in told)


def _specified(question: str, topic: Candidate) -> Resolution | None:
    """Say which: "the band" becomes "the band Saosin", "the premiere" that of what was named."""
    for start, noun in _definites(question):
        joint = " of "
        if noun.word in english.KINDS_OF_NAMED:
            joint = " about " if noun.word == "article" else " "
        rewritten = question[: noun.end] + joint + topic.text + question[noun.end :]
        return Resolution(
            _sentence(rewritten), (Reference(question[start : noun.end], topic.text),)
        )
    return None


def _with_topic(question: str, topic: Candidate) -> Resolution:
    body = question.rstrip(" ?.!\n")
    mark = question[len(body) :].strip()
    return Resolution(f"{_sentence(body)} (about {topic.text}){mark}", (Reference("", topic.text),))


def _topic(question: str, found: Sequence[Candidate]) -> Candidate | None:
    """Return what the conversation is about, where ``question`` can be about nothing else."""
    if english.SPEAKS_OF_ITS_SENDER.search(question) or names(question):
        return None
    named = [each for each in found if each.is_name and each.by_user]
    return named[0] if named and named[0].is_topic else None


def _owner(name: str) -> str:
    return name + ("'" if name.endswith("s") else "'s")


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:]


def picks(interpretations: Sequence[str], text: str) -> int | None:
    """Return the index of the one of ``interpretations`` that ``text`` picks, by number or words.

    >>> picks(("Build a model", "Set rules"), "the second one"), picks(("a", "b"), "neither")
    (1, None)
    """
    said = text.strip().casefold()
    for index, interpretation in enumerate(interpretations):
        if said == interpretation.strip().casefold():
            return index
    by_number = english_moves.PICKS_NUMBER.fullmatch(said)
    if by_number:
        place = english.ORDINALS[by_number["place"]]
        return place % len(interpretations) if place < len(interpretations) else None
    return _picked_by_words(interpretations, text)


def _picked_by_words(interpretations: Sequence[str], text: str) -> int | None:
    """Return the one reading that shares most with ``text``, where the others share less."""
    own = set(content_stems(text))
    if not own or len(own) > _MOST_PICKING_STEMS or "?" in text:
        return None
    told = [set(content_stems(each)) for each in interpretations]
    shared_by_all = set.intersection(*told) if told else set()
    shares = [len(own & (each - shared_by_all)) for each in told]
    best = max(shares, default=0)
    is_plain = best and 2 * best >= len(own) and shares.count(best) == 1
    return shares.index(best) if is_plain else None


def is_new_matter(text: str, previous: str) -> bool:
    """Whether ``text`` speaks of something else than the question ``previous`` asked back.

    >>> is_new_matter("What are my todos?", "Book it"), is_new_matter("for Friday", "Book it")
    (True, False)
    """
    if english_moves.CHANGES_MATTER.search(text) or move(text) == "courtesy":
        return True
    own = set(content_stems(text))
    if own & set(content_stems(previous)) or not own:
        return False
    return move(text) == "question" or (move(text) == "request" and len(own) > _FEW_STEMS)
