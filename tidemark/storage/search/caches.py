"""The caches of search in this process: the passages of collections, and where terms occur."""

from collections.abc import Callable
from dataclasses import dataclass

from tidemark.retrieval.similarity import QueryVector
from tidemark.storage.search.passage_cache import PassageCache
from tidemark.storage.search.reachable import OccurrenceLookup


@dataclass
class SearchCaches:
    """The caches of one open database; keyed by collection, so that all scopes share them.

    ``meaning_of`` makes the vector of a question, once somebody can.
    """

    passages: PassageCache
    occurrences: OccurrenceLookup
    meaning_of: Callable[[str], QueryVector | None]

    @classmethod
    def empty(cls) -> "SearchCaches":
        """Return caches that hold nothing yet."""
        passages = PassageCache()
        return cls(passages, OccurrenceLookup(passages), _unknown)


def _unknown(_question: str) -> None:
    """Know no vector: nobody makes any."""
