"""LangChain's engine at the local server that speaks OpenAI's protocol."""

import functools
from collections.abc import Callable, Iterator

import pytest

from tests.openai_server import OpenAIServer
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.llm.langchain import LangChainEngine
from tidemark.settings import Settings

OpenLangChain = Callable[..., LangChainEngine]


@functools.cache
def _server() -> OpenAIServer:
    """Open the server once: the packages keep a client for each address, and its connections."""
    return OpenAIServer().__enter__()


@pytest.fixture
def openai_server() -> OpenAIServer:
    server = _server()
    server.begin_anew()
    return server


@pytest.fixture
def open_langchain(
    openai_server: OpenAIServer, settings: Callable[..., Settings]
) -> Iterator[OpenLangChain]:
    """Open LangChain's engine at the local server, with short pauses."""
    opened: list[LangChainEngine] = []

    def build(*, backoff_s: float = 0.01, **given: object) -> LangChainEngine:
        here = {
            "model_name": "openai:a-model",
            "llm_api_key": "a-key",
            "llm_base_url": openai_server.address,
            "model_understands": "always",
        }
        chosen = settings(engine="langchain", **{**here, **given})
        opened.append(
            LangChainEngine(chosen, fallback=BuiltinEngine(for_model=True), backoff_s=backoff_s)
        )
        return opened[-1]

    yield build
    for engine in opened:
        engine.close()
