"""Sources that answers cite: add, read, search, rename, remove."""

import tempfile
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response, UploadFile
from fastapi.exceptions import RequestValidationError
from pydantic import Field, TypeAdapter

from tidemark.api import paging
from tidemark.api.callers import Caller
from tidemark.api.paging import Cursor, Limit, Page
from tidemark.api.parameters import MOST, WARNS_OF_FIELDS, Number, RequestBody, Words
from tidemark.api.problem import responses
from tidemark.errors import SourceNotFound
from tidemark.schema.sources import IngestedFile, Source, SourceHit, SourceReport, SourceVersion

router = APIRouter(
    prefix="/api/sources",
    tags=["sources"],
    responses=responses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
)
_KEY = TypeAdapter(Annotated[int, Field(ge=1, lt=2**31)])


class NewText(RequestBody):
    """A text to store as a source."""

    name: Words = Field(examples=["house rules"])
    text: Annotated[Words, Field(examples=["The ferry leaves at nine."])]


class NewName(RequestBody):
    """The new name of a source."""

    name: Annotated[Words, Field(examples=["guide-2026.pdf"])]


@router.get("")
def list_sources(caller: Caller, limit: Limit = 50, cursor: Cursor = "") -> Page[Source]:
    """List the sources of a notebook, latest added first."""
    before = paging.place(cursor, _KEY)
    if before is None:
        found = caller.sources.page(limit=limit + 1)
    else:
        found = caller.sources.added_before(before, limit=limit + 1)
    following = paging.cursor(found[limit - 1].source_key, _KEY) if len(found) > limit else ""
    return Page(items=list(found[:limit]), next=following)


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[WARNS_OF_FIELDS])
def add_sources(caller: Caller, files: list[UploadFile]) -> list[IngestedFile]:
    """Read files and store them as sources of a user's notebook; return the result for each file.

    If no file can be read, the answer is 422, and its `errors` say why for each. Only questions of
    this user in this notebook are answered from them.
    """
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            path = _stored_in(FilePath(folder, str(number)), file)
            found += [_told(each, file) for each in caller.sources.ingest([path])]
    _refuse_unread(found)
    return found


@router.post("/text", status_code=HTTPStatus.CREATED)
def add_text(caller: Caller, pasted: NewText) -> IngestedFile:
    """Store a text as a source, with Markdown headings if any."""
    return caller.sources.add_text(pasted.name, pasted.text)


@router.get("/search")
def search_sources(
    caller: Caller,
    question: Annotated[str, Query(min_length=1)],
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    source: Annotated[
        list[str] | None, Query(description="Only in sources with these names.")
    ] = None,
) -> list[SourceHit]:
    """Return the passages most relevant to a question, best first."""
    return list(caller.sources.search(question, limit=limit, names=source))


@router.get("/{name}")
def get_source(caller: Caller, name: str, version: Number | None = None) -> SourceReport:
    """Return a source as converted: its text, and its passages with their places."""
    return caller.sources.read(name, version)


@router.get("/{name}/versions")
def list_source_versions(caller: Caller, name: str) -> list[SourceVersion]:
    """Return all versions of a source, newest first."""
    return list(caller.sources.versions(caller.sources.get(name).source_key))


@router.post("/{name}/versions", dependencies=[WARNS_OF_FIELDS])
def reingest_source(caller: Caller, name: str, file: UploadFile | None = None) -> IngestedFile:
    """Read a source again: the uploaded file, or else the stored original.

    If its text or its file changed, it becomes a new version, and citations keep the old one. Only
    PDFs and tables are stored as files: upload any other.
    """
    if file is None:
        return caller.sources.reingest(name)
    with tempfile.TemporaryDirectory() as folder:
        found = _told(caller.sources.reingest(name, _stored_in(FilePath(folder), file)), file)
    _refuse_unread([found])
    return found


@router.get(
    "/{name}/pages/{page}",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The page as a picture."}},
)
def draw_page(caller: Caller, name: str, page: Annotated[int, Path(ge=1, le=MOST)]) -> Response:
    """Return a page of a PDF as a PNG image; 404 if there is no such page."""
    newest, *_ = caller.sources.versions(caller.sources.get(name).source_key)
    drawn = caller.sources.picture(newest.version_key, page)
    if drawn is None:
        raise SourceNotFound("")
    return Response(drawn, media_type="image/png")


@router.patch("/{name}")
def rename_source(caller: Caller, name: str, new: NewName) -> Source:
    """Rename a source; citations stay valid."""
    caller.sources.rename(name, new.name)
    return caller.sources.get(new.name)


@router.delete("/{name}", status_code=HTTPStatus.NO_CONTENT)
def remove_source(caller: Caller, name: str) -> Response:
    """Move a source to the trash."""
    caller.sources.remove(name)
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _refuse_unread(found: Sequence[IngestedFile]) -> None:
    """Refuse a request of whose files none was stored."""
    if any(each.state != "refused" for each in found):
        return
    told = [
        {"loc": ("body", each.path), "msg": each.why, "type": each.reason or "unreadable"}
        for each in found
    ]
    if told:
        raise RequestValidationError(told)


def _stored_in(folder: FilePath, file: UploadFile) -> FilePath:
    """Store an uploaded file under its own name in ``folder``, and return its path."""
    folder.mkdir(exist_ok=True)
    path = folder / (FilePath(file.filename or "file").name or "file")
    path.write_bytes(file.file.read())
    return path


def _told(done: IngestedFile, file: UploadFile) -> IngestedFile:
    """Return the result for an uploaded file, with the name that it was uploaded by."""
    return done.model_copy(update={"path": file.filename or ""})
