"""The scripted engine plays its script, and records its arguments."""

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine_fixtures import NOW, conversation, spoken, view, words
from tests.timing import SOON_S
from tidemark.engines.base import Engine
from tidemark.engines.factory import open_engine
from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.errors import (
    EngineUnreachable,
    EngineUnreadable,
    InvalidSetting,
    KeyRefused,
    QuotaExceeded,
)
from tidemark.runtime.events import Piece, Stop, StopRequested
from tidemark.schema import Failure, Item, QueryUnderstanding, SessionMemory, Usage
from tidemark.settings import Settings

UNDERSTOOD = QueryUnderstanding()
TALK = conversation("I'm vegetarian and I live in Ghent.", "Noted.")
FACT = {"quote": "I live in Ghent", "messages": [1], "text": "Lives in Ghent"}
UNCLEAR = QueryUnderstanding(
    is_ambiguous=True,
    possible_interpretations=("one way", "another way"),
    clarifying_questions=("Which?",),
)


def say(engine: Engine, question: str = "Hello?", stop: Stop | None = None) -> list[Piece]:
    return list(spoken(engine.reply(view(question), UNDERSTOOD, now=NOW, stop=stop or Stop())))


def test_replies_are_said_in_turn_then_the_question_is_echoed() -> None:
    engine = ScriptedEngine(replies=["First  one.\n", "Second."])

    assert [words(say(engine)) for _ in range(3)] == [
        "First  one.\n",
        "Second.",
        "You said: Hello?",
    ]


def test_a_reply_comes_word_by_word_with_its_usage_at_the_end() -> None:
    assert say(ScriptedEngine(replies=["One two"])) == [
        Piece("One "),
        Piece("two"),
        Piece("", usage=Usage(calls=1)),
    ]


def test_a_reply_can_break_off() -> None:
    engine = ScriptedEngine(
        replies=[ScriptedLine("Half of", fails=EngineUnreachable("Test", "cut"))]
    )
    said: list[Piece] = []

    with pytest.raises(EngineUnreachable):
        said.extend(spoken(engine.reply(view("Hello?"), UNDERSTOOD, now=NOW, stop=Stop())))
    assert said == [Piece("Half "), Piece("of")]


@pytest.mark.parametrize(
    "line", [ScriptedLine("Late.", wait_s=60), ScriptedLine("So slow.", pause_s=60)]
)
def test_a_wait_ends_with_a_stop(line: ScriptedLine) -> None:
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    began = time.monotonic()

    with pytest.raises(StopRequested):
        say(ScriptedEngine(replies=[line]), stop=stop)

    assert time.monotonic() - began < SOON_S


def test_a_function_answers_what_it_is_asked() -> None:
    engine = ScriptedEngine(replies=lambda call: call.view.question.upper() if call.view else None)

    assert words(say(engine, "why?")) == "WHY?"


def test_the_arguments_of_each_call_are_recorded() -> None:
    engine = ScriptedEngine()
    known = SessionMemory()

    engine.summarise(TALK, known, stop=Stop())
    engine.understand(view("Hello?"), now=NOW, asking="never", stop=Stop())
    say(engine)
    engine.check()

    assert engine.calls == (
        Call("summarise", messages=TALK, known=known),
        Call("understand", view=view("Hello?"), asking="never"),
        Call("reply", view=view("Hello?"), understanding=UNDERSTOOD),
        Call("check"),
    )


@pytest.mark.parametrize(
    "entry",
    [
        {"key_facts": [FACT], "decisions": None},
        f"```json\n{json.dumps({'key_facts': [FACT]})}\n```",
        SessionMemory(
            key_facts=(Item(text="Lives in Ghent", quote="I live in Ghent", message_ids=(11,)),)
        ),
    ],
    ids=["a mapping", "a text in a fence", "a shape"],
)
def test_a_summary_may_be_given_as_json_as_text_or_finished(
    entry: dict[str, object] | str | SessionMemory,
) -> None:
    spoken = ScriptedEngine(summaries=[entry]).summarise(TALK, SessionMemory(), stop=Stop())

    assert (spoken.by, spoken.fell_back) == ("scripted", None)
    assert spoken.value.key_facts == (
        Item(text="Lives in Ghent", quote="I live in Ghent", message_ids=(11,)),
    )


def test_bad_json_is_retried_with_the_next_entry_and_the_reason() -> None:
    engine = ScriptedEngine(understandings=["not JSON", UNCLEAR])

    spoken = engine.understand(view("Do it"), now=NOW, asking="freely", stop=Stop())

    assert (spoken.value, spoken.by, spoken.fell_back) == (UNCLEAR, "scripted", None)
    assert spoken.usage == Usage(calls=2)
    assert [call.complaint for call in engine.calls] == ["", "it is not a JSON object: 'not JSON'"]


def test_bad_json_twice_makes_the_built_in_engine_take_over() -> None:
    engine = ScriptedEngine(understandings=["not JSON", "[]"])

    spoken = engine.understand(view("Hello"), now=NOW, asking="freely", stop=Stop())

    assert spoken.by == "builtin"
    assert spoken.fell_back == Failure.of(
        EngineUnreadable("Scripted engine", "it is not a JSON object: '[]'")
    )


def test_an_error_of_an_understanding_is_raised_and_of_a_summary_is_made_up_for() -> None:
    gone = EngineUnreachable("Test", "offline")
    engine = ScriptedEngine(understandings=[gone], summaries=[gone])

    with pytest.raises(EngineUnreachable):
        engine.understand(view("Hello"), now=NOW, asking="freely", stop=Stop())
    spoken = engine.summarise(TALK, SessionMemory(), stop=Stop())

    assert spoken.by == "builtin"
    assert spoken.fell_back == Failure.of(gone)


def test_a_script_file_holds_what_code_can_say(
    tmp_path: Path, settings: Callable[..., Settings]
) -> None:
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps(
            {
                "replies": ["At once.", {"text": "Half", "fails": "quota"}],
                "understandings": [UNCLEAR.model_dump()],
                "summaries": [{"text": '{"key_facts": []}', "wait_s": 0.01}],
                "checks": [{"fails": "key"}],
            }
        ),
        encoding="utf-8",
    )
    engine = open_engine(settings(engine="scripted", script_file=script))

    assert words(say(engine)) == "At once."
    with pytest.raises(QuotaExceeded):
        say(engine)
    assert engine.understand(view("Do it"), now=NOW, asking="freely", stop=Stop()).value == UNCLEAR
    assert engine.summarise(TALK, SessionMemory(), stop=Stop()).value == SessionMemory()
    with pytest.raises(KeyRefused):
        engine.check()
    engine.check()


def test_a_script_file_that_was_changed_is_played_from_its_start(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text('{"replies": ["One.", "Two.", "Three."]}', encoding="utf-8")
    engine = ScriptedEngine.from_file(script)

    assert [words(say(engine)), words(say(engine))] == ["One.", "Two."]
    script.write_text('{"replies": ["Another."]}', encoding="utf-8")
    assert [words(say(engine)), words(say(engine))] == ["Another.", "You said: Hello?"]
    script.unlink()
    assert words(say(engine)) == "You said: Hello?"


@pytest.mark.parametrize(
    "written",
    [
        "not JSON",
        "[]",
        '{"replies": 1}',
        '{"replies": [1]}',
        '{"replies": [{"text": "a", "fails": "luck"}]}',
        '{"replies": [{"text": "a", "pause": 1}]}',
        '{"answers": []}',
    ],
)
def test_a_file_that_is_no_script_is_refused_by_name(tmp_path: Path, written: str) -> None:
    script = tmp_path / "script.json"
    script.write_text(written, encoding="utf-8")

    with pytest.raises(InvalidSetting, match=r"SCRIPT_FILE: .*script\.json"):
        ScriptedEngine.from_file(script)


def test_a_missing_script_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"SCRIPT_FILE: .*none\.json"):
        ScriptedEngine.from_file(tmp_path / "none.json")
