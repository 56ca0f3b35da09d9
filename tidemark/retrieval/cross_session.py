"""What the person said elsewhere, and earlier questions like the one asked: values; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidemark.nlp.tokens import Term, content_terms
from tidemark.schema import Message

ALIKE = 0.7  # the least likeness of a question that counts as asked before
LONGEST_QUESTION = 120  # tokens: what is longer is a text, and no text is like a question
_LEAST_TERMS = 2  # "and Porto?" is like any question that names Porto


@dataclass(frozen=True)
class CrossSessionPassage:
    """A passage of a message of another session, which has this ``title``.

    ``share`` is how much of what is asked stands in it, weighed by rarity: at most 1.  It is
    ``tokens`` long, and goes from the character ``start`` to ``end``.  ``after`` are the messages
    of the person that came soon after: one may put it right.
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
    """An earlier question, how like it is, and its answer; ``title`` where it is elsewhere."""

    question: Message
    answer: Message
    likeness: float
    title: str | None = None


@dataclass(frozen=True)
class CrossSessionHits:
    """What was found for a question: ``asides`` best first, and questions ``alike``.

    ``looks_across``: other sessions were looked into.  ``own`` are the messages of the session
    itself that hold most of what is asked, where there are ``asides`` to hold against them.
    ``is_branch``: it is one of several branches of its chat.
    """

    looks_across: bool = False
    is_branch: bool = False
    own: tuple[CrossSessionPassage, ...] = ()
    asides: tuple[CrossSessionPassage, ...] = ()
    alike: tuple[SimilarQuestion, ...] = ()


def likeness(terms: Sequence[Term], rarity: Mapping[Term, float], text: str) -> float:
    """Return how like a question of ``terms`` the ``text`` is: of both their words, those shared.

    Words are weighed by ``rarity``, which is not known of those that ``text`` has alone: they weigh
    what the others do on average (Jaccard's coefficient, weighted).

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
