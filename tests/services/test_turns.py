"""Whose turn it is: of two who ask at once, of a process that fell silent, of one that is gone."""

import datetime as dt
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from assistant import Assistant
from tests.conversing import NOW, said
from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.errors import (
    DatabaseError,
    DatabaseLocked,
    EngineUnreachable,
    NothingToRetry,
    SessionBusy,
)
from tidemark.runtime.events import Event, Failed, Finished, Piece
from tidemark.schema import TurnStart
from tidemark.services.turns import TurnOwners
from tidemark.settings import Settings

if TYPE_CHECKING:
    from tests.postgres import Server

GONE = 2**22 + 1  # above every process id of Linux


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    engine = ScriptedEngine(replies=lambda call: ScriptedLine("one two three " * 9, pause_s=0.002))
    opened = Assistant(settings(), engine=engine, clock=lambda: NOW)
    yield opened
    opened.close()


def test_of_two_who_ask_at_once_one_is_answered_and_the_other_told(assistant: Assistant) -> None:
    assistant.ask("First", "talk").wait(20)
    ended: list[Event | SessionBusy] = []

    def ask(together: threading.Barrier) -> None:
        together.wait()
        try:
            ended.append(assistant.ask("Together", "talk").wait(20))
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
    other = TurnOwners("other").sign().replace(str(os.getpid()), str(pid))
    before = NOW - dt.timedelta(seconds=silent_s)
    assistant.database.turns.start("talk", said("Hello"), title="", owner=other, now=before)

    turn = assistant.turns.last("talk")

    assert turn is not None
    assert turn.owner == f"{socket.gethostname()}/{pid}/other/1"
    assert assistant.turns.may_retry(turn) == may_retry
    if may_retry:
        assert isinstance(assistant.ask("And then?", "talk").wait(20), Finished)
    else:
        with pytest.raises(SessionBusy):
            assistant.ask("And then?", "talk")


def test_a_stop_that_nothing_can_be_kept_of_says_why(assistant: Assistant) -> None:
    run = assistant.ask("Go on", "talk")
    next(event for event in run.events() if isinstance(event, Piece))
    assistant.database.sessions.delete("talk")

    run.stop()

    failed = run.wait(20)
    assert isinstance(failed, Failed)
    assert "Something went wrong" not in str(failed.error)


def test_an_answer_that_broke_off_goes_on_in_the_same_reply(
    settings: Callable[..., Settings],
) -> None:
    asked: list[str] = []

    def replies(call: Call) -> ScriptedLine:
        assert call.view is not None
        asked.append(call.view.instructions)
        parts = ("The boat leaves", " at nine", " from the north quay.")
        faults = (EngineUnreachable("it", "cut"), EngineUnreachable("it", "cut"), None)
        return ScriptedLine(parts[len(asked) - 1], fails=faults[len(asked) - 1])

    with closing(Assistant(settings(), engine=ScriptedEngine(replies=replies))) as assistant:
        assistant.ask("When does it leave?", "talk").wait(20)
        assistant.turns.resume("talk").wait(20)
        report = assistant.report(assistant.turns.resume("talk"))

        whole = "The boat leaves at nine from the north quay."
        stored = assistant.database.messages.by_ids("talk", [report.message_id])[0]
        assert (report.reply, stored.content) == (whole, whole)
        assert stored.metadata.partial is None
        assert (asked[0], asked[2].splitlines()[-2]) == ("", "The boat leaves at nine")
        assert [each.content for each in assistant.sessions.transcript("talk") if each.is_retired]
        with pytest.raises(NothingToRetry):
            assistant.turns.resume("talk")


def test_a_turn_whose_end_was_not_stored_is_offered_at_once(assistant: Assistant) -> None:
    def store(owner: str) -> TurnStart:
        begun = assistant.database.turns.start(
            "talk", said("Hello"), title="", owner=owner, now=NOW
        )
        raise DatabaseLocked(begun.turn.session_id)

    with pytest.raises(DatabaseLocked):
        assistant.turns.begin(store)
    assert assistant.turns.can_retry("talk")
    assert isinstance(assistant.turns.retry("talk").wait(20), Finished)


def test_a_locked_session_keeps_no_other_session_from_its_turn(
    postgres: "Server", settings: Callable[..., Settings]
) -> None:
    url = postgres.url(postgres.migrated())
    with closing(Assistant(settings(database_url=url), engine=ScriptedEngine())) as assistant:
        for session_id in ("locked", "free"):
            assistant.ask("Hello", session_id).wait(20)
        refused: list[Exception] = []

        def ask_locked() -> None:
            try:
                assistant.ask("And on", "locked")
            except DatabaseError as error:
                refused.append(error)

        with assistant.database.transaction() as connection:
            connection.exec_driver_sql(
                "SELECT 1 FROM sessions WHERE session_id = 'locked' FOR UPDATE"
            )
            waiting = threading.Thread(target=ask_locked)
            waiting.start()
            time.sleep(0.2)  # it waits for the row by now
            began = time.perf_counter()
            assert isinstance(assistant.ask("And on", "free").wait(20), Finished)
            assert isinstance(assistant.ask("Something new").wait(20), Finished)
            assert time.perf_counter() - began < 3  # a lock is waited for five seconds
            assert waiting.is_alive()
        waiting.join(20)
        assert refused == []
        assert assistant.turns.last("locked") is not None
