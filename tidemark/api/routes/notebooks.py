"""Notebooks: separate places, each for one piece of work."""

from http import HTTPStatus

from fastapi import APIRouter, Response
from pydantic import AwareDatetime, TypeAdapter

from tidemark.api import paging
from tidemark.api.callers import Caller
from tidemark.api.paging import Cursor, InOrder, Limit, Page
from tidemark.api.problem import responses
from tidemark.schema.notebooks import (
    NewNotebook,
    Notebook,
    NotebookChange,
    NotebookContents,
    NotebookListing,
)

router = APIRouter(
    tags=["notebooks"], responses=responses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
)
_Place = tuple[AwareDatetime, str]
_PLACE: TypeAdapter[_Place] = TypeAdapter(_Place)


@router.get("/api/notebooks")
def list_notebooks(
    caller: Caller, limit: Limit = 50, cursor: Cursor = "", order: InOrder = "used"
) -> Page[NotebookListing]:
    """List the notebooks of the user, most recently active first."""
    place_of = _used if order == "used" else _created
    return paging.page(caller.notebooks.list(), place_of, _PLACE, limit=limit, given=cursor)


def _used(notebook: NotebookListing) -> _Place:
    return notebook.last_active_at, notebook.notebook_id


def _created(notebook: NotebookListing) -> _Place:
    return notebook.created_at, notebook.notebook_id


@router.post("/api/notebooks", status_code=HTTPStatus.CREATED)
def create_notebook(caller: Caller, settings: NewNotebook) -> Notebook:
    """Create a notebook."""
    return caller.notebooks.create(settings)


@router.get("/api/notebook")
def get_notebook(caller: Caller) -> Notebook:
    """Return the notebook that `notebook` names, by default General."""
    return caller.notebooks.get()


@router.patch("/api/notebook")
def change_notebook(caller: Caller, change: NotebookChange) -> Notebook:
    """Change the given settings of a notebook; omitted ones stay."""
    return caller.notebooks.change(change)


@router.get("/api/notebook/contents")
def get_contents(caller: Caller) -> NotebookContents:
    """Return the counts of a notebook's contents."""
    return caller.notebooks.contents()


@router.post("/api/notebook/clear", status_code=HTTPStatus.NO_CONTENT)
def clear_history(caller: Caller) -> Response:
    """Move all sessions of a notebook to the trash; sources and documents stay."""
    caller.notebooks.clear_history()
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/api/notebook", status_code=HTTPStatus.NO_CONTENT)
def delete_notebook(caller: Caller) -> Response:
    """Delete a notebook and everything in it permanently."""
    caller.notebooks.delete()
    return Response(status_code=HTTPStatus.NO_CONTENT)
