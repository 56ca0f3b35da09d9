"""A local server that speaks OpenAI's HTTP protocol, as many others do, well or badly."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tests.meanings import vectors_of
from tests.service_server import (
    CLEAR,
    EMPTY_SUMMARY,
    Asked,
    Json,
    Played,
    ServiceServer,
    Speaker,
    Verb,
)

_BASE: Json = {"id": "chatcmpl-1", "created": 1, "model": "a-model"}
_TYPES = {401: "invalid_request_error", 404: "invalid_request_error", 429: "requests"}
PATH = "/v1/chat/completions"
VECTORS_PATH = "/v1/embeddings"


@dataclass(frozen=True)
class AskedOfOpenAI(Asked):
    """One request as an OpenAI-compatible service gets it."""

    @property
    def instructions(self) -> str:
        """The system message."""
        return "".join(text for role, text in self._messages if role == "system")

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """The conversation: role and text of each message."""
        return tuple(said for said in self._messages if said[0] != "system")

    @property
    def texts(self) -> tuple[str, ...]:
        """What vectors are asked for."""
        given = self.body.get("input", [])
        return (given,) if isinstance(given, str) else tuple(given)

    @property
    def _messages(self) -> list[tuple[str, str]]:
        return [(message["role"], message["content"]) for message in self.body["messages"]]


def says(*pieces: str, finish: str | None = "stop") -> Played:
    """Answer with ``pieces``, one chunk each; the last of all says why it ends."""
    deltas: list[Json] = [{"delta": {"content": piece}} for piece in pieces]
    ends: list[Json] = [{"delta": {}, "finish_reason": finish}] if finish else []
    return Played(tuple(deltas + ends))


def calls(*asked: tuple[str, Json | str], text: str = "") -> Played:
    """Call tools, each a name and its arguments, which come in two pieces, in one message."""
    deltas: list[Json] = [{"delta": {"content": text}}] if text else []
    for number, (name, given) in enumerate(asked):
        arguments = given if isinstance(given, str) else json.dumps(given)
        half = len(arguments) // 2
        first = {"index": number, "id": f"call_{number}", "type": "function"}
        named = {**first, "function": {"name": name, "arguments": arguments[:half]}}
        rest = {"index": number, "function": {"arguments": arguments[half:]}}
        deltas += [{"delta": {"tool_calls": [part]}} for part in (named, rest)]
    return Played((*deltas, {"delta": {}, "finish_reason": "tool_calls"}))


def says_json(answer: object) -> Played:
    """Answer with ``answer`` as JSON."""
    return says(json.dumps(answer))


def says_nothing() -> Played:
    """Answer with an empty stream."""
    return Played(())


def fails_in_the_stream(message: str) -> Played:
    """Begin to answer, then send an error in the stream."""
    return Played((*says("Good ", finish=None).chunks, {"error": {"message": message}}))


def refuses(
    status: int, message: str = "The service says no.", *, code: str = "", **headers: str
) -> Played:
    """Answer with an error as OpenAI words it; ``headers`` are written with underscores."""
    error = {"message": message, "type": _TYPES.get(status, "server_error"), "code": code or None}
    return Played(
        status=status,
        body=json.dumps({"error": error}).encode(),
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


def stalls(*pieces: str) -> Played:
    """Say ``pieces``, then nothing, with the connection open."""
    spoken = says(*pieces, finish=None).chunks
    return Played(spoken, stall_at=len(spoken))


def cuts(*pieces: str) -> Played:
    """Say ``pieces``, then drop the connection in the middle of the stream."""
    spoken = says(*pieces, finish=None).chunks
    return Played(spoken, cut_at=len(spoken))


def embeds(*texts: str) -> Played:
    """Answer with the vectors of ``texts``, whatever was asked."""
    return Played(body=json.dumps(_embedded(texts)).encode())


class _OpenAISpeaker(Speaker):
    _with_usage = False

    def read(self, body: Json) -> AskedOfOpenAI | None:
        key = self.headers.get("authorization", "").removeprefix("Bearer ")
        if self.path == VECTORS_PATH:
            return AskedOfOpenAI("embed", body["model"], key, body)
        if self.path != PATH:
            return None
        self._with_usage = body.get("stream_options", {}).get("include_usage", False)
        return AskedOfOpenAI(_verb(body), body["model"], key, body)

    def listing(self, models: tuple[str, ...]) -> Json:
        return {"object": "list", "data": [{"id": each, "object": "model"} for each in models]}

    def joined(self, chunks: tuple[Json, ...]) -> Json:
        content = "".join(chunk.get("delta", {}).get("content", "") for chunk in chunks)
        finish = chunks[-1].get("finish_reason") if chunks else None
        choice = {"index": 0, "message": {"role": "assistant", "content": content}}
        return {
            **_BASE,
            "object": "chat.completion",
            "choices": [{**choice, "finish_reason": finish}] if chunks else [],
            "usage": _usage(1),
        }

    def lines(self, chunks: tuple[Json, ...], *, is_whole: bool) -> Iterator[str]:
        for chunk in chunks:
            choices = [{"index": 0, "finish_reason": None, **chunk}]
            yield _line(chunk if "error" in chunk else {"choices": choices})
        if chunks and is_whole and self._with_usage:
            yield _line({"choices": [], "usage": _usage(len(chunks) - 1)})
        if is_whole:
            yield "data: [DONE]\n\n"


class OpenAIServer(ServiceServer[AskedOfOpenAI]):
    """A service that speaks OpenAI's protocol; ``LLM_BASE_URL`` must name its ``address``."""

    speaker = _OpenAISpeaker
    usual: ClassVar[Mapping[Verb, Callable[[], Played]]] = {
        "summarise": lambda: says_json(EMPTY_SUMMARY),
        "understand": lambda: says_json(CLEAR),
        "reply": lambda: says("Hello ", "from the ", "test server."),
        "check": lambda: says("OK"),
    }

    def embedded(self, asked: AskedOfOpenAI) -> Json:
        """Return the vectors that ``asked`` asks for, in numbers, as other servers write them."""
        return _embedded(asked.texts)

    @property
    def address(self) -> str:
        """The root of the protocol."""
        return f"{self.url}/v1"


def _verb(body: Json) -> Verb:
    if body.get("stream"):
        return "reply"
    instructions = body["messages"][0]["content"]
    if '"is_ambiguous"' in instructions:
        return "understand"
    return "summarise" if '"key_facts"' in instructions else "check"


def _embedded(texts: Sequence[str]) -> Json:
    found = [
        {"object": "embedding", "index": number, "embedding": vector}
        for number, vector in enumerate(vectors_of(texts))
    ]
    usage = {"prompt_tokens": 8, "total_tokens": 8}
    return {"object": "list", "data": found, "model": "a-model", "usage": usage}


def _usage(output_tokens: int) -> Json:
    total = 40 + output_tokens
    return {"prompt_tokens": 40, "completion_tokens": output_tokens, "total_tokens": total}


def _line(chunk: Json) -> str:
    return f"data: {json.dumps({**_BASE, 'object': 'chat.completion.chunk', **chunk})}\n\n"
