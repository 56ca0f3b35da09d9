"""Health checks and metrics, for operators and monitoring."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response, Security
from pydantic import BaseModel, Field

from tidemark.api.callers import BEARER
from tidemark.telemetry import meters

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """The state of the server."""

    status: str = Field(default="ok", examples=["ok"])


@router.get("/healthz")
def healthz() -> Health:
    """Return 200 while the process answers."""
    return Health()


@router.get("/readyz", responses={503: {"model": Health}})
def readyz(request: Request, response: Response) -> Health:
    """Return 200 if the database answers and the first turn, also about a table, loads nothing.

    The answer is 503 until then: with the state as `status`, or a problem if the database fails.
    """
    is_ready = request.app.state.readiness.find()
    if is_ready:
        return Health()
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    return Health(status="loading" if is_ready is False else "database late")


@router.get(
    "/metrics",
    dependencies=[Security(BEARER)],
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def metrics(request: Request) -> Response:
    """Return the metrics of this process for Prometheus; a key needs the scope metrics."""
    load = request.app.state.opened().load
    return Response(meters.exposition(load), media_type=meters.CONTENT_TYPE)
