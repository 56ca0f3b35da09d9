"""Rules for every request: authentication, and an id shared by the request and its log lines."""

import logging
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from urllib.parse import parse_qsl

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assistant import Assistant
from tidemark.api import problem
from tidemark.api.callers import ANYBODY, Identity, scope_for
from tidemark.api.problem import MEDIA_TYPE, Problem
from tidemark.api.rate_limits import RateLimits
from tidemark.api.request_guard import Site
from tidemark.errors import KeyNotValid, NotSignedIn, ScopeMissing, TidemarkError, TooManyRequests
from tidemark.services.people.api_keys import BEGINNING
from tidemark.telemetry import meters, traces

OPEN = ("/", "/docs", "/healthz", "/readyz", "/openapi.json")  # they reveal nothing about anybody
_ID = "X-Request-ID"
_ID_CHARS = 64
_MOST_NAMED = 20  # query parameters in a warning
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-cache",
}
_log = logging.getLogger(__name__)


class Requests:
    """Refuse requests for other host names or without a key; give each an id, and log it.

    Text written by people is never logged.
    """

    def __init__(self, app: ASGIApp, site: Site, opened: Callable[[], Assistant]) -> None:
        self._app = app
        self._site = site
        self._opened = opened

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers, began = Headers(scope=scope), time.perf_counter()
        request_id = _clean(headers.get(_ID, "")) or uuid.uuid4().hex
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                told = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    told.setdefault(name, value)
                told[_ID] = request_id
                if warning := _warning(scope):
                    told["Warning"] = warning
                if allowance := state.get("allowance"):
                    told.update(allowance.headers)
            await send(message)

        with traces.request(scope["method"], headers) as trace:
            refused = await self._refused(scope, headers)
            await (refused or self._app)(scope, receive, send_with_headers)
            route = _route(scope)
            trace.end(route, status)
        seconds = time.perf_counter() - began
        meters.count_request(scope["method"], route, status, seconds)
        line = {
            "request_id": request_id,
            "method": scope["method"],
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        _log.info("%s %s %s %d %.1f ms", *line.values(), extra=line)

    async def _refused(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        path = scope["path"]
        if refusal := self._site.refusal(headers, scope.get("client"), path):
            return _forbidden(refusal)
        if path in OPEN:
            return None
        try:
            identity = await self._identity(_bearer(headers))
            needed = scope_for(scope["method"], path)
            if needed not in identity.scopes:
                raise ScopeMissing(needed)
        except NotSignedIn as error:
            return problem.answer(_counted(scope, error), path)
        except TidemarkError as error:
            return problem.answer(error, path)
        scope["state"]["identity"] = identity
        return None

    async def _identity(self, secret: str) -> Identity:
        """Return the sender of a request with this key, or without one.

        Without a log-in, a key that is not ours is ignored: programs send invented keys to services
        that require none.
        """
        if self._site.login == "off" and not secret.startswith(BEGINNING):
            return ANYBODY
        if not secret:
            raise NotSignedIn
        key = await run_in_threadpool(lambda: self._opened().key_ring.find(secret))
        if key is None:
            raise KeyNotValid
        return Identity.of_key(key)


def _counted(scope: Scope, error: NotSignedIn) -> TidemarkError:
    """Count a request without a valid key; return its error, or that there were too many."""
    limits: RateLimits = scope["app"].state.rate_limits
    try:
        limits.count_refused((scope.get("client") or ("",))[0])
    except TooManyRequests as too_many:
        return too_many
    return error


def _warning(scope: Scope) -> str:
    """Return a warning that names what the route of a request ignores; empty if there is none.

    That is, query parameters, and the fields of a form or a chat that were noted in its state.
    """
    state = scope["state"]
    unknown = (*_unknown_parameters(scope), *state.get("unknown_fields", ()))
    told = {
        "Not known here, without effect": unknown,
        "Without effect, as no language model answers": state.get("unused_fields", ()),
    }
    return ", ".join(f'299 - "{why}: {_named(names)}"' for why, names in told.items() if names)


def _named(names: Iterable[str]) -> str:
    told = [ascii(name[:_ID_CHARS]).replace('"', "'") for name in dict.fromkeys(names)]
    return ", ".join(told[:_MOST_NAMED])


def _unknown_parameters(scope: Scope) -> list[str]:
    route = scope.get("route")
    if not scope["query_string"] or not isinstance(route, APIRoute):
        return []
    known = set(_query_parameters(route.dependant))
    query = scope["query_string"].decode("latin-1")
    given = [name for name, _ in parse_qsl(query, keep_blank_values=True)]
    return [name for name in given if name not in known]


def _query_parameters(of: Dependant) -> Iterator[str]:
    """Yield the names of the query parameters of a route and its dependencies."""
    yield from (each.alias for each in of.query_params)
    for each in of.dependencies:
        yield from _query_parameters(each)


def _route(scope: Scope) -> str:
    """Return the template of a path, which contains no ids."""
    return str(getattr(scope.get("route"), "path", "unmatched"))


def _bearer(headers: Headers) -> str:
    kind, _, secret = headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def _clean(request_id: str) -> str:
    if len(request_id) > _ID_CHARS or not request_id.isascii() or not request_id.isprintable():
        return ""
    return request_id


def _forbidden(detail: str) -> JSONResponse:
    status = HTTPStatus.FORBIDDEN
    told = Problem(title=status.phrase, status=status, detail=detail, code="ForeignHost")
    return JSONResponse(told.model_dump(exclude_defaults=True), status, media_type=MEDIA_TYPE)
