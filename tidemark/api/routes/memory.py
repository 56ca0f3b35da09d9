"""The memory of a person: their profile, search over sessions, figures."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from tidemark.api.callers import Caller
from tidemark.api.parameters import Key
from tidemark.api.problem import responses
from tidemark.memory.exchanges import Exchange, MemoryLayers
from tidemark.memory.profile import ProfileEntry
from tidemark.retrieval.search_query import SearchResults
from tidemark.schema.memory import ItemKind
from tidemark.services.insights import InsightReport

router = APIRouter(tags=["memory"], responses=responses(HTTPStatus.NOT_FOUND))


class NewEntry(BaseModel):
    """Something to remember of the person in every session."""

    kind: ItemKind = "preferences"
    text: str = Field(examples=["Vegetarian"])


class EntryChange(BaseModel):
    """What is to change of an entry; what is left out stays."""

    text: str | None = None
    is_enabled: bool | None = None


@router.get("/api/search")
def search_sessions(
    caller: Caller,
    text: Annotated[str, Query(min_length=1)],
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> SearchResults:
    """Search the titles and messages of all sessions; the last word may be unfinished."""
    return caller.sessions.find(text, limit=limit)


@router.get("/api/sessions/{session_id}/memory")
def get_layers(caller: Caller, session_id: str) -> MemoryLayers:
    """Return what is remembered of a session: last exchanges, running summary, index."""
    caller.sessions.get(session_id)
    return caller.memory_overview.layers(session_id)


@router.get("/api/sessions/{session_id}/exchanges")
def find_exchanges(
    caller: Caller, session_id: str, text: Annotated[str, Query(min_length=1)]
) -> list[Exchange]:
    """Return the exchanges of a session that match a text, best first."""
    caller.sessions.get(session_id)
    return list(caller.memory_overview.find(session_id, text))


@router.get("/api/profile")
def list_entries(caller: Caller) -> list[ProfileEntry]:
    """Return what is remembered of the person in every session."""
    return list(caller.profile.entries())


@router.post("/api/profile", status_code=HTTPStatus.CREATED)
def add_entry(caller: Caller, entry: NewEntry) -> ProfileEntry:
    """Remember something of the person in every session."""
    return caller.profile.get(caller.profile.add(entry.kind, entry.text))


@router.patch("/api/profile/{entry_id}", status_code=HTTPStatus.NO_CONTENT)
def change_entry(caller: Caller, entry_id: Key, change: EntryChange) -> Response:
    """Change the words of an entry, or switch it on or off."""
    if change.text is not None:
        caller.profile.edit(entry_id, change.text)
    if change.is_enabled is not None:
        caller.profile.enable(entry_id, is_enabled=change.is_enabled)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/api/profile/{entry_id}", status_code=HTTPStatus.NO_CONTENT)
def forget_entry(caller: Caller, entry_id: Key) -> Response:
    """Forget an entry, and do not learn it again."""
    caller.profile.forget(entry_id)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/api/insights")
def get_insights(caller: Caller, session_id: str | None = None) -> InsightReport:
    """Return figures of a session, or of all sessions of the notebook."""
    if session_id is not None:
        caller.sessions.get(session_id)
    return caller.insights.of(session_id)
