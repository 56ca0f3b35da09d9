"""Finding passages again by their words."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from sqlalchemy import Connection, bindparam, select

from tidemark import ranking
from tidemark.ranking import Floats, Ground, Hits, Numbers
from tidemark.recall import Asked, Hit
from tidemark.storage import passages, postings
from tidemark.storage.columns import among
from tidemark.storage.connections import Connections
from tidemark.storage.tables import is_dropped, messages, sessions
from tidemark.words import Term, content_stems

_TERM_LIMIT = 64  # a pasted page asks for its beginning: the cost grows with each term
_READ_AGAIN = 5  # passages whose words are asked for in the second round
_NEW_WORDS = 12
_COMMON = 2  # a word that stands once leads nowhere else
_LEAST_COVERAGE = 0.1  # below it the past holds little of what the question speaks of

# Built once: to build a statement costs more than to run it
_KEY = select(sessions.c.key).where(sessions.c.session_id == bindparam("of_session"))
_RETIRED = select(messages.c.position).where(
    messages.c.session_id == bindparam("of_session"), is_dropped
)
_SAID = select(
    messages.c.position,
    messages.c.id,
    messages.c.role,
    messages.c.timestamp,
    messages.c.content,
).where(messages.c.session_id == bindparam("of_session"), among(messages.c.position, "positions"))


class Search:
    """Searches in one session at a time."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def find(
        self, session_id: str, asked: Asked, *, before: int | None = None, limit: int = 60
    ) -> tuple[Hit, ...]:
        """Return the ``limit`` passages that say most about what is ``asked``, best first.

        None where the session holds little of what the question speaks of.  Passages of messages
        at ``before`` and later are left out, and those of retired replies.
        """
        with self._connections.asking() as connection:
            held = _held(connection, session_id, before)
            if held is None:
                return ()
            asked = replace(asked, terms=asked.terms[:_TERM_LIMIT])
            hits = held.hits(asked.terms)
            if _coverage(hits, asked, len(held.ground.passages)) < _LEAST_COVERAGE:
                return ()
            held = held.near(hits)
            here = held.ground.within(hits)
            worth = ranking.score(held.ground, here, voices=asked.voices, spans=asked.spans)
            worth = held.without_retired(worth)
            led = _leading(held.read(worth, _READ_AGAIN, {}), known=hits)
            further = held.ground.within(held.hits([(stem,) for stem in led]))
            telling = _telling(further, led, len(held.ground.passages))
            worth = ranking.again(worth, held.ground, telling)
            return tuple(held.read(worth, limit, here))


@dataclass(frozen=True)
class _Held:
    """A session as it is searched."""

    connection: Connection
    session_id: str
    key: int
    ground: Ground

    def near(self, hits: Hits) -> "_Held":
        """Return the part of the session where ``hits`` lie closest."""
        return replace(self, ground=self.ground.near(hits))

    def hits(self, terms: Sequence[Term]) -> dict[str, Numbers]:
        """Return at which numbers each of ``terms`` stands; what stands nowhere is left out."""
        index, last = postings.of(self.connection), int(self.ground.numbers[-1])
        stems = list(dict.fromkeys(postings.indexed(stem) for term in terms for stem in term))
        found = index.find(self.connection, self.key, stems)
        hits = {}
        for term in terms:
            lists = [found[at] for at in map(postings.indexed, term) if at in found]
            numbers = np.unique(np.concatenate([np.array(each) for each in lists or [[]]]))
            inside = numbers[numbers <= last].astype(np.int64)
            if len(inside):
                hits[term[0]] = inside
        return hits

    def without_retired(self, worth: Floats) -> Floats:
        """Return ``worth`` with nothing for replies that a retry replaced."""
        retired = list(self.connection.scalars(_RETIRED, {"of_session": self.session_id}))
        return worth * ~np.isin(self.ground.passages["position"], retired) if retired else worth

    def read(self, worth: Floats, limit: int, hits: Hits) -> list[Hit]:
        """Return the ``limit`` best passages, best first, with which of ``hits`` stand in each."""
        best = np.argsort(-worth, kind="stable")[:limit]
        best = best[worth[best] > 0]
        chosen = self.ground.passages[best]
        positions = sorted({int(position) for position in chosen["position"]})
        these = {"of_session": self.session_id, "positions": positions}
        said = {row.position: row for row in self.connection.execute(_SAID, these).all()}
        shared = {stem: set(at.tolist()) for stem, at in hits.items()}
        found = []
        for at, row in zip(best.tolist(), chosen, strict=True):
            of = said[int(row["position"])]
            found.append(
                Hit(
                    message_id=of.id,
                    position=of.position,
                    role=of.role,
                    timestamp=of.timestamp,
                    start=int(row["start"]),
                    end=int(row["end"]),
                    content=of.content,
                    tokens=int(row["tokens"]),
                    worth=float(worth[at]),
                    shared=tuple(stem for stem, held in shared.items() if at in held),
                )
            )
        return found


def _held(connection: Connection, session_id: str, before: int | None) -> _Held | None:
    key = connection.scalar(_KEY, {"of_session": session_id})
    if key is None:
        return None
    rows = passages.of_session(connection, key)
    if before is not None:
        rows = rows[: np.searchsorted(rows["position"], before)]
    return _Held(connection, session_id, key, Ground.whole(rows)) if len(rows) else None


def _coverage(hits: Hits, asked: Asked, count: int) -> float:
    """Return the share of what is ``asked``, weighed by rarity, that stands in the session."""
    rarity = {term[0]: math.log1p(count / (1 + len(hits.get(term[0], ())))) for term in asked.terms}
    whole = sum(rarity.values())
    return sum(rarity[word] for word in hits) / whole if whole else 0.0


def _leading(found: Sequence[Hit], known: Hits) -> dict[str, float]:
    """Return the words of what was ``found`` that were not asked for, and how much each is worth.

    They are asked for in a second round (pseudo relevance feedback, Rocchio 1971).
    """
    worth: defaultdict[str, float] = defaultdict(float)
    for hit in found:
        for stem in set(content_stems(hit.text)) - set(known):
            worth[stem] += hit.worth
    return worth


def _telling(hits: Hits, worth: Mapping[str, float], count: int) -> dict[str, Numbers]:
    """Return the ``hits`` of those words that are worth most and are rare."""
    telling = {
        stem: worth[stem] * math.log1p(count / len(numbers))
        for stem, numbers in hits.items()
        if len(numbers) >= _COMMON
    }
    chosen = sorted(telling, key=lambda stem: (-telling[stem], stem))
    return {stem: hits[stem] for stem in chosen[:_NEW_WORDS]}
