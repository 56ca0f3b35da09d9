"""The responder: streams the engine's reply, or asks back without it."""

import pytest

from agents import responder
from tests.conversing import NOW
from tidemark.engines.scripted import ScriptedEngine
from tidemark.runtime.events import Piece, Stop, StopRequested
from tidemark.schema import ContextView, QueryUnderstanding

VIEW = ContextView(question="Who will leave?", pieces=(), tokens=0, threshold=1200)
UNCLEAR = QueryUnderstanding(
    is_ambiguous=True,
    possible_interpretations=("Predict who will leave", "List who left"),
    clarifying_questions=("Which of the two?",),
)


def said(engine: ScriptedEngine, understanding: QueryUnderstanding, stop: Stop) -> str:
    pieces = responder.reply(VIEW, understanding, engine, now=NOW, stop=stop)
    return "".join(piece.text for piece in pieces if isinstance(piece, Piece))


def test_the_engine_answers_a_clear_question() -> None:
    engine = ScriptedEngine(replies=["Nobody will leave."])

    assert said(engine, QueryUnderstanding(), Stop()) == "Nobody will leave."


def test_an_unclear_message_is_asked_back_without_asking_an_engine() -> None:
    engine = ScriptedEngine(replies=["Nobody will leave."])

    text = said(engine, UNCLEAR, Stop())

    assert "1. Predict who will leave\n2. List who left" in text
    assert "- Which of the two?" in text
    assert engine.calls == ()


def test_a_stop_ends_the_answer() -> None:
    stop = Stop()
    stop.set()

    with pytest.raises(StopRequested):
        said(ScriptedEngine(replies=["Nobody will leave."]), QueryUnderstanding(), stop)
