"""Watcher of a turn: counts and traces its events on their way to the run."""

import time
from collections.abc import Callable

from tidemark.errors import CallerToolCalled, EngineError
from tidemark.runtime.events import (
    LAST_EVENTS,
    Event,
    Failed,
    Piece,
    StepFinished,
    StepStarted,
    Summarised,
)
from tidemark.schema import Usage
from tidemark.telemetry import meters
from tidemark.telemetry.traces import TurnTrace


def watched(
    emit: Callable[[Event], None], engine: str, trace: TurnTrace
) -> Callable[[Event], None]:
    """Return ``emit`` wrapped so that one turn's events by ``engine`` are counted and traced."""
    began, has_spoken, usage = time.perf_counter(), False, Usage()

    def watch(event: Event) -> None:
        nonlocal has_spoken, usage
        if isinstance(event, Piece):
            usage += event.usage or Usage()
            if event.text and not has_spoken:
                has_spoken = True
                meters.count_first_piece(engine, time.perf_counter() - began)
        elif isinstance(event, StepStarted):
            trace.begin_step(event.step)
        elif isinstance(event, StepFinished):
            trace.end_step(event.step)
        elif isinstance(event, Summarised):
            meters.count_fold()
        elif isinstance(event, LAST_EVENTS):
            is_waiting = isinstance(event, Failed) and isinstance(event.error, CallerToolCalled)
            outcome = "waiting" if is_waiting else type(event).__name__.lower()
            meters.count_turn(engine, outcome, time.perf_counter() - began)
            trace.note_tokens(usage.input_tokens, usage.output_tokens)
            fault = event.error if isinstance(event, Failed) and not is_waiting else None
            trace.end(outcome, type(fault).__name__ if fault else "")
            if isinstance(event, Failed) and isinstance(event.error, EngineError):
                meters.count_engine_error(event.error)
        emit(event)

    return watch
