"""The view: the text an engine reads of a conversation for one turn, piece by piece."""

import datetime as dt
from typing import Literal

from pydantic import Field

from tidemark.schema.base import FrozenModel
from tidemark.schema.memory import Item, ItemKind
from tidemark.schema.messages import PictureFile, Role
from tidemark.schema.reasons import Reason
from tidemark.schema.sources import SourceSpan

PieceKind = Literal["item", "recalled", "message", "source", "augmented", "question"]


class ViewPiece(FrozenModel):
    """One piece of a view: its kind, text, tokens, the messages it comes from and its reason.

    ``start`` is the character of its message at which a recalled passage begins; ``goes_on``: the
    message continues after it.  ``pasted`` are the spans of its text that its writer pasted.
    ``source`` is the place of a passage of a source; the source pieces of a view are numbered from
    1 in reading order.
    """

    kind: PieceKind
    text: str
    tokens: int
    reason: Reason
    role: Role = "user"
    message_ids: tuple[int, ...] = ()
    item_kind: ItemKind | None = None
    item: Item | None = None
    timestamp: dt.datetime | None = None
    start: int = 0
    goes_on: bool = False
    pasted: tuple[tuple[int, int], ...] = ()
    source: SourceSpan | None = None


class PromptStyle(FrozenModel):
    """The format in which a view is rendered, and the time zone of its dates.

    The defaults are those of every view stored by an older version.
    """

    form: Literal["plain", "model"] = "plain"
    zone: str = "UTC"


PLAIN = PromptStyle()


class LeftOut(FrozenModel):
    """A piece that was left out: ``missed_by`` tokens too large for the rest of the budget."""

    piece: ViewPiece
    missed_by: int


class ContextView(FrozenModel):
    """All pieces an engine reads for one turn, in reading order, the question last.

    ``tokens`` counts them as rendered in their ``style`` (``tidemark.prompt.rendering``); it never
    exceeds ``threshold``, unless the question alone does.  ``left_out`` holds the next best pieces,
    best first.  The notebook's ``instructions`` have an allowance of their own, as have passages of
    sources: ``source_tokens`` counts them, with their fences.  ``sources_withheld``: there are
    sources, but the person chose none of them for this question.  ``pictures`` go with their
    messages; they are counted separately, too.  ``is_kept``: the exchange is stored, unlike that of
    a temporary chat.
    """

    question: str
    pieces: tuple[ViewPiece, ...]
    tokens: int
    threshold: int
    left_out: tuple[LeftOut, ...] = ()
    style: PromptStyle = PLAIN
    instructions: str = ""
    source_tokens: int = 0
    sources_withheld: bool = False
    pictures: tuple[PictureFile, ...] = Field(default=(), exclude=True, repr=False)
    is_kept: bool = Field(default=True, exclude=True, repr=False)

    def of_kind(self, kind: PieceKind) -> tuple[ViewPiece, ...]:
        """Return the pieces of one ``kind``, in reading order."""
        return tuple(piece for piece in self.pieces if piece.kind == kind)
