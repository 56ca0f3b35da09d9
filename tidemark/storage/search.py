"""Finding covered messages again by their words."""

import heapq
import math
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, select

from tidemark.schema import Message
from tidemark.storage import postings
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_messages
from tidemark.storage.tables import is_active, messages, sessions

_K1, _B = 1.2, 0.75  # Okapi BM25, as FTS5 and Lucene set them
_STEM_LIMIT = 64  # a pasted page asks for its beginning: the cost grows with each stem
_CANDIDATE_LIMIT = 64  # how many of the heaviest are weighed again by their length


class Search:
    """Searches in one session at a time."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def covered(self, session_id: str, stems: Sequence[str], *, limit: int) -> tuple[Message, ...]:
        """Return the ``limit`` covered messages that share most with ``stems``, best first.

        A stem weighs by its rarity in the session, a message less the longer it is (BM25, a stem
        counted once a message); of equals the later one is first.  Retired replies are left out.
        """
        asked = list(dict.fromkeys(stems))[:_STEM_LIMIT]
        with self._connections.reading() as connection:
            weights = _weights(connection, session_id, asked)
            best = _best(connection, session_id, weights, limit)
            in_order = select(*MESSAGE).where(
                messages.c.session_id == session_id, messages.c.position.in_(best)
            )
            found = {message.position: message for message in as_messages(connection, in_order)}
        return tuple(found[position] for position in best)


def _weights(connection: Connection, session_id: str, stems: Sequence[str]) -> dict[int, float]:
    of_session = select(sessions.c.key, sessions.c.message_count)
    row = connection.execute(of_session.where(sessions.c.session_id == session_id)).one_or_none()
    weights: defaultdict[int, float] = defaultdict(float)
    if row is None or not stems:
        return weights
    for positions in postings.of(connection).find(connection, row.key, stems).values():
        count = len(positions)
        rarity = math.log(1 + (row.message_count - count + 0.5) / (count + 0.5))
        for position in positions:
            weights[position] += rarity
    active = select(messages.c.position).where(messages.c.session_id == session_id, is_active)
    for position in connection.scalars(active):
        weights.pop(position, None)
    return weights


def _best(
    connection: Connection, session_id: str, weights: dict[int, float], limit: int
) -> list[int]:
    heaviest = heapq.nlargest(_CANDIDATE_LIMIT + limit, weights, key=lambda at: (weights[at], at))
    if not heaviest:
        return []
    query = select(messages.c.position, messages.c.token_count).where(
        messages.c.session_id == session_id,
        messages.c.position.in_(heaviest),
        messages.c.is_retired == 0,
    )
    lengths = dict(connection.execute(query).all())
    mean = sum(lengths.values()) / max(len(lengths), 1)

    def score(at: int) -> tuple[float, int]:
        length = 1 - _B + _B * lengths[at] / mean
        return weights[at] * (_K1 + 1) / (1 + _K1 * length), at

    return heapq.nlargest(limit, lengths, key=score)
