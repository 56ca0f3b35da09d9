"""Salience: the probability that a clause is worth remembering."""

import math
import re

from tidemark.nlp.clauses import Clause
from tidemark.nlp.cues import Cues
from tidemark.nlp.dates import DateFound
from tidemark.nlp.patterns import NAME_INSIDE, NUMBER
from tidemark.nlp.search_terms import content_stems

_FORMULA = re.compile(r"\\\w|\\[({\[]|[{}]")
_LEAST_WORDS = 3
_LONG_WORD = 8  # letters of a stem that is seldom small talk

# Log odds that a clause answers a question somebody asks later: a logistic regression on the
# clauses of five long conversations whose questions name their evidence turns (LoCoMo), rounded;
# AUROC .81 on a conversation left out.  Clauses that cannot stand alone, wishes and talk about
# the listener weigh more here than there: they say little to a reader.
_BASE = -3.4
_PER_STEM, _FEW_STEMS, _PER_MORE_STEM, _MANY_STEMS = 0.31, 5, 0.12, 12
_NAMED, _NAMED_AGAIN, _COUNTED, _DATED, _JUST_NOW = 0.8, 0.6, 1.1, 0.5, 0.5
_EVENT, _RELATION, _ANSWERS, _RARE_WORD = 0.4, 0.4, 0.6, 0.25
_NOTHING_FIRM, _SHOWN, _PRAISE = -0.6, -0.9, -0.3
_SECOND_PERSON, _DANGLING, _CHEERING, _FILLER, _UNREADABLE = -0.8, -0.5, -0.4, -1.2, -2.0


def salience(
    clause: Clause,
    cues: Cues,
    *,
    dated: DateFound | None,
    people: frozenset[str],
    answers: bool = False,
) -> float:
    """Return the probability that ``clause`` is worth remembering, 0 if it says nothing.

    Names, numbers, dates, events, relations of the speaker and being an answer (``answers``) raise
    it; praise, empty wishes and talk about the listener lower it. Names of the ``people`` talking
    do not count.
    """
    text = clause.text
    stems = set(clause.stems)
    if dated and not content_stems(text[dated.start : dated.end], clause.language):
        stems.add("may")  # the one month that is a stop word, too
    if (
        len(stems) < 2
        or len(text.split()) < _LEAST_WORDS
        or any(cue.search(text) for cue in (cues.small_talk, cues.orders_to_reader, cues.leaning))
    ):
        return 0.0
    names = {name for name in NAME_INSIDE.findall(text) if name.casefold() not in people}
    firm = dated or NUMBER.search(text) or cues.first_person.search(text)
    odds = (
        _BASE
        + _PER_STEM * min(len(stems), _FEW_STEMS)
        + _PER_MORE_STEM * max(0, min(len(stems), _MANY_STEMS) - _FEW_STEMS)
        + (_NAMED * bool(names) or _NOTHING_FIRM * (not firm))
        + _NAMED_AGAIN * max(0, min(len(names), 3) - 1)
        + _COUNTED * bool(NUMBER.search(text))
        + _DATED * bool(dated)
        + _JUST_NOW * bool(dated and dated.is_relative)
        + _PRAISE * len(cues.empty_praise.findall(text))
        + _ANSWERS * answers
        + _RARE_WORD * any(len(stem) >= _LONG_WORD for stem in stems)
        + _SHOWN * clause.is_caption
    )
    odds += sum(weight for weight, cue in _weights(cues) if cue.search(text))
    return 1 / (1 + math.exp(-odds))


def _weights(cues: Cues) -> tuple[tuple[float, re.Pattern[str]], ...]:
    return (
        (_EVENT, cues.events),
        (_RELATION, cues.relations),
        (_CHEERING, cues.cheering),
        (_SECOND_PERSON, cues.second_person),
        (_DANGLING, cues.dangling),
        (_FILLER, cues.filler),
        (_UNREADABLE, _FORMULA),
    )
