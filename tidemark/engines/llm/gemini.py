"""Google's Gemini, spoken to over ``langchain-google-genai``."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from langchain_core.messages import AIMessage, BaseMessage
from langchain_google_genai import ChatGoogleGenerativeAI
from pydantic import SecretStr

from tidemark.engines.base import Engine
from tidemark.engines.llm import response_schemas
from tidemark.engines.llm.base import (
    Model,
    Patience,
    ServiceEngine,
    reachable_address,
    sendable_key,
)
from tidemark.engines.llm.gemini_errors import ENGINE, KEY_NAME, told
from tidemark.engines.llm.responses import GEMINI_ENDINGS
from tidemark.errors import EngineNotConfigured
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.settings import Settings

NAME = "gemini"
BASE_URL = "https://generativelanguage.googleapis.com"  # given, or the environment may redirect


class GeminiEngine(ServiceEngine[ChatGoogleGenerativeAI]):
    """An ``Engine`` that asks Gemini; ``instead`` takes over where it cannot be read.

    ``backoff_s`` is the first pause before a retry, doubled each time; the service's own wish wins.

    Raises:
        EngineNotConfigured: There is no key, or the address is none.
        KeyRefused: The key is none that could be sent.
    """

    name = NAME

    def __init__(self, settings: Settings, *, instead: Engine, backoff_s: float = 0.5) -> None:
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
            background=AsyncioThread("tidemark-gemini"),
            endings=GEMINI_ENDINGS,
            patience=Patience(settings.engine_timeout_s, backoff_s),
            instead=instead,
        )

    def _told(self, model: Model[ChatGoogleGenerativeAI]) -> AbstractContextManager[None]:
        return told(model.name, model.setting, self._patience.timeout_s)

    async def _in_form(
        self,
        model: Model[ChatGoogleGenerativeAI],
        messages: Sequence[BaseMessage],
        schema: response_schemas.Schema,
    ) -> AIMessage:
        asked = model.chat.bind(response_mime_type="application/json", response_json_schema=schema)
        return await self._in_time(model, asked.ainvoke(list(messages)))

    async def _proved(self, model: Model[ChatGoogleGenerativeAI]) -> None:
        """Look the model up by name: it proves key and model, and costs nothing."""
        await self._in_time(model, model.chat.async_client.models.get(model=model.name))

    async def _let_go(self) -> None:
        for model in dict.fromkeys((self._model, self._summary_model)):
            await model.chat.aclose()


def _model(settings: Settings, name: str, setting: str) -> Model[ChatGoogleGenerativeAI]:
    """Return the model called ``name``, deaf to what the environment says of keys and places."""
    chat = ChatGoogleGenerativeAI(
        model=name,
        api_key=SecretStr(settings.google_api_key.get_secret_value().strip()),
        base_url=settings.gemini_base_url or BASE_URL,
        vertexai=False,
        max_retries=1,  # one attempt: 0 means the client's own five retries
    )
    return Model(name, setting, chat)
