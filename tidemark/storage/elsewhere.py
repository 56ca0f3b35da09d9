"""Looking beyond a session: into the person's other sessions, and for questions asked before.

One look into the index says of every message how much of what is asked stands in it.  It is
bounded by a cap on sessions and on the places of each word, whatever there is.
"""

import math
from collections.abc import Container, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Text,
    bindparam,
    case,
    cast,
    func,
    select,
)

from tidemark.elsewhere import ALIKE, LONGEST_QUESTION, Alike, Aside, Found, likeness
from tidemark.exchanges import paired
from tidemark.schema import Message
from tidemark.storage import families, passages, postings
from tidemark.storage.columns import among
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_message, as_messages, said_at_places
from tidemark.storage.tables import (
    branches,
    is_across,
    is_kept,
    messages,
    sessions,
)
from tidemark.words import Term

MOST_SESSIONS = 1_000
_MOST_PLACES = 500  # of a word; one that stands more often tells little
_MOST_TERMS = 24
_MOST_READ = 12  # messages
_MOST_ALIKE = 3
_MOST_OWN = 4  # messages of the session itself, which may tell it all, or have asked it before
_LEAST_SHARE = 0.5  # of what is asked: a message with less is not about it
_RARE = 0.02  # a word in fewer messages than this share names something
_RARE_AT_LEAST, _RARE_AT_MOST = 10, 100  # where it stands more often, its sessions tell
_FEW = 0.1  # so does one in less than this share of the sessions, however often it stands there
_FEW_AT_LEAST = 3
_MOST_FOLLOWED, _FOLLOWING = 6, 4  # asides; messages after each, in which it may be put right
_ANSWERED_WITHIN = 6  # messages: retries and answers in parts lie between, now and then

Keys = NDArray[np.int64]
Places = NDArray[np.int64]

# Built once: to build a statement costs more than to run it
_SESSION = sessions.alias("here")
_LAST = (
    select(sessions.c.key, sessions.c.message_count)
    .where(sessions.c.user == _SESSION.c.user, is_across)
    .order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
    .limit(MOST_SESSIONS)
    .correlate(_SESSION)
    .subquery("last")
)
_KEY, _TOTAL = cast(_LAST.c.key, Text), cast(func.sum(_LAST.c.message_count), Text)


def _here(keys: ColumnElement[str]) -> Select[Any]:
    """Select where one is, and whither one may look: a thousand keys as one text.

    To fetch them as rows takes longer than all the rest.
    """
    reached = select(keys + ":" + _TOTAL).scalar_subquery()
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
        .where(_SESSION.c.session_id == bindparam("of_session"))
    )


_HERE = {
    "sqlite": _here(func.group_concat(_KEY)),
    "postgresql": _here(func.string_agg(_KEY, ",")),
}


_SAID = said_at_places(sessions.c.key, sessions.c.title, *MESSAGE)
_AFTER = (
    select(*MESSAGE)
    .where(
        messages.c.session_id == bindparam("of_session"),
        messages.c.position.between(bindparam("first"), bindparam("last")),
    )
    .order_by(messages.c.position)
)
_BY_IDS = (
    select(sessions.c.title, *MESSAGE)
    .join_from(messages, sessions, messages.c.session_id == sessions.c.session_id)
    .where(among(messages.c.id, "ids"), sessions.c.user == bindparam("of_user"), is_kept)
    .order_by(messages.c.id)
)


class Elsewhere:
    """Looks into a person's sessions beyond the one that is spoken in."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def look(self, session_id: str, terms: Sequence[Term], *, before: int | None = None) -> Found:
        """Return what was said elsewhere of ``terms``, and which questions were alike.

        Of the session itself only what stands ``before`` counts.  Where it does not remember
        across, nothing of another session comes back, and of one that does not, nothing ever.
        """
        with self._connections.asking() as connection:
            reach = _reach(connection, session_id)
            terms = tuple(dict.fromkeys(terms))[:_MOST_TERMS]
            if reach is None or not terms:
                return Found(looks_across=reach is not None and reach.looks_across)
            weighed = _weighed(connection, reach, terms, before)
            said = _said(connection, weighed)
            return Found(
                looks_across=reach.looks_across,
                is_branch=reach.is_branch,
                asides=tuple(_asides(said, weighed, weighed.telling)),
                own=tuple(_asides(said, weighed, weighed.own)),
                alike=_alike(connection, said, reach, terms, weighed),
            )

    def messages(self, message_ids: Sequence[int], user: str) -> tuple[tuple[Message, str], ...]:
        """Return messages of any of a person's sessions by id, each with its session's title."""
        asked = {"ids": list(message_ids), "of_user": user}
        with self._connections.asking() as connection:
            rows = connection.execute(_BY_IDS, asked).mappings().all()
        return tuple((_message(row), str(row["title"])) for row in rows)


@dataclass(frozen=True)
class _Reach:
    """The session that is spoken in, and the keys of all that may be looked into, with it.

    ``message_count`` is of all of them, ``own_count`` of the session itself, which ``is_branch`` of
    a family.
    """

    key: int
    looks_across: bool
    keys: Keys
    message_count: int
    own_count: int
    is_branch: bool


@dataclass(frozen=True)
class _Weighed:
    """The places of messages that hold enough of what is asked, best first, with their share.

    ``telling`` are those elsewhere that have a word of it that names something, ``own`` the best of
    the session itself.  ``at`` says where each term stands, ``rarity`` how telling it is.
    """

    places: Places
    shares: Mapping[int, float]
    at: Mapping[Term, Places]
    rarity: Mapping[Term, float]
    telling: frozenset[int]
    own: frozenset[int]


class _Said(NamedTuple):
    """A message, its session's title, and which passage of it is meant."""

    message: Message
    title: str
    start: int
    end: int
    tokens: int
    after: tuple[Message, ...]


def _message(row: RowMapping) -> Message:
    return as_message({column.name: row[column.name] for column in MESSAGE})


def _reach(connection: Connection, session_id: str) -> _Reach | None:
    asked = _HERE[connection.dialect.name]
    here = connection.execute(asked, {"of_session": session_id}).one_or_none()
    if here is None:
        return None
    own = np.array([here.key], np.int64)
    if not here.remembers_across:
        counted = here.message_count
        return _Reach(here.key, False, own, counted, counted, here.family is not None)
    listed, _, count = (here.reached or ":0").partition(":")
    reached = np.fromstring(listed, np.int64, sep=",")
    if here.family is not None:  # what was said in another branch was not said in this one
        reached = np.setdiff1d(reached, list(families.keys(connection, here.family)))
    keys = np.union1d(own, reached)
    return _Reach(here.key, True, keys, int(count), here.message_count, here.family is not None)


def _weighed(
    connection: Connection, reach: _Reach, terms: Sequence[Term], before: int | None
) -> _Weighed:
    at = _standing(connection, reach, terms, before)
    limit = min(max(_RARE_AT_LEAST, _RARE * reach.message_count), _RARE_AT_MOST)
    naming = {term for term, found in at.items() if _names(found, reach, limit)}
    rarity = {term: _rarity(at.get(term, ()), reach, limit, names=term in naming) for term in terms}
    if not at:
        return _Weighed(np.zeros(0, np.int64), {}, at, rarity, frozenset(), frozenset())
    places, which = np.unique(np.concatenate(list(at.values())), return_inverse=True)
    times = [len(found) for found in at.values()]
    weights = np.repeat([rarity[term] for term in at], times)
    names = np.repeat([float(term in naming) for term in at], times)
    # What stands nowhere weighs what the others do: else no message would be about the rest
    shares = np.bincount(which, weights) / sum(rarity[term] for term in at) * len(at) / len(terms)
    is_own = places >> postings.POSITION_BITS == reach.key
    is_aside = ~is_own & (np.bincount(which, names) > 0) & (shares >= _LEAST_SHARE)
    told = is_aside | (shares >= ALIKE)  # no question is more like than it shares
    best = _best(places, shares, told, _MOST_READ)
    own = _best(places, shares, is_own & (shares >= _LEAST_SHARE), _MOST_OWN)
    if not is_aside.any():
        own = own[:0]  # there is nothing to hold against it
    chosen = np.concatenate([best, own[~np.isin(own, best)]])
    return _Weighed(
        places=places[chosen],
        shares=dict(zip(places[chosen].tolist(), shares[chosen].tolist(), strict=True)),
        at=at,
        rarity=rarity,
        telling=frozenset(places[is_aside].tolist()),
        own=frozenset(places[own].tolist()),
    )


def _best(places: Places, shares: NDArray[np.float64], of: NDArray[np.bool_], most: int) -> Places:
    """Return the indices of those ``of`` the places that share most; of equals, the last said."""
    found = np.flatnonzero(of)
    return found[np.lexsort((-places[found], -shares[found]))[:most]]


def _names(found: Places, reach: _Reach, limit: float) -> bool:
    """Whether a word that stands at the places ``found`` names something.

    It has at most ``limit`` of them, or few of the other sessions have it: what one spoke of most
    has few to speak of it in, an everyday word has most of them.
    """
    if len(found) <= limit:
        return True
    of = found >> postings.POSITION_BITS
    others = len(np.unique(of[of != reach.key]))
    if len(found) < _MOST_PLACES:
        return others <= max(_FEW_AT_LEAST, _FEW * len(reach.keys))
    known = len(reach.keys) - int(np.searchsorted(reach.keys, of.min()))  # of the others nothing is
    return others <= _FEW * known


def _rarity(found: Sized, reach: _Reach, limit: float, *, names: bool) -> float:
    """Return how telling a word is; one that ``names`` something is, however often it stands."""
    often = min(len(found), limit) if names else len(found)
    return math.log1p(max(reach.message_count, 1) / (1 + often))


def _standing(
    connection: Connection, reach: _Reach, terms: Sequence[Term], before: int | None
) -> dict[Term, Places]:
    """Return at which places each of ``terms`` stands, in what may be looked into alone."""
    stems = list(dict.fromkeys(postings.indexed(stem) for term in terms for stem in term))
    found = postings.of(connection).find(connection, reach.keys.tolist(), stems, most=_MOST_PLACES)
    end = postings.place(reach.key + 1, 0)
    if before is not None and before + 1 < reach.own_count:  # else only the question comes after
        end = postings.place(reach.key, passages.number_at(connection, reach.key, before))
    standing: dict[Term, Places] = {}
    for term in terms:
        lists = [found[stem] for stem in map(postings.indexed, term) if stem in found]
        if not lists:
            continue
        places = lists[0] if len(lists) == 1 else np.unique(np.concatenate(lists))
        of = places >> postings.POSITION_BITS
        at = np.searchsorted(reach.keys[:-1], of)  # the last stands for what is beyond it
        places = places[(reach.keys[at] == of) & ((of != reach.key) | (places < end))]
        if len(places):
            standing[term] = places
    return standing


def _said(connection: Connection, weighed: _Weighed) -> dict[int, _Said]:
    """Return the passage at each of the places ``weighed``, in order, one of each message."""
    places = weighed.places.tolist()
    if not places:
        return {}
    best: dict[int, tuple[int, int, int, int]] = {}  # by where its message is
    for place, passage in zip(places, passages.at_places(connection, places), strict=True):
        for position, start, end, tokens in passage[
            ["position", "start", "end", "tokens"]
        ].tolist():
            at = postings.place(place >> postings.POSITION_BITS, position)
            best.setdefault(at, (place, start, end, tokens))
    followed = [at for at, (place, *_) in best.items() if place in weighed.telling]
    after = {at: range(at + 1, at + 1 + _FOLLOWING) for at in followed[:_MOST_FOLLOWED]}
    asked = sorted({*best, *(following for each in after.values() for following in each)})
    given = {"places": postings.as_parameter(connection, asked)}
    found = connection.execute(_SAID[connection.dialect.name], given).mappings()
    rows = {postings.place(int(row["key"]), row["position"]): row for row in found}
    said = {}
    for at, (place, start, end, tokens) in best.items():
        if at in rows:
            later = [rows[each] for each in after.get(at, ()) if each in rows]
            put = tuple(_message(row) for row in later if row["role"] == "user")
            title = str(rows[at]["title"])
            said[place] = _Said(_message(rows[at]), title, start, end, tokens, put)
    return said


def _asides(
    said: Mapping[int, _Said], weighed: _Weighed, places: Container[int]
) -> Iterator[Aside]:
    for place, (message, title, start, end, tokens, after) in said.items():
        if place in places:
            shared = tuple(term for term, standing in weighed.at.items() if place in standing)
            share = weighed.shares[place]
            yield Aside(message, title, share, shared, start, end, tokens, after)


def _alike(
    connection: Connection,
    said: Mapping[int, _Said],
    reach: _Reach,
    terms: Sequence[Term],
    weighed: _Weighed,
) -> tuple[Alike, ...]:
    likes = []
    for place, (message, title, *_) in said.items():
        is_long = message.token_count > LONGEST_QUESTION
        if message.role != "user" or is_long or weighed.shares[place] < ALIKE:
            continue
        like = likeness(terms, weighed.rarity, message.content)
        if like >= ALIKE:
            is_own = place >> postings.POSITION_BITS == reach.key
            likes.append((like, message, None if is_own else title))
    likes.sort(key=lambda each: (-each[0], -each[1].id))
    found = []
    for like, question, elsewhere in likes:
        answer = _answer(connection, question)
        if answer is not None:
            found.append(Alike(question, answer, like, elsewhere))
        if len(found) == _MOST_ALIKE:
            break
    return tuple(found)


def _answer(connection: Connection, question: Message) -> Message | None:
    """Return the whole reply in force to ``question``; None for one that asks back, too."""
    asked = {
        "of_session": question.session_id,
        "first": question.position,
        "last": question.position + _ANSWERED_WITHIN,
    }
    for exchange in paired(as_messages(connection.execute(_AFTER, asked))):
        if len(exchange) == 1 or exchange[1].metadata.clarifying or exchange[1].metadata.partial:
            return None
        return exchange[1]
    return None
