"""The page's other verbs: branches, replies, folds, prompts, settings of documents, the trash."""

from typing import Any

from fastapi.testclient import TestClient

from assistant import Assistant
from tests.api.speaking import Script
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable

TRIP = "The trip to Lisbon begins on 3 May."


def say(client: TestClient, text: str, session_id: str = "trip") -> None:
    asked = {"text": text, "session_id": session_id}
    client.post("/api/turns", json=asked).raise_for_status()


def followed(client: TestClient, path: str, **sent: Any) -> str:  # noqa: ANN401 - as httpx takes it
    """Begin a run, wait for its end, and return the reply."""
    begun = client.post(path, **sent).raise_for_status()
    client.get(f"{begun.headers['location']}/events").raise_for_status()
    return str(client.get(begun.headers["location"]).json()["text"])


def said(client: TestClient, session_id: str = "trip") -> list[str]:
    messages = client.get(f"/api/sessions/{session_id}/messages").raise_for_status().json()
    return [each["content"] for each in messages]


def test_a_question_is_edited_and_one_of_two_replies_chosen(
    client: TestClient, script: Script
) -> None:
    script.plays("Noted.", "On 3 May.", "In May.", "Without it.", "On 4 May.")
    say(client, TRIP)
    say(client, "When?")
    at = "/api/sessions/trip"
    assert followed(client, f"{at}/regenerate", params={"position": 3}) == "In May."
    assert client.post(f"{at}/choose", params={"position": 3}).json()["content"] == "On 3 May."
    messages = client.get(f"{at}/messages").json()
    question = next(each for each in messages if each["content"] == "When?")
    left = {"question_id": question["id"], "without": {"message_ids": [messages[0]["id"]]}}
    assert followed(client, f"{at}/retry-without", json=left) == "Without it."
    prompt = client.get(f"{at}/prompts/2").raise_for_status().json()
    assert (prompt["is_as_sent"], prompt["attempts"]) == (True, 3)
    assert "Lisbon" not in str(prompt["prompt"])
    assert "Lisbon" in str(client.get(f"{at}/prompts/2", params={"attempt": 1}).json()["prompt"])

    edited = {"position": 2, "text": "When exactly?"}
    assert followed(client, f"{at}/edit", json=edited) == "On 4 May."
    (first, second) = client.get(f"{at}/branches").raise_for_status().json()
    assert first["session_id"] == "trip"
    assert said(client, second["session_id"]) == [TRIP, "Noted.", "When exactly?", "On 4 May."]
    (switch,) = client.post(f"{at}/show").raise_for_status().json()
    assert switch["session_ids"] == ["trip", second["session_id"]]


def test_an_answer_that_broke_off_goes_on_and_one_asked_back_is_answered_anyway(
    client: TestClient, script: Script
) -> None:
    broken = ScriptedLine("The trip ", fails=EngineUnreachable("A service", "refused"))
    script.plays(broken, "begins on 3 May.")
    assert client.post("/api/turns", json={"text": "When?", "session_id": "trip"}).is_error
    resumed = followed(client, "/api/sessions/trip/resume")
    assert resumed.split() == ["The", "trip", "begins", "on", "3", "May."]
    refused = client.post("/api/sessions/trip/answer-anyway")
    assert (refused.status_code, refused.json()["code"]) == (409, "NothingToRetry")


def test_folds_and_versions_of_a_summary_are_listed_and_gone_back_to(
    client: TestClient, assistant: Assistant
) -> None:
    say(client, TRIP)
    at = "/api/sessions/trip"
    client.post(f"{at}/fold").raise_for_status()
    (fold,) = client.get(f"{at}/folds").raise_for_status().json()["items"]
    assert client.get(f"{at}/folds/{fold['id']}/losses").json()["fold_id"] == fold["id"]
    versions = f"{at}/summaries/{fold['id']}/versions"
    assert client.get(versions).json() == []
    item = {"kind": "key_facts", "text": "The boat is called Ada"}
    client.post(f"{at}/items", json=item).raise_for_status()
    assert len(client.get(versions).json()) == 2
    client.post(f"{at}/summaries/{fold['id']}/restore", params={"version": 1}).raise_for_status()
    assert "Ada" not in str(assistant.sessions.summaries("trip"))
    wrong = client.post(f"{at}/summaries/{fold['id']}/restore", params={"version": 9})
    assert (wrong.status_code, wrong.json()["code"]) == (404, "VersionNotFound")
    for form, mark in (("markdown", b"Lisbon"), ("html", b"<html"), ("parquet", b"PAR1")):
        told = client.get(f"{at}/export", params={"format": form})
        assert mark in told.raise_for_status().content


def test_a_source_is_read_again_as_a_new_version(client: TestClient) -> None:
    text = {"name": "rules", "text": "# Rules\n\nA lost key costs 15 euros."}
    client.post("/api/sources/text", json=text).raise_for_status()
    at = "/api/sources/rules/versions"
    refused = client.post(at)
    assert (refused.status_code, refused.json()["code"]) == (422, "SourceUnreadable")
    file = {"file": ("rules.md", text["text"].replace("15", "20"))}
    assert client.post(at, files=file).raise_for_status().json()["state"] == "version"
    assert [each["number"] for each in client.get(at).json()] == [2, 1]


def test_what_was_removed_comes_back_and_settings_of_a_document_are_changed(
    client: TestClient,
) -> None:
    text = {"name": "rules", "text": "# Rules\n\nA lost key costs 15 euros."}
    client.post("/api/sources/text", json=text).raise_for_status()
    assert client.get("/api/sources/rules/pages/1").status_code == 404  # it is no PDF
    client.delete("/api/sources/rules").raise_for_status()
    (removed,) = client.get("/api/trash/sources").json()["items"]
    back = client.post(f"/api/trash/sources/{removed['source_key']}/restore")
    assert back.json() == {"name": "rules"}

    made = client.post("/api/documents", json={"name": "list", "content": {"items": []}}).json()
    at = f"/api/documents/{made['document_key']}"
    named = {"name": "packing list", "schema": {"required": ["items"]}}
    assert client.patch(f"{at}/settings", json=named).json() == named
    broken = client.patch(at, json={"content": {}})
    assert (broken.status_code, broken.json()["code"]) == (422, "SchemaBroken")
    client.delete(at).raise_for_status()
    (removed,) = client.get("/api/trash/documents").json()["items"]
    assert removed["name"] == "packing list"
    client.post(f"/api/trash/documents/{made['document_key']}/restore").raise_for_status()
    assert client.get(f"{at}/settings").json() == named
    assert client.get("/api/documents/templates").json()[0]["name"] == "toxicity_data_template"

    say(client, TRIP)
    client.delete("/api/sessions/trip").raise_for_status()
    assert client.delete("/api/trash/sessions").json() == {"sessions": 1}
    kept = client.post("/api/profile", json={"text": "Vegetarian"}).json()
    client.delete(f"/api/profile/{kept['entry_id']}").raise_for_status()
    (forgotten,) = client.get("/api/profile/forgotten").json()
    client.post("/api/profile/forgotten/undo", json={"text": forgotten}).raise_for_status()
    assert client.get("/api/profile/forgotten").json() == []
    assert client.delete("/api/profile").status_code == 204
