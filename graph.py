"""The loop of four agents: what each knows, who writes what, and who speaks next.

::

    START → context ──(over budget, and something to fold)──→ summariser ──→ context (again)
               └──(fits)──→ ambiguity → responder → save → END
"""

import datetime as dt
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Required, TypedDict, cast

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langsmith.run_helpers import tracing_context

from agents import ambiguity, beside, context, exclusion, responder, summariser
from agents.beside import Beside
from agents.context import Context
from agents.summariser import Fold
from database import Database
from tidemark import budget, figures, quotations, titles, views
from tidemark.engines.base import Engine, Spoken
from tidemark.engines.self_told import self_told
from tidemark.events import Event, Step, StepFinished, StepStarted, Stop, Summarised, Understood
from tidemark.kept import NOTHING, Excluded, KeptView
from tidemark.passages import Said
from tidemark.recall import Hit
from tidemark.schema import (
    Asking,
    ContextView,
    Failure,
    Folded,
    Message,
    MessageMetadata,
    NewMessage,
    QueryUnderstanding,
    Usage,
)
from utils import TokenCounter, storable


class Asked(TypedDict):
    """What a turn begins with."""

    question: Required[Message]
    turn_id: Required[int]


class TurnState(Asked, total=False):
    """What the question has become.  Each key has one writer, named beside it."""

    context: Context  # context
    fold: Fold  # summariser
    folded: Folded  # summariser
    reading: ambiguity.Reading  # ambiguity
    found: tuple[Hit, ...]  # ambiguity
    beside: Beside  # ambiguity
    understood: Spoken[QueryUnderstanding]  # ambiguity
    view: ContextView  # ambiguity
    at: dt.datetime  # ambiguity
    said: str  # responder
    usage: Usage  # responder
    reply_usage: Usage  # responder
    reply_id: int  # save


@dataclass(frozen=True)
class TurnContext:
    """What one turn is given beside its state: who speaks, who listens, when it ends.

    ``keeps`` is False for a turn that reads and keeps nothing.  Its view leaves out what is
    ``excluded``; ``is_again``: the question may have an answer already.  ``beside`` is what stands
    beside its session's past, where that is not to be looked for.
    """

    engine: Engine
    emit: Callable[[Event], None]
    stop: Stop
    clock: Callable[[], dt.datetime]
    asking: Asking = "freely"
    keeps: bool = True
    excluded: Excluded = NOTHING
    is_again: bool = False
    beside: Beside | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)


Loop = CompiledStateGraph[TurnState, TurnContext, Asked, TurnState]
Cut = Literal["stopped", "failed"] | None  # where a reply broke off
Node = Callable[[TurnState, Runtime[TurnContext]], dict[str, object]]


@dataclass(frozen=True)
class _Nodes:
    """The agents, bound to what every turn shares."""

    database: Database
    counter: TokenCounter
    threshold: int
    recent_exchanges: int = 1

    def context(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        if not runtime.context.keeps:
            return {"context": Context()}
        asked = state["question"]
        here = {"before": asked.position, "recent_exchanges": self.recent_exchanges}
        return {"context": context.load(self.database, asked.session_id, **here)}

    def next_after_context(self, state: TurnState) -> Literal["summariser", "ambiguity"]:
        if "fold" in state:
            return "ambiguity"
        tokens = state["question"].token_count
        needed = context.needs_summarization(state["context"], tokens, threshold=self.threshold)
        return "summariser" if needed else "ambiguity"

    def summariser(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, before = runtime.context, state["context"]
        session_id = state["question"].session_id
        fold = summariser.fold_active(
            self.database,
            session_id,
            before,
            turn.engine,
            threshold=self.threshold,
            counter=self.counter,
            stop=turn.stop,
        )
        now = turn.clock()
        summary, folded = summariser.save(
            self.database, session_id, fold, before, now=now, created_at=now
        )
        turn.emit(Summarised(summary.id, folded))
        return {"fold": fold, "folded": folded}

    def ambiguity(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, question = runtime.context, state["question"]
        asked_back = ambiguity.asked_back(state["context"].before_question)
        reading = ambiguity.read(question.content, asked_back, asking=turn.asking)
        found, aside, view = self._chosen(state, reading.question, None, turn)
        now = turn.clock()
        understood = ambiguity.understand(view, reading, turn.engine, now=now, stop=turn.stop)
        understanding = understood.value
        if not understanding.is_ambiguous:  # else nothing more is read: it is asked back
            if understanding.rewritten_query or understanding.needed_context_from_memory:
                found, aside, view = self._chosen(state, reading.question, understanding, turn)
            view = budget.augment(view, responder.understood_as(understanding), self.counter)
        turn.emit(Understood(understanding, views.recalled_ids(view)))
        return {
            "reading": reading,
            "found": found,
            "beside": aside,
            "understood": understood,
            "view": view,
            "at": now,
        }

    def responder(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, understanding = runtime.context, state["understood"].value
        said, usage = "", Usage()
        for piece in responder.reply(
            state["view"], understanding, turn.engine, now=state["at"], stop=turn.stop
        ):
            said += piece.text
            usage += piece.usage or Usage()
            turn.emit(piece)
        spent = usage + state["understood"].usage
        if "fold" in state:
            spent += state["fold"].spoken.usage
        return {"said": said, "usage": spent, "reply_usage": usage}

    def save(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn = runtime.context
        if not turn.keeps:
            return {"reply_id": 0}
        reply = self.database.turns.finish(
            state["turn_id"],
            status="done",
            now=turn.clock(),
            learnt=self_told(state["question"]) if state["beside"].is_across else (),
            title=titles.first(state["question"], state["said"]),
            **ended(state, state["said"], turn, self.counter),
        )
        return {"reply_id": reply.id if reply else 0}

    def _chosen(
        self,
        state: TurnState,
        question: str,
        understanding: QueryUnderstanding | None,
        turn: TurnContext,
    ) -> tuple[tuple[Hit, ...], Beside, ContextView]:
        """Return what was found for ``question``, what stands beside it, and the view of both."""
        asked, held = state["question"], state["context"]
        found: tuple[Hit, ...] = ()
        aside = turn.beside or Beside()
        here = {"before": asked.position, "threshold": self.threshold}
        if turn.keeps:
            found = context.find(
                self.database,
                asked.session_id,
                question,
                understanding,
                now=asked.timestamp,
                **here,
            )
        if turn.keeps and turn.beside is None:
            aside = beside.offered(
                self.database,
                asked.session_id,
                question,
                held,
                found,
                understanding,
                counter=self.counter,
                **here,
            )
        offered = aside.message_ids
        hits = [hit for hit in found if hit.message_id not in offered]
        rest = exclusion.apply(turn.excluded, held, hits, aside.candidates, counter=self.counter)
        view = context.view(
            question,
            rest.context,
            rest.hits,
            threshold=self.threshold,
            counter=self.counter,
            beside=rest.beside,
        )
        return found, aside, exclusion.told(view, rest.wished)


def compile_loop(
    database: Database, counter: TokenCounter, *, threshold: int, recent_exchanges: int = 1
) -> Loop:
    """Build the loop over ``database``; run it with ``run``."""
    nodes = _Nodes(database, counter, threshold, recent_exchanges)
    graph = StateGraph(TurnState, context_schema=TurnContext, input_schema=Asked)
    steps: dict[Step, Node] = {
        "context": nodes.context,
        "summariser": nodes.summariser,
        "ambiguity": nodes.ambiguity,
        "responder": nodes.responder,
        "save": nodes.save,
    }
    for step, node in steps.items():
        graph.add_node(step, cast(Any, _timed(step, node)))  # LangGraph's types want a protocol
    graph.add_edge(START, "context")
    graph.add_conditional_edges("context", nodes.next_after_context)
    graph.add_edge("summariser", "context")
    graph.add_edge("ambiguity", "responder")
    graph.add_edge("responder", "save")
    graph.add_edge("save", END)
    return graph.compile()


def run(loop: Loop, asked: Asked, turn: TurnContext) -> Iterator[TurnState]:
    """Run one turn, yielding its state after each step; what an agent raises is raised on.

    Nothing of it is traced to a service, whatever the environment says.
    """
    with tracing_context(enabled=False):
        for state in loop.stream(asked, context=turn, stream_mode="values"):
            yield cast(TurnState, state)


def view_again(
    database: Database,
    counter: TokenCounter,
    *,
    threshold: int,
    question: Message,
    held: Context,
    aside: Beside,
    engine: Engine,
    excluded: Excluded = NOTHING,
) -> ContextView:
    """Choose anew, storing nothing, what is read for ``question`` where its session ``held`` this.

    ``aside`` is what stood beside it; what the question means is for ``engine`` to say.
    """
    turn = TurnContext(
        engine, lambda _: None, Stop(), lambda: question.timestamp, excluded=excluded, beside=aside
    )
    state = TurnState(question=question, turn_id=0, context=held)
    chosen = _Nodes(database, counter, threshold).ambiguity(state, Runtime(context=turn))
    return cast(ContextView, chosen["view"])


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
        came_to = figures.of_turn(turn.engine.label, held, known, reply, view, folded)
    told = {"reply": reply, "question_metadata": known, "view": view, "figures": came_to}
    return {**told, "beside": turn.is_again}


def question_metadata(
    state: TurnState, turn: TurnContext, failure: Failure | None = None
) -> MessageMetadata:
    """Return what is known of the question after as much of the turn as ``state`` holds.

    What its analysis repeats of the conversation is in it as places (``tidemark.quotations``).
    """
    view = state.get("view")
    known = MessageMetadata(
        query_analysis=state["understood"].value if "understood" in state else None,
        recalled=views.recalled_ids(view) if view else (),
        recalled_tokens=sum(piece.tokens for piece in view.of_kind("recalled")) if view else 0,
        timings_ms={step: round(ms, 1) for step, ms in turn.timings_ms.items()},
        view_tokens=view.tokens if view else None,
        similar=state["beside"].similar_in(view) if view else (),
        failure=failure,
    )
    said = {of: message.content for of, message in _said(state).items()}
    return quotations.shortened(known, state["question"].content, said)


def kept_view(state: TurnState, turn: TurnContext, counter: TokenCounter) -> KeptView | None:
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
    return views.keep(
        state["view"],
        state["question"],
        _said(state),
        excluded=turn.excluded,
        told=views.instructions(told, state["at"], counter) if told else None,
        usage=usage,
        worth={each.piece: each.worth for each in state["beside"].candidates},
        has_pins=bool(state["context"].pinned),
    )


def _said(state: TurnState) -> dict[int, Said]:
    """Return the messages that a view of ``state`` may rest on, by id."""
    held, aside = state.get("context", Context()), state.get("beside", Beside())
    said: dict[int, Said] = {hit.message_id: hit for hit in state.get("found", ())}
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
        sources=views.made_of(state["view"]) if "view" in state else None,
    )
    return NewMessage(
        role="assistant",
        content=said,
        timestamp=turn.clock(),
        token_count=counter.count_message("assistant", said),
        metadata=metadata,
    )


def _timed(step: Step, node: Node) -> Node:
    def timed(state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn = runtime.context
        turn.stop.check()
        turn.emit(StepStarted(step))
        began = time.perf_counter()
        written = node(state, runtime)
        ms = (time.perf_counter() - began) * 1000
        turn.timings_ms[step] = turn.timings_ms.get(step, 0.0) + ms
        turn.emit(StepFinished(step, ms))
        return written

    return timed
