"""Errors as they are sent and events of streams, which FastAPI leaves out of a description."""

from http import HTTPStatus
from typing import Any

from pydantic import TypeAdapter

from tidemark.api import run_events
from tidemark.api.client_chat import ChatCompletionChunk
from tidemark.api.problem import MEDIA_TYPE, OPENAI, OpenAIError, Problem

Described = dict[str, Any]
_REFERENCE = "#/components/schemas/{model}"
_OF_FASTAPI = ("HTTPValidationError", "ValidationError")  # errors that are never sent
_OF_ERRORS = [_REFERENCE.format(model=name) for name in (*_OF_FASTAPI, "Problem")]
CHUNK = "chunk"  # an event of a chat completion, which has no name in its stream


def complete(described: Described) -> None:
    """Describe the errors of all paths and the events of all streams in ``described``."""
    shapes = described["components"]["schemas"]
    for name in _OF_FASTAPI:
        shapes.pop(name, None)
    events = _events(shapes)
    for path, methods in described["paths"].items():
        is_openai = path.startswith(OPENAI)
        for operation in methods.values():
            _with_errors(operation["responses"], is_openai=is_openai)
            _with_events(operation["responses"], events, is_openai=is_openai)


def _events(shapes: Described) -> Described:
    """Add the shapes of the events and errors to ``shapes``; return references to the events."""
    kinds = {**run_events.SHAPES, CHUNK: TypeAdapter(ChatCompletionChunk)}
    others = {each.__name__: TypeAdapter(each) for each in (Problem, OpenAIError)}
    adapters = [(name, "serialization", kind) for name, kind in (kinds | others).items()]
    made, told = TypeAdapter.json_schemas(adapters, ref_template=_REFERENCE)  # type: ignore[arg-type]
    for name, shape in told["$defs"].items():
        shapes.setdefault(name, shape)
    return {name: made[name, "serialization"] for name in kinds}


def _with_errors(responses: Described, *, is_openai: bool) -> None:
    """Let each error be told in the one format in which it is sent."""
    kind, model = ("application/json", OpenAIError) if is_openai else (MEDIA_TYPE, Problem)
    reference = {"$ref": _REFERENCE.format(model=model.__name__)}
    for status, response in responses.items():
        if status >= "4":
            own = response.get("content", {}).get("application/json", {}).get("schema", {})
            is_own = own and own.get("$ref") not in _OF_ERRORS
            others = {"application/json": {"schema": own}} if is_own else {}
            response["description"] = HTTPStatus(int(status)).phrase
            response["content"] = {**others, kind: {"schema": reference}}


def _with_events(responses: Described, events: Described, *, is_openai: bool) -> None:
    for response in responses.values():
        streamed = response.get("content", {}).get(run_events.EVENT_STREAM)
        if streamed is not None:
            named = [name for name in events if (name == CHUNK) == is_openai]
            streamed["schema"] = {
                "type": "string",
                "description": "Server-sent events; `x-events` has the shape of the data of each.",
            }
            streamed["x-events"] = {name: events[name] for name in named}
