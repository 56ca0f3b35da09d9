"""What fits: candidates in, the pieces an engine reads and their exact tokens out.

The question always goes in, then the active messages, newest first; what is left of the budget is
shared by what memory offers, best first.  The whole is counted as it is rendered, so ``tokens``
is what is sent, not an estimate.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tidemark import memory
from tidemark.schema import (
    ContextView,
    Item,
    ItemKind,
    Message,
    PieceKind,
    Role,
    SessionMemory,
    ViewPiece,
)
from utils import TokenCounter

_FENCES = ("memory", "earlier", "understood")
_FENCE_TOKENS = 20  # both fences and the bounds of their message
_LABEL_TOKENS = 6  # "Open questions: " and a line break
_JOINT_TOKENS = 1  # "; " between items, a line break between messages
_LAST_OUT: tuple[ItemKind, ...] = ("constraints", "preferences", "decisions")


@dataclass(frozen=True)
class Line:
    """One message as an engine gets it."""

    role: Role
    content: str


@dataclass(frozen=True)
class Candidate:
    """A piece that memory offers, and how much it is worth for this question (higher is better)."""

    piece: ViewPiece
    worth: float


def render(view: ContextView) -> tuple[Line, ...]:
    """Return the messages of ``view`` exactly as an engine gets them, the question last.

    What comes from memory stands fenced in one message before the others: data, not instructions.
    """
    lines = [Line(piece.role, piece.text) for piece in view.of_kind("message")]
    before, question = _around(view)
    return (*before, *lines, question)


def count(view: ContextView, counter: TokenCounter) -> int:
    """Count ``view`` as rendered, by the message rule; its messages were counted when stored."""
    said = view.of_kind("message")
    before, question = _around(view)
    lines = [*before, question]
    return sum(piece.tokens for piece in said) + sum(
        counter.count_message(line.role, line.content) for line in lines
    )


def build(
    question: str,
    *,
    active: Sequence[Message],
    offered: Iterable[Candidate],
    threshold: int,
    counter: TokenCounter,
) -> ContextView:
    """Choose what an engine reads for ``question``: never over ``threshold``, counted whole.

    A question longer than that goes in alone.
    """
    asked = question_piece(question, counter)
    left = threshold - asked.tokens
    kept: list[ViewPiece] = []
    for message in reversed(active):
        left -= message.token_count
        if left < 0:
            break
        kept.append(message_piece(message))
    chosen = _affordable(offered, left) if len(kept) == len(active) else []
    while True:
        view = _view(question, [asked, *kept, *chosen], threshold, counter)
        if view.tokens <= threshold or not chosen:
            return view
        chosen.pop()  # the estimate was short: what is worth least goes


def augment(view: ContextView, text: str, counter: TokenCounter) -> ContextView:
    """Add what the question was understood as to ``view``, cut to what the budget leaves."""
    left = view.threshold - view.tokens
    while text and left > 0:
        text = counter.cut(text, left)
        piece = ViewPiece(
            kind="augmented",
            text=text,
            tokens=counter.count_tokens(text),
            reason="what the question was understood as",
        )
        larger = _view(view.question, (*view.pieces, piece), view.threshold, counter)
        if larger.tokens <= view.threshold:
            return larger
        left = min(left, counter.count_tokens(text)) - (larger.tokens - view.threshold)
    return view


def question_piece(question: str, counter: TokenCounter) -> ViewPiece:
    """Return ``question`` as a piece of a view."""
    tokens = counter.count_message("user", question)
    return ViewPiece(kind="question", text=question, tokens=tokens, reason="the question")


def message_piece(message: Message) -> ViewPiece:
    """Return an active ``message`` as a piece of a view."""
    return ViewPiece(
        kind="message",
        text=message.content,
        tokens=message.token_count,
        reason="active message",
        role=message.role,
        message_ids=(message.id,),
        timestamp=message.timestamp,
    )


def recalled_piece(message: Message, text: str, *, reason: str, counter: TokenCounter) -> ViewPiece:
    """Return ``text``, all or part of a covered ``message``, as a piece of a view."""
    piece = ViewPiece(
        kind="recalled",
        text=text,
        tokens=0,
        reason=reason,
        role=message.role,
        message_ids=(message.id,),
        timestamp=message.timestamp,
    )
    return piece.model_copy(update={"tokens": counter.count_tokens(_dated(piece))})


def item_piece(kind: ItemKind, item: Item, *, reason: str, counter: TokenCounter) -> ViewPiece:
    """Return a remembered ``item`` as a piece of a view."""
    text = memory.render_item(kind, item)
    return ViewPiece(
        kind="item",
        text=text,
        tokens=counter.count_tokens(text),
        reason=reason,
        message_ids=item.message_ids,
        item_kind=kind,
        item=item,
    )


def weight_of(kind: ItemKind) -> float:
    """Return what an item of ``kind`` is worth where it has nothing in common with the question."""
    return 0.2 if kind in _LAST_OUT else 0.1  # they leave last: they hold whatever is asked


def _around(view: ContextView) -> tuple[list[Line], Line]:
    """Return what stands before the messages of ``view``, and the question after them."""
    remembered = _remembered(view)
    augmented = "\n".join(piece.text for piece in view.of_kind("augmented"))
    question = view.question
    if augmented:
        question = f"{question}\n{_fenced('understood', augmented)}"
    before = [Line("user", remembered)] if remembered else []
    return before, Line("user", question)


def _affordable(offered: Iterable[Candidate], left: int) -> list[ViewPiece]:
    """Return the pieces that fit in about ``left`` tokens, best first."""
    left -= _FENCE_TOKENS
    chosen: list[ViewPiece] = []
    kinds: set[tuple[PieceKind, ItemKind | None]] = set()
    for candidate in sorted(offered, key=lambda offer: -offer.worth):
        piece = candidate.piece
        label = 0 if (piece.kind, piece.item_kind) in kinds else _LABEL_TOKENS
        cost = piece.tokens + _JOINT_TOKENS + label
        if cost <= left:
            left -= cost
            kinds.add((piece.kind, piece.item_kind))
            chosen.append(piece)
    return chosen


def _view(
    question: str, pieces: Sequence[ViewPiece], threshold: int, counter: TokenCounter
) -> ContextView:
    view = ContextView(
        question=question,
        pieces=tuple(sorted(pieces, key=_reading_order)),
        tokens=0,
        threshold=threshold,
    )
    return view.model_copy(update={"tokens": count(view, counter)})


def _reading_order(piece: ViewPiece) -> tuple[int, tuple[int, ...]]:
    order = ("item", "recalled", "message", "augmented", "question")
    return order.index(piece.kind), piece.message_ids


def _remembered(view: ContextView) -> str:
    kept: dict[ItemKind, tuple[Item, ...]] = {}
    for piece in view.of_kind("item"):
        if piece.item_kind is not None and piece.item is not None:
            kept[piece.item_kind] = (*kept.get(piece.item_kind, ()), piece.item)
    blocks = []
    if kept:
        blocks.append(_fenced("memory", memory.render(SessionMemory.of(kept))))
    earlier = [_dated(piece) for piece in view.of_kind("recalled")]
    if earlier:
        blocks.append(_fenced("earlier", "\n".join(earlier)))
    return "\n".join(blocks)


def _dated(piece: ViewPiece) -> str:
    day = f"{piece.timestamp:%Y-%m-%d} " if piece.timestamp else ""
    return f"{day}{piece.role}: {piece.text}"


def _fenced(name: str, text: str) -> str:
    for fence in _FENCES:  # what is remembered cannot close its own fence
        text = text.replace(f"</{fence}", f"</ {fence}").replace(f"<{fence}", f"< {fence}")
    return f"<{name}>\n{text}\n</{name}>"
