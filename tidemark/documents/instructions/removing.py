"""Clauses that remove or empty something."""

from pydantic import JsonValue

from tidemark.documents.instructions.changes import Change, NotApplied, joined
from tidemark.documents.instructions.clause import NAME, NAMED, InstructionClause, inside
from tidemark.documents.places import (
    explicit,
    phrase_of,
    pointer,
)


def remove(clause: InstructionClause) -> Change:
    """Remove what the clause names."""
    target, within = clause.plain("target"), clause.plain("container")
    if clause.hidden.has_literal(clause.way["target"]):
        target = clause.plain("target")
    nodes = clause.many(target, NAMED, lambda node: node > 0, within)
    for node in nodes:
        text = inside(target, within)
        if (
            not clause.outline.is_leaf(node)
            and clause.outline.is_entry(node) is False
            and _covers_only_list(clause, node, target)
        ):
            raise NotApplied(
                "several",
                text,
                [clause.outline.path(each) for each in clause.outline.inner(node)][:6]
                or [clause.outline.path(node)],
            )
    ordered = sorted(set(nodes), reverse=True)
    operations = tuple(
        {"op": "remove", "path": pointer(clause.outline.path(each))} for each in ordered
    )
    return Change(operations, clause.outline.path(ordered[-1]))


def _covers_only_list(clause: InstructionClause, node: int, target: str) -> bool:
    """Whether ``target`` names a whole list by the word for one entry: "the review"."""
    value, key = clause.outline.values[node], str(clause.outline.keys[node])
    if not isinstance(value, list) or explicit(target, clause.outline) is not None:
        return False
    words = [each.casefold() for each in phrase_of(target, clause.cues).needed]
    extra = {each.casefold() for each in phrase_of(target, clause.cues).extra}
    return bool(words) and words[-1] != key.casefold() and not extra & clause.cues.kinds


def clear(clause: InstructionClause) -> Change:
    """Empty what the clause names."""
    text = clause.plain("target")
    nodes = clause.many(text, NAME, lambda each: each > 0)
    changes = []
    for node in nodes:
        old = clause.outline.values[node]
        if isinstance(old, list):
            value: JsonValue = []
        elif isinstance(old, str):
            value = ""
        else:
            raise NotApplied("value", text, [clause.outline.path(node)], known=1)
        changes.append(clause.replaced(clause.outline.path(node), old, value, text))
    return joined(changes)
