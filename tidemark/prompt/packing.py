"""Packing: takes, cuts or leaves out the pieces that recall chose, until the budget is used.

The question always goes in, then pinned pieces.  If the question depends on the conversation, the
active messages follow, newest first, and candidates from memory fill the rest, best first; if it is
self-contained, memory goes first and the newest messages fill the rest.  The view is counted as it
is rendered (``tidemark.prompt.rendering``), so ``tokens`` is exact.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tidemark.memory import merging
from tidemark.memory.pasted_text import pasted_spans, pasted_within
from tidemark.nlp.speakers import speaker_of
from tidemark.prompt import rendering
from tidemark.retrieval.recall_query import Hit
from tidemark.schema import (
    ContextView,
    Item,
    ItemKind,
    LeftOut,
    Message,
    PieceKind,
    Reason,
    ViewPiece,
)
from tidemark.schema.prompt_view import PLAIN, PromptStyle
from utils import TokenCounter, storable

_ORDER: tuple[PieceKind, ...] = (
    "item",
    "recalled",
    "message",
    "source",
    "augmented",
    "question",
)
_FENCE_TOKENS = 10  # for one fence and the separators of its message
_LABEL_TOKENS = 6  # "Open questions: " and a line break
_DATE_TOKENS = 7  # "2026-05-03" and a line break
_SPEAKER_TOKENS = 2  # "user:"
_STOPS = (".", "!", "?")
_MARK_TOKENS = 4  # "[…]" before and after, and a label
_HELD_SHARE, _MOST_SHARE = 15, 12  # of the budget, for the question's analysis: as a rule, at most
_LEAST_HELD, _MOST_HELD = 40, 100
_UNDERSTOOD_TOKENS = 12  # for its fence
_JOINT_TOKENS = 1  # "; " between items, a line break between messages
_LEAST_ROOM = 12  # tokens: with less room, a second pass over the pieces left out is pointless
_LEAST_AUGMENTED = 10  # tokens, or all of it
_LEFT_OUT_SHOWN = 12
_LAST_OUT: tuple[ItemKind, ...] = ("constraints", "preferences", "decisions")


class PackingCandidate(NamedTuple):
    """A piece from memory, and its ``worth`` for this question (higher is better)."""

    piece: ViewPiece
    worth: float


def build(
    question: str,
    *,
    active: Sequence[Message],
    offered: Iterable[PackingCandidate],
    threshold: int,
    counter: TokenCounter,
    stands_alone: bool = False,
    pinned: Iterable[ViewPiece] = (),
    always: Iterable[ViewPiece] = (),
    style: PromptStyle = PLAIN,
    understood: str | None = None,
) -> ContextView:
    """Choose the pieces an engine reads for ``question``, within ``threshold`` as rendered.

    A longer question goes in alone.  ``pinned`` pieces go first, then those to read ``always``, in
    the order given.  If the question ``stands_alone``, the candidates ``offered`` go before the
    active messages.  For a model, room is reserved for the analysis of its question,
    ``understood``; None if it is not known yet.
    """
    asked = question_piece(question, counter)
    limit = threshold
    if style.form == "model":
        limit -= held_for_understanding(threshold, understood, counter)
    chosen = _Choice(limit - asked.tokens, style)
    chosen.take_pinned(pinned)
    chosen.take_always(always)
    tail = map(message_piece, reversed(active))
    if stands_alone:
        chosen.take_best(offered)
        chosen.take_newest(tail)
    elif chosen.take_newest(tail):
        chosen.take_best(offered)
    while True:
        pieces = sorted([asked, *chosen.pieces], key=_reading_order)
        left = limit - rendering.count_pieces(pieces, style, counter)
        if left < 0 and chosen.pieces:
            chosen.drop_last()  # the estimate was short, so the piece taken last is dropped
        elif left < _LEAST_ROOM or not chosen.take_more(left):
            return ContextView(
                question=question,
                pieces=tuple(pieces),
                tokens=limit - left,
                threshold=threshold,
                left_out=tuple(chosen.missed(left)),
                style=style,
            )


def held_for_understanding(threshold: int, understood: str | None, counter: TokenCounter) -> int:
    """Return the tokens of a budget that are reserved for the analysis ``understood``.

    >>> [held_for_understanding(1200, text, TokenCounter()) for text in (None, "", "To Ghent.")]
    [80, 0, 16]
    """
    if understood is None:
        return min(max(threshold // _HELD_SHARE, _LEAST_HELD), _MOST_HELD)
    needed = counter.count_tokens(understood) + _UNDERSTOOD_TOKENS if understood else 0
    return min(needed, max(threshold // _MOST_SHARE, _LEAST_HELD), _MOST_HELD)


class _Choice:
    """Chooses pieces one by one, within about ``left`` tokens."""

    def __init__(self, left: int, style: PromptStyle) -> None:
        self.pieces: list[ViewPiece] = []
        self.left_out: list[ViewPiece] = []
        self._left = left
        self._style = style
        self._heads: set[object] = set()  # fences, by kind, and headings of pieces, already counted
        self._pinned: set[object] = set()
        self._may_grow = True

    def take_pinned(self, pinned: Iterable[ViewPiece]) -> None:
        """Take the ``pinned`` pieces that fit, in order."""
        self._take(piece.model_copy(update={"reason": Reason("pinned")}) for piece in pinned)
        self._pinned = {_source(piece) for piece in self.pieces}

    def take_always(self, pieces: Iterable[ViewPiece]) -> None:
        """Take the ``pieces`` that fit, in order, except those that are pinned."""
        self._take(piece for piece in pieces if _source(piece) not in self._pinned)

    def take_newest(self, messages: Iterable[ViewPiece]) -> bool:
        """Take ``messages``, newest first, until one does not fit; return whether all fit.

        A whole message replaces its passages taken before, and stays pinned if they were.
        """
        passages: defaultdict[tuple[int, ...], list[ViewPiece]] = defaultdict(list)
        for piece in self.pieces:
            if piece.kind == "recalled":
                passages[piece.message_ids].append(piece)
        whole: dict[tuple[int, ...], ViewPiece] = {}
        all_fit = True
        for message in messages:
            parts = passages.get(message.message_ids, ())
            cost = message.tokens - sum(piece.tokens for piece in parts)
            if cost > self._left:
                self.left_out.append(message)
                all_fit = False
                break
            self._left -= cost
            whole[message.message_ids] = message
        rest = (
            piece
            for piece in self.pieces
            if piece.kind != "recalled" or piece.message_ids not in whole
        )
        # Pinned pieces go first, as the last piece is dropped if the estimate was short
        self.pieces = sorted(
            [*rest, *whole.values()], key=lambda piece: _source(piece) not in self._pinned
        )
        return all_fit

    def take_best(self, offered: Iterable[PackingCandidate]) -> None:
        """Take the candidates that fit, best first."""
        best_first = sorted(offered, key=lambda offer: -offer.worth)
        pieces = (candidate.piece for candidate in best_first)
        self._take(piece for piece in pieces if _source(piece) not in self._pinned)

    def take_more(self, left: int) -> bool:
        """Take pieces that were left out and fit ``left`` tokens; return whether any did.

        Estimates are high, so a second pass finds room; a third would find almost none.
        """
        if not self._may_grow:
            return False
        self._may_grow = False
        left_out, self.left_out, self._left = self.left_out, [], left
        before = len(self.pieces)
        self._take(piece for piece in left_out if piece.kind != "message")
        self.left_out += [piece for piece in left_out if piece.kind == "message"]
        return len(self.pieces) > before

    def drop_last(self) -> None:
        """Drop the piece taken last."""
        self.left_out.insert(0, self.pieces.pop())
        self._may_grow = False

    def missed(self, left: int) -> Iterator[LeftOut]:
        """Yield the pieces that would have gone in next, where ``left`` tokens are left."""
        for piece in self.left_out[:_LEFT_OUT_SHOWN]:
            cost = piece.tokens if piece.kind == "message" else self._cost(piece, self._head(piece))
            yield LeftOut(piece=piece, missed_by=max(cost - left, 1))

    def _take(self, pieces: Iterable[ViewPiece]) -> None:
        for piece in pieces:
            head = self._head(piece)
            if piece.tokens <= self._left and (cost := self._cost(piece, head)) <= self._left:
                self._left -= cost
                self._heads |= {head, piece.kind}
                self.pieces.append(piece)
            else:
                self.left_out.append(piece)

    def _head(self, piece: ViewPiece) -> object:
        """Return the heading of ``piece`` in its fence: the kind of an item, else the day."""
        return piece.item_kind if piece.kind == "item" else rendering.day_of(piece, self._style)

    def _cost(self, piece: ViewPiece, head: object) -> int:
        """Return the tokens that ``piece`` takes, with its fence and heading if not yet counted."""
        cost = piece.tokens + _joint(piece)
        if self._style.form == "model" and piece.kind == "recalled":
            cost += _MARK_TOKENS + piece.text.count("\n")  # marks of cuts, and indents
        if piece.kind not in self._heads:
            cost += _FENCE_TOKENS
        if head not in self._heads:
            cost += _LABEL_TOKENS if piece.kind == "item" else _DATE_TOKENS
        return cost


def _joint(piece: ViewPiece) -> int:
    """Return the tokens between ``piece`` and the next; a line break merges with a full stop."""
    return 0 if piece.text.endswith(_STOPS) else _JOINT_TOKENS


def _source(piece: ViewPiece) -> object:
    """Return the identity of the content of ``piece``, so that a pinned piece is not repeated."""
    return (piece.item_kind, piece.text) if piece.kind == "item" else piece.message_ids


def augment(view: ContextView, text: str, counter: TokenCounter) -> ContextView:
    """Add the augmented context ``text`` to ``view``, cut to the rest of the budget.

    Nothing is added if fewer than a few tokens are left.
    """
    text = storable(text)  # a model can return half a surrogate pair
    left = view.threshold - view.tokens
    least = min(_LEAST_AUGMENTED, counter.count_tokens(text))
    while text and left >= least:
        text = counter.cut(text, left)
        piece = ViewPiece(
            kind="augmented",
            text=text,
            tokens=counter.count_tokens(text),
            reason=Reason("understood"),
        )
        pieces = sorted((*view.pieces, piece), key=_reading_order)
        tokens = rendering.count_pieces(pieces, view.style, counter)
        if tokens <= view.threshold:
            return view.model_copy(update={"pieces": tuple(pieces), "tokens": tokens})
        left = min(left, counter.count_tokens(text)) - (tokens - view.threshold)
    return view


def question_piece(question: str, counter: TokenCounter) -> ViewPiece:
    """Return ``question`` as a piece of a view."""
    tokens = counter.count_message("user", question)
    return ViewPiece(kind="question", text=question, tokens=tokens, reason=Reason("question"))


def message_piece(message: Message) -> ViewPiece:
    """Return an active ``message`` as a piece of a view."""
    return ViewPiece(
        kind="message",
        text=message.content,
        tokens=message.token_count,
        reason=Reason("active"),
        role=message.role,
        message_ids=(message.id,),
        timestamp=message.timestamp,
        pasted=pasted_spans(message.content) if message.role == "user" else (),
    )


def recalled_piece(
    message: Message, text: str, *, reason: Reason, counter: TokenCounter
) -> ViewPiece:
    """Return ``text``, the beginning of a covered ``message``, as a piece of a view."""
    end = _end_of(text, message.content)
    return ViewPiece(
        kind="recalled",
        text=text,
        tokens=counter.count_tokens(text) + _SPEAKER_TOKENS,
        reason=reason,
        role=message.role,
        message_ids=(message.id,),
        timestamp=message.timestamp,
        goes_on=rendering.goes_on(message.content, end),
        pasted=pasted_within(message.content, 0, end) if message.role == "user" else (),
    )


def _end_of(text: str, content: str) -> int:
    """Return the end of ``text``, which is the beginning of ``content``, in ``content``."""
    whole = content.startswith(text)
    return len(text) if whole else len(text.removesuffix(rendering.CUT))


def passage_piece(hit: Hit, *, reason: Reason) -> ViewPiece:
    """Return ``hit``, all or part of a message, as a piece of a view."""
    names_speaker = not hit.start and speaker_of(hit.content)
    return ViewPiece(
        kind="recalled",
        text=hit.text,
        tokens=hit.tokens + (0 if names_speaker else _SPEAKER_TOKENS),
        reason=reason,
        role=hit.role,
        message_ids=(hit.message_id,),
        timestamp=hit.timestamp,
        start=hit.start,
        goes_on=rendering.goes_on(hit.content, hit.end),
        pasted=pasted_within(hit.content, hit.start, hit.end) if hit.role == "user" else (),
    )


def item_piece(kind: ItemKind, item: Item, *, reason: Reason, counter: TokenCounter) -> ViewPiece:
    """Return a remembered ``item`` as a piece of a view."""
    text = merging.render_item(kind, item)
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
    """Return the worth of an item of ``kind`` that shares no term with the question."""
    return 0.2 if kind in _LAST_OUT else 0.02  # dropped last, because they apply to any question


def _reading_order(piece: ViewPiece) -> tuple[int, tuple[int, ...], int]:
    return _ORDER.index(piece.kind), piece.message_ids, piece.start
