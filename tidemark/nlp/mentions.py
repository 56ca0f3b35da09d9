"""Mentions: the names, noun phrases and pronouns of a text.

There is no part-of-speech model: capitals, quotation marks, determiners and word lists decide.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from tidemark.nlp.languages import given_names
from tidemark.nlp.pack_fields import LanguagePack, ReferentKind
from tidemark.nlp.sentences import is_abbreviation
from tidemark.schema import Role
from utils import text_cache

_TOKEN = re.compile(r"\w+(?:['’.&-]\w+)*|[^\w\s]")
_SHORTENED_CHARS = 4  # of a word abbreviated with a full stop, such as "Prof."
_NEAR_CHARS = 12  # before a name, enough to see whether it opens a sentence
# "1. Casa Baixa 2. Hotel Tejo": numbers that separate names.
_FIRST_ENTRY = re.compile(r"(?:^|[\s:?.!;])1[.)]\s")
_ENTRY_END = re.compile(r"[.)]\s")
_QUOTED = re.compile(r'"([^"\n]{2,60})"|“([^”\n]{2,60})”')


class Utterance(NamedTuple):
    """One message of a conversation: role and text."""

    role: Role
    text: str


class Token(NamedTuple):
    """A word or mark of a text with its position; ``word`` is its form as ``bare`` returns it."""

    text: str
    start: int
    end: int
    word: str

    @property
    def is_word(self) -> bool:
        """Return whether it is a word and not a mark."""
        return self.text[0].isalnum()


@dataclass(frozen=True)
class Mention:
    """A name or noun phrase of a text, and its position."""

    text: str
    start: int
    end: int
    is_name: bool


def bare(word: str) -> str:
    """Return ``word`` lower-cased, without a possessive ending.

    >>> bare("Hedin's")
    'hedin'
    """
    return word.lower().replace("’", "'").removesuffix("'s")


def is_noun(token: Token, pack: LanguagePack) -> bool:
    """Return whether ``token`` may be a noun: no function word, verb, qualifier or number."""
    word = token.word
    return (
        word[0].isalpha()
        and word not in pack.function_words
        and word not in pack.lexicon.verbs
        and word not in pack.lexicon.qualifiers
    )


def head_after(found: Sequence[Token], at: int, pack: LanguagePack) -> int:
    """Return the index of the head of the phrase that the word at ``at`` opens.

    Qualifiers are skipped; without a head it is the length of ``found``.
    """
    head = at + 1
    while head < len(found) and found[head].word in pack.lexicon.qualifiers:
        head += 1
    return head


@text_cache(4096)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the words and marks of ``text`` in order."""
    return tuple(Token(m[0], *m.span(), bare(m[0])) for m in _TOKEN.finditer(text))


@text_cache(4096)
def names(text: str, pack: LanguagePack) -> tuple[Mention, ...]:
    """Return the proper names of ``text`` in order: capitalised runs and quoted words.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> text = "When did Bob Dylan's band play the Battle of Evermore?"
    >>> [name.text for name in names(text, ENGLISH)]
    ['Bob Dylan', 'Battle of Evermore']
    >>> [name.text for name in names("Both on Lake Hollmer. The Linde, near St. Gallen", ENGLISH)]
    ['Lake Hollmer', 'Linde', 'St. Gallen']
    """
    quoted = [
        Mention((match.group(1) or match.group(2)).strip(" ,."), match.start(), match.end(), True)
        for match in _QUOTED.finditer(text)
    ]
    blank = _QUOTED.sub(lambda match: "." * len(match.group()), text)
    runs = [_named(text, run) for run in _capitalised_runs(blank, pack) if run]
    return tuple(sorted([*quoted, *runs], key=lambda mention: mention.start))


def with_capitals(text: str, known: Set[str], pack: LanguagePack) -> str:
    """Return ``text`` with a capital for each word of it that is ``known`` as a name.

    A verb or function word keeps its small letter, and so does a noun with an article.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> with_capitals("rose and will buy a rose", {"Rose", "Will"}, ENGLISH)
    'Rose and will buy a rose'
    """
    usual, before = pack.function_words | pack.lexicon.verbs, ""
    for token in tokens(text):
        is_name = token.text[:1].islower() and token.text.capitalize() in known
        if is_name and token.word not in usual and before not in pack.lexicon.determiners:
            text = f"{text[: token.start]}{token.text.capitalize()}{text[token.end :]}"
        before = token.word
    return text


def _capitalised_runs(text: str, pack: LanguagePack) -> list[list[Token]]:
    runs: list[list[Token]] = []
    is_list = bool(_FIRST_ENTRY.search(text))
    for token in tokens(text):
        if not _may_be_in_a_name(token, pack):
            continue
        if is_list and token.text.isdigit() and _ENTRY_END.match(text, token.end):
            continue
        last = runs[-1][-1] if runs else None
        if last and _joins(last, token, text, pack):
            runs[-1].append(token)
        elif not token.text[0].isdigit():
            runs.append([token])
    return [_without_opener(text, run, pack) for run in runs]


def _joins(last: Token, token: Token, text: str, pack: LanguagePack) -> bool:
    """Return whether ``token`` continues a name after ``last``, as in "St. Gallen"."""
    between = text[last.end : token.start]
    if last.text.endswith(("'s", "’s")) or ("." in between and len(last.text) > _SHORTENED_CHARS):
        return False
    if token.text[0].isdigit() and (between.strip() or _is_apart(last, token, text, pack)):
        return False
    return bool(pack.references.name_joint.fullmatch(between))


def _is_apart(name: Token, number: Token, text: str, pack: LanguagePack) -> bool:
    """Return whether ``number`` is an amount, and no part of the ``name`` before it: "Tom 200".

    A number belongs to a name as in "Apollo 11", which no person is given.
    """
    is_money = pack.corrections.money.match(text, number.end)
    counts = re.match(r" [a-z]", text[number.end :])  # "Jan 3 boeken", not "Circe 4, Emma 1"
    return bool(is_money) or bool(counts and name.word in given_names(pack.language))


def _may_be_in_a_name(token: Token, pack: LanguagePack) -> bool:
    first = token.text[0]
    is_self = bool(pack.references.first_person.fullmatch(token.text))
    return (first.isupper() and not is_self) or first.isdigit()


def _without_opener(text: str, run: list[Token], pack: LanguagePack) -> list[Token]:
    """Remove a first word that is capitalised only because it opens a sentence."""
    first = run[0]
    before = text[max(0, first.start - _NEAR_CHARS) : first.start]
    said = before.rstrip()
    is_titled = said.endswith(".") and is_abbreviation("".join(said[:-1].split()[-1:]))
    opens = not before.strip(" \t\"“'‘(*-") or (said[-1:] in ".?!:\n" and not is_titled)
    if opens and _is_given_to_who_acts(text, first, pack):
        return run
    common = first.word in pack.function_words or first.word in pack.lexicon.openers
    if opens and (common or (len(run) == 1 and first.word in pack.lexicon.verbs)):
        run = run[1:]
    if all(token.text[0].isdigit() or token.word in pack.function_words for token in run):
        return []
    return run


def _is_given_to_who_acts(text: str, first: Token, pack: LanguagePack) -> bool:
    """Return whether a given name opens ``text``, though it is a word, too: "Ben komt"."""
    if first.word not in given_names(pack.language):
        return False
    follows = next((each.word for each in tokens(text) if each.start >= first.end), "")
    is_verb = follows in pack.lexicon.auxiliaries or follows in pack.lexicon.verbs
    return is_verb and not pack.accounts.participle.fullmatch(follows)


def _named(text: str, run: list[Token]) -> Mention:
    start, end = run[0].start, run[-1].end
    if run[-1].text.endswith(("'s", "’s")):
        end -= 2
    return Mention(text[start:end], start, end, is_name=True)


@text_cache(4096)
def noun_phrases(text: str, pack: LanguagePack) -> tuple[Mention, ...]:
    """Return the noun phrases of ``text`` that are not names, in order, without determiners.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> text = "how does the price of olive oil change in winter"
    >>> [phrase.text for phrase in noun_phrases(text, ENGLISH)]
    ['price of olive oil', 'winter']
    """
    taken = {position for name in names(text, pack) for position in range(name.start, name.end)}
    runs: list[list[Token]] = []
    for token in tokens(text):
        if token.start in taken or not is_noun(token, pack):
            continue
        last = runs[-1][-1] if runs else None
        between = text[last.end : token.start] if last else ""
        if (
            last
            and not last.text.endswith(("'s", "’s"))
            and pack.references.phrase_joint.fullmatch(between)
        ):
            runs[-1].append(token)
        else:
            runs.append([token])
    return tuple(
        Mention(text[run[0].start : run[-1].end], run[0].start, run[-1].end, is_name=False)
        for run in runs
    )


@dataclass(frozen=True)
class Anaphor:
    """Words that refer to something named elsewhere.

    ``kinds`` are the kinds of things they may refer to, likeliest first; it ``owns`` the noun after
    it; ``preposition`` is the one it contains, to write before the antecedent. A place without one
    takes that of the conversation, unless it ``is_bare``.
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
        is_abbreviation = token.text.isupper() and len(token.text) > 1 and not question.isupper()
        if token.word not in references.pronouns or is_abbreviation:
            continue
        before = found[at - 1].word if at else ""
        after = found[at + 1].word if at + 1 < len(found) and found[at + 1].is_word else ""
        opens = _noun_after(found, at, named, pack)
        pronoun = references.pronoun(before, token.word, after, opens)
        is_empty = any(start <= token.start < end for start, end in empty)
        if pronoun and not (is_empty and "thing" in pronoun.kinds):
            yield Anaphor(token.start, token.end, token.text, pronoun.kinds, pronoun.owns)


def _noun_after(found: Sequence[Token], at: int, named: set[int], pack: LanguagePack) -> str:
    """Return the noun or name of the phrase that the word at ``at`` opens, or nothing."""
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
