"""Entity tags: conditional reads, and changes that apply only to the version that was read.

Every JSON answer to a GET has an ETag: a digest of the answer, unless its route sets another, such
as the version of a document.  A matching ``If-None-Match`` gets a 304.  With ``If-Match``, a change
is made only if a GET of the same path would still give that answer: changes of one path with that
header follow one another, in all processes of a database.  See RFC 9110, section 13.
"""

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from weakref import WeakValueDictionary

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assistant import Assistant
from tidemark.api import problem
from tidemark.errors import ChangedMeanwhile, DatabaseError, TidemarkError
from tidemark.schema.scope import LOCAL

_CHANGES = ("PUT", "PATCH", "DELETE")
_OF_THE_CHANGE = (b"content-type", b"content-length", b"if-match", b"if-none-match")
_RETRY_S = 0.02  # while a change in another process holds the lock
_OF_304 = ("etag", "cache-control", "x-request-id")


class EntityTags:
    """Add ETags to answers, and check them where a request expects one."""

    def __init__(self, app: ASGIApp, opened: Callable[[], Assistant]) -> None:
        self._app = app
        self._opened = opened
        self._changing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope["method"] == "GET":
            await self._app(scope, receive, _Tagging(scope, send))
            return
        expected = Headers(scope=scope).get("if-match") if scope["type"] == "http" else None
        if expected and scope["method"] in _CHANGES:
            changed = _changed(scope)
            async with self._changing.setdefault(changed, asyncio.Lock()):
                await self._change_alone(changed, expected, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _change_alone(
        self, changed: str, expected: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Change what ``changed`` names, after any change of it in progress in another process."""
        try:
            locks = (await run_in_threadpool(self._opened)).change_locks
            while (lock_id := await run_in_threadpool(locks.take, changed)) is None:
                await asyncio.sleep(_RETRY_S)
        except TidemarkError as error:
            await problem.answer(error, scope["path"])(scope, receive, send)
            return
        try:
            await self._change(expected, scope, receive, send)
        finally:
            with suppress(DatabaseError):  # it expires
                await run_in_threadpool(locks.release, changed, lock_id)

    async def _change(self, expected: str, scope: Scope, receive: Receive, send: Send) -> None:
        own = await self._tag_now(scope)
        if own is not None and not _names(expected, own):
            await problem.answer(ChangedMeanwhile(), scope["path"])(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _tag_now(self, scope: Scope) -> str | None:
        """Return the ETag that a GET of the path of ``scope`` would have by our rule, if any."""

        async def no_body() -> Message:
            return {"type": "http.request", "body": b""}

        async def send_nowhere(_: Message) -> None:
            return

        told = [(name, value) for name, value in scope["headers"] if name not in _OF_THE_CHANGE]
        asked = {**scope, "method": "GET", "headers": told}
        read = _Tagging(asked, send_nowhere)
        await self._app(asked, no_body, read)
        if "route" in asked:  # a refusal counts as a request of this route
            scope["route"] = asked["route"]
        return read.own


def _changed(scope: Scope) -> str:
    """Return a name for the thing a request changes: a path, and the user whose data it is."""
    identity = scope.get("state", {}).get("identity")
    own = identity.user_id if identity else None
    return f"{Headers(scope=scope).get('x-user-id') or own or LOCAL.user_id} {scope['path']}"


class _Tagging:
    """Sends an answer on; adds the ETag ``own`` if it is complete JSON without one."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self._known = Headers(scope=scope).get("if-none-match", "")
        self.own: str | None = None
        self._start: Message | None = None
        self._body: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer on."""
        if message["type"] == "http.response.start" and _is_whole_json(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._body.append(message.get("body", b""))
            if not message.get("more_body"):
                await self._end(self._start, b"".join(self._body))

    async def _end(self, start: Message, body: bytes) -> None:
        headers = MutableHeaders(raw=start["headers"])
        if "etag" not in headers:
            self.own = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
            headers["ETag"] = self.own
        if self._known and _names(self._known, headers["etag"]):
            kept = [(name, value) for name, value in headers.items() if name in _OF_304]
            raw = [(name.encode(), value.encode("latin-1")) for name, value in kept]
            start, body = {**start, "status": HTTPStatus.NOT_MODIFIED, "headers": raw}, b""
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _is_whole_json(start: Message) -> bool:
    kind = Headers(raw=start["headers"]).get("content-type", "")
    return bool(start["status"] == HTTPStatus.OK and kind.startswith("application/json"))


def _names(given: str, tag: str) -> bool:
    """Return whether a list of ETags contains ``tag``; a weak tag with the same text counts.

    >>> _names('W/"a", "b"', '"a"'), _names("*", '"c"'), _names('"ab"', '"a"')
    (True, True, False)
    """
    listed = [each.strip().removeprefix("W/") for each in given.split(",")]
    return "*" in listed or tag in listed
