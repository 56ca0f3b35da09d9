"""An OpenAPI description as Markdown: the reference that people read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_GUIDE = Path(__file__).with_name("guide.md")
_HEAD = """# The HTTP API

Written by `python -m tidemark.api.reference`; `/openapi.json` of a running server has every shape.

{about}
{guide}"""
_EVERYWHERE = ("X-User-ID", "notebook", "Idempotency-Key")  # the guide tells of them once
_MOST_CHOICES = 20
_FORM = "multipart/form-data"
# Paths whose answers are shown; the others are in the OpenAPI description
_SHOWN = {
    ("post", "/answerQuestion"),
    ("post", "/api/turns"),
    ("post", "/api/runs"),
    ("post", "/api/chat/memory"),
    ("post", "/v1/chat/completions"),
    ("get", "/api/sessions"),
    ("get", "/api/sessions/{session_id}/messages"),
    ("get", "/api/sessions/{session_id}/memory"),
    ("get", "/api/sessions/{session_id}/exchanges"),
    ("get", "/api/sessions/{session_id}/view"),
    ("get", "/api/search"),
    ("post", "/api/sources"),
    ("get", "/api/sources/search"),
    ("post", "/api/edit"),
}

Described = dict[str, Any]


def written(described: Described) -> str:
    """Return the OpenAPI description ``described`` as Markdown, one section per subject."""
    subjects: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            section = subjects.setdefault(told["tags"][0], [])
            section.append("\n".join(_route(path, method, told, described)))
    guide = _GUIDE.read_text(encoding="utf-8")
    parts = [_HEAD.format(about=described["info"]["description"], guide=guide)]
    for subject, routes in subjects.items():
        parts.append(f"## {_title(subject)}\n\n" + "\n".join(routes))
    return "\n".join((*parts, *_events(described)))


def _title(subject: str) -> str:
    return subject[:1].upper() + subject[1:]


def _route(path: str, method: str, told: Described, described: Described) -> Iterator[str]:
    yield f"### {method.upper()} {path}\n\n{told['description']}\n"
    contents = told.get("requestBody", {}).get("content", {})
    fields = [*_parameters(path, told), *_fields(contents, described)]
    if fields:
        yield "\n".join(fields) + "\n"
    body = contents.get("application/json", {})
    if "example" in body:
        yield _example(body["example"])
    if (method, path) in _SHOWN:
        status, answer = _answer(told)
        yield f"Answer ({status}):\n\n{_example(answer['example'])}"


def _parameters(path: str, told: Described) -> Iterator[str]:
    given = [each for each in told.get("parameters", ()) if each["name"] not in _EVERYWHERE]
    # Path parameters come first, in the order of the path
    given.sort(key=lambda each: path.find(f"{{{each['name']}}}") % len(path))
    for each in given:
        said = _said({**each["schema"], "description": each.get("description", "")})
        yield _line(each["name"], each["in"], said, is_needed=each.get("required", False))


def _fields(contents: Described, described: Described) -> Iterator[str]:
    """Yield the fields of a body, as JSON or as a form."""
    for media, content in contents.items():
        shape = _resolved(content.get("schema", {}), described)
        needed = shape.get("required", ())
        for name, field in shape.get("properties", {}).items():
            place = "body"
            if media == _FORM:
                place = "file of the form" if _is_file(field) else "form"
            yield _line(name, place, _said(field), is_needed=name in needed)


def _said(field: Described) -> str:
    """Return the description of a field, with its choices and its default."""
    kinds = (field, *field.get("anyOf", ()))
    choices = next((each["enum"] for each in kinds if "enum" in each), ())
    parts = [field.get("description", "").strip()]
    if choices and len(choices) < _MOST_CHOICES:
        parts.append(f"One of {', '.join(f'`{each}`' for each in choices if each)}.")
    if (default := field.get("default")) not in (None, "", [], {}):
        shown = default if isinstance(default, str) else json.dumps(default)
        parts.append(f"By default `{shown}`.")
    return " ".join(filter(None, parts))


def _is_file(field: Described) -> bool:
    return "application/octet-stream" in json.dumps(field) or '"binary"' in json.dumps(field)


def _line(name: str, place: str, told: str, *, is_needed: bool) -> str:
    return f"- `{name}` ({place}{'' if is_needed else ', optional'}){f': {told}' if told else ''}"


def _answer(told: Described) -> tuple[str, Described]:
    """Return the status and the JSON content of the answer that reports no error."""
    for status, response in told["responses"].items():
        content = response.get("content", {}).get("application/json")
        if status < "3" and content:
            return status, content
    raise LookupError(told["operationId"])


def _events(described: Described) -> Iterator[str]:
    """Yield the section on the events of a run."""
    streamed = described["paths"]["/api/runs"]["post"]["responses"]["200"]["content"]
    yield "## Events of a run\n"
    yield "Each event has a number (`id`), a name (`event`) and JSON (`data`) with these fields:\n"
    for name, reference in streamed["text/event-stream"]["x-events"].items():
        shape = _resolved(reference, described)
        fields = ", ".join(f"`{field}`" for field in shape["properties"])
        said = shape["description"].partition("\n")[0].replace("``", "`")
        yield f"- `{name}` ({fields}): {said}"
    yield ""


def _example(shown: object) -> str:
    return f"```json\n{json.dumps(shown, indent=2, ensure_ascii=False)}\n```\n"


def _resolved(schema: Described, described: Described) -> Described:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Described = described["components"]["schemas"].get(name, schema)
    return found
