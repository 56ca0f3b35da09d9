"""API keys of a user: list, create and revoke them; this needs a key with the scope admin."""

from http import HTTPStatus

from fastapi import APIRouter, Depends, Request, Response
from pydantic import ConfigDict, Field

from tidemark.api import callers
from tidemark.api.callers import Caller
from tidemark.api.idempotency import keep_nothing
from tidemark.api.parameters import Key, RequestBody
from tidemark.api.problem import responses
from tidemark.schema.people import (
    MOST_NAME_CHARS,
    SCOPES,
    USUAL_SCOPES,
    ApiKey,
    KeyScope,
    NewApiKey,
)


def _administers(request: Request) -> None:
    callers.require(request, "admin")


router = APIRouter(
    prefix="/api/keys",
    tags=["keys"],
    responses=responses(HTTPStatus.FORBIDDEN),
    dependencies=[Depends(_administers)],
)


class KeyRequest(RequestBody):
    """A key to create: its name, its scopes, and its lifetime in days."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "backup script", "scopes": ["read"], "days": 90}}
    )

    name: str = Field(max_length=MOST_NAME_CHARS)
    scopes: list[KeyScope] = Field(default=list(USUAL_SCOPES), max_length=len(SCOPES))
    days: int | None = Field(default=None, ge=1, le=36_500)


@router.get("")
def list_keys(caller: Caller) -> list[ApiKey]:
    """List the keys of the user, newest first, without their secrets."""
    return list(caller.api_keys.all())


@router.post("", status_code=HTTPStatus.CREATED)
def create_key(caller: Caller, asked: KeyRequest, request: Request) -> NewApiKey:
    """Create a key; `secret` is in this answer only, and cannot be read again.

    The new key has no scope that the key of this request lacks.
    """
    keep_nothing(request)  # not even for a repeated request: the answer contains the secret
    owned = callers.identity_of(request).scopes
    return caller.api_keys.create(asked.name, asked.scopes, days=asked.days, owned=owned)


@router.delete(
    "/{key_id}",
    status_code=HTTPStatus.NO_CONTENT,
    responses=responses(HTTPStatus.NOT_FOUND),
)
def revoke_key(caller: Caller, key_id: Key) -> Response:
    """Revoke a key."""
    caller.api_keys.revoke(key_id)
    return Response(status_code=HTTPStatus.NO_CONTENT)
