"""No query of a turn touches rows in proportion to the session's length."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Pool, event

from benchmark.databases import local_database
from database import ScopedDatabase
from tests.conversing import KEPT, NOW, SESSION, answer, ask, begin, fold, on_each_database, said
from tidemark.nlp.search_terms import content_terms
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import Message, NewMerge, SessionMemory
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage import migrations
from tidemark.storage.tables import metadata

if TYPE_CHECKING:
    from tests.postgres import Server

FOLD_EVERY = 20
# FTS5 keeps the number of a part above the bits of a page, and two rows of its own below 11
_TOO_MUCH = re.compile(r"SCAN (?!asked|found|last|json_each|CONSTANT ROW)|TEMP B-TREE")
_PARTS = "SELECT count(DISTINCT id >> 37) FROM passage_index_data WHERE id > 10"


@pytest.fixture
def database(database_url: str) -> Iterator[ScopedDatabase]:
    with local_database(database_url) as opened:
        yield opened


def _long(database: ScopedDatabase, count: int, session_id: str) -> None:
    """Begin a session of ``count`` messages, folded all along, its summaries merged into one."""
    stored = begin(database, count, session_id)
    in_force: tuple[int, ...] = ()
    for start in range(0, count - FOLD_EVERY, FOLD_EVERY):
        merge = NewMerge(memory=SessionMemory(), token_count=5, supersedes=in_force)
        fold(database, stored[start : start + FOLD_EVERY], merged=merge)
        in_force = tuple(summary.id for summary in database.get_summaries(session_id))


def _look(database: ScopedDatabase, session_id: str) -> tuple[Message, ...]:
    database.session_lists.recent()
    database.sessions.get(session_id)
    database.messages.page(session_id, limit=30)
    database.messages.page(session_id, before=60, limit=30)
    database.messages.counts(session_id)
    database.messages.last(session_id, 2)
    database.summaries.first_level(session_id, 40, 69)
    database.turns.last(session_id)
    database.get_summaries(session_id)
    database.count_total_tokens(session_id)
    return database.get_messages(session_id, exclude_summarized=True)


def _one_turn(database: ScopedDatabase, session_id: str) -> None:
    """Do all that a turn with a fold, a failure and a retry does."""
    turn = ask(database, "And the flight?", session_id)
    active = _look(database, session_id)
    fold(
        database,
        active[:-1],
        merged=NewMerge(
            memory=SessionMemory(),
            token_count=5,
            supersedes=tuple(summary.id for summary in database.get_summaries(session_id)),
        ),
    )
    database.messages.by_ids(session_id, [message.id for message in active[:3]])
    database.turns.beat(turn.id, NOW)
    answer(database, turn, "Half", "failed")
    turn = database.turns.restart(session_id, owner="me", now=NOW).turn
    reply = database.turns.finish(
        turn.id,
        TurnOutcome(
            "done",
            reply=said("It leaves at nine", "assistant"),
            question_metadata=active[0].metadata,
            prompt=KEPT,
            may_have_reply=True,
        ),
        now=NOW,
    )
    assert reply is not None
    database.prompt_snapshots.of_reply(session_id, reply.id)
    database.prompt_snapshots.of_question(session_id, turn.question_id)
    database.prompt_snapshots.sources([message.id for message in active[:3]])
    _look(database, session_id)


@contextmanager
def _statements() -> Iterator[list[tuple[str, tuple[object, ...]]]]:
    """Collect what is sent to any database."""
    sent: list[tuple[str, tuple[object, ...]]] = []

    def note(
        connection: Connection, cursor: object, statement: str, parameters: object, *_: object
    ) -> None:
        first = parameters[0] if isinstance(parameters, list) else parameters
        assert isinstance(first, tuple)
        sent.append((statement, first))

    event.listen(Engine, "before_cursor_execute", note)
    yield sent
    event.remove(Engine, "before_cursor_execute", note)


def test_every_statement_of_a_turn_is_answered_from_an_index(
    database: ScopedDatabase, tmp_path: Path
) -> None:
    _long(database, 100, SESSION)
    _long(database, 20, "other")
    with _statements() as sent:
        _one_turn(database, SESSION)
        asked = RecallQuery.read("Which message said 12?")
        database.recall.find(SESSION, asked)
        database.recall.find_among([SESSION, "other"], asked)
        database.cross_session.find(SESSION, content_terms("Which message said 12?"))
        database.profile.entries()

    with closing(sqlite3.connect(tmp_path / "tidemark.db")) as connection:
        plans = {
            statement: [
                row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            ]
            for statement, parameters in sent
            if not statement.startswith(("BEGIN", "PRAGMA"))
        }
    assert len(plans) > 25
    slow = {
        statement: plan
        for statement, plan in plans.items()
        if any(
            re.search(r"SCAN (?!asked|found|last|json_each|CONSTANT ROW)|TEMP B-TREE", step)
            for step in plan
        )
    }
    assert slow == {}


def test_a_file_looks_a_word_up_in_few_parts_however_many_were_written(
    database: ScopedDatabase, tmp_path: Path
) -> None:
    begin(database, 2)
    for number in range(57):
        answer(database, ask(database, f"Where is box {number}?"), f"In room {number}.")
    with closing(sqlite3.connect(tmp_path / "tidemark.db")) as connection:
        (parts,) = connection.execute(_PARTS)
    assert 1 <= parts[0] <= 5


def _steps(work: Callable[[], None]) -> int:
    """Count the instructions SQLite carries out in ``work``."""
    count = 0

    def step() -> None:
        nonlocal count
        count += 1

    def watch(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_progress_handler(step, 1)

    event.listen(Pool, "checkout", watch)
    work()
    event.remove(Pool, "checkout", watch)
    return count


def test_a_turn_costs_the_same_in_a_long_session(database: ScopedDatabase) -> None:
    _long(database, 100, "short")
    _long(database, 2000, "long")

    short = _steps(lambda: _one_turn(database, "short"))
    long = _steps(lambda: _one_turn(database, "long"))

    assert short > 1000  # it counts
    assert long < short * 1.05


def _rows_touched(postgres: "Server", name: str, work: Callable[[ScopedDatabase], None]) -> int:
    """Count the rows and index entries a server reads for ``work``."""
    counted = (
        "SELECT sum(seq_tup_read) + sum(idx_tup_fetch) FROM pg_stat_user_tables "
        "UNION ALL SELECT sum(idx_tup_read) FROM pg_stat_user_indexes"
    )
    waiting = f"SELECT 1 FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608

    def count() -> int:
        while postgres.run(waiting):  # a connection tells what it did when it ends
            time.sleep(0.01)
        return sum(int(str(row[0])) for row in postgres.run(counted, database=name))

    before = count()
    with local_database(postgres.url(name)) as database:
        work(database)
    return count() - before


@pytest.mark.parametrize("upkeep", ["none yet", "VACUUM ANALYZE"])
def test_a_turn_costs_the_same_in_a_long_session_on_a_server(
    postgres: "Server", upkeep: str
) -> None:
    name = postgres.migrated()
    with local_database(postgres.url(name)) as database:
        _long(database, 100, "short")
        _long(database, 1000, "long")
    if upkeep != "none yet":
        postgres.run(upkeep, database=name)

    short = _rows_touched(postgres, name, lambda database: _one_turn(database, "short"))
    long = _rows_touched(postgres, name, lambda database: _one_turn(database, "long"))

    assert short > 200  # it counts
    assert long < short * 1.05


@on_each_database
def test_the_migrations_build_the_tables_as_declared(database: ScopedDatabase) -> None:
    with database.reading() as connection:
        options = {"include_name": lambda name, kind, _: not str(name).startswith("passage_index")}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []


def test_the_newest_migration_is_the_one_that_opening_looks_for() -> None:
    assert ScriptDirectory(str(migrations.SCRIPTS)).get_heads() == [migrations.HEAD]
