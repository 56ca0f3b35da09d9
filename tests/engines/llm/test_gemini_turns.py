"""Whole turns on Gemini: the reply on the page, the stored messages, the number of calls."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from assistant import Assistant
from tests.engine_fixtures import gemini_server
from tests.gemini_server import (
    GeminiServer,
    blocks_the_prompt,
    ends_without_words,
    refuses,
    says,
    says_json,
    stalls,
)
from tests.service_server import CLEAR, Played
from tidemark.runtime.events import Failed, Finished, Piece, Stopped
from tidemark.schema import Failure
from tidemark.settings import Settings

__all__ = ["gemini_server"]  # a fixture

ASKED = "Tell me something about Lisbon"


@pytest.fixture
def assistant(
    gemini_server: GeminiServer, settings: Callable[..., Settings]
) -> Iterator[Assistant]:
    assistant = Assistant(
        settings(
            engine="gemini",
            google_api_key="a-key",
            gemini_base_url=gemini_server.url,
            engine_timeout_s=1.5,
        )
    )
    yield assistant
    assistant.close()


def test_a_turn_is_understood_and_answered_in_two_calls(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    run = assistant.ask(ASKED)

    assert isinstance(run.wait(20), Finished)
    question, reply = assistant.sessions.transcript(run.session_id)
    assert (question.content, reply.content) == (ASKED, "Hello from the test server.")
    assert reply.metadata.engine == "gemini"
    assert reply.metadata.usage is not None
    assert reply.metadata.usage.calls == 2
    assert [asked.verb for asked in gemini_server.asked] == ["understand", "reply"]


def test_the_counts_of_the_service_and_of_the_instructions_are_stored_with_the_view(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    run = assistant.ask(ASKED)
    run.wait(20)

    report = assistant.prompt_inspection.prompt(run.session_id, 1)

    asked = gemini_server.asked[-1]
    assert report.told == asked.instructions
    assert [line.content for line in report.prompt] == [text for _, text in asked.contents]
    assert report.instructions is not None
    assert report.instructions.tokens == assistant.counter.count_tokens(asked.instructions)
    assert report.usage is not None
    assert (report.usage.calls, report.usage.input_tokens) == (1, 40)
    assert report.usage.output_tokens > 0


def test_a_question_asked_back_costs_one_call_and_the_answer_to_it_two(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    unclear = {
        **CLEAR,
        "is_ambiguous": True,
        "possible_interpretations": ["Predict who will leave", "List who left last year"],
        "clarifying_questions": ["Do you have records of who left?"],
    }
    gemini_server.play("understand", says_json(unclear))

    run = assistant.ask("I need to find out who will leave")
    run.wait(20)
    reply = assistant.sessions.transcript(run.session_id)[-1]
    assert reply.metadata.clarifying
    assert "Predict who will leave" in reply.content
    assert "Do you have records of who left?" in reply.content
    assert [asked.verb for asked in gemini_server.asked] == ["understand"]

    assistant.ask("The first one", run.session_id).wait(20)
    assert (
        assistant.sessions.transcript(run.session_id)[-1].content == "Hello from the test server."
    )
    assert [asked.verb for asked in gemini_server.asked][1:] == ["understand", "reply"]


def test_a_stop_keeps_the_text_so_far_and_closes_the_call(
    assistant: Assistant, gemini_server: GeminiServer, settings: Callable[..., Settings]
) -> None:
    assistant.check_again(
        settings(engine="gemini", google_api_key="a-key", gemini_base_url=gemini_server.url)
    )
    gemini_server.play("reply", stalls("Good "))
    run = assistant.ask(ASKED)
    assert next(event for event in run.events() if isinstance(event, Piece)).text == "Good "

    run.stop()

    assert isinstance(run.wait(20), Stopped)
    assert gemini_server.hung_up.wait(20)
    reply = assistant.sessions.transcript(run.session_id)[-1]
    assert (reply.content, reply.metadata.partial) == ("Good ", "stopped")


@pytest.mark.parametrize("played", [refuses(401), says("Error 500: no model.")])
def test_a_fold_that_gemini_cannot_do_is_done_all_the_same_and_says_so(
    played: Played, assistant: Assistant, gemini_server: GeminiServer
) -> None:
    gemini_server.play("summarise", played)
    run = assistant.ask("I'm vegetarian and my budget is 400 euros.")
    run.wait(20)
    assistant.ask("Nothing else. " * 388, run.session_id).wait(20)

    assistant.ask(ASKED, run.session_id).wait(20)

    (summary,) = assistant.sessions.summaries(run.session_id)
    assert not summary.memory.is_empty
    reply = assistant.sessions.transcript(run.session_id)[-1]
    assert reply.content == "Hello from the test server."
    (why,) = reply.metadata.fell_back
    assert isinstance(why, Failure)


def test_a_turn_whose_understanding_takes_too_long_is_answered_all_the_same_and_says_so(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    gemini_server.play("understand", stalls())

    run = assistant.ask(ASKED)

    assert isinstance(run.wait(20), Finished)
    reply = assistant.sessions.transcript(run.session_id)[-1]
    assert reply.content == "Hello from the test server."
    facts = {"engine": "Gemini", "timeout_s": 1.5}
    assert reply.metadata.fell_back == (Failure(error="EngineTimeout", facts=facts),)


def test_the_usage_of_a_turn_that_failed_was_blocked_or_stopped_is_counted(
    assistant: Assistant, gemini_server: GeminiServer
) -> None:
    """An answer costs 40 tokens and one for each chunk, one that is withheld 46 in all."""
    gemini_server.play(
        "reply", says("Good ", finish=None), ends_without_words("SAFETY"), stalls("Good ")
    )
    gemini_server.play("understand", says_json(CLEAR), says_json(CLEAR), blocks_the_prompt())
    for expected in (Failed, Failed, Stopped):
        run = assistant.ask(ASKED)
        if expected is Stopped:
            next(event for event in run.events() if isinstance(event, Piece) and event.text)
            run.stop()
        assert isinstance(run.wait(20), expected)

    spent = assistant.insights.of().figures.spent
    assert [(each.turns, each.counted) for each in spent] == [(1, 1)] * 3
    assert [(each.input_tokens, each.output_tokens) for each in spent] == [
        (80, 2),
        (80, 7),
        (40, 1),
    ]


def test_today_and_the_days_of_messages_are_those_of_the_person(
    gemini_server: GeminiServer, settings: Callable[..., Settings]
) -> None:
    late = dt.datetime(2026, 5, 3, 22, tzinfo=dt.UTC)  # a Sunday; in Sydney it is Monday
    given = settings(engine="gemini", google_api_key="a-key", gemini_base_url=gemini_server.url)
    with closing(Assistant(given, clock=lambda: late)) as assistant:
        assistant.configuration.choose("time_zone", "Australia/Sydney")
        run = assistant.ask("My budget is 400 euros.")
        run.wait(20)
        assistant.folding.begin(run.session_id).wait(20)
        assistant.ask("What is my budget?", run.session_id).wait(20)
        (replayed,) = list(assistant.prompt_inspection.replayed(run.session_id))[1:]
        shown = assistant.prompt_inspection.prompt(run.session_id, 2)

    (summary,) = gemini_server.asked_for("summarise")
    *_, reply = gemini_server.asked_for("reply")
    assert 'date="Mon 2026-05-04"' in summary.contents[0][1]
    assert "Monday 2026-05-04" in reply.instructions
    assert "<earlier>\n2026-05-04\nuser: My budget" in reply.contents[0][1]
    assert replayed.from_its_row
    assert replayed.chosen_anew
    assert shown.told == reply.instructions
