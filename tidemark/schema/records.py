"""Records: a session or a profile outside its database, complete and without database ids."""

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, RootModel, model_validator

from tidemark.schema.base import Count, FrozenModel, Instant
from tidemark.schema.branches import Fork
from tidemark.schema.documents import VersionNote
from tidemark.schema.memory import ItemKind, SessionMemory, SummaryVersionList
from tidemark.schema.messages import MOST_PICTURES, MessageMetadata, ReplyRating, Role
from tidemark.schema.metrics import TurnMetrics
from tidemark.schema.prompt_snapshot import PromptSnapshotRecord
from tidemark.schema.reasons import StoredTurnReason
from tidemark.schema.turns import TurnStatus


class MessageRecord(FrozenModel):
    """A message outside its database: it refers to other messages by position, never by id.

    ``summary`` is the ordinal of the first-level summary that covers it, in its session's list.
    ``versions`` only describe the document versions it made: the documents are not in the record.
    ``pictures`` are those of its metadata, in base64.
    """

    position: int
    role: Role
    content: str
    timestamp: Instant
    token_count: Count
    metadata: MessageMetadata = Field(default_factory=MessageMetadata)
    is_summarized: bool = False
    is_retired: bool = False
    summary: int | None = None
    is_pinned: bool = False
    is_single: bool = False
    opinion: ReplyRating | None = None
    versions: tuple[VersionNote, ...] = ()
    pictures: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _pictures_are_what_they_say(self) -> Self:
        known = self.metadata.pictures
        held = [b64decode(each, validate=True) for each in self.pictures]
        if len(known) > MOST_PICTURES or len(known) != len(held):
            raise ValueError(f"{len(held)} pictures, and {len(known)} in the metadata")
        if not all(picture.may_be(data) for picture, data in zip(known, held, strict=True)):
            raise ValueError("a picture is no PNG or JPEG, or too large")
        return self

    @property
    def picture_bytes(self) -> tuple[bytes, ...]:
        """The pictures, in the order of the metadata."""
        return tuple(map(b64decode, self.pictures))


class SummaryRecord(FrozenModel):
    """A summary outside its database: its items refer to messages by position.

    ``superseded_by`` is the ordinal of the merged summary.  An undone one has ``withdrawn_at`` and
    the positions it covered.
    """

    memory: SessionMemory
    timestamp: Instant
    from_message_index: int
    to_message_index: int
    created_at: Instant
    level: Count = 1
    superseded_by: int | None = None
    token_count: Count = 0
    withdrawn_at: Instant | None = None
    withdrawn_positions: tuple[Count, ...] | None = None
    versions: SummaryVersionList | None = None


class TurnRecord(FrozenModel):
    """A turn outside its database: ``question`` and ``reply`` are positions.

    ``view`` is the prompt snapshot, if the engine read only this session; ``figures`` are its
    metrics.
    """

    question: int
    reply: int | None = None
    status: TurnStatus
    reason: StoredTurnReason | None = None
    owner: str
    heartbeat: Instant
    view: PromptSnapshotRecord | None = None
    figures: TurnMetrics | None = None


class SourceVersionRecord(FrozenModel):
    """A source version that a session refers to; ``version_key`` is its number within the record.

    When the record is stored, it refers to an existing version with the same ``sha256``, if any.
    """

    version_key: int
    source: str
    version: int
    sha256: str


class SessionRecord(FrozenModel):
    """The full record of a session, without ids; storing and reading it gives an equal record.

    Messages are in order of position, summaries and turns in order of creation.  The record of a
    family's first session contains the other ``branches``, each in full; the branch opened last has
    the highest ``looked``, and is shown in lists.  ``sources`` are the source versions that its
    replies cite, without their text.
    """

    session_id: str
    title: str
    created_at: Instant
    updated_at: Instant
    messages: tuple[MessageRecord, ...] = ()
    summaries: tuple[SummaryRecord, ...] = ()
    turns: tuple[TurnRecord, ...] = ()
    remembers_across: bool = True
    engine: Annotated[str, Field(max_length=200)] = ""
    is_pinned: bool = False
    is_archived: bool = False
    forked: Fork | None = None
    looked: Count = 0
    sources: tuple[SourceVersionRecord, ...] = ()
    branches: tuple[Self, ...] = ()

    @property
    def family(self) -> tuple[Self, ...]:
        """The session and its branches, in order of creation."""
        return (self.model_copy(update={"branches": ()}), *self.branches)

    @property
    def session_ids(self) -> tuple[str, ...]:
        """The ids of the session and its branches, in order of creation."""
        return tuple(branch.session_id for branch in self.family)

    @property
    def listed(self) -> Self:
        """The branch of its family that was opened last."""
        return max(self.family, key=lambda branch: branch.looked)

    def same_as(self, other: Self) -> bool:
        """Return whether both are equal except for session ids and document versions."""
        return _nameless(self) == _nameless(other)

    @model_validator(mode="after")
    def _is_one_family(self) -> Self:
        known = {self.session_id}
        for branch in self.branches:
            if branch.session_id in known:
                raise ValueError("two branches have one session_id")
            if branch.branches or branch.forked is None or branch.forked.session_id not in known:
                raise ValueError("a branch is forked from one that stands before it")
            if branch.forked.shared > len(branch.messages):
                raise ValueError("a branch shares messages that are not there")
            known.add(branch.session_id)
        if self.forked is not None and self.forked.session_id in known:
            raise ValueError("its sessions are forked from each other in a circle")
        return self

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        count, summaries = len(self.messages), len(self.summaries)
        if [message.position for message in self.messages] != list(range(count)):
            raise ValueError("messages stand in order of position, counted from 0")
        for message in self.messages:
            _refuse_outside(message.summary, summaries, "the summary of a message")
        for ordinal, summary in enumerate(self.summaries):
            _refuse_outside(summary.superseded_by, summaries, "what supersedes a summary")
            if summary.superseded_by is not None and summary.superseded_by <= ordinal:
                raise ValueError("a summary is superseded by a later one only")
            if not 0 <= summary.from_message_index <= summary.to_message_index < count:
                raise ValueError("a summary covers messages that are not there")
            if any(position >= count for position in summary.withdrawn_positions or ()):
                raise ValueError("a summary covered messages that are not there")
        for turn in self.turns:
            _refuse_outside(turn.question, count, "the question of a turn")
            _refuse_outside(turn.reply, count, "the reply of a turn")
        if sum(turn.status == "pending" for turn in self.turns) > 1:
            raise ValueError("one turn at most is pending")
        return self


def _refuse_outside(ordinal: int | None, count: int, what: str) -> None:
    if ordinal is not None and not 0 <= ordinal < count:
        raise ValueError(f"{what} is not there")


def _nameless(record: SessionRecord) -> tuple[SessionRecord, ...]:
    names = {branch.session_id: str(number) for number, branch in enumerate(record.family)}
    lies = {"is_pinned": False, "is_archived": False}  # its place in lists, not its content
    return tuple(
        renamed(branch.model_copy(update={**lies, "messages": _alone(branch)}), names)
        for branch in record.family
    )


def _alone(branch: SessionRecord) -> tuple[MessageRecord, ...]:
    """Return messages without their document versions, which an import cannot restore."""
    return tuple(
        message.model_copy(update={"versions": ()}) if message.versions else message
        for message in branch.messages
    )


def renamed(record: SessionRecord, names: Mapping[str, str]) -> SessionRecord:
    """Return ``record`` with new session ids by ``names``, for itself and its origin."""
    forked = record.forked
    if forked is not None:
        name = names.get(forked.session_id, forked.session_id)
        forked = Fork(session_id=name, shared=forked.shared)
    called = {"session_id": names[record.session_id], "forked": forked}
    return record.model_copy(update=called)


class MessagePlace(FrozenModel):
    """The message at a ``position`` of a session."""

    session_id: str
    position: Count


class EntryRecord(FrozenModel):
    """One entry of the profile."""

    type: Literal["entry"] = "entry"
    kind: ItemKind
    text: str
    is_enabled: bool = True
    is_edited: bool = False
    updated_at: Instant
    sources: tuple[MessagePlace, ...] = ()


class ForgottenRecord(FrozenModel):
    """The text of a forgotten entry, in lower case."""

    type: Literal["forgotten"] = "forgotten"
    words: str
    forgotten_at: Instant


class _Head(FrozenModel):
    type: Literal["profile"] = "profile"


class ProfileLine(
    RootModel[Annotated[_Head | EntryRecord | ForgottenRecord, Field(discriminator="type")]]
):
    """One line of an exported profile; the first is its header."""


class ProfileRecord(FrozenModel):
    """The full profile of a person; storing and reading it gives an equal record."""

    entries: tuple[EntryRecord, ...] = ()
    forgotten: tuple[ForgottenRecord, ...] = ()

    @classmethod
    def of(cls, lines: Sequence[ProfileLine]) -> "ProfileRecord":
        """Build a record from its exported ``lines``."""
        rows = [line.root for line in lines]
        return cls(
            entries=tuple(row for row in rows if isinstance(row, EntryRecord)),
            forgotten=tuple(row for row in rows if isinstance(row, ForgottenRecord)),
        )

    @property
    def is_empty(self) -> bool:
        """Return whether it has no entries and no forgotten texts."""
        return not (self.entries or self.forgotten)

    def lines(self) -> Iterator[str]:
        """Yield the lines of an export, without line ends."""
        for row in (_Head(), *self.entries, *self.forgotten):
            yield row.model_dump_json()
