"""What was looked up is cached until there is no room for it."""

import numpy as np

from tidemark.retrieval.refs import PassageRefs
from tidemark.storage.search.passage_cache import OccurrenceCache, StemOccurrences


def _many(upto: int) -> StemOccurrences:
    return StemOccurrences(PassageRefs(np.arange(4)), upto)


def test_what_is_brought_up_to_date_takes_no_more_room() -> None:
    cache = OccurrenceCache(most=12)
    for turn in range(9):
        cache.keep({"lisbon": _many(turn), "porto": _many(turn)})
    assert cache.get("lisbon") is not None
    assert cache.get("porto") is not None

    cache.keep({"ghent": _many(9), "riga": _many(9)})

    assert cache.get("lisbon") is None
    assert cache.get("riga") is not None
