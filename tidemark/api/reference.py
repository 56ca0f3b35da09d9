"""The reference of the API as Markdown, generated from its OpenAPI description: ``docs/api.md``.

Run ``python -m tidemark.api.reference`` to write it again.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tidemark.api import application
from tidemark.errors import Unforeseen

FILE = Path(__file__).parents[2] / "docs" / "api.md"
_HEAD = """# The HTTP API

Written by `python -m tidemark.api.reference`; `/openapi.json` of a running server has every shape.

{about}
## Begin

```
make serve          # http://127.0.0.1:8000; make run has it beside the page, at port 8501
curl -s localhost:8000/api/turns -H 'content-type: application/json' \\
  -d '{{"text": "The trip begins on 3 May."}}'
```
"""


def markdown(described: dict[str, Any]) -> str:
    """Return the OpenAPI description ``described`` as Markdown, one section per subject."""
    subjects: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            section = subjects.setdefault(told["tags"][0], [])
            section.append("\n".join(_route(path, method, told, described)))
    parts = [_HEAD.format(about=described["info"]["description"])]
    for subject, routes in subjects.items():
        parts.append(f"## {subject.capitalize()}\n\n" + "\n".join(routes))
    return "\n".join(parts)


def _route(
    path: str, method: str, told: dict[str, Any], described: dict[str, Any]
) -> Iterator[str]:
    yield f"### {method.upper()} {path}\n\n{told['description']}\n"
    given = [each for each in told.get("parameters", ()) if each["name"] not in _EVERYWHERE]
    # Path parameters come first, in the order of the path
    given.sort(key=lambda each: path.find(f"{{{each['name']}}}") % len(path))
    fields = [_parameter(each) for each in given]
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    shape = _resolved(body.get("schema", {}), described)
    needed = shape.get("required", ())
    for name, each in shape.get("properties", {}).items():
        fields.append(_field(name, each, is_needed=name in needed))
    if fields:
        yield "\n".join(fields) + "\n"
    if "example" in body:
        yield f"```json\n{json.dumps(body['example'], indent=2)}\n```\n"


_EVERYWHERE = ("X-User-ID", "notebook", "Idempotency-Key")


def _parameter(given: dict[str, Any]) -> str:
    return _field(
        given["name"],
        {**given["schema"], "description": given.get("description", "")},
        is_needed=given.get("required", False),
    )


def _field(name: str, shape: dict[str, Any], *, is_needed: bool) -> str:
    told = shape.get("description", "")
    return f"- `{name}`{'' if is_needed else ' (optional)'}{f': {told}' if told else ''}"


def _resolved(schema: dict[str, Any], described: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref", "")
    found: dict[str, Any] = described["components"]["schemas"].get(
        reference.rpartition("/")[2], schema
    )
    return found


def current() -> str:
    """Return the current reference of the API."""

    def closed() -> Any:  # noqa: ANN401
        raise Unforeseen("closed")

    return markdown(application.create(closed).openapi())


if __name__ == "__main__":
    FILE.write_text(current(), encoding="utf-8")
