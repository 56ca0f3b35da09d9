"""``POST /api/chat/memory``: the checks of the document that asked for it."""

from fastapi.testclient import TestClient

from tests.api.speaking import Script
from tests.conversing import on_each_database
from tidemark.schema.tools import ToolCall

GDPR = "# GDPR\n\nThe GDPR asks for consent before personal data are processed by a chatbot."


@on_each_database
def test_a_first_message_makes_a_session_and_cites_its_sources(
    client: TestClient, script: Script
) -> None:
    pasted = {"name": "gdpr", "text": GDPR}
    client.post("/api/sources/text", json=pasted).raise_for_status()
    script.plays("It asks for consent before personal data are processed [1].")
    told = client.post("/api/chat/memory", json={"message": "What does the GDPR ask for?"}).json()
    assert told["session_id"]
    assert told["exchange_id"] == "e1"
    (source,) = told["knowledge_sources"]
    assert (source["source"], source["number"]) == ("gdpr", 1)
    (entry,) = client.get(
        f"/api/sessions/{told['session_id']}/exchanges", params={"text": "GDPR"}
    ).json()
    assert entry["source_ids"] == ["gdpr"]
    script.plays(ToolCall(name="lookup_past_conversation", arguments={"topic": "GDPR"}), "Consent.")
    again = {"message": "What had we discussed earlier?", "session_id": told["session_id"]}
    followed = client.post("/api/chat/memory", json=again).json()
    assert followed["memory_used"]["tool_calls"] == ["lookup_past_conversation"]
    assert followed["exchange_id"] == "e3"  # the third message


def test_without_memory_nothing_is_read_and_nothing_kept(client: TestClient) -> None:
    asked = {"message": "Wat is GDPR?", "use_memory": False}
    told = client.post("/api/chat/memory", json=asked).json()
    assert (told["session_id"], told["exchange_id"]) == ("", "")
    assert client.get("/api/sessions").json()["items"] == []


def test_what_is_said_of_the_person_joins_the_instructions_of_this_turn_alone(
    client: TestClient, script: Script
) -> None:
    context = {"role": "hoe", "organization": "Gemeente", "nothing": None}
    asked = {"message": "Wat is GDPR?", "session_id": "talk", "user_context": context}
    client.post("/api/chat/memory", json=asked).raise_for_status()
    client.post("/api/chat/memory", json={"message": "En nu?", "session_id": "talk"})
    first, second = script.instructions
    assert "- role: hoe\n- organization: Gemeente" in first
    assert second == ""
    long = {**asked, "user_context": {f"field {n}": "word " * 40 for n in range(40)}}
    refused = client.post("/api/chat/memory", json=long)
    assert (refused.status_code, refused.json()["code"]) == (422, "InstructionsTooLong")
    assert len(client.get("/api/sessions/talk/messages").json()) == 4
