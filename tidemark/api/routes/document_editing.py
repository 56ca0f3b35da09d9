"""One JSON document per conversation, changed by instructions; path names are kept for clients.

The document of a conversation belongs to the session with the same id, and is shown on the page.
"""

import json
import re
from contextlib import suppress
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from assistant import Assistant
from tidemark.api.callers import Caller
from tidemark.api.idempotency import note_run
from tidemark.api.parameters import Number, RequestBody
from tidemark.api.problem import responses
from tidemark.documents import templates
from tidemark.documents.validation import validate
from tidemark.errors import (
    ContentUnreadable,
    DatabaseError,
    NoDocumentYet,
    SchemaBroken,
    TidemarkError,
)
from tidemark.schema.documents import (
    Document,
    DocumentBranch,
    DocumentDiff,
    DocumentVersion,
    NewVersion,
)
from tidemark.services.documents.documents import OF_CONVERSATION
from tidemark.services.turns import message_text

router = APIRouter(
    prefix="/api",
    tags=["document editing"],
    responses=responses(HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND),
)
TEMPLATE = "toxicity_data_template"
_CONVERSATION_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


class EditRequest(RequestBody):
    """An instruction for the document of a conversation, or a question about it."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "instruction": "Change the category to FRAGRANCE",
                "inci_name": "Limonene",
            }
        }
    )

    instruction: str
    inci_name: str | None = None
    conversation_id: str | None = Field(
        default=None,
        description="The `conversation_id` of an earlier answer; a new conversation if omitted. "
        "Without `initial_data`, it must have a document.",
    )
    initial_data: Any = Field(
        default=None,
        description="A record with some fields of the template; an empty one counts as none.",
        json_schema_extra={"type": ["object", "null"]},
    )


class EditResponse(BaseModel):
    """The document after an instruction."""

    inci: Annotated[str, Field(examples=["Limonene"])]
    updated_json: Annotated[
        JsonValue, Field(examples=[{"inci": "Limonene", "category": "FRAGRANCE"}])
    ]
    raw_response: Annotated[str, Field(examples=["The category is FRAGRANCE now."])]
    conversation_id: Annotated[str, Field(examples=["conv-abc-123"])]
    current_version: int


class RollbackRequest(RequestBody):
    """A version to go back to."""

    conversation_id: Annotated[str, Field(examples=["conv-abc-123"])]
    target_version: int = Field(ge=1, le=2**31 - 1)


class BranchRequest(RequestBody):
    """A branch to create from the newest version."""

    conversation_id: Annotated[str, Field(examples=["conv-abc-123"])]
    branch_name: str = Field(examples=["fragrance-free"], min_length=1)


@router.post("/edit")
def edit_conversation(caller: Caller, asked: EditRequest, request: Request) -> EditResponse:
    """Change the document of a conversation by an instruction, or answer a question about it.

    `initial_data` becomes a version, the first one in a new conversation.  Without it, and without
    `conversation_id`, the conversation starts with the record of a cosmetic ingredient.
    `initial_data` is refused with "Invalid data schema" if it has no field of that record, or one
    of another type.
    """
    instruction = message_text(asked.instruction)  # a refused one begins no conversation
    conversation_id = _prepared_conversation(caller, asked)
    run = note_run(request, caller.ask(instruction, conversation_id, may_ask=False))
    said = caller.report(run).reply
    current = caller.documents.get_current_version(conversation_id)
    if current is None:
        raise NoDocumentYet
    content = current.content
    inci = content.get("inci") if isinstance(content, dict) else None
    return EditResponse(
        inci=str(inci or asked.inci_name or ""),
        updated_json=content,
        raw_response=said,
        conversation_id=conversation_id,
        current_version=current.version.version,
    )


@router.get("/versions/{conversation_id}")
def list_conversation_versions(caller: Caller, conversation_id: str) -> list[DocumentVersion]:
    """Return all versions of a conversation's document, oldest first."""
    _own(caller, conversation_id)
    return list(caller.documents.get_modification_history(conversation_id))


@router.get("/diff/{conversation_id}")
def compare_conversation(
    caller: Caller,
    conversation_id: str,
    from_version: Number,
    to_version: Number,
) -> DocumentDiff:
    """Compare two versions of a conversation's document."""
    _own(caller, conversation_id)
    return caller.documents.get_diff(conversation_id, from_version, to_version)


@router.post("/rollback")
def roll_back_conversation(caller: Caller, asked: RollbackRequest) -> DocumentVersion:
    """Go back to a version by saving a new version with its content."""
    own = _own(caller, asked.conversation_id)
    new = NewVersion(
        summary=f"Rolled back to version {asked.target_version}",
        conversation_id=asked.conversation_id,
    )
    return caller.documents.rollback(own, asked.target_version, new)


@router.post("/branch", status_code=HTTPStatus.CREATED)
def branch_conversation(caller: Caller, asked: BranchRequest) -> DocumentBranch:
    """Create a branch of a conversation's document from its newest version."""
    return caller.documents.branch(_own(caller, asked.conversation_id), asked.branch_name)


@router.get("/export/{conversation_id}", response_model=list[dict[str, Any]])
def export_conversation(caller: Caller, conversation_id: str) -> Response:
    """Return a conversation's document with its whole history, as a JSON array.

    Its elements are the lines of an export of the page or the command line.
    """
    lines = caller.documents.export(_own(caller, conversation_id))
    return Response("[" + ",\n".join(lines) + "]\n", media_type="application/json")


@router.post("/import", status_code=HTTPStatus.CREATED)
async def import_conversation(
    caller: Caller, request: Request, conversation_id: str | None = None
) -> Document:
    """Import an export with its history as the document of a conversation.

    The body is the export, as a JSON array or as JSON lines; without `conversation_id` a new
    conversation is created.
    """
    return await run_in_threadpool(_restored, caller, await request.body(), conversation_id)


def _restored(caller: Assistant, raw: bytes, conversation_id: str | None) -> Document:
    known = conversation_id and _valid(conversation_id)
    session = caller.sessions.begin(OF_CONVERSATION, known)
    lines = _lines_of(raw.decode("utf-8", errors="replace"))
    try:
        return caller.documents.restore_export(
            lines, name=OF_CONVERSATION, session_id=session.session_id
        )
    except TidemarkError:
        if not session.message_count and not known:
            caller.sessions.delete([session.session_id])
        raise


def _lines_of(export: str) -> list[str]:
    """Return the lines of an ``export``; of one that cannot be read, as it is."""
    if export.lstrip().startswith("["):
        with suppress(ValueError, RecursionError):
            return [json.dumps(each, ensure_ascii=False) for each in json.loads(export)]
    return export.splitlines()


def _prepared_conversation(caller: Assistant, asked: EditRequest) -> str:
    """Return the conversation of ``asked``, after making sure that its document has a version."""
    known = asked.conversation_id and _valid(asked.conversation_id)
    is_there = known is not None and caller.database.sessions.exists(known)
    data = _checked(asked.initial_data)
    if known is not None and data is None:
        if not is_there or caller.documents.get_current_version(known) is None:
            raise NoDocumentYet
        return known
    title = asked.inci_name or asked.instruction
    conversation_id = caller.sessions.begin(title, known).session_id
    try:
        if data is not None:
            _save_initial(caller, conversation_id, data)
        else:
            begun = {"inci": asked.inci_name} if asked.inci_name else {}
            caller.documents.create(
                OF_CONVERSATION, begun, session_id=conversation_id, template=TEMPLATE
            )
    except (SchemaBroken, ContentUnreadable) as error:
        if not is_there:
            caller.sessions.delete([conversation_id])
        raise _invalid_data(str(error)) from error
    except DatabaseError as error:
        if not is_there:
            caller.sessions.delete([conversation_id])
        told = f"Failed to save: {error}"
        raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, told) from error
    return conversation_id


def _save_initial(caller: Assistant, conversation_id: str, data: dict[str, Any]) -> None:
    """Store a record as the next version; if it is the first, with the schema of its fields."""
    if caller.documents.of_conversation(conversation_id) is not None:
        caller.documents.save_version(conversation_id, data, "Initial data")
        return
    new = NewVersion(summary="Initial data", conversation_id=conversation_id)
    caller.documents.create(
        OF_CONVERSATION, data, session_id=conversation_id, schema=_schema(), new=new
    )


def _schema() -> dict[str, Any]:
    """Return the schema of a record of which fields may be missing."""
    return {**templates.find(TEMPLATE).schema, "required": []}


def _checked(data: Any) -> dict[str, Any] | None:  # noqa: ANN401 - what a client sent
    """Return ``data`` if it is a record of the template, of which fields may be missing."""
    if data is None or data == {}:
        return None
    if not isinstance(data, dict):
        raise _invalid_data("initial_data must be a JSON object.")
    template = templates.find(TEMPLATE)
    if not data.keys() & template.content.keys():
        named = ", ".join(template.content)
        raise _invalid_data(f"It has no field of the record. Give at least one of: {named}.")
    try:
        validate(data, _schema())
    except SchemaBroken as error:
        raise _invalid_data(str(error)) from error
    return data


def _invalid_data(why: str) -> HTTPException:
    return HTTPException(HTTPStatus.BAD_REQUEST, f"Invalid data schema: {why}")


def _own(caller: Assistant, conversation_id: str) -> Document:
    """Return the document of a conversation's own.

    Raises:
        SessionNotFound: There is no such conversation.
        NoDocumentYet: The conversation has no document.
    """
    caller.sessions.get(_valid(conversation_id))
    found = caller.documents.of_conversation(conversation_id)
    if found is None:
        raise NoDocumentYet
    return found


def _valid(conversation_id: str) -> str:
    if not _CONVERSATION_ID.fullmatch(conversation_id):
        raise HTTPException(HTTPStatus.BAD_REQUEST, "Invalid conversation_id")
    return conversation_id
