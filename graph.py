"""The loop of five agents: the inputs of each, the state it writes, and the next step.

::

    START → context ──(over budget, and something to fold)──→ summariser ──→ context (again)
               └──(fits)──→ recall ⇄ ambiguity → responder ⇄ tools → save → END

Recall runs a second time for a rewritten question, or for context the ambiguity resolver found
missing.  Tools run as often as the responder calls them, until the turn's rounds are used up.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from agents import (
    ambiguity,
    context,
    document_talk,
    outcome,
    pictures,
    recall,
    responder,
    summariser,
    table_talk,
)
from agents.context import Context
from agents.state import (
    TurnContext,
    TurnInput,
    TurnState,
    citable,
    final_view,
    passages_read,
)
from tidemark.engines.base import EngineResult
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.errors import CallerToolCalled, EngineError
from tidemark.prompt import snapshots, source_packing
from tidemark.runtime.events import (
    Piece,
    Recalled,
    Step,
    StepFinished,
    StepStarted,
    Summarised,
    Understood,
)
from tidemark.schema import QueryUnderstanding, Usage
from tidemark.schema.tools import ToolRequest, ToolSpec
from tidemark.tools import registry, running
from utils import TokenCounter

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.runtime import Runtime

    Compiled = CompiledStateGraph[TurnState, TurnContext, TurnInput, TurnState]

_SENT_S = 2.0  # loading LangGraph occupies a core for a second, which the first page needs


class StepResult(NamedTuple):
    """The state keys that a step writes, and the next step, if any."""

    written: dict[str, object]
    next_step: str | None


Node = Callable[[TurnState, "Runtime[TurnContext]"], StepResult]
Steps = dict[str, Node]
Arrange = Callable[[Steps], Steps]


def insert_step(steps: Steps, name: str, node: Node, *, before: str) -> Steps:
    """Return ``steps`` with ``node`` before the step ``before``; ``node`` chooses its next step."""

    def redirected(other: Node) -> Node:
        def run(state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
            written, next_step = other(state, runtime)
            return StepResult(written, name if next_step == before else next_step)

        return run

    return {each: redirected(other) for each, other in steps.items()} | {name: node}


def unchanged_steps(steps: Steps) -> Steps:
    """Return ``steps`` unchanged: those this module defines."""
    return steps


@dataclass(frozen=True)
class _Nodes:
    """The steps of the loop as methods, with the token counter shared by all turns."""

    counter: TokenCounter

    def context(self, state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn, asked = runtime.context, state["question"]
        if not turn.reads_past(asked):
            return StepResult({"context": Context(turn.said)}, "recall")
        held = context.load(
            turn.database,
            asked.session_id,
            before=asked.position,
            recent_exchanges=turn.recent_exchanges,
        )
        may_fold = turn.keeps and turn.limits.folds and "fold" not in state
        needs_summarization = may_fold and summariser.needs_summarization(
            held,
            asked.token_count,
            threshold=turn.threshold,
            most_messages=turn.notebook.most_messages,
        )
        most = turn.limits.history_questions
        if most is not None and not needs_summarization:
            held = context.last_questions(held, most)
        return StepResult({"context": held}, "summariser" if needs_summarization else "recall")

    def summariser(self, state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn, before = runtime.context, state["context"]
        session_id = state["question"].session_id
        fold = summariser.fold_session(
            turn.database,
            session_id,
            before,
            turn.engine,
            threshold=summariser.threshold_for(turn.limits.summary_tokens, turn.threshold),
            counter=self.counter,
            clock=turn.clock,
            stop=turn.stop,
            zone=turn.zone,
        )
        turn.emit(Summarised(fold.summary.id, fold.result))
        return StepResult({"fold": fold}, "context")

    def recall(self, state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn, asked, held = runtime.context, state["question"], state["context"]
        is_second = "understood" in state
        if is_second:
            question, understanding = state["recalled"].question, state["understood"].value
        else:
            understanding = None
            question = recall.analyse(
                asked.content,
                held,
                session_id=asked.session_id,
                before=asked.position,
                now=turn.local(asked.timestamp),
                vector_of=turn.vector_of,
                asking=turn.asking,
                excluded=turn.excluded,
            )
        recalled = recall.choose(
            turn.database if turn.reads_past(asked) else None,
            question,
            held,
            understanding,
            threshold=turn.threshold,
            counter=self.counter,
            excluded=turn.excluded,
            style=turn.style,
            uses_profile=turn.notebook.uses_profile,
            # a model's question is looked up once, after the resolver has rewritten it
            sources=turn.sources if is_second or turn.style.form == "plain" else None,
            most_similar=turn.limits.similar_questions,
        )
        passages = source_packing.spans(recalled.view)
        size = recall.context_size(recalled, held)
        turn.emit(Recalled(snapshots.recalled_ids(recalled.view), passages, size))
        return StepResult({"recalled": recalled}, "responder" if is_second else "ambiguity")

    def ambiguity(self, state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn, recalled = runtime.context, state["recalled"]
        now = turn.local(turn.clock())
        plan = None
        table_plan = None
        if turn.engine.name == BuiltinEngine.name:
            context = turn.tool_context(state["question"])
            plan = document_talk.plan(context, recalled.view)
            table_plan = None if plan else table_talk.plan(context, recalled.view)
        if table_plan is not None:
            return _as_written(turn, {"at": now, "tables": table_plan})
        if plan is not None:  # the rules for documents understood the message
            return _as_written(turn, {"at": now, "documents": plan})
        if state["question"].metadata.pictures and turn.engine.sees_pictures:
            # The pictures may show what the question is about; only the reply looks at them
            is_again = ambiguity.needs_recall(QueryUnderstanding(), turn.style)
            return _as_written(turn, {"at": now}, "recall" if is_again else "responder")
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
        is_again = ambiguity.needs_recall(understood.value, turn.style)
        return StepResult(
            {"understood": understood, "at": now}, "recall" if is_again else "responder"
        )

    def responder(self, state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn, understood = runtime.context, state["understood"]
        rounds, before = state.get("rounds", ()), state.get("said", turn.resumed)
        is_same_view = not ambiguity.needs_recall(understood.value, turn.style)
        pieces: list[Piece] = []
        request: ToolRequest | None = None
        view = pictures.with_pictures(
            final_view(state, turn, self.counter),
            state["question"],
            state["context"].active,
            turn,
        )
        plan = state.get("documents")
        asked_of_tables = state.get("tables")
        given = turn.caller
        parts = responder.not_saved(rounds) or (
            document_talk.reply(plan, turn.tool_context(state["question"]), rounds)
            if plan
            else table_talk.reply(asked_of_tables, rounds)
            if asked_of_tables
            else responder.reply(
                view,
                understood.value,
                turn.engine,
                now=state["at"],
                stop=turn.stop,
                analysis=understood.analysis if is_same_view else None,
                tools=self._specs(state, turn),
                rounds=(*given.rounds, *rounds),
                sampling=turn.limits.sampling,
            )
        )
        parts = pictures.unseen(parts, state["question"], turn.engine, is_kept=turn.keeps)
        parts = responder.continued(parts, before.text if rounds else "")
        for part in responder.cited(parts, citable(state, view, turn), before.text):
            if isinstance(part, ToolRequest):
                request = part
            else:
                pieces.append(part)
                turn.emit(part)
        said, usage = responder.joined(pieces, before), responder.usage_of(pieces)
        usage += state.get("reply_usage", Usage())
        written = {"said": said, "reply_usage": usage}
        if request is None:
            return StepResult(written, "save")
        if wanted := given.called_by(request):
            names = tuple(dict.fromkeys(each.name for each in wanted))
            raise CallerToolCalled(names, ToolRequest(wanted))
        return StepResult({**written, "request": request}, "tools")

    def tools(self, state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn = runtime.context
        view = final_view(state, turn, self.counter)
        plan = state.get("documents")
        read_calls = plan.request.calls if plan and plan.request else ()
        context = turn.tool_context(state["question"], passages_read(state, view), read_calls)
        done = running.run_round(
            state["request"],
            registry.offered(turn.tools, context),
            context,
            limits=turn.tool_limits,
            counter=self.counter,
            emit=turn.emit,
        )
        return StepResult({"rounds": (*state.get("rounds", ()), done)}, "responder")

    def save(self, state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn = runtime.context
        support = outcome.support(state, turn, self.counter)
        if not turn.keeps:
            return StepResult({"reply_id": 0, "support": support}, None)
        ended = outcome.done({**state, "support": support}, turn, self.counter)
        reply = turn.database.turns.finish(state["turn_id"], ended, now=turn.clock())
        return StepResult({"reply_id": reply.id if reply else 0, "support": support}, None)

    def _specs(self, state: TurnState, turn: TurnContext) -> tuple[ToolSpec, ...]:
        """Return the tools that may be called now: ours until the last round, the caller's always.

        A tool of the caller replaces one of ours with the same name.
        """
        theirs = turn.caller.specs
        if len(state.get("rounds", ())) >= turn.tool_limits.rounds:
            return theirs
        names = {each.name for each in theirs}
        own = registry.specs(turn.tools, turn.tool_context(state["question"]))
        return (*(each for each in own if each.name not in names), *theirs)


def _as_written(
    turn: TurnContext, written: dict[str, object], next_step: str = "responder"
) -> StepResult:
    """Answer the question as written, without asking an engine for its meaning."""
    value = QueryUnderstanding()
    turn.emit(Understood(value))
    return StepResult({"understood": EngineResult(value, turn.engine.name), **written}, next_step)


class Loop:
    """The compiled graph, one per process; the data of a turn travels in its ``TurnContext``.

    It is compiled on first use, because LangGraph takes long to load.  ``arrange`` may insert
    further steps (``insert_step``).
    """

    def __init__(self, counter: TokenCounter, arrange: Arrange = unchanged_steps) -> None:
        self._nodes, self._arrange = _Nodes(counter), arrange
        self._loading = threading.Lock()  # two threads importing LangGraph at once can deadlock

    @property
    def is_ready(self) -> bool:
        """Return whether the graph is compiled."""
        return "_compiled" in vars(self)

    def get_ready(self) -> None:
        """Compile the graph in the background, soon after the first page was sent."""
        if not self.is_ready:
            later = threading.Timer(_SENT_S, lambda: self.compiled)
            later.daemon = True  # does not keep the process from ending
            later.start()

    def run(self, asked: TurnInput, turn: TurnContext) -> Iterator[TurnState]:
        """Run one turn and yield its state after each step; errors of agents propagate.

        No trace is sent to LangSmith, whatever the environment says.
        """
        compiled = self.compiled
        from langsmith.run_helpers import tracing_context  # noqa: PLC0415 - it takes long to load

        with tracing_context(enabled=False):
            for state in compiled.stream(asked, context=turn, stream_mode="values"):
                yield cast(TurnState, state)

    @property
    def compiled(self) -> Compiled:
        """The compiled graph; waits if another thread is compiling it."""
        with self._loading:
            return self._compiled

    @cached_property
    def _compiled(self) -> Compiled:
        from langgraph.graph import START, StateGraph  # noqa: PLC0415 - it takes long to load
        from langgraph.types import Command  # noqa: PLC0415 - it takes long to load

        def with_command(node: Node) -> Callable[[TurnState, Runtime[TurnContext]], Command[Any]]:
            def run(state: TurnState, runtime: Runtime[TurnContext]) -> Command[Any]:
                written, next_step = node(state, runtime)
                return Command(update=written, goto=next_step or ())

            return run

        nodes = self._nodes
        graph = StateGraph(TurnState, context_schema=TurnContext, input_schema=TurnInput)
        steps: Steps = {
            "context": nodes.context,
            "summariser": nodes.summariser,
            "recall": nodes.recall,
            "ambiguity": nodes.ambiguity,
            "responder": nodes.responder,
            "tools": nodes.tools,
            "save": nodes.save,
        }
        for step, node in self._arrange(steps).items():
            # LangGraph's types expect a protocol
            graph.add_node(step, cast(Any, with_command(_timed(step, node))))
        graph.add_edge(START, "context")
        return graph.compile()


def _timed(name: str, node: Node) -> Node:
    step = cast(Step, name)  # an inserted step is reported by its own name

    def timed(state: TurnState, runtime: Runtime[TurnContext]) -> StepResult:
        turn = runtime.context
        turn.stop.check()
        turn.emit(StepStarted(step))
        began = time.perf_counter()
        result = node(state, runtime)
        ms = (time.perf_counter() - began) * 1000
        turn.timings_ms[step] = turn.timings_ms.get(step, 0.0) + ms
        turn.emit(StepFinished(step, ms))
        return result

    return timed
