"""Readers of a run on an event loop: they are woken by each event, and hold no thread."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from tidemark.runtime.events import LAST_EVENTS, Event
from tidemark.runtime.runs import Run


async def batches(
    run: Run, after: int = 0, *, silence_s: float
) -> AsyncGenerator[tuple[Event, ...]]:
    """Yield the events of ``run`` after number ``after``, all that are there each time.

    An empty tuple comes after ``silence_s`` seconds without any.  Ends after the last event.
    """
    loop, changed, at = asyncio.get_running_loop(), asyncio.Event(), max(after, 0)

    def wake() -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody reads any more
            loop.call_soon_threadsafe(changed.set)

    unregister = run.on_event(wake)
    try:
        while True:
            changed.clear()
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
                await asyncio.wait_for(changed.wait(), silence_s)
            except TimeoutError:
                yield ()
    finally:
        unregister()
