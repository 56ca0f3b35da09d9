"""Vectors beside turns: made in the background, asked for in time, and never in the way."""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import SESSION, begin, fold, on_each_database, said
from tests.engine_fixtures import gemini_server
from tests.gemini_server import GeminiServer, embeds, refuses
from tests.meanings import vector_of
from tests.service_server import Played
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.factory import open_embeddings
from tidemark.retrieval.similarity import QueryVector
from tidemark.schema import Reason
from tidemark.services import diagnostics
from tidemark.services.embedding_worker import EmbeddingWorker
from tidemark.settings import Settings

__all__ = ["gemini_server"]  # a fixture

MODEL = "google:gemini-embedding-001"
SPOKEN = (
    "My cat sleeps all day",
    *(f"Nothing of note in week {number} of the year" for number in range(40)),
)
Chosen = Callable[..., Settings]


@pytest.fixture
def chosen(gemini_server: GeminiServer, settings: Chosen) -> Chosen:
    """Build settings that have vectors made by the local server."""

    def build(**given: object) -> Settings:
        here = {"embedding_model": MODEL, "gemini_base_url": gemini_server.url}
        return settings(**{**here, "google_api_key": "a-key", **given})

    return build


@pytest.fixture
def assistant(chosen: Chosen) -> Iterator[Assistant]:
    with closing(Assistant(chosen(), engine=BuiltinEngine())) as opened:
        yield opened


def _long_talk(assistant: Assistant) -> None:
    begin(assistant.database)
    spoken = [said(line) for line in SPOKEN]
    fold(assistant.database, assistant.database.messages.add_many(SESSION, spoken))


@on_each_database
def test_after_a_turn_all_that_was_said_has_its_vector(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    _long_talk(assistant)
    assert assistant.database.vectors.waiting(MODEL) == {SESSION: 41}

    assistant.ask("How are you?", SESSION).wait(20)

    assert assistant.embedding_worker.wait(20)
    assert assistant.database.vectors.waiting(MODEL) == {}
    batches = [len(each.texts) for each in gemini_server.asked_for("embed")]
    assert batches == [1, 43]  # the question, then everything


def test_a_turn_recalls_what_was_said_in_other_words(assistant: Assistant) -> None:
    _long_talk(assistant)
    assistant.embedding_worker.follow(assistant.database, SESSION)
    assert assistant.embedding_worker.wait(20)

    view = assistant.turns.view(SESSION, "feline?")

    (close,) = [piece for piece in view.pieces if piece.reason == Reason("close_in_meaning")]
    assert close.text.endswith("My cat sleeps all day")


def test_what_a_process_left_undone_is_done_by_the_next(chosen: Chosen) -> None:
    with closing(Assistant(chosen(embedding_model=""), engine=BuiltinEngine())) as former:
        _long_talk(former)
    with closing(Assistant(chosen(), engine=BuiltinEngine())) as assistant:
        assistant.ask("Hello", "another").wait(20)
        assert assistant.embedding_worker.wait(20)
        assert assistant.database.vectors.waiting(MODEL) == {}


def test_what_is_brought_in_has_its_vectors_soon(assistant: Assistant) -> None:
    session_id = assistant.transfer.open_sample()

    assert assistant.embedding_worker.wait(20)
    assert assistant.database.vectors.waiting(MODEL) == {}
    assert assistant.database.vectors.waiting("another")[session_id] > 10


def test_what_was_made_before_a_process_ended_is_not_made_again(
    chosen: Chosen, gemini_server: GeminiServer
) -> None:
    gemini_server.play("embed", embeds(*SPOKEN), Played(stall_at=0))
    former = Assistant(chosen(), engine=BuiltinEngine())
    _long_talk(former)
    former.embedding_worker.follow(former.database, SESSION)
    assert former.embedding_worker.wait(20)
    former.database.messages.add_many(SESSION, [said("One more thing")])
    former.embedding_worker.follow(former.database, SESSION)
    assert gemini_server.stalled.wait(20)
    former.close()

    gemini_server.begin_anew()
    with closing(Assistant(chosen(), engine=BuiltinEngine())) as assistant:
        assert assistant.database.vectors.waiting(MODEL) == {SESSION: 1}
        assistant.embedding_worker.follow(assistant.database, SESSION)
        assert assistant.embedding_worker.wait(20)
    assert [each.texts for each in gemini_server.asked_for("embed")] == [("One more thing",)]


def test_the_doctor_says_whether_vectors_come_and_how_many_are_waited_for(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    _long_talk(assistant)

    found = {check.name: check for check in diagnostics.check_all(assistant.configuration.settings)}
    assert found["embeddings"].found == (
        "google:gemini-embedding-001, 768 numbers a vector in numpy, 41 passages wait for theirs"
    )

    gemini_server.play("embed", refuses(401))
    checks = diagnostics.check_all(assistant.configuration.settings)
    (broken,) = [check for check in checks if not check.ok]
    assert broken.name == "embeddings"
    assert "GOOGLE_API_KEY" in (broken.next_step or "")


def test_the_doctor_says_nothing_of_vectors_that_nobody_asked_for(settings: Chosen) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        checks = diagnostics.check_all(assistant.configuration.settings)
        assert "embeddings" not in {check.name for check in checks}


def test_a_question_is_asked_for_once_a_turn(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    _long_talk(assistant)

    assistant.ask("I have a cat. What does she do?", SESSION).wait(20)

    assert assistant.embedding_worker.wait(20)
    asked = [each.texts for each in gemini_server.asked_for("embed")]
    assert [texts for texts in asked if len(texts) == 1] == [("I have a cat. What does she do?",)]


def test_a_service_that_fails_costs_a_turn_nothing_and_is_told_of_once(
    assistant: Assistant, gemini_server: GeminiServer, caplog: pytest.LogCaptureFixture
) -> None:
    _long_talk(assistant)
    gemini_server.play("embed", refuses(400, "Not today."))

    with caplog.at_level(logging.WARNING, "tidemark.services.embedding_worker"):
        assistant.ask("What does my cat do?", SESSION).wait(20)
        assistant.ask("And my cat?", SESSION).wait(20)

    assert "sleeps all day" in assistant.sessions.transcript(SESSION)[-3].content
    assert [record.getMessage() for record in caplog.records] == [
        "Vectors cannot be made at the moment, recall uses words alone: Gemini refused the "
        "request (400 Not today). Your message is kept: check EMBEDDING_MODEL and GEMINI_BASE_URL, "
        "then retry."
    ]


def test_a_service_that_comes_back_is_used_again(
    chosen: Chosen, gemini_server: GeminiServer
) -> None:
    settings = chosen(embedding_model="")
    with closing(Assistant(settings, engine=BuiltinEngine())) as assistant:
        _long_talk(assistant)
        gemini_server.play("embed", refuses(400), refuses(400), embeds(*SPOKEN))
        meanings = EmbeddingWorker(open_embeddings(chosen()), pause_s=0.01)
        with closing(meanings):
            meanings.follow(assistant.database, SESSION)
            assert meanings.wait(20)
        assert assistant.database.vectors.waiting(MODEL) == {}


def test_a_slow_service_holds_a_question_up_for_a_moment_alone(
    chosen: Chosen, gemini_server: GeminiServer
) -> None:
    gemini_server.play("embed", Played(stall_at=0))
    with closing(EmbeddingWorker(open_embeddings(chosen()), question_s=0.1)) as meanings:
        assert meanings.vector_of("Which cat?") is None
        assert meanings.vector_of("Which dog?") is None  # it is left in peace for a while
    assert len(gemini_server.asked_for("embed")) == 1


def test_the_vector_of_a_question_is_made_by_the_service(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    known = assistant.embedding_worker.vector_of("Which cat?")

    assert known == QueryVector(MODEL, tuple(vector_of("Which cat?", 768)))
    assert len(gemini_server.asked_for("embed")) == 1


def test_without_a_model_nothing_is_begun(settings: Chosen) -> None:
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant:
        assistant.ask("Hello", SESSION).wait(20)
        assert assistant.embedding_worker.vector_of("Hello") is None
        assert assistant.embedding_worker.wait(0)
        assert not _made(assistant)


def test_without_its_key_recall_goes_by_words(
    chosen: Chosen, caplog: pytest.LogCaptureFixture
) -> None:
    settings = chosen(google_api_key="")
    with closing(Assistant(settings, engine=BuiltinEngine())) as assistant:
        assistant.ask("Hello", SESSION).wait(20)
        assert not _made(assistant)
    assert "No vectors are made" in caplog.text


def test_closing_cuts_off_a_service_that_does_not_answer(
    chosen: Chosen, gemini_server: GeminiServer
) -> None:
    gemini_server.play("embed", Played(stall_at=0))
    assistant = Assistant(chosen(), engine=BuiltinEngine())
    _long_talk(assistant)
    assistant.embedding_worker.follow(assistant.database, SESSION)
    assert gemini_server.stalled.wait(20)

    assistant.close()

    assert gemini_server.hung_up.wait(20)


def _made(assistant: Assistant) -> bool:
    with assistant.database.reading() as connection:
        return connection.exec_driver_sql("SELECT 1 FROM passage_vectors").first() is not None


def test_a_source_is_found_by_what_it_means_once_it_has_its_vectors(
    chosen: Chosen, gemini_server: GeminiServer
) -> None:
    with closing(Assistant(chosen(embedding_model=""), engine=BuiltinEngine())) as former:
        former.sources.add_text("cats", "The puss sleeps in the attic.")
        former.sources.add_text("dogs", "A dog barks at the gate.")
        for number in range(20):
            former.sources.add_text(f"notes {number}", f"Nothing of note in week {number}.")
        assert former.sources.search("feline?") == ()
    with closing(Assistant(chosen(), engine=BuiltinEngine())) as assistant:
        assert sum(assistant.database.source_vectors.waiting(MODEL).values()) == 22
        assistant.sources.add_text("bees", "Bees winter in the hive.")
        assert assistant.embedding_worker.wait(20)
        assert assistant.database.source_vectors.waiting(MODEL) == {}

        found = assistant.sources.search("feline?")

        assert found[0].source == "cats"
        assert assistant.sources.search("the dog at the gate")[0].source == "dogs"
        assistant.sources.remove("cats")
        assistant.sources.delete_all()
        assert not _made(assistant)


def test_vectors_are_asked_for_in_batches_and_made_anew_under_another_name(
    chosen: Chosen, gemini_server: GeminiServer
) -> None:
    for collection in ("", "theirs"):
        with closing(
            Assistant(
                chosen(memory_embedding_batch_size=20, memory_vector_collection_name=collection),
                engine=BuiltinEngine(),
            )
        ) as assistant:
            if not collection:
                _long_talk(assistant)
            assistant.ask("How are you?", SESSION).wait(20)
            assert assistant.embedding_worker.wait(20)
            name = f"{MODEL}/{collection}" if collection else MODEL
            assert assistant.database.vectors.waiting(name) == {}
    batches = [len(each.texts) for each in gemini_server.asked_for("embed")]
    assert batches == [1, 20, 20, 3, 1, 20, 20, 5]
