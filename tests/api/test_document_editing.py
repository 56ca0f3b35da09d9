"""The record of a cosmetic ingredient over HTTP, as the document that asked for it has it."""

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import text

from assistant import Assistant
from tests.api.conftest import HERE
from tests.api.speaking import Script
from tests.conversing import on_each_database
from tidemark.api import application
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings

WATER = {"inci": "WATER", "category": "OTHERS", "NOAEL": []}


def edit(client: TestClient, instruction: str, **given: object) -> dict[str, Any]:
    found = client.post("/api/edit", json={"instruction": instruction, **given})
    found.raise_for_status()
    told: dict[str, Any] = found.json()
    return told


def put(path: str, value: object) -> ToolCall:
    patch = json.dumps([{"op": "replace", "path": path, "value": value}])
    arguments = {"name": "data", "patch": patch, "reason": f"Set {path}"}
    return ToolCall(name="edit_document", arguments=arguments)


@on_each_database
def test_three_requests_initialise_edit_and_query_history(
    client: TestClient, script: Script
) -> None:
    begun = edit(client, "Set up data for WATER", initial_data=WATER)
    conversation = begun["conversation_id"]
    assert (begun["current_version"], begun["updated_json"], begun["inci"]) == (1, WATER, "WATER")
    script.plays(put("/category", "FRAGRANCE"), "The category is FRAGRANCE now.")
    changed = edit(client, "Change category to FRAGRANCE", conversation_id=conversation)
    assert changed["current_version"] == 2
    assert changed["updated_json"] == {**WATER, "category": "FRAGRANCE"}
    assert changed["raw_response"] == "The category is FRAGRANCE now."
    asked = edit(client, "What did I just change?", conversation_id=conversation)
    assert asked["current_version"] == 2

    versions = client.get(f"/api/versions/{conversation}").json()
    assert [each["version"] for each in versions] == [1, 2]
    assert versions[0]["modification_summary"] == "Initial data"
    diff = client.get(f"/api/diff/{conversation}", params={"from_version": 1, "to_version": 2})
    assert [each["path"] for each in diff.json()["changes"]] == ["/category"]
    back = {"conversation_id": conversation, "target_version": 1}
    returned = client.post("/api/rollback", json=back).json()
    assert (returned["version"], returned["conversation_id"]) == (3, conversation)
    branch = {"conversation_id": conversation, "branch_name": "alternative-approach"}
    assert client.post("/api/branch", json=branch).json()["name"] == "alternative-approach"

    exported = client.get(f"/api/export/{conversation}").json()
    lines = "\n".join(json.dumps(each) for each in exported)
    for name, content in (("copy", json.dumps(exported)), ("of-lines", lines)):
        brought = client.post("/api/import", content=content, params={"conversation_id": name})
        assert brought.status_code == 201
        assert client.get(f"/api/versions/{name}").json()[2]["version"] == 3
        assert client.get(f"/api/export/{name}").json() == exported
    broken = client.post("/api/import", content=json.dumps(exported)[:-9])
    assert broken.status_code == 422


def test_without_a_model_the_record_of_the_request_is_set_up_and_edited(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(engine="builtin"))) as opened:
        client = TestClient(
            application.create(lambda: opened), base_url="http://localhost", client=HERE
        )
        begun = edit(client, "Set up data for WATER", initial_data=WATER)
        assert (begun["current_version"], begun["updated_json"]) == (1, WATER)
        assert begun["raw_response"] == "data was begun; it is at version 1 now."
        own = {"conversation_id": begun["conversation_id"]}
        changed = edit(client, "Change category to FRAGRANCE", **own)
        assert (changed["current_version"], changed["updated_json"]["category"]) == (2, "FRAGRANCE")
        asked = edit(client, "What did I just change?", **own)
        assert asked["current_version"] == 2
        assert "from OTHERS to FRAGRANCE" in asked["raw_response"]
        added = edit(client, "Add NOAEL 1000", **own)
        assert (added["current_version"], added["updated_json"]["NOAEL"]) == (3, [{"value": 1000}])
        small = edit(client, "Set up data for WATER", initial_data={"inci": "WATER"})
        small = edit(client, "Add NOAEL 1000", conversation_id=small["conversation_id"])
        assert small["updated_json"] == {"inci": "WATER", "NOAEL": [{"value": 1000}]}
        nameless = edit(client, "Set up data for CAFFEINE")
        assert (nameless["current_version"], nameless["inci"]) == (2, "CAFFEINE")
        for each in (begun, nameless):
            assert len(opened.documents.list(each["conversation_id"])) == 1


def test_initial_data_on_a_conversation_that_is_there_make_a_new_version(
    client: TestClient,
) -> None:
    edit(client, "Begin", conversation_id="conv-1", initial_data=WATER)
    again = edit(client, "Begin", conversation_id="conv-1", initial_data={"inci": "CAFFEINE"})
    assert (again["current_version"], again["inci"]) == (2, "CAFFEINE")


def test_a_new_conversation_without_data_begins_with_the_template(
    client: TestClient, assistant: Assistant
) -> None:
    begun = edit(client, "Set up data for CAFFEINE", inci_name="CAFFEINE")
    assert (begun["current_version"], begun["inci"]) == (1, "CAFFEINE")
    assert begun["updated_json"]["NOAEL"] == []
    assert assistant.sessions.get(begun["conversation_id"])  # it is a chat of the page


def test_two_conversations_do_not_see_each_other(client: TestClient, script: Script) -> None:
    for name in ("conv-a", "conv-b"):
        edit(client, "Begin", conversation_id=name, initial_data=WATER)
    script.plays(put("/inci", "CAFFEINE"), "Done.")
    edit(client, "Change INCI to CAFFEINE", conversation_id="conv-a")
    other = edit(client, "What is the INCI?", conversation_id="conv-b")
    assert (other["inci"], other["current_version"]) == ("WATER", 1)


def test_a_version_that_cannot_be_saved_is_told_in_the_conversation(
    client: TestClient, assistant: Assistant, script: Script
) -> None:
    edit(client, "Begin", conversation_id="conv-1", initial_data=WATER)
    with assistant.database.transaction() as connection:
        connection.execute(
            text(
                "CREATE TRIGGER refused BEFORE INSERT ON document_versions"
                " BEGIN SELECT RAISE(ABORT, 'the disk is worn out'); END"
            )
        )
    script.plays(put("/category", "FRAGRANCE"), "The category is FRAGRANCE now.")
    told = edit(client, "Change category to FRAGRANCE", conversation_id="conv-1")
    assert told["raw_response"].startswith("Failed to save: ")
    assert "worn out" in told["raw_response"]
    assert (told["current_version"], told["updated_json"]) == (1, WATER)
    messages = client.get("/api/sessions/conv-1/messages").json()
    assert messages[-1]["content"] == told["raw_response"]
    new = client.post("/api/edit", json={"instruction": "Begin", "initial_data": WATER})
    assert (new.status_code, new.json()["detail"][:16]) == (503, "Failed to save: ")
    assert len(client.get("/api/sessions").json()["items"]) == 1


def test_missing_and_invalid_data_say_what_to_do_and_keep_nothing(client: TestClient) -> None:
    missing = client.post("/api/edit", json={"instruction": "x", "conversation_id": "unknown"})
    assert missing.status_code == 404
    assert missing.json()["detail"] == "No data found. Please provide initial_data."
    wrong = client.post("/api/edit", json={"instruction": "x", "conversation_id": "../etc"})
    assert (wrong.status_code, wrong.json()["detail"]) == (400, "Invalid conversation_id")
    deep: dict[str, Any] = {}
    for _ in range(200):
        deep = {"a": deep}
    too_deep = client.post("/api/edit", json={"instruction": "x", "initial_data": deep})
    assert too_deep.status_code == 400
    assert too_deep.json()["detail"].startswith("Invalid data schema")
    unusable_records = (
        [1],
        "x",
        {"inci": 5},
        {**WATER, "NOAEL": "high"},
        {"category": "WATER"},
        {"foo": 1},  # nothing of the record
    )
    for unusable in unusable_records:
        refused = client.post("/api/edit", json={"instruction": "x", "initial_data": unusable})
        assert refused.status_code == 400, unusable
        assert refused.json()["detail"].startswith("Invalid data schema: "), unusable
    empty = {"instruction": "x", "conversation_id": "unknown", "initial_data": {}}
    assert client.post("/api/edit", json=empty).json() == missing.json()  # it counts as none
    assert client.post("/api/import", content="no export").status_code == 422
    assert client.get("/api/sessions").json()["items"] == []
