"""The caches of one open database: all that this process holds of people's words between turns.

They have one owner, so that what is deleted for ever is in none of them.
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
    """Passages, where terms occur, vectors, memories, messages of contexts, prompts, sources.

    Those of search are keyed by collection, so that all scopes share them.  The texts that are
    cached below storage are emptied with them.
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
        """Return caches that hold nothing yet, with ``vectors``, which keep their own."""
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
        """Drop everything of these versions of sources, which were deleted."""
        self.source_texts.forget(version_keys)
        self.pictures.forget(version_keys)
        self.table_files.forget(version_keys)
        for collection in map(collection_of_version, version_keys):
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
