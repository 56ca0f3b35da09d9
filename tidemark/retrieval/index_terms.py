"""Terms as the index of passages holds them: our own stems, so that every database finds alike.

What ``index_terms`` makes of a text is needed once more to take it out of the index: a change of it
needs a migration that builds the index again.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tidemark.nlp.search_terms import content_stems
from tidemark.nlp.stemming import WORD_CHARS


class TypedTerm(NamedTuple):
    """A word to search for: any of its ``stems``, or any stem that ``begins`` so, if given."""

    stems: Sequence[str]
    begins: str = ""


def index_term(stem: str) -> str:
    """Return ``stem`` as it is indexed, and found."""
    return stem[:WORD_CHARS]


def index_terms(content: str) -> list[str]:
    """Return the different stems of ``content`` as they are indexed, each once."""
    return list(dict.fromkeys(map(index_term, content_stems(content))))


def stemmed(texts: Mapping[int, str]) -> dict[int, str]:
    """Return the terms of each of ``texts``, parted by blanks, by its number.

    >>> stemmed({7: "The boats, and a boat"})
    {7: 'boat'}
    """
    return {number: " ".join(index_terms(content)) for number, content in texts.items()}
