"""What the built-in engine listens for: one table per language.

Every pattern is searched in a clause, case ignored.  A pattern with a group ``what`` says which
part of the clause is kept.
"""

import re
from dataclasses import dataclass

from tidemark.nlp.tokens import Language

Pattern = re.Pattern[str]


@dataclass(frozen=True)
class Cues:
    """The words of one language that show what a clause is; see `english.cues` for what each is."""

    language: Language
    clause_breaks: Pattern
    lead_ins: Pattern
    tails: Pattern
    questions: Pattern
    requests: Pattern
    last_joint: Pattern
    preferences: tuple[Pattern, ...]
    no_preference: Pattern
    denies: Pattern
    constraints: tuple[Pattern, ...]
    no_constraint: Pattern
    decisions: tuple[Pattern, ...]
    no_decision: Pattern
    reminders: tuple[Pattern, ...]
    todos: tuple[Pattern, ...]
    no_reminder: Pattern
    no_todo: Pattern
    done: Pattern
    accepts: Pattern
    proposes: tuple[Pattern, ...]
    cannot_answer: Pattern
    no_model: Pattern
    polite_questions: Pattern
    small_talk: Pattern
    empty_praise: Pattern
    filler: Pattern
    cheering: Pattern
    first_person: Pattern
    second_person: Pattern
    leaning: Pattern
    dangling: Pattern
    wants_more: Pattern
    events: Pattern
    relations: Pattern
    orders_to_reader: Pattern


def any_of(*alternatives: str) -> Pattern:
    """Return one pattern that finds any of the ``alternatives``."""
    return re.compile("|".join(alternatives), re.I)


def each_of(*patterns: str) -> tuple[Pattern, ...]:
    """Return one pattern for each text: for kinds where it matters which one is found."""
    return tuple(re.compile(pattern, re.I) for pattern in patterns)


def lines(text: str, before: str = r"\b", after: str = r"\b") -> str:
    r"""Return the lines of ``text`` as one group of alternatives, as a part of a pattern.

    >>> lines("tea|coffee\nwater")
    '\\b(?:tea|coffee|water)\\b'
    """
    return f"{before}(?:{'|'.join(line.strip() for line in text.strip().splitlines())}){after}"
