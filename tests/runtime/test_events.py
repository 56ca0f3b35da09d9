import threading

import pytest

from tidemark.runtime.events import Stop, StopRequested


def test_a_stop_is_asked_for_once_and_stays() -> None:
    stop = Stop()
    before = stop.is_set
    stop.set()
    stop.set()
    assert (before, stop.is_set) == (False, True)


def test_check_raises_only_after_stop() -> None:
    stop = Stop()
    stop.check()
    stop.set()
    with pytest.raises(StopRequested):
        stop.check()


def test_stopping_is_no_exception_a_broad_except_could_swallow() -> None:
    assert not issubclass(StopRequested, Exception)


def test_what_waits_is_called_once_on_stop() -> None:
    stop, called = Stop(), list[str]()
    stop.on_set(lambda: called.append("first"))
    stop.on_set(lambda: called.append("second"))
    stop.set()
    stop.set()
    assert called == ["first", "second"]


def test_what_registers_after_the_stop_is_called_at_once() -> None:
    stop, called = Stop(), list[str]()
    stop.set()
    unregister = stop.on_set(lambda: called.append("late"))
    unregister()
    assert called == ["late"]


def test_what_unregistered_is_not_called() -> None:
    stop, called = Stop(), list[str]()
    unregister = stop.on_set(lambda: called.append("gone"))
    unregister()
    unregister()
    stop.set()
    assert called == []


def test_a_callback_may_unregister_itself_and_read_the_stop() -> None:
    stop, seen = Stop(), list[bool]()

    def look() -> None:
        unregister()
        seen.append(stop.is_set)

    unregister = stop.on_set(look)
    stop.set()
    assert seen == [True]


def test_a_wait_ends_with_the_stop() -> None:
    stop = Stop()
    unstopped = stop.wait(0.001)
    stopper = threading.Timer(0.01, stop.set)
    stopper.start()
    stopped = stop.wait(30)
    stopper.join()
    assert (unstopped, stopped) == (False, True)


def test_no_callback_is_lost_between_threads() -> None:
    for _ in range(200):
        stop, called = Stop(), threading.Event()
        stopper = threading.Thread(target=stop.set)
        stopper.start()
        stop.on_set(called.set)
        stopper.join()
        assert called.is_set()
