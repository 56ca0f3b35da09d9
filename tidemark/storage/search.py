"""Finding covered messages again by their words."""

import heapq
import math
from collections.abc import Sequence
from operator import itemgetter

from sqlalchemy import Connection, bindparam, select

from tidemark.schema import Message
from tidemark.storage import postings
from tidemark.storage.columns import among
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_messages
from tidemark.storage.tables import messages
from tidemark.words import Term

_K1, _B = 1.2, 0.75  # Okapi BM25, as FTS5 and Lucene set them
_TERM_LIMIT = 64  # a pasted page asks for its beginning: the cost grows with each term
_CANDIDATE_LIMIT = 32  # how many of the heaviest are weighed again by their length
_ROUNDING = 1e-9  # more than sums of rarities are ever off by

# Built once: to build a statement costs more than to run it
_OF_SESSION = messages.c.session_id == bindparam("of_session")
_AT = among(messages.c.position, "positions")
_LENGTHS = select(messages.c.position, messages.c.token_count).where(
    _OF_SESSION, _AT, messages.c.is_retired == 0
)
_MESSAGES = select(*MESSAGE).where(_OF_SESSION, _AT)


class Search:
    """Searches in one session at a time."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def covered(self, session_id: str, terms: Sequence[Term], *, limit: int) -> tuple[Message, ...]:
        """Return the ``limit`` covered messages that share most with ``terms``, best first.

        A term stands where any of its stems does.  It weighs by its rarity in the session, a
        message less the longer it is (BM25, a term counted once a message); of equals the later
        one is first.  Retired replies are left out.
        """
        asked = list(dict.fromkeys(terms))[:_TERM_LIMIT]
        with self._connections.asking() as connection:
            weights = _weights(connection, session_id, asked, _CANDIDATE_LIMIT + limit)
            best = _best(connection, session_id, weights, limit)
            if not best:
                return ()
            asked_for = {"of_session": session_id, "positions": best}
            found = as_messages(connection.execute(_MESSAGES, asked_for))
        return tuple(sorted(found, key=lambda message: best.index(message.position)))


def _weights(
    connection: Connection, session_id: str, terms: Sequence[Term], wanted: int
) -> dict[int, float]:
    """Return what the covered messages weigh, at least the ``wanted`` heaviest of them."""
    stems = list(dict.fromkeys(stem for term in terms for stem in term))
    standing = postings.of(connection).find(connection, session_id, stems) if terms else None
    if standing is None:
        return {}
    message_count, found = standing.message_count, standing.found
    places = []
    for term in terms:
        positions = set[int]().union(*(found.get(postings.indexed(stem), ()) for stem in term))
        count = len(positions)
        rarity = math.log(1 + (message_count - count + 0.5) / (count + 0.5))
        places.append((rarity, positions - standing.active))
    places.sort(key=itemgetter(0), reverse=True)
    return weighed(places, wanted)


def weighed(places: Sequence[tuple[float, set[int]]], wanted: int) -> dict[int, float]:
    """Return what the ``wanted`` heaviest positions weigh, and maybe some others.

    ``places`` are the weight of each term, heaviest first, and where it stands.
    """
    weights: dict[int, float] = {}
    left = sum(rarity for rarity, _ in places)
    for rarity, positions in places:
        if len(weights) >= wanted and _least(weights, wanted) > left + _ROUNDING:
            positions = positions.intersection(weights)  # nobody else can join the heaviest
        for position in positions:
            weights[position] = weights.get(position, 0.0) + rarity
        left -= rarity
    return weights


def _best(
    connection: Connection, session_id: str, weights: dict[int, float], limit: int
) -> list[int]:
    if not weights:
        return []
    count = _CANDIDATE_LIMIT + limit
    least = _least(weights, count)
    by_weight = sorted(((weight, at) for at, weight in weights.items() if weight >= least))
    heaviest = [at for _, at in by_weight[-count:]]
    asked_for = {"of_session": session_id, "positions": heaviest}
    lengths = dict(connection.execute(_LENGTHS, asked_for).all())
    mean = sum(lengths.values()) / max(len(lengths), 1)

    def score(at: int) -> tuple[float, int]:
        length = 1 - _B + _B * lengths[at] / mean
        return weights[at] * (_K1 + 1) / (1 + _K1 * length), at

    return heapq.nlargest(limit, lengths, key=score)


def _least(weights: dict[int, float], count: int) -> float:
    """Return the least of the ``count`` heaviest; many are equal, so sorting is quick."""
    return sorted(weights.values())[-count:][0]
