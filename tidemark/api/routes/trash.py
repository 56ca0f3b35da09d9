"""The trash: restores sources and documents, deletes sessions permanently."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter
from pydantic import AwareDatetime, BaseModel, Field, TypeAdapter

from tidemark.api import paging
from tidemark.api.callers import Caller
from tidemark.api.paging import Cursor, Limit, Page
from tidemark.api.parameters import Key
from tidemark.api.problem import responses
from tidemark.errors import DocumentNotFound
from tidemark.schema.documents import Document
from tidemark.schema.sources import Source

router = APIRouter(
    prefix="/api/trash",
    tags=["trash"],
    responses=responses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
)


_Place = tuple[AwareDatetime, int]
_PLACE: TypeAdapter[_Place] = TypeAdapter(_Place)


class Restored(BaseModel):
    """The name of a restored thing, with a number if its own name was taken meanwhile."""

    name: Annotated[str, Field(examples=["guide.pdf"])]


class Emptied(BaseModel):
    """The number of permanently deleted sessions."""

    sessions: int


@router.get("/sources")
def list_removed_sources(caller: Caller, limit: Limit = 50, cursor: Cursor = "") -> Page[Source]:
    """List the removed sources that can be restored, most recently removed first."""

    def place_of(source: Source) -> _Place:
        return source.trashed_at or source.created_at, source.source_key

    return paging.page(caller.sources.trashed(), place_of, _PLACE, limit=limit, given=cursor)


@router.post("/sources/{source_key}/restore")
def restore_source(caller: Caller, source_key: Key) -> Restored:
    """Restore a source from the trash."""
    return Restored(name=caller.sources.restore(source_key))


@router.get("/documents")
def list_removed_documents(
    caller: Caller, limit: Limit = 50, cursor: Cursor = ""
) -> Page[Document]:
    """List the documents in the trash, most recently removed first."""

    def place_of(document: Document) -> _Place:
        return document.trashed_at or document.created_at, document.document_key

    return paging.page(caller.documents.trashed(), place_of, _PLACE, limit=limit, given=cursor)


@router.post("/documents/{document_key}/restore")
def restore_document(caller: Caller, document_key: Key) -> Restored:
    """Restore a document from the trash."""
    removed = {each.document_key: each for each in caller.documents.trashed()}
    if document_key not in removed:
        raise DocumentNotFound
    return Restored(name=caller.documents.restore(removed[document_key]))


@router.delete("/sessions")
def empty_trash(caller: Caller) -> Emptied:
    """Delete all sessions in the trash permanently; `/api/sessions?trashed=true` lists them."""
    return Emptied(sessions=caller.sessions.empty_trash())
