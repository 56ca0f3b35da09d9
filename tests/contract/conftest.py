"""What the contract suites run on: each database in turn."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from database import Database, ScopedDatabase
from tests.conversing import DATABASES
from tidemark.schema.scope import LOCAL, Scope


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of a database on each kind; an engine's settings only name one."""
    names = metafunc.fixturenames
    if "database_url" in names and "settings" not in names:
        metafunc.parametrize("database_url", DATABASES, indirect=True)


@pytest.fixture
def opened_database(database_url: str) -> Iterator[Database]:
    """The database itself, of which each scope sees a part."""
    with closing(Database(database_url)) as opened:
        yield opened


@pytest.fixture
def database(opened_database: Database) -> ScopedDatabase:
    """What the one user of this machine has."""
    return opened_database.scoped(LOCAL)


@pytest.fixture
def other_user(opened_database: Database) -> ScopedDatabase:
    """What somebody else has in the same database."""
    return opened_database.scoped(Scope("somebody", LOCAL.notebook_id))
