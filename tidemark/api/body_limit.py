"""A limit on the size of a request, declared or not, with a problem as the answer."""

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidemark.api import problem

_MOST_BYTES = 16 * 2**20  # a document of 5 MB as JSON, each letter escaped: 15 MB
_MOST_BYTES_OF_FILES = 64 * 2**20  # an uploaded source may have 50 MB
_OF_FILES = ("/api/sources", "/api/chats/import", "/api/notebooks/import", "/api/import")


class BodyLimit:
    """Refuse a request whose body is larger than its path takes, before the rest is read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received, has_begun = 0, False
        takes_files = scope["path"].startswith(_OF_FILES)

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            _check(received, takes_files=takes_files)
            return message

        async def sent(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        declared = Headers(scope=scope).get("content-length", "")
        try:
            declared_bytes = int(declared) if declared.isdecimal() else 0
            _check(declared_bytes, takes_files=takes_files)
            await self._app(scope, counted, sent)
        except HTTPException as error:  # of a body that is read before the routes
            if has_begun:
                raise
            await problem.of_http(error, scope["path"])(scope, receive, send)


def _check(count_bytes: int, *, takes_files: bool) -> None:
    most = _MOST_BYTES_OF_FILES if takes_files else _MOST_BYTES
    if count_bytes > most:
        words = f"A request may have {most // 2**20} MB. Send less at once"
        advice = "." if takes_files else ", or upload a long text as a source."
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"{words}{advice}")
