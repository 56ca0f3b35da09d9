"""Checks of a request's host, origin and address, made before the request is read.

A page of another site can have its own name resolved to this machine (DNS rebinding) or post a form
to it: the first shows in ``Host``, the second in ``Origin``.  A page that another program of this
computer serves, at another port, is a page of another site, too.  Another computer can send any
header: without a log-in, it is refused by its address.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import Self
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from tidemark.errors import ServedToOthers
from tidemark.settings import Login, Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_USUAL_PORTS = {"http": 80, "https": 443}
_OPEN_TO_ALL_NAMES = ("/healthz", "/readyz")  # probes use an address, and learn nothing private


@dataclass(frozen=True, slots=True)
class Site:
    """The kind of log-in, the host names and the rate limit of this server."""

    login: Login = "off"
    hosts: tuple[str, ...] = LOOPBACK
    origins: tuple[str, ...] = ()
    rate_limit: str = ""
    rate_limit_storage: str = ""
    public_url: str = ""

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the site described by ``settings``."""
        public = _name(settings.public_url) if settings.login != "off" else ""
        return cls(
            login=settings.login,
            hosts=(*LOOPBACK, public) if public else LOOPBACK,
            origins=settings.allowed_origins,
            rate_limit=settings.chosen_rate_limit,
            rate_limit_storage=settings.rate_limit_storage,
            public_url=settings.public_url,
        )

    @property
    def of_page(self) -> "Site":
        """Return the site for the page, which without a log-in is served only to this computer."""
        if self.login != "oidc":
            return Site()
        return Site("oidc", self.hosts, public_url=self.public_url)

    def refusal(
        self, headers: Headers, client: tuple[str, int] | None, path: str = ""
    ) -> str | None:
        """Return the reason to refuse a request; None to accept it."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if self.login == "off" and client is not None and not _is_here(client[0]):
            return "Nobody logs in here: programs on this computer alone are answered."
        if _name(f"//{host}") not in self.hosts and path not in _OPEN_TO_ALL_NAMES:
            return f"This server does not answer to the name {host!r}."
        if origin is not None and origin not in self.origins and not self._is_own(origin, host):
            return f"Pages of {origin!r} may not use this server."
        return None

    def _is_own(self, origin: str, host: str) -> bool:
        """Return whether pages of ``origin`` come from here: from ``host``, or the public URL."""
        if _name(origin) not in self.hosts:
            return False
        return _authority(origin) == _authority(f"{urlsplit(origin).scheme}://{host}") or (
            bool(self.public_url) and _authority(origin) == _authority(self.public_url)
        )

    def check_address(self, face: str, address: str) -> None:
        """Refuse to serve a ``face`` at an ``address`` that others can reach without a log-in.

        Raises:
            ServedToOthers: Other computers can reach the address, and no log-in is required.
        """
        if self.login == "off" and address not in LOOPBACK and not _is_here(address):
            raise ServedToOthers(face, address, "oidc" if face == "page" else "keys")


class Doors:
    """Refuse requests and WebSockets according to ``site``."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        refusal = None
        if scope["type"] in ("http", "websocket"):
            refusal = self._site.refusal(Headers(scope=scope), scope.get("client"))
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(reason=refusal)(scope, receive, send)
        else:
            await PlainTextResponse(refusal, HTTPStatus.FORBIDDEN)(scope, receive, send)


def address_of(arguments: Iterable[str]) -> str:
    """Return the address at which a server started with ``arguments`` listens.

    >>> address_of(["uvicorn", "api:app", "--host", "0.0.0.0"]), address_of(["--host=::1"])
    ('0.0.0.0', '::1')
    >>> address_of(["uvicorn", "api:app"])
    '127.0.0.1'
    """
    given = [part for each in arguments for part in each.split("=", maxsplit=1)]
    at = given.index("--host") + 1 if "--host" in given else len(given)
    return given[at] if at < len(given) else "127.0.0.1"


def _name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _authority(url: str) -> tuple[str, int | None]:
    """Return the host of ``url``, and its port unless it is the usual one."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "", None
    return parts.hostname or "", None if port == _USUAL_PORTS.get(parts.scheme) else port


def _is_here(address: str) -> bool:
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
