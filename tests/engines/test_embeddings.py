"""Vectors from the real clients, against servers that speak their protocols, well and badly."""

import sys
from collections.abc import Callable, Iterator

import pytest

from tests.engine_fixtures import gemini_server
from tests.gemini_server import GeminiServer
from tests.gemini_server import embeds as embeds_gemini
from tests.gemini_server import refuses as refuses_gemini
from tests.langchain_fixtures import openai_server
from tests.meanings import vectors_of
from tests.openai_server import OpenAIServer
from tests.openai_server import embeds as embeds_openai
from tests.openai_server import refuses as refuses_openai
from tests.service_server import Played, speaks_html
from tidemark.engines.embeddings.base import Embeddings
from tidemark.engines.factory import open_embeddings
from tidemark.errors import (
    EngineError,
    EngineNotConfigured,
    EngineTimeout,
    EngineUnreachable,
    EngineUnreadable,
    KeyNotPermitted,
    KeyRefused,
    ModelNotFound,
    PackageMissing,
    QuotaExceeded,
    RequestRefused,
)
from tidemark.runtime.events import Stop
from tidemark.settings import Settings

__all__ = ["gemini_server", "openai_server"]  # fixtures

Open = Callable[..., Embeddings]
TEXTS = ("I have a cat", "We fly to Lisbon")


@pytest.fixture
def open_google(gemini_server: GeminiServer, settings: Callable[..., Settings]) -> Iterator[Open]:
    yield from _opening(
        settings,
        embedding_model="google:gemini-embedding-001",
        google_api_key="a-key",
        gemini_base_url=gemini_server.url,
    )


@pytest.fixture
def open_openai(openai_server: OpenAIServer, settings: Callable[..., Settings]) -> Iterator[Open]:
    yield from _opening(
        settings, embedding_model="openai:a-model", llm_base_url=openai_server.address
    )


def _opening(settings: Callable[..., Settings], **usual: object) -> Iterator[Open]:
    opened: list[Embeddings] = []

    def build(**given: object) -> Embeddings:
        engine = open_embeddings(settings(**{**usual, **given}))
        assert engine is not None
        opened.append(engine)
        return engine

    yield build
    for engine in opened:
        engine.close()


def _question(engine: Embeddings, text: str = "Which cat?") -> list[float]:
    return list(engine.embed_question(text, timeout_s=2.0, stop=Stop()))


def test_without_a_model_there_are_no_embeddings(settings: Callable[..., Settings]) -> None:
    assert open_embeddings(settings()) is None


def test_gemini_gets_passages_in_one_call_and_a_question_as_one(
    gemini_server: GeminiServer, open_google: Open
) -> None:
    engine = open_google()

    assert engine.embed_passages(TEXTS, stop=Stop()) == vectors_of(TEXTS, 768)
    assert _question(engine) == vectors_of(["Which cat?"], 768)[0]

    told = [(each.model, each.key, each.texts) for each in gemini_server.asked_for("embed")]
    assert engine.name == "google:gemini-embedding-001"
    assert told == [
        ("gemini-embedding-001", "a-key", TEXTS),
        ("gemini-embedding-001", "a-key", ("Which cat?",)),
    ]
    tasks = [each.body["requests"][0]["taskType"] for each in gemini_server.asked_for("embed")]
    assert tasks == ["RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY"]


def test_the_environment_sends_nothing_elsewhere(
    gemini_server: GeminiServer, open_google: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_API_KEY", "another")

    assert len(_question(open_google())) == 768
    assert [each.key for each in gemini_server.asked_for("embed")] == ["a-key"]


def test_a_server_that_speaks_openais_protocol_gets_words(
    openai_server: OpenAIServer, open_openai: Open
) -> None:
    engine = open_openai()

    assert engine.embed_passages((*TEXTS, "  "), stop=Stop()) == vectors_of((*TEXTS, "-"))
    assert _question(engine) == vectors_of(["Which cat?"])[0]

    told = [(each.model, each.key, each.texts) for each in openai_server.asked_for("embed")]
    assert told == [("a-model", "none", (*TEXTS, "-")), ("a-model", "none", ("Which cat?",))]


@pytest.mark.parametrize("setting", [{"google_api_key": ""}, {"gemini_base_url": "here"}])
def test_gemini_needs_a_key_and_an_address(setting: dict[str, str], open_google: Open) -> None:
    with pytest.raises(EngineNotConfigured):
        open_google(**setting)


def test_a_key_is_for_the_provider_that_answers_alone(open_openai: Open) -> None:
    answering = {"engine": "langchain", "model_name": "anthropic:claude", "llm_api_key": "a-key"}

    with pytest.raises(EngineNotConfigured, match="a key for OpenAI in LLM_API_KEY"):
        open_openai(**answering)


def test_a_package_that_is_missing_is_named(
    open_openai: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PackageMissing, match="langchain-huggingface"):
        open_openai(embedding_model="huggingface:all-MiniLM-L6-v2")

    monkeypatch.setitem(sys.modules, "tidemark.engines.embeddings.langchain", None)
    with pytest.raises(PackageMissing, match="langchain langchain-openai"):
        open_openai()


@pytest.mark.parametrize(
    ("played", "raised"),
    [
        (refuses_gemini(401), KeyRefused),
        (refuses_gemini(403), KeyNotPermitted),
        (refuses_gemini(404), ModelNotFound),
        (refuses_gemini(429, delay_s=60), QuotaExceeded),
        (refuses_gemini(500), EngineUnreachable),
        (Played(cut_at=0), EngineUnreachable),
        (Played(body=b"{}"), EngineError),
        (Played(body=b'{"embeddings": [{"values": []}]}'), EngineError),
        (speaks_html(), RequestRefused),
    ],
)
def test_a_refusal_of_gemini_is_reported_in_our_words(
    played: Played, raised: type[Exception], gemini_server: GeminiServer, open_google: Open
) -> None:
    gemini_server.play("embed", played)

    with pytest.raises(raised):
        _question(open_google())


@pytest.mark.parametrize(
    ("played", "raised"),
    [
        (refuses_openai(401), KeyRefused),
        (refuses_openai(404, "No such model"), ModelNotFound),
        (refuses_openai(429), QuotaExceeded),
        (Played(cut_at=0), EngineUnreachable),
        (Played(body=b'{"data": [], "model": "m", "object": "list"}'), EngineError),
        (speaks_html(), RequestRefused),
    ],
)
def test_a_refusal_of_another_provider_is_reported_in_our_words(
    played: Played, raised: type[Exception], openai_server: OpenAIServer, open_openai: Open
) -> None:
    openai_server.play("embed", played)

    with pytest.raises(raised):
        _question(open_openai())


def test_a_question_waits_no_longer_than_its_time_limit(
    openai_server: OpenAIServer, open_openai: Open
) -> None:
    openai_server.play("embed", Played(stall_at=0))

    with pytest.raises(EngineTimeout, match=r"0\.1 seconds"):
        open_openai().embed_question("Which cat?", timeout_s=0.1, stop=Stop())


def test_passages_are_asked_for_again_where_the_service_is_busy(
    gemini_server: GeminiServer, open_google: Open
) -> None:
    busy = refuses_gemini(429, delay_s=0.01)
    gemini_server.play("embed", busy, embeds_gemini(*TEXTS))

    assert open_google().embed_passages(TEXTS, stop=Stop()) == vectors_of(TEXTS, 768)
    assert len(gemini_server.asked_for("embed")) == 2


def test_vectors_that_are_too_few_are_not_believed(
    openai_server: OpenAIServer, open_openai: Open
) -> None:
    openai_server.play("embed", embeds_openai(TEXTS[0]))

    with pytest.raises(EngineUnreadable, match="1 vectors for 2 texts"):
        open_openai().embed_passages(TEXTS, stop=Stop())
