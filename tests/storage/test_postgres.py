"""What can go wrong with a PostgreSQL server: each a named error, and nothing half written."""

import logging
import shutil
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Connection, Engine, event, text

from benchmark.databases import local_database
from database import Database, ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask, begin, fold, said
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
    MigrationFailed,
    NotADatabase,
    TurnOver,
)
from tidemark.schema import NewMessage
from tidemark.schema.scope import LOCAL, Scope
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage import migrations
from tidemark.storage.connections import Connections
from tidemark.storage.drivers import database_url

if TYPE_CHECKING:
    from tests.postgres import Server


@pytest.fixture
def name(postgres: "Server") -> str:
    """The name of a database with a session of six messages."""
    name = postgres.migrated()
    with _opened(postgres.url(name)) as database:
        begin(database, 6)
    return name


@contextmanager
def _opened(url: str) -> Iterator[ScopedDatabase]:
    with local_database(url) as database:
        yield database


def _dump(postgres: "Server", name: str) -> list[object]:
    """Return what a database holds: its columns, and every row of it."""
    columns = postgres.run(
        "SELECT table_name, column_name, data_type FROM information_schema.columns "
        "WHERE table_schema = 'public' ORDER BY 1, 2",
        database=name,
    )
    rows = [
        postgres.run(f"SELECT * FROM {table} ORDER BY 1", database=name)  # noqa: S608
        for table in sorted({str(row[0]) for row in columns})
    ]
    return [columns, rows]


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseAway, match=r"does not answer: .*Is the server running"):
        Database(f"postgresql://me:secret@/tidemark?host={tmp_path}&connect_timeout=1")


def test_a_missing_database_is_named(postgres: "Server") -> None:
    with pytest.raises(DatabaseUnavailable, match='"nowhere" does not exist'):
        Database(postgres.url("nowhere"))


def test_a_wrong_password_is_named_and_told_to_nobody(
    postgres: "Server", name: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(DatabaseUnavailable, match="password authentication failed") as raised:
        Database(postgres.url(name, user="guarded:a-wrong-one"))
    assert "a-wrong-one" not in str(raised.value) + caplog.text

    with pytest.raises(DatabaseForbidden, match="permission denied for table"):
        Database(postgres.url(name, user="guarded:a-right-one"))


def test_a_user_who_may_make_no_table_is_named(postgres: "Server") -> None:
    with pytest.raises(DatabaseForbidden, match="permission denied for schema public"):
        Database(postgres.url(postgres.empty(), user="guarded:a-right-one"))


def test_a_database_of_another_encoding_is_refused(postgres: "Server") -> None:
    name = postgres.empty("ENCODING 'LATIN1' LOCALE 'C'")

    with pytest.raises(DatabaseUnavailable, match="keeps text as LATIN1"):
        Database(postgres.url(name))


def test_a_database_where_our_names_are_taken_is_refused_and_left_alone(
    postgres: "Server",
) -> None:
    name = postgres.empty()
    postgres.run("CREATE TABLE messages (id integer)", database=name)
    before = _dump(postgres, name)

    with pytest.raises(NotADatabase):
        Database(postgres.url(name))

    assert _dump(postgres, name) == before


def test_the_tables_of_another_program_may_stand_beside_ours(postgres: "Server") -> None:
    name = postgres.empty()
    postgres.run("CREATE TABLE places (id integer)", database=name)

    with _opened(postgres.url(name)) as database:
        assert len(begin(database, 2)) == 2


def test_a_read_only_database_can_be_read_not_written(postgres: "Server", name: str) -> None:
    postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with _opened(postgres.url(name)) as database:
        stored = database.get_messages(SESSION)
        for write in (
            lambda: ask(database),
            lambda: fold(database, stored),
            lambda: database.sessions.delete(SESSION),
        ):
            with pytest.raises(DatabaseReadOnly):
                write()

        assert len(stored) == 6
        assert database.get_messages(SESSION) == stored


def test_a_new_database_cannot_be_made_read_only(postgres: "Server") -> None:
    name = postgres.empty()
    postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")

    with pytest.raises(DatabaseReadOnly):
        Database(postgres.url(name))


@pytest.mark.parametrize(
    ("code", "named"), [("53100", DatabaseFull), ("53200", DatabaseBusy), ("XX000", DatabaseError)]
)
def test_a_write_the_server_breaks_off_keeps_nothing(
    postgres: "Server", name: str, code: str, named: type[DatabaseError]
) -> None:
    postgres.run(
        "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}', MESSAGE = 'no'; END $$",
        "CREATE TRIGGER fault BEFORE UPDATE OF is_summarized, metadata ON messages "
        "FOR EACH ROW EXECUTE FUNCTION fault()",
        "CREATE TRIGGER fault BEFORE UPDATE ON turns FOR EACH ROW EXECUTE FUNCTION fault()",
        database=name,
    )
    with _opened(postgres.url(name)) as database:
        turn = ask(database)
        before = database.record(SESSION)
        for write in (
            lambda: answer(database, turn, "many words " * 5000),
            lambda: fold(database, database.get_messages(SESSION)),
        ):
            with pytest.raises(DatabaseError) as raised:
                write()
            assert type(raised.value) is named
            assert database.record(SESSION) == before


@pytest.mark.parametrize(
    ("table", "rule"), [("messages", "token_count < 100"), ("passage_index", "stem <> 'secret'")]
)
def test_a_row_that_is_refused_is_not_shown_nor_kept(
    postgres: "Server", name: str, table: str, rule: str
) -> None:
    postgres.run(f"ALTER TABLE {table} ADD CONSTRAINT never CHECK ({rule})", database=name)

    with _opened(postgres.url(name)) as database:
        before = database.record(SESSION)
        with pytest.raises(DatabaseError, match="never") as raised:
            database.messages.add(SESSION, said("my secret", tokens=100))

        assert "secret" not in str(raised.value)
        assert database.record(SESSION) == before


def test_a_lock_is_waited_for_and_named_when_it_lasts(postgres: "Server", name: str) -> None:
    url = postgres.url(name)
    with _opened(f"{url}&options=-c%20lock_timeout%3D50") as hasty, _opened(url) as patient:
        with patient.transaction() as connection:
            patient.messages.add(SESSION, said("Held"), connection)
            for write in (
                lambda: ask(hasty),
                lambda: fold(hasty, hasty.get_messages(SESSION)),
                lambda: hasty.mark_messages_as_summarized(SESSION, 0, 3),
                lambda: hasty.sessions.delete(SESSION),
            ):
                with pytest.raises(DatabaseLocked):
                    write()
            assert len(hasty.get_messages(SESSION)) == 6  # a reader waits for nobody
            ask(hasty, session_id="other")  # and no other session does

        assert answer(hasty, ask(hasty)) is not None


def test_a_statement_that_takes_too_long_is_named(postgres: "Server", name: str) -> None:
    url = postgres.url(name, query="&options=-c%20statement_timeout%3D50")
    with _opened(url) as database:
        with pytest.raises(DatabaseBusy, match="too busy"), database.reading() as connection:
            connection.exec_driver_sql("SELECT pg_sleep(9)")

        assert len(database.get_messages(SESSION)) == 6


def test_our_limits_are_set_beside_those_of_the_url(postgres: "Server", name: str) -> None:
    url = postgres.url(name, query="&options=-c%20statement_timeout%3D50")
    limits = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
    with _opened(url) as database, database.transaction() as connection:
        found = [connection.exec_driver_sql(f"SHOW {limit}").scalar() for limit in limits]
        level = connection.exec_driver_sql("SHOW transaction_isolation").scalar()

    assert found == ["5s", "50ms", "1min"]
    assert level == "read committed"


def test_a_cursor_describes_the_columns_of_its_result(postgres: "Server", name: str) -> None:
    with _opened(postgres.url(name)) as database, database.transaction() as connection:
        cursor = connection.connection.cursor()
        cursor.execute("SELECT 1 AS one, 'b' AS two")
        described = cursor.description or ()
        assert [each[0] for each in described] == ["one", "two"]
        assert described[-1][0] == described[1:][0][0] == "two"
        cursor.close()


def test_every_connection_tells_the_server_for_whom_it_works(postgres: "Server", name: str) -> None:
    query = "SELECT current_setting('tidemark.user_id', true)"
    with closing(Database(postgres.url(name))) as opened:
        ann, bob = (opened.scoped(Scope(user, "garden")) for user in ("ann@example.org", "bob"))
        for _ in range(2):  # over one connection of the pool
            for database, user in ((ann, "ann@example.org"), (bob, "bob"), (opened, "*")):
                for begin in (database.transaction, database.reading):
                    with begin() as connection:
                        assert connection.exec_driver_sql(query).scalar() == user
            for database in (ann, bob):
                with database.together():
                    assert database.session_lists.recent() == ()


def test_connections_dropped_while_nobody_used_them_are_not_noticed(
    postgres: "Server", name: str, caplog: pytest.LogCaptureFixture
) -> None:
    with _opened(postgres.url(name)) as database:
        with database.reading(), database.reading():  # two in the pool
            pass
        postgres.break_off(name)

        assert len(database.get_messages(SESSION)) == 6
        assert answer(database, ask(database)) is not None
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("begin", ["asking", "reading", "transaction"])
def test_a_connection_dropped_as_it_is_taken_from_the_pool_is_replaced(
    postgres: "Server", name: str, begin: str
) -> None:
    taken: list[object] = []

    def drop_first(*_: object) -> None:
        if not taken:
            postgres.break_off(name)
        taken.append(1)

    with closing(Connections(database_url.parse(postgres.url(name)))) as opened:
        event.listen(opened.engine, "checkout", drop_first)  # after our own look at it
        with getattr(opened.scoped(LOCAL), begin)() as connection:
            assert connection.scalar(text("SELECT count(*) FROM messages")) == 6
    assert len(taken) == 2


def test_a_connection_dropped_in_the_midst_keeps_nothing_and_the_next_write_works(
    postgres: "Server", name: str
) -> None:
    def write_and_lose() -> None:
        with database.transaction() as connection:
            database.messages.add(SESSION, said("Lost"), connection)
            postgres.break_off(name)

    def read_and_lose() -> None:
        with database.reading() as connection:
            postgres.break_off(name)
            connection.exec_driver_sql("SELECT 1")

    with _opened(postgres.url(name)) as database:
        before = database.record(SESSION)
        for lose in (write_and_lose, read_and_lose):
            with pytest.raises(DatabaseAway, match="does not answer"):
                lose()

        assert database.record(SESSION) == before
        assert answer(database, ask(database)) is not None


def test_a_statement_that_only_reads_is_repeated_over_another_connection(
    postgres: "Server", name: str
) -> None:
    with _opened(postgres.url(name)) as database, database.together():
        before = database.messages.last(SESSION, 6)
        postgres.break_off(name)
        assert database.messages.last(SESSION, 6) == before


@pytest.mark.parametrize("reply", [said("Then this.", "assistant"), None])
@pytest.mark.parametrize("was_kept", [True, False])
def test_a_reply_is_kept_once_though_the_server_breaks_off_at_its_commit(
    postgres: "Server", name: str, reply: NewMessage | None, *, was_kept: bool
) -> None:
    lost: list[Connection] = []

    def lose_once(connection: Connection) -> None:
        if lost:
            return
        lost.append(connection)
        if was_kept:
            connection.connection.commit()
            connection.exec_driver_sql("BEGIN")  # so that there is something to commit again
        postgres.break_off(name)

    with _opened(postgres.url(name)) as database:
        turn = ask(database)
        event.listen(Engine, "commit", lose_once)
        kept = database.turns.finish(
            turn.id, TurnOutcome("stopped", reply=reply, reason="stopped"), now=NOW
        )
        event.remove(Engine, "commit", lose_once)

        assert lost
        ended = database.turns.last(SESSION)
        assert ended == turn.model_copy(
            update={
                "owner": "",
                "status": "stopped",
                "reason": "stopped",
                "reply_id": kept and kept.id,
            }
        )
        assert database.get_messages(SESSION)[7:] == ((kept,) if kept else ())


def test_a_turn_taken_over_while_its_connection_broke_is_not_finished(
    postgres: "Server", name: str
) -> None:
    lost: list[Connection] = []

    def lose_once(connection: Connection) -> None:
        if not lost:
            lost.append(connection)
            postgres.break_off(name)
            with _opened(postgres.url(name)) as another:
                another.turns.restart(SESSION, owner="another", now=NOW)

    with _opened(postgres.url(name)) as database:
        turn = ask(database)
        event.listen(Engine, "commit", lose_once)
        with pytest.raises(TurnOver):
            answer(database, turn)
        event.remove(Engine, "commit", lose_once)

        assert len(database.get_messages(SESSION)) == 7


def test_a_server_that_restarts_is_waited_for(postgres: "Server", name: str) -> None:
    with _opened(postgres.url(name)) as database:
        turn = ask(database)
        postgres.running.stop()
        back = threading.Timer(0.3, postgres.running.start)
        back.start()

        assert answer(database, turn) is not None
        back.join()


def test_a_newer_database_is_refused_and_left_alone(postgres: "Server", name: str) -> None:
    postgres.run("UPDATE alembic_version SET version_num = '9999'", database=name)
    before = _dump(postgres, name)

    with pytest.raises(DatabaseTooNew, match="revision 9999"):
        Database(postgres.url(name))

    assert _dump(postgres, name) == before


def _migrate(url: str, folder: Path, *statements: str) -> None:
    """Run migrations that have one more step, of these ``statements``."""
    scripts = folder / "migrations"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    body = "; ".join(f"op.execute({statement!r})" for statement in statements)
    step = (
        f"from alembic import op\nrevision = '9999'\ndown_revision = '{migrations.HEAD}'\n"
        f"def upgrade():\n    {body}\n"
    )
    (scripts / "versions" / "9999_more.py").write_text(step, encoding="utf-8")
    with closing(Connections(database_url.parse(url))) as connections:
        migrations.bring_up_to_date(connections, scripts=scripts, head="9999")


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    postgres: "Server", name: str, tmp_path: Path
) -> None:
    before = _dump(postgres, name)

    with pytest.raises(MigrationFailed, match='left as it was: relation "nowhere" does not exist'):
        _migrate(
            postgres.url(name),
            tmp_path,
            "CREATE TABLE extra (x integer)",
            "DROP TABLE turns CASCADE",
            "ALTER TABLE messages ADD COLUMN mood text",
            "UPDATE messages SET content = '42'",
            "SELECT * FROM nowhere",
        )

    assert _dump(postgres, name) == before
    with _opened(postgres.url(name)) as database:
        assert answer(database, ask(database)) is not None


def test_a_migration_brings_a_database_forward(
    postgres: "Server", name: str, tmp_path: Path
) -> None:
    _migrate(postgres.url(name), tmp_path, "CREATE TABLE extra (x integer)")

    with pytest.raises(DatabaseTooNew, match="revision 9999"):
        Database(postgres.url(name))


def test_a_migration_waits_longer_than_a_write(
    postgres: "Server", name: str, tmp_path: Path
) -> None:
    with _opened(postgres.url(name)) as database, database.transaction() as connection:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(29150)")  # as a migration does
        url = postgres.url(name, query="&options=-c%20lock_timeout%3D50")
        late = threading.Thread(target=_migrate, args=(url, tmp_path, "CREATE TABLE extra ()"))
        late.start()
        late.join(0.4)
        assert late.is_alive()
    late.join()

    with pytest.raises(DatabaseTooNew):
        Database(postgres.url(name))
