"""Measures the overhead of the HTTP API over the same calls of the Assistant.

    python -m benchmark.api.overhead [--url postgresql+psycopg://…] [--calls 300]

serves the API on a local socket and requests, alternating with direct calls of the Assistant, a
page of the chats, a page of messages, a search, and a whole turn with an engine that answers
immediately.
"""

import argparse
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import uvicorn

from assistant import Assistant
from tidemark.api import application
from tidemark.engines.scripted import ScriptedEngine
from tidemark.settings import Settings
from utils import settle_garbage

_WARM = 20
_CHATS = 100
_PAGE = 50


@contextmanager
def served(assistant: Assistant) -> Iterator[str]:
    """Serve the API of ``assistant`` on a free port, and return its address."""
    app = application.create(lambda: assistant)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def pairs(
    assistant: Assistant, client: httpx.Client
) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Return each call in two versions, through the Assistant and through the API."""

    def ask() -> object:
        return assistant.ask("A word about auks.", "talk").wait()

    def ask_by_api() -> object:
        asked = {"text": "A word about auks.", "session_id": "talk-by-api"}
        stream = {"Accept": "text/event-stream"}
        return client.post("/api/runs", json=asked, headers=stream).raise_for_status()

    def get(path: str, **params: str | int) -> Callable[[], object]:
        return lambda: client.get(path, params=params).raise_for_status()

    return {
        "a page of chats": (
            lambda: assistant.sessions.recent(limit=_PAGE),
            get("/api/sessions", limit=_PAGE),
        ),
        "a page of messages": (
            lambda: assistant.sessions.transcript("talk", limit=_PAGE),
            get("/api/sessions/talk/messages", limit=_PAGE),
        ),
        "a search": (
            lambda: assistant.sessions.find("auks"),
            get("/api/search", text="auks"),
        ),
        "a turn": (ask, ask_by_api),
    }


def timed(call: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds of a call, elapsed and of the processor (client included)."""
    began, spent = time.perf_counter(), time.process_time()
    call()
    return (time.perf_counter() - began) * 1000, (time.process_time() - spent) * 1000


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def main() -> None:
    """Call both ways in turn, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--url", default="")
    parser.add_argument("--calls", type=int, default=300)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{Path(folder) / 'api.db'}"
        settings = Settings(database_url=url, engine="builtin", rate_limit="1000000/minute")
        with closing(Assistant(settings, engine=ScriptedEngine())) as assistant:
            for number in range(_CHATS):
                assistant.ask(f"Chat {number} is about auks.", f"chat-{number}").wait()
            for chat in ("talk", "talk-by-api"):  # in one, each tenth turn folds, on one side alone
                assistant.ask("Let us talk about auks.", chat).wait()
            settle_garbage()
            with served(assistant) as address, httpx.Client(base_url=address) as client:
                for name, (directly, by_api) in pairs(assistant, client).items():
                    both = [(timed(directly), timed(by_api)) for _ in range(_WARM + given.calls)]
                    direct, api = zip(*both[_WARM:], strict=True)
                    for way, values in ((name, direct), ("  by the API", api)):
                        clock, processor = zip(*values, strict=True)
                        told = (
                            f"median {statistics.median(clock):6.1f} ms  p95 {_p95(clock):6.1f} ms"
                        )
                        own = statistics.median(processor)
                        print(f"{way:20} {told}  processor, median {own:6.1f} ms")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
