"""Messages, and everything stored with one."""

import datetime as dt
from base64 import b64encode
from collections.abc import Iterable
from math import ceil
from typing import Annotated, Literal, Self

from pydantic import Field

from tidemark.errors import TidemarkError
from tidemark.schema.base import Count, FrozenModel, Instant
from tidemark.schema.sources import SourceChoice, SourceSpan
from tidemark.schema.tools import ToolUse
from tidemark.schema.understanding import QueryUnderstanding
from utils import TokenCounter

Role = Literal["user", "assistant"]
MOST_CHARS = 400_000  # of a message: the built-in engine takes 2 s for one; more is a source
MOST_PICTURES = 4  # per message
LONGEST_SIDE = 1536  # pixels, as stored: two tiles; services only scale down larger pictures
MOST_KEPT_BYTES = 8_000_000  # 1,536 x 1,536 pixels without any compression take 7 MB
# Gemini's rule, https://ai.google.dev/gemini-api/docs/tokens: 258 tokens if both sides have at
# most 384 pixels, else 258 for each tile of 768 x 768.  Other services use other rules
_SMALL, _TILE, _TILE_TOKENS = 384, 768, 258
MOST_TOKENS = MOST_PICTURES * ceil(LONGEST_SIDE / _TILE) ** 2 * _TILE_TOKENS

Side = Annotated[int, Field(ge=1, le=LONGEST_SIDE)]
PictureType = Literal["image/png", "image/jpeg"]
_BEGINNINGS: dict[PictureType, bytes] = {"image/png": b"\x89PNG\r\n", "image/jpeg": b"\xff\xd8\xff"}


class Usage(FrozenModel):
    """Tokens and calls as the engine's service counted them; 0 without a service."""

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
    """A part of a text: its own ``text``, or characters ``start`` to ``end`` of another text.

    The other text is the message ``of``, or the question if ``of`` is None; ``is_rewriting``: it is
    the whole rewritten question.
    """

    text: str = ""
    of: int | None = None
    start: int = 0
    end: int = 0
    is_rewriting: bool = False


class Citation(FrozenModel):
    """A claim that the characters ``start`` to ``end`` of a reply rest on the message ``of``.

    A span that rests on several targets has a citation for each.  If it is a "source", ``of`` is
    the key of a source version, and the span rests on the characters ``source_start`` to
    ``source_end`` of its text, in passage ``number``, counted from 1, of the reply's passages.
    """

    kind: Literal["message", "source"] = "message"
    of: int
    start: Count
    end: Count
    number: Count = 0
    source_start: Count = 0
    source_end: Count = 0


def source_numbers(citations: Iterable[Citation]) -> dict[int, int]:
    """Return the displayed number of each cited passage: 1 for the first in the reply.

    >>> late, early = Citation(kind="source", of=1, start=9, end=12, number=1), Citation(
    ...     kind="source", of=4, start=0, end=8, number=3
    ... )
    >>> source_numbers([late, early])
    {3: 1, 1: 2}
    """
    of_sources = (each for each in citations if each.kind == "source")
    in_order = sorted(of_sources, key=lambda each: (each.end, each.start))
    numbers = dict.fromkeys(each.number for each in in_order)
    return {number: shown for shown, number in enumerate(numbers, start=1)}


# Whether a reply rests on the passages of sources read for it
SourceSupport = Literal["cited", "none"]


class Failure(FrozenModel):
    """An error as stored: the name of its class, and its facts."""

    error: str
    facts: dict[str, str | int | float | bool | tuple[str | int, ...] | None] = Field(
        default_factory=dict
    )

    @classmethod
    def of(cls, error: TidemarkError) -> Self:
        """Return ``error`` as stored: its class's name, and those facts that are plain values."""
        facts = {
            name: tuple(each if isinstance(each, int) else str(each) for each in fact)
            if isinstance(fact, list | tuple)
            else fact
            for name, fact in error.facts.items()
            if fact is None or isinstance(fact, str | int | float | list | tuple)
        }
        return cls.model_validate({"error": type(error).__name__, "facts": facts})


class Picture(FrozenModel):
    """A picture of a message, without its bytes; ``width`` and ``height`` are in pixels."""

    name: str
    media_type: PictureType
    width: Side
    height: Side

    @property
    def tokens(self) -> int:
        """The number of a model's input tokens for the picture.

        >>> def tokens(width, height):
        ...     of = {"name": "a.png", "media_type": "image/png"}
        ...     return Picture(width=width, height=height, **of).tokens
        >>> tokens(384, 200), tokens(800, 600), tokens(1536, 1024)
        (258, 516, 1032)
        """
        if max(self.width, self.height) <= _SMALL:
            return _TILE_TOKENS
        return ceil(self.width / _TILE) * ceil(self.height / _TILE) * _TILE_TOKENS

    def may_be(self, data: bytes) -> bool:
        """Return whether ``data`` starts like a file of this type, and is not too large."""
        return len(data) <= MOST_KEPT_BYTES and data.startswith(_BEGINNINGS[self.media_type])


class PictureFile(FrozenModel):
    """A picture with its bytes; ``message_id`` is 0 for the question being asked."""

    about: Picture
    data: bytes = Field(repr=False)
    message_id: int = 0

    @property
    def name(self) -> str:
        """The name of the original file."""
        return self.about.name

    @property
    def data_url(self) -> str:
        """The picture as a data URL."""
        return f"data:{self.about.media_type};base64,{b64encode(self.data).decode()}"


class MessageMetadata(FrozenModel):
    """The metadata of a message; stored as JSON without defaults.

    Of a user's message: ``query_analysis``, ``recalled`` (ids of recalled messages), ``similar``
    (ids of similar questions), ``timings_ms`` per step, ``view_tokens`` (tokens of the view),
    ``failure`` (why it has no answer), ``asked_back`` (the analysis for which it was asked back, if
    the person then asked for an answer without choosing), ``source_choice`` (the names of the
    sources it may use; None: all), ``source_tokens`` (of the passages of sources), ``author`` (if
    not the user of its session), ``pictures`` (without their bytes).  Text of the analysis that
    repeats messages is stored as places in them: ``rewritten`` and ``augmented``
    (``tidemark.prompt.message_spans``).

    Of a reply: ``engine``, ``fell_back`` (why the built-in engine took over a step; a sentence if
    an earlier version stored it), ``usage``, ``clarifying`` (it asks back), ``partial`` (it is
    incomplete), ``sources`` (the numbers of messages, similar questions and items read for it),
    ``citations`` (the targets its quotes rest on), ``tool_uses`` (the tool calls for it, with their
    results as the engine read them), ``passages`` (of sources read for it: first the cited ones, in
    the order of their numbers), ``support`` (whether it cites any; None if that does not apply),
    ``document`` (the name of the one that it tells of, without a call of a tool).
    ``extra`` holds other fields of an imported file.
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
    asked_back: QueryUnderstanding | None = None
    source_choice: SourceChoice = None
    source_tokens: int = 0
    author: str = ""
    pictures: tuple[Picture, ...] = ()
    engine: str | None = None
    fell_back: tuple[Failure | str, ...] = ()
    usage: Usage | None = None
    clarifying: bool = False
    partial: Literal["stopped", "failed"] | None = None
    sources: tuple[int, int, int] | None = None
    citations: tuple[Citation, ...] = ()
    tool_uses: tuple[ToolUse, ...] = ()
    passages: tuple[SourceSpan, ...] = ()
    support: SourceSupport | None = None
    document: str = ""
    extra: dict[str, str] = Field(default_factory=dict)

    @property
    def is_builtin(self) -> bool:
        """Return whether the built-in engine wrote the reply, from messages and lists it quotes."""
        return self.engine == "builtin"

    @property
    def cited_passages(self) -> tuple[SourceSpan, ...]:
        """The passages of sources that the reply cites, in order of first citation."""
        return tuple(self.passages[number - 1] for number in source_numbers(self.citations))

    @property
    def clarification(self) -> QueryUnderstanding | None:
        """The analysis for which a reply asked back about this question."""
        return self.asked_back or self.query_analysis


class Message(FrozenModel):
    """One stored message.  ``position`` counts from 0 in its session and never changes.

    ``is_summarized``: a summary covers it.  ``is_retired``: a reply replaced by another one; it
    keeps its position and is in no context.  ``is_pinned``: in every view, and never folded.
    ``is_single``: an independent question or its answer, which no later turn reads.
    """

    id: int
    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    position: int
    role: Role
    content: Annotated[str, Field(examples=["The trip begins on 3 May."])]
    timestamp: dt.datetime
    token_count: int
    metadata: MessageMetadata = Field(default_factory=MessageMetadata)
    is_summarized: bool = False
    is_retired: bool = False
    is_pinned: bool = False
    is_single: bool = False


class NewMessage(FrozenModel):
    """A message to store; no later turn reads it if it ``is_single``."""

    role: Role
    content: str
    timestamp: dt.datetime
    token_count: int
    metadata: MessageMetadata = Field(default_factory=MessageMetadata)
    is_single: bool = False

    @classmethod
    def counted(
        cls,
        role: Role,
        content: str,
        timestamp: dt.datetime,
        counter: TokenCounter,
        *,
        is_single: bool = False,
    ) -> "NewMessage":
        """Return a message with its tokens counted."""
        return cls(
            role=role,
            content=content,
            timestamp=timestamp,
            token_count=counter.count_message(role, content),
            is_single=is_single,
        )


class ReplyRating(FrozenModel):
    """The person's rating of a reply, with their reason, if any."""

    is_good: bool
    reason: str = ""
    given_at: Instant
