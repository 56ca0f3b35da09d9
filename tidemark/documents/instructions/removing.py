"""Clauses that remove or empty a place."""

import re
from contextlib import suppress

from pydantic import JsonValue

from tidemark.documents.instructions import only_list
from tidemark.documents.instructions.adding import list_at
from tidemark.documents.instructions.changes import Change, NotApplied, joined
from tidemark.documents.instructions.clause import NAME, NAMED, InstructionClause, inside
from tidemark.documents.places import (
    IDENTIFYING,
    Outline,
    explicit,
    phrase_of,
    pointer,
)
from tidemark.nlp.dates import find_date
from tidemark.schema.documents import Operation


def remove(clause: InstructionClause) -> Change:
    """Remove the places that the clause names."""
    target, within = clause.plain("target"), clause.plain("container")
    if within and clause.is_all(within):
        within = ""  # "the second book can come off the list"
    nodes = _several(clause, inside(target, within)) or [
        _whole(clause, each, target) for each in _named(clause, target, within)
    ]
    if within and not all(_is_named(clause, each, target) for each in nodes):
        raise NotApplied("not_there", inside(target, within))  # "take the van out of service"
    if clause.frame.value == "entry" and not all(_is_in(clause, each, within) for each in nodes):
        raise NotApplied("not_there", inside(target, within))  # "the van leaves the depot"
    for node in nodes:
        check_meant(clause, node, target)
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
    operations = tuple(removal(clause.outline, each) for each in ordered)
    return Change(operations, clause.outline.path(ordered[-1]))


def _is_in(clause: InstructionClause, node: int, within: str) -> bool:
    """Return whether ``node`` is an entry of a list that ``within`` names, and no time with it."""
    if find_date(within, clause.reader.said_at, clause.reader.language) is not None:
        return False  # "Tom leaves the team in May": not now
    around = clause.outline.parents[node]
    return clause.outline.is_entry(node) and around in clause.reader.resolve_all(
        within, NAME, lambda each: isinstance(clause.outline.values[each], list)
    )


def _several(clause: InstructionClause, target: str) -> list[int]:
    """Return the first or last few entries of a list: "the first two steps"; else none."""
    words = clause.cues.article.sub("", target, count=1).split()
    if len(words) < 3:
        return []
    which = clause.cues.ordinals.get(words[0].casefold())
    count = int(clause.cues.numbers.get(words[1].casefold(), 0))
    if which not in (1, -1) or count < 1:
        return []
    entries = list(clause.outline.inner(list_at(clause, " ".join(words[2:]))))
    if count >= len(entries):
        raise NotApplied("not_there", target)
    return entries[:count] if which == 1 else entries[-count:]


def check_meant(clause: InstructionClause, node: int, target: str) -> None:
    """Refuse to remove an entry named only by a value that does not identify it: "Bob".

    Raises:
        NotApplied: The entry or the value may be meant.
    """
    outline, phrase = clause.outline, phrase_of(target, clause.cues)
    if not outline.is_entry(node) or outline.is_leaf(node) or len(phrase.needed) != 1:
        return
    word = phrase.needed[0].casefold()
    if phrase.ordinals or re.search(r"\d", target) or word in outline.label(node).casefold():
        return
    inner = [
        each
        for each in outline.inner(node)
        if str(outline.values[each]).casefold() == word and outline.keys[each] not in IDENTIFYING
    ]
    if inner:
        places = [outline.path(each) for each in (node, *inner)]
        raise NotApplied("several", target, places)


def removal(outline: Outline, node: int) -> Operation:
    """Return the operation that removes a place, or sets it to null as similar places are."""
    path = pointer(outline.path(node))
    if outline.is_entry(outline.parents[node]) and _may_be_nothing(outline, node):
        return {"op": "replace", "path": path, "value": None}
    return {"op": "remove", "path": path}


def _may_be_nothing(outline: Outline, node: int) -> bool:
    """Return whether null is possible: a member next to it, or of another entry, has it."""
    around, key = outline.parents[node], outline.keys[node]
    if outline.values[node] is None or not outline.is_leaf(node) or not isinstance(key, str):
        return False
    if not outline.is_entry(around):
        return any(outline.values[each] is None for each in outline.inner(around))
    others = [outline.values[each] for each in outline.inner(outline.parents[around])]
    return any(isinstance(each, dict) and each.get(key, "") is None for each in others)


def _named(clause: InstructionClause, target: str, within: str) -> list[int]:
    try:
        return clause.many(target, NAMED, lambda node: node > 0, within)
    except NotApplied as error:
        shortest = min(error.places, key=len, default=())
        is_counted = bool(phrase_of(target, clause.cues).ordinals)
        if not is_counted or any(each[: len(shortest)] != shortest for each in error.places):
            raise
        node = clause.outline.at(shortest)  # the third member, not a part of it
        if not node:
            raise
        return [node]


def _whole(clause: InstructionClause, node: int, target: str) -> int:
    """Return the entry if ``target`` names its identifying member: "the post travel"."""
    outline, around = clause.outline, clause.outline.parents[node]
    phrase = phrase_of(target, clause.cues)
    if outline.is_entry(around) and phrase.ordinals and len(phrase.needed) == 1:
        named = outline.explained(phrase.needed[0])
        if any(one.how == "name" and one.node == outline.parents[around] for one in named):
            return around  # "the third member", which has a "member since"
    value = outline.values[node]
    if not (outline.is_leaf(node) and outline.is_entry(around)):
        return node
    both = NotApplied("several", target, [outline.path(around), outline.path(node)])
    if phrase.ordinals and len(phrase.needed) == 1:
        raise both  # "the last task", where an entry has a task
    said = " ".join(phrase.needed).casefold()
    if not isinstance(value, str) or value.casefold() not in said:
        return node
    is_told = clause.cues.single.match(target) or any(
        one.how == "name" and one.node == outline.parents[around]
        for one in outline.explained(phrase.needed[0])
    )
    if outline.label(around) != value and not is_told:
        raise both
    return around


def _is_named(clause: InstructionClause, node: int, target: str) -> bool:
    """Return whether ``target`` names this very node, and not only its container."""
    phrase = phrase_of(target, clause.cues)
    words = (*phrase.needed, *phrase.extra)
    inner = range(node, clause.outline.ends[node])
    return (
        bool(phrase.ordinals)
        or explicit(target, clause.outline) is not None
        or any(one.node in inner for word in words for one in clause.outline.explained(word))
    )


def _covers_only_list(clause: InstructionClause, node: int, target: str) -> bool:
    """Return whether ``target`` is the word for one entry of a whole list: "the review"."""
    value, key = clause.outline.values[node], str(clause.outline.keys[node])
    if not isinstance(value, list) or explicit(target, clause.outline) is not None:
        return False
    words = [each.casefold() for each in phrase_of(target, clause.cues).needed]
    extra = {each.casefold() for each in phrase_of(target, clause.cues).extra}
    return bool(words) and words[-1] != key.casefold() and not extra & clause.cues.kinds


def _emptied(clause: InstructionClause, text: str) -> list[int]:
    """Return the places that ``text`` names, lists first; the document means its only list."""
    outline = clause.outline
    lists = [each for each, value in enumerate(outline.values) if isinstance(value, list)]
    with suppress(NotApplied):
        return clause.many(text, NAME, lambda each: each > 0 and each in lists)
    try:
        return clause.many(text, NAME, lambda each: each > 0)
    except NotApplied as error:
        is_whole = clause.reader.is_addressed and clause.is_all(text)
        is_whole = is_whole or only_list.is_the_document(clause, text)
        if not lists or error.cause != "not_there" or not is_whole:
            raise
    if (alone := only_list.of(clause, "")) is None:
        raise NotApplied("whole", text, [outline.path(each) for each in lists], known=1)
    return [alone]


def clear(clause: InstructionClause) -> Change:
    """Empty the places that the clause names."""
    text = clause.plain("target")
    changes = []
    for node in _emptied(clause, text):
        _whole(clause, node, text)
        old = clause.outline.values[node]
        if isinstance(old, list):
            value: JsonValue = []
        elif _may_be_nothing(clause.outline, node):
            value = None
        elif isinstance(old, str):
            value = ""
        else:
            raise NotApplied("value", text, [clause.outline.path(node)], known=1)
        changes.append(clause.replaced(clause.outline.path(node), old, value, text))
    return joined(changes)
