"""Clauses that rename a field or a thing."""

from tidemark.documents.instructions import only_list
from tidemark.documents.instructions.changes import Change, NotApplied
from tidemark.documents.instructions.clause import ANY, KEY_LIKE, NAME, NAMED, InstructionClause
from tidemark.documents.places import (
    explicit,
    forms,
    name_words,
    pointer,
)


def rename_key(clause: InstructionClause) -> Change:
    """Rename a field."""
    text, name = clause.plain("target"), clause.plain("name")
    node = clause.one(text, NAME, lambda each: each > 0 and not clause.outline.is_entry(each))
    return _key_renamed(clause, node, name, text)


def _key_renamed(clause: InstructionClause, node: int, name: str, text: str) -> Change:
    path = clause.outline.path(node)
    holder = clause.outline.values[clause.outline.parents[node]]
    literal = clause.hidden.has_literal(clause.way["name"])
    beside = list(holder) if isinstance(holder, dict) else []
    is_spaced = literal or any(" " in each for each in beside)
    if name.casefold() in clause.cues.talk.persons and not literal:
        raise NotApplied("not_there", name)
    is_small = name.casefold() in clause.cues.small
    if not name or is_small or name.isdecimal() or (len(name.split()) > 1 and not is_spaced):
        raise NotApplied("value", f"{text}: {name}", [path], known=1, said=name)
    if isinstance(holder, dict) and name in holder:
        raise NotApplied("already", name, [path])
    new = (*path[:-1], name)
    return Change(({"op": "move", "from": pointer(path), "path": pointer(new)},), new)


def rename(clause: InstructionClause) -> Change:
    """Rename a field or a named thing."""
    text = clause.plain("old") or clause.with_container("target") or f"{clause.frame.value}"
    small = clause.cues.small - set(clause.outline.by_key)
    is_named = bool(clause.plain("target")) and not _is_it(clause, text)
    if is_named and text.split()[-1].casefold() in small:
        raise NotApplied("not_there", text)  # "call the Barn The Shed": the article is part of it
    spelt = clause.outline.by_key.get(clause.cues.article.sub("", text, count=1), [])
    if len(spelt) == 1 and isinstance(clause.outline.values[spelt[0]], list):
        return _key_renamed(clause, spelt[0], clause.plain("name"), text)
    whole = _named_thing(clause, text)
    if whole is not None and _is_key_like(clause, whole):
        return _key_renamed(clause, clause.outline.parents[whole], clause.plain("name"), text)
    if whole is not None:
        return clause.set_at(whole, clause.way["name"], text)
    node = clause.one(
        text,
        ANY,
        lambda each: (
            each > 0 and (not clause.outline.is_entry(each) or clause.outline.is_leaf(each))
        ),
    )
    if clause.outline.is_entry(node):
        return clause.set_at(node, clause.way["name"], text)
    held = clause.outline.values[node]
    name = clause.plain("name")
    key = str(clause.outline.keys[node])
    are_mixed = any(
        isinstance(each, str) and each != each.casefold() for each in clause.outline.keys
    )
    is_key = KEY_LIKE.fullmatch(name) is not None and (
        name == name.casefold() or (are_mixed and key in text.split())
    )
    if isinstance(held, str) and not is_key:
        if str(clause.outline.keys[node]) in ("name", "naam", "title", "titel"):
            return clause.set_at(node, clause.way["name"], text)
        if _is_no_key(clause, name):
            return clause.set_at(node, clause.way["name"], text)
        raise NotApplied("value", f"{text}: {name}", [clause.outline.path(node)], known=1)
    said = {each for word in text.split() for each in forms(word)}
    is_path = explicit(text, clause.outline) is not None
    if (
        not is_path
        and key.casefold() not in said
        and not said.issuperset(name_words(key)[: len(key.split())])
    ):
        raise NotApplied("not_there", text)
    return _key_renamed(clause, node, name, text)


def _is_it(clause: InstructionClause, text: str) -> bool:
    """Return whether ``text`` is a pronoun for the unchanged document: "call it Soup"."""
    return clause.reader.last is None and bool(clause.cues.pronoun.fullmatch(text))


def _is_key_like(clause: InstructionClause, name: int) -> bool:
    """Return whether the named thing is a member, and its new name looks like a key."""
    new = clause.plain("name")
    is_word = KEY_LIKE.fullmatch(new) is not None and new == new.casefold()
    return is_word and not clause.outline.is_entry(clause.outline.parents[name])


def _named_thing(clause: InstructionClause, text: str) -> int | None:
    """Return the name member of the thing that ``text`` names, if it has one."""
    things = clause.reader.resolve_all(
        text, NAMED, lambda each: isinstance(clause.outline.values[each], dict)
    )
    if not things and (_is_it(clause, text) or only_list.is_the_document(clause, text)):
        things = [0]  # "the shop is called Cheese & Co now"
    if len(things) > 1:
        raise NotApplied("several", text, [clause.outline.path(each) for each in things])
    if not things:
        return None
    label = clause.outline.label(things[0])
    inner = list(clause.outline.inner(things[0]))
    named = [
        each for each in inner if clause.outline.keys[each] in ("name", "naam", "title", "titel")
    ]
    if not named and clause.outline.is_entry(things[0]):
        named = [each for each in inner if clause.outline.values[each] == label]
    return named[0] if named else None


def _is_no_key(clause: InstructionClause, name: str) -> bool:
    """Return whether ``name`` has spaces and capitals, which no key of the document has."""
    keys = [each for each in clause.outline.keys if isinstance(each, str)]
    is_spaced = " " in name and name != name.casefold()
    return is_spaced and not any(" " in each for each in keys)
