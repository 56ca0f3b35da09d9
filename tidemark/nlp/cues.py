"""Cues: the patterns of one language that show what kind of item a clause is.

Each is searched in a clause, case ignored. A group ``what`` marks the part of the clause to keep.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tidemark.nlp.languages import Language
from tidemark.nlp.patterns import Pattern


@dataclass(frozen=True)
class Cues:
    """The patterns of one language that classify clauses; `english.cues` explains each."""

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
    task_heading: Pattern  # before a colon: a list of tasks follows, with or without verbs
    is_task: Callable[[str], bool]  # whether a text alone is a task: "buy milk"
    no_reminder: Pattern
    no_todo: Pattern
    done: Pattern
    undone: Pattern  # says that a task is still open
    finished: Pattern  # says that a thing is settled, whatever the task was
    is_done: Pattern  # says that an act on its subject was done: "is booked"
    acts: Mapping[str, frozenset[str]]  # by verb: the forms that say that it was done
    parts_tasks: Callable[[str, str], bool]  # whether a joint between two texts separates two tasks
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
    purpose: Pattern


def acts_in(lines: str) -> dict[str, frozenset[str]]:
    """Return the done forms of each verb in ``lines``, such as "buy get: bought got"."""
    pairs = (line.split(":") for line in lines.strip().splitlines())
    return {verb: frozenset(done.split()) for verbs, done in pairs for verb in verbs.split()}
