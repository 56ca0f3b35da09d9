"""What can go wrong with a database file: each a named error, and nothing half written."""

import logging
import shutil
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import QueuePool, event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from benchmark.databases import local_database
from database import Database, ScopedDatabase
from tests.conversing import SESSION, answer, ask, begin, fold, remembered, said, talk
from tidemark.errors import (
    DatabaseAway,
    DatabaseBusy,
    DatabaseError,
    DatabaseForbidden,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseTooNew,
    DatabaseUnavailable,
    InMemoryDatabase,
    MigrationFailed,
    NotADatabase,
)
from tidemark.schema import NewMerge
from tidemark.storage import connections, migrations
from tidemark.storage.connections import Connections
from tidemark.storage.drivers import database_url, driver_errors


@pytest.fixture
def file(tmp_path: Path, empty_file: Path) -> Path:
    """The file of a database with a session of six messages."""
    path = tmp_path / "tidemark.db"
    shutil.copy(empty_file, path)
    with _opened(path) as database:
        begin(database, 6)
    return path


@contextmanager
def _opened(file: Path, query: str = "") -> Iterator[ScopedDatabase]:
    with local_database(f"sqlite:///{file}{query}") as database:
        yield database


def _dump(file: Path) -> list[object]:
    """Return everything a database file holds: what it declares, and every row."""
    with closing(sqlite3.connect(file)) as connection:
        declared = connection.execute("SELECT * FROM sqlite_master").fetchall()
        tables = [row[1] for row in declared if row[0] == "table" and row[3]]  # not the virtual one
        rows = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]  # noqa: S608
        return [declared, rows]


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite+pysqlite:///:memory:",
        "sqlite:///file::memory:?cache=shared&uri=true",
        "sqlite:///file:x?mode=memory&uri=true",
        "sqlite:///file:?uri=true",
        "sqlite:///file:/x?vfs=memdb&uri=true",
        "sqlite:/// ",
    ],
)
def test_a_database_in_memory_is_refused(url: str) -> None:
    with pytest.raises(InMemoryDatabase, match="Set DATABASE_URL to a file"):
        Database(url)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "not a database URL"),
        ("tidemark.db", "not a database URL"),
        ("sqlite:/tidemark.db", "not a database URL"),
        ("sqlite://tidemark.db", "three slashes"),
        ("mysql://localhost/x", "sqlite and postgresql"),
        ("sqlite+aiosqlite:///x.db", "sqlite and postgresql"),
        ("postgresql+psycopg2://localhost/x", "sqlite and postgresql"),
        ("oracle://u:secret@host/x", "sqlite and postgresql"),
        ("no such thing://u:secret@host/x", "not a database URL"),
        ("postgresql://u:secret@host:port/x", "not a database URL"),
        ("postgresql://u:secret@/x?connect_timeout=long", "a whole number of seconds"),
        ("postgresql://u:secret@/x?no_such_option=1", "no_such_option"),
    ],
)
def test_what_is_no_url_of_ours_is_named(url: str, why: str) -> None:
    with pytest.raises(DatabaseUnavailable, match=why) as raised:
        Database(url)

    assert "secret" not in str(raised.value)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match=r"there is no folder .*nowhere"):
        Database(f"sqlite:///{tmp_path / 'nowhere' / 'tidemark.db'}")


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="it is a folder"):
        Database(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize("query", ["", "?timeout=1&mode=rwc"])
def test_an_odd_path_is_a_path(tmp_path: Path, query: str) -> None:
    file = tmp_path / "50 % of #1 + é" / "tide mark.db"
    file.parent.mkdir()

    with _opened(file, query) as database:
        assert database.where == str(file)
    assert file.exists()


@pytest.mark.parametrize("content", [b"Dear diary, " * 500, b"\x00" * 5000, b"SQLite format 3"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "tidemark.db"
    file.write_bytes(content)

    with pytest.raises(NotADatabase):
        Database(f"sqlite:///{file}")

    assert file.read_bytes() == content


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "places.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE messages (id INTEGER)")
    before = file.read_bytes()

    with pytest.raises(NotADatabase):
        Database(f"sqlite:///{file}")

    assert file.read_bytes() == before


def test_a_damaged_database_is_named(file: Path) -> None:
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(b"\xff" * 4096 * 40)

    for read in (ScopedDatabase.get_messages, ScopedDatabase.get_context):
        with pytest.raises(NotADatabase), _opened(file) as database:
            read(database, SESSION)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE messages SET metadata = '{\"mood\": 1}'",
        "UPDATE messages SET metadata = 'nonsense'",
        "UPDATE messages SET timestamp = 'yesterday'",
    ],
)
def test_a_row_we_never_wrote_is_named(file: Path, harm: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(harm)
        connection.commit()

    for read in (ScopedDatabase.get_messages, ScopedDatabase.get_context):
        with _opened(file) as database, pytest.raises(NotADatabase):
            read(database, SESSION)


def test_a_locked_database_is_named_after_the_wait(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with _opened(file, "?timeout=0.05") as database, closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked):
            ask(database)
        assert len(database.get_messages(SESSION)) == 6  # a reader waits for nobody
        other.rollback()

        assert answer(database, ask(database)) is not None
    logged = [(record.levelno, record.exc_info is not None) for record in caplog.records]
    assert logged == [(logging.ERROR, True)]
    assert "And then?" not in caplog.text


def test_a_write_that_waits_for_one_of_its_own_program_blames_no_other(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_BUSY_TIMEOUT_S", 0.05)
    with _opened(file) as database:
        is_writing, may_end = threading.Event(), threading.Event()

        def write() -> None:
            with database.transaction():
                is_writing.set()
                may_end.wait(20)

        thread = threading.Thread(target=write)
        thread.start()
        is_writing.wait(20)
        try:
            with pytest.raises(DatabaseBusy, match="what came before is still being stored"):
                ask(database)
        finally:
            may_end.set()
            thread.join()
        assert answer(database, ask(database)) is not None


def test_a_short_lock_is_waited_for(file: Path) -> None:
    with (
        _opened(file) as database,
        closing(sqlite3.connect(file, check_same_thread=False)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(0.2, other.rollback)
        release.start()

        ask(database)
        release.join()


def test_a_database_locked_as_a_whole_is_named_at_open(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("DELETE FROM turns")
        with pytest.raises(DatabaseLocked):
            Database(f"sqlite:///{file}?timeout=0.05")


@pytest.mark.parametrize("form", ["sqlite:///{}?mode=ro", "sqlite:///file:{}?mode=ro&uri=true"])
@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_read_only_database_can_be_read_not_written(file: Path, form: str, journal: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
    with local_database(form.format(file)) as database:
        stored = database.get_messages(SESSION)
        for write in (
            lambda: ask(database),
            lambda: fold(database, stored),
            lambda: database.sessions.delete(SESSION),
        ):
            with pytest.raises(DatabaseReadOnly):
                write()

        assert database.get_messages(SESSION) == stored


def test_a_new_database_cannot_be_made_read_only(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="no such file"):
        Database(f"sqlite:///{tmp_path / 'tidemark.db'}?mode=ro")


def test_an_empty_read_only_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tidemark.db"
    file.touch()
    with pytest.raises(DatabaseReadOnly):
        Database(f"sqlite:///{file}?mode=ro")


@contextmanager
def _full(database: ScopedDatabase) -> Iterator[None]:
    """Let the disk be full: the one connection of the pool may take no further page."""
    with database.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    yield
    with database.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")


def test_a_full_disk_is_named_and_keeps_nothing_of_the_write(file: Path) -> None:
    long = "many words " * 5000
    with _opened(file) as database:
        turn = ask(database)
        before = database.record(SESSION)
        with _full(database):
            for write in (
                lambda: database.messages.add_many(SESSION, [*talk(3), said(long)]),
                lambda: answer(database, turn, long),
                lambda: fold(database, database.get_messages(SESSION), long),
            ):
                with pytest.raises(DatabaseFull):
                    write()
                assert database.record(SESSION) == before

        fold(database, database.get_messages(SESSION)[:-1])
        assert answer(database, turn, long) is not None


@pytest.mark.parametrize(
    "moment",
    [
        "UPDATE OF is_summarized ON messages WHEN new.position = 4",
        "INSERT ON session_summaries WHEN new.level = 2",
        "UPDATE OF superseded_by ON session_summaries",
    ],
)
def test_a_save_that_fails_halfway_marks_nothing(
    file: Path, moment: str, caplog: pytest.LogCaptureFixture
) -> None:
    with _opened(file) as database:
        first = fold(database, database.get_messages(SESSION)[:2])
        before = database.record(SESSION)
        active = database.get_messages(SESSION, exclude_summarized=True)
        merge = NewMerge(memory=remembered("Merged", ()), token_count=3, supersedes=(first.id,))
        with database.transaction() as connection:
            connection.exec_driver_sql(
                f"CREATE TRIGGER fault BEFORE {moment} BEGIN SELECT RAISE(FAIL, 'no'); END"
            )

        with pytest.raises(DatabaseError, match="no"):
            fold(database, active, merged=merge)

        assert database.record(SESSION) == before
        assert database.get_messages(SESSION, exclude_summarized=True) == active
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        with database.transaction() as connection:
            connection.exec_driver_sql("DROP TRIGGER fault")
        fold(database, active, merged=merge)
        assert database.count_total_tokens(SESSION) == 0


@pytest.mark.parametrize(
    "moment", ["INSERT ON messages WHEN new.role = 'assistant'", "UPDATE ON turns"]
)
def test_a_turn_that_cannot_be_stored_whole_is_not_stored(file: Path, moment: str) -> None:
    with _opened(file) as database:
        turn = ask(database)
        before = database.record(SESSION)
        with database.transaction() as connection:
            connection.exec_driver_sql(
                f"CREATE TRIGGER fault BEFORE {moment} BEGIN SELECT RAISE(FAIL, 'no'); END"
            )

        with pytest.raises(DatabaseError, match="no"):
            answer(database, turn)

        assert database.record(SESSION) == before
        last = database.turns.last(SESSION)
        assert last is not None
        assert last.status == "pending"


class Refusal(Exception):  # what a driver of PostgreSQL raises, as far as we read it
    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("no")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "named"),
    [
        ("25006", DatabaseReadOnly),
        ("53100", DatabaseFull),
        ("55P03", DatabaseLocked),
        ("40P01", DatabaseLocked),
        ("40001", DatabaseLocked),
        ("08006", DatabaseAway),
        ("25P03", DatabaseAway),
        ("57P01", DatabaseAway),
        ("57P03", DatabaseAway),
        (None, DatabaseAway),
        ("28P01", DatabaseUnavailable),
        ("3D000", DatabaseUnavailable),
        ("57P04", DatabaseUnavailable),
        ("53300", DatabaseBusy),
        ("57014", DatabaseBusy),
        ("42501", DatabaseForbidden),
        ("42P01", DatabaseError),
    ],
)
def test_what_a_server_refuses_is_named(sqlstate: str | None, named: type[DatabaseError]) -> None:
    where = database_url.parse("postgresql://me:secret@localhost/tidemark")
    refused = DBAPIError(None, None, Refusal(sqlstate), connection_invalidated=sqlstate is None)

    with pytest.raises(DatabaseError) as raised, driver_errors.named(where):
        raise refused

    assert type(raised.value) is named
    assert "secret" not in str(raised.value)
    assert raised.value.__cause__ is refused


def test_a_database_whose_connections_are_all_in_use_is_named() -> None:
    where = database_url.parse("postgresql://localhost/tidemark")

    with (
        pytest.raises(DatabaseBusy, match="every connection to it is in use"),
        driver_errors.named(where),
    ):
        raise NoConnectionFree


def test_a_server_that_drops_one_connection_after_the_other_is_named() -> None:
    where = database_url.parse("postgresql://localhost/tidemark")
    pool = QueuePool(lambda: sqlite3.connect(":memory:"))  # type: ignore[arg-type] # it is one

    @event.listens_for(pool, "checkout")
    def drop(*_: object) -> None:
        raise DisconnectionError

    with pytest.raises(DatabaseAway, match="does not answer"), driver_errors.named(where):
        pool.connect()


def test_a_server_needs_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # as where it is not installed

    with pytest.raises(DatabaseUnavailable, match="package psycopg cannot be used"):
        Database("postgresql://localhost/tidemark")


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("postgres://me:secret@db.example:5433/chats", "postgresql://me@db.example:5433/chats"),
        ("postgresql+psycopg:///chats", "postgresql:///chats"),
        (
            "postgresql://me@/chats?host=/run/pg&password=secret&sslmode=require",
            "postgresql://me@/chats?host=/run/pg",
        ),
    ],
)
def test_a_server_is_named_without_its_password(url: str, where: str) -> None:
    assert database_url.parse(url).where == where


def test_a_place_where_no_lock_can_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "tidemark.db-migrating").mkdir()

    with pytest.raises(DatabaseUnavailable, match="no lock can be made beside it"):
        Database(f"sqlite:///{tmp_path / 'tidemark.db'}")


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    with _opened(tmp_path / "tidemark.db") as database:
        begin(database, 1)

    assert [path.name for path in tmp_path.iterdir()] == ["tidemark.db"]


def test_a_newer_database_is_refused_and_left_alone(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = _dump(file)

    with pytest.raises(DatabaseTooNew, match="revision 9999"):
        Database(f"sqlite:///{file}")

    assert _dump(file) == before


def _with_a_step(folder: Path, body: str) -> Path:
    """Return migrations that have one more step, which runs ``body``."""
    scripts = folder / "migrations 100%"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    step = (
        f"from alembic import op\nrevision = '9999'\ndown_revision = '{migrations.HEAD}'\n"
        f"def upgrade():\n    {body}\n"
    )
    (scripts / "versions" / "9999_more.py").write_text(step, encoding="utf-8")
    return scripts


def _migrate(file: Path, scripts: Path) -> None:
    connections = Connections(database_url.parse(f"sqlite:///{file}"))
    with closing(connections):
        migrations.bring_up_to_date(connections, scripts=scripts, head="9999")


@pytest.mark.parametrize(
    "failure",
    [
        "op.execute('SELECT * FROM nowhere')",
        "op.execute('INSERT INTO alembic_version VALUES (NULL)')",
        "raise KeyError('metadata')",
        "raise ValueError('metadata')",
    ],
)
def test_a_migration_that_fails_leaves_the_database_as_it_was(
    file: Path, tmp_path: Path, failure: str
) -> None:
    steps = [
        "CREATE TABLE extra (x)",
        "DROP TABLE turns",
        "ALTER TABLE messages ADD COLUMN mood TEXT",
        "UPDATE messages SET content = 42",
        "DELETE FROM passage_index_config",
    ]
    scripts = _with_a_step(tmp_path, "; ".join([*(f"op.execute({at!r})" for at in steps), failure]))
    before = _dump(file)

    with pytest.raises(MigrationFailed, match="left as it was"):
        _migrate(file, scripts)

    assert _dump(file) == before
    with _opened(file) as database:
        assert answer(database, ask(database)) is not None


def test_a_migration_without_room_is_named_for_what_it_lacks(file: Path, tmp_path: Path) -> None:
    # More than the pages that the steps before it left free, which no limit takes away
    large = "CREATE TABLE extra AS SELECT zeroblob(1000000) AS x"
    scripts = _with_a_step(
        tmp_path, f"op.execute('PRAGMA max_page_count = 1'); op.execute({large!r})"
    )
    before = _dump(file)

    with pytest.raises(DatabaseFull):
        _migrate(file, scripts)

    assert _dump(file) == before


def test_a_migration_brings_a_database_forward(file: Path, tmp_path: Path) -> None:
    _migrate(file, _with_a_step(tmp_path, "op.execute('CREATE TABLE extra (x)')"))

    with pytest.raises(DatabaseTooNew, match="revision 9999"):
        Database(f"sqlite:///{file}")


def test_a_copy_without_wal_is_given_it_again(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")

    with _opened(file) as database, database.reading() as connection:
        found = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert found == ["wal", 2, 1]
