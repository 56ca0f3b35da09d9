"""Imports, exports, settings, and edits of what is remembered, over HTTP."""

import io
import json
import zipfile

from fastapi.testclient import TestClient

from tests.api.speaking import Script
from tests.conversing import on_each_database

CHATS = "\n".join(
    json.dumps({"role": role, "content": said})
    for role, said in (("user", "The boat is called Ada."), ("assistant", "Noted."))
)


def say(client: TestClient, text: str, session_id: str) -> None:
    client.post("/api/turns", json={"text": text, "session_id": session_id}).raise_for_status()


@on_each_database
def test_chats_and_notebooks_go_out_and_come_back(client: TestClient) -> None:
    file = {"file": ("boats.jsonl", CHATS.encode())}
    preview = client.post("/api/chats/import/preview", files=file).json()
    assert [(each["messages"], each["status"]) for each in preview["conversations"]] == [(2, "new")]
    report = client.post("/api/chats/import", files=file)
    assert report.status_code == 201
    (stored,) = report.json()["conversations"]
    assert stored["imported"]["stored"] == 2
    again = client.post("/api/chats/import/preview", files=file).json()
    assert again["conversations"][0]["status"] == "here"
    broken = client.post("/api/chats/import", files={"file": ("x.json", b"{")})
    assert (broken.status_code, broken.json()["code"]) == (422, "UnreadableTranscript")

    chats = client.get("/api/chats/export")
    assert chats.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(chats.content)) as packed:
        assert any("boat is called Ada" in packed.read(name).decode() for name in packed.namelist())
    text = {"name": "rules", "text": "# Rules\n\nA lost key costs 15 euros."}
    client.post("/api/sources/text", json=text).raise_for_status()
    notebook = client.get("/api/notebook/export").content
    made = client.post(
        "/api/notebooks/import", files={"file": ("n.zip", notebook)}, data={"name": "Copy"}
    )
    assert (made.status_code, made.json()["name"]) == (201, "Copy")
    held = client.get("/api/notebook/contents", params={"notebook": "Copy"}).json()
    assert (held["sessions"], held["sources"]) == (1, 1)


def test_chats_of_one_notebook_are_exported_and_all_of_a_person_with_their_data(
    client: TestClient,
) -> None:
    client.post("/api/notebooks", json={"name": "Garden"}).raise_for_status()
    garden = {"notebook": "Garden"}
    say(client, "The boat is called Ada.", "boats")
    planted = {"text": "The rose is red.", "session_id": "roses"}
    client.post("/api/turns", json=planted, params=garden).raise_for_status()

    def exported(path: str, params: dict[str, str]) -> str:
        found = client.get(path, params=params)
        found.raise_for_status()
        with zipfile.ZipFile(io.BytesIO(found.content)) as packed:
            return "".join(packed.read(name).decode() for name in packed.namelist())

    said = ("boat is called Ada", "rose is red")
    for path, params, holds in (
        ("/api/chats/export", {}, (True, False)),
        ("/api/chats/export", garden, (False, True)),
        ("/api/users/local/export", {}, (True, True)),
    ):
        told = exported(path, params)
        assert tuple(each in told for each in said) == holds


@on_each_database
def test_settings_are_chosen_and_a_wrong_one_changes_none(client: TestClient) -> None:
    before = client.get("/api/settings").json()
    changed = client.patch("/api/settings", json={"budget": 2000, "across": False}).json()
    assert (changed["budget"], changed["chosen"]["across"]) == (2000, False)
    wrong = client.patch("/api/settings", json={"budget": 3000, "colour": "red"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "UnknownPreference")
    assert client.get("/api/settings").json() == changed
    assert client.get("/api/settings", headers={"X-User-ID": "ada"}).json() == before
    reset = client.patch("/api/settings", json={"budget": None, "across": None}).json()
    assert reset == before


@on_each_database
def test_what_is_remembered_of_a_session_is_folded_edited_and_checked(
    client: TestClient, script: Script
) -> None:
    script.plays("Noted.", "Noted again.")
    for said in ("The trip begins on 3 May.", "We sleep in Porto."):
        say(client, said, "trip")
    folded = client.post("/api/sessions/trip/fold")
    assert folded.status_code == 200
    assert folded.json()["covered_messages"] > 0
    where, fact = "/api/sessions/trip/items", {"kind": "key_facts", "text": "The tent is green"}
    assert client.post(where, json=fact).status_code == 204
    assert client.patch(where, json={**fact, "words": "The tent is blue"}).status_code == 204
    assert "The tent is blue" in client.get("/api/sessions/trip/summaries").text
    gone = {"kind": "key_facts", "text": "The tent is blue"}
    assert client.delete(where, params=gone).status_code == 204
    assert "The tent is blue" not in client.get("/api/sessions/trip/summaries").text
    assert client.get("/api/sessions/trip/recall-check", params={"most": 5}).json()["facts"] > 0
    reply = client.get("/api/sessions/trip/messages").json()[-1]
    rating = f"/api/sessions/trip/messages/{reply['id']}/rating"
    assert client.put(rating, json={"is_good": True}).json()["is_good"]
    assert client.delete(rating).status_code == 204
    pinned = client.patch(f"/api/sessions/trip/messages/{reply['id']}", json={"is_pinned": True})
    assert pinned.status_code == 204
    client.delete("/api/sessions/trip").raise_for_status()
    trashed = client.get("/api/sessions", params={"trashed": True}).json()["items"]
    assert [each["session_id"] for each in trashed] == ["trip"]
