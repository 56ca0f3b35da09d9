"""The FastAPI application: the routes, and the rules common to all of them."""

import functools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from assistant import Assistant
from tidemark.api import descriptions, examples, problem
from tidemark.api.body_limit import BodyLimit
from tidemark.api.etags import EntityTags
from tidemark.api.idempotency import HEADER, Idempotency
from tidemark.api.problem import MEDIA_TYPE
from tidemark.api.rate_limits import RateLimits
from tidemark.api.readiness import Readiness
from tidemark.api.request_guard import Site
from tidemark.api.requests import Requests
from tidemark.api.routes import (
    answer_question,
    branches,
    document_editing,
    documents,
    folds,
    health,
    keys,
    mcp,
    memory,
    memory_chat,
    notebooks,
    openai,
    people,
    runs,
    sessions,
    settings,
    sharing,
    sources,
    start,
    tables,
    transfer,
    trash,
)
from tidemark.api.well_formed import WellFormed

PATHS = (
    "/api/",
    "/v1/",
    "/mcp",
    "/answerQuestion",
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
    "/docs",
)
_ROUTERS = (
    sharing.router,
    sessions.router,
    runs.router,
    branches.router,
    folds.router,
    memory_chat.router,
    answer_question.router,
    memory.router,
    settings.router,
    transfer.router,
    notebooks.router,
    sources.router,
    tables.router,
    documents.router,
    trash.router,
    document_editing.router,
    openai.router,
    mcp.router,
    keys.router,
    people.router,
    people.audit_router,
    health.router,
    start.router,
)
_ASKED_HEADERS = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Traceparent",
    "Tracestate",
    "X-Request-ID",
    "X-Session-ID",
    "X-User-ID",
)
_TOLD_HEADERS = (
    "ETag",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Warning",
    "X-Request-ID",
    "X-Session-ID",
)
_ABOUT = """A chat that remembers within a budget and asks when it is unsure.

Errors are `application/problem+json`: `code` names the error, `detail` says what to do next.
On a single-user machine (`LOGIN=off`) any `X-User-ID` is accepted. With `LOGIN=keys` or `oidc` a
request needs `Authorization: Bearer tm_...`, an API key. Its scopes: `read` allows requests that
change nothing, `write` those that do, `act-as` any `X-User-ID`, `admin` the management of keys and
users, `metrics` reading `/metrics`. The query parameter `notebook` names a notebook.
With an `Idempotency-Key` that you choose, a POST repeated within a day gets the same answer and
acts only once; sent while the first is in progress, it waits for its answer, and 409 says that this
takes too long. 422: the key belongs to another request.
A JSON answer to a GET has an `ETag`: with `If-None-Match` the answer is 304 if nothing has changed;
with `If-Match` a PUT, PATCH or DELETE of the same path is refused with 412 if something has.
The ETag of a document is its version number. Lists come in pages: `next` is the `cursor` of the
next page; it stays valid while the list changes, and no entry comes twice. An entry that is used
between two pages moves to the top, which later pages do not show; `order=created` misses none.
A message has at most 400,000 characters, a request 16 MB, or 64 MB if it uploads a file: else the
answer is 413. Upload a longer text as a source.
A source belongs to one user and one notebook: only their questions are answered from it. For the
questions with a `user_id`, upload it with that id as `X-User-ID`. Sharing a notebook shares its
chats, not its sources. To answer many people from one collection of sources, ask as the user who
has it: `user` of `/v1/chat/completions`, without `X-User-ID`, keeps their conversations apart.
A query parameter or a field of a form that a path does not have is named in the header `Warning`.
`POST /mcp` speaks the Model Context Protocol (streamable HTTP, no sessions) with the same keys and
headers: without the scope `write` there is no tool that changes data.
"""
_KEY = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "title": HEADER},
    "description": "A repeated request with the same key gets the same answer.",
}


def create(
    opened: Callable[[], Assistant],
    *,
    close: Callable[[], None] = lambda: None,
    site: Site | None = None,
) -> FastAPI:
    """Return the application over the Assistant that ``opened`` returns; ``close`` ends it.

    It serves the clients that ``site`` admits: by default only this computer, without a log-in.

    Raises:
        InvalidSetting: The storage of rate limits cannot be used.
    """
    site = site or Site()

    @asynccontextmanager
    async def lifespan(served: FastAPI) -> AsyncIterator[None]:
        served.state.readiness.begin()  # what is expired is deleted before anybody asks
        yield
        close()

    app = _Described(
        title="Tidemark",
        description=_ABOUT,
        version="1",
        lifespan=lifespan,
        middleware=[
            *_cross_origin(site),
            Middleware(Requests, site=site, opened=opened),
            Middleware(BodyLimit),
            Middleware(Idempotency, opened=opened),
            Middleware(WellFormed),
            Middleware(EntityTags, opened=opened),
        ],
        docs_url=None,
        redoc_url=None,
        routes=_routes(),
    )
    app.state.opened, app.state.is_open = opened, False
    app.state.readiness = Readiness(opened)
    app.state.rate_limits = RateLimits(site.rate_limit, site.rate_limit_storage)
    problem.install(app)
    return app


@functools.cache
def _routes() -> list[BaseRoute]:
    """Return the routes of every application: FastAPI prepares each once, 0.6 s for all."""
    together = APIRouter(generate_unique_id_function=lambda route: route.name)
    for router in _ROUTERS:
        together.include_router(router)
    return together.routes


def _refusal(status: HTTPStatus) -> dict[str, Any]:
    problem_shape = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {"description": status.phrase, "content": {MEDIA_TYPE: problem_shape}}


class _Described(FastAPI):
    """An application whose OpenAPI description has examples, and the rules of every POST."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI description, built once."""
        if self.openapi_schema is None:
            told = super().openapi()
            for methods in told["paths"].values():
                if post := methods.get("post"):
                    post.setdefault("parameters", []).append(_KEY)
                    for status in (HTTPStatus.CONFLICT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE):
                        post["responses"].setdefault(str(int(status)), _refusal(status))
                for method in {"put", "patch", "delete"} & set(methods if "get" in methods else ()):
                    refusal = _refusal(HTTPStatus.PRECONDITION_FAILED)
                    methods[method]["responses"].setdefault("412", refusal)
            examples.add(told)
            descriptions.complete(told)
        return super().openapi()


def _cross_origin(site: Site) -> list[Middleware]:
    """Return the CORS middleware for pages of other origins, if any are allowed."""
    if not site.origins:
        return []
    shared = Middleware(
        CORSMiddleware,
        allow_origins=site.origins,
        allow_methods=("GET", "POST", "PUT", "PATCH", "DELETE"),
        allow_headers=_ASKED_HEADERS,
        expose_headers=_TOLD_HEADERS,
    )
    return [shared]


class ApiPaths:
    """Serve the paths of the API with ``api``, and all others with the application around it."""

    def __init__(self, app: ASGIApp, api: ASGIApp) -> None:
        self._app = app
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        is_ours = scope["type"] == "http" and scope["path"].startswith(PATHS)
        await (self._api if is_ours else self._app)(scope, receive, send)
