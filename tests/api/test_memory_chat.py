"""``POST /api/chat/memory``: the checks of the document that asked for it."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from assistant import Assistant
from tests.api.speaking import Script
from tests.conversing import on_each_database
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings

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


def test_without_memory_the_built_in_engine_claims_to_note_nothing(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(engine="builtin"))) as assistant:
        run = assistant.ask("Onthoud dat ik Jan heet", use_memory=False)
        run.wait()
        kept = assistant.ask("Onthoud dat ik Jan heet", "talk")
        kept.wait()
        assert "bewaar ik er niets van" in assistant.report(run).reply
        assert assistant.report(kept).reply == "Genoteerd: je heet Jan."


def test_what_is_said_of_the_person_joins_the_instructions_of_this_turn_alone(
    client: TestClient, script: Script
) -> None:
    context = {"role": "hoe", "organization": "Gemeente", "nothing": None}
    asked = {"message": "Wat is GDPR?", "session_id": "talk", "user_context": context}
    client.post("/api/chat/memory", json=asked).raise_for_status()
    client.post("/api/chat/memory", json={"message": "En nu?", "session_id": "talk"})
    first, second = script.instructions
    assert first == "<about_person>\n- role: hoe\n- organization: Gemeente\n</about_person>"
    assert second == ""
    long = {**asked, "user_context": {f"field {n}": "word " * 40 for n in range(40)}}
    refused = client.post("/api/chat/memory", json=long)
    assert (refused.status_code, refused.json()["code"]) == (422, "InstructionsTooLong")
    assert len(client.get("/api/sessions/talk/messages").json()) == 4


# The verification checklist of the document


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


@pytest.fixture
def settings(settings: Callable[..., Settings], folder: Path) -> Callable[..., Settings]:
    return lambda **given: settings(session_files=folder, **given)


def chat(client: TestClient, message: str, **more: object) -> dict[str, Any]:
    response = client.post("/api/chat/memory", json={"message": message, **more})
    assert response.status_code == 200, response.text
    told: dict[str, Any] = response.json()
    return told


def of(folder: Path, session_id: str) -> dict[str, Any]:
    """Return the file of a session."""
    held: dict[str, Any] = json.loads((folder / f"{session_id}.json").read_text("utf-8"))
    return held


def test_1_to_5_a_message_makes_a_file_with_sources_and_a_follow_up_reads_it(
    client: TestClient, script: Script, folder: Path
) -> None:
    """1 file, 2 knowledge_sources, 3 full_answers, 4 previous context, 5 source_ids."""
    client.post("/api/sources/text", json={"name": "gdpr", "text": GDPR}).raise_for_status()
    script.plays("It asks for consent before personal data are processed [1].")
    told = chat(client, "What does the GDPR ask for?")
    (source,) = told["knowledge_sources"]
    held = of(folder, told["session_id"])
    exchange_id = told["exchange_id"]
    answer = held["full_answers"][exchange_id]
    assert answer["text"].startswith("It asks for consent")
    assert [each["document_id"] for each in answer["sources"]] == [source["document_id"]]
    (entry,) = held["qa_index"]
    assert (entry["exchange_id"], entry["source_ids"]) == (exchange_id, [source["document_id"]])
    assert held["metadata"]["message_count"] == 2
    followed = chat(client, "And for what else?", session_id=told["session_id"])
    assert followed["memory_used"]["context_tokens"] > 0
    script.plays("Noted.")
    noted = chat(client, "The GDPR asks for consent, not for money.", session_id=told["session_id"])
    held = of(folder, told["session_id"])
    assert len(held["qa_index"]) == 3
    assert noted["knowledge_sources"] == []
    assert held["full_answers"][noted["exchange_id"]]["sources"] == []  # read, and not cited
    assert sorted(each.name for each in folder.iterdir()) == [f"{told['session_id']}.json"]


def test_6_niet_x_alleen_y_updates_the_summary(client: TestClient, folder: Path) -> None:
    chat(client, "Ik wil een hotel in Lissabon en een hotel in Porto.", session_id="reis")
    before = of(folder, "reis")["summary"]
    chat(client, "Niet Lissabon, alleen Porto.", session_id="reis")
    after = of(folder, "reis")["summary"]
    assert after != before
    assert "Porto" in after


def test_7_wat_hadden_we_eerder_besproken_calls_the_tool(
    client: TestClient, script: Script, folder: Path
) -> None:
    chat(client, "Het hotel in Porto kost 90 euro per nacht.", session_id="reis")
    lookup = ToolCall(name="lookup_past_conversation", arguments={"topic": "hotel"})
    script.plays(lookup, "Over het hotel in Porto.")
    told = chat(client, "Wat hadden we eerder besproken?", session_id="reis")
    assert told["memory_used"]["tool_calls"] == ["lookup_past_conversation"]
    assert of(folder, "reis")["full_answers"]["e3"]["text"] == "Over het hotel in Porto."


@on_each_database
@pytest.mark.parametrize(
    "old",
    [
        {
            "summary": "The person plans a trip to Porto.",
            "qa_index": [{"exchange_id": "x1", "summary": "Hotel?", "topics": ["hotel"]}],
            "full_answers": {"x1": "The Memmo is quiet."},
        },
        {
            "session_id": "old",
            "qa_index": {"x1": "Hotel?"},
            "full_answers": {"x1": {"text": "The Memmo is quiet.", "sources": [{"a": 1}]}},
            "something": {"else": True},
        },
        {
            "session_id": "old",
            "qa_index": {"x1": "Hotel?"},
            "full_answers": {"x1": {"text": "The Memmo is quiet.", "sources": ["brochure"]}},
            "something": {"else": True},
        },
        {
            "recent_messages": [
                {"role": "user", "content": "Hotel?"},
                {"role": "assistant", "content": "The Memmo is quiet."},
            ]
        },
    ],
)
def test_8_an_existing_old_session_loads_without_errors(
    client: TestClient, folder: Path, old: dict[str, Any]
) -> None:
    folder.mkdir()
    (folder / "old.json").write_text(json.dumps(old), "utf-8")
    told = chat(client, "Which hotel was quiet?", session_id="old")
    assert told["exchange_id"] == "e3"
    said = client.get("/api/sessions/old/messages").json()
    assert [each["content"] for each in said[:2]] == ["Hotel?", "The Memmo is quiet."]
    assert "The Memmo is quiet." in of(folder, "old")["full_answers"]["e1"]["text"]
    if "summary" in old:
        assert old["summary"] in of(folder, "old")["summary"]
    assert json.loads((folder / "old.json.before").read_text("utf-8")) == old


def test_9_with_use_memory_false_the_memory_nodes_are_skipped(
    client: TestClient, folder: Path
) -> None:
    told = chat(client, "Wat is GDPR?", use_memory=False)
    assert told["session_id"] == ""
    assert not folder.exists()


def test_a_file_goes_with_its_session_and_no_id_leads_out_of_the_folder(
    client: TestClient, folder: Path
) -> None:
    chat(client, "Hello there", session_id="mine")
    headers = {"X-User-ID": "ann@example.com"}
    asked = {"message": "Hello", "session_id": "mine"}
    client.post("/api/chat/memory", json=asked, headers=headers).raise_for_status()
    assert (folder / "ann@example.com" / "mine.json").exists()
    client.delete("/api/sessions/mine", params={"forever": True}).raise_for_status()
    assert not (folder / "mine.json").exists()
    assert (folder / "ann@example.com" / "mine.json").exists()
    for way_out in ("../mine", "/etc/passwd", "ann@example.com/mine", "a\x00b", "."):
        told = client.post("/api/chat/memory", json={"message": "Hello", "session_id": way_out})
        assert (told.status_code, told.json()["code"]) == (422, "InvalidSessionId")


def test_a_file_that_is_broken_or_cannot_be_written_stops_no_answer(
    client: TestClient, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir()
    (folder / "broken.json").write_text("{ a year of", "utf-8")
    (folder / "broken.json.before").write_text("another", "utf-8")
    (folder / "foreign.json").write_text('{"notes": "of a program"}', "utf-8")
    (folder / "taken.json").mkdir()
    for session_id in ("broken", "foreign"):
        assert chat(client, "Hello", session_id=session_id)["exchange_id"] == "e1"
    assert (folder / "broken.json.before").read_text("utf-8") == "another"
    assert (folder / "broken.json.before2").read_text("utf-8") == "{ a year of"
    assert (folder / "foreign.json.before").read_text("utf-8") == '{"notes": "of a program"}'
    assert chat(client, "Hello", session_id="taken")["exchange_id"] == "e1"
    assert "could not be read; it is kept" in caplog.text
    assert "could not be written" in caplog.text
    assert of(folder, "broken")["full_answers"]
    client.delete("/api/sessions/broken", params={"forever": True}).raise_for_status()
    assert sorted(each.name for each in folder.glob("broken*")) == []


def test_a_file_that_is_being_loaded_is_not_loaded_twice(
    client: TestClient, assistant: Assistant, folder: Path
) -> None:
    folder.mkdir()
    said = [{"role": "user", "content": "Hotel?"}, {"role": "assistant", "content": "The Memmo."}]
    (folder / "old.json").write_text(json.dumps({"recent_messages": said}), "utf-8")
    lock_id = assistant.change_locks.take(str(folder / "old.json"))
    asked = {"message": "Where?", "session_id": "old"}
    refused = client.post("/api/chat/memory", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (409, "SessionBusy")
    assistant.change_locks.release(str(folder / "old.json"), lock_id or "")
    assert chat(client, "Where?", session_id="old")["exchange_id"] == "e3"
