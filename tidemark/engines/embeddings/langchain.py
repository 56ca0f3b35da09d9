"""Embeddings of any other model that LangChain can open: OpenAI's, or one on this computer."""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from langchain.embeddings import init_embeddings
from langchain_core.embeddings import Embeddings as Client

from tidemark.engines.embeddings.remote import ServiceEmbeddings
from tidemark.engines.llm.base import reachable_address, sendable_key
from tidemark.engines.llm.langchain import host, key_header, opening
from tidemark.engines.llm.provider_errors import RequestTarget, mapping_errors
from tidemark.engines.llm.providers import ENGINE, KEY_NAME, ModelChoice
from tidemark.engines.llm.retries import RetryPolicy
from tidemark.errors import EngineNotConfigured
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.settings import Settings

_NO_KEY = "none"  # sent if there is none: a key of the environment is not meant for the address


def langchain_embeddings(
    settings: Settings, choice: ModelChoice, *, backoff_s: float = 0.5
) -> ServiceEmbeddings:
    """Return the embeddings of the model of ``choice``.

    ``LLM_API_KEY`` and ``LLM_BASE_URL`` belong to the provider of ``MODEL_NAME``: embeddings of
    another provider get neither.

    Raises:
        EngineNotConfigured: The key or address is missing or cannot be used.
        PackageMissing: The provider's package is not installed.
        KeyRefused: The key cannot be sent in a header.
    """
    key, address = settings.llm_api_key.get_secret_value().strip(), settings.llm_base_url
    if settings.chosen_engine == "langchain":
        answering = ModelChoice.read(settings.model_name, "MODEL_NAME")
        if answering.provider_name != choice.provider_name:
            key = address = ""
    service = choice.provider.title
    if address:
        service = host(reachable_address(address, ENGINE, "LLM_BASE_URL"))
    sendable_key(key, service, KEY_NAME)
    if choice.provider.needs_key and not (key or address):
        raise EngineNotConfigured(ENGINE, f"a key for {choice.provider.title} in {KEY_NAME}")
    client = _client(choice, _options(choice, key, address, settings.engine_timeout_s))

    @contextmanager
    def mapping_client_errors(timeout_s: float) -> Iterator[None]:
        with mapping_errors(RequestTarget(service, choice.model, choice.setting, timeout_s)):
            yield

    return ServiceEmbeddings(
        f"{choice.provider_name}:{choice.model}",
        service,
        client,
        mapping_errors=mapping_client_errors,
        asyncio_thread=AsyncioThread("tidemark-langchain", lasting=True),
        retry_policy=RetryPolicy(settings.engine_timeout_s, backoff_s),
        close_connections=partial(_close_connections, client),
    )


def _client(choice: ModelChoice, options: Mapping[str, Any]) -> Client:
    with opening(f"an {choice.setting}"):
        return init_embeddings(choice.model, provider=choice.provider_name, **options)


def _options(choice: ModelChoice, key: str, address: str, timeout_s: float) -> dict[str, Any]:
    """Return the options of the model; of an unknown provider only key and address."""
    known = _KNOWN.get(choice.provider_name)
    given = {"api_key": key, "base_url": address}
    if known is not None:
        address = address or choice.provider.address
        given = known(key, address, math.ceil(timeout_s) + 1)  # our own time-out comes first
    return {name: value for name, value in given.items() if value != ""}


def _openai(key: str, address: str, timeout_s: int) -> dict[str, Any]:
    return {
        "api_key": key or _NO_KEY,
        "base_url": address,
        "max_retries": 0,
        "timeout": timeout_s,
        # Otherwise it sends token ids, which other servers refuse, and downloads the vocabulary
        "check_embedding_ctx_length": False,
    }


def _ollama(key: str, address: str, _: int) -> dict[str, Any]:
    return {"base_url": address, "client_kwargs": key_header(key) if key else ""}


def _mistral(key: str, address: str, timeout_s: int) -> dict[str, Any]:
    return {"api_key": key or _NO_KEY, "endpoint": address, "max_retries": 0, "timeout": timeout_s}


_KNOWN: dict[str, Callable[[str, str, int], dict[str, Any]]] = {
    "openai": _openai,
    "ollama": _ollama,
    "mistralai": _mistral,
}


async def _close_connections(client: Client) -> None:
    """Close the connections of OpenAI's client; other packages keep theirs for the process."""
    speaking = getattr(getattr(client, "async_client", None), "_client", None)
    if speaking is not None:
        await speaking.close()
