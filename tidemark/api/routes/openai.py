"""Chat completions in OpenAI's protocol, with the memory of a session.

The session is named by the header ``X-Session-ID``, by ``metadata.session_id`` or by ``user``.
Programs put a name of each of their users into ``user``: a session begun by it alone shares no
memory with the others, unless ``X-User-ID`` says whose it is, and one that shares memory is not
continued by it alone.
Without a name it is the one that began with the same messages, because clients always send the
whole chat.  A client that offers tools runs them itself: an answer that calls one ends there, its
question is stored, and its turn continues when the client sends the chat with the results.  See
https://platform.openai.com/docs/api-reference/chat.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, suppress
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from assistant import Assistant
from tidemark.api import problem
from tidemark.api.callers import Caller
from tidemark.api.client_chat import OWN, ChatCompletionRequest, ChatMessage, call_id, question_of
from tidemark.api.idempotency import note_run, run_again
from tidemark.api.run_events import EVENT_STREAM, STREAMED, followed
from tidemark.errors import CallerToolCalled, ModelNotServed, NothingToRetry, TidemarkError
from tidemark.runtime.events import Event, Failed, Finished, Piece, Recalled
from tidemark.runtime.runs import Run
from tidemark.schema import Usage
from tidemark.schema.tools import ToolRequest
from tidemark.schema.turns import TurnLimits
from tidemark.services.turns import check_length
from tidemark.transfer.conversation import Conversation, PlainMessage, content_id
from utils import TokenCounter, storable

router = APIRouter(prefix="/v1", tags=["OpenAI"])
_MODEL = {"id": OWN, "object": "model", "created": 0, "owned_by": OWN}
_CHOICE = {
    "index": 0,
    "message": {"role": "assistant", "content": "It begins on 3 May."},
    "finish_reason": "stop",
    "logprobs": None,
}
_SILENCE = b": ping\n\n"


class ModelList(BaseModel):
    """The names of the engines."""

    object: Literal["list"]
    data: list[dict[str, Any]] = Field(examples=[[_MODEL]])


class ChatCompletion(BaseModel):
    """A complete answer; with ``stream`` it comes as chunks, of which the last is ``[DONE]``."""

    id: str = Field(examples=["chatcmpl-0f8e1c5ab2d94c6f"])
    object: Literal["chat.completion"]
    created: int
    model: str = Field(examples=[OWN])
    choices: list[dict[str, Any]] = Field(examples=[[_CHOICE]])
    usage: dict[str, int] = Field(
        examples=[{"prompt_tokens": 90, "completion_tokens": 12, "total_tokens": 102}]
    )


@router.get("/models", response_model=ModelList)
def list_models(caller: Caller) -> dict[str, Any]:
    """List the model names: the default engine, and each engine that can be chosen."""
    return {
        "object": "list",
        "data": [_model_of(name) for name in (OWN, *caller.configuration.choices())],
    }


def _model_of(name: str) -> dict[str, Any]:
    return {**_MODEL, "id": name}


class ServedModel(BaseModel):
    """The name of an engine."""

    id: str = Field(examples=[OWN])
    object: Literal["model"] = Field(examples=["model"])
    created: int = Field(examples=[0])
    owned_by: str = Field(examples=[OWN])


@router.get("/models/{model:path}", response_model=ServedModel)
def find_model(caller: Caller, model: str) -> dict[str, Any]:
    """Return a model name, if an engine has it."""
    names = (OWN, *caller.configuration.choices())
    if model not in names:
        raise ModelNotServed(model, names)
    return _model_of(model)


@router.post("/chat/completions", response_model=ChatCompletion, responses=STREAMED)
async def complete_chat(
    caller: Caller,
    asked: ChatCompletionRequest,
    request: Request,
    session: Annotated[
        str | None, Header(alias="X-Session-ID", description="The session to continue or begin.")
    ] = None,
) -> Response:
    """Answer the last message of a chat, completely or as a stream."""
    is_language_model = _is_language_model(caller, asked)
    request.state.unknown_fields = asked.unknown_fields
    request.state.unused_fields = [] if is_language_model else asked.fields_for_models
    try:
        asked.check(is_language_model=is_language_model)
        named = session or (asked.metadata or {}).get("session_id")
        is_apart = not named and bool(asked.user) and not request.headers.get("X-User-ID")
        if again := run_again(request):
            run = caller.turns.find_run(again)
        else:
            start = partial(_start_turn, caller, asked, named, shares_memory=not is_apart)
            run = note_run(request, await run_in_threadpool(start))
    except TidemarkError as error:
        return _failed(error)
    completion = _Completion(run, asked, int(caller.now().timestamp()))
    headers = {"X-Session-ID": run.session_id}
    if asked.stream:
        chunks = completion.chunks(includes_usage=asked.includes_usage)
        return StreamingResponse(chunks, media_type=EVENT_STREAM, headers=headers)
    return await completion.whole(headers)


def _is_language_model(caller: Assistant, asked: ChatCompletionRequest) -> bool:
    """Return whether the engine that a chat names is a language model."""
    if asked.model == OWN:
        return caller.configuration.engine.is_language_model
    return asked.model != "builtin"


def _start_turn(
    caller: Assistant,
    asked: ChatCompletionRequest,
    session_id: str | None,
    *,
    shares_memory: bool,
) -> Run:
    """Start or continue the turn of the last message, after storing the messages before it."""
    question, told, given = asked.question, asked.instructions, asked.caller
    engine = "" if asked.model == OWN else asked.model
    if engine and not caller.configuration.allows(engine):
        raise ModelNotServed(engine, (OWN, *caller.configuration.choices()))
    question_id = question_of(asked.answered_call)
    waiting = None if question_id is None else caller.sessions.find_message(question_id)
    if waiting is not None and waiting.content == storable(question):
        with suppress(NothingToRetry):  # it was answered meanwhile
            return caller.turns.go_on(waiting.session_id, waiting.id, given, instructions=told)
    said = [*asked.before, ChatMessage(role="user", content=question)]
    session_id = (
        session_id
        or _session_of_user(caller, asked, shares_memory=shares_memory)
        or _session_of(caller, said)
    )
    return caller.ask(
        question,
        session_id,
        may_ask=False,
        engine=engine,
        instructions=told,
        limits=TurnLimits(sampling=asked.sampling),
        caller=given,
        shares_memory=shares_memory,
    )


def _session_of_user(
    caller: Assistant, asked: ChatCompletionRequest, *, shares_memory: bool
) -> str | None:
    """Return the session that ``user`` names, but none that shares memory without being asked."""
    named = asked.session_of_user
    stored = caller.database.sessions
    if not named or shares_memory or not stored.exists(named):
        return named
    return asked.derived_session if stored.remembers_across(named) else named


def _session_of(caller: Assistant, said: list[ChatMessage]) -> str | None:
    """Return the session that began like ``said``, after storing messages it lacks.

    None if ``said`` is a single message that another session began with: a new one is needed.
    """
    for each in said:
        check_length(each.text)
    messages = tuple(
        PlainMessage(role="user" if each.role == "user" else "assistant", content=each.text)
        for each in said
    )
    session_id = content_id(messages[:1])
    if len(messages) == 1:
        return None if caller.database.sessions.exists(session_id) else session_id
    return caller.transfer.store(
        Conversation(messages=messages[:-1], session_id=session_id)
    ).session_id


class _Completion:
    """The answer of ``run`` in OpenAI's formats."""

    def __init__(self, run: Run, asked: ChatCompletionRequest, created: int) -> None:
        self._run = run
        self._question = asked.question
        self._most_tokens = asked.sampling.max_tokens
        self._said: list[str] = []
        self._past = 0  # tokens of the past that was read
        self._usage = Usage()
        self._calls: list[dict[str, Any]] = []  # to tools of the client
        self._head = {"id": f"chatcmpl-{run.run_id}", "created": created, "model": asked.model}

    async def whole(self, headers: dict[str, str]) -> Response:
        """Return the answer, once it is complete."""
        async with aclosing(followed(self._run)) as events:
            async for event in events:
                self._note(event)
                if isinstance(event, Failed) and not self._calls:
                    return _failed(event.error)
        message: dict[str, Any] = {"role": "assistant", "content": "".join(self._said)}
        if self._calls:
            message |= {"content": message["content"] or None, "tool_calls": self._calls}
        choice = {
            "index": 0,
            "message": message,
            "finish_reason": "tool_calls" if self._calls else self._finish_reason,
            "logprobs": None,
        }
        body = {**self._head, "object": "chat.completion", "choices": [choice]}
        return JSONResponse({**body, "usage": self._tokens()}, headers=headers)

    async def chunks(self, *, includes_usage: bool) -> AsyncIterator[bytes]:
        """Yield the answer in pieces."""
        yield self._chunk({"role": "assistant", "content": ""})
        async with aclosing(followed(self._run)) as events:
            async for event in events:
                self._note(event)
                if event is None:
                    yield _SILENCE
                elif isinstance(event, Piece):
                    if event.text:
                        yield self._chunk({"content": event.text})
                elif self._calls:
                    numbered = [{"index": at, **each} for at, each in enumerate(self._calls)]
                    yield self._chunk({"tool_calls": numbered})
                    yield self._chunk({}, finish_reason="tool_calls")
                elif isinstance(event, Failed):
                    yield _data(problem.openai_body(event.error))
                elif isinstance(event, Finished):
                    yield self._chunk({}, finish_reason=self._finish_reason)
        if includes_usage:
            head = {**self._head, "object": "chat.completion.chunk"}
            yield _data({**head, "choices": [], "usage": self._tokens()})
        yield b"data: [DONE]\n\n"

    @property
    def _finish_reason(self) -> str:
        """Return why an answer without calls ended: "length" at the token limit, else "stop"."""
        most = self._most_tokens
        return "length" if most is not None and self._usage.output_tokens >= most else "stop"

    def _note(self, event: Event | None) -> None:
        if isinstance(event, Piece):
            self._said.append(event.text)
            self._usage = event.usage or self._usage
        elif isinstance(event, Recalled) and event.context is not None:
            self._past = event.context.tokens
        elif isinstance(event, Failed) and isinstance(event.error, CallerToolCalled):
            self._calls = list(self._called(event.error))

    def _called(self, told: CallerToolCalled) -> Iterator[dict[str, Any]]:
        """Yield the calls for the client to run; their ids identify this turn."""
        request = told.request
        for number, each in enumerate(request.calls if isinstance(request, ToolRequest) else ()):
            arguments = json.dumps(each.arguments, ensure_ascii=False)
            function = {"name": each.name, "arguments": arguments}
            given = call_id(self._run.question_id, number)
            yield {"id": given, "type": "function", "function": function}

    def _tokens(self) -> dict[str, int]:
        """Return the service's token counts; our own if the engine has none."""
        read, written = self._usage.input_tokens, self._usage.output_tokens
        if not (read or written):
            counter = TokenCounter()
            read = self._past + counter.count_message("user", self._question)
            written = counter.count_tokens("".join(self._said))
        return {
            "prompt_tokens": read,
            "completion_tokens": written,
            "total_tokens": read + written,
        }

    def _chunk(self, delta: dict[str, Any], finish_reason: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        return _data({**self._head, "object": "chat.completion.chunk", "choices": [choice]})


def _failed(error: TidemarkError) -> Response:
    return problem.LenientJSONResponse(problem.openai_body(error), problem.status_of(error))


def _data(body: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n".encode()
