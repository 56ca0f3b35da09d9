"""The API in a process of its own: beside the page on one port, and what ``make serve`` serves."""

import itertools
import json
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi.testclient import TestClient

import api
from tests.browser.served import ROOT, serve
from tests.warnings_as_errors import PYTHON

SOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


def status(url: str, method: str, path: str, headers: Mapping[str, str]) -> int:
    """Send a request with just these headers, as no browser would let a page do."""
    at = urlsplit(url)
    given = {"Host": at.netloc, "Content-Length": "0", **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {given[name]}" for name in given), "", ""]
    with socket.create_connection(("127.0.0.1", at.port or 0), timeout=20) as connection:
        connection.sendall("\r\n".join(lines).encode())
        return int(connection.recv(64).split()[1])


def check_log(file: Path, run_id: str) -> None:
    log = file.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    told = [(each["method"], each["route"], each["status"]) for each in lines if "route" in each]
    assert told[:2] == [("GET", "/healthz", 200), ("POST", "/api/runs", 202)]
    assert ("GET", "/api/runs/{run_id}/events", 200) in told
    assert [each for each in (run_id, "secret-door") if each in log] == []


@pytest.mark.slow
def test_page_and_api_share_one_port_and_a_stream_comes_piece_by_piece(tmp_path: Path) -> None:
    slow = {"text": "One two three four five six", "pause_s": 0.3}
    served = serve(tmp_path, {"replies": [slow]}, ENGINE="scripted", LOG_FORMAT="json")
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
            assert client.get("/readyz").json()["status"] in ("ok", "loading")
            assert client.get("/api/sessions", headers={"Host": "evil.example"}).status_code == 403
        evil = {"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}
        for path in ("/", "/_stcore/stream", "/_stcore/health", "/media/x", "/vendored/x", "/api"):
            assert [status(served.url, "GET", path, each) for each in evil] == [403] * 3, path
        upload = "/_stcore/upload_file/s/f"
        assert [status(served.url, "PUT", upload, each) for each in evil] == [403] * 3
        assert [status(served.url, "DELETE", upload, each) for each in evil] == [403] * 3
        assert [status(served.url, "GET", "/_stcore/stream", SOCKET | e) for e in evil] == [403] * 3
        assert status(served.url, "GET", "/_stcore/stream", SOCKET) == 101
        assert status(served.url, "GET", "/live/secret-door-of-a-tab/1", {}) == 404
    finally:
        served.stop()
    check_log(tmp_path / "server.log", begun["run_id"])


def test_the_api_by_itself_answers_before_a_database_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'api.db'}")
    with TestClient(api.app, base_url="http://127.0.0.1", client=("::1", 50_000)) as client:
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/openapi.json").json()["info"]["title"] == "Tidemark"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "face", "needed"),
    [
        (("uvicorn", "api:app", "--app-dir", str(ROOT), "--host"), "API", "keys"),
        (("streamlit", "run", str(ROOT / "app.py"), "--server.address"), "page", "oidc"),
    ],
)
def test_neither_face_starts_where_others_could_ask_without_a_log_in(
    tmp_path: Path, command: tuple[str, ...], face: str, needed: str
) -> None:
    started = subprocess.run(
        [*PYTHON, "-m", *command, "0.0.0.0"],  # noqa: S104 - what must not be
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert started.returncode != 0
    said = f"Refused to serve the {face} at '0.0.0.0': whoever reaches it there would read"
    assert said in started.stderr + started.stdout
    assert f"Set LOGIN={needed} in .env" in started.stderr + started.stdout


@pytest.mark.slow
@pytest.mark.parametrize("program", ["api", "app"])
@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("RATE_LIMIT_STORAGE", "nowhere://", "cannot be used (unknown storage scheme"),
        ("SESSION_FILES", "/proc/x", "no file can be written in '/proc/x'"),
    ],
)
def test_a_server_that_cannot_work_as_set_says_so_in_one_sentence(
    tmp_path: Path, program: str, name: str, value: str, why: str
) -> None:
    told = subprocess.run(
        [*PYTHON, "-c", f"import {program}"],
        cwd=ROOT,
        env={"DATABASE_URL": f"sqlite:///{tmp_path / 'none.db'}", name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert f"{name}: {why}" in told.stderr.strip().splitlines()[-1]
