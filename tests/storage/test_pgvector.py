"""The server's own vectors: made when chosen, asked through their index, refused in a sentence."""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sqlalchemy import text

from benchmark.databases import local_database
from database import Database, ScopedDatabase
from tests.conversing import SESSION, begin, said
from tidemark.errors import VectorsUnavailable
from tidemark.retrieval.similarity import QueryVector, SimilarPassages
from tidemark.storage.search import pgvector
from tidemark.storage.search.passages import collection_of

if TYPE_CHECKING:
    from tests.postgres import Server

MODEL, LENGTH, COUNT = "test:random", 32, 300
VECTORS = np.random.default_rng(7).normal(size=(COUNT, LENGTH))
QUESTION = VECTORS[17] + 0.5 * VECTORS[18]


@pytest.fixture
def server(postgres: "Server") -> "Server":
    return postgres


@pytest.fixture
def database(server: "Server") -> Iterator[ScopedDatabase]:
    with local_database(server.url(server.migrated()), vector_store="pgvector") as opened:
        begin(opened)
        opened.messages.add_many(SESSION, [said(f"Week {number}") for number in range(COUNT)])
        opened.vectors.add(SESSION, MODEL, 0, VECTORS.tolist())
        yield opened


def _near(database: ScopedDatabase) -> SimilarPassages:
    with database.reading() as connection:
        key = connection.exec_driver_sql("SELECT key FROM sessions").scalar_one()
    with closing(database._connections.engine.connect()) as connection:  # noqa: SLF001 - as a search has it
        asked = QueryVector(MODEL, tuple(QUESTION))
        near = database.vectors.similar(connection, {collection_of(key): COUNT}, asked)
    assert near is not None
    return near


def test_the_index_finds_what_comparing_all_finds(
    database: ScopedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = _near(database)
    monkeypatch.setattr(pgvector, "_FEW", 10)
    asked = _near(database)

    assert compared.numbers[:2].tolist() == asked.numbers[:2].tolist() == [17, 18]
    assert len(set(compared.numbers.tolist()) & set(asked.numbers.tolist())) >= 90
    assert abs(compared.mean - asked.mean) < 0.05
    assert (asked.count, asked.stands_out) == (COUNT, True)


def test_the_nearest_are_asked_of_the_index(database: ScopedDatabase) -> None:
    query = f"EXPLAIN {pgvector._NEAREST.format(length=LENGTH)}"  # noqa: SLF001
    given = {"question": str(VECTORS[0].tolist()), "model": MODEL, "keys": [1], "most": 10}
    with database.reading() as connection:
        for setting in pgvector._BY_INDEX:  # noqa: SLF001
            connection.exec_driver_sql(setting)
        plan = "\n".join(connection.scalars(text(query), given))
    assert f"Index Scan using passage_embeddings_{LENGTH}" in plan


def test_a_database_opened_again_keeps_its_vectors(database: ScopedDatabase) -> None:
    with local_database(database.url, vector_store="pgvector") as again:
        assert again.vectors.waiting(MODEL) == {}


def test_another_store_lets_a_session_go_with_what_the_server_holds_of_it(
    database: ScopedDatabase, server: "Server"
) -> None:
    with local_database(database.url) as plain:
        plain.sessions.delete(SESSION)
    name = database.url.partition("@/")[2].partition("?")[0]
    assert server.run("SELECT count(*) FROM passage_embeddings", database=name) == [(0,)]


def test_a_server_that_does_not_let_us_add_it_is_told_so(server: "Server") -> None:
    name = server.migrated()
    if not server.run("SELECT 1 FROM pg_roles WHERE rolname = 'reader'"):
        server.run("CREATE ROLE reader LOGIN")
    server.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", database=name)

    with pytest.raises(VectorsUnavailable) as refused:
        Database(server.url(name, "reader"), vector_store="pgvector")

    assert str(refused.value).endswith(
        "cannot keep vectors: let its owner run CREATE EXTENSION vector, and us create a table, "
        "or set MEMORY_VECTOR_STORE=numpy."
    )
