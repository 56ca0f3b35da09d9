"""Where a program or person that knows only the address begins."""

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse

from tidemark.api import markdown

router = APIRouter(include_in_schema=False)


@router.get("/")
def begin() -> dict[str, str]:
    """Return the paths that describe the others."""
    return {
        "name": "Tidemark",
        "docs": "/docs",
        "openapi": "/openapi.json",
        "health": "/healthz",
    }


@router.get("/docs")
async def read_reference(request: Request) -> PlainTextResponse:
    """Return the reference: as text, because FastAPI's own page loads scripts of other hosts."""
    return PlainTextResponse(await run_in_threadpool(markdown.written, request.app.openapi()))
