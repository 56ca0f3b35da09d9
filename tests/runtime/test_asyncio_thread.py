"""Calls on a loop of their own: stopped at once, closed cleanly, and safe from many threads."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from tests.timing import SOON_S
from tidemark.runtime.asyncio_thread import AsyncioThread, AsyncioThreadClosed
from tidemark.runtime.events import Stop, StopRequested


@pytest.fixture
def background() -> Iterator[AsyncioThread]:
    background = AsyncioThread("test")
    yield background
    background.close(_nothing)


async def _nothing() -> None:
    """Have nothing to close."""


async def _forever() -> None:
    await asyncio.sleep(60)


async def _one_then_silence() -> AsyncIterator[str]:
    yield "one"
    await asyncio.sleep(60)


async def _broken() -> AsyncIterator[str]:
    yield "one"
    raise OSError("gone")


async def _echo(number: int) -> int:
    await asyncio.sleep(0)
    return number


def stop_soon(stop: Stop) -> None:
    threading.Timer(0.05, stop.set).start()


def test_many_threads_get_each_its_own_answer(background: AsyncioThread) -> None:
    def ask(number: int) -> int:
        return background.run(lambda: _echo(number), stop=Stop())

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(64))) == list(range(64))


def test_a_stop_ends_a_call_that_waits(background: AsyncioThread) -> None:
    stop = Stop()
    stop_soon(stop)
    began = time.monotonic()

    with pytest.raises(StopRequested):
        background.run(_forever, stop=stop)

    assert time.monotonic() - began < SOON_S


def test_a_stop_ends_a_stream_that_waits_after_its_first_piece(background: AsyncioThread) -> None:
    stop = Stop()
    pieces = background.stream(_one_then_silence, stop=stop)

    assert next(pieces) == "one"
    stop_soon(stop)
    with pytest.raises(StopRequested):
        next(pieces)


def test_a_call_after_the_stop_is_not_begun(background: AsyncioThread) -> None:
    stop = Stop()
    stop.set()

    with pytest.raises(StopRequested):
        background.run(_forever, stop=stop)
    with pytest.raises(StopRequested):
        next(background.stream(_one_then_silence, stop=stop))


def test_what_a_stream_raises_comes_after_its_pieces(background: AsyncioThread) -> None:
    pieces = background.stream(_broken, stop=Stop())

    assert next(pieces) == "one"
    with pytest.raises(OSError, match="gone"):
        next(pieces)


def test_a_stream_nobody_reads_on_is_cancelled(background: AsyncioThread) -> None:
    ended = threading.Event()

    async def watched() -> AsyncIterator[str]:
        try:
            yield "one"
            await asyncio.sleep(60)
        finally:
            ended.set()

    pieces = background.stream(watched, stop=Stop())
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]  # a generator

    assert ended.wait(20)


def test_closing_ends_what_runs_and_refuses_what_comes() -> None:
    background = AsyncioThread("test")
    threading.Timer(0.05, background.close, (_nothing,)).start()

    with pytest.raises(AsyncioThreadClosed):
        background.run(_forever, stop=Stop())
    with pytest.raises(AsyncioThreadClosed):
        background.run(_nothing, stop=Stop())


async def _blocking() -> None:
    time.sleep(1)


async def _swallowing() -> None:
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(60)
    await asyncio.sleep(1)


@pytest.mark.parametrize("is_lasting", [False, True], ids=["own loop", "lasting loop"])
@pytest.mark.parametrize("deaf", [_blocking, _swallowing])
def test_closing_leaves_a_call_behind_that_heeds_no_cancel(
    deaf: Callable[[], Coroutine[None, None, None]],
    is_lasting: bool,  # noqa: FBT001 - pytest passes it
) -> None:
    background = AsyncioThread(f"test-{deaf.__name__}", lasting=is_lasting)
    begun = threading.Event()

    async def call() -> None:
        begun.set()
        await deaf()

    with ThreadPoolExecutor(1) as threads:
        calling = threads.submit(background.run, call, stop=Stop())
        begun.wait()
        began = time.monotonic()
        background.close(_nothing, timeout_s=0.1)
        assert time.monotonic() - began < 0.9
        with pytest.raises(AsyncioThreadClosed):
            calling.result()


def test_closing_twice_or_before_any_call_does_nothing() -> None:
    background = AsyncioThread("test")

    background.close(_nothing)
    background.close(_nothing)

    assert threading.active_count() < 50


def test_lasting_ones_of_a_name_share_a_loop_that_outlives_each() -> None:
    async def loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    one, other, third = (AsyncioThread("test-lasting", lasting=True) for _ in range(3))
    shared = one.run(loop, stop=Stop())
    waiting = other.stream(_one_then_silence, stop=Stop())
    next(waiting)

    one.close(_nothing)

    with pytest.raises(AsyncioThreadClosed):
        one.run(_nothing, stop=Stop())
    assert third.run(loop, stop=Stop()) is shared
    other.close(_nothing)
    with pytest.raises(AsyncioThreadClosed):
        next(waiting)
    assert third.run(lambda: _echo(7), stop=Stop()) == 7
