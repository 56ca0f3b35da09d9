"""Edits of a content drawn as a tree, each at one place, as patches.

A person types text; the place shows which type of value it becomes.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, assert_never

from jsonpointer import escape, unescape
from pydantic import JsonValue

from tidemark.documents import content as contents
from tidemark.documents import patches, validation
from tidemark.documents.places import IDENTIFYING
from tidemark.documents.schema_parts import schema_at
from tidemark.documents.values import is_number
from tidemark.errors import NameTaken, NumberUnclear, SchemaBroken, SchemaRefused
from tidemark.schema.documents import Patch

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")  # RFC 8259, section 6
_GROUPED = re.compile(r"-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?", re.ASCII)  # 1.250,5
_WORDS: dict[str, JsonValue] = {"true": True, "false": False, "null": None}
_SHOWN_BY_SCHEMA: dict[str, JsonValue] = {"integer": 0, "number": 0, "boolean": False}
_EMPTY: dict[type, JsonValue] = {str: "", bool: False, list: [], dict: {}}
EditKind = Literal["change", "rename", "remove", "add"]


class TreeEdit(NamedTuple):
    """An edit at ``path``, a JSON Pointer: of "add", that of the list or object to add to.

    ``text`` is the value as typed, ``name`` the new name or that of a new entry of an object.
    """

    kind: EditKind
    path: str
    text: str = ""
    name: str = ""


def patch_of(
    content: JsonValue, edit: TreeEdit, schema: JsonValue = None, *, language: str = "en"
) -> Patch:
    """Return the patch that makes ``edit`` in ``content``; empty if it changes nothing.

    Raises:
        NameTaken: The object has an entry with this name already.
        PatchRefused: There is no such place.
        ContentUnreadable: The text is a number outside the limits of a content.
        NumberUnclear: The text is one number or one a thousand times as large.
    """
    match edit.kind:
        case "change":
            old = patches.part(content, edit.path)
            like = _like(content, edit.path, schema)
            value = retyped(edit.text, old, like, language=language)
            is_same = contents.is_same(old, value)
            return () if is_same else ({"op": "replace", "path": edit.path, "value": value},)
        case "rename":
            return _renamed(content, edit)
        case "remove":
            patches.part(content, edit.path)
            return ({"op": "remove", "path": edit.path},)
        case "add":
            return _added(content, edit, schema, language)
    assert_never(edit.kind)


def retyped(
    text: str, old: JsonValue, like: Sequence[JsonValue] = (), *, language: str = "en"
) -> JsonValue:
    """Return ``text`` as a value that replaces ``old``; ``like`` are values of similar places.

    A number stays one if the text reads as a number; true, false and null stay words.  Everything
    else is text, without space around it unless the old text has some.

    >>> retyped("2.50", 3), retyped("1.0", 1), retyped("soon", 3), retyped("7", "six")
    (2.5, 1.0, 'soon', '7')
    >>> retyped("2,5", 3, language="nl"), retyped("1,250", 3)
    (2.5, '1,250')
    >>> retyped("1.250", 3, language="nl"), retyped("1.250,5", 3, language="nl")
    (1250, 1250.5)
    >>> retyped("false", True), retyped("false", "true"), retyped("7", None, [1, 2])
    (False, 'false', 7)
    """
    if isinstance(old, str):
        return text if old != old.strip() else text.strip()
    if is_number(old):
        return new_value(text, [old], language=language)
    return _WORDS.get(text.strip(), new_value(text, like, language=language))


def new_value(text: str, like: Sequence[JsonValue], *, language: str = "en") -> JsonValue:
    """Return ``text`` as a new value: a number, or true or false, only if all ``like`` it are.

    >>> new_value("7", [1, 2.5]), new_value("7", [1, "six"]), new_value("7", [])
    (7, '7', '7')
    >>> new_value("true", [False]), new_value("true", ["tent"])
    (True, 'true')
    """
    bare = text.strip()
    if like and all(isinstance(each, bool) for each in like) and bare in ("true", "false"):
        return _WORDS[bare]
    if not like or not all(map(is_number, like)):
        return bare
    has_points = any(isinstance(each, float) for each in like)
    written = _pointed(bare, has_points=has_points) if language == "nl" else bare
    return contents.read(written) if _NUMBER.fullmatch(written) else bare


def _pointed(text: str, *, has_points: bool) -> str:
    """Return a number with a decimal comma as one with a decimal point.

    The content is shown with decimal points: where numbers have them (``has_points``), a person may
    have typed one as well.
    """
    if not _GROUPED.fullmatch(text):
        return text if "." in text else text.replace(",", ".")
    whole = text.replace(".", "")
    if has_points and text.count(".") == 1 and "," not in text:
        raise NumberUnclear(text, whole=whole, decimal=text.replace(".", ","))
    return whole.replace(",", ".")


def _renamed(content: JsonValue, edit: TreeEdit) -> Patch:
    holder_path, _, old = edit.path.rpartition("/")
    name = edit.name.strip()
    if not name or name == unescape(old):
        return ()
    patches.part(content, edit.path)
    path = _new_place(patches.part(content, holder_path), holder_path, name)
    return ({"op": "move", "from": edit.path, "path": path},)


def _added(content: JsonValue, edit: TreeEdit, schema: JsonValue, language: str) -> Patch:
    holder = patches.part(content, edit.path)
    name = str(len(holder)) if isinstance(holder, list) else edit.name.strip()
    path = _new_place(holder, edit.path, name)
    value = new_value(edit.text, _like(content, path, schema), language=language)
    if isinstance(holder, list) and isinstance(value, str):
        value = _in_form(value, holder, schema, _steps(content, path))
    return ({"op": "add", "path": path, "value": value},)


def _new_place(holder: JsonValue, path: str, name: str) -> str:
    """Return the place of a new entry ``name``, which an object does not have yet."""
    if isinstance(holder, dict) and name in holder:
        raise NameTaken(name)
    return f"{path}/{escape(name)}"


def _in_form(
    text: str, entries: Sequence[JsonValue], schema: JsonValue, steps: Sequence[str | int]
) -> JsonValue:
    """Return a new entry of a list, at ``steps``: of objects, an object with ``text`` as its name.

    It has the members of the last entry, empty, without those that ``schema`` wants otherwise.
    """
    objects = [each for each in entries if isinstance(each, dict)]
    if not objects or len(objects) < len(entries):
        return text
    last = objects[-1]
    texts = [name for name, value in last.items() if isinstance(value, str)]
    naming = next((name for name in IDENTIFYING if name in texts), texts[0] if texts else None)
    if naming is None:
        return text
    made = {name: text if name == naming else _EMPTY.get(type(last[name])) for name in last}
    wanted = {name: schema_at(schema, [*steps, name]) for name in made}
    return {
        name: each for name, each in made.items() if name == naming or _fits(each, wanted[name])
    }


def _fits(value: JsonValue, schema: JsonValue) -> bool:
    try:
        validation.validate(value, True if schema is None else schema)
    except (SchemaBroken, SchemaRefused):  # refused: it refers to another part of the whole schema
        return False
    return True


def _like(content: JsonValue, path: str, schema: JsonValue) -> list[JsonValue]:
    """Return values that show the type of the one at ``path``.

    They are the other entries of its list, or its namesakes in the other objects of a list, or else
    the other values of its object; a type in the schema comes first.
    """
    steps = _steps(content, path)
    part = schema_at(schema, steps)
    if isinstance(part, dict) and "type" in part:
        shown = _SHOWN_BY_SCHEMA.get(str(part["type"]))  # several types show none
        return [] if shown is None else [shown]
    return _beside(content, steps)


def _steps(content: JsonValue, path: str) -> list[str | int]:
    """Return the names and positions on a JSON Pointer."""
    steps: list[str | int] = []
    for each in path.split("/")[1:]:
        name = unescape(each)
        steps.append(int(name) if isinstance(_at(content, steps), list) else name)
    return steps


def _at(content: JsonValue, steps: Sequence[str | int]) -> JsonValue:
    """Return the value at ``steps``; None if there is none."""
    for step in steps:
        if isinstance(content, list) and isinstance(step, int):
            content = content[step] if step < len(content) else None
        else:
            content = content.get(str(step)) if isinstance(content, dict) else None
    return content


def _beside(content: JsonValue, steps: Sequence[str | int]) -> list[JsonValue]:
    if not steps:
        return []
    holder, around = _at(content, steps[:-1]), _at(content, steps[:-2])
    if isinstance(holder, list):
        return [each for at, each in enumerate(holder) if at != steps[-1]]
    if len(steps) > 1 and isinstance(around, list):
        named = [each.get(str(steps[-1])) for each in around if isinstance(each, dict)]
        return [each for each in named if each is not None]
    others = holder.items() if isinstance(holder, dict) else ()
    return [value for name, value in others if name != steps[-1]]
