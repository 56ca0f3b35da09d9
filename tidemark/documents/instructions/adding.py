"""Clauses that add entries and fields."""

import re

from pydantic import JsonValue

from tidemark.documents.content import is_same
from tidemark.documents.entries import EntryReader, Incomplete
from tidemark.documents.instructions.changes import Cause, Change, NotApplied
from tidemark.documents.instructions.clause import KEY_LIKE, NAME, NAMED, InstructionClause, inside
from tidemark.documents.instructions.schema_parts import schema_at
from tidemark.documents.places import (
    Path,
    explicit,
    pointer,
)
from tidemark.documents.values import KindUnclear, Unclear


def add(clause: InstructionClause) -> Change:
    """Add to a list or to an object."""
    value, container = clause.way["value"], clause.way["container"]
    if "more" in clause.way:
        value = f"{value}, {clause.way['more']}"
    at, value, container = _position(clause, value, container)
    at = 0 if clause.frame.value == 0 else at
    head = clause.plain("head")
    named = clause.hidden.plain(container)
    path = explicit(named, clause.outline)
    if path is not None:
        return _add_at(clause, path, value, named)
    if clause.hidden.has_literal(container):
        raise NotApplied("not_there", named)
    try:
        node = list_at(clause, named)
    except NotApplied as error:
        node, value = _list_by_head(clause, f"{head}: {value}" if head else value, named, error)
    return _added(clause, node, value, at, named)


def list_at(clause: InstructionClause, text: str) -> int:
    """Return the list that ``text`` names."""
    return clause.one(text, NAMED, lambda node: isinstance(clause.outline.values[node], list))


def _list_by_head(
    clause: InstructionClause, value: str, container: str, error: NotApplied
) -> tuple[int, str]:
    """Return the list that the first words of ``value`` name within ``container``."""
    found = _headed(clause, value, container)
    if found is not None:
        return found
    if error.cause == "not_there":
        around = clause.reader.resolve_all(
            container, NAMED, lambda node: isinstance(clause.outline.values[node], dict)
        )
        if len(around) == 1:
            inner = [
                each
                for each in clause.outline.inner(around[0])
                if isinstance(clause.outline.values[each], list)
            ]
            if len(inner) == 1:
                return inner[0], value
    raise error


def _headed(clause: InstructionClause, value: str, container: str = "") -> tuple[int, str] | None:
    """Return the list that ``value`` begins with a word for one entry of, and what follows."""
    bare = clause.cues.article.sub("", value.strip(), count=1)
    bare = clause.cues.article.sub("", bare, count=1)
    words = list(re.finditer(r"[^\s:,]+", bare))[:3]
    several: NotApplied | None = None
    for last in range(len(words), 0, -1):
        head = bare[: words[last - 1].end()]
        if clause.hidden.has_literal(head):
            continue
        try:
            node = clause.one(
                inside(head, container),
                NAME,
                lambda each: isinstance(clause.outline.values[each], list),
            )
        except NotApplied as error:
            several = error if error.cause == "several" else several
            continue
        if not _names_entry(clause, head, node):
            continue
        rest = bare[words[last - 1].end() :]
        keys = EntryReader(clause.values, _beside(clause, node)).keys
        is_key = len(words[:last]) == 1 and head.casefold() in [each.casefold() for each in keys]
        return node, f"{head}{rest}" if is_key else rest
    if several:
        raise several
    return None


def _names_entry(clause: InstructionClause, head: str, node: int) -> bool:
    key = str(clause.outline.keys[node])
    return (
        any(
            one.how == "name" and one.node == node
            for word in head.split()
            for one in clause.outline.explained(word)
        )
        or key == head
    )


def _beside(clause: InstructionClause, node: int) -> list[JsonValue]:
    value = clause.outline.values[node]
    entries = list(value) if isinstance(value, list) else []
    return entries[:50]


def _added(clause: InstructionClause, node: int, text: str, at: str | int, phrase: str) -> Change:
    path = clause.outline.path(node)
    schema = schema_at(clause.reader.schema, (*path, 0))
    reader = EntryReader(clause.values, _beside(clause, node), schema)
    text = re.sub(
        r"^[\s:,]*(?:(?:called|named|saying|that says|genaamd|met de naam|namelijk)\b)?[\s:,]*",
        "",
        text,
    ).strip()
    if not text:
        raise NotApplied("no_value", phrase, [path], known=1)
    try:
        clause.check_words(text, "")
        entries = reader.read(text)
    except (Unclear, Incomplete) as error:
        said = clause.hidden.plain(text)
        cause: Cause = "incomplete" if isinstance(error, Incomplete) else "value"
        cause = "kind" if isinstance(error, KindUnclear) else cause
        raise NotApplied(cause, f"{phrase}: {said}", [path], known=1, said=said) from None
    known = clause.outline.values[node]
    if any(
        is_same(each, one) for each in entries for one in (known if isinstance(known, list) else [])
    ):
        raise NotApplied("already", clause.hidden.plain(text), [path])
    index, operations = _index(clause, node, at), []
    for number, entry in enumerate(entries):
        step = index + number if isinstance(index, int) else index
        operations.append({"op": "add", "path": pointer((*path, step)), "value": entry})
    count = len(known) if isinstance(known, list) else 0
    place = index if isinstance(index, int) else count + len(entries) - 1
    return Change(tuple(operations), (*path, place))


def _index(clause: InstructionClause, node: int, at: str | int) -> str | int:
    """Return the index in a list for a position: a number, or after or before an entry."""
    if at == "-" or isinstance(at, int):
        return at
    where, _, words = str(at).partition(" ")
    beside = clause.one(
        words,
        NAMED,
        lambda each: clause.outline.parents[each] == node and clause.outline.is_entry(each),
    )
    index = clause.outline.keys[beside]
    assert isinstance(index, int)  # noqa: S101 - it is an entry
    return index + (where == "after")


def _position(clause: InstructionClause, value: str, container: str) -> tuple[str | int, str, str]:
    """Return where a new entry goes, and both texts without the words that say so."""
    positions = clause.cues.positions
    for name, at in (("first", 0), ("last", "-")):
        for text in (value, container):
            found = re.match(rf"(?:{positions[name].pattern})(?=\s|$)", text, re.I) or re.search(
                rf"(?:^|[\s,]+)(?:{positions[name].pattern})(?=\s|$)", text, re.I
            )
            if found and (found[0].strip() and len(found[0].split()) > 1):
                rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,:")
                pair = (rest, container) if text is value else (value, rest)
                if text is value or rest:
                    return at, *pair
    for name in ("before", "after"):
        for text in (value, container):
            found = re.search(rf"(?:^|[\s,]+)(?:{positions[name].pattern})", text, re.I)
            if found and found.start() > 0 and _is_named(clause, text[found.end() :]):
                rest = text[: found.start()].strip(" ,:")
                place = f"{name} {clause.hidden.plain(text[found.end() :])}"
                return place, *((rest, container) if text is value else (value, rest))
    return "-", value, container


def _is_named(clause: InstructionClause, text: str) -> bool:
    return bool(
        clause.reader.resolve_all(clause.hidden.plain(text), NAMED, clause.outline.is_entry)
    )


def _add_at(clause: InstructionClause, path: Path, text: str, phrase: str) -> Change:
    around = clause.outline.at(path[:-1])
    holder = clause.outline.values[around] if around is not None else None
    node = clause.outline.at(path)
    literal = clause.hidden.literal(text)
    is_index = isinstance(path[-1], int) or path[-1] == "-"
    if isinstance(holder, list) and not is_index:
        raise NotApplied("not_there", phrase, [path])
    if isinstance(holder, list) and is_index:
        if isinstance(path[-1], int) and path[-1] > len(holder):
            raise NotApplied("not_there", phrase, [path])
        like = [each for each in holder if not isinstance(each, dict | list)]
        value = clause.value_for(text, None, like, path, phrase)
    elif isinstance(holder, dict):
        held = clause.outline.values[node] if node is not None else None
        if node is not None and isinstance(held, list) and literal is None:
            return _added(clause, node, text, "-", phrase)
        value = clause.value_for(
            text, held if not isinstance(held, dict | list) else None, (), path, phrase
        )
    else:
        raise NotApplied("not_there", phrase, [path])
    return Change(({"op": "add", "path": pointer(path), "value": value},), path)


def add_entry(clause: InstructionClause) -> Change:
    """Add an entry that has a heading of its own."""
    head = f"{clause.way['head']}: " if "head" in clause.way else ""
    at, value, _ = _position(clause, f"{head}{clause.way['value']}", "")
    found = _headed(clause, value)
    if found is None and isinstance(at, str) and " " in at:
        beside = clause.one(at.partition(" ")[2], NAMED, clause.outline.is_entry)
        found = clause.outline.parents[beside], value
    if found is None and clause.reader.last and clause.outline.at(clause.reader.last) is not None:
        raise NotApplied("not_there", clause.hidden.plain(value))
    if found is None:
        raise NotApplied(
            "not_there",
            clause.hidden.plain(value),
            known=clause.reader.known(clause.hidden.plain(value)),
        )
    return _added(clause, found[0], found[1], at, clause.hidden.plain(value))


def add_field(clause: InstructionClause) -> Change:
    """Add a field."""
    name, around = clause.plain("name").strip(" :"), clause.plain("container")
    if not KEY_LIKE.fullmatch(name):
        raise NotApplied("not_there", name)
    node = (
        clause.one(around, NAMED, lambda each: isinstance(clause.outline.values[each], dict))
        if around and around.casefold() not in clause.cues.small
        else 0
    )
    holder = clause.outline.values[node]
    if not isinstance(holder, dict) or name in holder:
        raise NotApplied("already", name, [(*clause.outline.path(node), name)])
    path = (*clause.outline.path(node), name)
    value = clause.value_for(clause.way["value"], None, (), path, name)
    return Change(({"op": "add", "path": pointer(path), "value": value},), path)
