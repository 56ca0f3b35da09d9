"""Patches of documents by RFC 6902: made, applied, and listed change by change.

Source:
    RFC 6902, JavaScript Object Notation (JSON) Patch; RFC 6901, JSON Pointer.
"""

import json
from collections.abc import Sequence
from copy import deepcopy

import jsonpatch
from jsonpointer import EndOfList, JsonPointer, JsonPointerException, unescape
from pydantic import JsonValue

from tidemark.documents.content import checked, written
from tidemark.documents.places import IDENTIFYING
from tidemark.errors import PatchRefused
from tidemark.schema.documents import DocumentChange, Operation, Patch

MOST_OPERATIONS = 10_000


def between(before: JsonValue, after: JsonValue) -> Patch:
    """Return the patch that turns ``before`` into ``after``; empty if they are the same."""
    return tuple(jsonpatch.make_patch(before, after).patch)


def applied(content: JsonValue, patch: Sequence[Operation]) -> JsonValue:
    """Return ``content`` after ``patch``; ``content`` itself is not changed.

    Raises:
        PatchRefused: An operation is not in RFC 6902, names a missing place, or its test fails.
        ContentUnreadable: The result exceeds a limit.
    """
    if len(patch) > MOST_OPERATIONS:
        raise PatchRefused(MOST_OPERATIONS, "", f"it has more than {MOST_OPERATIONS:,} operations")
    after: JsonValue = json.loads(written(content))
    for number, operation in enumerate(patch, 1):
        after = _after(after, number, operation)
    return checked(after)


def replayed(content: JsonValue, patches: Sequence[Patch]) -> JsonValue:
    """Apply ``patches``, which were applied before, to ``content`` in place and in order."""
    for patch in patches:
        content = jsonpatch.JsonPatch(list(patch)).apply(content, in_place=True)
    return content


def changes(before: JsonValue, patch: Sequence[Operation]) -> tuple[DocumentChange, ...]:
    """Return the changes that ``patch`` makes to ``before``, one an operation, without tests.

    Raises:
        PatchRefused: It cannot be applied to ``before``.
    """
    content, told = deepcopy(before), []
    for number, operation in enumerate(patch, 1):
        path = str(operation.get("path"))
        former = deepcopy(_at(content, path))
        source = deepcopy(_at(content, str(operation.get("from"))))
        names = _names(content, path) if operation["op"] in ("remove", "replace") else ()
        content = _after(content, number, operation)
        change = DocumentChange(
            path=path,
            before=former,
            after=operation.get("value"),
            names=names or _names(content, path),
        )
        match operation["op"]:
            case "remove":
                told.append(change.model_copy(update={"kind": "removed"}))
            case "replace":
                told.append(change.model_copy(update={"kind": "changed"}))
            case "move":
                moved = {"kind": "moved", "after": source, "moved_from": str(operation["from"])}
                told.append(change.model_copy(update=moved))
            case "add" | "copy":
                after = source if operation["op"] == "copy" else change.after
                told.append(change.model_copy(update={"after": after}))
    return tuple(told)


def _names(content: JsonValue, path: str) -> tuple[str | int, ...]:
    """Return the names on ``path`` if it leads through a list; see ``DocumentChange``."""
    names: list[str | int] = []
    within, is_through_list = content, False
    for each in path.split("/")[1:]:
        key = unescape(each)
        if isinstance(within, list):
            is_through_list = True
            at = len(within) - 1 if key == "-" else int(key) if key.isdecimal() else len(within)
            within = within[at] if 0 <= at < len(within) else None
            names.append(_identity(within) or at)
        else:
            within = within.get(key) if isinstance(within, dict) else None
            names.append(key)
    return tuple(names) if is_through_list else ()


def _identity(entry: JsonValue) -> str:
    named = entry if isinstance(entry, dict) else {}
    texts = (named.get(key) for key in IDENTIFYING)
    return next((text for text in texts if isinstance(text, str) and text), "")


def part(content: JsonValue, path: str) -> JsonValue:
    """Return the value at ``path``, a JSON Pointer.

    Raises:
        PatchRefused: There is none, or it is not a JSON Pointer.
    """
    try:
        found: JsonValue = JsonPointer(path).resolve(content)
    except JsonPointerException as error:
        raise PatchRefused(1, path, str(error)) from error
    return found


def _after(content: JsonValue, number: int, operation: Operation) -> JsonValue:
    """Apply one operation to ``content`` in place, or change nothing of it."""
    try:
        changed: JsonValue = jsonpatch.JsonPatch([operation]).apply(content, in_place=True)
    except (jsonpatch.JsonPatchException, JsonPointerException) as error:
        reason = str(error).splitlines()[0].rstrip(".") if str(error) else "it is none of RFC 6902"
        path = operation.get("path", "") if isinstance(operation, dict) else ""
        raise PatchRefused(number, str(path), reason) from error
    return changed


def _at(content: JsonValue, path: str) -> JsonValue:
    """Return the value at ``path``, None if there is none."""
    try:
        found: JsonValue = JsonPointer(path).resolve(content, None)
    except JsonPointerException:
        return None
    return None if isinstance(found, EndOfList) else found
