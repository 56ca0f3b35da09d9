"""The endpoint of a tab for its chat: it receives messages, and streams the events of their turns.

It also tells whether something else has changed.

Its address is sent only to the tab itself when the page is drawn; so it needs no log-in besides the
page's own.  It is closed with the tab.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from weakref import WeakValueDictionary

import streamlit as st
from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.runtime import run_readers
from tidemark.runtime.events import LAST_EVENTS, Event, Piece, Summarised
from tidemark.runtime.runs import Run
from tidemark.schema import Meter
from tidemark.ui.chat.status_bar import meter_state
from tidemark.ui.chat.turn_progress import TurnProgress, work_html
from tidemark.ui.i18n import texts

_PAINT_S = 0.03  # screens show no more, and a browser redraws the whole message each time
_COUNT_S = 0.5  # the meter need not follow each word
_PING_S = 15.0
_OPEN: "WeakValueDictionary[str, Door]" = WeakValueDictionary()  # by token
_MOST_BYTES = 4_000_000  # of a message: more than any budget
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(eq=False)
class Door:
    """The endpoint of one tab; ``run`` is the last run it drew, with the number ``number``.

    ``is_outdated`` tells whether the chat differs from the one drawn.  ``ask`` starts the turn of a
    message sent to it; None means that no message is accepted.  ``sent`` is a run started this way,
    until the page has noted it.
    """

    assistant: Assistant
    language: str
    token: str
    run: Run | None = None
    number: int = 0
    is_outdated: Callable[[], bool] = lambda: False
    chat: str = ""
    ask: Callable[[str], Run] | None = None
    sent: Run | None = None
    _once: threading.Lock = field(default_factory=threading.Lock)
    _last: "tuple[SentMessage, Run] | None" = None

    def __post_init__(self) -> None:
        _OPEN[self.token] = self

    def address(self, run: Run) -> str:
        """Return the address that streams the events of ``run``, replacing an earlier run."""
        if run is not self.run:
            self.run, self.number = run, self.number + 1
        return f"{self.token}/{self.number}"

    def send(self, said: "SentMessage") -> Run | None:
        """Start the turn of ``said``, once even if repeated; None if the page must do it.

        Raises:
            TidemarkError: The message is refused.
        """
        with self._once:
            if self._last is not None and said == self._last[0]:
                return self._last[1]
            if self.ask is None or said.chat != self.chat:
                return None
            run = self.ask(said.text)
            self._last, self.sent = (said, run), run
            self.address(run)
            return run


class SentMessage(BaseModel, frozen=True):
    """A message that a browser sends; ``once`` identifies it across repetitions."""

    chat: str
    text: str
    once: str


def of_tab(assistant: Assistant) -> Door:
    """Return the endpoint of this tab, which is now drawn for ``assistant``."""
    door: Door | None = st.session_state.get("door")
    if door is None:
        door = Door(assistant, texts.language(), assistant.turns.new_id())
        st.session_state["door"] = door
    door.assistant, door.language = assistant, texts.language()
    return door


async def _check(request: Request) -> Response:
    door = _OPEN.get(request.path_params["token"])
    if door is None:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    is_outdated = await run_in_threadpool(door.is_outdated)
    return JSONResponse({"is_outdated": is_outdated}, headers=_HEADERS)


async def _send(request: Request) -> Response:
    door, size = _OPEN.get(request.path_params["token"]), request.headers.get("content-length", "")
    if door is None:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    if not size.isdecimal() or int(size) > _MOST_BYTES:
        return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        said = SentMessage.model_validate_json(await request.body())
    except ValidationError:
        return Response(status_code=HTTPStatus.UNPROCESSABLE_ENTITY)
    run = None
    with suppress(TidemarkError):  # the page sends it again, and shows the error
        run = await run_in_threadpool(door.send, said)
    if run is None:
        return Response(status_code=HTTPStatus.CONFLICT)
    headers = {**_HEADERS, "Content-Location": door.address(run)}
    drawn = _page_changes(door, run, 0)
    return StreamingResponse(drawn, media_type="text/event-stream", headers=headers)


async def _stop(request: Request) -> Response:
    door = _OPEN.get(request.path_params["token"])
    if door is None or door.run is None or door.number != request.path_params["number"]:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    door.run.stop()
    return Response(status_code=HTTPStatus.NO_CONTENT)


async def _follow(request: Request) -> Response:
    door = _OPEN.get(request.path_params["token"])
    if door is None or door.run is None or door.number != request.path_params["number"]:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isdecimal() and len(last) < 10 else 0
    return StreamingResponse(
        _page_changes(door, door.run, after), media_type="text/event-stream", headers=_HEADERS
    )


async def _page_changes(door: Door, run: Run, after: int) -> AsyncIterator[bytes]:
    """Yield the page changes caused by the events of ``run``, numbered by the last event."""
    told = _SentState(door, run)
    told.add(run.so_far()[:after])
    at = after
    async with aclosing(run_readers.batches(run, after, silence_s=_PING_S)) as batches:
        async for batch in batches:
            if not batch:
                yield b": quiet\n\n"
                continue
            at += len(batch)
            parts = [*told.add(batch), *await told.meter()]
            if isinstance(batch[-1], LAST_EVENTS):
                parts.append(_event("last"))
            yield "".join(f"id: {at}\n{part}\n\n" for part in parts).encode()
            await asyncio.sleep(_PAINT_S)


@dataclass
class _SentState:
    """The state sent to a reader of a run so far: the reply's text, and everything else."""

    door: Door
    run: Run
    text: str = ""
    others: list[Event] = field(default_factory=list)
    stored: tuple[Summarised | None, Meter] | None = None  # the meter since this fold
    counted_s: float = 0.0

    def add(self, events: Sequence[Event]) -> list[str]:
        """Process ``events``, and return their changes to the reply and the steps."""
        parts, is_begun = [], bool(self.text)
        if text := "".join(each.text for each in events if isinstance(each, Piece)):
            self.text += text
            parts.append(_event("piece", text=text))
        others = [each for each in events if not isinstance(each, Piece)]
        self.others += others
        if others or (self.text and not is_begun):
            with texts.outside(self.door.language):
                progress = replace(TurnProgress.of(self.others), text=self.text)
                parts.append(_event("work", html=work_html(progress)))
        return parts if self.run.question_id else []  # a fold on request changes neither

    async def meter(self) -> list[str]:
        """Return the meter if a new count is due."""
        now_s, progress = asyncio.get_running_loop().time(), TurnProgress.of(self.others)
        is_folded = self.stored is not None and self.stored[0] != progress.fold
        if not self.text or (now_s - self.counted_s < _COUNT_S and not is_folded):
            return []
        if self.stored is None or is_folded:
            meter = self.door.assistant.turns.meter
            try:
                self.stored = progress.fold, await run_in_threadpool(meter, self.run.session_id)
            except TidemarkError:  # the run gets the same error, and its end reports it
                return []
        self.counted_s = now_s
        with texts.outside(self.door.language):
            shown = meter_state(self.run, self.stored[1], replace(progress, text=self.text))
            return [_event("meter", html=shown.numbers)]


def _event(name: str, **data: str) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}"


routes = [
    Route("/live/{token}", _check),
    Route("/live/{token}", _send, methods=["POST"]),
    Route("/live/{token}/{number:int}", _follow),
    Route("/live/{token}/{number:int}", _stop, methods=["DELETE"]),
]
