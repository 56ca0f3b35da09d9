"""Headers of every response, by which a browser keeps pages of others out of this one."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    # A page that frames ours could have a person click in it unawares
    "Content-Security-Policy": "frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",  # the same, for older browsers
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # the id of a chat stands in the URL
}


class ResponseHeaders:
    """Add the headers to every HTTP response of an ASGI application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)
