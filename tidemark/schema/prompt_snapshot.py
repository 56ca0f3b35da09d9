"""A view as it is kept: places in messages, the words that stand in none, and its fingerprint."""

import datetime as dt

from tidemark.schema.base import FrozenModel
from tidemark.schema.memory import ItemKind
from tidemark.schema.messages import Role, TextPart, Usage
from tidemark.schema.prompt_view import ContextView, PieceKind
from tidemark.schema.reasons import StoredReason
from tidemark.schema.turns import Turn


class Excluded(FrozenModel):
    """What a person wants left out of a view: messages by id, items by kind and text."""

    message_ids: tuple[int, ...] = ()
    items: tuple[tuple[ItemKind, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.message_ids or self.items)

    def __or__(self, other: "Excluded") -> "Excluded":
        return Excluded(
            message_ids=tuple(dict.fromkeys((*self.message_ids, *other.message_ids))),
            items=tuple(dict.fromkeys((*self.items, *other.items))),
        )


NOTHING = Excluded()


class SnapshotPiece(FrozenModel):
    """One piece of a view: characters ``start`` to ``end`` of its first message, or own words.

    ``of`` are the ids of its messages; ``is_cut``: an ellipsis follows.  ``words`` is the number
    of its own words, ``why`` that of its reason.  ``role`` and ``at`` are kept only where they are
    not those of its message.  ``missed_by`` is of what was left out, ``worth`` of what stood beside
    the session's own past and competed with it.
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


class Instructions(FrozenModel):
    """What an engine was told before the view: of which day, how long, and its SHA-256."""

    on: dt.date
    tokens: int
    sha256: str


class SnapshotLayout(FrozenModel):
    """All of a view but the words that stand in no message.

    ``usage`` is what the service counted for this one prompt and its reply.  ``has_pins``: messages
    were pinned when it was chosen.
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


class PromptSnapshotRecord(FrozenModel):
    """A view outside its database: its messages are named by position, its words stand open."""

    sha256: str
    places: SnapshotLayout
    words: tuple[str, ...] = ()


class PromptSnapshot(FrozenModel):
    """A view about to be stored, or as stored.

    ``sha256`` is of the prompt as it was sent.  Of its own ``words``, those that quote messages are
    in parts: what they quote is said by its place, and gone once its message is.
    """

    sha256: str
    places: SnapshotLayout
    words: tuple[str | tuple[TextPart, ...], ...] = ()


class InspectedTurn(FrozenModel):
    """A turn, the view its engine read, and what is kept beside it.

    ``is_as_sent``: rendered again, it is letter by letter what was sent.
    """

    turn: Turn
    view: ContextView
    kept: PromptSnapshot
    is_as_sent: bool
