"""What the contract suites run on: each database in turn."""

from collections.abc import Iterator

import pytest

from database import Database
from tests.conversing import DATABASES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of a database on each kind; an engine's settings only name one."""
    names = metafunc.fixturenames
    if "database_url" in names and "settings" not in names:
        metafunc.parametrize("database_url", DATABASES, indirect=True)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url)
    yield opened
    opened.close()
