"""Sharing sessions and notebooks with named people, as readers and as editors."""

import pytest
from fastapi.testclient import TestClient

from tests.api.speaking import Script
from tests.conversing import on_each_database
from tidemark.engines.scripted import ScriptedLine

ADA, BOB, EVE = ({"X-User-ID": name} for name in ("ada", "bob", "eve"))
JAM = "marmalade"  # what Ada says elsewhere, and shares with nobody


def told(client: TestClient, text: str, session_id: str, **given: str) -> None:
    asked = {"text": text, "session_id": session_id}
    client.post("/api/turns", json=asked, headers=ADA, params=given).raise_for_status()


def share(client: TestClient, path: str, access: str, person: str = "bob", **given: str) -> int:
    """Share something of Ada's; return the number under which the other finds it."""
    put = client.put(f"{path}/shares/{person}", json={"access": access}, headers=ADA, params=given)
    assert put.status_code == 204, put.text
    (found, *_) = client.get("/api/shared", headers={"X-User-ID": person}).json()["items"]
    return int(found["share_key"])


@pytest.fixture
def ada(client: TestClient) -> None:
    """Let Ada have a trip to share, and things that she does not."""
    told(client, "We sail to Texel in May.", "trip")
    told(client, f"The safe is behind the {JAM}.", "private")
    entry = {"text": f"Is allergic to {JAM}"}
    client.post("/api/profile", json=entry, headers=ADA).raise_for_status()
    source = {"name": "notes", "text": f"# Texel\n\nThe boat to Texel is painted {JAM}."}
    client.post("/api/sources/text", json=source, headers=ADA).raise_for_status()
    document = {"name": "list", "content": {"Texel": JAM}}
    client.post("/api/documents", json=document, headers=ADA).raise_for_status()


@on_each_database
@pytest.mark.usefixtures("ada")
def test_a_reader_reads_one_session_and_changes_nothing(client: TestClient) -> None:
    key = share(client, "/api/sessions/trip", "reader")
    shared = f"/api/shared/{key}"
    (listed,) = client.get("/api/shared", headers=BOB).json()["items"]
    assert (listed["kind"], listed["owner"], listed["access"]) == ("session", "ada", "reader")

    said = client.get(f"{shared}/messages", headers=BOB).json()
    assert [(each["author"], each["content"]) for each in said] == [
        ("ada", "We sail to Texel in May."),
        ("", "Understood."),
    ]
    (only,) = client.get(f"{shared}/sessions", headers=BOB).json()["items"]
    assert only["session_id"] == "trip"
    assert "## ada\n\nWe sail" in client.get(f"{shared}/export", headers=BOB).text
    assert client.get(f"{shared}/summaries", headers=BOB).json() == []
    refused = client.post(f"{shared}/runs", json={"text": "And back?"}, headers=BOB)
    assert (refused.status_code, refused.json()["code"]) == (403, "ShareReadOnly")
    for other in (
        client.get(f"{shared}/messages", headers=EVE),
        client.delete(shared, headers=EVE),
        client.get(f"{shared}/messages", params={"session": "private"}, headers=EVE),
        client.get("/api/sessions/trip", headers=BOB),
        client.get("/api/sessions/trip/shares", headers=BOB),
    ):
        assert other.status_code == 404
    beside = client.get(f"{shared}/messages", params={"session": "private"}, headers=BOB)
    assert JAM not in beside.text
    assert len(client.get("/api/sessions/trip/messages", headers=ADA).json()) == 2


@on_each_database
@pytest.mark.usefixtures("ada")
def test_an_editor_writes_in_it_and_the_turn_reads_that_session_alone(
    client: TestClient, script: Script
) -> None:
    key = share(client, "/api/sessions/trip", "editor")
    shared = f"/api/shared/{key}"
    script.plays("By the early boat.")
    words = f"Where is the safe, what is behind the {JAM[:4]}, and is the boat to Texel painted?"
    begun = client.post(f"{shared}/runs", json={"text": words}, headers=BOB)
    assert begun.status_code == 202, begun.text
    events = client.get(f"{begun.headers['location']}/events", headers=BOB).text
    assert "event: finished" in events
    assert "event: recalled" not in events
    assert JAM not in events
    assert JAM not in script.read[-1]
    assert "We sail to Texel" in script.read[-1]

    asked, answered = client.get("/api/sessions/trip/messages", headers=ADA).json()[2:]
    assert (asked["content"], asked["metadata"]["author"]) == (words, "bob")
    assert answered["content"] == "By the early boat."
    authors = [each["author"] for each in client.get(f"{shared}/messages", headers=BOB).json()]
    assert authors == ["ada", "", "bob", ""]
    forget = client.post(f"{shared}/runs", json={"text": f"Forget {JAM}."}, headers=BOB)
    client.get(f"{forget.headers['location']}/events", headers=BOB)
    liked = client.post(f"{shared}/runs", json={"text": "I am allergic to nuts."}, headers=BOB)
    client.get(f"{liked.headers['location']}/events", headers=BOB)
    (entry,) = client.get("/api/profile", headers=ADA).json()
    assert JAM in entry["text"]
    assert client.get("/api/profile", headers=BOB).json() == []
    assert client.get("/api/sessions", headers=BOB).json()["items"] == []


@on_each_database
@pytest.mark.usefixtures("ada")
def test_what_is_withdrawn_or_deleted_is_gone_at_once(client: TestClient, script: Script) -> None:
    key = share(client, "/api/sessions/trip", "editor")
    shared = f"/api/shared/{key}"
    script.plays(ScriptedLine("One two three four five", pause_s=0.3))
    begun = client.post(f"{shared}/runs", json={"text": "Count"}, headers=BOB)
    where = f"{begun.headers['location']}/events"
    with client.stream("GET", where, headers=BOB) as stream:
        received = ""
        for line in stream.iter_lines():
            received += line
            if "event: piece" in line and "unshared" not in received:
                client.delete("/api/sessions/trip/shares/bob", headers=ADA).raise_for_status()
                received += "unshared"
    assert "finished" not in received
    for path in ("/messages", "/sessions", "/export"):
        assert client.get(shared + path, headers=BOB).status_code == 404
    assert client.get(where, headers=BOB).status_code == 404
    assert client.get("/api/shared", headers=BOB).json()["items"] == []

    key = share(client, "/api/sessions/private", "reader")
    client.delete("/api/sessions/private", headers=ADA).raise_for_status()
    assert client.get("/api/shared", headers=BOB).json()["items"] == []
    assert client.get(f"/api/shared/{key}/messages", headers=BOB).status_code == 404
    client.post("/api/sessions/private/restore", headers=ADA).raise_for_status()
    assert client.delete(f"/api/shared/{key}", headers=BOB).status_code == 204
    assert client.get("/api/sessions/private/shares", headers=ADA).json() == []


@on_each_database
def test_a_shared_notebook_shares_its_sessions_and_no_other_notebook(client: TestClient) -> None:
    for name in ("Boats", "Safes"):
        client.post("/api/notebooks", json={"name": name}, headers=ADA).raise_for_status()
    told(client, "The boat is called Ada.", "boat", notebook="Boats")
    told(client, f"It is {JAM}.", "safe", notebook="Safes")
    key = share(client, "/api/notebook", "editor", notebook="Boats")
    shared = f"/api/shared/{key}"

    (found,) = client.get(f"{shared}/sessions", headers=BOB).json()["items"]
    assert found["session_id"] == "boat"
    said = client.get(f"{shared}/messages", params={"session": "boat"}, headers=BOB).json()
    assert said[0]["content"] == "The boat is called Ada."
    for missing in ("safe", "nothing", ""):
        hidden = client.get(f"{shared}/messages", params={"session": missing}, headers=BOB)
        assert hidden.status_code in (404, 422)
    begun = client.post(
        f"{shared}/runs", json={"text": "And its crew?"}, params={"session": "boat"}, headers=BOB
    )
    assert begun.status_code == 202
    events = client.get(f"{begun.headers['location']}/events", headers=BOB)
    assert "event: finished" in events.text  # the run tells its session
    assert client.get(f"{shared}/runs/none", headers=BOB).status_code == 404
    assert client.get(f"{begun.headers['location']}/events", headers=EVE).status_code == 404
    assert (
        client.get("/api/notebook/shares", params={"notebook": "Boats"}, headers=ADA).json()[0][
            "user_id"
        ]
        == "bob"
    )
