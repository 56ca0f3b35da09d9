"""The caches of one open database: everything this process holds of people's text between turns.

They have one owner, so that permanently deleted text can be removed from all of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tidemark.prompt.remembered import MemoryCache
from tidemark.retrieval.refs import collection_of_version
from tidemark.sources.picture_cache import PictureCache
from tidemark.storage.branch_families import FamilyMember
from tidemark.storage.messages import MessageCache
from tidemark.storage.prompt_snapshots import SnapshotRunCache
from tidemark.storage.search.passage_cache import PassageCache
from tidemark.storage.search.passages import collection_of
from tidemark.storage.search.readable_sessions import OccurrenceLookup
from tidemark.storage.search.source_texts import SourceTextCache
from tidemark.storage.search.vectors import Vectors
from tidemark.storage.shape_cache import ShapeCache
from tidemark.tables.loading import TableFiles
from utils import clear_text_caches


@dataclass(frozen=True)
class ProcessCaches:
    """Caches of passages, term occurrences, vectors, memories, messages, prompts and sources.

    Search caches are keyed by collection, so all scopes share them.  Text caches below the storage
    layer are emptied together with these.
    """

    passages: PassageCache
    occurrences: OccurrenceLookup
    vectors: Vectors
    memories: MemoryCache
    context_messages: MessageCache
    snapshot_runs: SnapshotRunCache
    source_texts: SourceTextCache
    pictures: PictureCache
    table_files: TableFiles

    @classmethod
    def empty(cls, vectors: Vectors) -> "ProcessCaches":
        """Return empty caches that use ``vectors``, which has a cache of its own."""
        passages = PassageCache()
        return cls(
            passages,
            OccurrenceLookup(passages),
            vectors,
            MemoryCache(),
            ShapeCache(),
            SnapshotRunCache(),
            SourceTextCache(),
            PictureCache(),
            TableFiles(),
        )

    def forget_sources(self, version_keys: Sequence[int]) -> None:
        """Drop all cached data of these deleted source versions."""
        self.source_texts.forget(version_keys)
        self.pictures.forget(version_keys)
        self.table_files.forget(version_keys)
        for collection in map(collection_of_version, version_keys):
            self.passages.forget(collection)
            self.vectors.forget(collection)
        clear_text_caches()

    def forget(self, sessions: Iterable[FamilyMember]) -> None:
        """Drop all cached data of ``sessions``, which were deleted.

        Texts and prompts are cached without their session's id, so all of those are dropped;
        rebuilding them takes milliseconds.
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
