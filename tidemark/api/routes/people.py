"""Rights of a person: an export of all their data, and its erasure; for themselves or an admin."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import StreamingResponse

from assistant import Assistant
from tidemark.api import callers
from tidemark.api.callers import Caller
from tidemark.api.paging import Limit
from tidemark.api.parameters import Key
from tidemark.api.problem import responses
from tidemark.errors import ActingNotAllowed
from tidemark.schema.rights import AuditEntry, ErasureReceipt

router = APIRouter(prefix="/api/users", tags=["people"], responses=responses(HTTPStatus.FORBIDDEN))
audit_router = APIRouter(prefix="/api/audit", tags=["people"])
Before = Annotated[Key | None, Query(description="Only entries with a key below this one.")]
UserId = Annotated[
    str, Path(description="The user; keys without the scope admin allow only their own.")
]


def _person(request: Request, user_id: UserId) -> Assistant:
    """Return the Assistant of a person, for themselves or an admin; ``act-as`` is not enough.

    Raises:
        ActingNotAllowed: The caller is neither.
        InvalidUser: ``user_id`` is not a valid user id.
        TooManyRequests: The user has sent too many requests.
    """
    identity = callers.identity_of(request)
    if identity.user_id not in (None, user_id) and "admin" not in identity.scopes:
        raise ActingNotAllowed(user_id)
    return callers.of_user(request, user_id, as_admin=True)


Person = Annotated[Assistant, Depends(_person)]


@router.get(
    "/{user_id}/export",
    response_class=StreamingResponse,
    responses={HTTPStatus.OK: {"content": {"application/zip": {}}}},
)
def export_user(person: Person) -> StreamingResponse:
    """Return all data of a person as a zip file: JSON, Markdown, sources, documents."""
    export = person.personal_export
    named = f'attachment; filename="{export.file_name}"'
    return StreamingResponse(
        export.own(), media_type="application/zip", headers={"content-disposition": named}
    )


@router.delete("/{user_id}")
def erase_user(person: Person) -> ErasureReceipt:
    """Erase a person from everything; return the receipt, which is stored without their name.

    It is refused if the server has `MEMORY_ALLOW_DATA_DELETION=0`.
    """
    return person.erasure.erase_own()


@audit_router.get("")
def list_audit(caller: Caller, limit: Limit = 50, before: Before = None) -> list[AuditEntry]:
    """List the actions on the data of the user, newest first; page on by the last `key`."""
    return list(caller.audit.entries(before=before, limit=limit))
