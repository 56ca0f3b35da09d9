"""Sharing: the people sessions and notebooks are shared with, and sessions shared by others."""

import datetime as dt
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import AwareDatetime, ConfigDict, TypeAdapter

from tidemark.api import paging, run_events
from tidemark.api.callers import Caller
from tidemark.api.idempotency import note_run
from tidemark.api.paging import Cursor, InOrder, Limit, Page
from tidemark.api.parameters import Key, Position, RequestBody
from tidemark.api.problem import responses
from tidemark.api.routes.runs import LastEvent, RunReport, accepted
from tidemark.schema import Session, Summary
from tidemark.schema.documents import SharedAccess
from tidemark.schema.people import Share, SharedMessage, SharedThing
from tidemark.services.people.sharing import SharedSession

router = APIRouter(tags=["sharing"], responses=responses(HTTPStatus.NOT_FOUND))
_SHARED = TypeAdapter(tuple[AwareDatetime, int])
_SESSION = TypeAdapter(tuple[AwareDatetime, str])
Before = Annotated[Position | None, Query(description="Only messages at positions below this one.")]


class SharedFor(RequestBody):
    """The access a person gets to a shared session or notebook."""

    model_config = ConfigDict(json_schema_extra={"example": {"access": "reader"}})

    access: SharedAccess


class SharedQuestion(RequestBody):
    """A message to a shared session."""

    model_config = ConfigDict(json_schema_extra={"example": {"text": "Who books the boat?"}})

    text: str


def shared_session(
    caller: Caller,
    share_key: Key,
    request: Request,
    session: Annotated[
        str | None,
        Query(description="The id of a session of a shared notebook; a run tells its own."),
    ] = None,
) -> SharedSession:
    """Return the shared session that a request names, or whose run it names."""
    return caller.shared(share_key, session, run_id=request.path_params.get("run_id", ""))


Opened = Annotated[SharedSession, Depends(shared_session)]


@router.get("/api/sessions/{session_id}/shares")
def list_session_shares(caller: Caller, session_id: str) -> list[Share]:
    """Return the people a session is shared with."""
    return list(caller.sharing.of_session(session_id))


@router.put("/api/sessions/{session_id}/shares/{person}", status_code=HTTPStatus.NO_CONTENT)
def share_session(caller: Caller, session_id: str, person: str, given: SharedFor) -> Response:
    """Give a person read access, or write access, to a session."""
    caller.sharing.share_session(session_id, person, given.access)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/api/sessions/{session_id}/shares/{person}", status_code=HTTPStatus.NO_CONTENT)
def unshare_session(caller: Caller, session_id: str, person: str) -> Response:
    """Withdraw a person's access to a session."""
    caller.sharing.unshare_session(session_id, person)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/api/notebook/shares")
def list_notebook_shares(caller: Caller) -> list[Share]:
    """Return the people the notebook is shared with."""
    return list(caller.sharing.of_notebook())


@router.put("/api/notebook/shares/{person}", status_code=HTTPStatus.NO_CONTENT)
def share_notebook(caller: Caller, person: str, given: SharedFor) -> Response:
    """Give a person read access, or write access, to all sessions of the notebook."""
    caller.sharing.share_notebook(person, given.access)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/api/notebook/shares/{person}", status_code=HTTPStatus.NO_CONTENT)
def unshare_notebook(caller: Caller, person: str) -> Response:
    """Withdraw a person's access to the notebook."""
    caller.sharing.unshare_notebook(person)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/api/shared")
def list_shared(caller: Caller, limit: Limit = 50, cursor: Cursor = "") -> Page[SharedThing]:
    """List the sessions and notebooks that others share with the user, newest first."""
    return paging.page(
        caller.sharing.with_me(),
        lambda shared: (shared.created_at, shared.share_key),
        _SHARED,
        limit=limit,
        given=cursor,
    )


@router.delete("/api/shared/{share_key}", status_code=HTTPStatus.NO_CONTENT)
def leave_shared(caller: Caller, share_key: Key) -> Response:
    """Remove a share by another user from the user's list."""
    caller.sharing.leave(share_key)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/api/shared/{share_key}/sessions")
def list_shared_sessions(
    caller: Caller,
    share_key: Key,
    limit: Limit = 50,
    cursor: Cursor = "",
    order: InOrder = "used",
) -> Page[Session]:
    """List the sessions of a shared notebook, newest first, or the one shared session."""

    def place_of(session: Session) -> tuple[dt.datetime, str]:
        moment = session.updated_at if order == "used" else session.created_at
        return moment, session.session_id

    found = caller.shared_notebook(share_key)
    return paging.page(found, place_of, _SESSION, limit=limit, given=cursor)


@router.get("/api/shared/{share_key}/messages")
def list_shared_messages(
    opened: Opened, before: Before = None, limit: Limit = 50
) -> list[SharedMessage]:
    """Return the last messages of a shared session with their authors, in order."""
    return list(opened.messages(before=before, limit=limit))


@router.get("/api/shared/{share_key}/summaries")
def list_shared_summaries(opened: Opened) -> list[Summary]:
    """Return the summaries in force of a shared session."""
    return list(opened.summaries())


@router.get(
    "/api/shared/{share_key}/export",
    response_class=Response,
    responses={HTTPStatus.OK: {"content": {"text/markdown": {}}}},
)
def export_shared(opened: Opened) -> Response:
    """Return a shared session as Markdown."""
    return Response(opened.export(), media_type="text/markdown")


@router.post(
    "/api/shared/{share_key}/runs",
    status_code=HTTPStatus.ACCEPTED,
    response_model=RunReport,
    responses=responses(HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT),
)
def begin_shared_run(
    opened: Opened, question: SharedQuestion, share_key: Key, request: Request
) -> Response:
    """Store an editor's message in a shared session and start its turn."""
    run = note_run(request, opened.ask(question.text))
    return accepted(run, f"/api/shared/{share_key}/runs/{run.run_id}")


@router.get("/api/shared/{share_key}/runs/{run_id}")
def get_shared_run(opened: Opened, run_id: str) -> RunReport:
    """Return a run of a shared session, live or recently ended."""
    return RunReport.of(opened.find_run(run_id))


@router.get(
    "/api/shared/{share_key}/runs/{run_id}/events",
    response_class=Response,
    responses=run_events.STREAMED,
)
def follow_shared_run(opened: Opened, run_id: str, last_event: LastEvent = 0) -> Response:
    """Stream the events of a run of a shared session until it ends or sharing ends."""
    return run_events.response(opened.find_run(run_id), last_event, check=opened.share)


@router.delete(
    "/api/shared/{share_key}/runs/{run_id}",
    status_code=HTTPStatus.NO_CONTENT,
    responses=responses(HTTPStatus.FORBIDDEN),
)
def stop_shared_run(opened: Opened, run_id: str) -> Response:
    """Stop a run of a shared session; this needs write access."""
    opened.find_run(run_id, is_to_write=True).stop()
    return Response(status_code=HTTPStatus.NO_CONTENT)
