"""JSON of a whole file: decoded, parsed and validated; errors name the file, line and fault."""

import json
import re
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from tidemark.errors import UnreadableTranscript
from utils import storable

Shape = TypeVar("Shape", bound=BaseModel)

_ESCAPE = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)  # perhaps not storable
_FAULTS = {  # where Pydantic's own messages refer to our code
    "missing": "is missing",
    "too_short": "is empty",
    "extra_forbidden": "is not a key we know",
    "model_type": "should be an object",
    "model_attributes_type": "should be an object",
}


def load(path: Path) -> bytes:
    """Return the bytes of the file at ``path``.

    Raises:
        UnreadableTranscript: It cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableTranscript(str(path), f"it cannot be read ({error.strerror})") from error


def decode(raw: bytes, source: str) -> str:
    """Return ``raw`` as text, without a byte order mark.

    Raises:
        UnreadableTranscript: It is not UTF-8; ``source`` names it in the error.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableTranscript(source, "it is not UTF-8 text", line=line) from error


def document(text: str, source: str) -> list[Any] | dict[str, Any] | None:
    """Return the single JSON list or object in ``text``; None if it is anything else.

    Raises:
        UnreadableTranscript: ``source`` ends in ``.json`` and is not JSON.
    """
    try:
        value = _loads(text)
    except (ValueError, RecursionError) as error:
        if source.endswith(".json") and text.strip() and "Extra data" not in str(error):
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            raise UnreadableTranscript(source, _no_json(error), line=line) from error
        return None
    return value if isinstance(value, list | dict) else None


def objects(text: str, source: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the JSON objects of ``text``, one a line, with their line numbers.

    Raises:
        UnreadableTranscript: A line is neither blank nor a JSON object.
    """
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _loads(line)
        except (ValueError, RecursionError) as error:
            raise UnreadableTranscript(source, _no_json(error), line=number) from error
        if not isinstance(value, dict):
            raise UnreadableTranscript(source, "it is not a JSON object", line=number)
        found.append((number, value))
    return found


def read_lines(shape: type[Shape], raw: bytes, source: str) -> tuple[Shape, ...]:
    """Read JSON lines of one ``shape`` from ``raw``, all of them or none.

    Raises:
        UnreadableTranscript: A line has another shape.
    """
    lines = objects(decode(raw, source), source)
    return tuple(validated(shape, value, source, line=number) for number, value in lines)


def validated(shape: type[Shape], value: object, source: str, *, line: int | None = None) -> Shape:
    """Return ``value`` as a ``shape``.

    Raises:
        UnreadableTranscript: It has another shape; names ``source``, ``line`` and the first fault.
    """
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        raise UnreadableTranscript(source, why_invalid(error), line=line) from error


def why_invalid(error: ValidationError) -> str:
    """Return a description of the first fault of ``error``, with its place."""
    first = error.errors()[0]
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"]]
    subject = f'"{"".join(steps).lstrip(".")}" ' if steps else ""
    fault = first["msg"].removeprefix("Value error, ").replace("Input should", "should")
    return f"{subject}{_FAULTS.get(first['type'], fault)}"


def _loads(text: str) -> object:
    value = json.loads(text)
    return _storable(value) if _ESCAPE.search(text) else value


def _storable(value: object) -> object:
    """Return ``value`` with every string in it storable."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(held) for held in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(held) for key, held in value.items()}
    return value


def _no_json(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON ({error.msg.lower()}, column {error.colno})"
    return f"it is not JSON ({error})"
