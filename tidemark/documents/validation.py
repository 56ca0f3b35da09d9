"""Validation of documents by a JSON Schema.

Source:
    JSON Schema, draft 2020-12, core and validation.
"""

import json
import re
from typing import Any, NamedTuple

import jsonschema
from jsonpointer import JsonPointer
from jsonschema import Draft202012Validator
from pydantic import JsonValue
from referencing import Registry
from referencing.exceptions import Unresolvable

from tidemark.errors import SchemaBroken, SchemaRefused

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_MOST_BROKEN = 50
_LONGEST_REASON = 200
_LONGEST_VALUE = 80
_MISSING = re.compile(r"'(.*)' is a (?:required property|dependency of .*)", re.S)
_UNEXPECTED = re.compile(r"\((.*) (?:was|were) unexpected\)", re.S)


class _Broken(NamedTuple):
    """A place that breaks a rule, the reason, and the rule: keyword, found and expected value."""

    place: str
    reason: str
    rule: tuple[str, str, str]


def check_schema(schema: JsonValue) -> None:
    """Check that ``schema`` can be attached to a document.

    Raises:
        SchemaRefused: It is no JSON Schema of draft 2020-12, or refers to something outside it.
    """
    if not isinstance(schema, dict | bool):
        raise SchemaRefused("it is neither an object nor true or false")
    if isinstance(schema, dict) and schema.get("$schema", _DRAFT) != _DRAFT:
        raise SchemaRefused("it is of another draft")
    try:
        Draft202012Validator.check_schema(schema)
        validate(None, schema)
    except jsonschema.SchemaError as error:
        raise SchemaRefused(f"at “/{'/'.join(map(str, error.path))}”: {error.message}") from error
    except SchemaBroken:
        return


def validate(content: JsonValue, schema: JsonValue) -> None:
    """Check ``content`` against ``schema``, which was checked itself.

    Raises:
        SchemaBroken: It breaks a rule; each place that does is listed with the reason.
        SchemaRefused: The schema refers to something outside it, or to itself without end.
    """
    validator = Draft202012Validator(
        schema,
        registry=Registry(),
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )
    broken = []
    try:
        for error, _ in zip(validator.iter_errors(content), range(_MOST_BROKEN), strict=False):
            place = JsonPointer.from_parts(list(error.absolute_path)).path
            broken.append(_Broken(place, error.message[:_LONGEST_REASON], _rule(error)))
    except Unresolvable as error:
        raise SchemaRefused(f"it refers to “{error.ref}”, which is not in it") from error
    except RecursionError as error:
        raise SchemaRefused("it refers to itself without end") from error
    if broken:
        raise SchemaBroken(*zip(*sorted(broken), strict=True))


def _rule(error: jsonschema.ValidationError) -> tuple[str, str, str]:
    """Return the keyword of an error, the found value, and the expected one."""
    found = _MISSING.fullmatch(error.message) or _UNEXPECTED.search(error.message)
    broken = found[1] if found else _shown(error.instance)
    asked: Any = error.validator_value
    if isinstance(asked, list) and error.validator in ("enum", "type"):
        wanted = ", ".join(map(_shown, asked))
    else:
        wanted = asked if isinstance(asked, str) else _shown(asked)
    return str(error.validator or ""), broken, wanted[:_LONGEST_REASON]


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
