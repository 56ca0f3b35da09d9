"""What the first question about a table needs is loaded before the program is ready."""

import time
from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tidemark.services.tables.warming import TableWarming
from tidemark.settings import Settings
from tidemark.tables.sandbox import Sandbox


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
    monkeypatch.setattr("sys.executable", "/no/python")
    warming = TableWarming(Sandbox(), before=lambda: None)
    warming.begin()
    until = time.monotonic() + 60
    while not warming.is_done and time.monotonic() < until:
        time.sleep(0.05)
    assert warming.is_done
    assert "no query about a table can be run" in caplog.text
