"""What fits: candidates in, the pieces an engine reads and their exact tokens out.

The question always goes in, then what is pinned.  Where it depends on the talk before it, the
active messages follow, newest first, and what memory offers shares what is left, best first; where
it stands alone, memory goes first and the newest messages take the rest.  The whole is counted as
it is rendered, so ``tokens`` is what is sent, not an estimate.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tidemark import memory
from tidemark.recall import Hit
from tidemark.schema import (
    ContextView,
    Item,
    ItemKind,
    LeftOut,
    Message,
    Role,
    SessionMemory,
    ViewPiece,
)
from utils import TokenCounter

_FENCES = ("memory", "earlier", "understood")
_FENCE_TOKENS = 10  # of one, with the bounds of their message
_LABEL_TOKENS = 6  # "Open questions: " and a line break
_DATE_TOKENS = 7  # "2026-05-03" and a line break
_SPEAKER_TOKENS = 2  # "user:"
_JOINT_TOKENS = 1  # "; " between items, a line break between messages
_LEFT_OUT_SHOWN = 12
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
    stands_alone: bool = False,
    pinned: Iterable[ViewPiece] = (),
) -> ContextView:
    """Choose what an engine reads for ``question``: never over ``threshold``, counted whole.

    A question longer than that goes in alone.  What is ``pinned`` goes before all else, in the
    order given.  Where the question ``stands_alone``, what memory offers goes before the active
    messages.
    """
    asked = question_piece(question, counter)
    chosen = _Choice(threshold - asked.tokens)
    chosen.take_pinned(pinned)
    tail = [message_piece(message) for message in reversed(active)]
    if stands_alone:
        chosen.take_best(offered)
        chosen.take_newest(tail)
    elif chosen.take_newest(tail):
        chosen.take_best(offered)
    while True:
        view = _view(question, [asked, *chosen.pieces], threshold, counter, chosen.left_out)
        if view.tokens > threshold and chosen.pieces:
            chosen.drop_last()  # the estimate was short: what came last goes
        elif not chosen.take_more(threshold - view.tokens):
            return view


class _Choice:
    """Pieces chosen one after the other, within about ``left`` tokens."""

    def __init__(self, left: int) -> None:
        self.pieces: list[ViewPiece] = []
        self.left_out: list[LeftOut] = []
        self._left = left
        self._heads: set[object] = set()
        self._pinned: set[object] = set()
        self._may_grow = True

    def take_pinned(self, pinned: Iterable[ViewPiece]) -> None:
        """Take what fits of ``pinned``, in its order."""
        self._take(piece.model_copy(update={"reason": "pinned"}) for piece in pinned)
        self._pinned = {_source(piece) for piece in self.pieces}

    def take_newest(self, messages: Iterable[ViewPiece]) -> bool:
        """Take ``messages``, newest first, until one does not fit; return whether all did.

        Passages of a message that goes in whole give way to it.
        """
        for message in messages:
            parts = [
                piece
                for piece in self.pieces
                if piece.kind == "recalled" and piece.message_ids == message.message_ids
            ]
            cost = message.tokens - sum(piece.tokens for piece in parts)
            if cost > self._left:
                self._leave_out(message, cost)
                return False
            self._left -= cost
            self.pieces = [piece for piece in self.pieces if piece not in parts] + [message]
        return True

    def take_best(self, offered: Iterable[Candidate]) -> None:
        """Take what fits of ``offered``, best first."""
        best_first = sorted(offered, key=lambda offer: -offer.worth)
        pieces = (candidate.piece for candidate in best_first)
        self._take(piece for piece in pieces if _source(piece) not in self._pinned)

    def take_more(self, left: int) -> bool:
        """Take what fits in ``left`` tokens of what was left out; return whether anything did.

        The estimates are high, so that a second look finds room; a third would find next to none.
        """
        left_out, self.left_out, self._left = self.left_out, [], left
        may_grow, self._may_grow = self._may_grow, False
        if not may_grow:
            self.left_out = left_out
            return False
        before = len(self.pieces)
        self._take(out.piece for out in left_out if out.piece.kind != "message")
        return len(self.pieces) > before

    def drop_last(self) -> None:
        """Take the piece out that was chosen last."""
        self.left_out.insert(0, LeftOut(piece=self.pieces.pop(), missed_by=1))
        self._may_grow = False

    def _take(self, pieces: Iterable[ViewPiece]) -> None:
        for piece in pieces:
            new = {
                head: tokens for head, tokens in _heads(piece).items() if head not in self._heads
            }
            cost = piece.tokens + _JOINT_TOKENS + sum(new.values())
            if cost > self._left:
                self._leave_out(piece, cost)
                continue
            self._left -= cost
            self._heads |= new.keys()
            self.pieces.append(piece)

    def _leave_out(self, piece: ViewPiece, cost: int) -> None:
        self.left_out.append(LeftOut(piece=piece, missed_by=cost - self._left))


def _source(piece: ViewPiece) -> object:
    """Return what ``piece`` says or repeats: nothing is said twice beside what is pinned."""
    return (piece.item_kind, piece.text) if piece.kind == "item" else piece.message_ids


def _heads(piece: ViewPiece) -> dict[object, int]:
    """Return the lines and fences that stand over ``piece``, and their tokens."""
    if piece.kind == "item":
        return {"memory": _FENCE_TOKENS, piece.item_kind: _LABEL_TOKENS}
    return {"earlier": _FENCE_TOKENS, _day(piece): _DATE_TOKENS}


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
        pieces = (*view.pieces, piece)
        larger = _view(view.question, pieces, view.threshold, counter, view.left_out)
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
    """Return ``text``, the beginning of a covered ``message``, as a piece of a view."""
    return ViewPiece(
        kind="recalled",
        text=text,
        tokens=counter.count_tokens(text) + _SPEAKER_TOKENS,
        reason=reason,
        role=message.role,
        message_ids=(message.id,),
        timestamp=message.timestamp,
    )


def passage_piece(hit: Hit, *, reason: str) -> ViewPiece:
    """Return ``hit``, all or part of a message, as a piece of a view."""
    return ViewPiece(
        kind="recalled",
        text=hit.text,
        tokens=hit.tokens + _SPEAKER_TOKENS,
        reason=reason,
        role=hit.role,
        message_ids=(hit.message_id,),
        timestamp=hit.timestamp,
        start=hit.start,
    )


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
    return 0.2 if kind in _LAST_OUT else 0.02  # they leave last: they hold whatever is asked


def _around(view: ContextView) -> tuple[list[Line], Line]:
    """Return what stands before the messages of ``view``, and the question after them."""
    remembered = _remembered(view)
    augmented = "\n".join(piece.text for piece in view.of_kind("augmented"))
    question = view.question
    if augmented:
        question = f"{question}\n{_fenced('understood', augmented)}"
    before = [Line("user", remembered)] if remembered else []
    return before, Line("user", question)


def _view(
    question: str,
    pieces: Sequence[ViewPiece],
    threshold: int,
    counter: TokenCounter,
    left_out: Sequence[LeftOut],
) -> ContextView:
    view = ContextView(
        question=question,
        pieces=tuple(sorted(pieces, key=_reading_order)),
        tokens=0,
        threshold=threshold,
        left_out=tuple(left_out[:_LEFT_OUT_SHOWN]),
    )
    return view.model_copy(update={"tokens": count(view, counter)})


def _reading_order(piece: ViewPiece) -> tuple[int, tuple[int, ...], int]:
    order = ("item", "recalled", "message", "augmented", "question")
    return order.index(piece.kind), piece.message_ids, piece.start


def _remembered(view: ContextView) -> str:
    kept: dict[ItemKind, tuple[Item, ...]] = {}
    for piece in view.of_kind("item"):
        if piece.item_kind is not None and piece.item is not None:
            kept[piece.item_kind] = (*kept.get(piece.item_kind, ()), piece.item)
    blocks = []
    if kept:
        blocks.append(_fenced("memory", memory.render(SessionMemory.of(kept))))
    if earlier := view.of_kind("recalled"):
        blocks.append(_fenced("earlier", "\n".join(_dated(earlier))))
    return "\n".join(blocks)


def _dated(pieces: Iterable[ViewPiece]) -> Iterator[str]:
    """Yield what was said as lines, under the day it was said on."""
    for day, of_day in groupby(
        pieces, key=lambda piece: piece.timestamp and piece.timestamp.date()
    ):
        yield f"{day}"
        yield from map(_line, of_day)


def _day(piece: ViewPiece) -> dt.date | None:
    return piece.timestamp.date() if piece.timestamp else None


def _line(piece: ViewPiece) -> str:
    return f"{piece.role}: {piece.text}"


def _fenced(name: str, text: str) -> str:
    for fence in _FENCES:  # what is remembered cannot close its own fence
        text = text.replace(f"</{fence}", f"</ {fence}").replace(f"<{fence}", f"< {fence}")
    return f"<{name}>\n{text}\n</{name}>"
