"""Watch of a turn: its events on their way to the run, counted by the meters of the process."""

import time
from collections.abc import Callable

from tidemark.errors import EngineError
from tidemark.runtime.events import LAST_EVENTS, Event, Failed, Piece, Summarised
from tidemark.telemetry import meters


def watched(emit: Callable[[Event], None], engine: str) -> Callable[[Event], None]:
    """Return ``emit``, with the events of one turn by ``engine`` counted as they pass."""
    began, has_spoken = time.perf_counter(), False

    def watch(event: Event) -> None:
        nonlocal has_spoken
        if isinstance(event, Piece):
            if event.text and not has_spoken:
                has_spoken = True
                meters.count_first_piece(engine, time.perf_counter() - began)
        elif isinstance(event, Summarised):
            meters.count_fold()
        elif isinstance(event, LAST_EVENTS):
            outcome = type(event).__name__.lower()
            meters.count_turn(engine, outcome, time.perf_counter() - began)
            if isinstance(event, Failed) and isinstance(event.error, EngineError):
                meters.count_engine_error(event.error)
        emit(event)

    return watch
