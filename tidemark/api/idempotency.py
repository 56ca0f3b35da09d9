"""``Idempotency-Key``: a repeated POST gets the same answer, and acts only once.

The answer is stored for a day, by key and sender, if the request had an effect: a refused request
can be corrected and sent again.  A request sent beside the first waits for its answer, at most as
long as two calls of the engine may take; then it is refused with 409.  The stream of a run is not
stored: a repeated request reads the events of the same run.  See
draft-ietf-httpapi-idempotency-key-header.
"""

import asyncio
import functools
import hashlib
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assistant import Assistant
from tidemark.api import problem
from tidemark.api.callers import identity_of
from tidemark.api.run_events import EVENT_STREAM
from tidemark.errors import (
    DatabaseError,
    IdempotencyKeyInvalid,
    RequestUnderWay,
    TidemarkError,
)
from tidemark.runtime.runs import Run
from tidemark.schema import scope as scopes
from tidemark.schema.people import KeptAnswer, Reservation
from tidemark.services.people.idempotency import BEAT_S, IdempotencyService

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
_MOST_CHARS = 255
_KEPT_HEADERS = ("content-type", "location", "etag", "x-session-id")
_FIRST_WAIT_S, _MOST_WAIT_S = 0.05, 1.0  # between two looks at the same request in progress
_CALLS = 2  # of an engine that a repeated request waits for: one to understand, one to answer
_PURGED_EACH_S = 60.0
_RUN, _AGAIN, _UNKEPT = "begun_run", "run_again", "is_unkept"


def note_run(request: Request, run: Run) -> Run:
    """Note that ``request`` started ``run``, and thus had an effect; return ``run``."""
    setattr(request.state, _RUN, run.run_id)
    if not run.question_id:
        keep_nothing(request)
    return run


def keep_nothing(request: Request) -> None:
    """Note that nothing of ``request`` may be stored, including its answer."""
    setattr(request.state, _UNKEPT, True)


def run_again(request: Request) -> str | None:
    """Return the id of the run the same ``request`` started before, to stream it again."""
    found: str | None = getattr(request.state, _AGAIN, None)
    return found


class Idempotency:
    """Answer a POST with a key once, and answer its repetitions from the stored answer."""

    def __init__(self, app: ASGIApp, opened: Callable[[], Assistant]) -> None:
        self._app = app
        self._opened = opened
        self._purged_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        given = Headers(scope=scope).get(HEADER) if scope["type"] == "http" else None
        if given is None or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        key = given.strip().strip('"')
        if not 0 < len(key) <= _MOST_CHARS or not key.isprintable():
            refusal = problem.answer(IdempotencyKeyInvalid(), scope["path"])
            await refusal(scope, receive, send)
            return
        messages = [message async for message in _whole(receive)]
        body = b"".join(each.get("body", b"") for each in messages)
        user_id = _user_of(scope, body)
        if user_id is None:  # it will be refused
            await self._app(scope, _again(messages, receive), send)
            return
        try:
            service = await run_in_threadpool(self._service, user_id)
            reserve = functools.partial(service.reserve, _name(scope, key), _request(scope, body))
            found = await self._reserved(reserve, receive)
        except TidemarkError as error:
            await problem.answer(error, scope["path"])(scope, receive, send)
            return
        if found is None:
            return
        if isinstance(found, Reservation):
            answering = _Answering(service, found, scope, send)
            async with answering.kept():
                await self._app(scope, _again(messages, receive), answering.send)
        elif found.body is None:
            scope["state"][_AGAIN] = found.run_id
            await self._app(scope, _again(messages, receive), send)
        else:
            headers = {**found.headers, REPLAYED: "true"}
            await Response(found.body, found.status, headers)(scope, receive, send)

    def _service(self, user_id: str) -> IdempotencyService:
        opened = self._opened()
        if time.monotonic() - self._purged_at > _PURGED_EACH_S:
            self._purged_at = time.monotonic()
            opened.purge_answers()
        return opened.scoped(scopes.Scope(user_id, scopes.GENERAL)).idempotency

    async def _reserved(
        self, reserve: Callable[[], Reservation | KeptAnswer], receive: Receive
    ) -> Reservation | KeptAnswer | None:
        """Wait while the same request is in progress; return None if the client leaves.

        Raises:
            RequestUnderWay: It is still in progress after the longest wait.
        """
        until = time.monotonic() + _CALLS * self._opened().configuration.settings.engine_timeout_s
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                return await run_in_threadpool(reserve)
            except RequestUnderWay:
                if time.monotonic() > until:
                    raise
            if await _has_left(receive, wait_s):
                return None
            wait_s = min(2 * wait_s, _MOST_WAIT_S)


class _Answering:
    """A request in progress: its answer is stored before the last part is sent."""

    def __init__(
        self, service: IdempotencyService, reserved: Reservation, scope: Scope, send: Send
    ) -> None:
        self._service, self._reserved = service, reserved
        self._scope, self._send = scope, send
        self._start: Message = {}
        self._body: list[bytes] = []
        self._is_settled = False

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Send heartbeats while the request is answered; release its key if it was not."""
        beating = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating
            if not self._is_settled:
                await run_in_threadpool(self._service.release, self._reserved)

    async def send(self, message: Message) -> None:
        """Send a part of the answer on."""
        if message["type"] == "http.response.start":
            self._start = message
            if self._headers.get("content-type", "").startswith(EVENT_STREAM):
                await self._settle(None)
        elif message["type"] == "http.response.body" and not self._is_settled:
            self._body.append(message.get("body", b""))
            if not message.get("more_body"):
                await self._settle(b"".join(self._body))
        await self._send(message)

    async def _settle(self, body: bytes | None) -> None:
        """Store the answer if the request had an effect; ``body`` is None for a run's stream."""
        self._is_settled = True
        state, status = self._scope["state"], self._start["status"]
        run_id = state.get(_RUN, "")
        has_acted = bool(run_id) if body is None else status < HTTPStatus.MULTIPLE_CHOICES or run_id
        if not has_acted or state.get(_UNKEPT):
            await run_in_threadpool(self._service.release, self._reserved)
            return
        headers = {name: self._headers[name] for name in _KEPT_HEADERS if name in self._headers}
        answer = KeptAnswer(status=status, headers=headers, body=body, run_id=run_id)
        session_id = _session_of(self._scope, self._headers, body)
        await run_in_threadpool(self._service.keep, self._reserved, answer, session_id)

    @property
    def _headers(self) -> Headers:
        return Headers(raw=self._start["headers"])

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            with suppress(DatabaseError):  # the next one may succeed
                await run_in_threadpool(self._service.beat, self._reserved)


async def _whole(receive: Receive) -> AsyncIterator[Message]:
    message = await receive()
    yield message
    while message.get("more_body"):
        message = await receive()
        yield message


async def _has_left(receive: Receive, wait_s: float) -> bool:
    """Wait; return whether the client has closed the connection meanwhile."""
    with suppress(TimeoutError):
        message = await asyncio.wait_for(receive(), wait_s)
        return bool(message["type"] == "http.disconnect")
    return False


def _again(messages: list[Message], receive: Receive) -> Receive:
    waiting = iter(messages)

    async def received() -> Message:
        held = next(waiting, None)
        return await receive() if held is None else held

    return received


def _user_of(scope: Scope, body: bytes) -> str | None:
    """Return the user whose data a request changes; None if the id is invalid."""
    identity = identity_of(Request(scope))
    named = _fields(body).get("user_id") or Headers(scope=scope).get("x-user-id")
    user_id = str(named or identity.user_id or scopes.LOCAL.user_id)
    try:
        scopes.Scope(user_id, scopes.GENERAL)
    except ValueError:
        return None
    return user_id if identity.may_be(user_id) else None


def _name(scope: Scope, key: str) -> str:
    """Return the stored name of a key: other senders for the same user have separate keys."""
    identity = identity_of(Request(scope))
    return _digest(f"{identity.key_id} {identity.user_id}\n{key}".encode())


def _session_of(scope: Scope, headers: Headers, body: bytes | None) -> str:
    """Return the session whose text an answer contains; empty if none."""
    fields = _fields(body or b"")
    fields |= fields.get("conversation_metadata") or {}
    path = scope.get("path_params", {})
    for name in ("session_id", "conversation_id"):
        if named := fields.get(name) or path.get(name):
            return str(named)
    return headers.get("x-session-id", "")


def _fields(body: bytes) -> dict[str, Any]:
    if not body.lstrip().startswith(b"{"):
        return {}
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _request(scope: Scope, body: bytes) -> str:
    """Return a digest that is equal for two requests if they are the same."""
    headers = Headers(scope=scope)
    _, _, boundary = headers.get("content-type", "").partition("boundary=")
    if boundary:  # programs choose another one each time
        body = body.replace(boundary.strip('"').encode("latin-1"), b"")
    head = (scope["method"], scope["path"], scope["query_string"].decode("latin-1"))
    return _digest("\n".join(head).encode() + b"\n" + body)


def _digest(whole: bytes) -> str:
    return hashlib.sha256(whole).hexdigest()
