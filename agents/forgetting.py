"""Forgetting: removes texts that a person asked to forget from context, passages and candidates."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agents.context import Context
from tidemark.memory.forgetting import without, without_items
from tidemark.prompt.packing import PackingCandidate
from tidemark.prompt.remembered import MergedMemory
from tidemark.retrieval.recall_query import Hit
from tidemark.schema import Message
from utils import TokenCounter


def without_forgotten(context: Context, forgotten: Sequence[str], counter: TokenCounter) -> Context:
    """Return ``context`` with ``forgotten`` texts cut from messages, and without their items."""
    if not forgotten:
        return context
    summaries = without_items(context.summaries, forgotten)
    changed = summaries != context.summaries
    return replace(
        context,
        active=messages(context.active, forgotten, counter),
        recent=messages(context.recent, forgotten, counter),
        pinned=messages(context.pinned, forgotten, counter),
        summaries=summaries,
        merge=MergedMemory if changed else context.merge,
    )


def messages(
    said: Iterable[Message], forgotten: Sequence[str], counter: TokenCounter
) -> tuple[Message, ...]:
    """Return the messages ``said`` with the ``forgotten`` texts cut out."""
    return tuple(_message(each, forgotten, counter) for each in said)


def passages(hits: Iterable[Hit], forgotten: Sequence[str]) -> list[Hit]:
    """Return the passages with the ``forgotten`` texts cut out."""
    return [_passage(hit, forgotten) for hit in hits]


def candidates(
    offered: Iterable[PackingCandidate], forgotten: Sequence[str]
) -> tuple[PackingCandidate, ...]:
    """Return the candidates that contain no ``forgotten`` text."""
    return tuple(each for each in offered if without(each.piece.text, forgotten) == each.piece.text)


def _message(message: Message, forgotten: Sequence[str], counter: TokenCounter) -> Message:
    text = without(message.content, forgotten)
    if text == message.content:
        return message
    tokens = counter.count_message(message.role, text)
    return message.model_copy(update={"content": text, "token_count": tokens})


def _passage(hit: Hit, forgotten: Sequence[str]) -> Hit:
    text = without(hit.text, forgotten)
    if text == hit.text:
        return hit
    return hit._replace(content=hit.content[: hit.start] + text, end=hit.start + len(text))
