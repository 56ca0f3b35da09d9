"""Any other chat model that LangChain can open: OpenAI's, Anthropic's, one on this computer.

The form of an analysis is written out in the instructions.  Where a provider is known to have a
mode for JSON it is asked in that mode, until it refuses: neither is a condition, for what comes
back is read forgivingly.
"""

import math
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
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
    Model,
    OpenStream,
    Patience,
    ServiceEngine,
    reachable_address,
    sendable_key,
)
from tidemark.engines.llm.provider_errors import RequestTarget, told
from tidemark.engines.llm.providers import ENGINE, KEY_NAME, Choice
from tidemark.engines.llm.responses import clause, endings
from tidemark.errors import EngineNotConfigured, PackageMissing, RequestRefused
from tidemark.runtime.asyncio_thread import AsyncioThread
from tidemark.settings import Settings

Mode = Literal["json", "stream"]
Speaking = Runnable[Any, AIMessage]
T = TypeVar("T")

NAME = "langchain"
_NO_KEY = "none"  # sent where there is none: a key of the environment is not meant for the address


class LangChainEngine(ServiceEngine[BaseChatModel]):
    """An ``Engine`` that asks a model of ``provider:model``; ``instead`` takes over as for Gemini.

    Raises:
        EngineNotConfigured: The model, key or address is missing or cannot be used.
        PackageMissing: The provider's package is not installed.
        KeyRefused: The key is none that could be sent.
    """

    name = NAME

    def __init__(self, settings: Settings, *, instead: Engine, backoff_s: float = 0.5) -> None:
        choice = Choice.read(settings.model_name, "MODEL_NAME")
        service = choice.provider.title
        if settings.llm_base_url:
            service = host(reachable_address(settings.llm_base_url, ENGINE, "LLM_BASE_URL"))
        sendable_key(_key(settings), service, KEY_NAME)
        model = summary_model = _model(settings, choice)
        if settings.summary_model_name not in ("", settings.model_name):
            summary_model = _model(settings, _summary_choice(settings, choice))
        super().__init__(
            service,
            (model, summary_model),
            # Packages keep their connections for the whole process, on the loop they began on.
            background=AsyncioThread("tidemark-langchain", lasting=True),
            endings=endings(always_told=choice.provider.tells_its_end),
            patience=Patience(settings.engine_timeout_s, backoff_s),
            instead=instead,
        )
        self._provider = choice.provider
        self._modes: dict[Mode, Mapping[str, object]] = {
            "json": choice.provider.json_mode,
            "stream": choice.provider.stream_mode,
        }

    @property
    def label(self) -> str:
        """The provider, the model, and where it is asked when that is not the provider's own."""
        provider = self._provider
        if self._service == provider.title:
            return super().label
        title = provider.title_elsewhere or provider.title
        return f"{title} ({self._model.name} at {self._service})"

    def _told(self, model: Model[BaseChatModel]) -> AbstractContextManager[None]:
        return told(
            RequestTarget(self._service, model.name, model.setting, self._patience.timeout_s)
        )

    async def _in_form(
        self,
        model: Model[BaseChatModel],
        messages: Sequence[BaseMessage],
        schema: response_schemas.Schema,
    ) -> AIMessage:
        instructions, *said = _alternating(messages)
        told_form = prompts.with_form(str(instructions.text), response_schemas.written_out(schema))
        asked = [SystemMessage(told_form), *said]
        return await self._unless_refused(
            "json", model, lambda chat: self._in_time(model, chat.ainvoke(asked))
        )

    async def _begin(
        self, model: Model[BaseChatModel], messages: Sequence[BaseMessage]
    ) -> OpenStream:
        asked = _alternating(messages)
        return await self._unless_refused(
            "stream", model, lambda chat: self._first(model, chat.astream(asked))
        )

    async def _unless_refused(
        self,
        mode: Mode,
        model: Model[BaseChatModel],
        ask: Callable[[Speaking], Awaitable[T]],
    ) -> T:
        """Ask in this ``mode``; where that is refused, without it, and never in it again."""
        chat = model.chat
        if not (options := self._modes.get(mode)):
            return await ask(chat)
        try:
            return await ask(chat.bind(**options))
        except RequestRefused:
            answer = await ask(chat)
            self._modes.pop(mode, None)  # it was the mode
            return answer

    async def _proved(self, model: Model[BaseChatModel]) -> None:
        """Ask the model for a word: no request is known to every provider but the question."""
        await self._in_time(model, model.chat.ainvoke([HumanMessage("Answer with OK.")]))

    async def _let_go(self) -> None:
        """Close nothing: the connections are the package's."""


def _model(settings: Settings, choice: Choice) -> Model[BaseChatModel]:
    """Return the model of ``choice``; an empty option is left to its package."""
    options = {name: value for name, value in _options(settings, choice).items() if value != ""}
    with opening(f"a {choice.setting}"):
        chat = init_chat_model(choice.model, model_provider=choice.provider_name, **options)
    return Model(choice.model, choice.setting, chat)


def _options(settings: Settings, choice: Choice) -> dict[str, Any]:
    """Return what the model is opened with, so that the environment redirects nothing we know of.

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
        "timeout": math.ceil(settings.engine_timeout_s) + 1,  # ours comes first
        "client_kwargs": key_header(key) if key and provider.key_in_header else "",
        **provider.options,
    }


def key_header(key: str) -> dict[str, dict[str, str]]:
    """Return ``key`` as a client takes it that knows no other way."""
    return {"headers": {"authorization": f"Bearer {key}"}}


@contextmanager
def opening(model: str) -> Iterator[None]:
    """Say in our words why the package of a ``model``, named by its setting, does not open it.

    Raises:
        PackageMissing: It is not installed.
        EngineNotConfigured: It refuses; why stands in the message.
    """
    try:
        yield
    except ImportError as error:
        raise PackageMissing(ENGINE, _missing_package(error)) from error
    except Exception as error:  # each package refuses in a way of its own
        raise EngineNotConfigured(
            ENGINE, f"{model} that LangChain can open ({clause(str(error))})"
        ) from error


def _missing_package(error: ImportError) -> str:
    """Return the package to install; LangChain hands on which module it missed as the cause."""
    missed = error.__cause__ if isinstance(error.__cause__, ImportError) else error
    return (missed.name or "of this provider").split(".")[0].replace("_", "-")


def _summary_choice(settings: Settings, choice: Choice) -> Choice:
    """Return the choice of the model that summarises, of the same provider as ``choice``."""
    found = Choice.read(settings.summary_model_name, "SUMMARY_MODEL_NAME")
    if found.provider_name != choice.provider_name:  # which has another key
        raise EngineNotConfigured(
            ENGINE, f"a SUMMARY_MODEL_NAME of the same provider, {choice.provider_name}:model"
        )
    return found


def _key(settings: Settings) -> str:
    return settings.llm_api_key.get_secret_value().strip()


def _alternating(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Join what one side said in several messages: many models demand that sides alternate."""
    return merge_message_runs(list(messages), chunk_separator="\n\n")


def host(address: str) -> str:
    """Return what may be shown of ``address``: neither name nor password in it."""
    return urlsplit(address).netloc.rpartition("@")[2]
