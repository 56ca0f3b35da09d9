"""Finding passages again by their words."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from sqlalchemy import Connection, bindparam, not_, select

from tidemark import ranking
from tidemark.passages import Passages
from tidemark.ranking import Floats, Ground, Hits, Numbers
from tidemark.recall import Asked, Hit
from tidemark.storage import postings
from tidemark.storage.columns import among
from tidemark.storage.connections import Connections
from tidemark.storage.grounds import Grounds, Standing
from tidemark.storage.tables import is_dropped, messages, sessions
from tidemark.words import Term, content_stems

_TERM_LIMIT = 64  # a pasted page asks for its beginning: the cost grows with each term
_READ_AGAIN = 5  # passages whose words are asked for in the second round
_NEW_WORDS = 12
_COMMON = 2  # a word that stands once leads nowhere else
_LEAST_COVERAGE = 0.1  # below it the past holds little of what the question speaks of

# Built once: to build a statement costs more than to run it
_STANDING = select(sessions.c.key, sessions.c.session_id, sessions.c.message_count)
_OF_ONE = _STANDING.where(sessions.c.session_id == bindparam("of_session"))
_OF_SEVERAL = _STANDING.where(sessions.c.session_id.in_(bindparam("of_sessions", expanding=True)))
_SAID = select(
    messages.c.position,
    messages.c.id,
    messages.c.role,
    messages.c.timestamp,
    messages.c.content,
).where(
    messages.c.session_id == bindparam("of_session"),
    among(messages.c.position, "positions"),
    not_(is_dropped),
)


class Search:
    """Searches in a session, or in several at once."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._grounds = Grounds()

    def find(
        self, session_id: str, asked: Asked, *, before: int | None = None, limit: int = 60
    ) -> tuple[Hit, ...]:
        """Return the ``limit`` passages that say most about what is ``asked``, best first.

        None where the session holds little of what the question speaks of.  Passages of messages
        at ``before`` and later are left out, and those of retired replies.
        """
        upto = {} if before is None else {session_id: before}
        return self.find_among([session_id], asked, before=upto, limit=limit)

    def find_among(
        self,
        session_ids: Sequence[str],
        asked: Asked,
        *,
        before: Mapping[str, int] | None = None,
        limit: int = 60,
    ) -> tuple[Hit, ...]:
        """Do as ``find`` in all of ``session_ids`` at once: one ranking, each hit of its session.

        ``before`` is by session; of those that are not in it, all is looked through.
        """
        with self._connections.asking() as connection:
            held = self._hold(connection, session_ids, before or {})
            if held is None:
                return ()
            asked = replace(asked, terms=asked.terms[:_TERM_LIMIT])
            hits = held.hits(asked.terms)
            if _coverage(hits, asked, len(held.ground.passages)) < _LEAST_COVERAGE:
                return ()
            held = held.near(hits)
            here = held.ground.within(hits)
            worth = ranking.score(held.ground, here, voices=asked.voices, spans=asked.spans)
            led = _leading(held.read(worth, _READ_AGAIN, here), known=hits)
            further = held.ground.within(held.hits([(stem,) for stem in led]))
            telling = _telling(further, led, len(held.ground.passages))
            worth = ranking.again(worth, held.ground, telling)
            return tuple(held.read(worth, limit, here))

    def _hold(
        self, connection: Connection, session_ids: Sequence[str], before: Mapping[str, int]
    ) -> "_Held | None":
        if len(session_ids) == 1:
            found = connection.execute(_OF_ONE, {"of_session": session_ids[0]})
        else:
            found = connection.execute(_OF_SEVERAL, {"of_sessions": list(session_ids)})
        standing = sorted((Standing(*row) for row in found.all()), key=lambda each: each.key)
        held = self._grounds.of(connection, standing)
        parts = [
            (each, _said_before(rows, before.get(each.session_id)))
            for each, rows in zip(standing, held, strict=True)
        ]
        return _Held.of(connection, [(each, rows) for each, rows in parts if len(rows)])


@dataclass(frozen=True)
class _Held:
    """Sessions as they are searched: the passages of one after those of the other.

    ``places`` says at which place of the index each session's first passage stands, ``firsts``
    which number it has here, ``lengths`` how many there are.
    """

    connection: Connection
    session_ids: tuple[str, ...]
    keys: tuple[int, ...]
    places: Numbers
    firsts: Numbers
    lengths: Numbers
    ground: Ground

    @classmethod
    def of(
        cls, connection: Connection, parts: Sequence[tuple[Standing, Passages]]
    ) -> "_Held | None":
        """Return these sessions, by key, or None where nothing was said in them."""
        if not parts:
            return None
        rows = [each for _, each in parts]
        keys = tuple(standing.key for standing, _ in parts)
        return cls(
            connection=connection,
            session_ids=tuple(standing.session_id for standing, _ in parts),
            keys=keys,
            places=np.array([postings.place(key, 0) for key in keys]),
            firsts=np.array(Ground.firsts(rows)),
            lengths=np.array([len(each) for each in rows]),
            ground=Ground.whole(*rows),
        )

    def near(self, hits: Hits) -> "_Held":
        """Return the part of it where ``hits`` lie closest."""
        return replace(self, ground=self.ground.near(hits))

    def hits(self, terms: Sequence[Term]) -> Hits:
        """Return at which numbers each of ``terms`` stands; what stands nowhere is left out."""
        stems = list(dict.fromkeys(postings.indexed(stem) for term in terms for stem in term))
        found = postings.of(self.connection).find(self.connection, self.keys, stems)
        places = {}
        for term in terms:
            lists = [found[stem] for stem in map(postings.indexed, term) if stem in found]
            if lists:
                places[term[0]] = lists[0] if len(lists) == 1 else sorted(set(chain(*lists)))
        return self._numbered(Hits.by_word(places))

    def _numbered(self, hits: Hits) -> Hits:
        """Return ``hits``, which are by place, by number; those elsewhere are left out."""
        of = np.searchsorted(self.places, hits.at, side="right") - 1
        position = hits.at - self.places[of]
        here = position < self.lengths[of]
        held = np.unique(hits.of[here])
        numbered = Hits(hits.words, hits.of[here], (self.firsts[of] + position)[here])
        return numbered.of_words(held.tolist())

    def read(self, worth: Floats, limit: int, hits: Hits) -> list[Hit]:
        """Return the ``limit`` best passages, best first, with which of ``hits`` stand in each."""
        best = np.argsort(-worth, kind="stable")[:limit]
        best = best[worth[best] > 0]
        chosen = self.ground.passages[best].tolist()
        of = np.searchsorted(self.firsts, self.ground.numbers[best], side="right") - 1
        said = self._said(of, [row[0] for row in chosen])
        found = []
        for at, session, row, shared in zip(
            best.tolist(), of.tolist(), chosen, hits.shared(best), strict=True
        ):
            position, start, end, _, _, tokens, _ = row
            message = said.get((session, position))
            if message is None:  # a reply that a retry replaced
                continue
            found.append(
                Hit(
                    session_id=self.session_ids[session],
                    message_id=message.id,
                    position=position,
                    role=message.role,
                    timestamp=message.timestamp,
                    start=start,
                    end=end,
                    content=message.content,
                    tokens=tokens,
                    worth=float(worth[at]),
                    shared=shared,
                )
            )
        return found

    def _said(self, sessions_of: Numbers, positions: Sequence[int]) -> dict[tuple[int, int], Any]:
        """Return what was said at ``positions`` of the sessions that have these numbers."""
        by_session: defaultdict[int, set[int]] = defaultdict(set)
        for session, position in zip(sessions_of.tolist(), positions, strict=True):
            by_session[session].add(position)
        said: dict[tuple[int, int], Any] = {}
        for session, those in by_session.items():
            asked = {"of_session": self.session_ids[session], "positions": sorted(those)}
            for row in self.connection.execute(_SAID, asked).all():
                said[session, row.position] = row
        return said


def _said_before(rows: Passages, before: int | None) -> Passages:
    return rows if before is None else rows[: np.searchsorted(rows["position"], before)]


def _coverage(hits: Hits, asked: Asked, count: int) -> float:
    """Return the share of what is ``asked``, weighed by rarity, that stands in the session."""
    spread = dict(zip(hits.words, hits.spread.tolist(), strict=True))
    rarity = {term[0]: math.log1p(count / (1 + spread.get(term[0], 0))) for term in asked.terms}
    whole = sum(rarity.values())
    return sum(rarity[word] for word in hits.words) / whole if whole else 0.0


def _leading(found: Sequence[Hit], known: Hits) -> dict[str, float]:
    """Return the words of what was ``found`` that were not asked for, and how much each is worth.

    They are asked for in a second round (pseudo relevance feedback, Rocchio 1971).
    """
    worth: defaultdict[str, float] = defaultdict(float)
    for hit in found:
        for stem in sorted(set(content_stems(hit.text)) - set(known.words)):
            worth[stem] += hit.worth
    return worth


def _telling(hits: Hits, worth: Mapping[str, float], count: int) -> Hits:
    """Return the ``hits`` of those words that are worth most and are rare."""
    telling = {
        number: worth[hits.words[number]] * math.log1p(count / spread)
        for number, spread in enumerate(hits.spread.tolist())
        if spread >= _COMMON
    }
    chosen = sorted(telling, key=lambda number: (-telling[number], hits.words[number]))
    return hits.of_words(chosen[:_NEW_WORDS])
