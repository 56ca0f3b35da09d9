"""A prompt snapshot: the view of a turn, stored as places in messages and its SHA-256."""

import datetime as dt
from typing import NamedTuple

from tidemark.schema.base import FrozenModel, Sha256
from tidemark.schema.memory import ItemKind
from tidemark.schema.messages import Role, TextPart, Usage
from tidemark.schema.prompt_view import PLAIN, ContextView, PieceKind, PromptStyle
from tidemark.schema.reasons import StoredReason
from tidemark.schema.sources import SourceSpan
from tidemark.schema.turns import Turn


class Excluded(FrozenModel):
    """The messages (by id) and items (by kind and text) that a person excluded from a view.

    ``passages`` are those of sources.
    """

    message_ids: tuple[int, ...] = ()
    items: tuple[tuple[ItemKind, str], ...] = ()
    passages: tuple[SourceSpan, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.message_ids or self.items or self.passages)

    def __or__(self, other: "Excluded") -> "Excluded":
        return Excluded(
            message_ids=tuple(dict.fromkeys((*self.message_ids, *other.message_ids))),
            items=tuple(dict.fromkeys((*self.items, *other.items))),
            passages=tuple(dict.fromkeys((*self.passages, *other.passages))),
        )


NOTHING = Excluded()


class SnapshotPiece(FrozenModel):
    """One piece of a view: characters ``start`` to ``end`` of its first message, or its own text.

    ``of`` holds the ids of its messages; ``is_cut``: an ellipsis follows.  ``words`` is the index
    of its own text among the snapshot's, ``why`` that of its reason.  ``role`` and ``at`` are
    stored only if they differ from those of its message.  ``missed_by`` is set for a piece left
    out; ``worth`` for one from outside the session, which a replay cannot rank again.  ``goes_on``
    is stored only for one with its own text.  ``source`` is the index of a place in a source among
    the snapshot's places; the text there is that of the piece.
    """

    kind: PieceKind
    tokens: int
    why: int = 0
    of: tuple[int, ...] = ()
    start: int = 0
    end: int = 0
    is_cut: bool = False
    words: int | None = None
    role: Role | None = None
    at: dt.datetime | None = None
    item_kind: ItemKind | None = None
    on: dt.date | None = None
    status: str | None = None
    missed_by: int = 0
    worth: float | None = None
    goes_on: bool = False
    source: int | None = None


class Instructions(FrozenModel):
    """The engine's instructions before the view: their date, tokens and SHA-256.

    The part from the ``notebook`` is stored as text.
    """

    on: dt.date
    tokens: int
    sha256: Sha256
    notebook: str = ""


class SnapshotLayout(FrozenModel):
    """A view without its text: the places of its pieces, their reasons, and totals.

    ``style`` is how it was rendered; ``usage`` is the service's count of this prompt and its reply.
    ``sources`` are the places of its passages of sources, which take ``source_tokens``.
    ``has_pins``: messages were pinned at the time.
    """

    tokens: int
    threshold: int
    reasons: tuple[StoredReason, ...] = ()
    pieces: tuple[SnapshotPiece, ...] = ()
    left_out: tuple[SnapshotPiece, ...] = ()
    excluded: Excluded = NOTHING
    instructions: Instructions | None = None
    usage: Usage | None = None
    has_pins: bool = False
    style: PromptStyle = PLAIN
    sources: tuple[SourceSpan, ...] = ()
    source_tokens: int = 0


class PromptSnapshotRecord(FrozenModel):
    """A snapshot outside its database: messages by position, own texts uncompressed."""

    sha256: str
    places: SnapshotLayout
    words: tuple[str, ...] = ()


class PromptSnapshot(FrozenModel):
    """A snapshot as stored.

    ``sha256`` is that of the prompt as sent.  Own ``words`` that quote messages are stored as
    parts: a quote is stored as its place, and is lost once its message is deleted.
    """

    sha256: str
    places: SnapshotLayout
    words: tuple[str | tuple[TextPart, ...], ...] = ()


class MessageSize(NamedTuple):
    """The length of a message's text in characters, and its stored token count."""

    chars: int
    tokens: int


class InspectedTurn(FrozenModel):
    """A turn, the view its engine read, and the stored snapshot ``kept``.

    ``is_as_sent``: rendered again, the prompt has the SHA-256 of the one sent.
    """

    turn: Turn
    view: ContextView
    kept: PromptSnapshot
    is_as_sent: bool
