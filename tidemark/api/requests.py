"""Rules for every request: who may send it, and the id that it and its log lines share."""

import logging
import time
import uuid
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidemark.api.problem import MEDIA_TYPE, Problem

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_ID = "X-Request-ID"
_ID_CHARS = 64
_log = logging.getLogger(__name__)


class Requests:
    """Refuse requests by foreign host names or from foreign pages; give each an id, and log it.

    A page of another site can have its own name resolved to this machine (DNS rebinding) or post a
    form to it: the first is seen by ``Host``, the second by ``Origin``.  Another computer can send
    whatever it likes: as long as nobody logs in, it is refused by its address.  Words that people
    write are never logged.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = LOOPBACK) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers, began = Headers(scope=scope), time.perf_counter()
        request_id = _clean(headers.get(_ID, "")) or uuid.uuid4().hex
        scope.setdefault("state", {})["request_id"] = request_id
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[_ID] = request_id
            await send(message)

        refused = self._refused(headers, scope.get("client"))
        if refused is None:
            await self._app(scope, receive, send_with_id)
        else:
            await refused(scope, receive, send_with_id)
        ms = (time.perf_counter() - began) * 1000
        _log.info("%s %s %s %d %.1f ms", request_id, scope["method"], scope["path"], status, ms)

    def _refused(self, headers: Headers, client: tuple[str, int] | None) -> JSONResponse | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if client is not None and not _is_here(client[0]):
            return _forbidden("The API has no log-in: it answers to programs on this computer.")
        if _name(f"//{host}") not in self._hosts:
            return _forbidden(f"This server does not answer to the name {host!r}.")
        if origin is not None and _name(origin) not in self._hosts:
            return _forbidden(f"Pages of {origin!r} may not use this server.")
        return None


def _name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_here(address: str) -> bool:
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _clean(request_id: str) -> str:
    if len(request_id) > _ID_CHARS or not request_id.isascii() or not request_id.isprintable():
        return ""
    return request_id


def _forbidden(detail: str) -> JSONResponse:
    status = HTTPStatus.FORBIDDEN
    told = Problem(title=status.phrase, status=status, detail=detail, code="ForeignHost")
    return JSONResponse(told.model_dump(exclude_defaults=True), status, media_type=MEDIA_TYPE)
