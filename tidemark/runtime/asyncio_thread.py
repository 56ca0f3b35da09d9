"""An asyncio loop on a thread of its own, for calls that must end the moment a person says stop.

A thread that waits in a blocking read cannot be woken; a task that awaits can be cancelled, and its
connection closes with it, also before the first byte of an answer.

Connections that are kept open belong to the loop they began on.  Where a library keeps them for the
whole process, beyond the engine that closed, the loop has to last as long.
"""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

from langsmith.run_helpers import tracing_context

from tidemark.runtime.events import Stop

T = TypeVar("T")
_LASTING: dict[str, asyncio.AbstractEventLoop] = {}  # by name, once asked for
_LASTING_LOCK = threading.Lock()
_JOIN_S = 5.0  # a loop whose tasks are cancelled ends at once; this is for a machine that swaps


class AsyncioThreadClosed(Exception):
    """The loop was closed before the call was done."""


class AsyncioThread:
    """One thread with an asyncio loop, begun at the first call; safe to use from many threads.

    A ``lasting`` one shares its loop with all others of its name, and leaves it when it closes.
    """

    def __init__(self, name: str, *, lasting: bool = False) -> None:
        self._name = name
        self._is_lasting = lasting
        self._lock = threading.Lock()
        self._calls: set[Future[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def run(self, call: Callable[[], Coroutine[Any, Any, T]], *, stop: Stop) -> T:
        """Return what ``call`` comes to; it is cancelled when ``stop`` is set.

        Raises:
            StopRequested: ``stop`` was set before the end.
            AsyncioThreadClosed: ``close`` was called before the end.
        """
        stop.check()
        future = self._submit(call)
        forget = stop.on_set(future.cancel)
        try:
            return future.result()
        except CancelledError as error:
            stop.check()
            raise AsyncioThreadClosed from error
        finally:
            forget()

    def stream(self, call: Callable[[], AsyncIterator[T]], *, stop: Stop) -> Iterator[T]:
        """Yield what ``call`` yields, as it comes; it is cancelled with the iterator or ``stop``.

        Raises:
            StopRequested: ``stop`` was set before the end.
            AsyncioThreadClosed: ``close`` was called before the end.
        """
        stop.check()
        pieces: queue.SimpleQueue[tuple[T] | None] = queue.SimpleQueue()  # None: no more

        async def pump() -> None:
            async for piece in call():
                pieces.put((piece,))

        future = self._submit(pump)
        future.add_done_callback(lambda _: pieces.put(None))
        forget = stop.on_set(future.cancel)
        try:
            while (piece := pieces.get()) is not None:
                stop.check()
                yield piece[0]
            stop.check()
            future.result()
        except CancelledError as error:
            raise AsyncioThreadClosed from error
        finally:
            forget()
            future.cancel()

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Cancel what runs, await ``last`` on the loop where there is one, and end the thread."""
        with self._lock:
            loop, thread = self._loop, self._thread
            was_closed, self._is_closed = self._is_closed, True
            calls = tuple(self._calls)
        if loop is None or was_closed:
            return
        for call in calls:
            call.cancel()

        if thread is None:
            asyncio.run_coroutine_threadsafe(last(), loop).result(_JOIN_S)
            return

        async def wind_up() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            await last()

        asyncio.run_coroutine_threadsafe(wind_up(), loop).result(_JOIN_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_JOIN_S)
        loop.close()

    def _submit(self, call: Callable[[], Coroutine[Any, Any, T]]) -> "Future[T]":
        with self._lock:
            if self._is_closed:
                raise AsyncioThreadClosed
            if self._loop is None and self._is_lasting:
                self._loop = _lasting(self._name)
            elif self._loop is None:
                self._loop, self._thread = _begun(self._name)
            with tracing_context(enabled=False):  # what a person writes goes to no third party
                future = asyncio.run_coroutine_threadsafe(call(), self._loop)
            self._calls.add(future)
        future.add_done_callback(self._calls.discard)
        return future


def _lasting(name: str) -> asyncio.AbstractEventLoop:
    with _LASTING_LOCK:
        if name not in _LASTING:
            _LASTING[name], _ = _begun(name)
        return _LASTING[name]


def _begun(name: str) -> tuple[asyncio.AbstractEventLoop, threading.Thread]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=name, daemon=True)
    thread.start()
    return loop, thread
