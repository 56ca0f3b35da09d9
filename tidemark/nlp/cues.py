"""What the built-in engine listens for: one table per language.

Every pattern is searched in a clause, case ignored.  A pattern with a group ``what`` says which
part of the clause is kept.
"""

from dataclasses import dataclass

from tidemark.nlp.patterns import Pattern
from tidemark.nlp.word_lists import Language


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
