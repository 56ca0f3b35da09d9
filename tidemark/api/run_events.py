"""Events of a run as server-sent events, numbered so that a reader can come back to its place."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from typing import Any

from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import TypeAdapter

from tidemark.api import problem
from tidemark.runtime.events import LAST_EVENTS, Event, Failed
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
_SHAPES = {
    name: TypeAdapter(kind) for kind in Event.__args__ if (name := kind.__name__) != "Failed"
}


def response(run: Run, after: int = 0) -> StreamingResponse:
    """Return a response that streams the events of ``run`` after the event number ``after``."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_stream(run, after), media_type=EVENT_STREAM, headers=headers)


def named(event: Event) -> tuple[str, dict[str, Any]]:
    """Return the name of ``event`` on the wire, and its data."""
    kind = type(event).__name__
    if isinstance(event, Failed):
        told = problem.of_error(event.error).model_dump(exclude_defaults=True)
        return _NAMES[kind], {"problem": told, "message_id": event.message_id}
    return _NAMES[kind], _SHAPES[kind].dump_python(event, mode="json")


async def followed(run: Run, after: int = 0) -> AsyncGenerator[Event | None]:
    """Yield the events of ``run`` after number ``after`` as they come; None after long silence."""
    loop, changed, at = asyncio.get_running_loop(), asyncio.Event(), max(after, 0)

    def wake() -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody reads any more
            loop.call_soon_threadsafe(changed.set)

    unregister = run.on_event(wake)
    try:
        while True:
            changed.clear()
            for event in run.so_far(at):
                at += 1
                yield event
                if isinstance(event, LAST_EVENTS):
                    return
            try:
                await asyncio.wait_for(changed.wait(), _PING_S)
            except TimeoutError:
                yield None
    finally:
        unregister()


async def _stream(run: Run, after: int) -> AsyncIterator[bytes]:
    at = max(after, 0)
    async with aclosing(followed(run, after)) as events:
        async for event in events:
            if event is None:
                yield KEEPALIVE_COMMENT
                continue
            at += 1
            name, data = named(event)
            written = json.dumps(data, ensure_ascii=False)
            yield format_sse_event(data_str=written, event=name, id=str(at))
