"""Readers of a run on an event loop: woken by events, without a thread each."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from tidemark.runtime.events import LAST_EVENTS, Event
from tidemark.runtime.runs import Run

_TOGETHER_S = 0.012  # waking the loop for each event would slow the turn's thread; 12 ms is no wait


async def batches(
    run: Run, after: int = 0, *, silence_s: float
) -> AsyncGenerator[tuple[Event, ...]]:
    """Yield the events of ``run`` after number ``after``, all available ones each time.

    An empty tuple comes after ``silence_s`` seconds without any.  Ends after the last event, which
    is delivered immediately; others that come within milliseconds are delivered together.
    """
    bell, at = _Bell(run, asyncio.get_running_loop()), max(after, 0)
    unregister = run.on_event(bell.ring)
    try:
        while True:
            bell.rang.clear()
            fresh = run.so_far(at)
            if fresh:
                at += len(fresh)
                yield fresh
                if isinstance(fresh[-1], LAST_EVENTS):
                    return
                continue
            if not run.is_live:  # the reader already had the last event
                return
            try:
                await asyncio.wait_for(bell.rang.wait(), silence_s)
            except TimeoutError:
                yield ()
    finally:
        unregister()


class _Bell:
    """Wakes a reader on ``loop``: immediately for the last event of ``run``, else shortly after."""

    def __init__(self, run: Run, loop: asyncio.AbstractEventLoop) -> None:
        self.rang = asyncio.Event()
        self._run, self._loop = run, loop
        self._rings_soon = False

    def ring(self) -> None:
        """Signal an event, on the thread of the run."""
        with suppress(RuntimeError):  # the loop is closed: no reader is left
            if not self._run.is_live:
                self._loop.call_soon_threadsafe(self.rang.set)
            elif not self._rings_soon:
                self._rings_soon = True
                self._loop.call_soon_threadsafe(self._loop.call_later, _TOGETHER_S, self._wake)

    def _wake(self) -> None:
        self._rings_soon = False
        self.rang.set()
