"""Gemini's engine against a server that speaks its protocol, well and badly."""

import json
import threading
import time
from collections.abc import Callable

import pytest

from tests.engine_fixtures import (
    NOW,
    REMEMBERED,
    SUMMARY,
    UNCLEAR,
    OpenGemini,
    analyse,
    gemini_server,
    hear,
    open_gemini,
    spoken,
    talk,
    view,
    words,
)
from tests.gemini_server import (
    GeminiServer,
    blocks_the_prompt,
    cuts,
    refuses,
    says,
    says_json,
    says_parts,
)
from tests.service_server import Json, Played, speaks_html
from tests.timing import SOON_S
from tidemark.engines.factory import open_engine
from tidemark.engines.llm.response_schemas import SUMMARY_SCHEMA, UNDERSTANDING_SCHEMA
from tidemark.errors import (
    EngineError,
    EngineNotConfigured,
    EngineOverloaded,
    EngineUnreachable,
    KeyRefused,
    ModelNotFound,
    RequestRefused,
)
from tidemark.prompt import rendering
from tidemark.runtime.events import Stop, StopRequested
from tidemark.schema import QueryUnderstanding, SessionMemory, Usage
from tidemark.schema.turns import SamplingOptions
from tidemark.settings import Settings

__all__ = ["gemini_server", "open_gemini"]  # fixtures

UNDERSTOOD = QueryUnderstanding()


def test_the_service_gets_the_view_exactly_as_rendered_and_the_question_last(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini()
    shown = view("And the third?", "Name three rivers.", "Scheldt, Lys, Meuse.")

    list(engine.reply(shown, UNDERSTOOD, now=NOW, stop=Stop()))
    engine.understand(shown, now=NOW, asking="freely", stop=Stop())

    roles = {"user": "user", "assistant": "model"}
    rendered = tuple((roles[line.role], line.content) for line in rendering.render(shown))
    assert [asked.contents for asked in gemini_server.asked] == [rendered, rendered]
    assert all("Monday 2026-05-04" in asked.instructions for asked in gemini_server.asked)
    assert rendered[-1] == ("user", "And the third?")


def test_each_call_goes_to_its_model_with_the_key_and_its_schema(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini(
        model_name="gemini-x", summary_model_name="gemini-y", google_api_key=" a-key\n"
    )

    engine.summarise(talk(), SessionMemory(), stop=Stop())
    engine.understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())
    hear(engine)

    assert [(asked.verb, asked.model, asked.key) for asked in gemini_server.asked] == [
        ("summarise", "gemini-y", "a-key"),
        ("understand", "gemini-x", "a-key"),
        ("reply", "gemini-x", "a-key"),
    ]
    wanted = [asked.body["generationConfig"] for asked in gemini_server.asked]
    assert [config.get("responseJsonSchema") for config in wanted] == [
        SUMMARY_SCHEMA,
        UNDERSTANDING_SCHEMA,
        None,
    ]
    assert engine.label == "Gemini (gemini-x)"


def test_the_environment_redirects_neither_key_nor_address(
    monkeypatch: pytest.MonkeyPatch, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    monkeypatch.setenv("LANGSMITH_GATEWAY", "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", "another")
    monkeypatch.setenv("GEMINI_API_KEY", "another")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:9")

    hear(open_gemini())

    assert [asked.key for asked in gemini_server.asked] == ["a-key"]


def test_content_in_parts_and_thoughts_is_read_as_its_text(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play(
        "reply",
        says_parts(
            [{"text": "The person greets.", "thought": True}],
            [{"text": "Good ", "thoughtSignature": "c2ln"}, {"text": "day"}],
            [{"text": "."}],
        ),
    )

    assert words(hear(open_gemini())) == "Good day."


def test_the_pause_that_the_service_asks_for_is_made(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", refuses(429, delay_s=0.5), says("Good day."))
    began = time.monotonic()

    assert words(hear(open_gemini())) == "Good day."
    assert time.monotonic() - began >= 0.5


def test_an_answer_without_candidates_is_made_up_for_by_the_built_in_engine(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("understand", Played(({"usageMetadata": {"promptTokenCount": 40}},)))

    spoken = analyse(open_gemini(), "understand")

    assert (spoken.by, spoken.usage.calls) == ("builtin", 2)


def test_a_stop_ends_the_wait_before_a_retry(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", refuses(429, delay_s=7))
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()

    with pytest.raises(StopRequested):
        list(open_gemini().reply(view("Hello?"), UNDERSTOOD, now=NOW, stop=stop))

    assert time.monotonic() - began < SOON_S


def test_a_summary_is_asked_for_with_numbered_messages_and_the_known_items(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("summarise", says_json(SUMMARY))

    spoken = open_gemini().summarise(talk(), REMEMBERED, stop=Stop())

    assert (spoken.value, spoken.by, spoken.fell_back) == (REMEMBERED, "gemini", None)
    assert spoken.usage == Usage(input_tokens=40, output_tokens=1, calls=1)
    ((_, request),) = gemini_server.asked[0].contents
    assert '<message n="2" role="assistant" date="Mon 2026-05-04">' in request
    assert "<known>\nFacts: Lives in Ghent\n</known>" in request


IN_PARTS: dict[str, Callable[[Json], Played]] = {
    "after a thought": lambda answer: says_parts(
        [{"text": "Hm {", "thought": True}, {"text": json.dumps(answer)}]
    ),
    "in parts": lambda answer: says_parts(
        [{"text": json.dumps(answer)[:30]}, {"text": json.dumps(answer)[30:]}]
    ),
}


@pytest.mark.parametrize("speech", IN_PARTS)
def test_an_analysis_is_read_out_of_its_parts(
    speech: str, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("summarise", IN_PARTS[speech](SUMMARY))
    gemini_server.play("understand", IN_PARTS[speech](UNCLEAR))
    engine = open_gemini()

    summary = engine.summarise(talk(), SessionMemory(), stop=Stop())
    understood = engine.understand(
        view("I have a dataset of 10k customers"), now=NOW, asking="freely", stop=Stop()
    )

    assert (summary.value, summary.by) == (REMEMBERED, "gemini")
    assert understood.value == QueryUnderstanding(
        is_ambiguous=True,
        possible_interpretations=("Count them", "Predict who leaves"),
        clarifying_questions=("What should come of it?",),
    )
    assert len(gemini_server.asked) == 2


@pytest.mark.parametrize(
    ("played", "error"),
    [(refuses(401), KeyRefused), (refuses(500), EngineOverloaded), (cuts(), EngineUnreachable)],
)
def test_an_understanding_that_is_refused_fails_the_turn(
    played: Played,
    error: type[EngineError],
    gemini_server: GeminiServer,
    open_gemini: OpenGemini,
) -> None:
    gemini_server.play("understand", played)

    with pytest.raises(error):
        open_gemini().understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())


def test_an_understanding_that_is_blocked_is_made_by_the_built_in_engine(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("understand", blocks_the_prompt())

    spoken = open_gemini().understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())

    assert spoken.by == "builtin"
    assert len(gemini_server.asked) == 1


def test_a_turn_takes_two_calls_and_three_with_a_fold(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini()

    engine.summarise(talk(), SessionMemory(), stop=Stop())
    engine.understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())
    hear(engine)

    assert [asked.verb for asked in gemini_server.asked] == ["summarise", "understand", "reply"]


def test_a_check_generates_one_token_of_each_model_and_says_nothing(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    open_gemini(summary_model_name="gemini-y").check()
    open_gemini(summary_model_name="gemini-3.5-flash-lite").check()

    assert [(asked.verb, asked.model) for asked in gemini_server.asked] == [
        ("check", "gemini-3.5-flash-lite"),
        ("check", "gemini-y"),
        ("check", "gemini-3.5-flash-lite"),
    ]
    wanted = [asked.body["generationConfig"] for asked in gemini_server.asked]
    assert {config["maxOutputTokens"] for config in wanted} == {1}


@pytest.mark.parametrize(
    ("played", "error"),
    [
        (refuses(400, "API key not valid.", reason="API_KEY_INVALID"), KeyRefused),
        (refuses(404), ModelNotFound),
        (refuses(503), EngineOverloaded),
        (speaks_html(), RequestRefused),
    ],
)
def test_a_check_says_what_is_wrong_at_once(
    played: Played,
    error: type[EngineError],
    gemini_server: GeminiServer,
    open_gemini: OpenGemini,
) -> None:
    gemini_server.play("check", played)

    with pytest.raises(error):
        open_gemini().check()

    assert len(gemini_server.asked) == 1


def test_a_check_names_the_setting_of_the_model_that_is_missing(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("check", says("O", finish="MAX_TOKENS"), refuses(404))

    with pytest.raises(ModelNotFound, match="Set SUMMARY_MODEL_NAME"):
        open_gemini(summary_model_name="gemini-y").check()


def test_a_service_that_is_not_there_is_unreachable(open_gemini: OpenGemini) -> None:
    engine = open_gemini(gemini_base_url="http://127.0.0.1:9")

    with pytest.raises(EngineUnreachable, match="no connection"):
        engine.check()
    with pytest.raises(EngineUnreachable, match="no connection"):
        hear(engine)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"google_api_key": " "}, EngineNotConfigured),
        ({"google_api_key": "clé"}, KeyRefused),
        ({"google_api_key": "a-key", "gemini_base_url": "127.0.0.1:80"}, EngineNotConfigured),
        ({"google_api_key": "a-key", "gemini_base_url": "http://[::1"}, EngineNotConfigured),
    ],
)
def test_settings_that_cannot_work_are_refused_when_the_engine_is_opened(
    given: dict[str, str], error: type[EngineError], settings: Callable[..., Settings]
) -> None:
    with pytest.raises(error):
        open_engine(settings(engine="gemini", **given))


def test_the_engine_in_force_is_the_one_the_settings_ask_for(
    settings: Callable[..., Settings],
) -> None:
    names = []
    for given in (
        {"engine": "auto"},
        {"engine": "auto", "google_api_key": "a-key"},
        {"engine": "builtin", "google_api_key": "a-key"},
        {"engine": "scripted"},
    ):
        engine = open_engine(settings(**given))
        names.append(engine.name)
        engine.close()

    assert names == ["builtin", "gemini", "builtin", "scripted"]


ANALYSES: dict[str, Json] = {
    "gemini-2.5-flash": {"thinkingConfig": {"thinking_budget": 0}, "temperature": 0.0},
    "gemini-2.5-pro": {"thinkingConfig": {"thinking_budget": 128}, "temperature": 0.0},
    "gemini-3.5-flash-lite": {"thinkingConfig": {"thinking_level": "MINIMAL"}},
    "models/gemini-3.8-flash": {"thinkingConfig": {"thinking_level": "LOW"}},
}
LIMITS = {"gemini-2.5-pro": 8_192, "models/gemini-3.8-flash": 8_192}


@pytest.mark.parametrize("model", ANALYSES)
def test_each_call_has_the_thinking_limit_and_temperature_of_its_model(
    model: str, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini(model_name=model)

    engine.summarise(talk(), SessionMemory(), stop=Stop())
    engine.understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())
    hear(engine)

    *analyses, reply = (chosen(asked.body) for asked in gemini_server.asked)
    limit = LIMITS.get(model, 2_048)
    assert analyses == [{"maxOutputTokens": limit, **ANALYSES[model]}] * 2
    assert reply == {"maxOutputTokens": 16_384}


@pytest.mark.parametrize(
    ("model", "taken"),
    [("gemini-2.5-flash", {"temperature": 0.5}), ("gemini-3.5-flash-lite", {})],
)
def test_a_reply_is_sampled_as_asked_and_whole_where_its_own_limit_ends_it(
    model: str, taken: Json, gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    gemini_server.play("reply", says("Half an", finish="MAX_TOKENS"))
    wished = SamplingOptions(temperature=0.5, max_tokens=20)
    engine = open_gemini(model_name=model)
    said = engine.reply(view("Hello?"), UNDERSTOOD, now=NOW, stop=Stop(), sampling=wished)
    assert words(list(spoken(said))) == "Half an"
    assert chosen(gemini_server.asked[0].body) == {"maxOutputTokens": 20, **taken}


def test_a_model_that_is_not_known_gets_no_options(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    engine = open_gemini(model_name="gemini-9-flash")

    engine.understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())
    hear(engine)

    assert [chosen(asked.body) for asked in gemini_server.asked] == [{}, {}]


def test_a_model_that_refuses_the_thinking_is_asked_without_it_from_then_on(
    gemini_server: GeminiServer, open_gemini: OpenGemini
) -> None:
    refusal = refuses(400, "Thinking level MINIMAL is not supported for this model.")
    gemini_server.play("understand", refusal, says_json(UNCLEAR))
    engine = open_gemini()

    for _ in range(2):
        spoken = engine.understand(view("Hm"), now=NOW, asking="freely", stop=Stop())
        assert spoken.by == "gemini"

    assert ["thinkingConfig" in chosen(asked.body) for asked in gemini_server.asked] == [
        True,
        False,
        False,
    ]


def chosen(body: Json) -> Json:
    """Return the options in ``body`` besides the form of the answer, as 4.4.2 sends it."""
    form = ("candidateCount", "responseMimeType", "responseJsonSchema")
    return {name: given for name, given in body["generationConfig"].items() if name not in form}
