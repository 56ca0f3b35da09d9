"""Vectors of sources in each store: what lacks one is known, and passages are found by meaning."""

from dataclasses import replace

from database import ScopedDatabase
from tests.contract.test_vectors import MODEL, database
from tests.conversing import NOW
from tests.making_sources import add
from tests.meanings import vector_of, vectors_of
from tidemark.retrieval.similarity import QueryVector
from tidemark.retrieval.source_query import SourceQuery

__all__ = ["database"]  # a fixture


def test_a_passage_of_a_source_is_found_by_its_meaning_until_the_source_is_gone(
    database: ScopedDatabase,
) -> None:
    cats = add(database, "cats.md", "Home\nThe puss sleeps in the attic.", "Food\nIt eats at nine.")
    add(database, "notes.md", *(f"Nothing of note in week {number}." for number in range(40)))
    key = cats.version_key
    assert database.source_vectors.waiting(MODEL)[key] == 2
    for version_key in database.source_vectors.waiting(MODEL):
        while missing := database.source_vectors.missing(version_key, MODEL, 16):
            given = version_key, MODEL, missing.first, vectors_of(missing.texts)
            assert database.source_vectors.add(*given)
            assert not database.source_vectors.add(*given)  # another process was quicker
    assert database.source_vectors.waiting(MODEL) == {}

    query = SourceQuery.read("feline?", vector=QueryVector(MODEL, tuple(vector_of("feline"))))
    first = database.source_search.find(query)[0]
    assert (first.text, first.shared) == ("Home\nThe puss sleeps in the attic.", ())
    assert database.source_search.find(replace(query, vector=None)) == ()

    trashed = database.sources.trash("cats.md", now=NOW)
    assert "cats.md" not in {hit.source for hit in database.source_search.find(query)}
    database.sources.delete(trashed)
    assert database.source_vectors.missing(key, MODEL, 16) is None
    assert not database.source_vectors.add(key, MODEL, 2, vectors_of(["Late"]))
