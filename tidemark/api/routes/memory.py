"""The memory of a person: their profile, search in sessions, metrics."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import Field

from tidemark.api.callers import Caller, KnownSession
from tidemark.api.parameters import Key, RequestBody
from tidemark.api.problem import responses
from tidemark.memory.exchanges import Exchange, MemoryLayers
from tidemark.memory.profile import ProfileEntry
from tidemark.retrieval.search_query import SearchResults
from tidemark.schema.memory import ItemKind
from tidemark.services.insights import InsightReport
from tidemark.services.recall_check import RecallReport

router = APIRouter(tags=["memory"], responses=responses(HTTPStatus.NOT_FOUND))


class NewEntry(RequestBody):
    """A fact to remember about the person in every session."""

    kind: ItemKind = "preferences"
    text: str = Field(examples=["Vegetarian"])


class Forgotten(RequestBody):
    """A forgotten text to allow again, exactly as listed."""

    text: Annotated[str, Field(examples=["Lives in Utrecht"])]


class EntryChange(RequestBody):
    """Changes to an entry; omitted fields stay."""

    text: str | None = Field(default=None, examples=["Lives in Utrecht"])
    is_enabled: bool | None = None


class MemoryItem(RequestBody):
    """An item of a session's memory, identified by kind and text."""

    kind: ItemKind
    text: str = Field(examples=["The trip begins on 3 May"])


class ItemChange(MemoryItem):
    """Changes to an item; omitted fields stay."""

    words: str | None = Field(
        default=None, description="Its new text.", examples=["The trip begins on 4 May"]
    )
    into: ItemKind | None = None
    is_pinned: bool | None = None


@router.get("/api/search")
def search_sessions(
    caller: Caller,
    text: Annotated[str, Query(min_length=1)],
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> SearchResults:
    """Search the titles and messages of all sessions; the last word may be incomplete."""
    return caller.sessions.find(text, limit=limit)


@router.get("/api/sessions/{session_id}/memory")
def get_layers(caller: Caller, session_id: KnownSession) -> MemoryLayers:
    """Return the memory of a session: last exchanges, running summary, index."""
    return caller.memory_overview.layers(session_id)


@router.get("/api/sessions/{session_id}/exchanges")
def find_exchanges(
    caller: Caller, session_id: KnownSession, text: Annotated[str, Query(min_length=1)]
) -> list[Exchange]:
    """Return the exchanges of a session that match a text, best first."""
    return list(caller.memory_overview.find(session_id, text))


@router.post("/api/sessions/{session_id}/items", status_code=HTTPStatus.NO_CONTENT)
def add_item(caller: Caller, session_id: KnownSession, item: MemoryItem) -> Response:
    """Add an item to the newest summary of a session, which needs one: `fold` makes it."""
    caller.memory_editing.add(session_id, item.kind, item.text)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.patch("/api/sessions/{session_id}/items", status_code=HTTPStatus.NO_CONTENT)
def change_item(caller: Caller, session_id: KnownSession, change: ItemChange) -> Response:
    """Change the text of an item, move it to another kind, or pin it; `text` is as listed."""
    if change.words is not None or change.into is not None:
        words = change.text if change.words is None else change.words
        caller.memory_editing.edit(session_id, change.kind, change.text, words, change.into)
    if change.is_pinned is not None:
        text, kind = change.words or change.text, change.into or change.kind
        caller.memory_editing.pin(session_id, kind, text, keeps=change.is_pinned)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/api/sessions/{session_id}/items", status_code=HTTPStatus.NO_CONTENT)
def delete_item(
    caller: Caller,
    session_id: KnownSession,
    kind: ItemKind,
    text: Annotated[str, Query(min_length=1)],
) -> Response:
    """Delete an item from the memory of a session; later folds do not restore it."""
    caller.memory_editing.delete(session_id, kind, text)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/api/sessions/{session_id}/recall-check")
def check_recall(
    caller: Caller, session_id: str, most: Annotated[int, Query(ge=1, le=200)] = 50
) -> RecallReport:
    """Return the facts of a session that an engine would read if asked about them."""
    return caller.recall_check.run(session_id, most=most)


@router.get("/api/profile")
def list_entries(caller: Caller) -> list[ProfileEntry]:
    """Return the facts remembered about the person in every session."""
    return list(caller.profile.entries())


@router.post("/api/profile", status_code=HTTPStatus.CREATED)
def add_entry(caller: Caller, entry: NewEntry) -> ProfileEntry:
    """Remember a fact about the person in every session."""
    return caller.profile.get(caller.profile.add(entry.kind, entry.text))


@router.get("/api/profile/forgotten")
def list_forgotten(
    caller: Caller,
) -> list[Annotated[str, Field(examples=["lives in utrecht"])]]:
    """Return the forgotten texts, which are never learned again, in normalised form."""
    return list(caller.profile.forgotten())


@router.post("/api/profile/forgotten/undo", status_code=HTTPStatus.NO_CONTENT)
def remember_again(caller: Caller, wish: Forgotten) -> Response:
    """Allow a forgotten text again: engines may read it in messages."""
    caller.profile.remember_again(wish.text)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/api/profile", status_code=HTTPStatus.NO_CONTENT)
def forget_all(caller: Caller) -> Response:
    """Delete all entries and the list of forgotten texts."""
    caller.profile.forget_all()
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/api/profile/{entry_id}")
def get_entry(caller: Caller, entry_id: Key) -> ProfileEntry:
    """Return an entry of the profile."""
    return caller.profile.get(entry_id)


@router.patch("/api/profile/{entry_id}", status_code=HTTPStatus.NO_CONTENT)
def change_entry(caller: Caller, entry_id: Key, change: EntryChange) -> Response:
    """Change the text of an entry, or enable or disable it."""
    if change.text is not None:
        caller.profile.edit(entry_id, change.text)
    if change.is_enabled is not None:
        caller.profile.enable(entry_id, is_enabled=change.is_enabled)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/api/profile/{entry_id}", status_code=HTTPStatus.NO_CONTENT)
def forget_entry(caller: Caller, entry_id: Key) -> Response:
    """Forget an entry, and never learn it again."""
    caller.profile.forget(entry_id)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/api/insights")
def get_insights(caller: Caller, session_id: str | None = None) -> InsightReport:
    """Return metrics of a session, or of all sessions of the notebook."""
    if session_id is not None:
        caller.sessions.get(session_id)
    return caller.insights.of(session_id)
