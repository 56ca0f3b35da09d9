"""Sessions and their messages, summaries and branches."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import Field, TypeAdapter

from tidemark.api import paging
from tidemark.api.callers import Caller, KnownSession
from tidemark.api.paging import Cursor, InOrder, Limit, Page
from tidemark.api.parameters import Key, Position, RequestBody
from tidemark.api.problem import responses
from tidemark.runtime.events import Failed
from tidemark.schema import ContextView, Message, Meter, ReplyRating, Session, Summary
from tidemark.schema.reports import ViewReport
from tidemark.schema.retention import Retention, RetentionDays
from tidemark.schema.sessions import SessionPlace, WhichSessions
from tidemark.transfer.writers import FormatName, Language
from tidemark.transfer.writers.formats import FORMATS

router = APIRouter(
    prefix="/api/sessions", tags=["sessions"], responses=responses(HTTPStatus.NOT_FOUND)
)
_PLACE = TypeAdapter(SessionPlace)
Before = Annotated[Position | None, Query(description="Only messages at positions below this one.")]
_EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {"content": {each.mime: {} for each in FORMATS.values()}}
}


class SessionChange(RequestBody):
    """Changes to a session; omitted fields stay."""

    title: str | None = Field(default=None, examples=["Lisbon in May"])
    is_pinned: bool | None = None
    is_archived: bool | None = None
    engine: str | None = None
    remembers_across: bool | None = Field(
        default=None, description="Whether it shares its memory with the other sessions."
    )
    retention_days: RetentionDays | None = Field(
        default=None,
        description="Days to keep it after its last use: 0 for ever, null as in its notebook.",
    )


class Rating(RequestBody):
    """A rating of a reply, with a reason."""

    is_good: bool
    reason: str = ""


class MessagePin(RequestBody):
    """Changes to a message."""

    is_pinned: bool = Field(description="Whether engines always read it.")


class OtherNotebook(RequestBody):
    """The notebook a session moves to."""

    to: str = Field(description="The name of a notebook of the user.", examples=["Garden"])


class OneSession(Session):
    """A session, and how long it is kept."""

    retention: Retention


@router.get("")
def list_sessions(
    caller: Caller,
    limit: Limit = 50,
    cursor: Cursor = "",
    order: InOrder = "used",
    *,
    archived: bool = False,
    trashed: bool = False,
) -> Page[Session]:
    """List the sessions of a notebook: pinned ones, then the others, newest first.

    With `archived` or `trashed`, list those instead.
    """
    which: WhichSessions = "trashed" if trashed else "archived" if archived else "recent"
    after = paging.place(cursor, _PLACE)
    listed = caller.sessions.page(which, limit=limit, after=after, order=order)
    following = paging.cursor(listed.last, _PLACE) if listed.last else ""
    return Page(items=list(listed.sessions), next=following)


@router.get("/{session_id}")
def get_session(caller: Caller, session_id: str) -> OneSession:
    """Return one session, with its expiry."""
    session = caller.sessions.get(session_id)
    return OneSession(**dict(session), retention=caller.retention.of_session(session_id))


@router.patch("/{session_id}")
def change_session(caller: Caller, session_id: KnownSession, change: SessionChange) -> OneSession:
    """Rename, pin or archive a session, or set its engine or retention."""
    if change.title is not None:
        caller.sessions.rename(session_id, change.title)
    if change.is_pinned is not None:
        caller.sessions.pin([session_id], is_on=change.is_pinned)
    if change.is_archived is not None:
        caller.sessions.archive([session_id], is_on=change.is_archived)
    if change.engine is not None:
        caller.sessions.choose_engine(session_id, change.engine)
    if change.remembers_across is not None:
        caller.profile.remember_across(session_id, is_on=change.remembers_across)
    if "retention_days" in change.model_fields_set:
        caller.retention.keep_session(session_id, change.retention_days)
    return get_session(caller, session_id)


@router.delete("/{session_id}", status_code=HTTPStatus.NO_CONTENT)
def delete_session(
    caller: Caller,
    session_id: str,
    *,
    forever: Annotated[bool, Query(description="Delete it without using the trash.")] = False,
) -> Response:
    """Move a session to the trash, or delete it permanently."""
    caller.sessions.get_any(session_id)
    if forever:
        caller.sessions.delete([session_id])
    else:
        caller.sessions.move_to_trash([session_id])
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.post("/{session_id}/restore")
def restore_session(caller: Caller, session_id: str) -> Session:
    """Restore a session from the trash; the empty one begun when it was cleared moves there."""
    caller.notebooks.restore_session(session_id)
    return caller.sessions.get(session_id)


@router.post("/{session_id}/move", status_code=HTTPStatus.NO_CONTENT)
def move_session(caller: Caller, session_id: str, place: OtherNotebook) -> Response:
    """Move a session with its branches, and everything that belongs to it, to another notebook."""
    there = caller.notebooks.find(place.to).notebook_id
    caller.notebooks.move_session(session_id, there)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.post("/{session_id}/copy", status_code=HTTPStatus.CREATED)
def copy_session(caller: Caller, session_id: str, place: OtherNotebook) -> Session:
    """Copy a session with branches and documents to another notebook; return the copy."""
    return caller.notebooks.copy_session(session_id, caller.notebooks.find(place.to).notebook_id)


@router.post("/{session_id}/clear", status_code=HTTPStatus.CREATED)
def clear_session(caller: Caller, session_id: str) -> Session:
    """Move a session to the trash, and create an empty one with the same title and engine."""
    begun, _ = caller.notebooks.clear_session(session_id)
    return begun


@router.get("/{session_id}/messages")
def list_messages(
    caller: Caller, session_id: KnownSession, before: Before = None, limit: Limit = 50
) -> list[Message]:
    """Return the last messages of a session, in order; page back by the first one's position."""
    return list(caller.sessions.transcript(session_id, before=before, limit=limit))


@router.patch("/{session_id}/messages/{message_id}", status_code=HTTPStatus.NO_CONTENT)
def change_message(
    caller: Caller, session_id: KnownSession, message_id: Key, change: MessagePin
) -> Response:
    """Pin a message, so that engines always read it, or unpin it."""
    caller.memory_editing.pin_message(session_id, message_id, keeps=change.is_pinned)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.put("/{session_id}/messages/{message_id}/rating")
def rate_reply(
    caller: Caller, session_id: KnownSession, message_id: Key, rating: Rating
) -> ReplyRating:
    """Rate a reply as good or bad."""
    return caller.replies.rate(session_id, message_id, is_good=rating.is_good, reason=rating.reason)


@router.delete("/{session_id}/messages/{message_id}/rating", status_code=HTTPStatus.NO_CONTENT)
def remove_rating(caller: Caller, session_id: KnownSession, message_id: Key) -> Response:
    """Remove the rating of a reply."""
    caller.replies.remove_rating(session_id, message_id)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/{session_id}/summaries")
def list_summaries(caller: Caller, session_id: KnownSession) -> list[Summary]:
    """Return the summaries in force of a session."""
    return list(caller.sessions.summaries(session_id))


@router.get("/{session_id}/context")
def get_meter(caller: Caller, session_id: KnownSession) -> Meter:
    """Return the fill level of the context of a session, in tokens."""
    return caller.turns.meter(session_id)


@router.get("/{session_id}/view")
def get_view(
    caller: Caller, session_id: str, question: Annotated[str, Query(min_length=1)]
) -> ViewReport:
    """Return the view an engine would read for a question now; nothing is asked or stored."""
    found: ContextView = caller.turns.view(session_id, question)
    return ViewReport.of(found, ms=0.0)


@router.post("/{session_id}/fold")
def fold_session(caller: Caller, session_id: KnownSession) -> Meter:
    """Fold the active messages of a session into a summary now."""
    ended = caller.folding.begin(session_id).wait()
    if isinstance(ended, Failed):
        raise ended.error
    return caller.turns.meter(session_id)


@router.post("/{session_id}/fold/undo/{fold_id}")
def undo_fold(caller: Caller, session_id: str, fold_id: Key) -> Meter:
    """Undo a fold: its messages become active again, and its summary is withdrawn."""
    caller.fold_history.undo(session_id, fold_id)
    return caller.turns.meter(session_id)


@router.post("/{session_id}/fold/redo/{fold_id}")
def redo_fold(caller: Caller, session_id: str, fold_id: Key) -> Meter:
    """Redo an undone fold."""
    caller.fold_history.redo(session_id, fold_id)
    return caller.turns.meter(session_id)


@router.post("/{session_id}/fork", status_code=HTTPStatus.CREATED)
def fork_session(caller: Caller, session_id: str, position: Position) -> Session:
    """Create a session with a copy of the messages up to a position."""
    return caller.branches.fork(session_id, position)


@router.get("/{session_id}/export", response_class=Response, responses=_EXPORTED)
def export_session(
    caller: Caller,
    session_id: str,
    form: Annotated[FormatName, Query(alias="format")] = "jsonl",
    language: Annotated[Language, Query(description="The language of the labels.")] = "en",
) -> Response:
    """Return a session, by default as JSON lines, which can be imported again."""
    written = caller.transfer.export_bytes(session_id, form, language)
    return Response(written, media_type=FORMATS[form].mime)
