"""Exclusion: answers one question without the messages and items that the person excluded.

An item that rests on excluded messages alone is excluded with them, because it repeats them in
short.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from agents.context import Context
from tidemark.prompt import packing
from tidemark.prompt.remembered import MergedMemory
from tidemark.retrieval.recall_query import Hit
from tidemark.schema import (
    ITEM_KINDS,
    ContextView,
    Item,
    ItemKind,
    LeftOut,
    Message,
    Reason,
    SessionMemory,
    Summary,
    ViewPiece,
)
from tidemark.schema.prompt_snapshot import Excluded
from utils import TokenCounter

_EXCLUDED = Reason("excluded")


class Remaining(NamedTuple):
    """The candidates of a view that remain, and the ``excluded`` ones as pieces."""

    context: Context
    hits: Sequence[Hit]
    other_chats: Sequence[packing.PackingCandidate]
    excluded: tuple[ViewPiece, ...] = ()


def apply(
    excluded: Excluded,
    context: Context,
    hits: Sequence[Hit],
    other_chats: Sequence[packing.PackingCandidate],
    *,
    counter: TokenCounter,
) -> Remaining:
    """Return ``context``, ``hits`` and the candidates of ``other_chats``, without excluded ones."""
    if not excluded:
        return Remaining(context, hits, other_chats)
    gone = set(excluded.message_ids)
    rest = remaining_context(excluded, context)
    kept = tuple(hit for hit in hits if hit.message_id not in gone)
    others = [each for each in other_chats if not _names(excluded, each.piece)]
    gone_too = [each.piece for each in other_chats if _names(excluded, each.piece)]
    pieces = (
        *_messages(context, gone),
        *_passages(hits, gone - {message.id for message in _said(context)}),
        *_items(context.remembered.all_items(), excluded, counter),
        *(piece.model_copy(update={"reason": _EXCLUDED}) for piece in gone_too),
    )
    return Remaining(rest, kept, others, pieces)


def remaining_context(excluded: Excluded, context: Context) -> Context:
    """Return ``context`` without the messages and items that are ``excluded``."""
    if not excluded:
        return context
    gone = set(excluded.message_ids)
    return replace(
        context,
        active=tuple(message for message in context.active if message.id not in gone),
        summaries=_without(context, excluded),
        merge=MergedMemory,
        recent=tuple(each for each in context.recent if each.id not in gone),
        pinned=tuple(message for message in context.pinned if message.id not in gone),
    )


def with_excluded(view: ContextView, excluded: Sequence[ViewPiece]) -> ContextView:
    """Return ``view`` with the ``excluded`` pieces at the front of its list of pieces left out."""
    if not excluded:
        return view
    first = tuple(LeftOut(piece=piece, missed_by=0) for piece in excluded)
    return view.model_copy(update={"left_out": (*first, *view.left_out)})


def _names(excluded: Excluded, piece: ViewPiece) -> bool:
    if piece.item_kind is not None and piece.item is not None:
        return is_excluded(piece.item_kind, piece.item, excluded)
    return not set(excluded.message_ids).isdisjoint(piece.message_ids)


def is_excluded(kind: ItemKind, item: Item, excluded: Excluded) -> bool:
    """Return whether ``item`` itself is excluded, or rests on excluded messages alone."""
    rests_on = set(item.message_ids)
    said_by_them = bool(rests_on) and rests_on <= set(excluded.message_ids)
    return (kind, item.text) in excluded.items or said_by_them


def _without(context: Context, excluded: Excluded) -> tuple[Summary, ...]:
    """Return one summary with all items in force except the excluded ones."""
    if not context.summaries:
        return ()
    rest: dict[ItemKind, tuple[Item, ...]] = {
        kind: tuple(
            item for item in context.remembered.items(kind) if not is_excluded(kind, item, excluded)
        )
        for kind in ITEM_KINDS
    }
    last = context.summaries[-1]
    return (last.model_copy(update={"memory": SessionMemory.of(rest)}),)


def _said(context: Context) -> tuple[Message, ...]:
    said = (*context.active, *context.last_exchange, *context.pinned)
    return tuple({message.id: message for message in said}.values())


def _messages(context: Context, gone: set[int]) -> Iterator[ViewPiece]:
    for message in _said(context):
        if message.id in gone:
            piece = packing.message_piece(message)
            yield piece.model_copy(update={"reason": _EXCLUDED})


def _passages(hits: Sequence[Hit], gone: set[int]) -> Iterator[ViewPiece]:
    for hit in hits:
        if hit.message_id in gone:
            yield packing.passage_piece(hit, reason=_EXCLUDED)


def _items(
    items: Iterable[tuple[ItemKind, Item]], excluded: Excluded, counter: TokenCounter
) -> Iterator[ViewPiece]:
    for kind, item in dict.fromkeys(items):
        if is_excluded(kind, item, excluded):
            yield packing.item_piece(kind, item, reason=_EXCLUDED, counter=counter)
