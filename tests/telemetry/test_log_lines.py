"""Lines of the log: one a request, whole JSON, and masked to the last field."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tests.api.speaking import Script
from tidemark import log_masks
from tidemark.api import application
from tidemark.settings import LogFormat, Settings
from tidemark.telemetry import log_lines

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root, tidemark = logging.getLogger(), logging.getLogger("tidemark")
    handlers, level = list(root.handlers), tidemark.level
    log_masks.install()
    yield
    log_masks.install(is_on=False)
    root.handlers[:] = handlers
    tidemark.setLevel(level)


def log_of(assistant: Assistant, log_format: LogFormat, capsys: Capture) -> list[str]:
    log_lines.install(log_format, is_masked=True)
    log_lines.install(log_format, is_masked=True)  # a second time writes nothing twice
    app = application.create(lambda: assistant)
    here = ("127.0.0.1", 50_000)
    asked = {"X-Request-ID": "anna@example.org", "X-User-ID": "anna"}
    capsys.readouterr()
    with TestClient(app, base_url="http://localhost", client=here) as client:
        client.get("/api/sessions/annas-diary", headers=asked)
    try:
        int("card 4111 1111 1111 1111")
    except ValueError:
        logging.getLogger("some.library").exception(
            "of anna@example.org", extra={"a": "tm_12345678", "color_message": "of \x1b[1m%s"}
        )
    return capsys.readouterr().err.splitlines()


def test_json_has_the_route_and_not_the_path_and_nothing_of_anybody(
    settings: Callable[..., Settings], capsys: Capture
) -> None:
    with closing(Assistant(settings(), engine=Script().engine)) as assistant:
        asked, broke = map(json.loads, log_of(assistant, "json", capsys))
    assert set(asked) == {
        *("level", "logger", "message", "time"),
        *("request_id", "method", "route", "status", "ms"),
    }
    assert "color_message" not in broke
    assert asked["message"].startswith("[email] GET /api/sessions/{session_id} 404")
    assert (asked["request_id"], asked["status"]) == ("[email]", 404)
    assert (broke["message"], broke["a"], broke["level"]) == ("of [email]", "[key]", "ERROR")
    assert "ValueError: invalid literal" in broke["exc_info"]
    assert "card [card]" in broke["exc_info"]
    assert "anna" not in f"{asked}{broke}"


def test_text_is_the_same_in_words(settings: Callable[..., Settings], capsys: Capture) -> None:
    with closing(Assistant(settings(), engine=Script().engine)) as assistant:
        asked, broke, *trace = log_of(assistant, "text", capsys)
    assert "INFO tidemark.api.requests: [email] GET /api/sessions/{session_id} 404" in asked
    assert broke.endswith("ERROR some.library: of [email]")
    assert trace[-1].startswith("ValueError")
    assert "annas-diary" not in asked
