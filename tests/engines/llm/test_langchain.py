"""LangChain's engine against a server that speaks OpenAI's protocol; what it shares with Gemini's
is tested there."""

import sys
from collections.abc import Callable, Iterator

import pytest

from assistant import Assistant
from tests.engine_fixtures import NOW, analyse, hear, spoken, talk, view, words
from tests.langchain_fixtures import OpenLangChain, open_langchain, openai_server
from tests.openai_server import AskedOfOpenAI, OpenAIServer, refuses, says, says_json, stalls
from tests.service_server import CLEAR, Played
from tidemark.engines.factory import open_engine
from tidemark.engines.llm.response_schemas import UNDERSTANDING_SCHEMA, strict_schema
from tidemark.errors import (
    EngineError,
    EngineNotConfigured,
    EngineUnreachable,
    KeyRefused,
    ModelNotFound,
    PackageMissing,
    RequestRefused,
)
from tidemark.prompt import rendering
from tidemark.runtime.events import Failed, Finished, Stop
from tidemark.schema import QueryUnderstanding, SessionMemory
from tidemark.schema.turns import SamplingOptions
from tidemark.settings import Settings

__all__ = ["open_langchain", "openai_server"]  # fixtures

UNDERSTOOD = QueryUnderstanding()
STRICTEST = ("json_schema", False)
JSON_MODES = [STRICTEST, ("json_object", True), ("json_object", False), None]


def json_mode(asked: AskedOfOpenAI) -> tuple[str, bool] | None:
    """Return the type of the requested JSON mode, and whether a schema comes with it."""
    mode = asked.body.get("response_format")
    return (mode["type"], "schema" in mode) if mode else None


def test_each_call_goes_to_its_model_with_the_key_in_a_mode_for_json(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    engine = open_langchain(
        model_name="openai:a-model", summary_model_name="openai:b:7b", llm_api_key=" a-key\n"
    )

    engine.summarise(talk(), SessionMemory(), stop=Stop())
    engine.understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())
    hear(engine)

    asked = openai_server.asked
    assert [(each.verb, each.model, each.key) for each in asked] == [
        ("summarise", "b:7b", "a-key"),
        ("understand", "a-model", "a-key"),
        ("reply", "a-model", "a-key"),
    ]
    assert [json_mode(each) for each in asked] == [STRICTEST, STRICTEST, None]
    assert asked[1].body["response_format"]["json_schema"] == {
        "name": "answer",
        "strict": True,
        "schema": strict_schema(UNDERSTANDING_SCHEMA),
    }


def test_the_form_of_the_answer_is_written_out_with_the_instructions(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    open_langchain().understand(view("Hello?"), now=NOW, asking="freely", stop=Stop())

    (asked,) = openai_server.asked
    assert "Monday 2026-05-04" in asked.instructions
    assert '"references": [{"phrase": string, "quote": string, "means": string}]' in (
        asked.instructions
    )


def test_the_service_gets_the_view_as_rendered_with_sides_that_alternate(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    shown = view("And the third?", "Name three rivers.", "Scheldt, Lys, Meuse.")
    unanswered = view("Hello?", "Is anyone there?")

    for each in (shown, unanswered):
        list(open_langchain().reply(each, UNDERSTOOD, now=NOW, stop=Stop()))

    rendered = tuple((line.role, line.content) for line in rendering.render(shown))
    assert [asked.contents for asked in openai_server.asked] == [
        rendered,
        (("user", "Is anyone there?\n\nHello?"),),
    ]


@pytest.mark.parametrize("refused", range(4))
def test_a_model_is_asked_in_the_strictest_mode_for_json_that_it_does_not_refuse(
    refused: int, openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    refusals = [refuses(400, "Unknown response_format.")] * refused
    openai_server.play("understand", *refusals, says_json(CLEAR))
    engine = open_langchain(summary_model_name="openai:b-model")

    assert [analyse(engine, "understand").by for _ in range(2)] == ["langchain"] * 2
    analyse(engine, "summarise")

    *asked, of_another_model = map(json_mode, openai_server.asked)
    assert asked == [*JSON_MODES[: refused + 1], JSON_MODES[refused]]
    assert of_another_model == STRICTEST


def test_a_server_that_calls_a_mode_it_does_not_know_its_own_error_refuses_it(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    error = "1 validation error: {'loc': ('body', 'response_format', 'type')}"
    openai_server.play("understand", refuses(500, error), says_json(CLEAR))

    assert analyse(open_langchain(), "understand").by == "langchain"

    assert list(map(json_mode, openai_server.asked)) == JSON_MODES[:2]
    assert openai_server.asked[1].body["max_tokens"] == 1_024


def test_usage_is_not_asked_for_again_once_that_is_refused(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    openai_server.play("reply", refuses(400, "Unknown field."), says("Good day."))
    engine = open_langchain()

    assert [words(hear(engine)) for _ in range(2)] == ["Good day."] * 2

    asked = ["stream_options" in asked.body for asked in openai_server.asked]
    assert asked == [True, False, False]


def test_a_model_that_refuses_a_temperature_is_asked_without_it_from_then_on(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    refusal = refuses(400, "Unsupported value: 'temperature' does not support 0.2.")
    openai_server.play("reply", refusal, refusal, says("Good day."))  # with its mode, and without
    engine = open_langchain()
    wished = SamplingOptions(temperature=0.2, max_tokens=9)
    for _ in range(2):
        said = engine.reply(view("Hello?"), UNDERSTOOD, now=NOW, stop=Stop(), sampling=wished)
        assert words(list(spoken(said))) == "Good day."
    sampled = [
        (asked.body.get("temperature"), asked.body.get("max_completion_tokens"))
        for asked in openai_server.asked
    ]
    assert sampled == [(0.2, 9), (0.2, 9), (None, None), (None, None)]


def test_a_refusal_of_something_else_keeps_the_mode(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    openai_server.play("understand", *[refuses(400)] * len(JSON_MODES), says_json(CLEAR))
    engine = open_langchain()

    with pytest.raises(RequestRefused):
        analyse(engine, "understand")
    analyse(engine, "understand")

    assert list(map(json_mode, openai_server.asked)) == [*JSON_MODES, STRICTEST]


def test_a_check_asks_each_model_once(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    open_langchain(summary_model_name="openai:b-model").check()

    assert [(asked.verb, asked.model) for asked in openai_server.asked] == [
        ("check", "a-model"),
        ("check", "b-model"),
    ]


@pytest.mark.parametrize(
    ("played", "error"),
    [
        (refuses(401), KeyRefused),
        (refuses(404, "The model `a-model` does not exist."), ModelNotFound),
    ],
)
def test_a_check_says_what_is_wrong(
    played: Played,
    error: type[EngineError],
    openai_server: OpenAIServer,
    open_langchain: OpenLangChain,
) -> None:
    openai_server.play("check", played)

    with pytest.raises(error):
        open_langchain().check()


def test_a_service_that_is_not_there_is_unreachable(open_langchain: OpenLangChain) -> None:
    engine = open_langchain(llm_base_url="http://127.0.0.1:9/v1")

    with pytest.raises(EngineUnreachable, match=r"127\.0\.0\.1:9 could not be .* \(no connection"):
        hear(engine)


def test_an_address_without_the_protocol_is_refused_with_what_to_check(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    with pytest.raises(RequestRefused, match="check MODEL_NAME and LLM_BASE_URL"):
        hear(open_langchain(llm_base_url=openai_server.url))


@pytest.mark.parametrize(
    ("given", "label"),
    [
        ({}, "OpenAI (gpt-x)"),
        ({"llm_base_url": "https://a:b@proxy.example/v1"}, "OpenAI-compatible (gpt-x at {host})"),
    ],
)
def test_its_label_says_which_model_where_and_no_secret(
    given: dict[str, str], label: str, settings: Callable[..., Settings]
) -> None:
    chosen = settings(engine="langchain", model_name="openai:gpt-x", llm_api_key="k", **given)

    engine = open_engine(chosen)

    assert engine.label == label.format(host="proxy.example")
    engine.close()


def test_the_environment_redirects_neither_key_nor_address(
    monkeypatch: pytest.MonkeyPatch, openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    for name in ("OPENAI_API_KEY", "LANGSMITH_API_KEY", "LANGSMITH_GATEWAY_API_KEY"):
        monkeypatch.setenv(name, "another")
    monkeypatch.setenv("LANGSMITH_GATEWAY", "true")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:9")

    for key in ("a-key", ""):
        hear(open_langchain(llm_api_key=key))

    assert [asked.key for asked in openai_server.asked] == ["a-key", "none"]


NOT_CONFIGURED = {
    "no model": ({"model_name": "gemini-2.5-flash"}, "a MODEL_NAME of the form provider:model"),
    "half a model": ({"model_name": "openai:"}, "a MODEL_NAME of the form provider:model"),
    "no provider": ({"model_name": "qwen3:8b", "llm_base_url": "http://127.0.0.1:9"}, "Unsupp"),
    "no key": ({"llm_api_key": ""}, "a key for OpenAI in LLM_API_KEY"),
    "no address": ({"llm_base_url": "localhost:8080"}, "a LLM_BASE_URL that begins with https"),
    "another provider": (
        {"summary_model_name": "anthropic:claude"},
        "a SUMMARY_MODEL_NAME of the same provider, openai:model",
    ),
}


@pytest.mark.parametrize("lack", NOT_CONFIGURED)
def test_settings_that_cannot_work_are_refused_with_what_to_do(
    lack: str, settings: Callable[..., Settings]
) -> None:
    given, sentence = NOT_CONFIGURED[lack]
    here = {"model_name": "openai:gpt-x", "llm_api_key": "a-key"}

    with pytest.raises(EngineNotConfigured) as refused:
        open_engine(settings(engine="langchain", **{**here, **given}))

    assert sentence in str(refused.value)
    assert 'Add it to .env and press "Check again"' in str(refused.value)


def test_a_key_that_cannot_be_sent_in_a_header_is_refused(
    settings: Callable[..., Settings],
) -> None:
    with pytest.raises(KeyRefused, match="Check LLM_API_KEY"):
        open_engine(settings(engine="langchain", model_name="openai:gpt-x", llm_api_key="clé"))


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make Python find no module of a name, as where its package is not installed."""

    def forget(name: str) -> None:
        monkeypatch.setitem(sys.modules, name, None)

    return forget


@pytest.mark.parametrize(
    ("missing", "model", "command"),
    [
        ("langchain", "openai:gpt-x", "pip install langchain langchain-openai"),
        ("langchain", "cohere:command", "pip install langchain"),
        ("langchain_anthropic", "anthropic:claude-x", "pip install langchain-anthropic"),
        ("langchain_cohere", "cohere:command", "pip install langchain-cohere"),
    ],
)
def test_a_missing_package_is_named_with_how_to_install_it(
    missing: str,
    model: str,
    command: str,
    without: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    settings: Callable[..., Settings],
) -> None:
    monkeypatch.delitem(
        sys.modules, "tidemark.engines.llm.langchain", raising=missing != "langchain"
    )
    for name in [name for name in sys.modules if name.startswith("langchain.")]:
        monkeypatch.delitem(sys.modules, name)
    without(missing)

    with pytest.raises(PackageMissing) as refused:
        open_engine(settings(engine="langchain", model_name=model, llm_api_key="a-key"))

    package = missing.replace("_", "-")
    assert str(refused.value) == (
        f"The LangChain engine needs the package {package}. Install it ({command}), then press "
        '"Check again", or set ENGINE=builtin.'
    )


@pytest.fixture
def assistant(
    openai_server: OpenAIServer, settings: Callable[..., Settings]
) -> Iterator[Assistant]:
    assistant = Assistant(
        settings(
            engine="langchain",
            model_name="openai:a-model",
            llm_base_url=openai_server.address,
            engine_timeout_s=1.5,
        )
    )
    yield assistant
    assistant.close()


def test_a_turn_is_answered_and_after_a_fault_retried(
    assistant: Assistant, openai_server: OpenAIServer
) -> None:
    openai_server.play("reply", stalls("Good "), says("Now it works."))

    run = assistant.ask("Tell me something about Lisbon")
    last = run.wait(20)
    assert isinstance(last, Failed)
    assert str(last.error).startswith(f"{openai_server.host} said nothing for 1.5 seconds.")

    assert isinstance(assistant.turns.retry(run.session_id).wait(20), Finished)
    reply = assistant.sessions.transcript(run.session_id)[-1]
    assert (reply.content, reply.metadata.engine) == ("Now it works.", "langchain")
    assert [asked.verb for asked in openai_server.asked] == 2 * ["understand", "reply"]


def test_the_model_that_summarises_has_a_temperature_of_its_own(
    openai_server: OpenAIServer, open_langchain: OpenLangChain
) -> None:
    for named in ("", "openai:b-model"):
        engine = open_langchain(summary_model_name=named, memory_summarization_temperature=0.3)
        openai_server.play("understand", says_json(CLEAR))
        analyse(engine, "understand")
        analyse(engine, "summarise")
    told = [each.body.get("temperature") for each in openai_server.asked]
    assert told == [None, 0.3, None, 0.3]
