"""What the contract suites run on: each database in turn."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from database import Database


@pytest.fixture(params=["sqlite"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    return f"{request.param}:///{tmp_path / 'tidemark.db'}"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url)
    yield opened
    opened.close()
