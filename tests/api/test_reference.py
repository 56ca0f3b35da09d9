"""``docs/api.md`` and the OpenAPI description tell the API as it is."""

import json
import re
from typing import Any, Never

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator

from tests.api.speaking import Script
from tidemark.api import application, reference
from tidemark.engines.scripted import ScriptedLine
from tidemark.errors import EngineUnreachable, Unforeseen


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
