"""The outcome of a turn, built from the state that the agents left."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from agents.context import Context
from agents.state import TurnContext, TurnState, citable, final_view, passages_read
from tidemark.engines.base import NO_USAGE
from tidemark.engines.builtin.items.profile_facts import (
    corrected_statements,
    denied_statements,
    profile_statements,
)
from tidemark.memory.corrections import current, may_correct
from tidemark.memory.forgetting import GAP, to_forget
from tidemark.memory.pasted_text import LONGEST_OWN, own_words, without_pasted
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.nlp import titles
from tidemark.nlp.dialogue_acts import dialogue_act
from tidemark.nlp.quotes import quotable_sentences
from tidemark.prompt import message_spans, snapshots
from tidemark.prompt.citations import CitedText
from tidemark.retrieval.recall_query import Hit
from tidemark.schema import (
    ContextView,
    Failure,
    Message,
    MessageMetadata,
    NewMessage,
    ProfileStatement,
    Usage,
    metrics,
)
from tidemark.schema.messages import SourceSupport
from tidemark.schema.prompt_snapshot import MessageSize, PromptSnapshot
from tidemark.schema.tools import uses_of
from tidemark.schema.turn_outcome import EndStatus, TurnOutcome
from tidemark.sources.citations import support_of
from tidemark.tools.search_knowledge_base import search_knowledge_base
from utils import TokenCounter, one_line, storable


def done(state: TurnState, turn: TurnContext, counter: TokenCounter) -> TurnOutcome:
    """Return the outcome of a turn that ran to its end."""
    question = state["question"]
    usage = _total_usage(state, state["reply_usage"])
    title_before, title = _corrected_title(state)
    return replace(
        _ended(state, state["said"], turn, counter, "done", usage),
        learnt=_learnt(state) if _may_learn(state, turn) else (),
        forgets=to_forget(own_words(question.content), _own_texts(state)),
        title=title or _first_title(state),
        title_before=title_before,
    )


def support(state: TurnState, turn: TurnContext, counter: TokenCounter) -> SourceSupport | None:
    """Return how well the reply is supported by the passages of sources that were read for it.

    None if it rests on the result of another tool, such as a table, or on a document.
    """
    view, said = final_view(state, turn, counter), state["said"]
    is_of_document = state.get("documents") is not None
    if is_of_document or state["understood"].value.is_ambiguous or not passages_read(state, view):
        return None
    uses = uses_of(state.get("rounds", ()))
    if any(use.fault is None and use.call.name != search_knowledge_base.name for use in uses):
        return None
    return support_of(said.text, said.citations, citable(state, view, turn))


def _may_learn(state: TurnState, turn: TurnContext) -> bool:
    return state["recalled"].other_chats.is_across and turn.notebook.uses_profile


def _learnt(state: TurnState) -> tuple[ProfileStatement, ...]:
    question, held = state["question"], state["context"]
    earlier = sorted((*held.recent, *held.active), key=lambda message: message.position)
    return (
        *profile_statements(question),
        *corrected_statements(question, earlier),
        *denied_statements(question, earlier),
    )


def _first_title(state: TurnState) -> str | None:
    """Return the title made of the question, if no earlier message named a subject, else None."""
    question, held = state["question"], state["context"]
    before = [each for each in (*held.recent, *held.active) if each.position < question.position]
    own = {each.position: each.content for each in before if each.role == "user"}
    is_first = not question.position or 0 in own  # 0 is folded, or not read, in a long chat
    if not is_first or any(titles.title(each, "") for each in own.values()):
        return None
    return titles.title(question.content, state["said"].text) or None


def _corrected_title(state: TurnState) -> tuple[str | None, str | None]:
    """Return the title made of the first message, before and after the question corrects it."""
    question, held = state["question"], state["context"]
    said = {each.position: each for each in (*held.recent, *held.active) if each.role == "user"}
    made = titles.title(said[0].content, "") if 0 in said else ""
    if not (made and question.position) or dialogue_act(question.content) == "question":
        return None, None
    told = [
        RecordedStatement(each, (position + 1,))
        for position, message in sorted((said | {question.position: question}).items())
        if len(message.content) <= LONGEST_OWN
        for each in quotable_sentences(without_pasted(message.content))
        if position or titles.title(each, "") != made
    ]
    at = sum(each.message_ids == (1,) for each in told)
    told.insert(at, RecordedStatement(made, (1,)))
    asked = (question.position + 1,)
    if not any(
        each.message_ids == asked and may_correct(each, told[:number])
        for number, each in enumerate(told)
    ):
        return None, None
    now = current(told)[at]
    if now.is_past or all(told[by].message_ids != asked for by in now.corrected_by):
        return None, None
    before = current([each for each in told if each.message_ids != asked])[at]
    return before.text, one_line(now.text, titles.TITLE_CHARS)


def _own_texts(state: TurnState) -> list[str]:
    """Return the person's own messages that were read, as they went into the view."""
    pieces = state["recalled"].view.pieces
    return [piece.text for piece in pieces if piece.role == "user" and piece.kind != "question"]


def broken_off(
    state: TurnState,
    said: CitedText,
    turn: TurnContext,
    counter: TokenCounter,
    *,
    failure: Failure | None = None,
    unfinished: Usage = NO_USAGE,
) -> TurnOutcome:
    """Return the outcome of a turn that was stopped, or that failed with ``failure``.

    It has a reply only if something was ``said``.  ``unfinished`` is the usage of the calls for the
    reply until then.
    """
    status: Literal["failed", "stopped"] = "failed" if failure else "stopped"
    usage = _total_usage(state, unfinished)
    return replace(_ended(state, said, turn, counter, status, usage, failure), reason=status)


def _total_usage(state: TurnState, reply_usage: Usage) -> Usage:
    total = reply_usage
    if "understood" in state:
        total += state["understood"].usage
    if "fold" in state:
        total += state["fold"].spoken.usage
    return total


def _ended(
    state: TurnState,
    said: CitedText,
    turn: TurnContext,
    counter: TokenCounter,
    status: EndStatus,
    usage: Usage,
    failure: Failure | None = None,
) -> TurnOutcome:
    view = final_view(state, turn, counter) if "understood" in state else None
    before = _messages_before(state)
    metadata = _question_metadata(state, view, turn, before, failure)
    prompt = None if view is None else _snapshot(state, view, turn, before, counter)
    sources = {**before, state["question"].id: state["question"]}
    has_reply = bool(said.text) or status == "done"
    reply = _reply(state, said, view, turn, counter, status, usage) if has_reply else None
    cost = None
    if "context" in state:
        held = state["context"].tokens + state["question"].token_count
        folded = state["fold"].result if "fold" in state else None
        cost = metrics.of_turn(
            turn.engine.label,
            held,
            metadata,
            reply,
            prompt,
            folded,
            usage,
            turn.limits.similar_found,
        )
    return TurnOutcome(
        status,
        reply=reply,
        question_metadata=metadata,
        prompt=prompt,
        sizes={
            of: MessageSize(len(each.content), each.token_count) for of, each in sources.items()
        },
        metrics=cost,
        may_have_reply=turn.is_again,
    )


def _question_metadata(
    state: TurnState,
    view: ContextView | None,
    turn: TurnContext,
    before: Mapping[int, Message | Hit],
    failure: Failure | None = None,
) -> MessageMetadata:
    """Return the question's metadata, with as much of the turn as ``state`` holds.

    ``view`` was read to answer it.  Parts of the conversation that the analysis repeats are
    stored as references (``tidemark.prompt.message_spans``).
    """
    known = MessageMetadata(
        query_analysis=state["understood"].value if "understood" in state else None,
        recalled=snapshots.recalled_ids(view) if view else (),
        recalled_tokens=sum(piece.tokens for piece in view.of_kind("recalled")) if view else 0,
        timings_ms={step: round(ms, 1) for step, ms in turn.timings_ms.items()},
        view_tokens=view.tokens if view else None,
        source_tokens=view.source_tokens if view else 0,
        similar=state["recalled"].other_chats.similar_in(view) if view else (),
        failure=failure,
        asked_back=state["question"].metadata.asked_back,
        source_choice=state["question"].metadata.source_choice,
        author=state["question"].metadata.author,
        pictures=state["question"].metadata.pictures,
    )
    contents = {of: message.content for of, message in before.items()}
    return message_spans.shorten(known, state["question"].content, contents)


def _snapshot(
    state: TurnState,
    view: ContextView,
    turn: TurnContext,
    before: Mapping[int, Message | Hit],
    counter: TokenCounter,
) -> PromptSnapshot:
    """Return the ``view`` that the engine read, in the form in which it is stored.

    If the reply asks back, this is the view that the engine read to understand the question.
    """
    understood, instructions = state["understood"], ""
    usage = state.get("reply_usage")
    if understood.value.is_ambiguous:
        usage = understood.usage
    else:
        instructions = turn.engine.instructions(state["at"], view.instructions)
    return snapshots.from_view(
        view,
        state["question"],
        before,
        excluded=turn.excluded,
        told=(
            snapshots.instructions(instructions, state["at"], counter, view.instructions)
            if instructions
            else None
        ),
        usage=usage,
        worth={each.piece: each.worth for each in state["recalled"].other_chats.candidates},
        has_pins=bool(state["context"].pinned),
    )


def _messages_before(state: TurnState) -> dict[int, Message | Hit]:
    """Return the messages before the question that its view may rest on, by id.

    A passage with a gap is left out: it differs from its message, to which places refer.
    """
    held, recalled = state.get("context", Context()), state.get("recalled")
    said: dict[int, Message | Hit] = {}
    messages = (*held.active, *held.recent)
    if recalled is not None:
        said.update({hit.message_id: hit for hit in recalled.hits if GAP not in hit.text})
        messages = (*recalled.other_chats.said, *recalled.stated, *messages)
    return said | {message.id: message for message in messages}


def _reply(
    state: TurnState,
    said: CitedText,
    view: ContextView | None,
    turn: TurnContext,
    counter: TokenCounter,
    status: EndStatus,
    usage: Usage,
) -> NewMessage:
    """Return the reply to store: the text ``said``, with its citations, engine and usage."""
    content = storable(said.text)
    understood, fold = state.get("understood"), state.get("fold")
    asks_back = understood is not None and understood.value.is_ambiguous
    uses = uses_of((*turn.caller.rounds, *state.get("rounds", ())))
    plan = state.get("documents")
    fell_back = [
        spoken.fell_back
        for spoken in (fold.spoken if fold else None, understood)
        if spoken is not None and spoken.fell_back
    ]
    metadata = MessageMetadata(
        engine=turn.engine.name,
        fell_back=tuple(fell_back),
        usage=usage if usage.calls or status == "done" else None,
        clarifying=asks_back and status == "done",
        partial=None if status == "done" else status,
        sources=snapshots.source_counts(view) if view else None,
        citations=said.citations if len(content) == len(said.text) else (),
        tool_uses=uses,
        passages=passages_read(state, view) if view else (),
        support=state.get("support"),
        document=plan.name if plan and plan.text else "",
    )
    return NewMessage(
        role="assistant",
        content=content,
        timestamp=turn.clock(),
        token_count=counter.count_message("assistant", content),
        metadata=metadata,
        is_single=state["question"].is_single,
    )
