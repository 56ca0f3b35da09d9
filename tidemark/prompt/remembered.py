"""The items of all summaries in force as pieces of a view, merged once for each change of them."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import NamedTuple

from tidemark.memory import merging
from tidemark.nlp.search_terms import content_stems
from tidemark.prompt import packing
from tidemark.schema import ItemKind, Reason, SessionMemory, ViewPiece
from utils import TokenCounter

_MOST_CACHED = 64  # sessions

Memories = tuple[SessionMemory, ...]


class RememberedItem(NamedTuple):
    """An item as a piece of a view, and its stems."""

    kind: ItemKind
    piece: ViewPiece
    stems: frozenset[str]


@dataclass(frozen=True)
class MergedMemory:
    """The merge of ``memories``, those of all summaries in force, oldest first."""

    memories: Memories

    @cached_property
    def memory(self) -> SessionMemory:
        """All items, newer ones superseding older ones."""
        return reduce(merging.merge, self.memories, SessionMemory())

    @cached_property
    def items(self) -> tuple[RememberedItem, ...]:
        """The items of ``memory`` as pieces of a view."""
        counter = TokenCounter()
        return tuple(
            RememberedItem(
                kind,
                packing.item_piece(kind, item, reason=Reason("remembered"), counter=counter),
                frozenset(content_stems(item.text)),
            )
            for kind, item in self.memory.all_items()
        )


MergeMemories = Callable[[Memories], MergedMemory]  # ``MergedMemory`` itself, or a cache of it


class MemoryCache:
    """The merged memory of the sessions last read; merging takes a third of the time of recall.

    The entry of a session is valid while its summaries are the same.  Safe across threads.
    """

    def __init__(self) -> None:
        self._merged: OrderedDict[tuple[str, str], MergedMemory] = OrderedDict()
        self._lock = threading.Lock()

    def of_session(self, user_id: str, session_id: str) -> MergeMemories:
        """Return a function that merges the memories of this session, or returns the last merge."""
        key = user_id, session_id

        def merge(memories: Memories) -> MergedMemory:
            with self._lock:
                merged = self._merged.get(key)
            if merged is None or merged.memories != memories:
                merged = MergedMemory(memories)
            with self._lock:
                self._merged[key] = merged
                self._merged.move_to_end(key)
                while len(self._merged) > _MOST_CACHED:
                    self._merged.popitem(last=False)
            return merged

        return merge

    def forget(self, session_id: str) -> None:
        """Drop the cache entries of the sessions with this id, of all users."""
        with self._lock:
            for key in [key for key in self._merged if key[1] == session_id]:
                del self._merged[key]
