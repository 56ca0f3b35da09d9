"""Recall across sessions: selects messages of other sessions, and earlier similar questions.

One look-up in the index finds each term of the question in all sessions that may be read.  ``rank``
turns the occurrences into shares: the part of the question, weighed by rarity, in each passage.
"""

import math
from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidemark.nlp.search_terms import Term, content_terms
from tidemark.retrieval.refs import (
    CollectionKey,
    CollectionState,
    Numbers,
    PassageRef,
    PassageRefs,
    collections_of,
    is_opening,
)
from tidemark.retrieval.similarity import Floats
from tidemark.schema import Message

MOST_TERMS = 24
MOST_OCCURRENCES = 500  # the last passages with a word: a more frequent word distinguishes little
MOST_SIMILAR_QUESTIONS = 3
LEAST_LIKENESS = 0.7  # of a question that counts as asked before
LONGEST_QUESTION = 120  # tokens: a longer message is a text rather than a question
_LEAST_TERMS = 2  # "and Porto?" resembles every question that names Porto
_LEAST_SHARE = 0.5 - 1e-9  # of the question, a sum of floats: a passage with less is off topic
_LEAST_OWN = 0.2  # in the message itself, if the beginning of its session supplies the rest
_MOST_READ = 12  # messages
_MOST_OWN = 4  # messages of the session itself, to compare with those of other sessions
_RARE = 0.02  # a word in fewer passages than this share of the messages is a name of something
_RARE_AT_LEAST, _RARE_AT_MOST = 10, 100  # passages; a more frequent word is judged by its sessions
_FEW = 0.1  # a word in less than this share of the sessions is a name of something, too
_FEW_AT_LEAST = 3


@dataclass(frozen=True)
class SessionsInReach:
    """The session of the question, ``own``, and all ``collections`` that may be read, including it.

    ``message_count`` is the number of their messages.
    """

    own: CollectionKey
    collections: Numbers
    message_count: int


@dataclass(frozen=True)
class CrossSessionPassage:
    """A passage of a message of another session, with the ``title`` of that session.

    ``share`` is the part of the question that it matches, weighed by rarity: at most 1.  It is
    characters ``start`` to ``end``, of ``tokens`` tokens.  ``after`` are the person's next
    messages: one may correct it.
    """

    message: Message
    title: str
    share: float
    shared: tuple[Term, ...]
    start: int
    end: int
    tokens: int
    after: tuple[Message, ...] = ()


@dataclass(frozen=True)
class SimilarQuestion:
    """An earlier question, its ``likeness`` and its answer; ``title`` if from another session."""

    question: Message
    answer: Message
    likeness: float
    title: str | None = None


@dataclass(frozen=True)
class CrossSessionHits:
    """The hits for a question: ``passages`` of other sessions, best first, and similar questions.

    ``looks_across``: other sessions were searched.  ``own`` are the best matches of the session
    itself, filled only if other sessions matched.  ``is_branch``: the session is one of several
    branches of its chat; ``state`` is the state of its collection.
    """

    looks_across: bool = False
    is_branch: bool = False
    state: CollectionState | None = None
    own: tuple[CrossSessionPassage, ...] = ()
    passages: tuple[CrossSessionPassage, ...] = ()
    similar_questions: tuple[SimilarQuestion, ...] = ()


@dataclass(frozen=True)
class RankedPassages:
    """The passages that match enough of a question, best first, with their ``shares`` of it.

    ``elsewhere`` are those of other sessions that contain the name of something, ``own`` the best
    of the session itself.  ``occurrences`` and ``rarity`` are by term.
    """

    refs: tuple[PassageRef, ...]
    shares: Mapping[PassageRef, float]
    occurrences: Mapping[Term, PassageRefs]
    rarity: Mapping[Term, float]
    elsewhere: frozenset[PassageRef]
    own: frozenset[PassageRef]

    def shared_at(self, ref: PassageRef) -> tuple[Term, ...]:
        """Return the terms that occur in the passage ``ref``."""
        return tuple(term for term, refs in self.occurrences.items() if ref in refs)


def rank(
    reach: SessionsInReach, terms: Sequence[Term], occurrences: Mapping[Term, PassageRefs]
) -> RankedPassages:
    """Return the passages that match enough of ``terms``, by the share that they match."""
    limit = min(max(_RARE_AT_LEAST, _RARE * reach.message_count), _RARE_AT_MOST)
    naming = _naming(reach, occurrences, limit)
    rarity = {
        term: _rarity(occurrences.get(term, ()), reach, limit, names=term in naming)
        for term in terms
    }
    if not occurrences:
        return RankedPassages((), {}, occurrences, rarity, frozenset(), frozenset())
    # Sum the rarity of the terms in each passage
    found = np.concatenate(list(occurrences.values()))
    order = np.argsort(found, kind="stable")  # merges sorted runs; ``np.unique`` takes twice that
    found = found[order]
    begins = np.diff(found, prepend=-1) > 0
    refs, which = PassageRefs(found[begins]), np.cumsum(begins) - 1
    frequencies = [len(each) for each in occurrences.values()]
    weights = np.repeat([rarity[term] for term in occurrences], frequencies)[order]
    names = np.repeat([float(term in naming) for term in occurrences], frequencies)[order]
    # Absent terms get the average weight: otherwise they dominate, and no message matches the rest
    whole = sum(rarity[term] for term in occurrences)
    scale = len(occurrences) / len(terms) / whole
    own_shares = np.bincount(which, weights) * scale
    shares = own_shares + _of_opening(refs, which, weights, frequencies, order) * scale
    # Choose the best of other sessions, and of the session itself to compare them with
    is_own = collections_of(refs) == reach.own
    is_named = np.bincount(which, names) > 0
    sessions = collections_of(refs)
    is_named |= np.isin(sessions, sessions[is_named & is_opening(refs)])
    is_enough = (shares >= _LEAST_SHARE) & (own_shares >= _LEAST_OWN)
    is_elsewhere = ~is_own & is_named & is_enough
    may_be_similar = own_shares >= LEAST_LIKENESS  # likeness is never greater than this share
    best = _best(refs, shares, is_elsewhere | may_be_similar, _MOST_READ)
    own = _best(refs, shares, is_own & (shares >= _LEAST_SHARE), _MOST_OWN)
    if not is_elsewhere.any():
        own = own[:0]
    chosen = list(dict.fromkeys([*best.tolist(), *own.tolist()]))
    chosen_refs = tuple(map(PassageRef, refs[chosen].tolist()))
    return RankedPassages(
        refs=chosen_refs,
        shares=dict(zip(chosen_refs, shares[chosen].tolist(), strict=True)),
        occurrences=occurrences,
        rarity=rarity,
        elsewhere=frozenset(map(PassageRef, refs[is_elsewhere].tolist())),
        own=frozenset(map(PassageRef, refs[own].tolist())),
    )


def _of_opening(
    refs: PassageRefs,
    which: Numbers,
    weights: Floats,
    frequencies: Sequence[int],
    order: Numbers,
) -> Floats:
    """Return what the first passage of a session adds to each of ``refs``: its subject.

    ``which`` are the places of the occurrences in ``refs``, ``weights`` the worth of each, both in
    ``order``; ``frequencies`` counts the occurrences of each word.
    """
    added = np.zeros(len(refs))
    openings = np.flatnonzero(is_opening(refs))
    if not len(openings):
        return added
    worth = np.zeros((len(frequencies), len(refs)))
    worth[np.repeat(np.arange(len(frequencies)), frequencies)[order], which] = weights
    sessions = collections_of(refs)
    of = np.searchsorted(sessions[openings], sessions).clip(max=len(openings) - 1)
    has = sessions[openings][of] == sessions
    missing = np.where(worth[:, has] > 0, 0.0, worth[:, openings[of[has]]])
    added[has] = missing.sum(axis=0)
    return added


def _best(refs: PassageRefs, shares: Floats, which: NDArray[np.bool_], most: int) -> Numbers:
    """Return the indices of the best of ``which``; of equal ones the latest."""
    found = np.flatnonzero(which)
    return found[np.lexsort((-refs[found], -shares[found]))[:most]]


def _naming(
    reach: SessionsInReach, occurrences: Mapping[Term, PassageRefs], limit: float
) -> set[Term]:
    """Return the words that are names of something: rare ones, or ones confined to few sessions.

    A topic word is frequent but confined to few sessions; a common word occurs in most of them.
    """
    frequent = {term: refs for term, refs in occurrences.items() if len(refs) > limit}
    naming = occurrences.keys() - frequent.keys()
    if not frequent:
        return naming
    frequencies = np.array([len(refs) for refs in frequent.values()])
    term_of = np.repeat(np.arange(len(frequencies)), frequencies)
    session_of = collections_of(PassageRefs(np.concatenate(list(frequent.values()))))
    begins = (np.diff(session_of, prepend=-1) != 0) | (np.diff(term_of, prepend=-1) != 0)
    is_other = begins & (session_of != reach.own)
    other_sessions = np.bincount(term_of[is_other], minlength=len(frequencies))
    # Only the last occurrences are read, so sessions before the first of them are unknown
    first_sessions = session_of[np.cumsum(frequencies) - frequencies]
    known = len(reach.collections) - np.searchsorted(reach.collections, first_sessions)
    few = np.where(
        frequencies < MOST_OCCURRENCES,
        max(_FEW_AT_LEAST, _FEW * len(reach.collections)),
        _FEW * known,
    )
    is_few = (other_sessions <= few).tolist()
    return naming | {term for term, confined in zip(frequent, is_few, strict=True) if confined}


def _rarity(found: Sized, reach: SessionsInReach, limit: float, *, names: bool) -> float:
    """Return the rarity of a word; a word that ``names`` something counts as rare in any case."""
    frequency = min(len(found), limit) if names else len(found)
    return math.log1p(max(reach.message_count, 1) / (1 + frequency))


def may_be_similar(message: Message, share: float) -> bool:
    """Return whether ``message``, with this ``share`` of a question, may be a similar question."""
    is_short = message.token_count <= LONGEST_QUESTION
    return message.role == "user" and is_short and share >= LEAST_LIKENESS


def likeness(terms: Sequence[Term], rarity: Mapping[Term, float], text: str) -> float:
    """Return the likeness of ``text`` to a question of ``terms`` (weighted Jaccard coefficient).

    Terms are weighed by ``rarity``; terms that only ``text`` has get the average weight.

    >>> asked = content_terms("Which hotel is quiet?")
    >>> likeness(asked, dict.fromkeys(asked, 1.0), "Which of the hotels is a quiet one?")
    1.0
    """
    if len(set(terms)) < _LEAST_TERMS:
        return 0.0
    theirs = set(content_terms(text))
    held = {stem for term in theirs for stem in term}
    own = {stem for term in terms for stem in term}
    shared = sum(rarity[term] for term in set(terms) if not held.isdisjoint(term))
    whole = sum(rarity[term] for term in set(terms))
    beyond = sum(own.isdisjoint(term) for term in theirs)
    return shared / (whole + beyond * whole / len(set(terms))) if whole else 0.0
