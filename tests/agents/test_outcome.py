"""Outcomes of turns: the same shape for each, whether the turn was done, stopped or failed."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import cast

import pytest

from agents import outcome
from agents.state import TurnContext, TurnInput, TurnState
from database import Database
from tests.conversing import NOW
from tidemark.engines.scripted import ScriptedEngine
from tidemark.prompt.citations import CitedText
from tidemark.runtime.events import Stop
from tidemark.schema import Citation, Failure, Message
from tidemark.schema.scope import LOCAL
from utils import TokenCounter

QUESTION = Message(
    id=7, session_id="talk", position=4, role="user", content="Where?", timestamp=NOW, token_count=6
)
BEGUN = cast(TurnState, TurnInput(question=QUESTION, turn_id=3))


@pytest.fixture
def turn(database_url: str) -> Iterator[TurnContext]:
    """The options of a turn, of which nothing but its question is stored."""
    with closing(Database(database_url)) as opened:
        engine = ScriptedEngine()
        yield TurnContext(opened.scoped(LOCAL), engine, lambda _: None, Stop(), lambda: NOW, 1200)


def test_a_turn_stopped_before_anything_was_said_has_no_reply(
    turn: TurnContext, counter: TokenCounter
) -> None:
    found = outcome.broken_off(BEGUN, CitedText(""), turn, counter)

    assert (found.status, found.reason, found.reply) == ("stopped", "stopped", None)
    assert (found.prompt, found.metrics) == (None, None)
    assert (found.learnt, found.title) == ((), None)
    assert found.question_metadata is not None
    assert found.question_metadata.failure is None


def test_a_failed_turn_keeps_what_was_said_and_why_it_failed(
    turn: TurnContext, counter: TokenCounter
) -> None:
    failure = Failure(error="EngineTimeout", facts={"seconds": 60})

    again = replace(turn, is_again=True)
    said = CitedText("It was", (Citation(of=5, start=0, end=2),))
    found = outcome.broken_off(BEGUN, said, again, counter, failure=failure)

    assert found.status == "failed"
    assert found.may_have_reply
    assert found.reply is not None
    assert found.reply.metadata.partial == "failed"
    assert found.reply.metadata.citations == said.citations
    assert found.reply.token_count == counter.count_message("assistant", "It was")
    assert found.question_metadata is not None
    assert found.question_metadata.failure == failure
