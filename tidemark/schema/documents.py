"""Documents: JSON under version control, and what changes it."""

import datetime as dt
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import ConfigDict, Field, JsonValue

from tidemark.schema.base import Count, FrozenModel

# One operation of RFC 6902, and several of them: a patch
Operation = dict[str, Any]
Patch = tuple[Operation, ...]

MAIN = "main"  # the branch that every document has

# Who made a version
Author = Literal["person", "engine", "import", "file"]
Access = Literal["owner", "editor", "reader"]
SharedAccess = Literal["editor", "reader"]
ChangeKind = Literal["added", "changed", "removed", "moved"]

# Which side of a conflict stays; "both", of two lists: what one added, then what the other did
Side = Literal["ours", "theirs", "both"]


class DocumentChange(FrozenModel):
    """What one operation changed at ``path``, a JSON Pointer.

    ``before`` and ``after`` are None where nothing stood or stands there.
    """

    path: str
    kind: ChangeKind = "added"
    before: JsonValue = None
    after: JsonValue = None
    moved_from: str = ""


class Document(FrozenModel):
    """A document as it is listed; of the session ``session_id``, or of the notebook if None.

    All branches of a chat have the same documents; ``session_id`` is the one that lists show.
    ``version`` is the number of the newest version of its main branch.  ``access`` is what the
    user may do with the document of ``owner``.  ``file_path`` names the file it is bound to.
    """

    document_key: int
    name: str
    session_id: str | None
    version: int
    branches: int
    has_schema: bool
    created_at: dt.datetime
    updated_at: dt.datetime
    trashed_at: dt.datetime | None = None
    access: Access = "owner"
    owner: str
    file_path: str = ""


class DocumentBranch(FrozenModel):
    """A branch with its newest version; it began as version ``from_version`` of ``from_branch``."""

    name: str
    version: int
    from_branch: str = ""
    from_version: int = 0
    created_at: dt.datetime
    updated_at: dt.datetime


class NewVersion(FrozenModel):
    """What is told of a version when it is made.

    ``author`` made it, in the conversation ``conversation_id`` by the message ``message_id``, if it
    was made in one.  ``merged`` names the branch and version that went into it, if any did;
    ``restored`` the version of its own branch that it goes back to.
    """

    summary: str
    author: Author = "person"
    conversation_id: str | None = None
    message_id: int | None = None
    merged: tuple[str, int] | None = None
    restored: int | None = None


class DocumentVersion(FrozenModel):
    """A version of a branch, without its content; ``version`` counts from 1 without gaps.

    ``operations`` is the length of its patch.  ``is_pruned``: its content is not kept any more;
    ``is_kept``: it never is pruned, for something cites it.
    """

    version_id: int
    document_key: int
    branch: str
    version: int
    modification_summary: str
    author: Author
    user_id: str
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
    """A version of the document ``document`` that a message made, and how things are now.

    ``shown_at`` is the message that was asked for: the one that made it, or the copy of that in a
    branch of the chat.  ``changes`` are the first it made, their values cut to a few characters.
    ``newest`` is the newest version of its branch; if that is a rollback, it has the content of the
    versions ``restored_now``.
    """

    shown_at: int
    document: str
    access: Access
    newest: int
    restored_now: tuple[int, ...] = ()
    changes: tuple[DocumentChange, ...] = ()


MessageChangeState = Literal["in_force", "undone", "superseded"]


class MessageChange(FrozenModel):
    """What a message changed in a document: ``versions`` of one branch, without a gap.

    It is ``undone`` if the branch is as it was before it, and ``superseded`` if the branch was
    changed in another way since.  ``changes`` are the first ones, ``more`` counts the others.
    """

    versions: tuple[MessageVersion, ...]
    state: MessageChangeState
    changes: tuple[DocumentChange, ...]
    more: int

    @property
    def first(self) -> MessageVersion:
        """Its first version."""
        return self.versions[0]

    @property
    def last(self) -> MessageVersion:
        """Its last version."""
        return self.versions[-1]

    @property
    def may_toggle(self) -> bool:
        """Whether the person may undo it, or take the undo back."""
        is_possible = self.state != "superseded" and self.first.version > 1
        return is_possible and self.last.access != "reader"


class VersionNote(FrozenModel):
    """A version of a document, as a report or an export of a chat names it."""

    document: str
    branch: str
    version: int
    summary: str


class PrunedDocument(FrozenModel):
    """A document, and the number of its ``versions`` whose contents were dropped."""

    document: Document
    versions: int


class InstructionResult(FrozenModel):
    """What came of an instruction in words, told in ``text``; ``version`` is the one it made."""

    outcome: Literal["changed", "answered", "asked", "refused"]
    text: str
    version: DocumentVersion | None = None


class DocumentDiff(FrozenModel):
    """The patch that makes the content of one version of that of another, and what it changes."""

    from_version: DocumentVersion
    to_version: DocumentVersion
    patch: Patch
    changes: tuple[DocumentChange, ...]


class DocumentShare(FrozenModel):
    """Whom a document is shared with, and what they may do."""

    user_id: str
    access: SharedAccess
    created_at: dt.datetime


class VersionRecord(FrozenModel):
    """A version as an export holds it, each by the patch from the one before it.

    It has its content too where it ``is_whole``; neither where the content was pruned, but only
    the length of the patch and the ``bytes`` of the content.  A message at this ``position`` of its
    conversation made it, if any did.
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
        """Whether its content is not kept any more."""
        return self.patch is None and not self.is_whole


class DocumentHead(FrozenModel):
    """The first line of an export of a document; within a notebook's, one of ``session_id``."""

    format: Literal["tidemark-document"] = "tidemark-document"
    name: Annotated[str, Field(min_length=1, max_length=200)]
    session_id: str | None = None
    schema_: JsonValue = Field(default=None, alias="schema")

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


class ExportLine(FrozenModel):
    """A line of an export of a document: one of these."""

    document: DocumentHead | None = None
    branch: DocumentBranch | None = None
    version: VersionRecord | None = None


class DocumentExport(NamedTuple):
    """A document as an export holds it: each branch with its versions."""

    head: DocumentHead
    branches: tuple[tuple[DocumentBranch, tuple[VersionRecord, ...]], ...]


class VersionContent(FrozenModel):
    """A version with its whole content."""

    version: DocumentVersion
    content: JsonValue


class Conflict(FrozenModel):
    """A place that two sides changed, each as they have it; None where one has nothing there.

    ``path`` is a JSON Pointer, but for an element of a list that is known by a name of its own: it
    stands there as ``name=value`` in place of its index.
    """

    path: str
    base: JsonValue = None
    ours: JsonValue = None
    theirs: JsonValue = None


class Merged(FrozenModel):
    """A merged content; where ``conflicts`` has a place, it holds our side of it."""

    content: JsonValue
    conflicts: tuple[Conflict, ...] = ()
