"""Parts of a JSON Schema by the path of a value."""

from collections.abc import Sequence

from pydantic import JsonValue


def schema_at(schema: JsonValue, path: Sequence[str | int]) -> JsonValue:
    """Return the part of a JSON Schema for the value at ``path``; None if it has none."""
    part: JsonValue = schema
    for step in path:
        if not isinstance(part, dict):
            return None
        part = _referred(schema, part)
        if isinstance(step, int):
            part = part.get("items") if isinstance(part, dict) else None
        else:
            inner = part.get("properties") if isinstance(part, dict) else None
            named = inner.get(step) if isinstance(inner, dict) else None
            more = part.get("additionalProperties") if isinstance(part, dict) else None
            part = more if named is None else named
    return _referred(schema, part) if isinstance(part, dict) else None


def _referred(schema: JsonValue, part: dict[str, JsonValue]) -> JsonValue:
    named = part.get("$ref")
    if not isinstance(named, str) or not named.startswith("#/"):
        return part
    found = schema
    for step in named[2:].split("/"):
        found = found.get(step) if isinstance(found, dict) else None
    return found
