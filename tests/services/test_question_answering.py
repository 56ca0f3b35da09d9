"""Questions of other programs: each setting of their memory acts."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import DatabaseError
from tidemark.schema.questions import QuestionAnswered, QuestionAsked
from tidemark.services.questions.question_answering import conversation_id
from tidemark.settings import Settings

SALES = "Show me total sales by region for {}"
Opened = Callable[..., Assistant]


@pytest.fixture
def opened(settings: Callable[..., Settings]) -> Iterator[Opened]:
    @contextmanager
    def closing_all() -> Iterator[Opened]:
        made: list[Assistant] = []

        def opened(script: ScriptedEngine | None = None, **given: object) -> Assistant:
            made.append(Assistant(settings(**given), engine=script or ScriptedEngine()))
            return made[-1]

        try:
            yield opened
        finally:
            for each in made:
                each.close()

    with closing_all() as opening:
        yield opening


def talk(assistant: Assistant, count: int, question: str = SALES) -> list[QuestionAnswered]:
    """Ask ``count`` questions in one session."""
    return [ask(assistant, question.format(2000 + number)) for number in range(count)]


def ask(assistant: Assistant, question: str, **more: object) -> QuestionAnswered:
    given = assistant.configuration.settings
    asked = {
        "question": question,
        "session_id": "talk",
        "history_questions": given.memory_max_history_messages,
        "similar_questions": given.memory_semantic_search_k,
    }
    return assistant.questions.answer(QuestionAsked.model_validate({**asked, **more}))


@on_each_database
def test_a_session_folds_at_its_own_budget_or_number_of_messages(opened: Opened) -> None:
    few = opened(memory_summarization_threshold=4)
    told = [each.conversation_metadata for each in talk(few, 4)]
    assert [each and each.is_summarized for each in told] == [False, False, False, True]
    assert few.database.summaries.in_force("talk")[0].to_message_index == 5


@on_each_database
@pytest.mark.parametrize(
    ("given", "ahead", "folds"),
    [
        ({}, 1, 1),
        ({"memory_async_storage": False}, 0, 1),
        ({"memory_summarization_enabled": False}, 0, 0),
    ],
)
def test_the_fold_that_a_question_needs_is_begun_after_the_answer_before(
    opened: Opened, given: dict[str, bool], ahead: int, folds: int
) -> None:
    assistant = opened(memory_summarization_threshold=4, **given)

    def folded_to() -> list[int]:
        return [each.to_message_index for each in assistant.database.summaries.in_force("talk")]

    talk(assistant, 3)
    if (fold := assistant.folding.under_way("talk")) is not None:
        fold.wait()
    assert folded_to() == [5] * ahead
    ask(assistant, SALES.format(2003))
    assert folded_to() == [5] * folds


def test_a_question_that_comes_at_once_waits_for_the_fold_before_it(opened: Opened) -> None:
    engine = ScriptedEngine(summaries=[ScriptedLine("{}", wait_s=0.5)])
    assistant = opened(engine, memory_summarization_threshold=4)
    talk(assistant, 4)
    first = [each.verb for each in engine.calls if not each.complaint]  # "{}" is asked for again
    assert first.count("summarise") == 1
    assert assistant.database.summaries.in_force("talk")[0].to_message_index == 5


def test_a_session_has_the_budget_of_these_settings_and_not_of_the_page(opened: Opened) -> None:
    long = "Sales of {}: " + "many words " * 120
    of_page = opened(token_threshold=200)  # MEMORY_MAX_CONTEXT_TOKENS is 4000
    assert not [each for each in talk(of_page, 4, long) if _is_folded(each)]
    of_page.close()


def test_a_smaller_budget_folds_sooner_unless_folding_is_off(opened: Opened) -> None:
    long = "Sales of {}: " + "many words " * 120
    assert _is_folded(talk(opened(memory_max_context_tokens=300), 3, long)[-1])


def test_without_summaries_what_has_no_room_is_left_out(opened: Opened) -> None:
    long = "Sales of {}: " + "many words " * 120
    settings = {"memory_max_context_tokens": 300, "memory_summarization_enabled": False}
    told = talk(opened(**settings), 4, long)[-1]
    assert not _is_folded(told)
    assert told.memory_context_used is not None
    assert told.memory_context_used.context_truncated
    assert told.memory_context_used.context_tokens <= 300


def test_the_last_questions_are_read_word_for_word(opened: Opened) -> None:
    told = [each.memory_context_used for each in talk(opened(memory_max_history_messages=2), 4)]
    assert [each and each.history_messages_count for each in told] == [0, 1, 2, 2]


def test_similar_questions_are_as_many_and_as_like_as_is_set(opened: Opened) -> None:
    assistant = opened(memory_semantic_search_k=2)
    for number, what in enumerate(("north", "south", "east")):
        ask(assistant, f"Show total sales of region {what}", session_id=f"talk-{number}")
    asked = "Show total sales of region west"

    def count(**more: object) -> int:
        used = ask(assistant, asked, session_id="west", **more).memory_context_used
        assert used is not None
        return used.similar_queries_count

    assert count() == 2
    assert count(similar_questions=0) == 0
    strict = opened(memory_semantic_similarity_threshold=0.99)
    assert ask(strict, "Show sales of region", session_id="n").memory_context_used is not None
    used = ask(strict, "Show sales of every big region", session_id="m").memory_context_used
    assert used is not None
    assert used.similar_queries_count == 0


def test_a_session_is_kept_for_the_days_that_are_set(opened: Opened) -> None:
    (told,) = talk(opened(memory_retention_days=3), 1)
    assert told.conversation_metadata is not None
    left = told.conversation_metadata.expires_at - told.conversation_metadata.updated_at
    assert left.days == 3


def test_suggestions_are_as_many_as_is_set_or_none(opened: Opened) -> None:
    assert len(talk(opened(memory_suggestion_count=1), 2)[-1].related_questions) == 1
    assert talk(opened(memory_enable_suggestions=False), 2)[-1].related_questions == ()


def test_an_id_that_is_no_uuid_has_one_as_its_conversation() -> None:
    assert conversation_id("talk") == conversation_id("talk") != conversation_id("walk")


def _is_folded(answered: QuestionAnswered) -> bool:
    return bool(answered.conversation_metadata and answered.conversation_metadata.is_summarized)


def test_summaries_hold_no_more_than_is_set(opened: Opened) -> None:
    facts = "My budget for the sales trip number {} to Lisbon is 900 euro and I take the train."
    settings = {"memory_summarization_threshold": 6, "memory_summarization_max_tokens": 60}
    assistant = opened(engine="builtin", **settings)
    talk(assistant, 12, facts)
    held = assistant.database.summaries.in_force("talk")
    assert 0 < sum(each.token_count for each in held) <= 60


@on_each_database
def test_connections_are_pooled_and_told_as_is_set(
    opened: Opened, caplog: pytest.LogCaptureFixture, database_url: str
) -> None:
    pool = {"memory_db_pool_size": 1, "memory_db_max_overflow": 0, "memory_db_pool_timeout": 0.2}
    assistant = opened(memory_db_echo=True, **pool)
    with caplog.at_level(logging.INFO, "sqlalchemy.engine"):
        ask(assistant, "Where is Zanzibar?")
    assert "INSERT INTO messages" in caplog.text
    assert "Zanzibar" not in "".join(each for each in caplog.messages if "parameters" in each)
    if database_url.startswith("postgresql"):
        database = assistant.database
        with database.reading(), pytest.raises(DatabaseError):
            database.sessions.count()


def test_an_answer_waits_for_vectors_only_where_that_is_asked(opened: Opened) -> None:
    waits: list[bool] = []
    for is_async in (True, False):
        assistant = opened(memory_async_storage=is_async)
        questions = replace(assistant.questions, await_vectors=lambda: waits.append(True))
        questions.answer(QuestionAsked(question="Hello", history_questions=1, similar_questions=0))
    assert waits == [True]
