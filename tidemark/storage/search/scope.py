"""Which sessions may be looked into from one, and where words stand in them.

Where a word stands in the others is kept in memory: it is looked for again once one of them has
more messages, or there are others.  In a talk there are not, turn after turn.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import ColumnElement, Connection, Select, Text, bindparam, case, cast, func, select

from tidemark.nlp.tokens import Term
from tidemark.retrieval.ranking import Numbers
from tidemark.storage import branch_families
from tidemark.storage.search import inverted_index, passages
from tidemark.storage.search.passage_cache import Grounds, Known, Places, Sought, Standing
from tidemark.storage.tables import (
    OF_NOTEBOOK,
    OF_USER,
    branches,
    in_scope,
    is_across,
    sessions,
)

MOST_SESSIONS = 1_000
MOST_PLACES = 500  # of a word; one that stands more often tells little
_TALKS = 16  # sessions that one looks from by turns

# Built once: to build a statement costs more than to run it
_SESSION = sessions.alias("here")
_LAST = (
    select(sessions.c.key, sessions.c.message_count, sessions.c.updated_at)
    .where(in_scope, is_across)
    .order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
    .limit(MOST_SESSIONS)
    .correlate(_SESSION)
    .subquery("last")
)
_KEY, _TOTAL = cast(_LAST.c.key, Text), cast(func.sum(_LAST.c.message_count), Text)
_NEWEST = func.max(case((_LAST.c.key != _SESSION.c.key, cast(_LAST.c.updated_at, Text)), else_=""))


def _here(keys: ColumnElement[str]) -> Select[Any]:
    """Select where one is, and whither one may look: a thousand keys as one text.

    To fetch them as rows takes longer than all the rest.
    """
    reached = select(keys + ":" + _TOTAL + ":" + _NEWEST).correlate(_SESSION).scalar_subquery()
    return (
        select(
            _SESSION.c.key,
            _SESSION.c.remembers_across,
            _SESSION.c.message_count,
            branches.c.family,
            case((_SESSION.c.remembers_across != 0, reached)).label("reached"),
        )
        .select_from(_SESSION)
        .outerjoin(branches, branches.c.session_key == _SESSION.c.key)
        .where(
            _SESSION.c.session_id == bindparam("of_session"),
            _SESSION.c.user_id == OF_USER,
            _SESSION.c.notebook_id == OF_NOTEBOOK,
        )
    )


_HERE = {
    "sqlite": _here(func.group_concat(_KEY)),
    "postgresql": _here(func.string_agg(_KEY, ",")),
}


class _Here(NamedTuple):
    key: int
    remembers_across: int
    message_count: int
    family: int | None
    reached: str | None


@dataclass(frozen=True)
class Reach:
    """The session that is spoken in, and the keys of all that may be looked into, with it.

    ``message_count`` is of all of them.  The session itself stands as ``own`` says, and
    ``is_branch`` of a family or not; the others hold what they held as long as they stand as
    ``elsewhere`` says: so many messages, of which the last changed anything then.
    """

    own: Standing
    looks_across: bool
    keys: Numbers
    message_count: int
    is_branch: bool
    elsewhere: tuple[int, str] = (0, "")

    @cached_property
    def others(self) -> Numbers:
        """The keys of the sessions beyond the one that is spoken in."""
        others: Numbers = self.keys[self.keys != self.own.key]
        return others


def reach_from(connection: Connection, session_id: str) -> Reach | None:
    """Return which sessions may be looked into from ``session_id``; None where there is none."""
    query = _HERE[connection.dialect.name]
    found = connection.execute(query, {"of_session": session_id}).one_or_none()
    if found is None:
        return None
    here = _Here._make(found)
    own = Standing(here.key, session_id, here.message_count)
    is_branch = here.family is not None
    if not here.remembers_across:
        return Reach(own, False, np.array([here.key]), here.message_count, is_branch)
    listed, count, newest = (here.reached or ":0:").split(":", 2)
    reached = np.fromstring(listed, np.int64, sep=",")
    is_own = reached == here.key
    beyond = int(count) - (here.message_count if is_own.any() else 0)
    others = reached[~is_own]
    if here.family is not None:  # what was said in another branch was not said in this one
        others = np.setdiff1d(others, list(branch_families.keys(connection, here.family)))
    keys = np.append(others, here.key)
    keys.sort()
    return Reach(own, True, keys, int(count), is_branch, (beyond, newest))


class _Others(NamedTuple):
    """Where stems stand in the sessions beyond one, as long as they are ``sessions``, and so."""

    sessions: tuple[bytes, tuple[int, str]]
    places: Sought


class Spread:
    """Says where words stand in all that may be looked into.  Safe across threads."""

    def __init__(self, grounds: Grounds) -> None:
        self._grounds = grounds
        self._others: OrderedDict[int, _Others] = OrderedDict()
        self._lock = threading.Lock()

    def standing(
        self, connection: Connection, reach: Reach, terms: Sequence[Term], before: int | None
    ) -> dict[Term, Numbers]:
        """Return at which places each of ``terms`` stands, in what may be looked into alone.

        Of the session itself that is what stands ``before``.  Of a word that stands at very many
        places the last are told.
        """
        stems = list(dict.fromkeys(inverted_index.indexed(stem) for term in terms for stem in term))
        (known,) = self._grounds.of(connection, [reach.own])
        others = self._in_others(connection, reach, stems, known)
        own = _before(before, reach, known.places(connection, stems), connection)
        standing = {}
        for term in terms:
            of_term = [of[inverted_index.indexed(stem)] for stem in term for of in (own, others)]
            lists = [places for places in of_term if len(places)]
            if lists:
                standing[term] = inverted_index.united(lists)[-MOST_PLACES:]
        return standing

    def _in_others(
        self, connection: Connection, reach: Reach, stems: Sequence[str], own: Known
    ) -> Mapping[str, Numbers]:
        """Return where ``stems`` stand elsewhere; what is read of its ``own`` is learnt there."""
        others = reach.others
        if not len(others):
            return dict.fromkeys(stems, inverted_index.NOWHERE)
        kept = self._of(reach.own.key, (others.tobytes(), reach.elsewhere))
        held = {stem: known for stem in stems if (known := kept.get(stem))}
        if new := [stem for stem in stems if stem not in held]:
            keys = reach.keys.tolist()
            found = inverted_index.of(connection).find(connection, keys, new, most=MOST_PLACES)
            learnt = {}
            for stem in new:
                places = found.get(stem, inverted_index.NOWHERE)
                of = places >> inverted_index.POSITION_BITS
                at = np.searchsorted(others[:-1], of)  # the last stands for what is beyond it
                held[stem] = Places(places[others[at] == of], reach.elsewhere[0])
                if (
                    len(places) < inverted_index.SURELY_ALL or of[0] < reach.own.key
                ):  # else it has more
                    learnt[stem] = places[of == reach.own.key]
            kept.keep({stem: held[stem] for stem in new})
            own.learn(learnt)
        return {stem: each.at for stem, each in held.items()}

    def _of(self, key: int, sessions: tuple[bytes, tuple[int, str]]) -> Sought:
        with self._lock:
            others = self._others.pop(key, None)
            if others is None or others.sessions != sessions:
                others = _Others(sessions, Sought())
            self._others[key] = others
            while len(self._others) > _TALKS:
                self._others.popitem(last=False)
            return others.places


def _before(
    before: int | None, reach: Reach, places: Mapping[str, Numbers], connection: Connection
) -> Mapping[str, Numbers]:
    """Return those of the ``places`` in the session itself that are ``before`` a position."""
    if before is None or before + 1 >= reach.own.message_count:  # only the question comes after
        return places
    key = reach.own.key
    end = inverted_index.place(key, passages.number_at(connection, key, before))
    return {stem: at[: np.searchsorted(at, end)] for stem, at in places.items()}
