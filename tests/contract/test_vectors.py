"""Vectors in each store: what lacks one is known, what is near is found, nothing is mixed up."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmark.databases import local_database
from database import ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask, begin, later, said
from tests.meanings import vector_of, vectors_of
from tidemark.retrieval.ranking import Weights
from tidemark.retrieval.recall_query import Hit, RecallQuery
from tidemark.retrieval.similarity import QueryVector
from tidemark.settings import VectorStoreName
from tidemark.storage.search.passages import collection_of

if TYPE_CHECKING:
    from tests.postgres import Server

MODEL = "test:words"
SPOKEN = (
    "My cat sleeps all day",
    "We fly to Lisbon in May",
    *(f"Nothing of note in week {number} of the year" for number in range(40)),
)


@pytest.fixture(params=["sqlite", "postgresql", "pgvector"])
def database(
    request: pytest.FixtureRequest, tmp_path: Path, sqlite_url: Callable[[Path], str]
) -> Iterator[ScopedDatabase]:
    """Open each database with each store of vectors that it can have."""
    if request.param == "sqlite":
        with local_database(sqlite_url(tmp_path / "tidemark.db")) as opened:
            yield opened
        return
    server: Server = request.getfixturevalue("postgres")
    name = server.cleared()
    store: VectorStoreName = "pgvector" if request.param == "pgvector" else "numpy"
    with local_database(server.url(name), vector_store=store) as opened:
        yield opened
    if store == "pgvector":
        server.run("DROP TABLE passage_embeddings", database=name)  # the next test lacks it


def _talk(database: ScopedDatabase, session_id: str = SESSION, *lines: str) -> None:
    begin(database, session_id=session_id)
    database.messages.add_many(session_id, [said(line) for line in lines])


def _embed(
    database: ScopedDatabase, session_id: str = SESSION, model: str = MODEL, *, batch: int = 16
) -> int:
    """Make all vectors that are missing; return how many batches it took."""
    batches = 0
    while missing := database.vectors.missing(session_id, model, batch):
        assert database.vectors.add(session_id, model, missing.first, vectors_of(missing.texts))
        batches += 1
    return batches


def _meant(question: str, model: str = MODEL) -> QueryVector:
    return QueryVector(model, tuple(vector_of(question)))


def _find(database: ScopedDatabase, question: str, *session_ids: str) -> tuple[Hit, ...]:
    asked = RecallQuery.read(question, vector=_meant(question))
    return database.recall.find_among(session_ids or [SESSION], asked)


def test_what_lacks_a_vector_is_known_and_made_in_batches(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)

    missing = database.vectors.missing(SESSION, MODEL, 16)
    assert missing is not None
    assert (missing.first, missing.texts) == (0, list(SPOKEN[:16]))
    assert database.vectors.waiting(MODEL) == {SESSION: 42}

    assert _embed(database) == 3
    assert database.vectors.waiting(MODEL) == {}
    answer(database, ask(database, "One more thing"), "So it is")
    assert database.vectors.waiting(MODEL) == {SESSION: 2}
    assert database.vectors.missing(SESSION, MODEL, 16) == (42, ["One more thing", "So it is"])
    assert database.vectors.missing("nowhere", MODEL, 16) is None


def test_what_was_said_in_other_words_is_found(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    assert _find(database, "Where is the feline?") == ()

    _embed(database)

    best, *_ = _find(database, "feline?")
    assert (best.text, best.worth, best.shared, best.is_close) == (SPOKEN[0], 1.0, (), True)


def test_a_question_that_nothing_is_near_to_finds_nothing(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    _embed(database)

    assert _find(database, "Which opera did Verdi compose?") == ()


def test_words_find_the_same_where_no_meaning_is_given(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    asked = RecallQuery.read("When do we fly to Lisbon?")
    before = database.recall.find(SESSION, asked)

    _embed(database)

    assert database.recall.find(SESSION, asked) == before
    assert SPOKEN[1] in [hit.text for hit in before if hit.shared]


def test_with_a_weight_of_nothing_words_alone_decide(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    _embed(database)
    asked = RecallQuery.read("When does my cat fly to Lisbon?")
    by_words = database.recall.find(SESSION, asked)

    with_vector = replace(asked, vector=_meant("When does my cat fly to Lisbon?"))
    assert database.recall.find(SESSION, with_vector) != by_words
    database.recall.weights = Weights(meaning=0.0)
    assert database.recall.find(SESSION, with_vector) == by_words


def test_several_sessions_are_searched_at_once(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN[2:])
    _talk(database, "other", *SPOKEN)
    _talk(database, "third", *SPOKEN[2:12])
    for session_id in (SESSION, "other"):
        _embed(database, session_id)

    best, *_ = _find(database, "feline?", "third", SESSION, "nowhere", "other")

    assert (best.session_id, best.text) == ("other", SPOKEN[0])


def test_vectors_of_what_was_said_later_are_left_out(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    _embed(database)
    asked = RecallQuery.read("feline?", vector=_meant("feline?"))

    assert database.recall.find(SESSION, asked, before=0) == ()
    assert database.recall.find(SESSION, asked, before=20)[0].position == 0


def test_another_model_makes_all_of_them_anew(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    _embed(database)

    assert database.vectors.waiting("test:other") == {SESSION: 42}
    asked = RecallQuery.read("feline?", vector=_meant("feline?", "test:other"))
    assert database.recall.find(SESSION, asked) == ()

    _embed(database, model="test:other")
    assert database.recall.find(SESSION, asked)[0].text == SPOKEN[0]
    assert database.vectors.waiting(MODEL) == {SESSION: 42}


def test_vectors_of_another_length_are_made_anew(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    _embed(database)
    assert _find(database, "feline?")[0].text == SPOKEN[0]

    assert not database.vectors.add(SESSION, MODEL, 42, vectors_of(["x"], 512))
    while missing := database.vectors.missing(SESSION, MODEL, 64):
        longer = vectors_of(missing.texts, 512)
        assert database.vectors.add(SESSION, MODEL, missing.first, longer)

    question = QueryVector(MODEL, tuple(vector_of("feline?", 512)))
    asked = RecallQuery.read("feline?", vector=question)
    assert database.recall.find(SESSION, asked)[0].text == SPOKEN[0]


def test_who_is_quicker_wins(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    add = database.vectors.add

    assert add(SESSION, MODEL, 0, vectors_of(SPOKEN[:4]))
    assert not add(SESSION, MODEL, 0, vectors_of(SPOKEN[:8]))
    assert not add(SESSION, MODEL, 6, vectors_of(SPOKEN[6:8]))
    assert not add("nowhere", MODEL, 0, vectors_of(SPOKEN[:4]))
    assert database.vectors.waiting(MODEL) == {SESSION: 38}


def test_a_deleted_session_takes_its_vectors_along(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    _talk(database, "other", *SPOKEN)
    _embed(database)
    _embed(database, "other")

    database.sessions.delete(SESSION)

    assert database.vectors.waiting(MODEL) == {}
    assert not database.vectors.add(SESSION, MODEL, 42, vectors_of(["x"]))
    assert _find(database, "feline?", SESSION) == ()
    assert _find(database, "feline?", "other")[0].text == SPOKEN[0]


def test_a_fork_has_the_vectors_of_what_it_shares(database: ScopedDatabase) -> None:
    _talk(database, SESSION, *SPOKEN)
    _embed(database)
    fork = database.branches.fork(SESSION, 6, wished="fork", title="Fork", now=later(9))

    assert database.vectors.waiting(MODEL) == {"fork": 6}
    assert database.vectors.inherit("fork", MODEL)
    assert database.vectors.waiting(MODEL) == {}
    assert not database.vectors.inherit("fork", MODEL)
    assert not database.vectors.inherit(SESSION, "test:other")
    assert not database.vectors.inherit("nowhere", MODEL)

    answer(database, ask(database, "Again", fork.session_id), "Yes")
    assert database.vectors.missing("fork", MODEL, 9) == (6, ["Again", "Yes"])


def test_a_long_message_has_a_vector_for_each_passage(database: ScopedDatabase) -> None:
    begin(database)
    long = "Nothing of note happened here today. " * 60 + "The harbour office opens at seven."
    database.messages.add_many(SESSION, [said(long, at=NOW)])
    answer(database, ask(database))

    missing = database.vectors.missing(SESSION, MODEL, 64)

    assert missing is not None
    assert len(missing.texts) == database.vectors.waiting(MODEL)[SESSION] > 3
    assert any(text.endswith("The harbour office opens at seven.") for text in missing.texts)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_nearest_by_bytes_is_nearest_by_numbers(
    database: ScopedDatabase, seed: int
) -> None:
    _talk(database, SESSION, *SPOKEN)
    random = np.random.default_rng(seed)
    vectors = random.normal(size=(42, 256))
    question = vectors[17] + random.normal(size=256) * 0.5
    database.vectors.add(SESSION, MODEL, 0, vectors.tolist())

    with database.reading() as connection:
        key = connection.exec_driver_sql("SELECT key FROM sessions").scalar_one()
        asked = QueryVector(MODEL, tuple(question))
        near = database.vectors.similar(connection, {collection_of(key): 42}, asked)

    assert near is not None
    cosine = vectors @ question / np.linalg.norm(vectors, axis=1) / np.linalg.norm(question)
    assert near.numbers[0] == 17
    assert np.abs(cosine[near.numbers] - near.similarity).max() < 0.005
