"""A local server that plays a service of language, well or badly, and sees how a call ends.

Real sockets on 127.0.0.1 and a port of its own; no library of ours or of any provider's in it.
What it answers to each verb is played in order, the last one for ever::

    with GeminiServer() as server:
        server.play("reply", refuses(503), says("Hello"))

The modules beside this one give it a protocol.
"""

import json
import select
import socket
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

Verb = Literal["summarise", "understand", "reply", "check", "embed"]
Json = dict[str, Any]

NOW = "Mon, 04 May 2026 09:30:00 GMT"
_LONGEST_STALL_S = 20.0
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
    headers: Mapping[str, str] = field(default_factory=dict)
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


SomeAsked = TypeVar("SomeAsked", bound=Asked)


def speaks_html(status: int = 200) -> Played:
    """Answer like a proxy or a login page that stands between."""
    return Played(status=status, body=b"<html><body>Please log in. Then go on.</body></html>")


@dataclass
class ServiceServer(Generic[SomeAsked]):
    """Serves until closed; ``asked`` holds what came in, ``hung_up`` is set when a caller left."""

    speaker: ClassVar[type["Speaker"]]
    usual: ClassVar[Mapping[Verb, Callable[[], Played]]]

    port: int = 0  # any that is free
    models: tuple[str, ...] = ()
    asked: list[SomeAsked] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)
    stalled: threading.Event = field(default_factory=threading.Event)
    _plays: dict[Verb, list[Played]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        speaker = type("HisSpeaker", (self.speaker,), {"service": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", self.port), speaker)
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
    def host(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        """The address of its root."""
        return f"http://{self.host}"

    def begin_anew(self) -> None:
        """Forget what was asked and played."""
        with self._lock:
            self.asked, self._plays = [], {}
            self.hung_up, self.stalled = threading.Event(), threading.Event()

    def play(self, verb: Verb, *answers: Played) -> None:
        """Answer ``verb`` with these in turn, the last one again and again."""
        with self._lock:
            self._plays[verb] = list(answers)

    def asked_for(self, verb: Verb) -> list[SomeAsked]:
        """Return the requests of one ``verb``, oldest first."""
        with self._lock:
            return [asked for asked in self.asked if asked.verb == verb]

    def usual_to(self, asked: SomeAsked) -> Played:
        """Return what is answered to ``asked`` where nothing is played."""
        if asked.verb == "embed":
            return Played(body=json.dumps(self.embedded(asked)).encode())
        return self.usual[asked.verb]()

    @abstractmethod
    def embedded(self, asked: SomeAsked) -> Json:
        """Return the vectors that ``asked`` asks for."""

    def answer_to(self, asked: SomeAsked) -> Played:
        """Write ``asked`` down and return what is played to it."""
        with self._lock:
            self.asked.append(asked)
            played = self._plays.get(asked.verb) or [self.usual_to(asked)]
            return played.pop(0) if len(played) > 1 else played[0]


class Speaker(BaseHTTPRequestHandler):
    """Says what the ``service`` plays; what the protocol makes of it is its own."""

    service: ServiceServer[Any]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # a stream in pieces, not in batches of 40 ms

    def do_GET(self) -> None:
        if self.path.partition("?")[0].endswith("/models"):
            listed = json.dumps(self.listing(self.service.models)).encode()
            self._send_whole(Played(), listed)
        else:
            self.do_POST()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        asked = self.read(json.loads(body or b"{}"))
        if asked is None:
            self.send_error(404, "Not Found")
        else:
            self._answer(asked)

    @abstractmethod
    def read(self, body: Json) -> Asked | None:
        """Return what the request asks for, None where nothing is at its path."""

    @abstractmethod
    def listing(self, models: tuple[str, ...]) -> Json:
        """Return the list of ``models``, as the service words it."""

    @abstractmethod
    def joined(self, chunks: tuple[Json, ...]) -> Json:
        """Return the one answer that ``chunks`` of a stream make."""

    @abstractmethod
    def lines(self, chunks: tuple[Json, ...], *, is_whole: bool) -> Iterator[str]:
        """Yield the lines of a stream of ``chunks``."""

    def date_time_string(self, timestamp: float | None = None) -> str:
        """Return the time by the service's own clock."""
        return NOW

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base's own name
        """Keep quiet: the tests assert what happened."""

    def _answer(self, asked: Asked) -> None:
        """Play the answer to ``asked``, as a stream where it asks for a reply."""
        played = self.service.answer_to(asked)
        time.sleep(played.wait_s)
        try:
            if played.body is not None:
                self._send_whole(played, played.body)
            elif asked.verb == "reply":
                self._stream(played)
            else:
                self._send_joined(played)
        except (BrokenPipeError, ConnectionResetError):
            self.service.hung_up.set()
            self.close_connection = True

    def _send_whole(self, played: Played, body: bytes) -> None:
        self.send_response(played.status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in played.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _send_joined(self, played: Played) -> None:
        if played.stall_at is not None:
            self._stall()
            return
        if played.cut_at is not None:
            self._cut()
            return
        self._send_whole(played, json.dumps(self.joined(played.chunks)).encode())

    def _stream(self, played: Played) -> None:
        if played.stall_at == 0:
            self._stall()
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        self.wfile.flush()
        is_whole = played.stall_at is None and played.cut_at is None
        for line in self.lines(played.chunks, is_whole=is_whole):
            spoken = line.encode()
            self.wfile.write(f"{len(spoken):x}\r\n".encode() + spoken + b"\r\n")
            self.wfile.flush()
        if played.stall_at is not None:
            self._stall()
        elif played.cut_at is not None:
            self._cut()
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _stall(self) -> None:
        """Say nothing until the caller leaves."""
        hung_up = self.service.hung_up  # of this test, not of the next one
        self.service.stalled.set()
        deadline = time.monotonic() + _LONGEST_STALL_S
        while time.monotonic() < deadline:
            readable, _, _ = select.select([self.connection], [], [], 0.05)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                hung_up.set()
                break
        self.close_connection = True

    def _cut(self) -> None:
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True
