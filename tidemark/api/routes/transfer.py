"""Exports and imports: chats of other programs and our own, whole notebooks."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, UploadFile
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field
from starlette.background import BackgroundTask

from tidemark.api.callers import Caller
from tidemark.api.parameters import WARNS_OF_FIELDS
from tidemark.api.problem import responses
from tidemark.schema.notebooks import Notebook
from tidemark.transfer.import_reports import ConversationPreview, FileReport
from tidemark.transfer.writers import FormatName

router = APIRouter(tags=["transfer"], responses=responses(HTTPStatus.NOT_FOUND))
_ZIP = "application/zip"
_ZIPPED: dict[int | str, dict[str, Any]] = {
    200: {"content": {_ZIP: {}}, "description": "A zip file."}
}


class ChatFile(BaseModel):
    """The contents of a file of chats, with those already stored marked."""

    name: Annotated[str, Field(examples=["chats.json"])]
    conversations: list[ConversationPreview]
    entries: int
    passed_over: int


@router.post("/api/chats/import/preview", dependencies=[WARNS_OF_FIELDS])
def preview_chats(caller: Caller, file: UploadFile) -> ChatFile:
    """Read a file of chats to its end and return its contents; nothing is stored.

    It is an export of ours, of ChatGPT, Claude or another program, or a transcript as JSON: a list
    of messages with `role` and `content`, or one of them per line.
    """
    with _uploaded(file) as path:
        found = caller.transfer.preview(path)
    return ChatFile(
        name=found.name,
        conversations=list(found.conversations),
        entries=found.entries,
        passed_over=found.passed_over,
    )


@router.post("/api/chats/import", status_code=HTTPStatus.CREATED, dependencies=[WARNS_OF_FIELDS])
def import_chats(
    caller: Caller,
    file: UploadFile,
    numbers: Annotated[
        list[int] | None, Form(description="Those to store, as in the preview; by default the new.")
    ] = None,
    *,
    with_profile: Annotated[bool, Form()] = True,
) -> FileReport:
    """Store chats of a file, each completely or not at all, and report on each."""
    with _uploaded(file) as path:
        found = caller.transfer.preview(path)
        chosen = found.new if numbers is None else numbers
        return caller.transfer.import_chosen(found, chosen, with_profile=with_profile)


@router.get("/api/chats/export", response_class=FileResponse, responses=_ZIPPED)
def export_chats(
    caller: Caller,
    form: Annotated[FormatName, Query(alias="format")] = "jsonl",
    session_ids: Annotated[
        list[str] | None,
        Query(alias="session", description="Only these sessions, without the profile."),
    ] = None,
) -> FileResponse:
    """Return all chats of one notebook, and the profile, in one zip file.

    The notebook is General unless `notebook` names another. Chats in the trash are left out. JSON
    lines can be imported again. `GET /api/users/{user_id}/export` has all notebooks of a person.
    """
    if session_ids:
        return _download(caller.transfer.export_chosen(session_ids, form))
    return _download(caller.transfer.export_all(form))


@router.get("/api/notebook/export", response_class=FileResponse, responses=_ZIPPED)
def export_notebook(caller: Caller) -> FileResponse:
    """Return a notebook in one zip file: its settings, chats, sources and documents."""
    return _download(caller.notebook_transfer.export())


@router.post(
    "/api/notebooks/import", status_code=HTTPStatus.CREATED, dependencies=[WARNS_OF_FIELDS]
)
def import_notebook(
    caller: Caller, file: UploadFile, name: Annotated[str, Form(max_length=200)] = ""
) -> Notebook:
    """Store the notebook in a zip file as a new one, completely or not at all."""
    with _uploaded(file) as path:
        return caller.notebook_transfer.import_file(path, name=name or None)


@contextmanager
def _uploaded(file: UploadFile) -> Iterator[Path]:
    """Keep the uploaded data in a file for the duration of the block."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, Path(storable_name(file.filename)).name or "file")
        path.write_bytes(file.file.read())
        yield path


def storable_name(name: str | None) -> str:
    r"""Return a valid file name for ``name``, whatever a client sends.

    >>> storable_name("a\x00b.json"), storable_name(None), storable_name("..")
    ('ab.json', 'file', 'file')
    """
    plain = "".join(each for each in name or "" if each.isprintable())
    plain = plain.encode("utf-8", "ignore").decode()[-100:]
    return plain if plain.strip(". /\\") else "file"


def _download(path: Path) -> FileResponse:
    ended = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, media_type=_ZIP, filename=path.name, background=ended)
