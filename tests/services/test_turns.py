"""Whose turn it is: of two who ask at once, of a process that fell silent, of one that is gone."""

import datetime as dt
import os
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from assistant import Assistant
from tests.conversing import NOW, said
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import SessionBusy
from tidemark.runtime.events import Event, Failed, Finished, Piece
from tidemark.services.turns import own_name
from tidemark.settings import Settings

GONE = 2**22 + 1  # above every process id of Linux


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    engine = ScriptedEngine(replies=lambda call: ScriptedLine("one two three " * 9, pause_s=0.002))
    opened = Assistant(settings(), engine=engine, clock=lambda: NOW)
    yield opened
    opened.close()


def test_of_two_who_ask_at_once_one_is_answered_and_the_other_told(assistant: Assistant) -> None:
    assistant.ask("First", "talk").wait(5)
    ended: list[Event | SessionBusy] = []

    def ask(together: threading.Barrier) -> None:
        together.wait()
        try:
            ended.append(assistant.ask("Together", "talk").wait(5))
        except SessionBusy as error:
            ended.append(error)

    for _ in range(4):
        together = threading.Barrier(6)
        threads = [threading.Thread(target=ask, args=(together,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert {type(each) for each in ended} <= {Finished, SessionBusy}
    turns = assistant.database.record("talk").turns
    assert {turn.status for turn in turns} == {"done"}
    assert len(turns) == 1 + sum(isinstance(each, Finished) for each in ended)


@pytest.mark.parametrize(
    ("pid", "silent_s", "may_retry"),
    [(os.getppid(), 9, False), (os.getppid(), 11, True), (GONE, 0, True)],
)
def test_a_turn_of_another_process_is_offered_when_that_is_silent_or_gone(
    assistant: Assistant, pid: int, silent_s: int, *, may_retry: bool
) -> None:
    other = own_name("other").replace(str(os.getpid()), str(pid))
    before = NOW - dt.timedelta(seconds=silent_s)
    assistant.database.turns.start("talk", said("Hello"), title="", owner=other, now=before)

    turn = assistant.last_turn("talk")

    assert turn is not None
    assert turn.owner == f"{socket.gethostname()}/{pid}/other"
    assert assistant.may_retry(turn) == may_retry
    if may_retry:
        assert isinstance(assistant.ask("And then?", "talk").wait(5), Finished)
    else:
        with pytest.raises(SessionBusy):
            assistant.ask("And then?", "talk")


def test_a_stop_that_nothing_can_be_kept_of_says_why(assistant: Assistant) -> None:
    run = assistant.ask("Go on", "talk")
    next(event for event in run.events() if isinstance(event, Piece))
    assistant.database.sessions.delete("talk")

    run.stop()

    failed = run.wait(5)
    assert isinstance(failed, Failed)
    assert "Something went wrong" not in failed.reason
