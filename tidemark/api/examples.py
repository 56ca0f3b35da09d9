"""Examples in the OpenAPI description, put together from the examples of the models' fields.

A required text states its own example; numbers, dates, choices and defaults need none.
"""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
_FORMATS = {"date-time": "2026-05-03T09:30:00Z", "date": "2026-05-03", "binary": "..."}
_PLAIN = {"boolean": True, "integer": 1, "number": 0.5, "null": None}


class NoExample(LookupError):
    """A text without an example: its field needs ``Field(examples=...)``."""


def add(described: Schema) -> None:
    """Add an example to each JSON body of the requests and answers of an OpenAPI description.

    A body that contains a required text without an example gets none.
    """
    shapes = described["components"]["schemas"]
    for content in _contents(described):
        schema = content.get("schema")
        if schema and "example" not in content:
            try:
                content["example"] = of(schema, shapes)
            except NoExample:
                continue


def _contents(described: Schema) -> Iterator[Schema]:
    """Yield the JSON contents of all requests and of all answers that report no error."""
    for methods in described["paths"].values():
        for operation in methods.values():
            bodies = [operation.get("requestBody", {})]
            bodies += [each for status, each in operation["responses"].items() if status < "3"]
            for body in bodies:
                if content := body.get("content", {}).get("application/json"):
                    yield content


def of(schema: Schema, shapes: dict[str, Schema], name: str = "") -> Any:  # noqa: ANN401
    """Return an example of ``schema``, whose references are to ``shapes``.

    >>> of({"type": "array", "items": {"enum": ["reader", "editor"]}}, {})
    ['reader']

    Raises:
        NoExample: A text in it has no example; ``name`` is the path to it.
    """
    match schema:
        case {"example": stated} | {"examples": [stated, *_]} | {"const": stated}:
            return stated
        case {"$ref": reference}:
            shape = reference.rpartition("/")[2]
            return of(shapes[shape], shapes, shape)
        case {"enum": [stated, *_]} | {"default": stated}:
            return stated
        case {"anyOf": [first, *_]} | {"oneOf": [first, *_]} | {"allOf": [first, *_]}:
            return of(first, shapes, name)
        case {"type": "array"}:
            return [of(schema["items"], shapes, name)] if "items" in schema else []
        case {"type": "object"}:
            return _of_object(schema, shapes, name)
        case {"type": "string"} if schema.get("format") not in _FORMATS:
            raise NoExample(name)
        case {"type": "string"}:
            return _FORMATS[schema["format"]]
    return max(_PLAIN[schema["type"]], schema.get("minimum", 0)) if schema.get("type") else {}


def _of_object(schema: Schema, shapes: dict[str, Schema], name: str) -> dict[str, Any]:
    """Return the fields that are required or state an example."""
    needed = schema.get("required", ())
    return {
        field: of(shape, shapes, f"{name}.{field}")
        for field, shape in schema.get("properties", {}).items()
        if field in needed or "examples" in shape
    }
