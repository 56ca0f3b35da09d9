"""What Prometheus reads: turns, questions, tokens, folds and requests, without anybody's words."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from assistant import Assistant
from tests.api.speaking import Script
from tidemark.api import application
from tidemark.api.request_guard import Site
from tidemark.schema.people import KeyScope
from tidemark.settings import Settings

HERE = ("127.0.0.1", 50_000)
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=Script().engine)) as opened:
        yield opened


def client(assistant: Assistant, site: Site | None = None) -> TestClient:
    app = application.create(lambda: assistant, site=site)
    return TestClient(app, base_url="http://localhost", client=HERE)


def read(text: str) -> Samples:
    families = text_string_to_metric_families(text)
    return {
        (each.name, tuple(sorted(each.labels.items()))): each.value
        for family in families
        for each in family.samples
    }


def test_the_meters_count_what_insights_adds_up_and_name_nobody(assistant: Assistant) -> None:
    with client(assistant) as asking:
        before = read(asking.get("/metrics").text)
        for text in ("I like Zanzibar.", "Where to?", "When?"):
            run = assistant.ask(text, "zanzibar-trip")
            run.wait()
        message_id = assistant.report(run).message_id
        assistant.replies.rate("zanzibar-trip", message_id, is_good=False)
        assistant.replies.rate("zanzibar-trip", message_id, is_good=False, reason="wrong year")
        assert asking.get("/api/sessions/zanzibar-trip").status_code == 200
        assert asking.get("/api/sessions/other").status_code == 404
        assert asking.get("/api/nowhere/zanzibar").status_code == 404
        changed = asking.patch(
            "/api/sessions/zanzibar-trip", json={"title": "A"}, headers={"If-Match": '"old"'}
        )
        assert changed.status_code == 412
        told = asking.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=")
    assert "zanzibar" not in told.text.lower()
    after = read(told.text)

    def more(name: str, **labels: str) -> float:
        key = name, tuple(sorted(labels.items()))
        return after.get(key, 0) - before.get(key, 0)

    insights = assistant.insights.of().figures
    engine = insights.spent[0].engine
    route = "/api/sessions/{session_id}"
    assert {
        "turns": more("tidemark_turns_total", engine=engine, outcome="finished"),
        "first pieces": more("tidemark_first_piece_seconds_count", engine=engine),
        "ends": more("tidemark_turn_seconds_count", engine=engine),
        "questions": more("tidemark_questions_total"),
        "sessions": more("tidemark_sessions_begun_total"),
        "read": more("tidemark_tokens_total", engine=engine, direction="input"),
        "without similar": more("tidemark_similar_questions_total", found="no"),
        "bad": more("tidemark_ratings_total", rating="bad"),
        "found": more("tidemark_requests_total", method="GET", route=route, status="200"),
        "missed": more("tidemark_requests_total", method="GET", route=route, status="404"),
        "nowhere": more("tidemark_requests_total", method="GET", route="unmatched", status="404"),
        "refused": more("tidemark_requests_total", method="PATCH", route=route, status="412"),
        "timed": more("tidemark_request_seconds_count", method="GET", route=route),
    } == {
        "turns": 3,
        "first pieces": 3,
        "ends": 3,
        "questions": insights.totals.turns,
        "sessions": insights.totals.sessions,
        "read": sum(each.input_tokens for each in insights.spent),
        "without similar": 3,
        "bad": 1,
        "found": 1,
        "missed": 1,
        "nowhere": 1,
        "refused": 1,
        "timed": 2,
    }
    assert after["tidemark_runs_live", (("kind", "turn"),)] == 0
    assert after["tidemark_database_connections", (("state", "most"),)] > 0
    assert after["process_resident_memory_bytes", ()] > 0


def test_where_people_log_in_a_key_for_the_meters_reads_them_and_nothing_else(
    assistant: Assistant,
) -> None:
    def key(*scopes: KeyScope) -> dict[str, str]:
        made = assistant.api_keys.create("watch", scopes)
        return {"Authorization": f"Bearer {made.secret}"}

    with client(assistant, Site(login="keys")) as asking:
        watching = key("metrics")
        given = [{}, key("read", "write", "act-as"), key("admin"), watching]
        statuses = [asking.get("/metrics", headers=each).status_code for each in given]
        refused = [
            asking.get("/api/sessions", headers=watching).status_code,
            asking.post("/api/sessions", headers=watching, json={}).status_code,
            asking.get("/api/keys", headers=watching).status_code,
        ]
    assert (statuses, refused) == ([401, 403, 200, 200], [403, 403, 403])
