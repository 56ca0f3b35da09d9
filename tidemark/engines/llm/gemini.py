"""Google's Gemini, through ``langchain-google-genai``."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from langchain_core.messages import AIMessage, BaseMessage
from langchain_google_genai import ChatGoogleGenerativeAI
from pydantic import SecretStr

from tidemark.engines.base import Engine
from tidemark.engines.llm import response_schemas
from tidemark.engines.llm.base import (
    Model,
    RetryPolicy,
    ServiceEngine,
    reachable_address,
    sendable_key,
)
from tidemark.engines.llm.gemini_errors import ENGINE, KEY_NAME, mapping_errors
from tidemark.engines.llm.responses import GEMINI_FINISH_REASONS
from tidemark.errors import EngineNotConfigured
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.settings import Settings

NAME = "gemini"
BASE_URL = "https://generativelanguage.googleapis.com"  # else the environment's


class GeminiEngine(ServiceEngine[ChatGoogleGenerativeAI]):
    """An ``Engine`` that asks Gemini; ``fallback`` takes over if an answer cannot be read.

    ``backoff_s`` is the first pause before a retry, doubled each time, unless the service asks for
    another one.

    Raises:
        EngineNotConfigured: There is no key, or the address is not one.
        KeyRefused: The key cannot be sent in a header.
    """

    name = NAME

    def __init__(self, settings: Settings, *, fallback: Engine, backoff_s: float = 0.5) -> None:
        key = settings.google_api_key.get_secret_value().strip()
        if not key:
            raise EngineNotConfigured(ENGINE, f"a key in {KEY_NAME}")
        sendable_key(key, ENGINE, KEY_NAME)
        reachable_address(settings.gemini_base_url or BASE_URL, ENGINE, "GEMINI_BASE_URL")
        model = summary_model = _model(settings, settings.model_name, "MODEL_NAME")
        if settings.summary_model_name not in ("", settings.model_name):
            summary_model = _model(settings, settings.summary_model_name, "SUMMARY_MODEL_NAME")
        super().__init__(
            ENGINE,
            (model, summary_model),
            asyncio_thread=AsyncioThread("tidemark-gemini"),
            finish_reasons=GEMINI_FINISH_REASONS,
            retry_policy=RetryPolicy(settings.engine_timeout_s, backoff_s),
            fallback=fallback,
        )

    def _mapping_errors(self, model: Model[ChatGoogleGenerativeAI]) -> AbstractContextManager[None]:
        return mapping_errors(model.name, model.setting, self._retry_policy.timeout_s)

    async def _structured(
        self,
        model: Model[ChatGoogleGenerativeAI],
        messages: Sequence[BaseMessage],
        schema: response_schemas.Schema,
    ) -> AIMessage:
        asked = model.chat.bind(response_mime_type="application/json", response_json_schema=schema)
        return await self._with_timeout(model, asked.ainvoke(list(messages)))

    async def _probe(self, model: Model[ChatGoogleGenerativeAI]) -> None:
        """Look the model up by name, which costs nothing."""
        await self._with_timeout(model, model.chat.async_client.models.get(model=model.name))

    async def _close_connections(self) -> None:
        for model in dict.fromkeys((self._model, self._summary_model)):
            await model.chat.aclose()


def _model(settings: Settings, name: str, setting: str) -> Model[ChatGoogleGenerativeAI]:
    """Return the model called ``name``; keys and addresses of the environment are ignored."""
    chat = ChatGoogleGenerativeAI(
        model=name,
        api_key=SecretStr(settings.google_api_key.get_secret_value().strip()),
        base_url=settings.gemini_base_url or BASE_URL,
        vertexai=False,
        max_retries=1,  # one attempt: 0 means the client's own five retries
    )
    return Model(name, setting, chat)
