"""Headers of every response, which make browsers keep other pages out of this one."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Streamlit starts with an inline script, compiles charts, and loads components from blobs;
# nothing is loaded from, or sent to, another host
_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "media-src 'self' data: blob:",
        "connect-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        # A page that frames ours could trick a person into clicking in it
        "frame-ancestors 'self'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Frame-Options": "SAMEORIGIN",  # for older browsers
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # the URL contains the id of a chat
}
_LOG_OUT = "/auth/logout"  # Streamlit's


class ResponseHeaders:
    """Add the headers that a response of an ASGI application lacks.

    If the page ``is_secure``, cookies are sent over TLS only.  A log-out clears the browser's
    storage: one person's drafts must not be shown to the next.
    """

    def __init__(self, app: ASGIApp, *, is_secure: bool = False) -> None:
        self._app = app
        self._is_secure = is_secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    told.setdefault(name, value)
                if scope["path"] == _LOG_OUT:
                    told["Clear-Site-Data"] = '"cache", "storage"'
                if self._is_secure:
                    message["headers"] = [_secured(*each) for each in message["headers"]]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    is_plain = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_plain else value
