"""Documents: JSON under version control, with versions, branches, patches and merges."""

import datetime as dt
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import ConfigDict, Field, JsonValue

from tidemark.schema.base import Count, FrozenModel

# One operation of RFC 6902, and a patch, which is a list of them
Operation = dict[str, Any]
Patch = tuple[Operation, ...]

MAIN = "main"  # the branch every document has

# The author of a version
Author = Literal["person", "engine", "import", "file"]
Access = Literal["owner", "editor", "reader"]
SharedAccess = Literal["editor", "reader"]
ChangeKind = Literal["added", "changed", "removed", "moved"]

# The side of a conflict to keep; "both", for two lists: the changes of one, then of the other
Side = Literal["ours", "theirs", "both"]


class DocumentChange(FrozenModel):
    """A change by one operation at ``path``, a JSON Pointer.

    ``before`` and ``after`` are None if there was or is nothing at this path.  ``names`` are those
    on the path if it leads through a list: an entry has the value that identifies it, or else its
    position.
    """

    path: Annotated[str, Field(examples=["/category"])]
    kind: ChangeKind = "added"
    before: JsonValue = None
    after: JsonValue = None
    moved_from: str = ""
    names: tuple[str | int, ...] = ()


class Document(FrozenModel):
    """A document as listed; it belongs to the session ``session_id``, or to the notebook if None.

    All branches of a chat share their documents; ``session_id`` is the branch shown in lists.
    ``version`` is the newest version of the main branch.  ``access`` is the user's access to this
    document of ``owner``.  ``file_path`` is the path of the bound file.
    """

    document_key: int
    name: Annotated[str, Field(examples=["Packing list"])]
    session_id: Annotated[str | None, Field(examples=["lisbon-trip"])]
    version: int
    branches: int
    has_schema: bool
    created_at: dt.datetime
    updated_at: dt.datetime
    trashed_at: dt.datetime | None = None
    access: Access = "owner"
    owner: Annotated[str, Field(examples=["anna@example.com"])]
    file_path: str = ""


class DocumentBranch(FrozenModel):
    """A branch with its newest version; it began as version ``from_version`` of ``from_branch``."""

    name: Annotated[str, Field(examples=["fragrance-free"])]
    version: int
    from_branch: str = ""
    from_version: int = 0
    created_at: dt.datetime
    updated_at: dt.datetime


class NewVersion(FrozenModel):
    """The data recorded about a version when it is made.

    ``author`` made it, in the conversation ``conversation_id`` by the message ``message_id``, if
    any.  ``merged`` is the branch and version merged into it, if any; ``restored`` the version of
    its own branch that it rolls back to.
    """

    summary: str
    author: Author = "person"
    conversation_id: str | None = None
    message_id: int | None = None
    merged: tuple[str, int] | None = None
    restored: int | None = None


class DocumentVersion(FrozenModel):
    """A version of a branch, without its content; ``version`` counts from 1 without gaps.

    ``operations`` is the length of its patch.  ``is_pruned``: its content was dropped; ``is_kept``:
    it is never pruned, because something refers to it.
    """

    version_id: int
    document_key: int
    branch: Annotated[str, Field(examples=["main"])]
    version: int
    modification_summary: Annotated[str, Field(examples=["Set category to FRAGRANCE"])]
    author: Author
    user_id: Annotated[str, Field(examples=["anna@example.com"])]
    conversation_id: str | None = None
    message_id: int | None = None
    merged: tuple[str, int] | None = None
    restored: int | None = None
    operations: int
    bytes: int
    created_at: dt.datetime
    is_pruned: bool = False
    is_kept: bool = False


class MessageVersion(DocumentVersion):
    """A version of the document ``document`` that a message made, with the branch's current state.

    ``shown_at`` is the message asked for: the one that made it, or its copy in a branch of the
    chat.  ``changes`` are its first changes, with shortened values.  ``newest`` is the newest
    version of its branch; if that is a rollback, its content equals the versions ``restored_now``.
    """

    shown_at: int
    document: str
    access: Access
    newest: int
    restored_now: tuple[int, ...] = ()
    changes: tuple[DocumentChange, ...] = ()


MessageChangeState = Literal["in_force", "undone", "superseded"]


class MessageChange(FrozenModel):
    """The change a message made to a document: consecutive ``versions`` of one branch.

    It is ``undone`` if the branch is back to its state before, and ``superseded`` if the branch was
    changed otherwise since.  ``changes`` are the first ones, ``more`` counts the others.
    """

    versions: tuple[MessageVersion, ...]
    state: MessageChangeState
    changes: tuple[DocumentChange, ...]
    more: int

    @property
    def first(self) -> MessageVersion:
        """The first version."""
        return self.versions[0]

    @property
    def last(self) -> MessageVersion:
        """The last version."""
        return self.versions[-1]

    @property
    def may_toggle(self) -> bool:
        """Return whether the person may undo it, or redo it."""
        is_possible = self.state != "superseded" and self.first.version > 1
        return is_possible and self.last.access != "reader"


class VersionNote(FrozenModel):
    """A version of a document, as named in a report or in an export of a chat."""

    document: str
    branch: str
    version: int
    summary: str


class PrunedDocument(FrozenModel):
    """A document, and the number of its ``versions`` whose contents were dropped."""

    document: Document
    versions: int


class InstructionResult(FrozenModel):
    """The result of an instruction in words, told in ``text``, with the ``version`` it made."""

    outcome: Literal["changed", "answered", "asked", "refused"]
    text: str
    version: DocumentVersion | None = None


class DocumentDiff(FrozenModel):
    """The patch from the content of one version to that of another, and its changes."""

    from_version: DocumentVersion
    to_version: DocumentVersion
    patch: Patch
    changes: tuple[DocumentChange, ...]


class DocumentShare(FrozenModel):
    """A person a document is shared with, and their access."""

    user_id: Annotated[str, Field(examples=["ben@example.com"])]
    access: SharedAccess
    created_at: dt.datetime


class VersionRecord(FrozenModel):
    """A version in an export, usually as a patch to the version before it.

    If it ``is_whole``, the content is included too.  If its content was pruned, only the length of
    the patch and the ``bytes`` of the content are.  ``position`` is that of the message in its
    conversation that made it, if any.
    """

    version: int
    modification_summary: str
    author: Author
    conversation_id: str | None = None
    position: int | None = None
    merged: tuple[str, int] | None = None
    restored: int | None = None
    created_at: dt.datetime
    is_kept: bool = False
    patch: Patch | None = None
    content: JsonValue = None
    is_whole: bool = False
    operations: Count = 0
    bytes: Count = 0

    @property
    def is_pruned(self) -> bool:
        """Return whether its content was pruned."""
        return self.patch is None and not self.is_whole


class DocumentHead(FrozenModel):
    """The first line of an export; ``session_id`` is set in the export of a notebook."""

    format: Literal["tidemark-document"] = "tidemark-document"
    name: Annotated[str, Field(min_length=1, max_length=200)]
    session_id: str | None = None
    schema_: JsonValue = Field(default=None, alias="schema")

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


class ExportLine(FrozenModel):
    """A line of a document export; exactly one of the fields is set."""

    document: DocumentHead | None = None
    branch: DocumentBranch | None = None
    version: VersionRecord | None = None


class DocumentExport(NamedTuple):
    """A document in an export: each branch with its versions."""

    head: DocumentHead
    branches: tuple[tuple[DocumentBranch, tuple[VersionRecord, ...]], ...]


class VersionContent(FrozenModel):
    """A version with its whole content."""

    version: DocumentVersion
    content: JsonValue


class Conflict(FrozenModel):
    """A place that two sides changed, with the value of each side; None if a side has no value.

    ``path`` is a JSON Pointer, except that an element of a list with a name of its own is written
    ``name=value`` instead of its index.
    """

    path: str
    base: JsonValue = None
    ours: JsonValue = None
    theirs: JsonValue = None


class Merged(FrozenModel):
    """Merged content; at places in ``conflicts`` it holds our side."""

    content: JsonValue
    conflicts: tuple[Conflict, ...] = ()
