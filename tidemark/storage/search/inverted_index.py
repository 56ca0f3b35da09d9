"""The inverted index, which maps each stem to the passages that contain it.

Each database has its own implementation; ``index_of`` chooses it.  It knows only stems and
references; ``tidemark.retrieval`` decides what a question needs.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from sqlalchemy import Connection

from tidemark.retrieval.index_terms import TypedTerm
from tidemark.retrieval.refs import CollectionKey, PassageRefs
from tidemark.storage.search.postgres_index import PostgresIndex
from tidemark.storage.search.sqlite_index import SqliteIndex

SURELY_ALL = 128  # passages: if a stem returns fewer, these are all


class InvertedIndex(Protocol):
    """The index of one database; texts are keyed by the number of their passage."""

    def add(
        self, connection: Connection, collection: CollectionKey, stems: Mapping[int, str]
    ) -> None:
        """Index new passages of ``collection`` by number; ``stems`` are ``index_terms.stemmed``."""

    def remove(
        self, connection: Connection, collection: CollectionKey, texts: Mapping[int, str]
    ) -> None:
        """Remove ``collection`` from the index; ``texts`` are those of all its passages."""

    def find(
        self,
        connection: Connection,
        collections: Sequence[CollectionKey],
        stems: Sequence[str],
        *,
        most: int,
        since: Sequence[int] = (),
    ) -> dict[str, PassageRefs]:
        """Return the passages of ``collections`` that contain each of ``stems``, in order.

        A stem without passages is left out; if there are more than ``most``, the last are returned.
        For several collections the result may include passages of collections between them.
        ``since[i]`` is the number of the first passage to search for ``stems[i]`` (for a single
        collection only).
        """

    def find_everywhere(
        self, connection: Connection, wanted: Sequence[TypedTerm], most: int
    ) -> PassageRefs:
        """Return at most ``most`` passages in scope that contain all ``wanted`` terms.

        The newest collections come first; for a very frequent term only these are searched.
        """


_SQLITE = SqliteIndex()
_POSTGRES = PostgresIndex(most_rows=SURELY_ALL)


def index_of(connection: Connection) -> InvertedIndex:
    """Return the index of the database of ``connection``."""
    return _SQLITE if connection.dialect.name == "sqlite" else _POSTGRES
