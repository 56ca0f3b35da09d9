"""The loop of four agents: what each knows, who writes what, and who speaks next.

::

    START → context ──(over budget, and something to fold)──→ summariser ──→ context (again)
               └──(fits)──→ ambiguity → responder → save → END
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from agents import ambiguity, context, exclusion, outcome, recall, responder, summariser
from agents.context import Context
from agents.recall import CrossSessionContext
from agents.state import TurnContext, TurnInput, TurnState
from database import ScopedDatabase
from tidemark.engines.base import Engine
from tidemark.prompt import packing, snapshots
from tidemark.retrieval.recall_query import Hit
from tidemark.runtime.events import Step, StepFinished, StepStarted, Stop, Summarised, Understood
from tidemark.schema import (
    ContextView,
    Message,
    QueryUnderstanding,
    Usage,
)
from tidemark.schema.prompt_snapshot import NOTHING, Excluded
from utils import TokenCounter

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.runtime import Runtime

    Compiled = CompiledStateGraph[TurnState, TurnContext, TurnInput, TurnState]
    Node = Callable[[TurnState, Runtime[TurnContext]], dict[str, object]]

_SENT_S = 2.0  # to load LangGraph takes a processor for a second, which the first page wants


@dataclass(frozen=True)
class _Nodes:
    """The agents, bound to what every turn shares."""

    counter: TokenCounter

    def context(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, asked = runtime.context, state["question"]
        if not turn.keeps:
            return {"context": Context(), "needs_summarization": False}
        here = {"before": asked.position, "recent_exchanges": turn.recent_exchanges}
        held = context.load(turn.database, asked.session_id, **here)
        needed = "fold" not in state and context.needs_summarization(
            held, asked.token_count, threshold=turn.threshold
        )
        return {"context": held, "needs_summarization": needed}

    def next_after_context(self, state: TurnState) -> Literal["summariser", "ambiguity"]:
        return "summariser" if state["needs_summarization"] else "ambiguity"

    def summariser(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, before = runtime.context, state["context"]
        session_id = state["question"].session_id
        fold = summariser.fold_session(
            turn.database,
            session_id,
            before,
            turn.engine,
            threshold=turn.threshold,
            counter=self.counter,
            clock=turn.clock,
            stop=turn.stop,
        )
        turn.emit(Summarised(fold.summary.id, fold.result))
        return {"fold": fold}

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
            view = packing.augment(view, responder.understood_as(understanding), self.counter)
        turn.emit(Understood(understanding, snapshots.recalled_ids(view)))
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
        ended = outcome.done(state, turn, self.counter)
        reply = turn.database.turns.finish(state["turn_id"], ended, now=turn.clock())
        return {"reply_id": reply.id if reply else 0}

    def _chosen(
        self,
        state: TurnState,
        question: str,
        understanding: QueryUnderstanding | None,
        turn: TurnContext,
    ) -> tuple[tuple[Hit, ...], CrossSessionContext, ContextView]:
        """Return what was found for ``question``, what stands beside it, and the view of both."""
        asked, held = state["question"], state["context"]
        found: tuple[Hit, ...] = ()
        aside = turn.beside or CrossSessionContext()
        database, of, now = turn.database, asked.session_id, asked.timestamp
        here = {"before": asked.position, "threshold": turn.threshold}
        if turn.keeps and turn.beside is None:
            found, aside = recall.looked_up(
                database, of, question, held, understanding, now=now, counter=self.counter, **here
            )
        elif turn.keeps:
            found = context.find(database, of, question, understanding, now=now, **here)
        offered = aside.message_ids
        hits = [hit for hit in found if hit.message_id not in offered]
        rest = exclusion.apply(turn.excluded, held, hits, aside.candidates, counter=self.counter)
        view = context.view(
            question,
            rest.context,
            rest.hits,
            threshold=turn.threshold,
            counter=self.counter,
            beside=rest.beside,
        )
        return found, aside, exclusion.told(view, rest.wished)


class Loop:
    """The loop, compiled when it is first needed: LangGraph takes long to load."""

    def __init__(self, nodes: _Nodes) -> None:
        self._nodes = nodes
        self._loading = threading.Lock()  # imports of two threads get in each other's way

    def get_ready(self) -> None:
        """Compile it in the background, unless it is, once a page just drawn has been sent."""
        if "_compiled" not in vars(self):
            later = threading.Timer(_SENT_S, lambda: self.compiled)
            later.daemon = True  # who leaves meanwhile does not wait for it
            later.start()

    @property
    def compiled(self) -> Compiled:
        """The loop as LangGraph runs it; it is loaded once, and whoever comes meanwhile waits."""
        with self._loading:
            return self._compiled

    @cached_property
    def _compiled(self) -> Compiled:
        from langgraph.graph import END, START, StateGraph  # noqa: PLC0415 - it takes long to load

        nodes = self._nodes
        graph = StateGraph(TurnState, context_schema=TurnContext, input_schema=TurnInput)
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


def compile_loop(counter: TokenCounter) -> Loop:
    """Return the loop, one a process: what a turn reads and writes is in its ``TurnContext``."""
    return Loop(_Nodes(counter))


def run(loop: Loop, asked: TurnInput, turn: TurnContext) -> Iterator[TurnState]:
    """Run one turn, yielding its state after each step; what an agent raises is raised on.

    Nothing of it is traced to a service, whatever the environment says.
    """
    compiled = loop.compiled
    from langsmith.run_helpers import tracing_context  # noqa: PLC0415 - it takes long to load

    with tracing_context(enabled=False):
        for state in compiled.stream(asked, context=turn, stream_mode="values"):
            yield cast(TurnState, state)


def view_again(
    database: ScopedDatabase,
    counter: TokenCounter,
    *,
    threshold: int,
    question: Message,
    held: Context,
    aside: CrossSessionContext,
    engine: Engine,
    excluded: Excluded = NOTHING,
) -> ContextView:
    """Choose anew, storing nothing, what is read for ``question`` where its session ``held`` this.

    ``aside`` is what stood beside it; what the question means is for ``engine`` to say.
    """
    from langgraph.runtime import Runtime  # noqa: PLC0415 - it takes long to load

    turn = TurnContext(
        database,
        engine,
        lambda _: None,
        Stop(),
        lambda: question.timestamp,
        threshold,
        asking="freely" if question.metadata.asked_back is None else "never",
        excluded=excluded,
        beside=aside,
    )
    state = TurnState(question=question, turn_id=0, context=held)
    chosen = _Nodes(counter).ambiguity(state, Runtime(context=turn))
    return cast(ContextView, chosen["view"])


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
