"""A local server that speaks SearXNG's search API, well or badly."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class SearchServer(ThreadingHTTPServer):
    """Answers each search with ``status`` and ``body``, and notes what was ``asked``."""

    daemon_threads = True

    def __init__(self, body: str, status: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.body, self.status = body, status
        self.asked: list[dict[str, list[str]]] = []

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: SearchServer

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/search":
            self.server.asked.append(parse_qs(address.query))
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(self.server.body.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def searching(body: str, status: int = 200) -> Iterator[SearchServer]:
    """Serve ``body`` to whoever searches."""
    with SearchServer(body, status) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
