"""Turns in the background: replayed to whoever subscribes, one a session, stoppable."""

import threading
from collections.abc import Callable
from functools import partial

import pytest

from tidemark.errors import RunNotFound, SessionBusy
from tidemark.runtime.events import Event, Failed, Finished, Piece, Stop, Stopped
from tidemark.runtime.runs import Runs
from tidemark.schema import Meter
from tidemark.schema.scope import Scope

DONE = Finished(2, Meter(summaries=0, active=12, threshold=1200))


def test_a_late_subscriber_gets_every_event_from_the_start() -> None:
    go_on = threading.Event()

    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        emit(Piece("Hel"))
        go_on.wait(20)
        emit(Piece("lo"))
        emit(DONE)

    run = Runs().start("s", 1, work)
    early = run.events()
    assert next(early) == Piece("Hel")
    go_on.set()
    run.wait(20)

    whole = [Piece("Hel"), Piece("lo"), DONE]
    assert list(run.events()) == whole
    assert [event for event in early if event is not None] == whole[1:]
    assert run.text == "Hello"


def test_silence_yields_none_so_that_a_page_can_be_interrupted() -> None:
    go_on = threading.Event()

    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        go_on.wait(20)
        emit(DONE)

    events = Runs().start("s", 1, work).events(poll_s=0.01)

    assert next(events) is None
    go_on.set()
    assert [event for event in events if event is not None] == [DONE]


def test_a_session_has_one_run_at_a_time_and_is_free_when_the_last_event_is_read() -> None:
    runs, go_on = Runs(), threading.Event()

    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        go_on.wait(20)
        emit(DONE)

    first = runs.start("s", 1, work)
    with pytest.raises(SessionBusy):
        runs.start("s", 2, work)
    other = runs.start("other", 3, work)
    go_on.set()

    assert first.wait(20) == other.wait(20) == DONE
    assert runs.live("s") is None
    assert runs.start("s", 2, work).wait(20) == DONE


def test_stop_reaches_work_that_waits() -> None:
    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        stop.wait(20)
        emit(Stopped(None))

    run = Runs().start("s", 1, work)
    run.stop()

    assert run.wait(20) == Stopped(None)


def test_a_broken_turn_ends_in_a_failure_and_frees_the_session() -> None:
    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        raise ZeroDivisionError

    runs = Runs()
    last = runs.start("s", 1, work).wait(20)

    assert isinstance(last, Failed)
    assert str(last.error) == "Something went wrong inside (ZeroDivisionError). Retry."
    assert runs.live("s") is None


def test_a_long_turn_beats_and_is_stopped_once_it_was_given_to_somebody_else() -> None:
    beats: list[bool] = [True, True, False]

    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        stop.wait(20)
        emit(Stopped(None))

    run = Runs(beat_s=0.01).start("s", 1, work, beat=lambda: beats.pop(0))

    assert run.wait(20) == Stopped(None)
    assert beats == []


def test_every_live_run_beats_whatever_happens_to_another() -> None:
    go_on = threading.Event()
    beaten = {name: threading.Semaphore(0) for name in "abc"}

    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        go_on.wait(20)
        emit(DONE)

    def beat(name: str) -> bool:
        beaten[name].release()
        if name == "a":
            raise ZeroDivisionError
        return name != "b"

    runs = Runs(beat_s=0.01)
    live = {name: runs.start(name, 1, work, beat=partial(beat, name)) for name in beaten}

    for _ in range(3):
        assert beaten["a"].acquire(timeout=20)
        assert beaten["c"].acquire(timeout=20)
    assert beaten["b"].acquire(timeout=20)
    assert not beaten["b"].acquire(blocking=False)
    go_on.set()
    assert all(run.wait(20) == DONE for run in live.values())


def test_a_run_that_does_not_stop_is_left_behind() -> None:
    go_on = threading.Event()

    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        go_on.wait(20)
        emit(DONE)

    runs = Runs()
    run = runs.start("s", 1, work)

    runs.end_all(timeout_s=0.01)

    assert run.is_live
    go_on.set()
    assert run.wait(20) == DONE


def test_a_live_run_is_found_however_many_began_after_it_and_only_by_its_user() -> None:
    go_on = threading.Event()

    def work(emit: Callable[[Event], None], stop: Stop) -> None:
        go_on.wait(20)
        emit(DONE)

    def ends(emit: Callable[[Event], None], stop: Stop) -> None:
        emit(DONE)

    runs = Runs().scoped(Scope("ada", "general"))
    live = runs.start("long", 1, work, run_id="long")
    for number in range(300):
        runs.start(f"s{number}", number, ends, run_id=f"r{number}").wait(20)

    assert runs.find("long") is live
    assert runs.scoped(Scope("ada", "boats")).find("long") is live
    for hidden, run_id in ((runs.scoped(Scope("eve", "general")), "long"), (runs, "r0")):
        with pytest.raises(RunNotFound):
            hidden.find(run_id)
    go_on.set()
