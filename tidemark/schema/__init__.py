"""The shapes that cross Tidemark's borders: frozen, validated, in the product's own words."""

import datetime as dt
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

Role = Literal["user", "assistant"]
ItemKind = Literal[
    "preferences", "constraints", "decisions", "todos", "open_questions", "key_facts"
]
ITEM_KINDS: tuple[ItemKind, ...] = (
    "preferences",
    "constraints",
    "decisions",
    "todos",
    "open_questions",
    "key_facts",
)
TurnStatus = Literal["pending", "done", "stopped", "failed"]
PieceKind = Literal["item", "recalled", "message", "augmented", "question"]
# When what is unclear is asked back: wherever it is, only where no reading is likelier, nowhere
AskingStyle = Literal["freely", "stuck", "never"]


def _in_utc(value: dt.datetime) -> dt.datetime:
    aware = value if value.tzinfo else value.replace(tzinfo=dt.UTC)
    try:
        return aware.astimezone(dt.UTC)
    except OverflowError as error:
        raise ValueError("is out of range") from error


# As files have them: a time without a zone is UTC, a count fits into any database's integer.
Instant = Annotated[dt.datetime, AfterValidator(_in_utc)]
Count = Annotated[int, Field(ge=0, lt=2**31)]


class FrozenModel(BaseModel):
    """A frozen value; unknown keys are refused, so that a typo is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Item(FrozenModel):
    """One thing remembered: a text, and what in the conversation it rests on.

    ``quote`` is verbatim from one of the messages ``message_ids``; empty where it equals ``text``.
    ``on`` is the date the text speaks of, resolved against the message's own.  ``status`` is of
    todos (open, done) and open questions (open, answered).  ``history`` holds what this item
    superseded, newest first.  ``is_pinned``: it is in every view, and never leaves a memory.
    """

    text: str
    quote: str = ""
    message_ids: tuple[int, ...]
    on: dt.date | None = None
    status: Literal["open", "done", "answered"] | None = None
    history: tuple[Self, ...] = ()
    is_pinned: bool = False


class UserProfile(FrozenModel):
    """What the person wants and what binds them, from their own messages only."""

    preferences: tuple[Item, ...] = ()
    constraints: tuple[Item, ...] = ()


class SessionMemory(FrozenModel):
    """A structured summary: what is worth keeping of some messages.

    ``unconfirmed``: what a model said that no message it cites bears out; shown, never rendered.
    """

    user_profile: UserProfile = UserProfile()
    key_facts: tuple[Item, ...] = ()
    decisions: tuple[Item, ...] = ()
    open_questions: tuple[Item, ...] = ()
    todos: tuple[Item, ...] = ()
    unconfirmed: tuple[tuple[ItemKind, Item], ...] = ()

    def items(self, kind: ItemKind) -> tuple[Item, ...]:
        """Return the items of one ``kind``, oldest first."""
        at = self.user_profile if kind in ("preferences", "constraints") else self
        found: tuple[Item, ...] = getattr(at, kind)
        return found

    def all_items(self) -> tuple[tuple[ItemKind, Item], ...]:
        """Return every item with its kind, in the order of ``ITEM_KINDS``."""
        return tuple((kind, item) for kind in ITEM_KINDS for item in self.items(kind))

    @classmethod
    def of(
        cls,
        items: "dict[ItemKind, tuple[Item, ...]]",
        unconfirmed: "tuple[tuple[ItemKind, Item], ...]" = (),
    ) -> "SessionMemory":
        """Build a memory from items by kind; a kind left out is empty."""
        rest = {kind: items.get(kind, ()) for kind in ITEM_KINDS[2:]}
        profile = UserProfile(
            preferences=items.get("preferences", ()), constraints=items.get("constraints", ())
        )
        return cls.model_validate({"user_profile": profile, "unconfirmed": unconfirmed, **rest})

    @property
    def is_empty(self) -> bool:
        """Whether nothing is remembered."""
        return not self.all_items()


class QueryUnderstanding(FrozenModel):
    """What a message was understood as, before it is answered."""

    is_ambiguous: bool = False
    rewritten_query: str | None = None
    possible_interpretations: tuple[str, ...] = ()
    needed_context_from_memory: tuple[str, ...] = ()
    clarifying_questions: tuple[str, ...] = ()
    final_augmented_context: str = ""

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        count = len(self.possible_interpretations)
        if self.is_ambiguous and not (2 <= count <= 3 and 1 <= len(self.clarifying_questions) <= 3):
            raise ValueError("an ambiguous query has 2 or 3 interpretations and 1 to 3 questions")
        if not self.is_ambiguous and (count or self.clarifying_questions):
            raise ValueError("a clear query has no interpretations and no clarifying questions")
        if len({text.casefold().strip() for text in self.possible_interpretations}) < count:
            raise ValueError("interpretations must differ")
        return self


class Usage(FrozenModel):
    """Tokens as the engine's own service counted them; 0 where there is no service."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            calls=self.calls + other.calls,
        )


class TextPart(FrozenModel):
    """A part of a text: its own ``text``, or characters ``start`` to ``end`` of another's.

    The other is the message ``of``, or the question itself; or it ``is_rewriting``, and whole.
    """

    text: str = ""
    of: int | None = None
    start: int = 0
    end: int = 0
    is_rewriting: bool = False


class Failure(FrozenModel):
    """Why a turn failed: the name of the error and what it tells, for who says it anew."""

    error: str
    facts: dict[str, str | int | float | bool | tuple[str | int, ...] | None] = {}


class MessageMetadata(FrozenModel):
    """What is known of a message beside its words; stored as JSON, defaults left out.

    Of a user's message: ``query_analysis``, ``recalled`` (ids of messages brought back), those
    ``similar`` (questions asked before), ``timings_ms`` per step, ``view_tokens`` (all it read),
    ``failure`` (why it has no answer).
    What the analysis repeats of the conversation is stored as ``rewritten`` and ``augmented``
    instead: as parts of its messages (``tidemark.prompt.message_spans``).

    Of a reply:
    ``engine`` (who spoke), ``fell_back`` (why the built-in engine took over a step), ``usage``,
    ``clarifying`` (it asks back), ``partial`` (it was cut off), ``sources`` (how many messages and
    items were read for it).  ``extra`` is what an imported file said that we have no word for.
    """

    query_analysis: QueryUnderstanding | None = None
    rewritten: tuple[TextPart, ...] = ()
    augmented: tuple[TextPart, ...] = ()
    recalled: tuple[int, ...] = ()
    recalled_tokens: int = 0
    similar: tuple[int, ...] = ()
    timings_ms: dict[str, float] = Field(default_factory=dict)
    view_tokens: int | None = None
    failure: Failure | None = None
    engine: str | None = None
    fell_back: tuple[str, ...] = ()
    usage: Usage | None = None
    clarifying: bool = False
    partial: Literal["stopped", "failed"] | None = None
    sources: tuple[int, int, int] | None = None
    extra: dict[str, str] = Field(default_factory=dict)


class Message(FrozenModel):
    """One stored message.  ``position`` counts from 0 in its session and never changes.

    ``is_summarized``: a summary covers it.  ``is_retired``: a reply that a retry replaced; it
    keeps its position and is in no context.  ``is_pinned``: in every view, and never folded.
    """

    id: int
    session_id: str
    position: int
    role: Role
    content: str
    timestamp: dt.datetime
    token_count: int
    metadata: MessageMetadata = MessageMetadata()
    is_summarized: bool = False
    is_retired: bool = False
    is_pinned: bool = False


class ReplyRating(FrozenModel):
    """What the person thought of a reply, and why, in their words; empty where they did not say."""

    is_good: bool
    reason: str = ""
    given_at: Instant


class NewMessage(FrozenModel):
    """A message about to be stored."""

    role: Role
    content: str
    timestamp: dt.datetime
    token_count: int
    metadata: MessageMetadata = MessageMetadata()


class Summary(FrozenModel):
    """A stored summary of the messages at positions ``from_message_index`` to ``to_message_index``.

    Both bounds are inclusive.  ``level`` 1 was made from messages, higher ones by merging
    summaries; ``superseded_by`` is the id of the summary that took this one in.  ``token_count``
    is of its rendering, as an engine reads it.  ``withdrawn_at`` is when it was undone.
    """

    id: int
    session_id: str
    memory: SessionMemory
    timestamp: dt.datetime
    from_message_index: int
    to_message_index: int
    created_at: dt.datetime
    level: int = 1
    superseded_by: int | None = None
    token_count: int = 0
    withdrawn_at: dt.datetime | None = None


class NewSummary(FrozenModel):
    """A summary about to be stored, over the messages ``message_ids`` (in order of position)."""

    memory: SessionMemory
    token_count: int
    message_ids: Annotated[tuple[int, ...], Field(min_length=1)]


class NewMerge(FrozenModel):
    """A summary about to be stored in place of the ones in force whose ids are ``supersedes``.

    The first-level summary saved with it is always taken in too.
    """

    memory: SessionMemory
    token_count: int
    supersedes: tuple[int, ...]


class Turn(FrozenModel):
    """One question and what became of it."""

    id: int
    session_id: str
    question_id: int
    reply_id: int | None
    status: TurnStatus
    reason: str | None
    owner: str
    heartbeat: dt.datetime


class TurnStart(FrozenModel):
    """A turn that has just begun, and its question as stored."""

    turn: Turn
    question: Message


class Session(FrozenModel):
    """A conversation as the list shows it; ``trashed_at`` is when it was deleted, if it was."""

    session_id: str
    title: str
    created_at: dt.datetime
    updated_at: dt.datetime
    message_count: int
    is_pinned: bool = False
    is_archived: bool = False
    trashed_at: dt.datetime | None = None


class ViewPiece(FrozenModel):
    """One part of what an engine reads: its kind, words, weight, sources and why it is there.

    ``start`` is the character of its message that a recalled passage begins at.
    """

    kind: PieceKind
    text: str
    tokens: int
    reason: str
    role: Role = "user"
    message_ids: tuple[int, ...] = ()
    item_kind: ItemKind | None = None
    item: Item | None = None
    timestamp: dt.datetime | None = None
    start: int = 0


class LeftOut(FrozenModel):
    """A piece that did not go in: it was ``missed_by`` tokens too large for what was left."""

    piece: ViewPiece
    missed_by: int


class ContextView(FrozenModel):
    """All an engine reads of a conversation for one turn, in reading order, the question last.

    ``tokens`` is what ``tidemark.prompt.packing.render`` of it counts; it never passes
    ``threshold``, unless the question alone does.  ``left_out`` holds what would have gone in next,
    best first.
    """

    question: str
    pieces: tuple[ViewPiece, ...]
    tokens: int
    threshold: int
    left_out: tuple[LeftOut, ...] = ()

    def of_kind(self, kind: PieceKind) -> tuple[ViewPiece, ...]:
        """Return the pieces of one ``kind``, in reading order."""
        return tuple(piece for piece in self.pieces if piece.kind == kind)


class Meter(FrozenModel):
    """How full a session's context is, in tokens.

    ``context`` is what counts against ``threshold``: the summaries in force and the active
    messages as stored.  ``recalled`` is shown beside it, never in it; so is what is ``pinned`` of
    the covered messages.
    """

    summaries: int
    active: int
    threshold: int
    recalled: int = 0
    pinned: int = 0
    active_messages: int = 0
    covered_messages: int = 0

    @property
    def context(self) -> int:
        """Tokens of summaries in force and active messages."""
        return self.summaries + self.active

    @property
    def share(self) -> float:
        """``context`` as a share of ``threshold``; past 1 the next message folds."""
        return self.context / self.threshold


class FoldResult(FrozenModel):
    """What a fold covered, by absolute positions, and the tokens in force before and after."""

    from_index: int
    to_index: int
    tokens_before: int
    tokens_after: int

    @property
    def messages(self) -> int:
        """How many messages it covered."""
        return self.to_index - self.from_index + 1
