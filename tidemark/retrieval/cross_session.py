"""Recall across sessions: which messages of other sessions, and which earlier questions, count.

One look-up in the index says where each term of the question occurs in all sessions that may be
read.  ``rank`` turns that into shares: how much of the question, by rarity, each passage holds.
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
MOST_OCCURRENCES = 500  # passages of a word, the last: a more frequent one tells little
MOST_SIMILAR_QUESTIONS = 3
LEAST_LIKENESS = 0.7  # of a question that counts as asked before
LONGEST_QUESTION = 120  # tokens: a longer message is a text, and no text is like a question
_LEAST_TERMS = 2  # "and Porto?" is like any question that names Porto
_LEAST_SHARE = 0.5 - 1e-9  # of the question, a sum of floats: what holds less is not about it
_LEAST_OWN = 0.2  # of it in the message itself, where the beginning of its session names the rest
_MOST_READ = 12  # messages
_MOST_OWN = 4  # messages of the session itself, to compare those of others with
_RARE = 0.02  # a word in fewer passages than this share of the messages names something
_RARE_AT_LEAST, _RARE_AT_MOST = 10, 100  # passages; of a more frequent word its sessions decide
_FEW = 0.1  # a word in less than this share of the sessions names something, too
_FEW_AT_LEAST = 3


@dataclass(frozen=True)
class SessionsInReach:
    """The session that is asked in, ``own``, and the ``collections`` that may be read, with it.

    ``message_count`` is of all of them.
    """

    own: CollectionKey
    collections: Numbers
    message_count: int


@dataclass(frozen=True)
class CrossSessionPassage:
    """A passage of a message of another session, which has this ``title``.

    ``share`` is how much of the question, by rarity, it holds: at most 1.  It goes from character
    ``start`` to ``end`` and has ``tokens`` tokens.  ``after`` are the person's messages soon after:
    one may correct it.
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
    """An earlier question, how like it is, and its answer; ``title`` if in another session."""

    question: Message
    answer: Message
    likeness: float
    title: str | None = None


@dataclass(frozen=True)
class CrossSessionHits:
    """What was found for a question: ``passages`` of other sessions, best first, and more.

    ``looks_across``: other sessions were searched.  ``own`` are the best matches of the session
    itself, filled only if other sessions matched.  ``is_branch``: the session is one of several
    branches of its chat, ``state`` that of its collection.
    """

    looks_across: bool = False
    is_branch: bool = False
    state: CollectionState | None = None
    own: tuple[CrossSessionPassage, ...] = ()
    passages: tuple[CrossSessionPassage, ...] = ()
    similar_questions: tuple[SimilarQuestion, ...] = ()


@dataclass(frozen=True)
class RankedPassages:
    """The passages that hold enough of a question, best first, with the ``shares`` they hold.

    ``elsewhere`` are those of other sessions that hold a word which names something, ``own`` the
    best of the session itself.  ``occurrences`` and ``rarity`` are of each term.
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
    """Return the passages in which enough of ``terms`` occurs, by the share that they hold."""
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
    order = np.argsort(found, kind="stable")  # by runs; ``np.unique`` takes twice as long
    found = found[order]
    begins = np.diff(found, prepend=-1) > 0
    refs, which = PassageRefs(found[begins]), np.cumsum(begins) - 1
    frequencies = [len(each) for each in occurrences.values()]
    weights = np.repeat([rarity[term] for term in occurrences], frequencies)[order]
    names = np.repeat([float(term in naming) for term in occurrences], frequencies)[order]
    # Absent terms get the average weight: otherwise they dominate, and no message is about the rest
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
    may_be_similar = own_shares >= LEAST_LIKENESS  # no question is more alike than it shares
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
    """Return what the first passage of its session adds to each of ``refs``: what it is about.

    ``which`` are the places of the occurrences in ``refs``, ``weights`` what each is worth, both
    in ``order``; each word has so many of them as ``frequencies`` says.
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
    """Return the indices of the best of ``which``, of equals the last one said."""
    found = np.flatnonzero(which)
    return found[np.lexsort((-refs[found], -shares[found]))[:most]]


def _naming(
    reach: SessionsInReach, occurrences: Mapping[Term, PassageRefs], limit: float
) -> set[Term]:
    """Return the words that name something: rare ones, or ones confined to few sessions.

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
    # The last occurrences alone are read: of sessions before the first of them nothing is known
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
    """Return how rare a word is; one that ``names`` something counts as rare however frequent."""
    frequency = min(len(found), limit) if names else len(found)
    return math.log1p(max(reach.message_count, 1) / (1 + frequency))


def may_be_similar(message: Message, share: float) -> bool:
    """Whether ``message``, which holds this ``share`` of a question, may be one like it."""
    is_short = message.token_count <= LONGEST_QUESTION
    return message.role == "user" and is_short and share >= LEAST_LIKENESS


def likeness(terms: Sequence[Term], rarity: Mapping[Term, float], text: str) -> float:
    """Return how like a question of ``terms`` the ``text`` is (Jaccard's coefficient, weighted).

    Terms are weighed by ``rarity``; those that ``text`` has alone get the average weight.

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
