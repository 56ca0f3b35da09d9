"""Documents over HTTP: each change names the version that it was made on."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.conversing import on_each_database

CATEGORY = {"patch": [{"op": "replace", "path": "/category", "value": "FRAGRANCE"}]}


def water(client: TestClient) -> str:
    """Create a record of WATER; return its path."""
    record = {"name": "water", "template": "toxicity_data_template", "content": {"inci": "WATER"}}
    made = client.post("/api/documents", json=record)
    assert made.status_code == 201
    return str(made.headers["location"])


@on_each_database
def test_a_document_is_changed_compared_merged_and_rolled_back(client: TestClient) -> None:
    where = water(client)
    first = client.get(where)
    assert (first.headers["etag"], first.json()["content"]["inci"]) == ('"1"', "WATER")
    on_first = {"If-Match": first.headers["etag"]}
    assert client.patch(where, json=CATEGORY, headers=on_first).json()["version"] == 2
    late = client.patch(where, json=CATEGORY, headers=on_first)
    assert (late.status_code, late.json()["code"]) == (412, "VersionConflict")
    broken = {"patch": [{"op": "replace", "path": "/category", "value": 7}]}
    assert client.patch(where, json=broken).json()["code"] == "SchemaBroken"
    diff = client.get(f"{where}/diff", params={"from_version": 1, "to_version": 2}).json()
    assert [each["after"] for each in diff["changes"]] == ["FRAGRANCE"]

    client.post(f"{where}/branches", json={"name": "draft"}).raise_for_status()
    for branch, name in (("main", "AQUA"), ("draft", "EAU")):
        patch = {"patch": [{"op": "replace", "path": "/inci", "value": name}]}
        client.patch(where, params={"branch": branch}, json=patch).raise_for_status()
    merge: dict[str, Any] = {"branch": "draft"}
    (conflict,) = client.post(f"{where}/merge/preview", json=merge).json()["conflicts"]
    assert (conflict["ours"], conflict["theirs"]) == ("AQUA", "EAU")
    assert client.post(f"{where}/merge", json=merge).json()["code"] == "MergeConflict"
    merge["choices"] = {conflict["path"]: "theirs"}
    client.post(f"{where}/merge", json=merge).raise_for_status()
    assert client.get(where).json()["content"]["inci"] == "EAU"
    client.post(f"{where}/rollback", params={"version": 1}).raise_for_status()
    assert client.get(where).json()["content"] == first.json()["content"]
    assert len(client.get(f"{where}/versions").json()) == 5
    assert client.get(f"{where}/export").text.count("\n") > 5


@on_each_database
def test_a_document_is_shared_for_reading_until_that_is_taken_back(client: TestClient) -> None:
    where = water(client)
    client.put(f"{where}/shares/ada", json={"access": "reader"}).raise_for_status()
    ada = {"X-User-ID": "ada"}
    assert client.get(where, headers=ada).json()["content"]["inci"] == "WATER"
    assert client.patch(where, json=CATEGORY, headers=ada).status_code == 403
    client.delete(f"{where}/shares/ada").raise_for_status()
    assert client.get(where, headers=ada).status_code == 404
    assert client.delete(where).status_code == 204
    assert client.get("/api/documents").json() == {"items": [], "next": ""}


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"summary": "only a note"},
        {"content": None},
        {"patch": None, "summary": "only a note"},
        {"content": {"inci": "AQUA"}, "patch": []},
        {"content": {"inci": "AQUA"}, **CATEGORY},
        {"content": None, **CATEGORY},
    ],
)
def test_a_change_without_one_clear_content_changes_nothing(
    client: TestClient, change: dict[str, Any]
) -> None:
    where = water(client)
    before = client.get(where).json()
    refused = client.patch(where, json=change)
    assert (refused.status_code, refused.json()["code"]) == (422, "ChangeUnclear")
    assert client.get(where).json() == before


@pytest.mark.parametrize("content", [{}, [], 0, False, ""])
def test_an_empty_content_that_is_sent_replaces_the_content(
    client: TestClient,
    content: Any,  # noqa: ANN401
) -> None:
    client.post("/api/documents", json={"name": "d", "content": {"a": 1}}).raise_for_status()
    where = f"/api/documents/{client.get('/api/documents').json()['items'][0]['document_key']}"
    client.patch(where, json={"content": content, "patch": None}).raise_for_status()
    assert client.get(where).json()["content"] == content


@pytest.mark.parametrize("etag", ["one", '"1.5"', "-1"])
def test_an_expectation_that_names_no_version_is_refused(client: TestClient, etag: str) -> None:
    client.post("/api/documents", json={"name": "d"}).raise_for_status()
    where = f"/api/documents/{client.get('/api/documents').json()['items'][0]['document_key']}"
    found = client.patch(where, json={"content": {}}, headers={"If-Match": etag})
    assert (found.status_code, found.json()["code"]) == (422, "InvalidExpectation")
