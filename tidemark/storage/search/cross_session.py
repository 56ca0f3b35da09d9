"""Looking beyond a session: into the person's other sessions, and for questions asked before.

One look into the index says of every message how much of what is asked stands in it.  It is
bounded by a cap on sessions and on the places of each word, whatever there is.
"""

import math
from collections.abc import Container, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from tidemark.memory.exchanges import pair_messages
from tidemark.nlp.tokens import Term
from tidemark.retrieval.cross_session import (
    ALIKE,
    LONGEST_QUESTION,
    CrossSessionHits,
    CrossSessionPassage,
    SimilarQuestion,
    likeness,
)
from tidemark.retrieval.ranking import Floats, Numbers
from tidemark.schema import Message
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_message, read_between, said_at_places
from tidemark.storage.search import inverted_index, passages
from tidemark.storage.search.scope import MOST_PLACES, Reach, Spread, reach_from
from tidemark.storage.tables import in_scope, is_kept, messages, sessions

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


# Built once: to build a statement costs more than to run it
_SAID = said_at_places(sessions.c.key, sessions.c.title, *MESSAGE)
_BY_IDS = (
    select(sessions.c.title, *MESSAGE)
    .join_from(messages, sessions, messages.c.session_id == sessions.c.session_id)
    .where(among(messages.c.id, "ids"), in_scope, is_kept)
    .order_by(messages.c.id)
)


class CrossSessionStore:
    """Looks into a person's sessions beyond the one that is spoken in."""

    def __init__(self, connections: Connections, spread: Spread) -> None:
        self._connections = connections
        self._spread = spread

    def look(
        self, session_id: str, terms: Sequence[Term], *, before: int | None = None
    ) -> CrossSessionHits:
        """Return what was said elsewhere of ``terms``, and which questions were alike.

        Of the session itself only what stands ``before`` counts.  Where it does not remember
        across, nothing of another session comes back, and of one that does not, nothing ever.
        """
        with self._connections.asking() as connection:
            reach = reach_from(connection, session_id)
            terms = tuple(dict.fromkeys(terms))[:_MOST_TERMS]
            if reach is None or not terms:
                return CrossSessionHits(looks_across=reach is not None and reach.looks_across)
            weighed = _weighed(
                reach, terms, self._spread.standing(connection, reach, terms, before)
            )
            said = _said(connection, weighed)
            return CrossSessionHits(
                looks_across=reach.looks_across,
                is_branch=reach.is_branch,
                asides=tuple(_asides(said, weighed, weighed.telling)),
                own=tuple(_asides(said, weighed, weighed.own)),
                alike=_alike(connection, said, reach, terms, weighed),
            )

    def messages(self, message_ids: Sequence[int]) -> tuple[tuple[Message, str], ...]:
        """Return messages of any session by id, each with its session's title."""
        with self._connections.asking() as connection:
            rows = connection.execute(_BY_IDS, {"ids": list(message_ids)}).all()
        return tuple((as_message(message), title) for title, *message in rows)


@dataclass(frozen=True)
class _Weighed:
    """The places of messages that hold enough of what is asked, best first, with their share.

    ``telling`` are those elsewhere that have a word of it that names something, ``own`` the best of
    the session itself.  ``at`` says where each term stands, ``rarity`` how telling it is.
    """

    places: Numbers
    shares: Mapping[int, float]
    at: Mapping[Term, Numbers]
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


def _weighed(reach: Reach, terms: Sequence[Term], at: Mapping[Term, Numbers]) -> _Weighed:
    limit = min(max(_RARE_AT_LEAST, _RARE * reach.message_count), _RARE_AT_MOST)
    naming = _naming(reach, at, limit)
    rarity = {term: _rarity(at.get(term, ()), reach, limit, names=term in naming) for term in terms}
    if not at:
        return _Weighed(np.zeros(0, np.int64), {}, at, rarity, frozenset(), frozenset())
    standing = np.concatenate(list(at.values()))
    order = np.argsort(standing, kind="stable")  # of runs; ``np.unique`` takes twice as long
    standing = standing[order]
    begins = np.diff(standing, prepend=-1) > 0
    places, which = standing[begins], np.cumsum(begins) - 1
    times = [len(found) for found in at.values()]
    weights = np.repeat([rarity[term] for term in at], times)[order]
    names = np.repeat([float(term in naming) for term in at], times)[order]
    # What stands nowhere weighs what the others do: else no message would be about the rest
    shares = np.bincount(which, weights) / sum(rarity[term] for term in at) * len(at) / len(terms)
    is_own = places >> inverted_index.POSITION_BITS == reach.own.key
    is_aside = ~is_own & (np.bincount(which, names) > 0) & (shares >= _LEAST_SHARE)
    told = is_aside | (shares >= ALIKE)  # no question is more like than it shares
    best = _best(places, shares, told, _MOST_READ)
    own = _best(places, shares, is_own & (shares >= _LEAST_SHARE), _MOST_OWN)
    if not is_aside.any():
        own = own[:0]  # there is nothing to hold against it
    chosen = np.array(list(dict.fromkeys([*best.tolist(), *own.tolist()])), np.int64)
    return _Weighed(
        places=places[chosen],
        shares=dict(zip(places[chosen].tolist(), shares[chosen].tolist(), strict=True)),
        at=at,
        rarity=rarity,
        telling=frozenset(places[is_aside].tolist()),
        own=frozenset(places[own].tolist()),
    )


def _best(places: Numbers, shares: Floats, of: NDArray[np.bool_], most: int) -> Numbers:
    """Return the indices of those ``of`` the places that share most; of equals, the last said."""
    found = np.flatnonzero(of)
    return found[np.lexsort((-places[found], -shares[found]))[:most]]


def _naming(reach: Reach, at: Mapping[Term, Numbers], limit: float) -> set[Term]:
    """Return which of the words, which stand ``at`` these places, name something.

    Such a word has at most ``limit`` of them, or few of the other sessions have it: what one spoke
    of most has few to speak of it in, an everyday word has most of them.
    """
    often = {term: found for term, found in at.items() if len(found) > limit}
    naming = at.keys() - often.keys()
    if not often:
        return naming
    times = np.array([len(found) for found in often.values()])
    which = np.repeat(np.arange(len(times)), times)
    of = np.concatenate(list(often.values())) >> inverted_index.POSITION_BITS
    begins = (np.diff(of, prepend=-1) != 0) | (np.diff(which, prepend=-1) != 0)
    others = np.bincount(which[begins & (of != reach.own.key)], minlength=len(times))
    # Of the sessions before the first that was told of, nothing is known
    known = len(reach.keys) - np.searchsorted(reach.keys, of[np.cumsum(times) - times])
    few = np.where(times < MOST_PLACES, max(_FEW_AT_LEAST, _FEW * len(reach.keys)), _FEW * known)
    return naming | {term for term, is_few in zip(often, others <= few, strict=True) if is_few}


def _rarity(found: Sized, reach: Reach, limit: float, *, names: bool) -> float:
    """Return how telling a word is; one that ``names`` something is, however often it stands."""
    often = min(len(found), limit) if names else len(found)
    return math.log1p(max(reach.message_count, 1) / (1 + often))


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
            at = inverted_index.place(place >> inverted_index.POSITION_BITS, position)
            best.setdefault(at, (place, start, end, tokens))
    followed = [at for at, (place, *_) in best.items() if place in weighed.telling]
    after = {at: range(at + 1, at + 1 + _FOLLOWING) for at in followed[:_MOST_FOLLOWED]}
    asked = sorted({*best, *(following for each in after.values() for following in each)})
    query, given = _SAID[connection.dialect.name], inverted_index.as_parameter(connection, asked)
    read: dict[int, tuple[Message, str]] = {}
    for key, title, *row in connection.execute(query, {"places": given}):
        message = as_message(row)
        read[inverted_index.place(key, message.position)] = message, title
    said = {}
    for at, (place, start, end, tokens) in best.items():
        if at in read:
            later = (read[each][0] for each in after.get(at, ()) if each in read)
            put = tuple(message for message in later if message.role == "user")
            said[place] = _Said(*read[at], start, end, tokens, put)
    return said


def _asides(
    said: Mapping[int, _Said], weighed: _Weighed, places: Container[int]
) -> Iterator[CrossSessionPassage]:
    for place, (message, title, start, end, tokens, after) in said.items():
        if place in places:
            shared = tuple(term for term, standing in weighed.at.items() if place in standing)
            share = weighed.shares[place]
            yield CrossSessionPassage(message, title, share, shared, start, end, tokens, after)


def _alike(
    connection: Connection,
    said: Mapping[int, _Said],
    reach: Reach,
    terms: Sequence[Term],
    weighed: _Weighed,
) -> tuple[SimilarQuestion, ...]:
    likes = []
    for place, (message, title, *_) in said.items():
        is_long = message.token_count > LONGEST_QUESTION
        if message.role != "user" or is_long or weighed.shares[place] < ALIKE:
            continue
        like = likeness(terms, weighed.rarity, message.content)
        if like >= ALIKE:
            is_own = place >> inverted_index.POSITION_BITS == reach.own.key
            likes.append((like, message, None if is_own else title))
    likes.sort(key=lambda each: (-each[0], -each[1].id))
    found = []
    for like, question, elsewhere in likes:
        answer = _answer(connection, question)
        if answer is not None:
            found.append(SimilarQuestion(question, answer, like, elsewhere))
        if len(found) == _MOST_ALIKE:
            break
    return tuple(found)


def _answer(connection: Connection, question: Message) -> Message | None:
    """Return the whole reply in force to ``question``; None for one that asks back, too."""
    first = question.position
    said = read_between(connection, question.session_id, first, first + _ANSWERED_WITHIN)
    for exchange in pair_messages(said):
        if len(exchange) == 1 or exchange[1].metadata.clarifying or exchange[1].metadata.partial:
            return None
        return exchange[1]
    return None
