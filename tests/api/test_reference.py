"""``docs/api.md`` and the OpenAPI description tell the API as it is."""

import json
import re
import subprocess
import sys
from typing import Any, Never

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator

from assistant import Assistant
from benchmark.api.overhead import served
from tests.api.speaking import Script
from tidemark.api import application, reference
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable, Unforeseen
from tidemark.schema.scope import GENERAL, Scope


def test_the_reference_is_written_from_the_routes() -> None:
    assert reference.FILE.read_text(encoding="utf-8") == reference.current(), (
        "write it anew: .venv/bin/python -m tidemark.api.reference"
    )


def test_each_error_is_described_as_it_is_sent() -> None:
    described = _described()
    wrong, tried = [], 0
    for path, methods in described["paths"].items():
        is_openai = path.startswith("/v1/")
        name = "OpenAIError" if is_openai else "Problem"
        kind = "application/json" if is_openai else "application/problem+json"
        shape = {kind: {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        for method, operation in methods.items():
            refused = {each for each in operation["responses"] if each >= "4"}
            if path == "/readyz":  # its 503 is no error while all is loaded
                assert shape.items() <= operation["responses"]["503"]["content"].items()
                continue
            tried += len(refused)
            wrong += [
                f"{method} {path} {status}"
                for status in refused
                if operation["responses"][status]["content"] != shape
            ]
    assert wrong == []
    assert tried > 300
    assert "HTTPValidationError" not in str(described)


@pytest.mark.parametrize("path", ["/api/runs", "/v1/chat/completions"])
def test_each_event_of_a_stream_has_its_described_shape(
    client: TestClient, script: Script, path: str
) -> None:
    script.plays("On 3 May.", ScriptedLine("Half", fails=EngineUnreachable("A service", "away")))
    described = _described()
    responses = described["paths"][path]["post"]["responses"]
    shapes = responses["200"]["content"]["text/event-stream"]["x-events"]
    asked = {"text": "When?", "messages": [{"role": "user", "content": "When?"}], "stream": True}
    fields = ("text",) if path == "/api/runs" else ("messages", "stream")
    body = {name: asked[name] for name in fields}
    seen = set()
    for _ in range(2):
        answer = client.post(path, json=body, headers={"Accept": "text/event-stream"}).text
        for block in answer.strip().split("\n\n"):
            sent = dict(line.split(": ", 1) for line in block.splitlines())
            if sent["data"] == "[DONE]" or '"error"' in sent["data"]:
                continue
            name = sent.get("event", "chunk")
            seen.add(name)
            shape = {**shapes[name], "components": described["components"]}
            Draft202012Validator(shape).validate(json.loads(sent["data"]))
    assert seen >= ({"piece", "finished", "failed"} if path == "/api/runs" else {"chunk"})


def test_the_client_in_the_reference_runs_as_written(assistant: Assistant, script: Script) -> None:
    script.plays("Noted: 3 May.")
    (program,) = re.findall(r"```python\n(.*?)```", reference.current(), re.DOTALL)
    with served(assistant) as url:
        asked = program.replace("http://127.0.0.1:8000", url)
        told = subprocess.run(
            [sys.executable, "-c", asked], capture_output=True, text=True, check=True, timeout=120
        )
    assert told.stdout == "Noted: 3 May.\n"
    jane = assistant.scoped(Scope("jane@example.com", GENERAL))
    said = [each.content for each in jane.sessions.transcript("lisbon-trip")]
    assert said == ["The trip begins on 3 May.", "Noted: 3 May."]


def test_the_examples_of_the_reference_work_one_after_another(client: TestClient) -> None:
    described = _described()

    def send(method: str, path: str, **named: object) -> Any:  # noqa: ANN401
        told = described["paths"][path][method]
        body = told["requestBody"]["content"]["application/json"]["example"]
        found = client.request(method, path.format(**named), json=body)
        assert found.status_code < 300, (path, found.text)
        return found.json() if found.content else None

    document_key = send("post", "/api/documents")["document_key"]
    send("patch", "/api/documents/{document_key}", document_key=document_key)
    send("post", "/api/documents/{document_key}/branches", document_key=document_key)
    send("post", "/api/documents/{document_key}/merge/preview", document_key=document_key)
    changed = client.get(f"/api/documents/{document_key}").json()["content"]
    assert changed == {"items": ["tent", "stove"]}
    assert send("post", "/api/edit")["updated_json"]["inci"] == "Limonene"
    for _ in range(3):
        session_id = send("post", "/api/turns")["session_id"]
    send("post", "/api/sessions/{session_id}/edit", session_id=session_id)
    client.post(f"/api/sessions/{session_id}/fold")
    send("post", "/api/sessions/{session_id}/items", session_id=session_id)
    send("patch", "/api/sessions/{session_id}/items", session_id=session_id)
    shown = client.get(f"/api/sessions/{session_id}/summaries").text
    assert "The trip begins on 4 May" in shown
    for path in ("/answerQuestion", "/v1/chat/completions", "/api/chat/memory"):
        send("post", path)


def test_each_field_in_the_reference_says_where_it_goes() -> None:
    lines = [each for each in reference.current().splitlines() if each.startswith("- `")]
    placed = re.compile(r"- `[^`]+` \((?:path|query|header|body|form|file of the form)(?:, |\))")
    assert [each for each in lines if not placed.match(each)][11:] == []  # but the events
    assert "- `files` (file of the form)" in lines
    assert "- `position` (query): The position of a message in its session, from 0." in lines
    assert any(each.endswith("One of `used`, `created`. By default `used`.") for each in lines)


def test_the_root_and_docs_lead_to_the_reference(client: TestClient) -> None:
    told = client.get("/").json()
    assert all(client.get(told[name]).status_code == 200 for name in ("docs", "openapi", "health"))
    assert client.get("/docs").text == reference.current()


def _described() -> dict[str, Any]:
    def closed() -> Never:
        raise Unforeseen("closed")

    return application.create(closed).openapi()


def test_each_json_body_and_answer_has_an_example_of_its_own_shape() -> None:
    described = _described()
    bare, wrong, tried = [], [], 0
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            parts = {"body": told.get("requestBody", {}), **told["responses"]}
            for name, part in parts.items():
                content = part.get("content", {}).get("application/json")
                if content is None or not re.fullmatch("body|2..", name):
                    continue
                tried += 1
                where = f"{method} {path} {name}"
                if not content.get("example"):
                    bare.append(where)
                    continue
                shape = {**content["schema"], "components": described["components"]}
                faults = Draft202012Validator(shape).iter_errors(content["example"])
                wrong += [f"{where}: {each.json_path} {each.message}" for each in faults]
    assert (bare, wrong) == ([], []), "give the fields of the model Field(examples=...)"
    assert tried > 120
