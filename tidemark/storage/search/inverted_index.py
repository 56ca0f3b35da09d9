"""The inverted index, which says in which passages a stem occurs.

Each database has its own form of it; ``index_of`` chooses.  It knows stems and references, never
what a question needs: that is decided in ``tidemark.retrieval``.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from sqlalchemy import Connection

from tidemark.retrieval.index_terms import TypedTerm
from tidemark.retrieval.refs import CollectionKey, PassageRefs
from tidemark.storage.search.postgres_index import PostgresIndex
from tidemark.storage.search.sqlite_index import SqliteIndex

SURELY_ALL = 128  # passages: of a stem that comes back with fewer, all were found


class InvertedIndex(Protocol):
    """The index of one database; texts are given by the number of their passage."""

    def add(
        self, connection: Connection, collection: CollectionKey, stems: Mapping[int, str]
    ) -> None:
        """Index new passages of ``collection`` by number; ``stems`` are ``index_terms.stemmed``."""

    def remove(
        self, connection: Connection, collection: CollectionKey, texts: Mapping[int, str]
    ) -> None:
        """Take ``collection`` out of the index; ``texts`` are all of its passages."""

    def find(
        self,
        connection: Connection,
        collections: Sequence[CollectionKey],
        stems: Sequence[str],
        *,
        most: int,
        since: Sequence[int] = (),
    ) -> dict[str, PassageRefs]:
        """Return the passages of ``collections`` that hold each of ``stems``, in order.

        A stem without any is left out; of one in more than ``most`` passages come the last.  For
        several collections, passages of collections between them may come too.  ``since[i]`` is the
        number of the first passage to search for ``stems[i]`` (of a single collection only).
        """

    def find_everywhere(
        self, connection: Connection, wanted: Sequence[TypedTerm], most: int
    ) -> PassageRefs:
        """Return at most ``most`` passages in scope that hold all ``wanted`` terms.

        The last collections come first; of a term that is very frequent they alone are searched.
        """


_SQLITE = SqliteIndex()
_POSTGRES = PostgresIndex(most_rows=SURELY_ALL)


def index_of(connection: Connection) -> InvertedIndex:
    """Return the index of the database that ``connection`` leads to."""
    return _SQLITE if connection.dialect.name == "sqlite" else _POSTGRES
