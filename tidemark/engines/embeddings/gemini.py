"""Vectors of Google's Gemini, over ``langchain-google-genai``."""

from collections.abc import Iterator
from contextlib import contextmanager

from google.genai.client import Client
from google.genai.types import HttpOptions
from langchain_google_genai import GoogleGenerativeAIEmbeddings
from langchain_google_genai._common import GoogleGenerativeAIError
from pydantic import SecretStr

from tidemark.engines.embeddings.service import SETTING, ServiceEmbeddings
from tidemark.engines.llm.base import Patience, reachable_address, sendable_key
from tidemark.engines.llm.gemini import BASE_URL
from tidemark.engines.llm.gemini_errors import ENGINE, KEY_NAME, told
from tidemark.errors import EngineNotConfigured
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.settings import Settings

_DIMENSIONS = 768  # the shortest that Google recommends, a quarter of the longest


def of_google(settings: Settings, model: str, *, backoff_s: float = 0.5) -> ServiceEmbeddings:
    """Return what makes vectors by ``model``, deaf to what the environment says.

    Raises:
        EngineNotConfigured: There is no key, or the address is none.
        KeyRefused: The key is none that could be sent.
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
    embeddings.client = client  # its own would ask the environment where to go

    @contextmanager
    def told_ours(timeout_s: float) -> Iterator[None]:
        with told(model, SETTING, timeout_s), _unwrapped():
            yield

    return ServiceEmbeddings(
        f"google:{model}",
        ENGINE,
        embeddings,
        told=told_ours,
        background=AsyncioThread("tidemark-gemini-vectors"),
        patience=Patience(settings.engine_timeout_s, backoff_s),
        let_go=client.aio.aclose,
    )


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Raise what lies under the client's own error, which says less."""
    try:
        yield
    except GoogleGenerativeAIError as error:
        cause = error.__cause__
        raise (cause if isinstance(cause, Exception) else ValueError(str(error))) from None
    except TypeError as error:  # an answer without vectors in it
        raise ValueError("no vectors") from error
