"""The caches of search in this process: the passages of collections, and where terms occur."""

from dataclasses import dataclass

from tidemark.storage.search.passage_cache import PassageCache
from tidemark.storage.search.reachable import OccurrenceLookup


@dataclass(frozen=True)
class SearchCaches:
    """The caches of one open database; keyed by collection, so that all scopes share them."""

    passages: PassageCache
    occurrences: OccurrenceLookup

    @classmethod
    def empty(cls) -> "SearchCaches":
        """Return caches that hold nothing yet."""
        passages = PassageCache()
        return cls(passages, OccurrenceLookup(passages))
