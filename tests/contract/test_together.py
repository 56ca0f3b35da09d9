"""Several processes and many threads open each database and write it at once: nothing is lost."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from benchmark import crowd
from benchmark.databases import local_database
from database import Database, ScopedDatabase
from tests.conversing import DATABASES, SESSION, begin
from tests.crowd import PROCESSES
from tests.timing import unwatched
from tidemark.schema.scope import LOCAL

if TYPE_CHECKING:
    from tests.postgres import Server

_PROJECT = Path(__file__).parent.parent.parent

# Imports once, then forks: what is tried is the opening, and that many times
_OPEN_TOGETHER = """
import os, sys
from database import Database
from tests.conversing import begin
from tidemark.schema.scope import LOCAL

def open_when_told(url, name):
    os.read(told, 1)
    database = Database(url)
    begin(database.scoped(LOCAL), 3, session_id=name)
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
        return [f"sqlite:///{tmp_path / f'{number}.db'}" for number in range(2)]
    server: Server = request.getfixturevalue("postgres")
    return [server.url(server.empty())]


def test_processes_that_open_a_fresh_database_at_once_all_succeed(fresh_urls: list[str]) -> None:
    command = [sys.executable, "-c", _OPEN_TOGETHER, *fresh_urls]
    with unwatched(programs=True):
        subprocess.run(command, cwd=_PROJECT, check=True, timeout=120)

    for url in fresh_urls:
        with local_database(url) as database:
            counts = {at.session_id: at.message_count for at in database.session_lists.recent()}
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
    begin(opened[0].scoped(LOCAL), 1)
    assert len(opened[5].scoped(LOCAL).get_messages(SESSION)) == 1
    for database in opened:
        database.close()


def test_a_crowd_that_writes_at_once_loses_and_doubles_nothing(database_url: str) -> None:
    with unwatched(programs=True):
        told = crowd.let_write(database_url, seconds=1)

    outcome = crowd.count(database_url, told)

    assert len(told) == PROCESSES
    assert outcome.messages > 0
    assert outcome.summaries > 0
    assert +outcome.damage == {}


def test_what_one_thread_asks_together_goes_over_one_connection(database: ScopedDatabase) -> None:
    lent: list[object] = []

    def lend(connection: object, *_: object) -> None:
        lent.append(connection)

    def ask() -> None:
        database.get_context("talk")
        database.sessions.exists("talk")

    ask()
    event.listen(Pool, "checkout", lend)
    try:
        with database.together():
            ask()
            with database.together():
                ask()
            ask()
            assert len(lent) == 1
            other = threading.Thread(target=ask)
            other.start()
            other.join()
            assert len(lent) == 3
        ask()
        assert len(lent) == 5
    finally:
        event.remove(Pool, "checkout", lend)
