"""Clauses that move, copy or swap entries."""

import re
from contextlib import suppress
from dataclasses import replace

from pydantic import JsonValue

from tidemark.documents import patches
from tidemark.documents.instructions.adding import list_at
from tidemark.documents.instructions.changes import Change, NotApplied
from tidemark.documents.instructions.clause import NAME, NAMED, InstructionClause, inside
from tidemark.documents.instructions.setting import measured, set_value
from tidemark.documents.places import (
    Path,
    explicit,
    phrase_of,
    pointer,
)
from tidemark.nlp.patterns import Frame


def move(clause: InstructionClause) -> Change:
    """Move an entry within its list."""
    position = clause.plain("position")
    for name in ("first", "last", "up", "down", "nth"):
        found = re.match(rf"(?:{clause.cues.positions[name].pattern})(?=\s|$)", position, re.I)
        if found:
            return _moved(clause, name, found, position[found.end() :].strip())
    for name in ("before", "after"):
        found = re.match(clause.cues.positions[name].pattern, position, re.I)
        if found:
            return _moved(clause, name, found, position[found.end() :].strip())
    raise NotApplied("not_there", position)


def _moved(clause: InstructionClause, name: str, found: re.Match[str], rest: str) -> Change:
    text = clause.plain("target")
    within = "" if name in ("before", "after") else rest
    node = clause.one(inside(text, within), NAMED, clause.outline.is_entry)
    around = clause.outline.parents[node]
    index, count = clause.outline.keys[node], len(list(clause.outline.inner(around)))
    assert isinstance(index, int)  # noqa: S101 - it is an entry
    if name in ("before", "after"):
        beside = clause.outline.keys[
            clause.one(
                rest,
                NAMED,
                lambda each: (
                    clause.outline.is_entry(each) and clause.outline.parents[each] == around
                ),
            )
        ]
        assert isinstance(beside, int)  # noqa: S101 - it is an entry
        new = beside + (name == "after") - (beside > index)
    elif name == "nth":
        number = _ordinal(clause, found["number"])
        new = number - 1
    else:
        new = {"first": 0, "last": count - 1, "up": index - 1, "down": index + 1}[name]
    if not 0 <= new < count or new == index:
        raise NotApplied("already", text, [clause.outline.path(node)])
    path = clause.outline.path(around)
    return Change(
        ({"op": "move", "from": pointer((*path, index)), "path": pointer((*path, new))},),
        (*path, new),
    )


def _ordinal(clause: InstructionClause, word: str) -> int:
    number = clause.cues.ordinals.get(word.casefold()) or clause.cues.numbers.get(word.casefold())
    if number is None and not word.isdigit():
        raise NotApplied("not_there", word)
    return int(number or int(word))


def move_path(clause: InstructionClause) -> Change:
    """Move the value at a path to another path."""
    to = explicit(clause.plain("container"), clause.outline)
    if to is None or explicit(clause.plain("target"), clause.outline) is None:
        raise NotApplied("not_there", clause.plain("container"))
    return _moved_to(clause, to, "move")


def move_into(clause: InstructionClause) -> Change:
    """Move an entry into another list."""
    text, source = clause.plain("target"), clause.plain("source")
    to = explicit(clause.plain("container"), clause.outline)
    if to is not None:
        return _moved_to(clause, to, "move")
    node = clause.one(inside(text, source), NAMED, clause.outline.is_entry)
    container = clause.plain("container")
    if clause.frame.kind == "put_into" and clause.outline.is_leaf(node):
        raise NotApplied("not_there", container)  # "put the mirror on the list" adds it
    around = clause.outline.parents[node]
    try:
        other = clause.one(
            container,
            NAMED,
            lambda each: isinstance(clause.outline.values[each], list) and each != around,
        )
    except NotApplied:
        key = clause.outline.keys[around]
        other = clause.one(
            inside(str(key), container),
            NAME,
            lambda each: isinstance(clause.outline.values[each], list) and each != around,
        )
    path = clause.outline.path(other)
    new = {
        "op": "move",
        "from": pointer(clause.outline.path(node)),
        "path": pointer((*path, "-")),
    }
    held = clause.outline.values[other]
    count = len(held) if isinstance(held, list) else 0
    beside = held[0] if isinstance(held, list) and held else None
    if beside is not None and not _are_alike(beside, clause.outline.values[node]):
        raise NotApplied("value", text, [path], known=1)
    return Change((new,), (*path, count))


def _are_alike(one: JsonValue, other: JsonValue) -> bool:
    """Return whether two values may be entries of one list: no thing among the bags."""
    if isinstance(one, dict) and isinstance(other, dict):
        return not one or not other or 2 * len(one.keys() & other.keys()) >= len(one.keys())
    return not (isinstance(one, dict) or isinstance(other, dict))


def _moved_to(clause: InstructionClause, to: Path, op: str) -> Change:
    source = explicit(clause.plain("target"), clause.outline)
    node = (
        clause.outline.at(source)
        if source is not None
        else clause.one(clause.plain("target"), NAMED, lambda each: each > 0)
    )
    if node is None:
        raise NotApplied("not_there", clause.plain("target"), [source or ()])
    path = clause.outline.path(node)
    if path == to:
        raise NotApplied("already", clause.plain("target"), [path])
    return Change(({"op": op, "from": pointer(path), "path": pointer(to)},), to)


def copy(clause: InstructionClause) -> Change:
    """Copy an entry, beside itself if no other list is named."""
    if not clause.plain("container"):
        return _doubled(clause)
    to = explicit(clause.plain("container"), clause.outline)
    if to is not None:
        return _moved_to(clause, to, "copy")
    for name in ("first", "last"):
        if clause.cues.positions[name].fullmatch(clause.plain("container")):
            return _doubled(clause, at=name)
    node = clause.one(clause.plain("target"), NAMED, lambda each: each > 0)
    other = list_at(clause, clause.plain("container"))
    path = clause.outline.path(other)
    return Change(
        (
            {
                "op": "copy",
                "from": pointer(clause.outline.path(node)),
                "path": pointer((*path, "-")),
            },
        ),
        path,
    )


def _doubled(clause: InstructionClause, at: str = "") -> Change:
    """Copy an entry, with what is said to be other in the copy, beside it or ``at`` an end."""
    outline, text = clause.outline, clause.plain("target")
    if clause.cues.pronoun.fullmatch(text) and clause.plain("head"):
        text = clause.plain("head")  # "another ibuprofen like that one"
    node = clause.one(text, NAMED, outline.is_entry)
    path, index = outline.path(node), outline.keys[node]
    assert isinstance(index, int)  # noqa: S101 - it is an entry
    count = len(list(outline.inner(outline.parents[node])))
    new = (*path[:-1], {"first": 0, "last": count}.get(at, index + 1))
    change = Change(({"op": "copy", "from": pointer(path), "path": pointer(new)},), new)
    for part in clause.cues.joint.split(clause.way.get("more", "")):
        if part.strip():
            change = _otherwise(clause, change, part)
    return change


def _otherwise(clause: InstructionClause, change: Change, part: str) -> Change:
    """Return the change that copies an entry and sets a part of the copy: "with 200 mg"."""
    content = patches.applied(clause.outline.content, change.operations)
    outline = clause.reader.outline_of(content)
    reader = replace(clause.reader, outline=outline, within=change.place, last=change.place)
    inner = Frame("set", "{target} {value}")
    for way in inner.ways(part):
        with suppress(NotApplied):
            made = set_value(InstructionClause(reader, clause.hidden, inner, way))
            return replace(change, operations=(*change.operations, *made.operations))
    node, text = outline.at(change.place), clause.hidden.plain(part)
    if node is None:
        raise NotApplied("not_there", text)
    alone = InstructionClause(reader, clause.hidden, inner, {"target": "", "value": part})
    made = alone.set_at(measured(alone, node, text), part, text)
    return replace(change, operations=(*change.operations, *made.operations))


def swap(clause: InstructionClause) -> Change:
    """Swap two entries or values."""
    text = clause.with_container("target")
    phrase = phrase_of(text, clause.cues)
    if phrase.ordinals and not phrase.needed:  # "the first and the last step"
        beside = phrase_of(clause.plain("other"), clause.cues)
        text = inside(text, " ".join(beside.needed))
    if (pair := _alike_members(clause, text)) is not None:
        return _swapped(clause, *pair)
    if (pair := _members_beside(clause, text)) is not None:
        return _swapped(clause, *pair)
    first = clause.one(text, NAMED, clause.outline.is_entry)
    around = clause.outline.parents[first]
    other = clause.plain("other")
    if other.isdecimal():  # "steps 2 and 3"
        other = inside(" ".join(phrase.needed[:-1]), other)
    second = clause.one(
        other,
        NAMED,
        lambda each: clause.outline.is_entry(each) and clause.outline.parents[each] == around,
    )
    return _swapped(clause, first, second)


def _alike_members(clause: InstructionClause, text: str) -> tuple[int, int] | None:
    """Return the members of one name in two entries: "Tuesday's and Sunday's distance"."""
    outline = clause.outline
    own = clause.reader.resolve_all(text, NAME, outline.is_leaf)
    if len(own) == 1 and own[0] and not outline.is_entry(own[0]):
        key = outline.keys[own[0]]
        alike = clause.reader.resolve_all(
            inside(f"{key}", clause.plain("other")), NAME, lambda each: outline.keys[each] == key
        )
        if len(alike) == 1 and alike != own:
            return own[0], alike[0]
    found = clause.reader.resolve_all(clause.plain("other"), NAME, outline.is_leaf)
    if (
        len(found) != 1
        or outline.is_entry(found[0])
        or not outline.is_entry(outline.parents[found[0]])
    ):
        return None
    key = outline.keys[found[0]]
    first = clause.one(inside(str(key), text), NAME, lambda each: outline.keys[each] == key)
    return first, found[0]


def _members_beside(clause: InstructionClause, text: str) -> tuple[int, int] | None:
    """Return two members of one object that the clause names: "chair and deputy"."""
    outline = clause.outline

    def is_member(node: int) -> bool:
        return node > 0 and not outline.is_entry(node)

    found = [
        clause.reader.resolve_all(each, NAME, is_member) for each in (text, clause.plain("other"))
    ]
    pairs = [
        (one, other)
        for one in found[0]
        for other in found[1]
        if outline.parents[one] == outline.parents[other] and one != other
    ]
    if len(pairs) != 1 or outline.is_leaf(pairs[0][0]) != outline.is_leaf(pairs[0][1]):
        return None
    return pairs[0]


def swap_two(clause: InstructionClause) -> Change:
    """Swap the first two entries of a list, the last two, or the only two."""
    text = clause.plain("target")
    inner = list(clause.outline.inner(list_at(clause, text)))
    pair = inner[:2] if clause.frame.value == "first" else inner[-2:]
    if len(pair) < 2 or (clause.frame.value is None and pair != inner):
        raise NotApplied("not_there", text)
    return _swapped(clause, pair[0], pair[1])


def _swapped(clause: InstructionClause, first: int, second: int) -> Change:
    one, other = clause.outline.path(first), clause.outline.path(second)
    return Change((
        {"op": "replace", "path": pointer(one), "value": clause.outline.values[second]},
        {"op": "replace", "path": pointer(other), "value": clause.outline.values[first]},
    ), one)  # fmt: skip
