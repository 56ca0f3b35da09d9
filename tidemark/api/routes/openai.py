"""Chat completions as OpenAI's clients ask for them, with the memory of a session behind them.

The session is named by the header ``X-Session-ID``, by ``metadata.session_id`` or by ``user``.
Without a name it is the one that began with the same messages: clients send a chat whole each time.
See https://platform.openai.com/docs/api-reference/chat.
"""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from assistant import Assistant
from tidemark.api import problem
from tidemark.api.callers import Caller
from tidemark.api.idempotency import note_run, run_again
from tidemark.api.run_events import EVENT_STREAM, followed
from tidemark.errors import EmptyMessage, ModelNotServed, TidemarkError, ToolsNotPassed
from tidemark.runtime.events import Event, Failed, Finished, Piece, Recalled
from tidemark.runtime.runs import Run
from tidemark.schema import Usage
from tidemark.transfer.conversation import Conversation, PlainMessage, content_id
from utils import TokenCounter

router = APIRouter(prefix="/v1", tags=["OpenAI"])
OWN = "tidemark"  # the model that means: as the settings say
_SILENCE = b": ping\n\n"


class MessagePart(BaseModel):
    """A part of a message; parts that are no text are refused."""

    type: Literal["text", "input_text"]
    text: str


class ChatMessage(BaseModel):
    """A message of the chat as the client has it."""

    role: Literal["system", "developer", "user", "assistant"]
    content: str | list[MessagePart] | None = None

    @property
    def text(self) -> str:
        """Its words."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content)
        return self.content or ""


class StreamOptions(BaseModel):
    """What a stream tells besides the pieces."""

    include_usage: bool = False


class ChatCompletionRequest(BaseModel):
    """A chat to be answered; fields that are not listed here change nothing."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "model": OWN,
                "messages": [{"role": "user", "content": "The trip begins on 3 May."}],
            }
        }
    )

    model: str = OWN
    messages: list[ChatMessage] = Field(min_length=1)
    stream: bool = False
    stream_options: StreamOptions = Field(default_factory=StreamOptions)
    tools: list[dict[str, Any]] = Field(default_factory=list)
    user: str | None = None
    metadata: dict[str, str] | None = None


@router.get("/models")
def list_models(caller: Caller) -> dict[str, Any]:
    """List the models that can be named: that of the settings, and each that may be chosen."""
    return {
        "object": "list",
        "data": [
            {"id": name, "object": "model", "created": 0, "owned_by": OWN}
            for name in (OWN, *caller.configuration.choices())
        ],
    }


@router.post("/chat/completions", response_model=None)
async def complete_chat(
    caller: Caller,
    asked: ChatCompletionRequest,
    request: Request,
    session: Annotated[
        str | None, Header(alias="X-Session-ID", description="The session to continue or begin.")
    ] = None,
) -> Response:
    """Answer the last message of a chat, whole or as a stream."""
    try:
        named = session or (asked.metadata or {}).get("session_id") or asked.user
        if again := run_again(request):
            run = caller.turns.find_run(again)
        else:
            run = note_run(request, await run_in_threadpool(_begun, caller, asked, named))
    except TidemarkError as error:
        return _failed(error)
    completion = _Completion(run, asked, int(caller.now().timestamp()))
    headers = {"X-Session-ID": run.session_id}
    if asked.stream:
        chunks = completion.chunks(includes_usage=asked.stream_options.include_usage)
        return StreamingResponse(chunks, media_type=EVENT_STREAM, headers=headers)
    return await completion.whole(headers)


def _begun(caller: Assistant, asked: ChatCompletionRequest, session_id: str | None) -> Run:
    """Begin the turn of the last message, after those before it."""
    if asked.tools:
        raise ToolsNotPassed
    told = "\n\n".join(each.text for each in asked.messages if each.role in ("system", "developer"))
    said = [each for each in asked.messages if each.role in ("user", "assistant") and each.text]
    if not said or said[-1].role != "user":
        raise EmptyMessage
    engine = "" if asked.model == OWN else asked.model
    if engine and not caller.configuration.allows(engine):
        raise ModelNotServed(engine, (OWN, *caller.configuration.choices()))
    session_id = session_id or _session_of(caller, said)
    return caller.ask(said[-1].text, session_id, may_ask=False, engine=engine, instructions=told)


def _session_of(caller: Assistant, said: list[ChatMessage]) -> str | None:
    """Return the session that began as ``said`` does; what it does not hold yet is stored.

    None if ``said`` is one message, with which another session began: a new one is to begin.
    """
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
    """The answer of ``run`` in OpenAI's shapes."""

    def __init__(self, run: Run, asked: ChatCompletionRequest, created: int) -> None:
        self._run = run
        self._question = asked.messages[-1].text
        self._said: list[str] = []
        self._past = 0  # tokens of what is read of it
        self._usage = Usage()
        self._head = {"id": f"chatcmpl-{run.run_id}", "created": created, "model": asked.model}

    async def whole(self, headers: dict[str, str]) -> Response:
        """Return the answer, once it is complete."""
        async with aclosing(followed(self._run)) as events:
            async for event in events:
                self._note(event)
                if isinstance(event, Failed):
                    return _failed(event.error)
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": "".join(self._said)},
            "finish_reason": "stop",
            "logprobs": None,
        }
        body = {**self._head, "object": "chat.completion", "choices": [choice]}
        return JSONResponse({**body, "usage": self._tokens()}, headers=headers)

    async def chunks(self, *, includes_usage: bool) -> AsyncIterator[bytes]:
        """Yield the answer piece by piece."""
        yield self._chunk({"role": "assistant", "content": ""})
        async with aclosing(followed(self._run)) as events:
            async for event in events:
                self._note(event)
                if event is None:
                    yield _SILENCE
                elif isinstance(event, Piece):
                    if event.text:
                        yield self._chunk({"content": event.text})
                elif isinstance(event, Failed):
                    yield _data(problem.openai_body(event.error))
                elif isinstance(event, Finished):
                    yield self._chunk({}, finish_reason="stop")
        if includes_usage:
            head = {**self._head, "object": "chat.completion.chunk"}
            yield _data({**head, "choices": [], "usage": self._tokens()})
        yield b"data: [DONE]\n\n"

    def _note(self, event: Event | None) -> None:
        if isinstance(event, Piece):
            self._said.append(event.text)
            self._usage = event.usage or self._usage
        elif isinstance(event, Recalled) and event.context is not None:
            self._past = event.context.tokens

    def _tokens(self) -> dict[str, int]:
        """Return the service's own count; ours, of what was read, with an engine that has none."""
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

    def _chunk(self, delta: dict[str, str], finish_reason: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        return _data({**self._head, "object": "chat.completion.chunk", "choices": [choice]})


def _failed(error: TidemarkError) -> Response:
    return problem.Told(problem.openai_body(error), problem.status_of(error))


def _data(body: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n".encode()
