"""Branches of a session, alternative replies, and interrupted answers."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import ConfigDict, Field

from tidemark.api.callers import Caller, KnownSession
from tidemark.api.idempotency import note_run
from tidemark.api.parameters import MOST, Position, RequestBody
from tidemark.api.problem import responses
from tidemark.api.routes.runs import RunReport, accepted
from tidemark.schema import Message
from tidemark.schema.branches import Branch, Switch
from tidemark.schema.prompt_snapshot import Excluded

router = APIRouter(
    prefix="/api/sessions",
    tags=["branches"],
    responses=responses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
)


class EditedQuestion(RequestBody):
    """The text to ask instead of a message of the person."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"position": 0, "text": "The trip begins on 4 May."}}
    )

    position: Annotated[
        int, Field(ge=0, le=MOST, description="The position of the message, from 0.")
    ]
    text: str


class RetryWithout(RequestBody):
    """Pieces to leave out of the view for the last question."""

    question_id: Annotated[int, Field(ge=0, le=MOST, description="The id of the last question.")]
    without: Excluded


@router.get("/{session_id}/branches")
def list_session_branches(caller: Caller, session_id: KnownSession) -> list[Branch]:
    """Return the branches of a session in order of creation; empty if it has only one."""
    return list(caller.branches.of(session_id))


@router.post("/{session_id}/edit", status_code=HTTPStatus.ACCEPTED, response_model=RunReport)
def edit_question(
    caller: Caller, session_id: KnownSession, question: EditedQuestion, request: Request
) -> Response:
    """Ask another text instead of a message, in a new branch that shares all messages before it."""
    run = caller.branches.edit_question(session_id, question.position, question.text)
    return accepted(note_run(request, run))


@router.post("/{session_id}/show")
def show_branch(caller: Caller, session_id: KnownSession) -> list[Switch]:
    """Show this branch in lists; return the points at which one can switch to other branches."""
    return list(caller.branches.show(session_id))


@router.post("/{session_id}/choose")
def choose_reply(caller: Caller, session_id: KnownSession, position: Position) -> Message:
    """Put the reply at a position in force, so that engines read it."""
    return caller.replies.choose(session_id, position)


@router.post("/{session_id}/resume", status_code=HTTPStatus.ACCEPTED, response_model=RunReport)
def resume(caller: Caller, session_id: KnownSession, request: Request) -> Response:
    """Continue the last answer, which was interrupted, after its last word, in the same reply."""
    return accepted(note_run(request, caller.turns.resume(session_id)))


@router.post(
    "/{session_id}/answer-anyway", status_code=HTTPStatus.ACCEPTED, response_model=RunReport
)
def answer_anyway(caller: Caller, session_id: KnownSession, request: Request) -> Response:
    """Answer the last question, which was asked back, using its most likely reading."""
    return accepted(note_run(request, caller.turns.answer_anyway(session_id)))


@router.post(
    "/{session_id}/retry-without", status_code=HTTPStatus.ACCEPTED, response_model=RunReport
)
def retry_without(
    caller: Caller, session_id: KnownSession, left: RetryWithout, request: Request
) -> Response:
    """Answer the last question again, without some of the pieces read for it."""
    run = caller.turns.retry_without(session_id, left.question_id, left.without)
    return accepted(note_run(request, run))
