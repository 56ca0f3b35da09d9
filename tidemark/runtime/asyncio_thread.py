"""An asyncio loop on a thread of its own, for calls that must end as soon as a person says stop.

A thread in a blocking read cannot be woken.  A task that awaits can be cancelled, which closes its
connection, even before the first byte of an answer.

Open connections belong to the loop they were created on.  Some libraries keep them for the whole
process, after the engine is closed; then the loop must live as long.

``anyio.from_thread.start_blocking_portal`` stops calls as fast, but repeats a cancellation until it
takes effect and joins its thread without a limit: a library call that swallows a cancellation
occupies a processor, and closing never returns.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

from langsmith.run_helpers import tracing_context

from tidemark.runtime.events import Stop

T = TypeVar("T")
_LASTING: dict[str, asyncio.AbstractEventLoop] = {}  # by name
_LASTING_LOCK = threading.Lock()
_log = logging.getLogger(__name__)


class AsyncioThreadClosed(Exception):
    """The loop was closed before the call finished."""


class AsyncioThread:
    """A thread with an asyncio loop, started by the first call.  Thread-safe.

    A ``lasting`` one shares its loop with all others of its name; the loop outlives each of them.
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
        """Run ``call`` and return its result; cancel it when ``stop`` is set.

        Raises:
            StopRequested: ``stop`` was set first.
            AsyncioThreadClosed: ``close`` was called first.
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
        """Yield the items of ``call`` as they come; cancel it when ``stop`` is set or on close.

        Raises:
            StopRequested: ``stop`` was set first.
            AsyncioThreadClosed: ``close`` was called first.
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

    def close(
        self, last: Callable[[], Coroutine[Any, Any, None]], *, timeout_s: float = 5.0
    ) -> None:
        """Cancel all calls, await ``last`` on the loop if it was started, and end the thread.

        A call that does not end within ``timeout_s`` is abandoned; its thread ends with the
        process.
        """
        with self._lock:
            loop, thread = self._loop, self._thread
            was_closed, self._is_closed = self._is_closed, True
            calls = tuple(self._calls)
        if loop is None or was_closed:
            return
        for call in calls:
            call.cancel()

        async def wind_up() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            await last()

        ending = last if thread is None else wind_up
        try:
            asyncio.run_coroutine_threadsafe(ending(), loop).result(timeout_s)
        except TimeoutError:
            _log.warning("a call on %s did not end within %s s", self._name, timeout_s)
            return
        if thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join(timeout_s)
            loop.close()

    def _submit(self, call: Callable[[], Coroutine[Any, Any, T]]) -> "Future[T]":
        with self._lock:
            if self._is_closed:
                raise AsyncioThreadClosed
            if self._loop is None and self._is_lasting:
                self._loop = _lasting(self._name)
            elif self._loop is None:
                self._loop, self._thread = _start(self._name)
            with tracing_context(enabled=False):  # no text of a person goes to a third party
                future = asyncio.run_coroutine_threadsafe(call(), self._loop)
            self._calls.add(future)
        future.add_done_callback(self._calls.discard)
        return future


def _lasting(name: str) -> asyncio.AbstractEventLoop:
    with _LASTING_LOCK:
        if name not in _LASTING:
            _LASTING[name], _ = _start(name)
        return _LASTING[name]


def _start(name: str) -> tuple[asyncio.AbstractEventLoop, threading.Thread]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=name, daemon=True)
    thread.start()
    return loop, thread
