"""Embeddings of Google's Gemini, through ``langchain-google-genai``."""

from collections.abc import Iterator
from contextlib import contextmanager

from google.genai.client import Client
from google.genai.types import HttpOptions
from langchain_google_genai import GoogleGenerativeAIEmbeddings
from langchain_google_genai._common import GoogleGenerativeAIError
from pydantic import SecretStr

from tidemark.engines.embeddings.remote import SETTING, ServiceEmbeddings
from tidemark.engines.llm.base import reachable_address, sendable_key
from tidemark.engines.llm.gemini import BASE_URL
from tidemark.engines.llm.gemini_errors import ENGINE, KEY_NAME, mapping_errors
from tidemark.engines.llm.retries import RetryPolicy
from tidemark.errors import EngineNotConfigured
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.settings import Settings

_DIMENSIONS = 768  # the shortest that Google recommends, a quarter of the longest


def gemini_embeddings(
    settings: Settings, model: str, *, backoff_s: float = 0.5
) -> ServiceEmbeddings:
    """Return the embeddings of ``model``; keys and addresses of the environment are ignored.

    Raises:
        EngineNotConfigured: There is no key, or the address is not one.
        KeyRefused: The key cannot be sent in a header.
    """
    key = settings.google_api_key.get_secret_value().strip()
    if not key:
        raise EngineNotConfigured(ENGINE, f"a key in {KEY_NAME}")
    sendable_key(key, ENGINE, KEY_NAME)
    address = reachable_address(settings.gemini_base_url or BASE_URL, ENGINE, "GEMINI_BASE_URL")
    client = Client(vertexai=False, api_key=key, http_options=HttpOptions(base_url=address))
    embeddings = GoogleGenerativeAIEmbeddings(
        model=model,
        api_key=SecretStr(key),
        base_url=address,
        vertexai=False,
        output_dimensionality=_DIMENSIONS,
    )
    embeddings.client = client  # its own would take the address from the environment

    @contextmanager
    def mapping_client_errors(timeout_s: float) -> Iterator[None]:
        with mapping_errors(model, SETTING, timeout_s), _unwrapped():
            yield

    return ServiceEmbeddings(
        f"google:{model}",
        ENGINE,
        embeddings,
        mapping_errors=mapping_client_errors,
        asyncio_thread=AsyncioThread("tidemark-gemini-vectors"),
        retry_policy=RetryPolicy(settings.engine_timeout_s, backoff_s),
        close_connections=client.aio.aclose,
    )


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Raise the cause of the client's own error, which is less specific."""
    try:
        yield
    except GoogleGenerativeAIError as error:
        cause = error.__cause__
        raise (cause if isinstance(cause, Exception) else ValueError(str(error))) from None
    except TypeError as error:  # an answer without vectors
        raise ValueError("no vectors") from error
