"""The wall that a PostgreSQL server has between users, with every filter of ours taken out."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import ProgrammingError

from database import Database, ScopedDatabase
from tests.contract.test_scopes import FOR_STORES, come_to
from tests.conversing import NOW, said
from tests.scopes import MARK, OWNER, TRIP, Guessed, public_methods, rows_of, tell, trespasses
from tidemark.errors import DatabaseError
from tidemark.schema.scope import Scope
from tidemark.storage.people.learned_questions import LearnedQuestion
from tidemark.storage.tables import metadata, sessions, shares

if TYPE_CHECKING:
    from tests.postgres import Server

STRANGER, FRIEND = Scope("stranger", "general"), Scope("friend", "general")
# The owner's own filters, and somebody else who is behind them
DISGUISED = Scope("owner", "general", visitor="stranger")
VISITOR = Scope("owner", "general", visitor="friend")
_OPEN = {"alembic_version"}  # which migrations ran: of no person
_OF_HOUSEKEEPING = {"erasures", "leases"}  # written in no scope
_OF_A_SESSION = {
    "branches",
    "collections",
    "document_branches",
    "document_versions",
    "documents",
    "messages",
    "passage_blocks",
    "passage_embeddings",
    "passage_index",
    "passage_vectors",
    "pictures",
    "prompt_snapshots",
    "reply_opinions",
    "session_summaries",
    "sessions",
    "shares",
    "turns",
}
_NAMES = (
    "SELECT relname FROM pg_class WHERE relkind = 'r' "
    "AND relnamespace = 'public'::regnamespace ORDER BY relname"
)


@pytest.fixture
def opened(postgres: "Server") -> Iterator[Database]:
    url = postgres.url(postgres.migrated())
    with closing(Database(url, vector_store="pgvector")) as database:
        yield database


@pytest.fixture
def guessed(opened: Database) -> Guessed:
    """All that the owner has, with a row in every table."""
    owner = opened.scoped(OWNER)
    told = tell(owner)
    with owner.transaction() as connection:
        connection.exec_driver_sql("INSERT INTO spent_session_ids VALUES ('gone~owner')")
        connection.exec_driver_sql(
            "INSERT INTO pictures SELECT id, 0, ''::bytea FROM messages LIMIT 1"
        )
        connection.exec_driver_sql(
            "INSERT INTO passage_vectors SELECT collection_key, 0, 1, 'none', ''::bytea "
            "FROM passage_blocks LIMIT 1"
        )
    question = LearnedQuestion(frozenset({"sale"}), frozenset({"sales"}), "SELECT 1")
    opened.learn_question(OWNER.user_id, question)
    return told


def _tables(opened: Database) -> list[str]:
    with opened.reading() as connection:
        return [name for name in connection.exec_driver_sql(_NAMES).scalars() if name not in _OPEN]


def _counts(database: ScopedDatabase, tables: Sequence[str]) -> dict[str, int]:
    with database.reading() as connection:
        asked = ((name, f"SELECT count(*) FROM {name}") for name in tables)  # noqa: S608
        counts = {name: connection.exec_driver_sql(each).scalar_one() for name, each in asked}
    return {name: count for name, count in counts.items() if count}


def test_every_table_has_a_wall_that_its_owner_cannot_pass(opened: Database) -> None:
    with opened.reading() as connection:
        bare = connection.exec_driver_sql(
            "SELECT relname FROM pg_class c WHERE relkind = 'r' "
            "AND relnamespace = 'public'::regnamespace AND NOT (relrowsecurity "
            "AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))"
        ).scalars()

        assert set(bare) == _OPEN, "call row_security.protect in the migration that makes it"


def test_nothing_of_another_is_read_or_written_by_raw_statements(
    opened: Database, guessed: Guessed
) -> None:
    tables, stranger = _tables(opened), opened.scoped(STRANGER)
    before = rows_of(opened)
    with opened.transaction() as connection:
        for name in tables:
            copy = f"CREATE TABLE copied_{name} AS SELECT t AS whole FROM {name} t LIMIT 1"  # noqa: S608
            connection.exec_driver_sql(copy)

    held = _counts(opened.scoped(OWNER), tables)
    assert set(held) == set(tables) - _OF_HOUSEKEEPING, "a table without a row"
    assert _counts(stranger, tables) == {}
    for name in held:
        column = next(iter(metadata.tables[name].columns)).name if name in metadata.tables else ""
        with stranger.transaction() as connection:
            if column:
                changed = f"UPDATE {name} SET {column} = {column}"  # noqa: S608
                assert connection.exec_driver_sql(changed).rowcount == 0
            assert connection.exec_driver_sql(f"DELETE FROM {name}").rowcount == 0  # noqa: S608
        add = f"INSERT INTO {name} SELECT (whole).* FROM copied_{name}"  # noqa: S608
        with stranger.transaction() as connection:
            with pytest.raises(ProgrammingError, match="row-level security"):
                connection.exec_driver_sql(add)
            connection.rollback()
    assert rows_of(opened) == before


@pytest.mark.parametrize("table", ["passage_index", "source_versions"])
def test_the_owner_in_a_row_is_of_what_it_belongs_to_and_needs_no_other_table(
    opened: Database, guessed: Guessed, table: str
) -> None:
    owner = opened.scoped(OWNER)
    with owner.transaction() as connection:
        given = f"UPDATE {table} SET user_id = 'stranger' RETURNING user_id"  # noqa: S608
        named = set(connection.exec_driver_sql(given).scalars())
    with owner.reading() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN SELECT * FROM {table}").scalars()  # noqa: S608
        looked_up = [line for line in plan if "SubPlan" in line]

    assert named == {"owner"}
    assert looked_up == []


@pytest.mark.parametrize("declared", ["RESET tidemark.user_id", "SET tidemark.user_id = ''"])
def test_a_connection_that_names_nobody_sees_nothing(
    opened: Database, guessed: Guessed, declared: str
) -> None:
    with opened.connections.engine.connect() as connection:
        connection.exec_driver_sql(declared)

        seen = [
            name
            for name, table in metadata.tables.items()
            if connection.execute(select(table)).first()
        ]

    assert seen == []


def test_no_method_of_any_store_passes_with_the_filters_of_another(
    opened: Database, guessed: Guessed
) -> None:
    owned = rows_of(opened)

    broken = []
    with closing(Database(opened.url, vector_store="pgvector")) as another:  # its caches are empty
        disguised = another.scoped(DISGUISED)
        names = [name for name, _ in public_methods(disguised, "tidemark.storage", but=FOR_STORES)]
        for name in names:
            came = come_to(disguised, name, guessed)
            broken += [f"{name} read {came!r}"] if MARK in repr(came) else []
            broken += [f"{name}: {each}" for each in trespasses(owned, rows_of(opened))]

    assert len(names) > 90
    assert broken == []


def test_a_share_opens_what_it_names_to_whom_it_names(opened: Database, guessed: Guessed) -> None:
    tables, friend = _tables(opened), opened.scoped(FRIEND)
    with opened.scoped(OWNER).transaction() as connection:
        connection.execute(delete(shares))
        key = connection.execute(
            select(sessions.c.key).where(sessions.c.session_id == TRIP)
        ).scalar()
        given = {"with_user_id": "friend", "access": "reader", "created_at": NOW}
        share = insert(shares).values(user_id="owner", session_key=key, **given)
        connection.execute(share)
    whole = _counts(opened.scoped(OWNER), tables)

    seen = _counts(friend, tables)

    assert set(seen) == _OF_A_SESSION
    assert all(seen[name] < whole[name] for name in ("sessions", "messages", "turns"))
    with pytest.raises(DatabaseError, match="row-level security"):
        opened.scoped(VISITOR).messages.add(TRIP, said("Hello"))
    with friend.transaction() as connection:
        assert connection.exec_driver_sql("DELETE FROM messages").rowcount == 0
    with opened.scoped(OWNER).transaction() as connection:
        connection.execute(update(shares).values(access="editor"))
    opened.scoped(VISITOR).messages.add(TRIP, said("Hello"))
    with opened.scoped(OWNER).transaction() as connection:
        connection.execute(delete(shares))
    assert _counts(friend, tables) == {}


def test_no_one_can_share_with_themselves_what_is_not_theirs(
    opened: Database, guessed: Guessed
) -> None:
    friend, tables = opened.scoped(FRIEND), _tables(opened)
    with opened.scoped(OWNER).transaction() as connection:
        connection.execute(delete(shares))
        keys = connection.scalars(select(sessions.c.key)).all()
    given = {"user_id": "friend", "with_user_id": "friend", "access": "editor", "created_at": NOW}
    with friend.transaction() as connection:
        connection.execute(insert(shares), [{**given, "session_key": key} for key in keys])

    assert set(_counts(friend, tables)) == {"shares"}


def test_a_role_that_no_wall_binds_is_told(
    postgres: "Server", caplog: pytest.LogCaptureFixture
) -> None:
    name = postgres.migrated()
    with caplog.at_level(logging.WARNING):
        Database(postgres.url(name)).close()
        assert caplog.text == ""
        Database(postgres.url(name, user="postgres")).close()

    assert "row-level security" in caplog.text
