"""Signs of life, for whoever starts and watches the server."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from tidemark.api.problem import responses

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """Whether the server is there, or ready."""

    status: str = "ok"


@router.get("/healthz")
def healthz() -> Health:
    """Say that the process answers."""
    return Health()


@router.get("/readyz", responses=responses(HTTPStatus.SERVICE_UNAVAILABLE))
def readyz(request: Request, response: Response) -> Health:
    """Say that the database answers and the first turn will not wait for anything to load."""
    assistant = request.app.state.opened()
    assistant.sessions.recent(limit=1)
    if assistant.is_ready:
        return Health()
    assistant.get_ready()
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    return Health(status="loading")
