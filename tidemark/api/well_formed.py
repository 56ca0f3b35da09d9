r"""Replaces unpaired surrogates in JSON bodies, so that their text can be stored and sent.

``"\ud800"`` is a valid string for every JSON parser, but cannot be encoded as UTF-8.
"""

import json
import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HALF = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")


class WellFormed:
    """Pass JSON bodies on with a question mark in place of each unpaired surrogate."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or "json" not in Headers(scope=scope).get("content-type", ""):
            await self._app(scope, receive, send)
            return
        message = await receive()
        parts = [message.get("body", b"")]
        while message.get("more_body"):
            message = await receive()
            parts.append(message.get("body", b""))
        waiting = [{"type": "http.request", "body": well_formed(b"".join(parts))}]

        async def received() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, received, send)


def well_formed(body: bytes) -> bytes:
    r"""Return ``body`` without unpaired surrogates; unchanged if it is not JSON.

    >>> well_formed(b'{"a": "x\\ud800 \\ud83d\\ude00"}').decode()
    '{"a": "x? 😀"}'
    """
    if not _HALF.search(body):
        return body
    try:
        return json.dumps(json.loads(body), ensure_ascii=False).encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return body
