"""Databases as opened by benchmarks and tests: for the single user of this machine."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from database import Database, ScopedDatabase
from tidemark.schema.scope import LOCAL
from tidemark.settings import VectorStoreName


@contextmanager
def local_database(
    url: str, *, vector_store: VectorStoreName = "numpy"
) -> Iterator[ScopedDatabase]:
    """Open the database at ``url``, migrate it, and close it at the end."""
    with closing(Database(url, vector_store=vector_store)) as opened:
        yield opened.scoped(LOCAL)
