"""Any other chat model that LangChain can open: OpenAI's, Anthropic's, or one on this computer.

The schema of an analysis is part of the instructions.  A provider with known modes for JSON is
asked in the strictest one that its model accepts.  Neither is required: answers are parsed
forgivingly.
"""

import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    merge_message_runs,
)
from langchain_core.runnables import Runnable

from tidemark.engines.base import Engine
from tidemark.engines.llm import prompts, response_schemas
from tidemark.engines.llm.base import (
    Function,
    Model,
    ServiceEngine,
    StreamStart,
    reachable_address,
    sendable_key,
)
from tidemark.engines.llm.provider_errors import RequestTarget, mapping_errors
from tidemark.engines.llm.providers import ENGINE, KEY_NAME, ModelChoice, Options
from tidemark.engines.llm.responses import as_clause, finish_reasons
from tidemark.engines.llm.retries import RetryPolicy
from tidemark.errors import EngineNotConfigured, PackageMissing, RequestRefused
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.schema.turns import SamplingOptions
from tidemark.settings import Settings

Kind = Literal["json", "stream"]
Speaking = Runnable[Any, AIMessage]
T = TypeVar("T")

NAME = "langchain"
_NO_KEY = "none"  # sent if there is none: a key of the environment is not meant for the address


class LangChainEngine(ServiceEngine[BaseChatModel]):
    """An ``Engine`` that asks ``provider:model``; ``fallback`` takes over as it does for Gemini.

    Raises:
        EngineNotConfigured: The model, key or address is missing or cannot be used.
        PackageMissing: The provider's package is not installed.
        KeyRefused: The key cannot be sent in a header.
    """

    name = NAME

    def __init__(self, settings: Settings, *, fallback: Engine, backoff_s: float = 0.5) -> None:
        choice = ModelChoice.read(settings.model_name, "MODEL_NAME")
        service = choice.provider.title
        if settings.llm_base_url:
            service = host(reachable_address(settings.llm_base_url, ENGINE, "LLM_BASE_URL"))
        sendable_key(_key(settings), service, KEY_NAME)
        model = summary_model = _model(settings, choice)
        temperature = settings.memory_summarization_temperature
        if settings.summary_model_name not in ("", settings.model_name) or temperature is not None:
            named = settings.summary_model_name
            own = _summary_choice(settings, choice) if named else choice
            summary_model = _model(settings, own, temperature)
        super().__init__(
            service,
            (model, summary_model),
            # Packages keep their connections for the whole process, on the loop that opened them.
            asyncio_thread=AsyncioThread("tidemark-langchain", lasting=True),
            finish_reasons=finish_reasons(is_always_given=choice.provider.gives_finish_reason),
            retry_policy=RetryPolicy(settings.engine_timeout_s, backoff_s),
            fallback=fallback,
            understanding=settings.model_understands,
        )
        self._provider = choice.provider
        self._refused: dict[tuple[Kind, str], int] = {}  # modes, from the first, by model

    @property
    def label(self) -> str:
        """The provider and the model, with the address if it is not the provider's own."""
        provider = self._provider
        if self._service == provider.title:
            return super().label
        title = provider.title_elsewhere or provider.title
        return f"{title} ({self._model.name} at {self._service})"

    def _mapping_errors(self, model: Model[BaseChatModel]) -> AbstractContextManager[None]:
        return mapping_errors(
            RequestTarget(self._service, model.name, model.setting, self._retry_policy.timeout_s)
        )

    async def _structured(
        self,
        model: Model[BaseChatModel],
        messages: Sequence[BaseMessage],
        schema: response_schemas.Schema,
    ) -> AIMessage:
        instructions, *said = _merged_runs(messages)
        instructions_with_outline = prompts.with_json_outline(
            str(instructions.text), response_schemas.schema_outline(schema)
        )
        asked = [SystemMessage(instructions_with_outline), *said]
        return await self._with_mode(
            "json",
            [mode(schema) for mode in self._provider.json_modes],
            model.name,
            model.chat,
            lambda chat: self._with_timeout(model, chat.ainvoke(asked)),
        )

    async def _start_stream(
        self,
        model: Model[BaseChatModel],
        messages: Sequence[BaseMessage],
        tools: Sequence[Function],
        sampling: SamplingOptions,
    ) -> StreamStart:
        asked = _merged_runs(messages)
        chat = model.chat.bind_tools(list(tools)) if tools else model.chat
        if options := self._provider.sampled(sampling):
            chat = chat.bind(**options)
        return await self._with_mode(
            "stream",
            self._provider.stream_modes,
            model.name,
            chat,
            lambda chat: self._first_chunk(model, chat.astream(asked)),
        )

    async def _with_mode(
        self,
        kind: Kind,
        modes: Sequence[Options],
        model_name: str,
        chat: Speaking,
        ask: Callable[[Speaking], Awaitable[T]],
    ) -> T:
        """Ask in the first of ``modes`` that is accepted, or in none, now and in future.

        If the request is refused without a mode too, the mode was not the reason.
        """
        of_model = kind, model_name
        for refused in range(self._refused.get(of_model, 0), len(modes)):
            with suppress(RequestRefused):
                answer = await ask(chat.bind(**modes[refused]))
                self._refused[of_model] = refused
                return answer
        answer = await ask(chat)
        self._refused[of_model] = len(modes)
        return answer

    async def _probe(self, model: Model[BaseChatModel]) -> None:
        """Ask the model for a word: the only request that every provider supports."""
        await self._with_timeout(model, model.chat.ainvoke([HumanMessage("Answer with OK.")]))

    async def _close_connections(self) -> None:
        """Close nothing: the package owns the connections."""


def _model(
    settings: Settings, choice: ModelChoice, temperature: float | None = None
) -> Model[BaseChatModel]:
    """Return the model of ``choice``; its package decides on options left empty."""
    options = {name: value for name, value in _options(settings, choice).items() if value != ""}
    if temperature is not None:
        options["temperature"] = temperature
    with opening(f"a {choice.setting}"):
        chat = init_chat_model(choice.model, model_provider=choice.provider_name, **options)
    return Model(choice.model, choice.setting, chat)


def _options(settings: Settings, choice: ModelChoice) -> dict[str, Any]:
    """Return the options of the model, so that no known variable of the environment redirects it.

    Raises:
        EngineNotConfigured: The provider needs a key, and there is none.
    """
    provider, key, address = choice.provider, _key(settings), settings.llm_base_url
    if provider.needs_key and not (key or address):
        raise EngineNotConfigured(ENGINE, f"a key for {provider.title} in {KEY_NAME}")
    return {
        "base_url": address or provider.address,
        "api_key": key or (_NO_KEY if address else ""),
        "max_retries": 0,
        "timeout": math.ceil(settings.engine_timeout_s) + 1,  # our own comes first
        "client_kwargs": key_header(key) if key and provider.key_in_header else "",
        **provider.options,
    }


def key_header(key: str) -> dict[str, dict[str, str]]:
    """Return ``key`` as the header of a client that has no option for it."""
    return {"headers": {"authorization": f"Bearer {key}"}}


@contextmanager
def opening(model: str) -> Iterator[None]:
    """Turn errors of opening a ``model``, named by its setting, into ours.

    Raises:
        PackageMissing: Its package is not installed.
        EngineNotConfigured: The package refuses; the message says why.
    """
    try:
        yield
    except ImportError as error:
        raise PackageMissing(ENGINE, _missing_package(error)) from error
    except Exception as error:  # each package has errors of its own
        raise EngineNotConfigured(
            ENGINE, f"{model} that LangChain can open ({as_clause(str(error))})"
        ) from error


def _missing_package(error: ImportError) -> str:
    """Return the package to install; LangChain names the missing module in the cause."""
    missed = error.__cause__ if isinstance(error.__cause__, ImportError) else error
    return (missed.name or "of this provider").split(".")[0].replace("_", "-")


def _summary_choice(settings: Settings, choice: ModelChoice) -> ModelChoice:
    """Return the model for summaries, which must be of the same provider as ``choice``."""
    found = ModelChoice.read(settings.summary_model_name, "SUMMARY_MODEL_NAME")
    if found.provider_name != choice.provider_name:  # another provider has another key
        raise EngineNotConfigured(
            ENGINE, f"a SUMMARY_MODEL_NAME of the same provider, {choice.provider_name}:model"
        )
    return found


def _key(settings: Settings) -> str:
    return settings.llm_api_key.get_secret_value().strip()


def _merged_runs(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Join consecutive messages of one side: many models require that the sides alternate."""
    return merge_message_runs(list(messages), chunk_separator="\n\n")


def host(address: str) -> str:
    """Return the host and port of ``address``, without user name and password."""
    return urlsplit(address).netloc.rpartition("@")[2]
