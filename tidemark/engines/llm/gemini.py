"""Google's Gemini, through ``langchain-google-genai``."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable
from langchain_google_genai import ChatGoogleGenerativeAI
from pydantic import SecretStr

from tidemark.engines.base import Engine
from tidemark.engines.llm import response_schemas
from tidemark.engines.llm.base import (
    Function,
    Model,
    ServiceEngine,
    StreamStart,
    reachable_address,
    sendable_key,
)
from tidemark.engines.llm.gemini_errors import ENGINE, KEY_NAME, mapping_errors
from tidemark.engines.llm.gemini_models import options_of
from tidemark.engines.llm.providers import GEMINI
from tidemark.engines.llm.responses import GEMINI_FINISH_REASONS
from tidemark.engines.llm.retries import RetryPolicy
from tidemark.errors import EngineNotConfigured, RequestRefused
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.schema.turns import SamplingOptions
from tidemark.settings import Settings

NAME = "gemini"
BASE_URL = "https://generativelanguage.googleapis.com"  # or it comes from the environment


class GeminiEngine(ServiceEngine[ChatGoogleGenerativeAI]):
    """An ``Engine`` that asks Gemini; ``fallback`` takes over if an answer cannot be parsed.

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
        temperature = settings.memory_summarization_temperature
        if settings.summary_model_name not in ("", settings.model_name) or temperature is not None:
            name = settings.summary_model_name or settings.model_name
            summary_model = _model(settings, name, "SUMMARY_MODEL_NAME", temperature)
        super().__init__(
            ENGINE,
            (model, summary_model),
            asyncio_thread=AsyncioThread("tidemark-gemini"),
            finish_reasons=GEMINI_FINISH_REASONS,
            retry_policy=RetryPolicy(settings.engine_timeout_s, backoff_s),
            fallback=fallback,
            understanding=settings.model_understands,
        )
        self._refusing_thinking: set[str] = set()  # models that refuse the option

    def _mapping_errors(self, model: Model[ChatGoogleGenerativeAI]) -> AbstractContextManager[None]:
        return mapping_errors(model.name, model.setting, self._retry_policy.timeout_s)

    async def _structured(
        self,
        model: Model[ChatGoogleGenerativeAI],
        messages: Sequence[BaseMessage],
        schema: response_schemas.Schema,
    ) -> AIMessage:
        shape = {"response_mime_type": "application/json", "response_json_schema": schema}
        options = {**options_of(model.name).analysis, **shape}
        return await self._with_least_thinking(model, messages, options)

    async def _start_stream(
        self,
        model: Model[ChatGoogleGenerativeAI],
        messages: Sequence[BaseMessage],
        tools: Sequence[Function],
        sampling: SamplingOptions,
    ) -> StreamStart:
        chat: Runnable[Any, AIMessage] = model.chat.bind_tools(tools) if tools else model.chat
        known = options_of(model.name)
        if known.takes_no_temperature:
            sampling = sampling.model_copy(update={"temperature": None})
        asked = chat.bind(**{**known.reply, **GEMINI.sampled(sampling)})
        return await self._first_chunk(model, asked.astream(list(messages)))

    async def _probe(self, model: Model[ChatGoogleGenerativeAI]) -> None:
        """Generate one token: a model in the list may still refuse this key."""
        await self._with_least_thinking(model, [HumanMessage("OK?")], {"max_output_tokens": 1})

    async def _with_least_thinking(
        self,
        model: Model[ChatGoogleGenerativeAI],
        messages: Sequence[BaseMessage],
        options: Mapping[str, object],
    ) -> AIMessage:
        """Ask with the least thinking; if that is refused, without, now and in future."""

        async def ask(thinking: Mapping[str, object]) -> AIMessage:
            chat = model.chat.bind(**options, **thinking)
            return await self._with_timeout(model, chat.ainvoke(list(messages)))

        if model.name in self._refusing_thinking:
            return await ask({})
        try:
            return await ask(options_of(model.name).thinking)
        except RequestRefused as error:
            if "thinking" not in error.why.casefold():
                raise
            self._refusing_thinking.add(model.name)
            return await ask({})

    async def _close_connections(self) -> None:
        for model in dict.fromkeys((self._model, self._summary_model)):
            await model.chat.aclose()


def _model(
    settings: Settings, name: str, setting: str, temperature: float | None = None
) -> Model[ChatGoogleGenerativeAI]:
    """Return the model with this ``name``; keys and addresses of the environment are ignored."""
    chat = ChatGoogleGenerativeAI(
        model=name,
        api_key=SecretStr(settings.google_api_key.get_secret_value().strip()),
        base_url=settings.gemini_base_url or BASE_URL,
        vertexai=False,
        max_retries=1,  # one attempt: 0 means the client's own five retries
        temperature=temperature,  # None, as the client uses its own 0.7 for unknown models
    )
    return Model(name, setting, chat)
