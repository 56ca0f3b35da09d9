"""Validation of documents by a JSON Schema.

Source:
    JSON Schema, draft 2020-12, core and validation.
"""

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


def check_schema(schema: JsonValue) -> None:
    """Check that ``schema`` can be attached to a document.

    Raises:
        SchemaRefused: It is no JSON Schema of draft 2020-12, or refers to what is not within it.
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
    """Check ``content`` against ``schema``, which was checked.

    Raises:
        SchemaBroken: It breaks it; each place that does is named, with the reason.
        SchemaRefused: The schema refers to what is not within it, or to itself without end.
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
            broken.append((place, error.message[:_LONGEST_REASON]))
    except Unresolvable as error:
        raise SchemaRefused(f"it refers to “{error.ref}”, which is not in it") from error
    except RecursionError as error:
        raise SchemaRefused("it refers to itself without end") from error
    if broken:
        broken.sort()
        raise SchemaBroken([place for place, _ in broken], [reason for _, reason in broken])
