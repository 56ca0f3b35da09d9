"""Contents of documents: JSON values within limits, parsed from text and written as text."""

import json
import math
from collections.abc import Iterator

from pydantic import JsonValue

from tidemark.errors import ContentUnreadable

MOST_BYTES = 5_000_000  # of its text
MOST_DEPTH = 64
MOST_VALUES = 250_000


def read(text: str | bytes) -> JsonValue:
    """Return the content that ``text`` contains.

    Raises:
        ContentUnreadable: It is not JSON (RFC 8259), has a name twice in an object, or exceeds a
            limit; ``line`` and ``column`` are the place of a syntax error.
    """
    if len(text) > MOST_BYTES:
        raise ContentUnreadable("too_large", detail=f"{MOST_BYTES // 1_000_000} MB")
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8-sig")
        value = json.loads(decoded, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise ContentUnreadable("not_json", line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise ContentUnreadable("too_deep", detail=str(MOST_DEPTH)) from error
    except (UnicodeDecodeError, ValueError) as error:  # ValueError: a number of over 4,300 digits
        raise ContentUnreadable("not_json") from error
    return checked(value)


def checked(value: object) -> JsonValue:
    """Return ``value`` as content: a copy that shares no object with it.

    Raises:
        ContentUnreadable: It has a value that JSON does not allow, or exceeds a limit.
    """
    for count, (each, depth) in enumerate(_values(value)):
        if depth > MOST_DEPTH:
            raise ContentUnreadable("too_deep", detail=str(MOST_DEPTH))
        if count >= MOST_VALUES:
            raise ContentUnreadable("too_many", detail=f"{MOST_VALUES:,}")
        _check(each)
    try:
        text = written(value)
    except ValueError as error:  # a number of over 4,300 digits
        raise ContentUnreadable("not_a_value", detail="a number too long to write") from error
    if len(text) > MOST_BYTES:
        raise ContentUnreadable("too_large", detail=f"{MOST_BYTES // 1_000_000} MB")
    copied: JsonValue = json.loads(text)
    return copied


def written(content: object) -> str:
    """Return ``content`` as the shortest JSON text, in ASCII, with names in their order."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False)


def shown(content: object) -> str:
    """Return ``content`` as indented JSON for people."""
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)


def is_same(one: object, other: object) -> bool:
    """Return whether both are the same JSON: names in any order; true is not 1, nor 1 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and one == other


def _values(value: object) -> Iterator[tuple[object, int]]:
    """Yield a value and all values in it, each with its depth; endless for a circular one."""
    waiting: list[tuple[object, int]] = [(value, 1)]
    while waiting:
        each, depth = waiting.pop()
        yield each, depth
        inner = each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        waiting += ((part, depth + 1) for part in inner)


def _check(value: object) -> None:
    if isinstance(value, dict):
        for name in value:
            if not isinstance(name, str):
                raise ContentUnreadable("not_a_value", detail=f"the name {name!r:.60}")
    elif isinstance(value, float) and not math.isfinite(value):
        raise ContentUnreadable("not_a_value", detail=str(value))
    elif not isinstance(value, str | int | float | list | None):
        raise ContentUnreadable("not_a_value", detail=f"a {type(value).__name__}")


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise ContentUnreadable("twice", detail=f"“{twice[:60]}”")
    return made


def _no_constant(name: str) -> None:
    raise ContentUnreadable("not_a_value", detail=name)
