"""Base of the engines that call a language model: requests, retries, streams and the fallback.

The model reads exactly ``rendering.render`` of the view, after fixed instructions.  The two
analyses ask for JSON of a given schema and are parsed forgivingly; if an answer cannot be parsed or
comes too late, the built-in engine takes over.  A reply is streamed.  Every call runs on an asyncio
loop, so that a stop closes its connection at once.  A request is retried (``retries``) before the
first piece of a reply, and once for an empty answer that a second request may fill.
"""

import asyncio
import datetime as dt
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from tidemark.engines.base import Engine, EngineResult
from tidemark.engines.llm import prompts, response_schemas
from tidemark.engines.llm.grounding import grounded_memory, grounded_understanding
from tidemark.engines.llm.plain_messages import is_plain
from tidemark.engines.llm.responses import FinishReasons, ModelResponse
from tidemark.engines.llm.retries import RetryPolicy, with_retries
from tidemark.engines.llm.structured_output import Mend, MendRecord, RawResponse, analyse
from tidemark.errors import (
    EngineError,
    EngineNotConfigured,
    EngineUnreachable,
    KeyRefused,
    ReplyEmpty,
    RequestRefused,
)
from tidemark.prompt import rendering
from tidemark.runtime.asyncio_thread import AsyncioThread, AsyncioThreadClosed
from tidemark.runtime.events import Piece, Stop, StopRequested
from tidemark.schema import AskingStyle, ContextView, Message, QueryUnderstanding, SessionMemory
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec, uses_of
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions
from tidemark.settings import UnderstandingCalls
from utils import TokenCounter

_ADDRESS = re.compile(r"https?://[\w.-]+|https?://\[[\da-fA-F:]+\]")

# Parts of a request, by the words of a refusal
_SAMPLING = re.compile("temperature|max.?(?:output|completion)?.?tokens", re.IGNORECASE)
_TOOLS = re.compile("tool|function|thought.?signature", re.IGNORECASE)

Chat = TypeVar("Chat", bound=BaseChatModel)
T = TypeVar("T")
Function = dict[str, object]  # a tool in OpenAI's format, which every package of LangChain accepts
StreamStart = tuple[AsyncIterator[AIMessage], AIMessage | None]


@dataclass(frozen=True, eq=False)
class Model(Generic[Chat]):
    """A language model of a service, and the setting that names it."""

    name: str
    setting: str
    chat: Chat


@dataclass(frozen=True)
class _Prompt:
    """The messages of a reply: ``with_calls`` if ``tools`` are sent, else with results only."""

    messages: Sequence[BaseMessage]
    with_calls: Sequence[BaseMessage]
    tools: Sequence[ToolSpec]
    sampling: SamplingOptions


class ServiceEngine(ABC, Generic[Chat]):
    """An ``Engine`` that asks ``service``; ``fallback`` takes over if an answer cannot be read."""

    name: str
    is_language_model = True

    def __init__(
        self,
        service: str,
        models: tuple[Model[Chat], Model[Chat]],
        *,
        asyncio_thread: AsyncioThread,
        finish_reasons: FinishReasons,
        retry_policy: RetryPolicy,
        fallback: Engine,
        understanding: UnderstandingCalls = "always",
    ) -> None:
        self._service = service
        self._skips_plain = understanding == "when_needed"
        self._model, self._summary_model = models
        self._asyncio_thread = asyncio_thread
        self._finish_reasons = finish_reasons
        self._retry_policy = retry_policy
        self._fallback = fallback
        self._counter = TokenCounter()
        self._summary_mends, self._understanding_mends = MendRecord(), MendRecord()
        self._refused_parts: set[tuple[re.Pattern[str], str]] = (
            set()
        )  # parts of a request, by models

    @property
    def sees_pictures(self) -> bool:
        """Return whether the model can see pictures: unless its package denies it."""
        return (self._model.chat.profile or {}).get("image_inputs") is not False

    @property
    def label(self) -> str:
        """The engine and its model, for a person."""
        return f"{self._service} ({self._model.name})"

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Return the items of ``messages`` worth remembering; on any error the fallback does."""
        request = HumanMessage(prompts.summary_request(messages, known))

        def ask(mend: Mend | None) -> RawResponse:
            system = SystemMessage(prompts.summary_instructions())
            messages = [system, request, *_mending(mend)]
            return self._ask(self._summary_model, messages, response_schemas.SUMMARY_SCHEMA, stop)

        return analyse(
            ask,
            lambda text: grounded_memory(
                response_schemas.read(text, response_schemas.SummaryResponse),
                messages,
                known,
                self._counter,
            ),
            lambda: self._fallback.summarise(messages, known, stop=stop),
            name=self.name,
            label=self._service,
            mends=self._summary_mends,
            falls_back_on=(EngineError,),
        )

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Analyse the question of ``view``; the fallback does if no usable answer comes in time.

        A plain message is analysed by the fallback only, unless the settings require the model.
        """
        if self._skips_plain and is_plain(view):
            plain = self._fallback.understand(view, now=now, asking=asking, stop=stop)
            if not (plain.value.is_ambiguous or plain.value.rewritten_query):
                return EngineResult(QueryUnderstanding(), by=plain.by)
        lines = rendering.render(view)
        read = "\n".join(line.content for line in lines)

        def ask(mend: Mend | None) -> RawResponse:
            system = prompts.understanding_instructions(now, asking=asking)
            messages = [*_messages(system, lines), *_mending(mend)]
            return self._ask(self._model, messages, response_schemas.UNDERSTANDING_SCHEMA, stop)

        return analyse(
            ask,
            lambda text: grounded_understanding(
                response_schemas.read(text, response_schemas.UnderstandingResponse),
                view.question,
                read,
                asking=asking,
            ),
            lambda: self._fallback.understand(view, now=now, asking=asking, stop=stop),
            name=self.name,
            label=self._service,
            mends=self._understanding_mends,
        )

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
        analysis: object = None,
        tools: Sequence[ToolSpec] = (),
        rounds: Sequence[ToolRound] = (),
        sampling: SamplingOptions = DEFAULT_SAMPLING,
    ) -> Iterator[Piece | ToolRequest]:
        """Stream the answer to the question of ``view``, which includes its analysis.

        A model that refuses tools, or ``sampling``, is asked without, now and in future.
        """
        said = _messages(self.instructions(now, view.instructions), rendering.render(view))
        asked = _Prompt(
            [*said, *_results_as_text(rounds)], [*said, *_called(rounds)], tools, sampling
        )
        answer = ModelResponse(self._service, self._finish_reasons)
        texts = self._asyncio_thread.stream(lambda: self._texts(asked, answer), stop=stop)
        try:
            yield from map(Piece, texts)
        except (EngineError, StopRequested):  # the tokens are spent, however it ended
            yield Piece("", usage=answer.usage)
            raise
        except AsyncioThreadClosed as error:
            yield Piece("", usage=answer.usage)
            raise EngineUnreachable(self._service, "its settings changed meanwhile") from error
        yield Piece("", usage=answer.usage)
        answer.raise_if_incomplete(may_be_cut=sampling.max_tokens is not None)
        if answer.request:
            yield answer.request

    def instructions(self, now: dt.datetime, notebook: str = "") -> str:
        """Return the instructions for a reply on the day of ``now``, with those of ``notebook``."""
        return prompts.reply_instructions(now, notebook)

    def check(self) -> None:
        """Test the key and each model with the smallest request."""
        for model in dict.fromkeys((self._model, self._summary_model)):
            self._asyncio_thread.run(partial(self._probe, model), stop=Stop())

    def close(self) -> None:
        """Cancel running requests; close connections and thread."""
        self._asyncio_thread.close(self._close_connections)

    @abstractmethod
    def _mapping_errors(self, model: Model[Chat]) -> AbstractContextManager[None]:
        """Turn errors of the client of ``model`` into an ``EngineError``."""

    @abstractmethod
    async def _structured(
        self, model: Model[Chat], messages: Sequence[BaseMessage], schema: response_schemas.Schema
    ) -> AIMessage:
        """Ask ``model`` once for JSON that follows ``schema``."""

    @abstractmethod
    async def _probe(self, model: Model[Chat]) -> None:
        """Test the key and ``model`` with the smallest request."""

    @abstractmethod
    async def _close_connections(self) -> None:
        """Close the connections that only this engine uses."""

    async def _with_timeout(self, model: Model[Chat], call: Awaitable[T]) -> T:
        with self._mapping_errors(model):
            async with asyncio.timeout(self._retry_policy.timeout_s):
                return await call

    def _ask(
        self,
        model: Model[Chat],
        messages: Sequence[BaseMessage],
        schema: response_schemas.Schema,
        stop: Stop,
    ) -> RawResponse:
        """Return the answer of ``model`` to a request for JSON that follows ``schema``.

        A cut-off answer fails when it is parsed.

        Raises:
            EngineError: The service refused the request, or cannot be reached.
        """
        answer = ModelResponse(self._service, self._finish_reasons)

        async def once() -> str:
            call = partial(self._structured, model, messages, schema)
            return answer.add(await self._with_retries(call))

        async def with_another_try() -> str:
            text = await once()
            if answer.is_worth_another_try:
                answer.begin_again()
                text = await once()
            return text

        try:
            text = self._asyncio_thread.run(with_another_try, stop=stop)
        except AsyncioThreadClosed as error:
            raise EngineUnreachable(self._service, "its settings changed meanwhile") from error
        return RawResponse(text, answer.usage, answer.raise_if_blocked)

    async def _texts(self, asked: _Prompt, answer: ModelResponse) -> AsyncIterator[str]:
        """Yield the texts of a reply as they come, recorded in ``answer``.

        If it is empty for a temporary reason, the request is sent once more.
        """
        async for text in self._texts_once(asked, answer):
            yield text
        if answer.is_worth_another_try:
            answer.begin_again()
            async for text in self._texts_once(asked, answer):
                yield text

    async def _texts_once(self, asked: _Prompt, answer: ModelResponse) -> AsyncIterator[str]:
        """Yield the texts of one answer; retry a busy service until the first piece."""
        model = self._model
        with suppress(ReplyEmpty):  # the stream ended at once: ``answer`` is empty
            stream, chunk = await self._with_retries(partial(self._start, model, asked))
            while chunk is not None:
                if text := answer.add(chunk):
                    yield text
                chunk = await self._with_timeout(model, anext(stream, None))

    async def _start(self, model: Model[Chat], asked: _Prompt) -> StreamStart:
        """Start a reply with its sampling; if the model refuses that, without."""
        start = partial(self._start_with_tools, model, asked)
        if asked.sampling == DEFAULT_SAMPLING:
            return await start(DEFAULT_SAMPLING)
        return await self._or_without(
            _SAMPLING, model, partial(start, asked.sampling), partial(start, DEFAULT_SAMPLING)
        )

    async def _start_with_tools(
        self, model: Model[Chat], asked: _Prompt, sampling: SamplingOptions
    ) -> StreamStart:
        """Start a reply with its tools; if the model refuses them, without."""
        without = partial(self._start_stream, model, asked.messages, (), sampling)
        if not asked.tools:
            return await without()
        specs = [_as_function(each) for each in asked.tools]
        asking = partial(self._start_stream, model, asked.with_calls, specs, sampling)
        return await self._or_without(_TOOLS, model, asking, without)

    async def _or_without(
        self,
        part: re.Pattern[str],
        model: Model[Chat],
        asking: Callable[[], Awaitable[T]],
        without: Callable[[], Awaitable[T]],
    ) -> T:
        """Ask with a part of a request; if the model refuses it, ``without``, and so in future.

        A refusal concerns the ``part`` if it names it.
        """
        if (part, model.name) in self._refused_parts:
            return await without()
        try:
            return await asking()
        except (RequestRefused, NotImplementedError) as error:
            if isinstance(error, RequestRefused) and not part.search(error.why):
                raise
            answer = await without()
            self._refused_parts.add((part, model.name))
            return answer

    @abstractmethod
    async def _start_stream(
        self,
        model: Model[Chat],
        messages: Sequence[BaseMessage],
        tools: Sequence[Function],
        sampling: SamplingOptions,
    ) -> StreamStart:
        """Start a reply; return its stream and the first piece, if there is one.

        Raises:
            NotImplementedError: The package of the model does not support tools.
        """

    async def _first_chunk(
        self, model: Model[Chat], stream: AsyncIterator[AIMessage]
    ) -> StreamStart:
        return stream, await self._with_timeout(model, anext(stream, None))

    async def _with_retries(self, call: Callable[[], Awaitable[T]]) -> T:
        return await with_retries(call, self._retry_policy.backoff_s)


def sendable_key(key: str, service: str, setting: str) -> str:
    """Return ``key``, the value of ``setting``.

    Raises:
        KeyRefused: It cannot be sent in a header.
    """
    if not (key.isascii() and key.isprintable()):
        raise KeyRefused(service, setting)
    return key


def reachable_address(address: str, engine: str, setting: str) -> str:
    """Return ``address``, the value of ``setting``.

    Raises:
        EngineNotConfigured: It is not a web address.
    """
    if not _ADDRESS.match(address):
        raise EngineNotConfigured(engine, f"a {setting} that begins with https:// or http://")
    return address


def _mending(mend: Mend | None) -> list[BaseMessage]:
    """Return the unusable answer as the model's own message, and a message about its fault."""
    if mend is None:
        return []
    answer, complaint = map(rendering.without_fences, (mend.answer, mend.complaint))
    return [AIMessage(answer), HumanMessage(prompts.mend_request(complaint))]


def _messages(instructions: str, lines: Sequence[rendering.PromptLine]) -> list[BaseMessage]:
    said = [
        _of_person(line) if line.role == "user" else AIMessage(line.content)
        for line in lines
        if line.content
    ]
    return [SystemMessage(instructions), *said]


def _of_person(line: rendering.PromptLine) -> HumanMessage:
    """Return a message of the person, with pictures in OpenAI's format, which all packages read."""
    if not line.pictures:
        return HumanMessage(line.content)
    shown = [{"type": "image_url", "image_url": {"url": each.data_url}} for each in line.pictures]
    return HumanMessage([{"type": "text", "text": line.content}, *shown])


def _called(rounds: Sequence[ToolRound]) -> Iterator[BaseMessage]:
    """Yield the rounds of calls: the service's own message unchanged, and the results.

    For a round of the caller's tools that message is lost, and is rebuilt from the calls.
    """
    for each in rounds:
        message = each.request.message or _calling(each.request)
        if isinstance(message, AIMessage):
            yield message
            for use in each.uses:
                yield ToolMessage(
                    rendering.tool_result(use.result),
                    tool_call_id=use.call.id,
                    name=use.call.name,
                    status="error" if use.fault else "success",
                )


def _calling(request: ToolRequest) -> AIMessage:
    calls = [
        {"type": "tool_call", "id": each.id, "name": each.name, "args": each.arguments}
        for each in request.calls
    ]
    return AIMessage("", tool_calls=calls)


def _results_as_text(rounds: Sequence[ToolRound]) -> Iterator[BaseMessage]:
    """Yield the results of the calls of ``rounds`` as one message, for a model without tools."""
    results = [rendering.tool_result(use.result) for use in uses_of(rounds)]
    if results:
        yield HumanMessage(prompts.results_without_tools(results))


def _as_function(spec: ToolSpec) -> Function:
    function = {
        "name": spec.name,
        "description": spec.description,
        "parameters": dict(spec.parameters),
    }
    return {"type": "function", "function": function}
