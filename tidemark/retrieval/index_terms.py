"""Terms of the index of passages: our own stems, so that all databases find the same passages.

The same terms are needed to remove a text from the index: a change of ``index_terms`` needs a
migration that builds the index again.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tidemark.nlp.search_terms import content_stems
from tidemark.nlp.stemming import WORD_CHARS


class TypedTerm(NamedTuple):
    """A word to search for: any of its ``stems``, or any stem that starts with ``begins``."""

    stems: Sequence[str]
    begins: str = ""


def index_term(stem: str) -> str:
    """Return ``stem`` in the form in which it is indexed and searched."""
    return stem[:WORD_CHARS]


def index_terms(content: str) -> list[str]:
    """Return the different stems of ``content`` in indexed form, each once."""
    return list(dict.fromkeys(map(index_term, content_stems(content))))


def stemmed(texts: Mapping[int, str]) -> dict[int, str]:
    """Return the terms of each of ``texts`` by its number, separated by spaces.

    >>> stemmed({7: "The boats, and a boat"})
    {7: 'boat'}
    """
    return {number: " ".join(index_terms(content)) for number, content in texts.items()}
