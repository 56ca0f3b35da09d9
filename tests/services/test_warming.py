"""What the first question about a table needs is loaded before the program is ready."""

import time
from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tidemark.services.tables.warming import TableWarming
from tidemark.settings import Settings
from tidemark.tables.sandbox import QUERY_PROCESSES


def test_the_program_is_ready_only_when_tables_are(settings: Callable[..., Settings]) -> None:
    with closing(Assistant(settings())) as assistant:
        ready = [assistant.is_ready_for_tables]
        assistant.get_ready_for_tables()
        until = time.monotonic() + 60
        while not ready[-1] and time.monotonic() < until:
            time.sleep(0.05)
            ready.append(assistant.is_ready_for_tables)
        assert (ready[0], ready[-1], assistant.is_ready) == (False, True, True)


def test_where_no_query_can_be_run_the_rest_is_ready(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    QUERY_PROCESSES.end()
    monkeypatch.setattr("sys.executable", "/no/python")
    assert _is_done_soon(TableWarming(before=lambda: None))
    assert "no query about a table can be run" in caplog.text


def test_what_could_not_be_loaded_is_loaded_when_it_is_asked_for_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tries = iter([ImportError("half loaded by another thread"), None])

    def load() -> None:
        if error := next(tries):
            raise error

    assert _is_done_soon(TableWarming(before=load))
    assert "half loaded by another thread" in caplog.text


def _is_done_soon(warming: TableWarming) -> bool:
    until = time.monotonic() + 60
    while not warming.is_done and time.monotonic() < until:
        warming.begin()
        time.sleep(0.05)
    return warming.is_done
