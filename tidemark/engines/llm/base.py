"""An engine whose words come from a service: what Gemini has in common with every other.

What a service reads for a turn is exactly ``packing.render`` of the view, beside fixed
instructions.  The two analyses ask for JSON of a given form and are read forgivingly; where the
service cannot be read, the built-in engine takes over.  A reply is streamed.  Every call runs on an
asyncio loop, so that a stop closes its connection at once.  There is one layer of retries, here: of
a quota that frees up soon and of an overloaded service, before the first piece.
"""

import asyncio
import datetime as dt
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
)

from tidemark.engines.base import Engine, EngineResult
from tidemark.engines.llm import prompts, response_schemas
from tidemark.engines.llm.grounding import grounded_memory, grounded_understanding
from tidemark.engines.llm.responses import Endings, ModelResponse
from tidemark.engines.llm.structured_output import RawResponse, analyse
from tidemark.errors import (
    EngineError,
    EngineNotConfigured,
    EngineOverloaded,
    EngineUnreachable,
    KeyRefused,
    QuotaExceeded,
)
from tidemark.prompt import packing
from tidemark.runtime.asyncio_thread import AsyncioThread, AsyncioThreadClosed
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import AskingStyle, ContextView, Message, QueryUnderstanding, SessionMemory
from utils import TokenCounter

_ADDRESS = re.compile(r"https?://[\w.-]+|https?://\[[\da-fA-F:]+\]")
_ATTEMPTS = 3
_LONGEST_WAIT_S = 8.0  # a person who would wait longer is better told when to try again

Chat = TypeVar("Chat", bound=BaseChatModel)
T = TypeVar("T")
OpenStream = tuple[AsyncIterator[AIMessage], AIMessage | None]


@dataclass(frozen=True, eq=False)
class Model(Generic[Chat]):
    """A language model of a service, and the setting its name came from."""

    name: str
    setting: str
    chat: Chat


@dataclass(frozen=True)
class Patience:
    """How long a silence is borne, and the first pause before a retry, doubled each time."""

    timeout_s: float
    backoff_s: float = 0.5


class ServiceEngine(ABC, Generic[Chat]):
    """An ``Engine`` that asks ``service``; ``instead`` takes over where it cannot be read."""

    name: str

    def __init__(
        self,
        service: str,
        models: tuple[Model[Chat], Model[Chat]],
        *,
        background: AsyncioThread,
        endings: Endings,
        patience: Patience,
        instead: Engine,
    ) -> None:
        self._service = service
        self._model, self._summary_model = models
        self._background = background
        self._endings = endings
        self._patience = patience
        self._instead = instead
        self._counter = TokenCounter()

    @property
    def label(self) -> str:
        """The engine and its model, for a person."""
        return f"{self._service} ({self._model.name})"

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Find what is worth keeping in ``messages``; where the service fails, it is found here."""
        request = HumanMessage(prompts.summary_request(messages, known))

        def say(complaint: str) -> RawResponse:
            system = SystemMessage(prompts.summary_instructions(complaint))
            return self._ask(
                self._summary_model, [system, request], response_schemas.SUMMARY_SCHEMA, stop
            )

        return analyse(
            say,
            lambda text: grounded_memory(
                response_schemas.read(text, response_schemas.WireSummary),
                messages,
                known,
                self._counter,
            ),
            lambda: self._instead.summarise(messages, known, stop=stop),
            name=self.name,
            label=self._service,
            forgiven=EngineError,
        )

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Say what the question of ``view`` means; only an unreadable answer is made up for."""
        lines = packing.render(view)
        read = "\n".join(line.content for line in lines)

        def say(complaint: str) -> RawResponse:
            system = prompts.understanding_instructions(now, asking=asking, complaint=complaint)
            request = _messages(system, lines)
            return self._ask(self._model, request, response_schemas.UNDERSTANDING_SCHEMA, stop)

        return analyse(
            say,
            lambda text: grounded_understanding(
                response_schemas.read(text, response_schemas.WireUnderstanding),
                view.question,
                read,
                asking=asking,
            ),
            lambda: self._instead.understand(view, now=now, asking=asking, stop=stop),
            name=self.name,
            label=self._service,
        )

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
    ) -> Iterator[Piece]:
        """Stream the answer to the question of ``view``, which holds its understanding already."""
        messages = _messages(self.instructions(now), packing.render(view))
        answer = ModelResponse(self._service, self._endings)
        try:
            for chunk in self._background.stream(lambda: self._chunks(messages), stop=stop):
                if text := answer.take(chunk):
                    yield Piece(text)
        except AsyncioThreadClosed as error:
            raise EngineUnreachable(self._service, "its settings changed meanwhile") from error
        yield Piece("", usage=answer.usage)
        answer.refuse_if_incomplete()

    def instructions(self, now: dt.datetime) -> str:
        """Return how to answer, on the day of ``now``."""
        return prompts.reply_instructions(now)

    def check(self) -> None:
        """Ask the least that proves the key and each model."""
        for model in dict.fromkeys((self._model, self._summary_model)):
            self._background.run(partial(self._proved, model), stop=Stop())

    def close(self) -> None:
        """Cut off what still runs, and let go of connections and thread."""
        self._background.close(self._let_go)

    @abstractmethod
    def _told(self, model: Model[Chat]) -> AbstractContextManager[None]:
        """Raise what the client of ``model`` raises inside as an ``EngineError``."""

    @abstractmethod
    async def _in_form(
        self, model: Model[Chat], messages: Sequence[BaseMessage], schema: response_schemas.Schema
    ) -> AIMessage:
        """Ask ``model`` once for JSON in the form of ``schema``."""

    @abstractmethod
    async def _proved(self, model: Model[Chat]) -> None:
        """Ask the least that proves the key and ``model``."""

    @abstractmethod
    async def _let_go(self) -> None:
        """Close the connections that are this engine's alone."""

    async def _in_time(self, model: Model[Chat], call: Awaitable[T]) -> T:
        with self._told(model):
            async with asyncio.timeout(self._patience.timeout_s):
                return await call

    def _ask(
        self,
        model: Model[Chat],
        messages: Sequence[BaseMessage],
        schema: response_schemas.Schema,
        stop: Stop,
    ) -> RawResponse:
        """Return what ``model`` says in the form of ``schema``.

        Raises:
            EngineError: It refused.  Empty and cut off are told by whoever reads the text.
        """
        once = partial(self._in_form, model, messages, schema)
        try:
            message = self._background.run(lambda: self._persistently(once), stop=stop)
        except AsyncioThreadClosed as error:
            raise EngineUnreachable(self._service, "its settings changed meanwhile") from error
        answer = ModelResponse(self._service, self._endings)
        text = answer.take(message)
        answer.refuse_if_blocked()
        return RawResponse(text, answer.usage)

    async def _chunks(self, messages: Sequence[BaseMessage]) -> AsyncIterator[AIMessage]:
        """Yield a reply as it comes; until its first piece a busy service is asked again."""
        model = self._model
        stream, chunk = await self._persistently(partial(self._begin, model, messages))
        while chunk is not None:
            yield chunk
            chunk = await self._in_time(model, anext(stream, None))

    async def _begin(self, model: Model[Chat], messages: Sequence[BaseMessage]) -> OpenStream:
        """Return a reply begun: what is to come, and the first piece, if there is one."""
        return await self._first(model, model.chat.astream(list(messages)))

    async def _first(self, model: Model[Chat], stream: AsyncIterator[AIMessage]) -> OpenStream:
        return stream, await self._in_time(model, anext(stream, None))

    async def _persistently(self, call: Callable[[], Awaitable[T]]) -> T:
        return await persistently(call, self._patience.backoff_s)


async def persistently(call: Callable[[], Awaitable[T]], backoff_s: float) -> T:
    """Return what ``call`` comes to, tried again while the service asks for a little time."""
    pauses = (backoff_s * 2**attempt for attempt in range(_ATTEMPTS - 1))
    for pause_s in pauses:
        try:
            return await call()
        except QuotaExceeded as refusal:
            wished_s = refusal.retry_after_s or pause_s
            if refusal.is_daily or wished_s > _LONGEST_WAIT_S:
                raise
            await asyncio.sleep(wished_s)
        except EngineOverloaded:
            await asyncio.sleep(pause_s)
    return await call()


def sendable_key(key: str, service: str, setting: str) -> str:
    """Return ``key``, which came from ``setting``.

    Raises:
        KeyRefused: No header can hold it.
    """
    if not (key.isascii() and key.isprintable()):
        raise KeyRefused(service, setting)
    return key


def reachable_address(address: str, engine: str, setting: str) -> str:
    """Return ``address``, which came from ``setting``.

    Raises:
        EngineNotConfigured: It is no address of the web.
    """
    if not _ADDRESS.match(address):
        raise EngineNotConfigured(engine, f"a {setting} that begins with https:// or http://")
    return address


def _messages(instructions: str, lines: Sequence[packing.PromptLine]) -> list[BaseMessage]:
    said = [
        HumanMessage(line.content) if line.role == "user" else AIMessage(line.content)
        for line in lines
        if line.content
    ]
    return [SystemMessage(instructions), *said]
