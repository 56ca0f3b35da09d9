"""Support: the degree to which a passage supports the statement of a sentence.

Names, numbers with units, and dates are either in a passage or not.  Of the other words, the share
that a few of its sentences contain together counts: words scattered over a page are weak evidence.
A sentence of the passage that makes the same statement negated does not support it, nor the
reverse.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tidemark.nlp.languages import LANGUAGES
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.search_terms import words
from tidemark.nlp.sentences import Sentence, split_sentences
from tidemark.nlp.stemming import stem
from tidemark.sources.quantities import Date, Quantities, Quantity

_MOST_SENTENCES = 3  # combined to support a claim (benchmark/README.md)
_NAME_COST, _NUMBER_COST, _DENIED_COST = 0.6, 0.45, 0.5  # factors of the support
_SAYS_THE_SAME = 0.7  # the share of a claim that a sentence covers, to be the same statement …
_AND_LITTLE_ELSE = 0.5  # … and the share of the sentence that is in the claim
_INHABITANT = ("n", "an", "ian")  # Libyan
_COUNTRY_LETTERS = 4
_LONGEST_QUOTE = 4  # words of a quoted name
_NAME_LETTERS = 2
# Endings of words that open a sentence but are not names
_COMMON_ENDING = re.compile(
    r"(?:s|ing|ed|ly|ion|ment|ness|ity|ship|ance|ence|al|ive|able|en|heid|schap|atie|teit|lijk)\Z"
)
_LETTERS_INSIDE = re.compile(r"\w[A-Z]|\d|_")  # IPv6, macOS, max_size


@dataclass(frozen=True)
class Claim:
    """A sentence to be supported by a passage: its names and content words by their stems."""

    text: str

    @cached_property
    def pack(self) -> LanguagePack:
        """The language of the sentence."""
        return language_pack_for(self.text)

    @cached_property
    def stems(self) -> tuple[frozenset[str], ...]:
        """The stems of each content word; any of a word's stems matches."""
        skipped = self.pack.function_words
        found = (word for word in words(self.text) if word not in skipped)
        return tuple(dict.fromkeys(_stems_of(word) for word in found))

    @cached_property
    def names(self) -> tuple[frozenset[str], ...]:
        """The stems of each word of its names."""
        return tuple(dict.fromkeys(map(_stems_of, self._name_words())))

    @cached_property
    def quantities(self) -> Quantities:
        """Its numbers and dates."""
        return Quantities.read(self.text)

    @cached_property
    def is_denial(self) -> bool:
        """Return whether the sentence is a negation."""
        return bool(self.pack.corrections.denies.search(self.text))

    @property
    def states_something(self) -> bool:
        """Return whether it contains anything that a passage could support."""
        return bool(self.stems) and not self.text.rstrip().endswith("?")

    @property
    def says_enough(self) -> bool:
        """Return whether it is more than an introduction such as "According to"."""
        held = self.quantities
        return len(self.stems) > 1 or bool(self.names or held.numbers or held.clock or held.dates)

    def _name_words(self) -> Iterator[str]:
        calendar = self.pack.lexicon.calendar
        for name in names(self.text, self.pack):
            parts = words(name.text)
            if len(parts) > _LONGEST_QUOTE and not name.text[:1].isupper():
                continue
            if len(parts) == 1 and self._only_opens(name.text, name.start):
                continue
            for part in parts:
                is_word = len(part) >= _NAME_LETTERS and not part[0].isdigit()
                if is_word and part not in self.pack.function_words | calendar:
                    yield part

    def _only_opens(self, word: str, start: int) -> bool:
        """Return whether ``word`` may be capitalised only because it opens the sentence."""
        if start > len(self.text) - len(self.text.lstrip(" \t\"“'‘(*-")):
            return False
        return bool(_COMMON_ENDING.search(word.lower())) and not _LETTERS_INSIDE.search(word)


class ReadPassage:
    """A passage with the words of each of its sentences, parsed once for many claims.

    Names and numbers in its title and headings, given as ``about``, count as its own.
    """

    def __init__(self, text: str, about: str = "") -> None:
        self.pack = language_pack_for(text)
        self._sentences = split_sentences(text) or [Sentence(text, 0, len(text))]
        self._stems = [_all_stems(each.text) for each in self._sentences]
        self._content = [self._content_stems(each.text) for each in self._sentences]
        above = _all_stems(about)
        self._all = frozenset(above.union(*self._stems))
        self._quantities = Quantities.read(f"{text}\n{about}")

    def missing_names(self, claim: Claim) -> list[frozenset[str]]:
        """Return the stems of each word of a name in ``claim`` that is missing here."""
        return [each for each in claim.names if not self._names(each)]

    def missing_quantities(self, claim: Claim) -> list[Quantity | Date | int]:
        """Return the numbers and dates of ``claim`` that are missing here."""
        return claim.quantities.missing_from(self._quantities)

    def denies(self, claim: Claim) -> bool:
        """Return whether the sentences that match ``claim`` negate it."""
        wanted = frozenset().union(*claim.stems)
        same = [
            at
            for at, stems in enumerate(self._stems)
            if _share(claim.stems, stems) >= _SAYS_THE_SAME
            and len(self._content[at] & wanted) >= _AND_LITTLE_ELSE * len(self._content[at])
        ]
        return bool(same) and all(self._is_denial(at) != claim.is_denial for at in same)

    def coverage(self, claim: Claim) -> float:
        """Return the share of its content words that the best few sentences here contain."""
        held = {stems for _, found in self._best(claim) for stems in found}
        return len(held) / len(claim.stems) if claim.stems else 0.0

    def place_of(self, claim: Claim) -> tuple[int, int]:
        """Return the span of the sentences that best support ``claim``; all if none does."""
        best = self._best(claim)
        most = max((len(found) for _, found in best), default=0)
        places = [at for at, found in best if 2 * len(found) >= most]
        first, last = min(places, default=0), max(places, default=-1)
        return self._sentences[first].start, self._sentences[last].end

    def _best(self, claim: Claim) -> list[tuple[int, list[frozenset[str]]]]:
        """Return the sentences that best support ``claim``, with the words that each adds."""
        left = list(claim.stems)
        rarity = {each: self._rarity(each) for each in left}
        best = []
        for _ in range(_MOST_SENTENCES):
            worth = [sum(rarity[each] for each in left if each & held) for held in self._stems]
            at = worth.index(max(worth))
            if not worth[at]:
                break
            best.append((at, [each for each in left if each & self._stems[at]]))
            left = [each for each in left if not each & self._stems[at]]
        return best

    def _content_stems(self, text: str) -> frozenset[str]:
        skipped = self.pack.function_words
        return frozenset(
            stem(word, self.pack.language) for word in words(text) if word not in skipped
        )

    def _names(self, stems: frozenset[str]) -> bool:
        """Return whether a word of a name occurs here, or the country of a nationality."""
        bases = (each.removesuffix(end) for each in stems for end in _INHABITANT)
        countries = (each for each in bases if len(each) >= _COUNTRY_LETTERS)
        return bool(stems & self._all) or any(each in self._all for each in countries)

    def _rarity(self, stems: frozenset[str]) -> float:
        found = sum(bool(stems & held) for held in self._stems)
        return math.log((len(self._stems) + 1) / (found + 0.5))

    def _is_denial(self, at: int) -> bool:
        return bool(self.pack.corrections.denies.search(self._sentences[at].text))


def supports(sentence: str, passage: str) -> float:
    """Return the degree to which ``passage`` supports ``sentence``, from 0 to 1.

    >>> text = "The library opens at 9:00 on Mondays."
    >>> supports("It opens at 9 am on Monday.", text) > supports("It opens at 10 am.", text)
    True
    """
    return support(Claim(sentence), ReadPassage(passage))


def support(claim: Claim, passage: ReadPassage) -> float:
    """Return the degree to which ``passage`` supports ``claim``, from 0 to 1."""
    factor = _NAME_COST ** len(passage.missing_names(claim))
    factor *= _NUMBER_COST ** bool(passage.missing_quantities(claim))
    factor *= _DENIED_COST if passage.denies(claim) else 1
    return factor * passage.coverage(claim)


def _share(wanted: Sequence[frozenset[str]], held: frozenset[str]) -> float:
    return sum(bool(each & held) for each in wanted) / max(len(wanted), 1)


def _all_stems(text: str) -> frozenset[str]:
    return frozenset().union(*map(_stems_of, words(text)))


def _stems_of(word: str) -> frozenset[str]:
    """Return the stems of a word in every language, without accents."""
    bare = word.removesuffix("'s")
    if not bare.isascii():
        plain = unicodedata.normalize("NFKD", bare)
        bare = "".join(each for each in plain if not unicodedata.combining(each))
    return frozenset(stem(bare, language) for language in LANGUAGES)
