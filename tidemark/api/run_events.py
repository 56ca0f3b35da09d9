"""Events of a run as server-sent events, numbered so that a reader can resume."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from types import MappingProxyType
from typing import Any

from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import BaseModel, TypeAdapter
from starlette.concurrency import run_in_threadpool

from tidemark.api import problem
from tidemark.api.problem import Problem
from tidemark.errors import ShareNotFound
from tidemark.runtime import run_readers
from tidemark.runtime.events import LAST_EVENTS, Event, Failed, Piece
from tidemark.runtime.runs import Run

EVENT_STREAM = "text/event-stream"
_PING_S = 15.0
_NAMES = {
    "StepStarted": "step.started",
    "StepFinished": "step.finished",
    "Summarised": "summarised",
    "Recalled": "recalled",
    "Understood": "understood",
    "ToolStarted": "tool.started",
    "ToolFinished": "tool.finished",
    "Piece": "piece",
    "Finished": "finished",
    "Stopped": "stopped",
    "Failed": "failed",
}
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {"content": {EVENT_STREAM: {}}, "description": "Its events, if asked for as a stream."}
}
# Events a guest may see: others would reveal what was recalled from the owner's other sessions
_FOR_GUESTS = (Piece, *LAST_EVENTS)


class FailedRun(BaseModel):
    """The turn failed with ``problem`` and can be retried; ``message_id`` is the reply so far."""

    problem: Problem
    message_id: int | None


_KINDS: dict[str, TypeAdapter[Any]] = {
    kind.__name__: TypeAdapter(FailedRun if kind is Failed else kind) for kind in Event.__args__
}
SHAPES = {_NAMES[name]: kind for name, kind in _KINDS.items()}  # of the data, by event


def response(
    run: Run,
    after: int = 0,
    *,
    headers: Mapping[str, str] = MappingProxyType({}),
    check: Callable[[], object] | None = None,
) -> StreamingResponse:
    """Return a response that streams the events of ``run`` after the event number ``after``.

    It also has these ``headers``.

    For a guest, ``check`` is called before they are sent, and ends the stream by raising
    ``ShareNotFound``; only the text of the reply and its end are sent.
    """
    sent = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", **headers}
    streamed = _stream(run, after, check)
    return StreamingResponse(streamed, media_type=EVENT_STREAM, headers=sent)


def named(event: Event) -> tuple[str, dict[str, Any]]:
    """Return the name of ``event`` in the stream, and its data."""
    kind = type(event).__name__
    if isinstance(event, Failed):
        told = problem.of_error(event.error).model_dump(exclude_defaults=True)
        return _NAMES[kind], {"problem": told, "message_id": event.message_id}
    return _NAMES[kind], _KINDS[kind].dump_python(event, mode="json")


async def followed(run: Run, after: int = 0) -> AsyncGenerator[Event | None]:
    """Yield the events of ``run`` after number ``after`` as they come; None after silence."""
    async with aclosing(run_readers.batches(run, after, silence_s=_PING_S)) as batches:
        async for batch in batches:
            for event in batch or (None,):
                yield event


async def _stream(run: Run, after: int, check: Callable[[], object] | None) -> AsyncIterator[bytes]:
    at = max(after, 0) + 1
    async with aclosing(run_readers.batches(run, after, silence_s=_PING_S)) as batches:
        async for batch in batches:
            if not batch:
                yield KEEPALIVE_COMMENT
                continue
            if check is not None:
                try:
                    await run_in_threadpool(check)
                except ShareNotFound:
                    return
            numbered = enumerate(batch, at)
            at += len(batch)
            told = [
                _written(number, event)
                for number, event in numbered
                if check is None or isinstance(event, _FOR_GUESTS)
            ]
            if told:
                yield b"".join(told)


def _written(number: int, event: Event) -> bytes:
    name, data = named(event)
    text = json.dumps(data, ensure_ascii=False)
    return format_sse_event(data_str=text, event=name, id=str(number))
