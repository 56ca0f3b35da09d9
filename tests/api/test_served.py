"""The API in a process of its own: beside the page on one port, and what ``make serve`` serves."""

import itertools
import json
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

import api
from tests.browser.served import serve


@pytest.mark.slow
def test_page_and_api_share_one_port_and_a_stream_comes_piece_by_piece(tmp_path: Path) -> None:
    slow = {"text": "One two three four five six", "pause_s": 0.3}
    served = serve(tmp_path, {"replies": [slow]}, ENGINE="scripted")
    try:
        with httpx.Client(base_url=served.url, timeout=20) as client:
            assert "<html" in client.get("/").text
            assert client.get("/healthz").json() == {"status": "ok"}
            begun = client.post("/api/runs", json={"text": "Count"}).json()
            where = f"/api/runs/{begun['run_id']}/events"
            with client.stream("GET", where) as stream:
                lines = stream.iter_lines()
                pieces = (line for line in lines if line.startswith("data") and '"text"' in line)
                first = json.loads(next(pieces).removeprefix("data: "))
                assert client.get(f"/api/runs/{begun['run_id']}").json()["is_live"]
                rest = [json.loads(each.removeprefix("data: ")) for each in pieces]
            said = "".join(each["text"] for each in itertools.chain([first], rest))
            assert said.strip() == slow["text"]
            assert client.get("/readyz").json() == {"status": "ok"}
            assert client.get("/api/sessions", headers={"Host": "evil.example"}).status_code == 403
    finally:
        served.stop()


def test_the_api_by_itself_answers_before_a_database_is_opened() -> None:
    with TestClient(api.app, base_url="http://127.0.0.1", client=("::1", 50_000)) as client:
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/openapi.json").json()["info"]["title"] == "Tidemark"
