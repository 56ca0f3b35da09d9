"""A limit on the size of a request, declared or not, with a problem as the answer."""

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidemark.api import problem


class BodyLimit:
    """Refuse a request whose body has more than ``most_bytes``, before the rest is read."""

    def __init__(self, app: ASGIApp, most_bytes: int) -> None:
        self._app = app
        self._most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received, has_begun = 0, False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            self._check(received)
            return message

        async def sent(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        declared = Headers(scope=scope).get("content-length", "")
        try:
            self._check(int(declared) if declared.isdecimal() else 0)
            await self._app(scope, counted, sent)
        except HTTPException as error:  # of a body that is read before the routes
            if has_begun:
                raise
            await problem.of_http(error, scope["path"])(scope, receive, send)

    def _check(self, count_bytes: int) -> None:
        if count_bytes > self._most_bytes:
            words = f"A request may have {self._most_bytes // 2**20} MB. Send less at once."
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, words)
