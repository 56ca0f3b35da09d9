"""Sessions over HTTP: pages, changes, trash; and nothing of one user for another."""

import datetime as dt
import itertools
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from assistant import Assistant
from tests.api.conftest import HERE
from tests.conversing import on_each_database
from tidemark.api import application
from tidemark.engines.scripted import ScriptedEngine
from tidemark.settings import Settings

OTHER = {"X-User-ID": "else@example.com"}


def say(client: TestClient, text: str, session_id: str) -> None:
    client.post("/api/turns", json={"text": text, "session_id": session_id}).raise_for_status()


def pages(
    client: TestClient, path: str, name: str, between: Callable[[], object], **given: object
) -> list[str]:
    """Return what a list names, two entries a page; ``between`` is called after each page."""
    found, cursor = [], ""
    while True:
        asked: Any = {"limit": 2, "cursor": cursor, **given}
        page = client.get(path, params=asked).raise_for_status().json()
        found += [each[name] for each in page["items"]]
        between()
        if not (cursor := page["next"]):
            return found


@on_each_database
def test_a_list_that_changes_between_its_pages_shows_each_entry_once(client: TestClient) -> None:
    for number in range(6):
        say(client, f"Talk {number}", f"s{number}")
        pasted = {"name": f"n{number}", "text": f"Text {number}"}
        client.post("/api/sources/text", json=pasted).raise_for_status()
    client.patch("/api/sessions/s0", json={"is_pinned": True})
    new = itertools.count(6)

    def change() -> None:
        """Use the last chat again, begin another, and remove the last of the page before."""
        number = next(new)
        say(client, "More", "s5")
        say(client, "Another talk", f"s{number}")
        pasted = {"name": f"n{number}", "text": f"Text {number}"}
        client.post("/api/sources/text", json=pasted).raise_for_status()

    listed = pages(client, "/api/sessions", "session_id", change)
    assert listed == ["s0", "s5", "s4", "s3", "s2", "s1"]
    known = client.get("/api/sessions").json()["items"]
    by_age = sorted((each["session_id"] for each in known), key=lambda name: -int(name[1:]))
    assert pages(client, "/api/sessions", "session_id", change, order="created") == by_age
    found = pages(client, "/api/sources", "name", change)
    assert [each for each in found if int(each[1:]) < 6] == ["n5", "n4", "n3", "n2", "n1", "n0"]
    assert len(found) == len(set(found))
    _documents_and_notebooks_are_paged(client)
    for number in range(5):
        client.delete(f"/api/sessions/s{number}")
    trashed = ["s4", "s3", "s2", "s1", "s0"]

    def restore() -> None:
        client.post("/api/sessions/s3/restore")

    assert pages(client, "/api/sessions", "session_id", restore, trashed=True) == trashed


def _documents_and_notebooks_are_paged(client: TestClient) -> None:
    """Those of a session come first, those that others share last, however they change."""

    def made(
        path: str, name: str, key: str, headers: dict[str, str] | None = None, **more: str
    ) -> str:
        sent = client.post(path, json={"name": name, **more}, headers=headers)
        return str(sent.raise_for_status().json()[key])

    docs = "/api/documents"
    theirs = made(docs, "theirs", "document_key", OTHER)
    share = f"{docs}/{theirs}/shares/local"
    client.put(share, json={"access": "reader"}, headers=OTHER).raise_for_status()
    made(docs, "of s1", "document_key", session_id="s1")
    keys = {name: made(docs, name, "document_key") for name in ("first", "second", "third")}

    def change() -> None:
        """Change the document that was last, which then is on the first page."""
        patch = {"patch": [{"op": "add", "path": "/x", "value": 1}]}
        client.patch(f"{docs}/{keys['third']}", json=patch).raise_for_status()

    listed = pages(client, docs, "name", change, session_id="s1")
    assert listed == ["of s1", "third", "second", "first", "theirs"]
    by_age = ["third", "second", "first", "of s1", "theirs"]
    assert pages(client, docs, "name", change) == by_age
    keys["third"] = keys["first"]
    assert pages(client, docs, "name", change, order="created") == by_age
    for number in range(4):
        made("/api/notebooks", f"N{number}", "notebook_id")
    new = itertools.count(4)

    def begin() -> None:
        made("/api/notebooks", f"N{next(new)}", "notebook_id")

    listed = pages(client, "/api/notebooks", "name", begin)
    assert listed == ["N3", "N2", "N1", "N0", "General"]
    known = [each["name"] for each in client.get("/api/notebooks").json()["items"]]
    assert pages(client, "/api/notebooks", "name", begin, order="created") == known


@pytest.mark.parametrize("wrong", ["no cursor", "Nw", "%00", "A" * 501, "WzEsMiwzXQ", "bnVsbA"])
@pytest.mark.parametrize(
    "path",
    [
        "/api/sessions",
        "/api/sources",
        "/api/documents",
        "/api/notebooks",
        "/api/trash/sources",
        "/api/trash/documents",
        "/api/shared",
    ],
)
def test_what_no_page_gave_is_no_cursor(client: TestClient, path: str, wrong: str) -> None:
    answered = client.get(path, params={"cursor": wrong})
    if (path, wrong) == ("/api/sources", "Nw"):  # it is one there: 7
        assert answered.json() == {"items": [], "next": ""}
    else:
        assert answered.status_code == 422


@on_each_database
def test_what_was_read_is_told_apart_from_what_it_became(client: TestClient) -> None:
    say(client, "The boat is called Ada.", "boats")
    read = client.get("/api/sessions/boats")
    tag = {"If-None-Match": read.headers["etag"]}
    again = client.get("/api/sessions/boats", headers=tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (
        304,
        b"",
        read.headers["etag"],
    )
    expecting = {"If-Match": read.headers["etag"]}
    renamed = client.patch("/api/sessions/boats", json={"title": "Our boat"}, headers=expecting)
    assert renamed.status_code == 200
    assert client.get("/api/sessions/boats", headers=tag).json() == renamed.json()
    late = [
        client.patch("/api/sessions/boats", json={"title": "Their boat"}, headers=expecting),
        client.delete("/api/sessions/boats", headers=expecting),
    ]
    assert [(each.status_code, each.json()["code"]) for each in late] == [
        (412, "ChangedMeanwhile")
    ] * 2
    assert client.get("/api/sessions/boats").json()["title"] == "Our boat"
    absent = client.patch("/api/sessions/none", json={"title": "Boat"}, headers=expecting)
    assert absent.status_code == 404
    assert client.delete("/api/sessions/boats", headers={"If-Match": "*"}).status_code == 204


@on_each_database
def test_of_two_that_change_at_once_what_they_read_one_is_refused(
    client: TestClient, settings: Callable[..., Settings]
) -> None:
    say(client, "The boat is called Ada.", "boats")
    where = "/api/sessions/boats"

    def rename(through: TestClient, title: str) -> int:
        renamed = through.patch(where, json={"title": title}, headers=expecting)
        return int(renamed.status_code)

    with ExitStack() as open_, ThreadPoolExecutor(4) as all_four:
        second = open_.enter_context(closing(Assistant(settings(), engine=ScriptedEngine())))
        other = TestClient(
            application.create(lambda: second), base_url="http://localhost", client=HERE
        )
        clients = [client, client, open_.enter_context(other), other]  # another process' API
        for number in range(10):
            expecting = {"If-Match": client.get(where).headers["etag"]}
            told = all_four.map(rename, clients, [f"Boat {number}.{each}" for each in range(4)])
            assert sorted(told) == [200, 412, 412, 412]


def test_a_cleared_session_restored_from_the_trash_replaces_the_empty_one(
    client: TestClient,
) -> None:
    say(client, "The boat is called Ada.", "boats")
    empty = client.post("/api/sessions/boats/clear").json()["session_id"]
    assert client.post("/api/sessions/boats/restore").json()["session_id"] == "boats"
    listed = client.get("/api/sessions").json()["items"]
    assert [each["session_id"] for each in listed] == ["boats"]
    assert client.get(f"/api/sessions/{empty}").json()["code"] == "SessionTrashed"


@on_each_database
def test_a_session_is_changed_trashed_and_restored(client: TestClient) -> None:
    say(client, "The boat is called Ada.", "boats")
    changed = client.patch("/api/sessions/boats", json={"title": "Our boat", "is_pinned": True})
    assert (changed.json()["title"], changed.json()["is_pinned"]) == ("Our boat", True)
    kept = client.patch("/api/sessions/boats", json={"retention_days": 7}).json()
    last_use, end = map(
        dt.datetime.fromisoformat, (kept["updated_at"], kept["retention"]["expires_at"])
    )
    assert (kept["retention"]["decided_by"], end - last_use) == ("session", dt.timedelta(days=7))
    client.patch("/api/sessions/boats", json={"is_archived": True})
    assert client.get("/api/sessions/boats").json()["retention"] == kept["retention"]
    client.patch("/api/sessions/boats", json={"retention_days": None})
    plain = {"days": 0, "decided_by": "deployment", "expires_at": None}
    assert client.get("/api/sessions/boats").json()["retention"] == plain
    assert client.get("/api/sessions").json()["items"] == []
    assert len(client.get("/api/sessions", params={"archived": True}).json()["items"]) == 1
    assert client.delete("/api/sessions/boats").status_code == 204
    assert client.get("/api/sessions/boats").json()["code"] == "SessionTrashed"
    assert client.post("/api/sessions/boats/restore").json()["title"] == "Our boat"
    assert client.get("/api/sessions/boats/context").json()["active"] > 0
    view = client.get("/api/sessions/boats/view", params={"question": "What is she called?"})
    assert "Ada" in "".join(piece["text"] for piece in view.json()["pieces"])
    assert client.get("/api/search", params={"text": "Ada"}).json()
    exported = client.get("/api/sessions/boats/export")
    assert "The boat is called Ada." in exported.text
    assert client.delete("/api/sessions/boats", params={"forever": True}).status_code == 204
    assert client.get("/api/sessions/boats").status_code == 404


def _taken(
    body: dict[str, object], operation: dict[str, Any], described: dict[str, Any]
) -> dict[str, object]:
    """Return the fields of ``body`` that an operation takes."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    reference = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    fields = described["components"]["schemas"].get(reference, {}).get("properties", body)
    return {name: value for name, value in body.items() if name in fields}


@on_each_database
def test_no_path_shows_or_changes_what_is_another_users(
    client: TestClient, assistant: Assistant
) -> None:
    say(client, "The word is marmalade.", "secret")
    client.post("/api/profile", json={"text": "Eats marmalade"}).raise_for_status()
    text = {"name": "jam", "text": "# Jam\n\nMarmalade is made of oranges."}
    client.post("/api/sources/text", json=text).raise_for_status()
    made = client.post("/api/documents", json={"name": "list", "content": {"is": "marmalade"}})
    run_id = client.post("/api/runs", json={"text": "marmalade", "session_id": "secret"}).json()
    known = {
        "session_id": "secret",
        "conversation_id": "secret",
        "document_key": made.json()["document_key"],
        "name": "jam",
        "table": "jam",
        "page": 1,
        "number": 1,
        "summary_id": 1,
        "source_key": 1,
        "run_id": run_id["run_id"],
        "model": "no-such-model",  # models belong to nobody
        "entry_id": 1,
        "message_id": 1,
        "fold_id": 1,
        "person": "somebody",
        "share_key": 1,
        "key_id": assistant.api_keys.create("marmalade").key.key_id,
    }
    tried = 0
    app = client.app
    assert isinstance(app, FastAPI)
    described = app.openapi()
    for path, methods in described["paths"].items():
        if not (names := re.findall(r"{(\w+)}", path)):
            continue
        if "user_id" in names:  # where nobody logs in, whoever names a user is that user
            continue
        for method, operation in methods.items():
            tried += 1
            where = path.format(**{name: known[name] for name in names})
            params: dict[str, str | int] = {
                "question": "marmalade",
                "text": "x",
                "version": 1,
                "position": 0,
            }
            params |= {"from_version": 1, "to_version": 1, "kind": "key_facts"}
            body: dict[str, object] = {"name": "x", "text": "x", "branch": "x", "access": "reader"}
            body |= {"content": {}, "patch": [], "to": "General", "position": 0, "is_pinned": True}
            body |= {"question_id": 1, "without": {}, "kind": "key_facts", "is_good": True}
            found = client.request(
                method,
                where,
                params=params,
                headers=OTHER,
                json=None if method == "get" else _taken(body, operation, described),
            )
            assert found.status_code == 404, (method, path, found.text)
            assert "marmalade" not in found.text.lower()
    assert tried > 30
    for path in ("sessions", "profile", "sources", "documents", "notebooks", "insights", "keys"):
        assert "marmalade" not in client.get(f"/api/{path}", headers=OTHER).text.lower()
    for path in ("search", "sources/search"):
        asked = {"text": "marmalade", "question": "marmalade"}
        assert "oranges" not in client.get(f"/api/{path}", params=asked, headers=OTHER).text
    assert client.get("/api/sessions/secret").status_code == 200


def test_a_user_and_a_notebook_are_named_by_what_can_be_a_name(client: TestClient) -> None:
    wrong = client.get("/api/sessions", headers={"X-User-ID": "../etc"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "InvalidUser")
    missing = client.get("/api/sessions", params={"notebook": "Boats"})
    assert (missing.status_code, missing.json()["code"]) == (404, "NotebookNotFound")
    client.post("/api/notebooks", json={"name": "Boats"}).raise_for_status()
    client.post("/api/turns", params={"notebook": "Boats"}, json={"text": "Ada is a boat."})
    assert client.get("/api/sessions").json()["items"] == []
    assert (
        client.get("/api/notebook/contents", params={"notebook": "Boats"}).json()["sessions"] == 1
    )


def test_a_session_is_moved_copied_and_cleared(client: TestClient) -> None:
    client.post("/api/notebooks", json={"name": "Boats"}).raise_for_status()
    asked = {"text": "Ada is a boat.", "session_id": "ada"}
    client.post("/api/turns", json=asked).raise_for_status()
    there = {"notebook": "Boats"}

    copied = client.post("/api/sessions/ada/copy", json={"to": "Boats"})
    assert (copied.status_code, copied.json()["message_count"]) == (201, 2)
    cleared = client.post("/api/sessions/ada/clear")
    assert (cleared.status_code, cleared.json()["title"]) == (201, "Ada is a boat")
    assert cleared.json()["message_count"] == 0
    client.post("/api/sessions/ada/restore").raise_for_status()
    assert client.post("/api/sessions/ada/move", json={"to": "boats"}).status_code == 204
    assert client.get("/api/sessions/ada").status_code == 404
    assert client.get("/api/sessions/ada", params=there).json()["message_count"] == 2
    nowhere = client.post("/api/sessions/ada/move", params=there, json={"to": "Nowhere"})
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "NotebookNotFound")
