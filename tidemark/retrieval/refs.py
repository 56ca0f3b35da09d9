"""References into the index of passages: integers with three meanings, each a type of its own.

The index is keyed by collection: the messages of a session are one, the text of a version of a
source is another.  A reference is a collection's key in the high half and a number in it in the low
half, so that references sort by collection, and those of one collection are adjacent.

Sessions' collections have the keys of their sessions, from 1 on; those of sources' versions follow
after ``FIRST_OTHER_COLLECTION``, so that a key shows which of the two it is.
"""

from typing import NamedTuple, NewType

import numpy as np
from numpy.typing import NDArray

NUMBER_BITS = 32  # of the 63 bits of a reference

Numbers = NDArray[np.int64]

CollectionKey = NewType("CollectionKey", int)
PassageRef = NewType("PassageRef", int)  # a collection and the number of a passage in it
MessageRef = NewType("MessageRef", int)  # a collection of messages and a position in its session
BlockRef = NewType("BlockRef", int)  # a collection and the number of a block of its passages

FIRST_OTHER_COLLECTION = CollectionKey(1 << 30)


class CollectionState(NamedTuple):
    """A collection and its version: of a session, one more than its last position with passages."""

    key: CollectionKey
    version: int


PassageRefs = NewType("PassageRefs", np.ndarray[tuple[int, ...], np.dtype[np.int64]])
NO_PASSAGES = PassageRefs(np.zeros(0, dtype=np.int64))


def collection_of_version(version_key: int) -> CollectionKey:
    """Return the collection of the text of a version of a source."""
    return CollectionKey(FIRST_OTHER_COLLECTION + version_key)


def version_key_of(collection: CollectionKey) -> int:
    """Return the key of the version of a source whose text is ``collection``."""
    return collection - FIRST_OTHER_COLLECTION


def is_of_source(collection: CollectionKey) -> bool:
    """Return whether ``collection`` is the text of a source, not the messages of a session.

    >>> is_of_source(collection_of_version(1)), is_of_source(CollectionKey(1))
    (True, False)
    """
    return collection > FIRST_OTHER_COLLECTION


def passage_ref(collection: CollectionKey, number: int) -> PassageRef:
    """Return the reference to the passage ``number`` of ``collection``."""
    return PassageRef(collection << NUMBER_BITS | number)


def message_ref(collection: CollectionKey, position: int) -> MessageRef:
    """Return the reference to the message at ``position`` of the session of ``collection``."""
    return MessageRef(collection << NUMBER_BITS | position)


def block_ref(collection: CollectionKey, number: int) -> BlockRef:
    """Return the reference to the block ``number`` of ``collection``."""
    return BlockRef(collection << NUMBER_BITS | number)


def parts(ref: PassageRef | MessageRef | BlockRef) -> tuple[CollectionKey, int]:
    """Return the collection of ``ref`` and the number in it.

    >>> parts(passage_ref(CollectionKey(7), 3))
    (7, 3)
    """
    return CollectionKey(ref >> NUMBER_BITS), ref & ((1 << NUMBER_BITS) - 1)


def collections_of(refs: PassageRefs) -> Numbers:
    """Return the key of the collection of each of ``refs``."""
    return refs >> NUMBER_BITS


def is_opening(refs: PassageRefs) -> NDArray[np.bool_]:
    """Return for each of ``refs`` whether it is the first passage of its collection."""
    is_first: NDArray[np.bool_] = (refs & ((1 << NUMBER_BITS) - 1)) == 0
    return is_first


def until(refs: PassageRefs, end: PassageRef) -> PassageRefs:
    """Return the references of ``refs``, which is sorted, that come before ``end``."""
    return PassageRefs(refs[: np.searchsorted(refs, end)])


def united(lists: list[PassageRefs]) -> PassageRefs:
    """Return the union of the sorted ``lists``, sorted."""
    if len(lists) == 1:
        return lists[0]
    refs = np.concatenate(lists)
    refs.sort(kind="stable")  # merges sorted runs; ``np.unique`` takes three times as long
    is_first = np.ones(len(refs), dtype=np.bool_)
    np.not_equal(refs[1:], refs[:-1], out=is_first[1:])
    return PassageRefs(refs[is_first])
