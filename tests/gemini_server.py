"""A local server that speaks Gemini's HTTP protocol, well or badly, and sees how a call ends.

Real sockets on 127.0.0.1 and a port of its own; no library of ours or of Google's in it.  What it
answers to each verb is played in order, the last one for ever::

    with GeminiServer() as server:
        server.play("reply", refuses(503), says("Hello"))
"""

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self

Verb = Literal["summarise", "understand", "reply", "look_up"]
Json = dict[str, Any]

_LONGEST_STALL_S = 20.0
_USAGE = {"promptTokenCount": 40, "candidatesTokenCount": 6, "totalTokenCount": 46}
EMPTY_SUMMARY: Json = {
    "preferences": [],
    "constraints": [],
    "decisions": [],
    "todos": [],
    "open_questions": [],
    "key_facts": [],
}
CLEAR: Json = {
    "references": [],
    "details": [],
    "needed_context_from_memory": [],
    "is_ambiguous": False,
    "possible_interpretations": [],
    "clarifying_questions": [],
    "rewritten_query": "",
}


@dataclass(frozen=True)
class Played:
    """One answer: ``chunks`` of a stream (joined into one where none was asked for), or ``body``.

    ``stall_at`` and ``cut_at`` say before which chunk the server falls silent or drops the line;
    ``wait_s`` is a pause before the answer.
    """

    chunks: tuple[Json, ...] = ()
    status: int = 200
    body: bytes | None = None
    stall_at: int | None = None
    cut_at: int | None = None
    wait_s: float = 0.0


@dataclass(frozen=True)
class Asked:
    """One request as it came in."""

    verb: Verb
    model: str
    key: str
    body: Json

    @property
    def instructions(self) -> str:
        """The system instruction."""
        parts: list[Json] = self.body.get("systemInstruction", {}).get("parts", [])
        return "".join(part["text"] for part in parts)

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """The conversation: role and text of each message."""
        return tuple(
            (content["role"], "".join(part["text"] for part in content["parts"]))
            for content in self.body.get("contents", [])
        )


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


def ends_without_words(finish: str) -> Played:
    """Answer with no content at all and only the reason."""
    return Played(
        ({"candidates": [{"finishReason": finish, "index": 0}], "usageMetadata": _USAGE},)
    )


def blocks_the_prompt(reason: str = "SAFETY") -> Played:
    """Answer that the question itself was blocked: no candidates, no usage."""
    return Played(({"promptFeedback": {"blockReason": reason}},))


def says_nothing() -> Played:
    """Answer with an empty stream."""
    return Played(())


def refuses(
    status: int, message: str = "The service says no.", *, reason: str = "", delay_s: float = 0
) -> Played:
    """Answer with an error as Google's services word it."""
    words = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED"}
    words |= {404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}
    details: list[Json] = []
    if reason:
        details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason})
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


def speaks_html(status: int = 200) -> Played:
    """Answer like a proxy or a login page that stands between."""
    return Played(status=status, body=b"<html><body>Please log in. Then go on.</body></html>")


@dataclass
class GeminiServer:
    """Serves until closed; ``asked`` holds what came in, ``hung_up`` is set when a caller left."""

    asked: list[Asked] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)
    stalled: threading.Event = field(default_factory=threading.Event)
    _plays: dict[Verb, list[Played]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        speaker = type("Speaker", (_Speaker,), {"gemini": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), speaker)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """What ``GEMINI_BASE_URL`` must be."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def play(self, verb: Verb, *answers: Played) -> None:
        """Answer ``verb`` with these in turn, the last one again and again."""
        with self._lock:
            self._plays[verb] = list(answers)

    def asked_for(self, verb: Verb) -> list[Asked]:
        """Return the requests of one ``verb``, oldest first."""
        with self._lock:
            return [asked for asked in self.asked if asked.verb == verb]

    def answer_to(self, asked: Asked) -> Played:
        """Write ``asked`` down and return what is played to it."""
        with self._lock:
            self.asked.append(asked)
            played = self._plays.get(asked.verb) or [_USUAL[asked.verb]()]
            return played.pop(0) if len(played) > 1 else played[0]


_USUAL: dict[Verb, Callable[[], Played]] = {
    "summarise": lambda: says_json(EMPTY_SUMMARY),
    "understand": lambda: says_json(CLEAR),
    "reply": lambda: says("Hello ", "from the ", "test server."),
    "look_up": lambda: Played(body=json.dumps({"name": "models/gemini-2.5-flash"}).encode()),
}


class _Speaker(BaseHTTPRequestHandler):
    gemini: GeminiServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # a stream in pieces, not in batches of 40 ms

    def do_GET(self) -> None:
        model = self.path.rsplit("/", 1)[-1]
        self._answer(Asked("look_up", model, self.headers.get("x-goog-api-key", ""), {}))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
        model, method = self.path.split("?")[0].rsplit("/", 1)[-1].split(":")
        schema = body.get("generationConfig", {}).get("responseJsonSchema", {})
        verb: Verb = "understand" if "is_ambiguous" in schema.get("properties", {}) else "summarise"
        if method == "streamGenerateContent" and not schema:
            verb = "reply"
        self._answer(Asked(verb, model, self.headers.get("x-goog-api-key", ""), body))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base's own name
        """Keep quiet: the tests assert what happened."""

    def _answer(self, asked: Asked) -> None:
        played = self.gemini.answer_to(asked)
        time.sleep(played.wait_s)
        try:
            if played.body is not None:
                self._send_whole(played.status, played.body)
            elif asked.verb == "reply":
                self._stream(played)
            else:
                self._send_joined(played)
        except (BrokenPipeError, ConnectionResetError):
            self.gemini.hung_up.set()
            self.close_connection = True

    def _send_whole(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _send_joined(self, played: Played) -> None:
        if played.stall_at is not None:
            self._stall()
            return
        if played.cut_at is not None:
            self._cut()
            return
        whole: Json = dict(played.chunks[-1]) if played.chunks else {}
        self._send_whole(200, json.dumps(whole).encode())

    def _stream(self, played: Played) -> None:
        if played.stall_at == 0:
            self._stall()
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        self.wfile.flush()
        for chunk in played.chunks:
            line = b"data: " + json.dumps(chunk).encode() + b"\r\n\r\n"
            self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.flush()
        if played.stall_at is not None:
            self._stall()
        elif played.cut_at is not None:
            self._cut()
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _stall(self) -> None:
        """Say nothing until the caller leaves."""
        self.gemini.stalled.set()
        deadline = time.monotonic() + _LONGEST_STALL_S
        while time.monotonic() < deadline:
            readable, _, _ = select.select([self.connection], [], [], 0.05)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self.gemini.hung_up.set()
                break
        self.close_connection = True

    def _cut(self) -> None:
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True
