"""The Model Context Protocol over HTTP: each request is independent, for the user it names.

See https://modelcontextprotocol.io/specification, "Streamable HTTP".  No state is kept between two
requests, so any process may answer the next one.
"""

from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from starlette.types import Receive, Scope, Send

from assistant import Assistant
from tidemark.api.callers import Caller, identity_of

if TYPE_CHECKING:
    from mcp.server import MCPServer

router = APIRouter()
_caller: ContextVar[Assistant] = ContextVar("caller")  # of the request whose tools are called


@router.post("/mcp", include_in_schema=False)
async def model_context_protocol(request: Request, assistant: Caller) -> Response:
    """Answer one message of a client; without the scope `write` no tool can change data."""
    return _Answer(assistant, may_change="write" in identity_of(request).scopes)


class _Answer(Response):
    """The protocol server's answer for one user."""

    def __init__(self, assistant: Assistant, *, may_change: bool) -> None:
        super().__init__()
        self._assistant = assistant
        self._server = _server(may_change=may_change)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from mcp.server.transport_security import (  # noqa: PLC0415  slow to load
            TransportSecuritySettings,
        )

        answering = self._server.streamable_http_app(
            json_response=True,
            stateless_http=True,
            # Other host names and origins are refused before a request arrives here
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        _caller.set(self._assistant)
        async with self._server.session_manager.run():
            await answering(scope, receive, send)


@cache
def _server(*, may_change: bool) -> "MCPServer":
    from tidemark.api import mcp  # noqa: PLC0415  slow to load

    return mcp.create(_caller.get, may_change=may_change)
