"""What the person chooses over the environment: what holds, from when on, and what is refused."""

import datetime as dt
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from pydantic import JsonValue
from sqlalchemy import Engine, event

from assistant import Assistant
from tidemark.engines.scripted import ScriptedEngine
from tidemark.preferences import (
    InvalidPreference,
    Preferences,
    Price,
    Prices,
    UnknownPreference,
    effective_settings,
    engine_choices,
)
from tidemark.runtime.events import Finished, Piece, Stop
from tidemark.schema import ContextView, QueryUnderstanding
from tidemark.schema.scope import Scope
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions
from tidemark.settings import Settings

UNCLEAR = QueryUnderstanding(
    is_ambiguous=True,
    possible_interpretations=("Train a model", "List who left"),
    clarifying_questions=("Do you have records?",),
)
Open = Callable[..., Assistant]


class SlowEngine(ScriptedEngine):
    """Answers when it may, and says that it was asked and closed."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.may_answer, self.is_closed = (threading.Event() for _ in range(3))

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
        analysis: object = None,
        tools: Sequence[ToolSpec] = (),
        rounds: Sequence[ToolRound] = (),
        sampling: SamplingOptions = DEFAULT_SAMPLING,
    ) -> Iterator[Piece | ToolRequest]:
        self.is_asked.set()
        assert self.may_answer.wait(20)
        yield Piece("At last.")

    def close(self) -> None:
        self.is_closed.set()


@pytest.fixture
def open_assistant(settings: Callable[..., Settings]) -> Iterator[Open]:
    opened: list[Assistant] = []

    def build(spoken: ScriptedEngine, **given: object) -> Assistant:
        opened.append(Assistant(settings(**given), engine=spoken))
        return opened[-1]

    yield build
    for each in opened:
        each.close()


def test_what_is_stored_badly_or_unknown_is_the_default() -> None:
    stored: dict[str, JsonValue] = {
        "budget": 3,
        "clarifying": "always",
        "across": False,
        "colour": "red",
        "prices": [],
    }
    assert Preferences.of_stored(stored) == Preferences(across=False)


def test_only_what_is_configured_can_be_chosen() -> None:
    assert engine_choices(Settings(model_choices="a, b:c")) == ("builtin",)
    both = Settings(
        google_api_key="k",
        llm_base_url="http://localhost:1",
        model_name="gemini-1",
        model_choices="gemini-2, openai:gpt, gemini-1",
    )
    assert engine_choices(both) == (
        "builtin",
        "gemini:gemini-1",
        "gemini:gemini-2",
        "langchain:openai:gpt",
    )


def test_a_chosen_model_is_asked_in_place_of_that_of_the_environment() -> None:
    given = Settings(
        google_api_key="k",
        llm_api_key="k",
        model_choices="openai:gpt-5.5",
        summary_model_name="gemini-small",
    )
    chosen = effective_settings(given, Preferences(engine="langchain:openai:gpt-5.5", budget=900))
    assert (chosen.engine, chosen.model_name) == ("langchain", "openai:gpt-5.5")
    assert (chosen.summary_model_name, chosen.token_threshold) == ("", 900)
    kept = effective_settings(given, Preferences(engine="gemini:gemini-2.5-flash"))
    assert kept.summary_model_name == "gemini-small"
    assert effective_settings(given, Preferences(engine="langchain:gone:model")) == given


def test_a_budget_holds_from_the_next_turn_on_and_on_the_meter_at_once(
    open_assistant: Open,
) -> None:
    assistant = open_assistant(ScriptedEngine())
    run = assistant.ask("word " * 300)
    run.wait(20)
    assistant.configuration.choose("budget", "250")
    assert assistant.turns.meter(run.session_id).threshold == 250
    assistant.ask("And on", run.session_id).wait(20)
    assert len(assistant.sessions.summaries(run.session_id)) == 1
    assistant.configuration.reset("budget")
    assert assistant.turns.meter(None).threshold == 1200


@pytest.mark.parametrize(("clarifying", "asks"), [("freely", True), ("never", False)])
def test_a_person_says_whether_they_are_asked_back(
    open_assistant: Open, clarifying: str, *, asks: bool
) -> None:
    engine = ScriptedEngine(understandings=[UNCLEAR])
    assistant = open_assistant(engine)
    assistant.configuration.choose("clarifying", clarifying)
    run = assistant.ask("Who will leave?")
    run.wait(20)
    question, reply = assistant.sessions.transcript(run.session_id)
    assert engine.calls[0].asking == clarifying
    assert reply.metadata.clarifying is asks
    analysis = question.metadata.query_analysis
    assert analysis is not None
    assert analysis.is_ambiguous is asks
    assert asks or analysis.rewritten_query == "Who will leave? (Train a model)"


def test_a_new_chat_begins_alone_where_the_person_chose_so(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine())
    assistant.configuration.choose("across", "off")
    run = assistant.ask("Hello")
    run.wait(20)
    assert not assistant.profile.remembers_across(run.session_id)


def test_another_engine_answers_once_it_is_chosen_and_the_first_one_again(
    open_assistant: Open,
) -> None:
    scripted = ScriptedEngine()
    assistant = open_assistant(scripted, engine="scripted")
    assistant.configuration.choose("engine", "builtin")
    assert assistant.configuration.engine.name == "builtin"
    run = assistant.ask("Hello")
    run.wait(20)
    assert assistant.sessions.transcript(run.session_id)[-1].metadata.engine == "builtin"
    assistant.configuration.choose("engine", "")
    assert assistant.configuration.engine is scripted


def test_what_another_process_chose_is_followed(
    open_assistant: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = open_assistant(ScriptedEngine()), open_assistant(ScriptedEngine())
    there.configuration.choose("budget", 700)
    assert here.turns.meter(None).threshold == 1200
    seconds = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: seconds + 6)
    run = here.ask("Hello")
    monkeypatch.undo()
    run.wait(20)
    assert here.turns.meter(None).threshold == 700


def test_a_turn_asks_the_database_nothing_for_what_was_chosen(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine())
    said: list[str] = []

    def hear(_: object, __: object, statement: str, *___: object) -> None:
        said.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    assistant.ask("Hello").wait(20)
    event.remove(Engine, "before_cursor_execute", hear)
    assert said
    assert [statement for statement in said if "settings" in statement] == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("budget", "199"),
        ("budget", "many"),
        ("clarifying", "sometimes"),
        ("engine", "gemini:gemini-2.5-pro"),
        ("prices", {"currency": "euro"}),
        ("prices", {"models": {"m": {"input": -1}}}),
    ],
)
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(
    open_assistant: Open, name: str, value: object
) -> None:
    assistant = open_assistant(ScriptedEngine())
    with pytest.raises(InvalidPreference, match=f"^{name} cannot be"):
        assistant.configuration.choose(name, value)
    assert assistant.configuration.preferences == Preferences()


def test_an_unknown_setting_is_refused_with_those_there_are(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine())
    with pytest.raises(UnknownPreference, match="There are: engine, budget, clarifying"):
        assistant.configuration.choose("colour", "red")
    with pytest.raises(UnknownPreference):
        assistant.configuration.reset("colour")


def test_prices_are_kept_as_they_were_given(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine())
    prices = Prices(currency="EUR", models={"gemini-2.5-flash": Price(input=0.3, output=2.5)})
    assistant.configuration.choose("prices", prices)
    assert assistant.configuration.preferences.prices == prices
    assert Preferences.of_stored(assistant.database.preferences.all()).prices == prices
    assert prices.cost("another", input_tokens=1, output_tokens=1) is None


def test_what_one_user_chooses_holds_for_nobody_else(open_assistant: Open) -> None:
    assistant = open_assistant(ScriptedEngine(), engine="scripted")
    mine, yours = (assistant.scoped(Scope(user, "general")).configuration for user in ("me", "you"))
    mine.choose("budget", 700)
    mine.choose("engine", "builtin")
    assert (mine.threshold, mine.engine.name) == (700, "builtin")
    assert (yours.threshold, yours.engine.name) == (1200, "scripted")


def test_an_engine_that_gives_way_stays_open_until_its_last_turn_ends(
    open_assistant: Open, settings: Callable[..., Settings]
) -> None:
    slow = SlowEngine()
    assistant = open_assistant(slow, engine="scripted")
    run = assistant.ask("Hello")
    assert slow.is_asked.wait(20)
    assistant.configuration.choose("engine", "builtin")
    assistant.check_again(settings(engine="builtin"))
    assert not slow.is_closed.is_set()
    slow.may_answer.set()
    assert isinstance(run.wait(20), Finished)
    assert slow.is_closed.wait(20)


def test_a_turn_keeps_the_budget_it_began_with(open_assistant: Open) -> None:
    slow = SlowEngine()
    assistant = open_assistant(slow)
    run = assistant.ask("Hello")
    assert slow.is_asked.wait(20)
    assistant.configuration.choose("budget", 700)
    slow.may_answer.set()
    ended = run.wait(20)
    assert isinstance(ended, Finished)
    assert ended.meter.threshold == 1200
    assert assistant.turns.meter(run.session_id).threshold == 700
