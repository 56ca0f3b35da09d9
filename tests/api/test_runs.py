"""Turns over HTTP: whole, as a stream that can be come back to, stopped, and kept nowhere."""

import json
import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tests.api.speaking import Script
from tests.conversing import on_each_database
from tests.timing import SOON_S
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable


def events(text: str) -> list[tuple[int, str, Any]]:
    """Read a stream of server-sent events: number, name and data of each."""
    found = []
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return found


@on_each_database
def test_a_message_is_answered_whole(client: TestClient, script: Script) -> None:
    script.plays("Noted: 3 May.")
    told = client.post("/api/turns", json={"text": "The trip begins on 3 May."}).json()
    assert told["reply"] == "Noted: 3 May."
    messages = client.get(f"/api/sessions/{told['session_id']}/messages").json()
    assert [each["content"] for each in messages] == ["The trip begins on 3 May.", "Noted: 3 May."]


@pytest.mark.parametrize("path", ["/api/turns", "/api/runs"])
def test_an_engine_that_is_not_there_is_refused_before_anything_is_stored(
    client: TestClient, assistant: Assistant, path: str
) -> None:
    found = client.post(path, json={"text": "Hello", "engine": "nope"})
    told = "engine cannot be 'nope': choose one of builtin."
    assert (found.status_code, found.json()["detail"]) == (422, told)
    assert not assistant.sessions.recent()
    assert client.post(path, json={"text": "Hello", "engine": "builtin"}).status_code < 300


def test_a_reader_that_comes_back_gets_the_rest_and_a_second_one_the_same(
    client: TestClient, script: Script
) -> None:
    script.plays("Seven hills, says everybody.")
    begun = client.post("/api/runs", json={"text": "How many hills has Lisbon?"})
    assert begun.status_code == 202
    where = f"{begun.headers['location']}/events"
    whole = events(client.get(where).text)
    assert [number for number, _, _ in whole] == list(range(1, len(whole) + 1))
    said = "".join(data["text"] for _, name, data in whole if name == "piece")
    assert said == "Seven hills, says everybody."
    assert whole[-1][1] == "finished"
    for at in (0, 3, len(whole) - 1):
        rest = client.get(where, headers={"Last-Event-ID": str(at)})
        assert events(rest.text) == whole[at:]
    report = client.get(begun.headers["location"]).json()
    assert (report["is_live"], report["text"]) == (False, said)


def test_a_stream_may_be_the_response_itself(client: TestClient, script: Script) -> None:
    script.plays("Hello.")
    accept = {"Accept": "text/event-stream"}
    found = client.post("/api/runs", json={"text": "Hi", "use_memory": False}, headers=accept)
    assert found.headers["content-type"].startswith("text/event-stream")
    names = [name for _, name, _ in events(found.text)]
    assert (names[0], names[-1]) == ("step.started", "finished")
    assert client.get("/api/sessions").json()["items"] == []


def test_a_stream_names_its_run_and_session_so_that_it_can_go_on(
    client: TestClient, script: Script
) -> None:
    script.plays("Seven hills.", "Yes.")
    accept = {"Accept": "text/event-stream"}
    found = client.post("/api/runs", json={"text": "How many hills has Lisbon?"}, headers=accept)
    report = client.get(found.headers["Location"]).json()
    assert report["session_id"] == found.headers["X-Session-ID"]
    rest = client.get(f"{found.headers['Location']}/events", headers={"Last-Event-ID": "3"})
    assert events(rest.text) == events(found.text)[3:]
    more = {"text": "Really?", "session_id": found.headers["X-Session-ID"]}
    plain = client.post("/api/runs", json=more)
    assert plain.headers["X-Session-ID"] == found.headers["X-Session-ID"]
    client.get(f"{plain.headers['Location']}/events")
    (session,) = client.get("/api/sessions").json()["items"]
    assert session["message_count"] == 4


def test_a_stream_of_a_turn_that_stores_nothing_names_nothing(client: TestClient) -> None:
    accept = {"Accept": "text/event-stream"}
    found = client.post("/api/runs", json={"text": "Hi", "use_memory": False}, headers=accept)
    assert not {"x-session-id", "location"} & set(found.headers)


def test_stop_ends_a_run_within_a_second_and_it_can_be_retried(
    client: TestClient, script: Script
) -> None:
    script.plays(ScriptedLine("One two three four", pause_s=60), "Again.")
    begun = client.post("/api/runs", json={"text": "Count"}).json()
    run = f"/api/runs/{begun['run_id']}"
    assert script.has_begun.wait(60)  # else the retry would have its pauses
    began = time.monotonic()
    assert client.delete(run).status_code == 204
    assert events(client.get(f"{run}/events").text)[-1][1] == "stopped"
    assert time.monotonic() - began < SOON_S
    again = client.post(f"/api/sessions/{begun['session_id']}/retry").json()
    assert events(client.get(f"/api/runs/{again['run_id']}/events").text)[-1][1] == "finished"
    nothing = client.post(f"/api/sessions/{begun['session_id']}/retry")
    assert (nothing.status_code, nothing.json()["code"]) == (409, "NothingToRetry")


def test_a_turn_that_fails_says_why_and_keeps_the_message(
    client: TestClient, script: Script
) -> None:
    script.plays(ScriptedLine("", fails=EngineUnreachable("A service", "refused")))
    failed = client.post("/api/turns", json={"text": "Hi", "session_id": "talk"})
    assert (failed.status_code, failed.json()["code"]) == (502, "TurnFailed")
    (kept,) = client.get("/api/sessions/talk/messages").json()
    assert kept["content"] == "Hi"


@pytest.mark.parametrize("user", ["else@example.com", "local"])
def test_a_run_is_found_by_its_user_alone(client: TestClient, user: str) -> None:
    run_id = client.post("/api/runs", json={"text": "Hi"}).json()["run_id"]
    found = client.get(f"/api/runs/{run_id}", headers={"X-User-ID": user})
    assert found.status_code == (200 if user == "local" else 404)


def test_words_of_a_deleted_session_are_in_no_run(client: TestClient, assistant: Assistant) -> None:
    begun = client.post("/api/runs", json={"text": "A secret"}).json()
    client.get(f"/api/runs/{begun['run_id']}/events")
    client.delete(f"/api/sessions/{begun['session_id']}", params={"forever": True})
    assert client.get(f"/api/runs/{begun['run_id']}").status_code == 404
