"""The caches of one open database: all that this process holds of people's words between turns.

They have one owner, so that what is deleted for ever is in none of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tidemark.prompt.remembered import MemoryCache
from tidemark.retrieval.refs import CollectionKey
from tidemark.storage.branch_families import FamilyMember
from tidemark.storage.messages import MessageCache
from tidemark.storage.prompt_snapshots import SnapshotRunCache
from tidemark.storage.search.passage_cache import PassageCache
from tidemark.storage.search.passages import collection_of
from tidemark.storage.search.readable_sessions import OccurrenceLookup
from tidemark.storage.search.vectors import Vectors
from tidemark.storage.shape_cache import ShapeCache
from utils import clear_text_caches


@dataclass(frozen=True)
class ProcessCaches:
    """Passages, where terms occur, vectors, merged memories, messages of contexts, prompts.

    Those of search are keyed by collection, so that all scopes share them.  The texts that are
    cached below storage are emptied with them.
    """

    passages: PassageCache
    occurrences: OccurrenceLookup
    vectors: Vectors
    memories: MemoryCache
    context_messages: MessageCache
    snapshot_runs: SnapshotRunCache

    @classmethod
    def empty(cls, vectors: Vectors) -> "ProcessCaches":
        """Return caches that hold nothing yet, with ``vectors``, which keep their own."""
        passages = PassageCache()
        return cls(
            passages,
            OccurrenceLookup(passages),
            vectors,
            MemoryCache(),
            ShapeCache(),
            SnapshotRunCache(),
        )

    def forget_sources(self, collections: Iterable[CollectionKey]) -> None:
        """Drop everything of ``collections``, of sources that were deleted."""
        for collection in collections:
            self.passages.forget(collection)
            self.vectors.forget(collection)
        clear_text_caches()

    def forget(self, sessions: Iterable[FamilyMember]) -> None:
        """Drop everything of ``sessions``, which were deleted.

        Texts and prompts are cached without the name of their session, so all of them go: they
        come back in milliseconds.
        """
        for session in sessions:
            collection = collection_of(session.key)
            self.passages.forget(collection)
            self.occurrences.forget(collection)
            self.vectors.forget(collection)
            self.memories.forget(session.session_id)
            self.context_messages.forget(session.session_id)
        self.snapshot_runs.clear()
        clear_text_caches()
