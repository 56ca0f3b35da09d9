"""Several processes and many threads open each database and write it at once: nothing is lost."""

import json
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from database import Database
from tests.conversing import DATABASES, NOW, SESSION, assert_whole, begin
from tests.crowd import PROCESSES, SESSIONS

if TYPE_CHECKING:
    from tests.postgres import Server

_PROJECT = Path(__file__).parent.parent.parent

# Imports once, then forks: what is tried is the opening, and that many times
_OPEN_TOGETHER = """
import os, sys
from database import Database
from tests.conversing import begin

def open_when_told(url, name):
    os.read(told, 1)
    database = Database(url)
    begin(database, 3, session_id=name)
    database.close()

for url in sys.argv[1:]:
    told, tell = os.pipe()
    children = []
    for name in ("one", "two", "three"):
        child = os.fork()
        if not child:
            open_when_told(url, name)
            os._exit(0)
        children.append(child)
    os.write(tell, b"now")
    assert not any([os.waitpid(child, 0)[1] for child in children]), url
"""


@pytest.fixture(params=DATABASES)
def fresh_urls(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """The URLs of databases no Tidemark has opened yet."""
    if request.param == "sqlite":
        return [f"sqlite:///{tmp_path / f'{number}.db'}" for number in range(8)]
    server: Server = request.getfixturevalue("postgres")
    return [server.url(server.empty())]


def test_processes_that_open_a_fresh_database_at_once_all_succeed(fresh_urls: list[str]) -> None:
    subprocess.run(
        [sys.executable, "-c", _OPEN_TOGETHER, *fresh_urls], cwd=_PROJECT, check=True, timeout=120
    )

    for url in fresh_urls:
        with closing(Database(url)) as database:
            counts = {at.session_id: at.message_count for at in database.sessions.recent()}
        assert counts == {"one": 3, "two": 3, "three": 3}


def test_many_threads_open_a_fresh_database_at_once(fresh_urls: list[str]) -> None:
    opened: list[Database] = []
    together = threading.Barrier(6)

    def open_it() -> None:
        together.wait()
        opened.append(Database(fresh_urls[0]))

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(opened) == 6
    begin(opened[0], 1)
    assert len(opened[5].get_messages(SESSION)) == 1
    for database in opened:
        database.close()


def test_a_crowd_that_writes_at_once_loses_and_doubles_nothing(database_url: str) -> None:
    with closing(Database(database_url)) as database:
        for session_id in SESSIONS:
            database.sessions.ensure(session_id, title=session_id, now=NOW)

        wrote = subprocess.run(
            [sys.executable, "-m", "tests.crowd", database_url],
            cwd=_PROJECT,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=60,
        )

        told = [json.loads(line) for line in wrote.stdout.splitlines()]
        kept = {int(number): words for each in told for number, words in each["kept"].items()}
        summaries = {int(at): ids for each in told for at, ids in each["summaries"].items()}
        stored = {
            message.id: message.content
            for session_id in SESSIONS
            for message in database.get_messages(session_id)
        }
        assert len(told) == PROCESSES
        # What a writer was told is kept; besides only the questions and replies of whoever lost
        assert kept.items() <= stored.items()
        assert sum(len(ids) for ids in summaries.values()) == sum(
            database.messages.counts(session_id).covered for session_id in SESSIONS
        )
        for session_id in SESSIONS:
            record = database.record(session_id)
            assert [at.position for at in record.messages] == list(range(len(record.messages)))
            assert database.sessions.get(session_id).message_count == len(record.messages)
            assert sum(turn.status == "pending" for turn in record.turns) <= 1
            assert_whole(record)
