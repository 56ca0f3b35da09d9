"""What is kept of a turn when it ends: its reply, what is known of its question, what was read."""

from typing import Any, Literal

from agents.context import Context
from agents.recall import CrossSessionContext
from agents.state import TurnContext, TurnState
from tidemark.prompt import message_spans, snapshots
from tidemark.retrieval.chunking import SourceMessage
from tidemark.schema import Failure, MessageMetadata, NewMessage, metrics
from tidemark.schema.prompt_snapshot import PromptSnapshot
from utils import TokenCounter, storable

Cut = Literal["stopped", "failed"] | None  # where a reply broke off


def ended(
    state: TurnState,
    said: str,
    turn: TurnContext,
    counter: TokenCounter,
    *,
    partial: Cut = None,
    failure: Failure | None = None,
) -> dict[str, Any]:
    """Return what is stored at the end of a turn, as ``Turns.finish`` takes it.

    Of one that was broken off, a reply is among it only where something was ``said``; ``failure``
    is why it was.
    """
    known, view = question_metadata(state, turn, failure), kept_view(state, turn, counter)
    is_reply = bool(said) or partial is None
    reply = reply_message(state, said, turn, counter, partial=partial) if is_reply else None
    came_to = None
    if "context" in state:
        held, folded = state["context"].tokens + state["question"].token_count, state.get("folded")
        came_to = metrics.of_turn(turn.engine.label, held, known, reply, view, folded)
    told = {"reply": reply, "question_metadata": known, "view": view, "figures": came_to}
    return {**told, "beside": turn.is_again}


def question_metadata(
    state: TurnState, turn: TurnContext, failure: Failure | None = None
) -> MessageMetadata:
    """Return what is known of the question after as much of the turn as ``state`` holds.

    What its analysis repeats of the conversation is in it as places
    (``tidemark.prompt.message_spans``).
    """
    view = state.get("view")
    known = MessageMetadata(
        query_analysis=state["understood"].value if "understood" in state else None,
        recalled=snapshots.recalled_ids(view) if view else (),
        recalled_tokens=sum(piece.tokens for piece in view.of_kind("recalled")) if view else 0,
        timings_ms={step: round(ms, 1) for step, ms in turn.timings_ms.items()},
        view_tokens=view.tokens if view else None,
        similar=state["beside"].similar_in(view) if view else (),
        failure=failure,
    )
    said = {of: message.content for of, message in _said(state).items()}
    return message_spans.shortened(known, state["question"].content, said)


def kept_view(state: TurnState, turn: TurnContext, counter: TokenCounter) -> PromptSnapshot | None:
    """Return what the engine read, to be kept; None where the turn ended before that.

    Where it asks back, that is what it read to understand the question.
    """
    if "view" not in state:
        return None
    understood, told, usage = state["understood"], "", state.get("reply_usage")
    if understood.value.is_ambiguous:
        usage = understood.usage
    else:
        told = turn.engine.instructions(state["at"])
    return snapshots.keep(
        state["view"],
        state["question"],
        _said(state),
        excluded=turn.excluded,
        told=snapshots.instructions(told, state["at"], counter) if told else None,
        usage=usage,
        worth={each.piece: each.worth for each in state["beside"].candidates},
        has_pins=bool(state["context"].pinned),
    )


def _said(state: TurnState) -> dict[int, SourceMessage]:
    """Return the messages that a view of ``state`` may rest on, by id."""
    held, aside = state.get("context", Context()), state.get("beside", CrossSessionContext())
    said: dict[int, SourceMessage] = {hit.message_id: hit for hit in state.get("found", ())}
    messages = (*aside.said, *held.active, *held.recent)
    return said | {message.id: message for message in messages}


def reply_message(
    state: TurnState, said: str, turn: TurnContext, counter: TokenCounter, *, partial: Cut = None
) -> NewMessage:
    """Return what was ``said`` as the message to store, with who spoke and what it cost."""
    said = storable(said)
    understood, fold = state.get("understood"), state.get("fold")
    asks_back = understood is not None and understood.value.is_ambiguous
    fell_back = [
        spoken.fell_back
        for spoken in (fold.spoken if fold else None, understood)
        if spoken is not None and spoken.fell_back
    ]
    metadata = MessageMetadata(
        engine=turn.engine.name,
        fell_back=tuple(fell_back),
        usage=state.get("usage"),
        clarifying=asks_back and partial is None,
        partial=partial,
        sources=snapshots.made_of(state["view"]) if "view" in state else None,
    )
    return NewMessage(
        role="assistant",
        content=said,
        timestamp=turn.clock(),
        token_count=counter.count_message("assistant", said),
        metadata=metadata,
    )
