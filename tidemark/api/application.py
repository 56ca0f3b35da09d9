"""The FastAPI application: the routes, and what holds for all of them."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from assistant import Assistant
from tidemark.api import problem
from tidemark.api.requests import Requests
from tidemark.api.routes import (
    document_editing,
    documents,
    health,
    memory,
    memory_chat,
    notebooks,
    openai,
    runs,
    sessions,
    sources,
)

PATHS = ("/api/", "/v1/", "/healthz", "/readyz", "/openapi.json")
_MOST_BYTES = 64 * 2**20  # of a request: a file among the sources may have 50 MB
_ROUTERS = (
    sessions.router,
    runs.router,
    memory_chat.router,
    memory.router,
    notebooks.router,
    sources.router,
    documents.router,
    document_editing.router,
    openai.router,
    health.router,
)
_ABOUT = """A chat that remembers within a budget and asks when it is unsure.

Errors are `application/problem+json`: `code` names the error, `detail` says what to do next.
On one's own machine `X-User-ID` is taken as given, `notebook` names a notebook.
"""


def create(
    opened: Callable[[], Assistant],
    *,
    close: Callable[[], None] = lambda: None,
) -> FastAPI:
    """Return the application over the Assistant that ``opened`` returns; ``close`` ends it."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        close()

    app = FastAPI(
        title="Tidemark",
        description=_ABOUT,
        version="1",
        lifespan=lifespan,
        middleware=[Middleware(Requests)],
        max_body_size=_MOST_BYTES,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.opened = opened
    problem.install(app)
    for router in _ROUTERS:
        app.include_router(router)
    return app


class Beside:
    """Serve the paths of the API by ``api``, and all others by the application around it."""

    def __init__(self, app: ASGIApp, api: ASGIApp) -> None:
        self._app = app
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        is_ours = scope["type"] == "http" and scope["path"].startswith(PATHS)
        await (self._api if is_ours else self._app)(scope, receive, send)
