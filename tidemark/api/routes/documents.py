"""Versioned documents: create, read, change, compare, roll back, branch, merge, export, import."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import AwareDatetime, Field, JsonValue, TypeAdapter

from tidemark.api import paging
from tidemark.api.callers import Caller
from tidemark.api.paging import Cursor, InOrder, Limit, Page
from tidemark.api.parameters import Key, Number, RequestBody
from tidemark.api.problem import responses
from tidemark.documents.templates import DocumentTemplate
from tidemark.errors import ChangeUnclear, InvalidExpectation
from tidemark.i18n.catalogue import catalogue
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentBranch,
    DocumentDiff,
    DocumentShare,
    DocumentVersion,
    Merged,
    NewVersion,
    Operation,
    SharedAccess,
    Side,
    VersionContent,
)
from tidemark.schema.sessions import ListOrder

router = APIRouter(
    prefix="/api/documents",
    tags=["documents"],
    responses=responses(HTTPStatus.NOT_FOUND, HTTPStatus.PRECONDITION_FAILED),
)
_Place = tuple[int, AwareDatetime, int]
_PLACE: TypeAdapter[_Place] = TypeAdapter(_Place)
Branch = Annotated[str, Query(description="A branch of the document.")]
IfMatch = Annotated[
    str | None,
    Header(alias="If-Match", description="The ETag of the version the change is based on."),
]


class NewDocument(RequestBody):
    """A document to create, of a session or of the notebook."""

    name: str = Field(examples=["packing list"])
    content: JsonValue = Field(default_factory=dict, examples=[{"items": ["tent"]}])
    template: str = ""
    schema_: JsonValue = Field(default=None, alias="schema", description="A JSON Schema, 2020-12.")
    session_id: str | None = None


class DocumentPatch(RequestBody):
    """A change of a document: a patch (RFC 6902), or its whole new content; never both."""

    patch: list[Operation] | None = Field(
        default=None, examples=[[{"op": "add", "path": "/items/-", "value": "stove"}]]
    )
    content: JsonValue = Field(
        default=None, description="The whole new content, not null; without `patch`."
    )
    summary: str = ""

    @property
    def is_clear(self) -> bool:
        """Whether it has either a patch or a content, and not null as content."""
        has_content = "content" in self.model_fields_set
        if has_content and self.content is None:
            return False
        return has_content != (self.patch is not None)


class DocumentSettings(RequestBody):
    """Settings to change of a document; omitted ones stay."""

    name: str | None = Field(default=None, examples=["packing list"])
    schema_: JsonValue = Field(default=None, alias="schema", description="null removes it.")


class NewBranch(RequestBody):
    """A branch to create from a version of another branch."""

    name: Annotated[str, Field(examples=["for-winter"])]
    from_branch: str = MAIN
    from_version: int | None = None


class MergeChoices(RequestBody):
    """A branch to merge, and the side to keep where both changed the same place."""

    branch: Annotated[str, Field(examples=["for-winter"])]
    into: str = MAIN
    choices: dict[str, Side] = Field(default_factory=dict)


class ShareWith(RequestBody):
    """The access a person gets to a document."""

    access: SharedAccess = Field(default="reader", examples=["reader"])


@router.get("")
def list_documents(
    caller: Caller,
    session_id: str | None = None,
    limit: Limit = 50,
    cursor: Cursor = "",
    order: InOrder = "used",
) -> Page[Document]:
    """List the documents of the notebook, or those a session may use, most recently changed first.

    Those of the session come first, and those shared by other people last, unless in the order
    `created`.
    """
    documents = caller.documents
    listed = documents.list_all() if session_id is None else documents.list(session_id)
    return paging.page(
        [*listed, *documents.shared_with_me()],
        lambda each: _place(each, of_session=session_id is not None, order=order),
        _PLACE,
        limit=limit,
        given=cursor,
    )


def _place(document: Document, *, of_session: bool, order: ListOrder) -> _Place:
    """Return the sort key of a document in a list, highest first, of a session or of all."""
    if order == "created":
        return 0, document.created_at, document.document_key
    group = (
        0 if document.access != "owner" else 1 + (of_session and document.session_id is not None)
    )
    return group, document.updated_at, document.document_key


@router.post("", status_code=HTTPStatus.CREATED)
def create_document(caller: Caller, document: NewDocument, response: Response) -> Document:
    """Create a document; its content is version 1."""
    if document.session_id is not None:
        caller.sessions.get(document.session_id)
    made = caller.documents.create(
        document.name,
        document.content,
        session_id=document.session_id,
        template=document.template,
        schema=document.schema_,
    )
    response.headers["Location"] = f"/api/documents/{made.document_key}"
    return made


@router.get("/templates")
def list_templates(caller: Caller) -> list[DocumentTemplate]:
    """Return the templates for new documents."""
    return list(caller.documents.templates())


@router.get("/{document_key}/settings")
def get_document_settings(caller: Caller, document_key: Key) -> DocumentSettings:
    """Return the name of a document and its JSON Schema."""
    found = caller.documents.get(document_key)
    return DocumentSettings(name=found.name, schema=caller.documents.schema(found))


@router.patch("/{document_key}/settings")
def change_document_settings(
    caller: Caller, document_key: Key, change: DocumentSettings
) -> DocumentSettings:
    """Rename a document, or attach a JSON Schema that its newest versions must conform to."""
    found = caller.documents.get(document_key)
    if "schema_" in change.model_fields_set:
        caller.documents.attach_schema(found, change.schema_)
    if change.name is not None:
        caller.documents.rename(found, change.name)
    return get_document_settings(caller, document_key)


@router.get("/{document_key}")
def get_document(
    caller: Caller,
    document_key: Key,
    response: Response,
    version: Number | None = None,
    branch: Branch = MAIN,
) -> VersionContent:
    """Return a version with its content, by default the newest; its number is the ETag."""
    found = caller.documents.get(document_key)
    whole = caller.documents.read(found, version, branch=branch)
    response.headers["ETag"] = f'"{whole.version.version}"'
    return whole


@router.patch("/{document_key}")
def change_document(
    caller: Caller,
    document_key: Key,
    change: DocumentPatch,
    branch: Branch = MAIN,
    if_match: IfMatch = None,
) -> DocumentVersion:
    """Change a document by a patch, or replace its content, as a new version.

    A request with neither, or with both, is refused.
    """
    found, expected = caller.documents.get(document_key), _expected(if_match)
    if not change.is_clear:
        raise ChangeUnclear
    words = catalogue(caller.configuration.preferences.language or "en").text
    new = NewVersion(summary=change.summary or words("CHANGED_BY_API"))
    if change.patch is not None:
        return caller.documents.change(found, change.patch, new, expected=expected, branch=branch)
    return caller.documents.replace(found, change.content, new, expected=expected, branch=branch)


@router.delete("/{document_key}", status_code=HTTPStatus.NO_CONTENT)
def remove_document(caller: Caller, document_key: Key) -> Response:
    """Move a document to the trash."""
    caller.documents.remove(caller.documents.get(document_key))
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/{document_key}/versions")
def list_document_versions(
    caller: Caller,
    document_key: Key,
    branch: Branch = MAIN,
    before: Number | None = None,
    limit: Limit = 50,
) -> list[DocumentVersion]:
    """Return versions of a branch, newest first; use the last number to get the next page."""
    found = caller.documents.get(document_key)
    return list(caller.documents.history(found, branch=branch, before=before, limit=limit))


@router.get("/{document_key}/diff")
def compare_versions(
    caller: Caller,
    document_key: Key,
    from_version: Number,
    to_version: Number,
    branch: Branch = MAIN,
    to_branch: str | None = None,
) -> DocumentDiff:
    """Compare two versions, of one branch or of two."""
    found = caller.documents.get(document_key)
    return caller.documents.diff(
        found, from_version, to_version, branch=branch, to_branch=to_branch
    )


@router.post("/{document_key}/rollback")
def roll_back_document(
    caller: Caller,
    document_key: Key,
    version: Number,
    branch: Branch = MAIN,
    if_match: IfMatch = None,
) -> DocumentVersion:
    """Go back to a version by saving a new version with its content."""
    found = caller.documents.get(document_key)
    return caller.documents.rollback(found, version, expected=_expected(if_match), branch=branch)


@router.get("/{document_key}/branches")
def list_branches(caller: Caller, document_key: Key) -> list[DocumentBranch]:
    """Return the branches of a document, oldest first."""
    return list(caller.documents.branches(caller.documents.get(document_key)))


@router.post("/{document_key}/branches", status_code=HTTPStatus.CREATED)
def begin_document_branch(caller: Caller, document_key: Key, branch: NewBranch) -> DocumentBranch:
    """Create a branch from a version of another branch, by default its newest."""
    return caller.documents.branch(
        caller.documents.get(document_key),
        branch.name,
        from_branch=branch.from_branch,
        from_version=branch.from_version,
    )


@router.post("/{document_key}/merge/preview")
def preview_merge(caller: Caller, document_key: Key, merge: MergeChoices) -> Merged:
    """Return the result a merge would have, with the conflicts left to settle."""
    return caller.documents.merging(
        caller.documents.get(document_key), merge.branch, into=merge.into, choices=merge.choices
    )


@router.post("/{document_key}/merge")
def merge_branch(
    caller: Caller, document_key: Key, merge: MergeChoices, if_match: IfMatch = None
) -> DocumentVersion:
    """Merge the newest version of a branch into another branch as a new version of that."""
    return caller.documents.merge(
        caller.documents.get(document_key),
        merge.branch,
        into=merge.into,
        choices=merge.choices,
        expected=_expected(if_match),
    )


@router.get("/{document_key}/shares")
def list_shares(caller: Caller, document_key: Key) -> list[DocumentShare]:
    """Return the people a document is shared with."""
    return list(caller.documents.shares(caller.documents.get(document_key)))


@router.put("/{document_key}/shares/{person}", status_code=HTTPStatus.NO_CONTENT)
def share_document(caller: Caller, document_key: Key, person: str, given: ShareWith) -> Response:
    """Give a person read access, or edit access, to a document."""
    caller.documents.share(caller.documents.get(document_key), person, given.access)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/{document_key}/shares/{person}", status_code=HTTPStatus.NO_CONTENT)
def unshare_document(caller: Caller, document_key: Key, person: str) -> Response:
    """Withdraw a person's access to a document."""
    caller.documents.unshare(caller.documents.get(document_key), person)
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/{document_key}/export", response_class=PlainTextResponse)
def export_document(caller: Caller, document_key: Key) -> PlainTextResponse:
    """Return a document with its whole history, as JSON lines."""
    lines = caller.documents.export(caller.documents.get(document_key))
    return PlainTextResponse("\n".join(lines) + "\n", media_type="application/jsonl")


def _expected(if_match: str | None) -> int | None:
    """Return the version named by ``If-Match``; None if any version will do.

    Raises:
        InvalidExpectation: It names no version.
    """
    if if_match is None or if_match.strip() == "*":
        return None
    number = if_match.strip().removeprefix("W/").strip('"')
    if not number.isdecimal():
        raise InvalidExpectation(if_match)
    return int(number)
