"""Google's Gemini, spoken to over ``langchain-google-genai``.

What it reads for a turn is exactly ``budget.render`` of the view, beside fixed instructions.  The
two analyses ask for JSON of a given schema and are read forgivingly; where Gemini cannot be read,
the built-in engine takes over.  A reply is streamed.  Every call runs on the engine's own asyncio
loop, so that a stop closes its connection at once.  There is one layer of retries, here: of a
quota that frees up soon and of an overloaded service, before the first piece.
"""

import asyncio
import datetime as dt
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
)
from langchain_google_genai import ChatGoogleGenerativeAI
from pydantic import SecretStr

from tidemark import budget
from tidemark.engines import prompts, wire
from tidemark.engines.background import Background, BackgroundClosed
from tidemark.engines.base import Engine, Spoken
from tidemark.engines.errors import EngineOverloaded, QuotaExceeded
from tidemark.engines.grounding import grounded_memory, grounded_understanding
from tidemark.engines.refusals import ENGINE, KEY_NAME, Answer, told
from tidemark.engines.structured import Heard, analyse
from tidemark.errors import EngineError, EngineNotConfigured, EngineUnreachable, KeyRefused
from tidemark.events import Piece, Stop
from tidemark.schema import ContextView, Message, QueryUnderstanding, SessionMemory
from tidemark.settings import Settings
from utils import TokenCounter

NAME = "gemini"
BASE_URL = "https://generativelanguage.googleapis.com"  # given, or the environment may redirect

_ADDRESS = re.compile(r"https?://[\w.-]+|https?://\[[\da-fA-F:]+\]")
_ATTEMPTS = 3
_LONGEST_WAIT_S = 8.0  # a person who would wait longer is better told when to try again

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class _Model:
    """A model of Gemini, and the setting its name came from."""

    name: str
    setting: str
    chat: ChatGoogleGenerativeAI


class GeminiEngine:
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
        if not (key.isascii() and key.isprintable()):  # no header can hold it
            raise KeyRefused(ENGINE, KEY_NAME)
        if not _ADDRESS.match(settings.gemini_base_url or BASE_URL):
            raise EngineNotConfigured(
                ENGINE, "a GEMINI_BASE_URL that begins with https:// or http://"
            )
        self._timeout_s = settings.engine_timeout_s
        self._backoff_s = backoff_s
        self._instead = instead
        self._counter = TokenCounter()
        self._background = Background("tidemark-gemini")
        self._model = _model(settings, settings.model_name, "MODEL_NAME")
        self._summary_model = self._model
        if settings.summary_model_name not in ("", settings.model_name):
            self._summary_model = _model(
                settings, settings.summary_model_name, "SUMMARY_MODEL_NAME"
            )

    @property
    def label(self) -> str:
        """The engine and its model, for a person."""
        return f"{ENGINE} ({self._model.name})"

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> Spoken[SessionMemory]:
        """Find what is worth keeping in ``messages``; where Gemini fails, so it is found here."""
        request = HumanMessage(prompts.summary_request(messages, known))

        def say(complaint: str) -> Heard:
            system = SystemMessage(prompts.summary_instructions(complaint))
            return self._ask(self._summary_model, [system, request], wire.SUMMARY_SCHEMA, stop)

        return analyse(
            say,
            lambda text: grounded_memory(
                wire.read(text, wire.WireSummary), messages, known, self._counter
            ),
            lambda: self._instead.summarise(messages, known, stop=stop),
            name=NAME,
            label=ENGINE,
            forgiven=EngineError,
        )

    def understand(
        self, view: ContextView, *, now: dt.datetime, may_ask: bool, stop: Stop
    ) -> Spoken[QueryUnderstanding]:
        """Say what the question of ``view`` means; only an unreadable answer is made up for."""
        lines = budget.render(view)
        read = "\n".join(line.content for line in lines)

        def say(complaint: str) -> Heard:
            system = prompts.understanding_instructions(now, may_ask=may_ask, complaint=complaint)
            request = _messages(system, lines)
            return self._ask(self._model, request, wire.UNDERSTANDING_SCHEMA, stop)

        return analyse(
            say,
            lambda text: grounded_understanding(
                wire.read(text, wire.WireUnderstanding), view.question, read, may_ask=may_ask
            ),
            lambda: self._instead.understand(view, now=now, may_ask=may_ask, stop=stop),
            name=NAME,
            label=ENGINE,
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
        messages = _messages(prompts.reply_instructions(now), budget.render(view))
        answer = Answer()
        try:
            for chunk in self._background.stream(lambda: self._chunks(messages), stop=stop):
                if text := answer.take(chunk):
                    yield Piece(text)
        except BackgroundClosed as error:
            raise EngineUnreachable(ENGINE, "its settings changed meanwhile") from error
        yield Piece("", usage=answer.usage)
        answer.refuse_if_incomplete()

    def check(self) -> None:
        """Look the models up by name: it proves key and models, and costs nothing."""
        for model in dict.fromkeys((self._model, self._summary_model)):
            self._background.run(partial(self._looked_up, model), stop=Stop())

    def close(self) -> None:
        """Cut off what still runs, close the connections and end the thread."""

        async def close_connections() -> None:
            for model in dict.fromkeys((self._model, self._summary_model)):
                await model.chat.aclose()

        self._background.close(close_connections)

    def _ask(
        self, model: _Model, messages: Sequence[BaseMessage], schema: wire.Schema, stop: Stop
    ) -> Heard:
        """Return what ``model`` says in the form of ``schema``.

        Raises:
            EngineError: It refused.  Empty and cut off are told by whoever reads the text.
        """
        asked = model.chat.bind(response_mime_type="application/json", response_json_schema=schema)

        async def once() -> AIMessage:
            with told(model.name, model.setting, self._timeout_s):
                async with asyncio.timeout(self._timeout_s):
                    return await asked.ainvoke(list(messages))

        try:
            message = self._background.run(lambda: self._persistently(once), stop=stop)
        except BackgroundClosed as error:
            raise EngineUnreachable(ENGINE, "its settings changed meanwhile") from error
        answer = Answer()
        text = answer.take(message)
        answer.refuse_if_blocked()
        return Heard(text, answer.usage)

    async def _chunks(self, messages: Sequence[BaseMessage]) -> AsyncIterator[AIMessageChunk]:
        """Yield a reply as it comes; until its first piece a busy service is asked again."""

        async def begin() -> tuple[AsyncIterator[AIMessageChunk], AIMessageChunk | None]:
            stream = self._model.chat.astream(list(messages))
            return stream, await self._next(stream)

        stream, chunk = await self._persistently(begin)
        while chunk is not None:
            yield chunk
            chunk = await self._next(stream)

    async def _next(self, stream: AsyncIterator[AIMessageChunk]) -> AIMessageChunk | None:
        with told(self._model.name, self._model.setting, self._timeout_s):
            async with asyncio.timeout(self._timeout_s):
                return await anext(stream, None)

    async def _persistently(self, call: Callable[[], Awaitable[T]]) -> T:
        """Return what ``call`` comes to, tried again while the service asks for a little time."""
        for pause_s in (self._backoff_s * 2**attempt for attempt in range(_ATTEMPTS - 1)):
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

    async def _looked_up(self, model: _Model) -> None:
        with told(model.name, model.setting, self._timeout_s):
            async with asyncio.timeout(self._timeout_s):
                await model.chat.async_client.models.get(model=model.name)


def _model(settings: Settings, name: str, setting: str) -> _Model:
    """Return the model called ``name``, deaf to what the environment says of keys and places."""
    chat = ChatGoogleGenerativeAI(
        model=name,
        api_key=SecretStr(settings.google_api_key.get_secret_value().strip()),
        base_url=settings.gemini_base_url or BASE_URL,
        vertexai=False,
        max_retries=1,  # one attempt: 0 means the client's own five retries
    )
    return _Model(name, setting, chat)


def _messages(instructions: str, lines: Sequence[budget.Line]) -> list[BaseMessage]:
    said = [
        HumanMessage(line.content) if line.role == "user" else AIMessage(line.content)
        for line in lines
        if line.content
    ]
    return [SystemMessage(instructions), *said]
