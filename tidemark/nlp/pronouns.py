"""Pronouns and other words of a question that refer to something named elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.nlp.mentions import Token, head_after, is_noun, names, tokens
from tidemark.nlp.pack_fields import LanguagePack, ReferentKind
from utils import text_cache


@dataclass(frozen=True)
class Anaphor:
    """Words that refer to something named elsewhere.

    ``kinds`` are what they may refer to, likeliest first; it ``owns`` the noun that follows;
    ``preposition`` is the one it contains, written before the antecedent. A place without one takes
    that of the conversation, unless it ``is_bare``.
    """

    start: int
    end: int
    phrase: str
    kinds: tuple[ReferentKind, ...]
    owns: bool = False
    preposition: str = ""
    is_bare: bool = False


@text_cache(4096)
def anaphors(question: str, pack: LanguagePack) -> tuple[Anaphor, ...]:
    """Return the anaphors of ``question`` in order: "she", "there", "ervan"."""
    found = [*_pronouns(question, pack), *_places(question, pack)]
    return tuple(sorted(found, key=lambda anaphor: anaphor.start))


def _pronouns(question: str, pack: LanguagePack) -> Iterator[Anaphor]:
    references = pack.references
    empty = [match.span() for match in references.empty_it.finditer(question)]
    found = tokens(question)
    named = {name.start for name in names(question, pack)}
    for at, token in enumerate(found):
        if preposition := references.adverbs.get(token.word):
            yield Anaphor(
                token.start, token.end, token.text, ("thing", "any"), preposition=preposition
            )
            continue
        if token.word not in references.pronouns:
            continue
        before = found[at - 1].word if at else ""
        after = found[at + 1].word if at + 1 < len(found) and found[at + 1].is_word else ""
        opens = _noun_after(found, at, named, pack)
        pronoun = references.pronoun(before, token.word, after, opens)
        is_empty = any(start <= token.start < end for start, end in empty)
        if pronoun and not (is_empty and "thing" in pronoun.kinds):
            yield Anaphor(token.start, token.end, token.text, pronoun.kinds, pronoun.owns)


def _noun_after(found: Sequence[Token], at: int, named: set[int], pack: LanguagePack) -> str:
    """Return the noun or name of the phrase opened by the word at ``at``, or nothing."""
    head = head_after(found, at, pack)
    if head >= len(found) or not found[head].is_word:
        return ""
    noun = found[head]
    is_head = noun.start in named or noun.word in pack.lexicon.general_nouns or is_noun(noun, pack)
    return noun.text if is_head else ""


def _places(question: str, pack: LanguagePack) -> Iterator[Anaphor]:
    for match in pack.references.place.finditer(question):
        group = match.lastgroup or "at"
        before = question[: match.start(group)].split()
        follows = bool(before) and before[-1].lower() in pack.lexicon.prepositions
        preposition = pack.references.to_place if group == "to" and not follows else ""
        span = match.span(group)
        yield Anaphor(*span, match[group], ("place",), preposition=preposition, is_bare=follows)
