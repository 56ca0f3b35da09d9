"""Traces at a local collector of OpenTelemetry: a request, its turn and its steps, and no words."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from fastapi.testclient import TestClient
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from assistant import Assistant
from tests.api.speaking import Script
from tidemark.api import application
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable, InvalidSetting
from tidemark.settings import Settings
from tidemark.telemetry import traces

CALLER = "0af7651916cd43dd8448eb211c80319c"


class Collector(ThreadingHTTPServer):
    """A collector that keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receiver)
        self.bodies: list[bytes] = []

    @property
    def spans(self) -> list[Span]:
        sent = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [
            span
            for each in sent
            for resource in each.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


class _Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Collector)
        assert self.path == "/v1/traces"
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        traces.install(f"http://127.0.0.1:{server.server_port}/")
        yield server
        traces.install("")
        server.shutdown()
        thread.join()


def test_a_request_with_its_turn_and_steps_is_a_part_of_its_callers_trace(
    collector: Collector, settings: Callable[..., Settings]
) -> None:
    script = Script()
    script.plays("In Zanzibar.", ScriptedLine("", fails=EngineUnreachable("A service", "refused")))
    with closing(Assistant(settings(), engine=script.engine)) as assistant:
        app = application.create(lambda: assistant)
        here = ("127.0.0.1", 50_000)
        asked = {"text": "Where is Zanzibar?", "session_id": "zanzibar"}
        with TestClient(app, base_url="http://localhost", client=here) as client:
            within = {"traceparent": f"00-{CALLER}-b7ad6b7169203331-01", "X-User-ID": "zanzibari"}
            assert client.post("/api/turns", json=asked, headers=within).status_code == 200
            assert client.post("/api/turns", json=asked).status_code == 502
    traces.install("")  # what was measured is sent

    spans = collector.spans
    of_caller = [each for each in spans if each.trace_id.hex() == CALLER]
    (request,) = [each for each in of_caller if each.name == "POST /api/turns"]
    (turn,) = [each for each in of_caller if each.name == "turn"]
    steps = [each.name for each in of_caller if each.parent_span_id == turn.span_id]
    assert turn.parent_span_id == request.span_id
    assert set(steps) == {"context", "recall", "ambiguity", "responder", "save"}
    assert {each.key: each.value.string_value for each in turn.attributes}[
        "tidemark.outcome"
    ] == "finished"
    (failed,) = [each for each in spans if each.name == "turn" and each not in of_caller]
    told = {each.key: each.value.string_value for each in failed.attributes}
    assert (told["tidemark.outcome"], told["error.type"]) == ("failed", "EngineUnreachable")
    assert b"zanzibar" not in b"".join(collector.bodies).lower()


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidSetting, match=traces.SETTING):
        traces.install("collector:4318")
