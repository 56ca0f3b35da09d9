"""Opening before the first request; ``/readyz`` while the database hangs."""

import threading
import time

import psycopg
import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tidemark.api import application
from tidemark.errors import DatabaseTooNew


def test_a_server_opens_the_assistant_before_anybody_asks(assistant: Assistant) -> None:
    is_opened = threading.Event()

    def opened() -> Assistant:
        is_opened.set()
        return assistant

    with TestClient(application.create(opened)):
        assert is_opened.wait(20)


def test_why_a_server_cannot_open_its_database_is_in_the_log_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def opened() -> Assistant:
        raise DatabaseTooNew("old.db", "0099")

    served = application.create(opened)
    here = ("127.0.0.1", 50_000)
    with TestClient(served, base_url="http://localhost", client=here) as client:
        statuses = [client.get("/readyz").status_code for _ in range(3)]

    assert statuses == [503, 503, 503]
    assert caplog.text.count("was written by a newer Tidemark") == 1


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_database_that_hangs_is_told_in_time_and_asked_once(
    client: TestClient, assistant: Assistant, database_url: str
) -> None:
    until = time.monotonic() + 60
    while client.get("/readyz").status_code == 503 and time.monotonic() < until:
        time.sleep(0.1)
    assert client.get("/readyz").json() == {"status": "ok"}
    with psycopg.connect(database_url.replace("+psycopg", "")) as locking:
        locking.execute("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
        began = time.monotonic()
        told = client.get("/readyz")
        took_s = time.monotonic() - began
        assert (told.status_code, told.json()) == (503, {"status": "database late"})
        assert took_s < 4.5  # before the database itself gives up
        assert client.get("/readyz").status_code == 503
        assert assistant.load.connections_in_use == 1
        locking.rollback()
    until = time.monotonic() + 10
    while client.get("/readyz").status_code == 503 and time.monotonic() < until:
        time.sleep(0.1)
    assert client.get("/readyz").json() == {"status": "ok"}
