"""Folds of a session, versions of its summaries, and the prompts of its turns as sent."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import TypeAdapter

from tidemark.api import paging
from tidemark.api.callers import Caller, KnownSession
from tidemark.api.paging import Cursor, Limit, Page
from tidemark.api.parameters import Key, Number
from tidemark.api.problem import responses
from tidemark.schema import Summary
from tidemark.schema.folds import Losses
from tidemark.schema.memory import SummaryVersion
from tidemark.schema.reports import PromptReport

router = APIRouter(
    prefix="/api/sessions", tags=["folds"], responses=responses(HTTPStatus.NOT_FOUND)
)
_PLACE = TypeAdapter(tuple[int, int, int])


@router.get("/{session_id}/folds")
def list_folds(
    caller: Caller, session_id: KnownSession, limit: Limit = 50, cursor: Cursor = ""
) -> Page[Summary]:
    """List every fold of a session by range, including undone ones."""
    return paging.page(
        caller.fold_history.all(session_id),
        lambda fold: (fold.from_message_index, fold.to_message_index, fold.id),
        _PLACE,
        limit=limit,
        given=cursor,
        is_downward=False,
    )


@router.get("/{session_id}/folds/{fold_id}/losses")
def get_losses(caller: Caller, session_id: KnownSession, fold_id: Key) -> Losses:
    """Return the tokens a fold saved, and the names, numbers and dates its summary left out."""
    return caller.fold_history.losses(session_id, fold_id)


@router.get("/{session_id}/summaries/{summary_id}/versions")
def list_summary_versions(
    caller: Caller, session_id: KnownSession, summary_id: Key
) -> list[SummaryVersion]:
    """Return the versions of a summary, newest last; empty if it was never edited."""
    return list(caller.memory_editing.versions(session_id, summary_id))


@router.post("/{session_id}/summaries/{summary_id}/restore", status_code=HTTPStatus.NO_CONTENT)
def restore_summary(
    caller: Caller, session_id: KnownSession, summary_id: Key, version: Number
) -> Response:
    """Restore a version of a summary in force, counted from 1."""
    caller.memory_editing.restore(session_id, summary_id, version)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/{session_id}/prompts/{number}")
def get_prompt(
    caller: Caller,
    session_id: KnownSession,
    number: Key,
    attempt: Annotated[
        Number | None, Query(description="Which of several answers, from 1; by default the last.")
    ] = None,
) -> PromptReport:
    """Return the exact prompt of an engine for a question of a session, counted from 1."""
    return caller.prompt_inspection.prompt(session_id, number, attempt)
