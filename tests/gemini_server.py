"""A local server that speaks Gemini's HTTP protocol, well or badly."""

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

_USAGE = {"promptTokenCount": 40, "candidatesTokenCount": 6, "totalTokenCount": 46}


@dataclass(frozen=True)
class AskedOfGemini(Asked):
    """One request as Gemini gets it."""

    @property
    def instructions(self) -> str:
        """The system instruction."""
        parts: list[Json] = self.body.get("systemInstruction", {}).get("parts", [])
        return "".join(part["text"] for part in parts)

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """The conversation: role and text of each message."""
        return tuple(
            (content["role"], "".join(part.get("text", "") for part in content["parts"]))
            for content in self.body.get("contents", [])
        )

    @property
    def parts(self) -> tuple[tuple[str, tuple[Json, ...]], ...]:
        """The conversation: role and parts of each message."""
        return tuple((each["role"], tuple(each["parts"])) for each in self.body["contents"])

    @property
    def texts(self) -> tuple[str, ...]:
        """What vectors are asked for."""
        parts = [each["content"]["parts"] for each in self.body.get("requests", [])]
        return tuple("".join(part["text"] for part in of) for of in parts)


def says(*pieces: str, finish: str | None = "STOP") -> Played:
    """Answer with ``pieces``, one chunk each; the last says why it ends."""
    return says_parts(*[[{"text": piece}] for piece in pieces], finish=finish)


def says_json(answer: object) -> Played:
    """Answer with ``answer`` as JSON."""
    return says(json.dumps(answer))


def says_parts(*chunks: Sequence[Json], finish: str | None = "STOP") -> Played:
    """Answer with ``chunks`` of parts: several texts, thoughts."""
    spoken: list[Json] = []
    for number, parts in enumerate(chunks, start=1):
        candidate: Json = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
        usage = {**_USAGE, "candidatesTokenCount": number, "totalTokenCount": 40 + number}
        if number == len(chunks) and finish:
            candidate["finishReason"] = finish
        spoken.append({"candidates": [candidate], "usageMetadata": usage})
    return Played(tuple(spoken))


def calls(*asked: tuple[str, Json], text: str = "", in_one: bool = True) -> Played:
    """Call tools, each a name and its arguments; the first call alone is signed, as recorded.

    They come ``in_one`` event or in one each; the stream ends with an event of empty text.
    """
    parts: list[Json] = [
        {"functionCall": {"name": name, "args": args}}
        | ({} if number else {"thoughtSignature": SIGNATURE})
        for number, (name, args) in enumerate(asked)
    ]
    events = [parts] if in_one else [[part] for part in parts]
    before = [[{"text": text}]] if text else []
    return says_parts(*before, *events, [{"text": ""}])


SIGNATURE = "c2lnbmVk"  # base64


def ends_without_words(finish: str) -> Played:
    """Answer with no content at all and only the reason."""
    return Played(
        ({"candidates": [{"finishReason": finish, "index": 0}], "usageMetadata": _USAGE},)
    )


def blocks_the_prompt(reason: str = "SAFETY", message: str = "") -> Played:
    """Answer that the question itself was blocked: no candidates, no usage."""
    said = {"blockReasonMessage": message} if message else {}
    return Played(({"promptFeedback": {"blockReason": reason, **said}},))


def says_nothing() -> Played:
    """Answer with an empty stream."""
    return Played(())


def refuses(
    status: int,
    message: str = "The service says no.",
    *,
    reason: str = "",
    delay_s: float = 0,
    metadata: Mapping[str, str] | None = None,
) -> Played:
    """Answer with an error as Google's services word it."""
    words = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED"}
    words |= {404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 499: "CANCELLED"}
    words |= {500: "INTERNAL", 503: "UNAVAILABLE"}
    details: list[Json] = []
    if reason:
        kind = "type.googleapis.com/google.rpc.ErrorInfo"
        details.append({"@type": kind, "reason": reason, "metadata": dict(metadata or {})})
    if delay_s:
        kind = "type.googleapis.com/google.rpc.RetryInfo"
        details.append({"@type": kind, "retryDelay": f"{delay_s:g}s"})
    error = {"code": status, "message": message, "status": words.get(status, "UNKNOWN")}
    body = json.dumps({"error": {**error, "details": details}}).encode()
    return Played(status=status, body=body)


def stalls(*pieces: str) -> Played:
    """Say ``pieces``, then nothing, with the connection open."""
    spoken = says(*pieces, finish=None).chunks
    return Played(spoken, stall_at=len(spoken))


def cuts(*pieces: str) -> Played:
    """Say ``pieces``, then drop the connection in the middle of the stream."""
    spoken = says(*pieces, finish=None).chunks
    return Played(spoken, cut_at=len(spoken))


_GENERATES = ["generateContent", "countTokens"]


class _GeminiSpeaker(Speaker):
    def read(self, body: Json) -> AskedOfGemini:
        key = self.headers.get("x-goog-api-key", "")
        model, _, method = self.path.split("?")[0].rsplit("/", 1)[-1].partition(":")
        schema = body.get("generationConfig", {}).get("responseJsonSchema", {})
        verb: Verb = "understand" if "is_ambiguous" in schema.get("properties", {}) else "summarise"
        if method == "generateContent" and not schema:
            verb = "check"
        elif method == "batchEmbedContents":
            verb = "embed"
        elif method == "streamGenerateContent" and not schema:
            verb = "reply"
        return AskedOfGemini(verb, model, key, body)

    def listing(self, models: tuple[str, ...]) -> Json:
        able = {"gemini-embedding-001": ["embedContent"]}
        rows = (
            {"name": f"models/{each}", "supportedGenerationMethods": able.get(each, _GENERATES)}
            for each in models
        )
        return {"models": list(rows)}

    def joined(self, chunks: tuple[Json, ...]) -> Json:
        return chunks[-1] if chunks else {}

    def lines(self, chunks: tuple[Json, ...], *, is_whole: bool) -> Iterator[str]:
        for chunk in chunks:
            yield f"data: {json.dumps(chunk)}\r\n\r\n"


class GeminiServer(ServiceServer[AskedOfGemini]):
    """Gemini, at the address ``GEMINI_BASE_URL`` must name: its ``url``."""

    speaker = _GeminiSpeaker
    usual: ClassVar[Mapping[Verb, Callable[[], Played]]] = {
        "summarise": lambda: says_json(EMPTY_SUMMARY),
        "understand": lambda: says_json(CLEAR),
        "reply": lambda: says("Hello ", "from the ", "test server."),
        "check": lambda: says("O", finish="MAX_TOKENS"),
    }

    def embedded(self, asked: AskedOfGemini) -> Json:
        """Return the vectors that ``asked`` asks for, as long as it wants them."""
        return _embedded(asked.texts, asked.body["requests"][0]["outputDimensionality"])


def embeds(*texts: str) -> Played:
    """Answer with the vectors of ``texts``, whatever was asked."""
    return Played(body=json.dumps(_embedded(texts, 768)).encode())


def _embedded(texts: Sequence[str], length: int) -> Json:
    return {"embeddings": [{"values": each} for each in vectors_of(texts, length)]}
