"""The loop of five agents: what each is given, which state it writes, and which comes next.

::

    START → context ──(over budget, and something to fold)──→ summariser ──→ context (again)
               └──(fits)──→ recall ⇄ ambiguity → responder → save → END

Recall runs a second time for what the ambiguity resolver rewrote or found missing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from agents import ambiguity, context, outcome, recall, responder, summariser
from agents.context import Context
from agents.state import TurnContext, TurnInput, TurnState, final_view
from tidemark.errors import EngineError
from tidemark.prompt import snapshots
from tidemark.runtime.events import (
    Piece,
    Recalled,
    Step,
    StepFinished,
    StepStarted,
    Summarised,
    Understood,
)
from tidemark.schema import Usage
from utils import TokenCounter

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.runtime import Runtime

    Compiled = CompiledStateGraph[TurnState, TurnContext, TurnInput, TurnState]
    Node = Callable[[TurnState, Runtime[TurnContext]], dict[str, object]]

_SENT_S = 2.0  # loading LangGraph takes a processor for a second, which the first page needs


@dataclass(frozen=True)
class _Nodes:
    """The agents, bound to what every turn shares."""

    counter: TokenCounter

    def context(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, asked = runtime.context, state["question"]
        if not turn.keeps:
            return {"context": Context(), "needs_summarization": False}
        held = context.load(
            turn.database,
            asked.session_id,
            before=asked.position,
            recent_exchanges=turn.recent_exchanges,
        )
        needed = "fold" not in state and summariser.needs_summarization(
            held, asked.token_count, threshold=turn.threshold
        )
        return {"context": held, "needs_summarization": needed}

    def next_after_context(self, state: TurnState) -> Literal["summariser", "recall"]:
        return "summariser" if state["needs_summarization"] else "recall"

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

    def recall(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, asked, held = runtime.context, state["question"], state["context"]
        if "understood" in state:
            question, understanding = state["recalled"].question, state["understood"].value
        else:
            understanding = None
            question = recall.analyse(
                asked.content,
                held,
                session_id=asked.session_id,
                before=asked.position,
                now=asked.timestamp,
                vector_of=turn.vector_of,
                asking=turn.asking,
                excluded=turn.excluded,
            )
        recalled = recall.choose(
            turn.database if turn.keeps else None,
            question,
            held,
            understanding,
            threshold=turn.threshold,
            counter=self.counter,
            excluded=turn.excluded,
        )
        turn.emit(Recalled(snapshots.recalled_ids(recalled.view)))
        return {"recalled": recalled}

    def next_after_recall(self, state: TurnState) -> Literal["ambiguity", "responder"]:
        return "responder" if "understood" in state else "ambiguity"

    def ambiguity(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, recalled, now = runtime.context, state["recalled"], runtime.context.clock()
        reading = recalled.question.reading
        try:
            understood = ambiguity.understand(
                recalled.view, reading, turn.engine, now=now, stop=turn.stop
            )
        except EngineError as error:
            if isinstance(error.spent, Usage):
                turn.emit(Piece("", usage=error.spent))
            raise
        turn.emit(Understood(understood.value))
        return {"understood": understood, "at": now}

    def next_after_ambiguity(self, state: TurnState) -> Literal["recall", "responder"]:
        return "recall" if ambiguity.needs_recall(state["understood"].value) else "responder"

    def responder(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn, understood = runtime.context, state["understood"]
        is_same_view = not ambiguity.needs_recall(understood.value)
        said, usage = "", Usage()
        for piece in responder.reply(
            final_view(state, self.counter),
            understood.value,
            turn.engine,
            now=state["at"],
            stop=turn.stop,
            analysis=understood.analysis if is_same_view else None,
        ):
            said += piece.text
            usage += piece.usage or Usage()
            turn.emit(piece)
        return {"said": said, "usage": outcome.total_usage(state, usage), "reply_usage": usage}

    def save(self, state: TurnState, runtime: Runtime[TurnContext]) -> dict[str, object]:
        turn = runtime.context
        if not turn.keeps:
            return {"reply_id": 0}
        ended = outcome.done(state, turn, self.counter)
        reply = turn.database.turns.finish(state["turn_id"], ended, now=turn.clock())
        return {"reply_id": reply.id if reply else 0}


class Loop:
    """The loop, one a process: what a turn reads and writes is in its ``TurnContext``.

    It is compiled when it is first needed: LangGraph takes long to load.
    """

    def __init__(self, counter: TokenCounter) -> None:
        self._nodes = _Nodes(counter)
        self._loading = threading.Lock()  # imports of two threads get in each other's way

    def get_ready(self) -> None:
        """Compile it in the background, soon after the first page was sent."""
        if "_compiled" not in vars(self):
            later = threading.Timer(_SENT_S, lambda: self.compiled)
            later.daemon = True  # the process may end before it has run
            later.start()

    def run(self, asked: TurnInput, turn: TurnContext) -> Iterator[TurnState]:
        """Run one turn and yield its state after each step; errors of agents pass through.

        Nothing is traced to a service, whatever the environment says.
        """
        compiled = self.compiled
        from langsmith.run_helpers import tracing_context  # noqa: PLC0415 - it takes long to load

        with tracing_context(enabled=False):
            for state in compiled.stream(asked, context=turn, stream_mode="values"):
                yield cast(TurnState, state)

    @property
    def compiled(self) -> Compiled:
        """The compiled loop; a thread that asks while another one loads it waits."""
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
            "recall": nodes.recall,
            "ambiguity": nodes.ambiguity,
            "responder": nodes.responder,
            "save": nodes.save,
        }
        for step, node in steps.items():
            graph.add_node(step, cast(Any, _timed(step, node)))  # LangGraph's types want a protocol
        graph.add_edge(START, "context")
        graph.add_conditional_edges("context", nodes.next_after_context)
        graph.add_edge("summariser", "context")
        graph.add_conditional_edges("recall", nodes.next_after_recall)
        graph.add_conditional_edges("ambiguity", nodes.next_after_ambiguity)
        graph.add_edge("responder", "save")
        graph.add_edge("save", END)
        return graph.compile()


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
