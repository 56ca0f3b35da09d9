"""Words with a meaning in questions over tables, read from ``words/``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from tidemark.nlp.languages import Language

LONGEST_CUE = 5  # words
PermittingKind = Literal[
    "opens", "phrases", "hearers", "doers", "shows", "leaning", "many", "spans"
]
TellingKind = Literal["tellers", "owners", "wants", "linking", "wishes"]

_FOLDER = Path(__file__).parent / "words"
_FILES: Mapping[Language, str] = {"en": "english.toml", "nl": "dutch.toml"}


@dataclass(frozen=True)
class Cue:
    """The meaning of a phrase: a ``kind``, an argument, and the ``concept`` it is about, if any."""

    kind: str
    argument: str = ""
    concept: str = ""


@cache
def _words(language: Language) -> Mapping[str, Any]:
    return tomllib.loads((_FOLDER / _FILES[language]).read_text(encoding="utf-8"))


@cache
def cues(language: Language) -> Mapping[tuple[str, ...], Cue]:
    """Return the meaning of each phrase of ``language``."""
    found: dict[tuple[str, ...], Cue] = {}
    for name, phrases in _words(language)["cues"].items():
        kind, argument, concept = (*name.split(), "", "")[:3]
        for phrase in phrases:
            found[tuple(phrase.split())] = Cue(kind, argument, concept)
    return found


@cache
def paying() -> tuple[str, ...]:
    """Return the words for paying, of every language."""
    return tuple(
        phrase[0]
        for language in _FILES
        for phrase, cue in cues(language).items()
        if cue.argument == "paid"
    )


@cache
def uncalculated(language: Language) -> frozenset[str]:
    """Return words for what no query of the rules works out: "difference", "share"."""
    return frozenset(_words(language)["uncalculated"])


@cache
def outlined(language: Language, of: Literal["column_names", "table_names"]) -> frozenset[str]:
    """Return words that ask which columns or tables there are, and not for what they hold."""
    return frozenset(_words(language)[of])


@cache
def measured(language: Language) -> frozenset[str]:
    """Return nouns that add nothing to what is measured: "consumption" in "gas consumption"."""
    return frozenset(_words(language)["measured"])


@cache
def time_units(language: Language) -> frozenset[str]:
    """Return the units that make a number before them a duration: "40 days", and no year."""
    return frozenset(_words(language)["time_units"])


@cache
def permitting(language: Language, of: PermittingKind) -> frozenset[str]:
    """Return the words of questions of permission and of time that are ``of`` one kind."""
    return frozenset(_words(language)["permitting"][of])


@cache
def telling(language: Language, of: TellingKind) -> frozenset[str]:
    """Return words that begin a statement of the person, or show that it is a wish."""
    return frozenset(_words(language)["telling"][of])


@cache
def belonging(language: Language) -> frozenset[str]:
    """Return verbs that only say that rows belong to something: "that hang in the attic"."""
    return frozenset(_words(language)["belonging"])


@cache
def holders(language: Language) -> frozenset[str]:
    """Return nouns for what holds the rows: "table" in "the flights in this table"."""
    return frozenset(_words(language)["holders"])


@cache
def having(language: Language) -> frozenset[str]:
    """Return words before a number of rows that belong to a row: "who have two dogs"."""
    return frozenset(_words(language)["having"])


@cache
def relating(language: Language) -> frozenset[str]:
    """Return words that say which rows are meant by what follows: "of" in "of that song"."""
    return frozenset(_words(language)["relating"])


@cache
def commanding(
    language: Language, of: Literal["commands", "before_commands", "possessives"]
) -> frozenset[str]:
    """Return words that ask for nothing as an order, or words that tell whether they are one."""
    return frozenset(_words(language)[of])


@cache
def opposing(language: Language) -> tuple[str, ...]:
    """Return the beginnings of a word that make it its opposite: "un" in "unpaid"."""
    return tuple(_words(language)["opposing"])


@cache
def skipped(language: Language) -> frozenset[str]:
    """Return the words of ``language`` that have no meaning for a query."""
    return frozenset(_words(language)["skipped"])


@cache
def numbers_named(language: Language) -> Mapping[str, int]:
    """Return the numbers that ``language`` writes as words."""
    return {word: number for number, word in enumerate(_words(language)["numbers"])}


@cache
def _roles(language: Language) -> Mapping[str, str]:
    return {word: role for role, words in _words(language)["roles"].items() for word in words}


def role_of(word: str, language: Language) -> str:
    """Return the end of a journey that ``word`` means, source or destination, or nothing."""
    return _roles(language).get(word, "")


@cache
def synonyms() -> Mapping[str, frozenset[str]]:
    """Return for each word the groups of its synonyms, each by its first word."""
    found: dict[str, set[str]] = {}
    for line in (_FOLDER / "synonyms.txt").read_text(encoding="utf-8").splitlines():
        group = line.split()
        for word in group:
            found.setdefault(word, set()).add(group[0])
    return {word: frozenset(groups) for word, groups in found.items()}
