"""What one user receives is the same whether another has anything or not, by every way in.

The stranger knows every id and name of the owner's, and calls every path of the OpenAPI file and
every tool of the MCP server with them, in a world with the owner's data and in one from which it
was deleted.  Bodies, headers, counts and the statements that the database is sent must be equal in
both: what is equal in what is done does not differ in time but by chance.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import anyio
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from mcp import Client
from sqlalchemy import Engine, event

from assistant import Assistant
from tests.api.conftest import HERE
from tests.api.speaking import Script
from tests.conversing import DATABASES
from tests.scopes import delete_all, rows_of, trespasses
from tidemark.api import application, mcp
from tidemark.schema.scope import Scope
from tidemark.settings import Settings

MARK = "marmalade"
STRANGER = {"X-User-ID": "stranger"}
# What a made-up value of a type is where the owner has none of that name
_MADE_UP: dict[str, Any] = {"integer": 1, "boolean": True, "array": [], "object": {}, "number": 1.0}
_VOLATILE = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.+Z]+|\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*|\d+\.\d+(?:e-?\d+)?|tm_[\w-]+"
)
_OF_A_MOMENT = {
    "x-request-id",
    "date",
    "last-modified",
    "ratelimit",
    "content-length",
    "etag",
    "x-session-id",
}


@dataclass
class World:
    """An Assistant with a client, and what the owner has there, or had."""

    assistant: Assistant
    client: TestClient
    known: dict[str, Any]


def _tell(assistant: Assistant, client: TestClient) -> dict[str, Any]:
    """Store what the owner has; return every id and name of it."""

    def sent(path: str, **body: object) -> Any:  # noqa: ANN401 - whatever JSON
        answered = client.post(path, json=body)
        assert answered.is_success, answered.text
        return answered.json()

    asked = f"The word is {MARK}."
    for session in ("secret", "kept"):
        sent("/api/turns", text=asked, session_id=session)
    entry = sent("/api/profile", text=f"Eats {MARK}")
    sent("/api/sources/text", name="jam", text=f"# Jam\n\n{MARK} is made of oranges.")
    lent = client.put("/api/sessions/kept/shares/friend", json={"access": "editor"})
    assert lent.status_code == 204
    made = sent("/api/documents", name="list", content={"is": MARK})
    run = sent("/api/runs", text=MARK, session_id="secret")
    client.get(f"/api/runs/{run['run_id']}/events")
    sent("/api/notebooks", name="Jams")
    key = assistant.api_keys.create(MARK, ["read"]).key.key_id
    stored = assistant.sessions.transcript("secret")[0]
    return {
        "session_id": "secret",
        "conversation_id": "secret",
        "X-Session-ID": "secret",
        "document_key": made["document_key"],
        "name": "jam",
        "source": ["jam"],
        "run_id": run["run_id"],
        "message_id": stored.id,
        "entry_id": entry["entry_id"],
        "fold_id": 1,
        "summary_id": 1,
        "source_key": 1,
        "number": 1,
        "page": 1,
        "position": 0,
        "question_id": stored.id,
        "key_id": key,
        "person": "someone",
        "access": "reader",
        "share_key": 1,
        "text": "What is the word?",
        "question": "What is the word?",
        "message": "What is the word?",
        "instruction": "What is the word?",
        "messages": [{"role": "user", "content": "What is the word?"}],
        "model": "tidemark",
        "user": "secret",
        "scopes": ["read"],
        "without": {"message_ids": [stored.id]},
    }


@contextmanager
def _opened(settings: Settings) -> Iterator[World]:
    script = Script()
    with closing(Assistant(settings, engine=script.engine)) as assistant:
        app = application.create(lambda: assistant)
        with TestClient(
            app, base_url="http://localhost", client=HERE, raise_server_exceptions=False
        ) as client:
            yield World(assistant, client, _tell(assistant, client))


def _operations(world: World) -> Iterator[tuple[str, str, dict[str, Any]]]:
    app = world.client.app
    assert isinstance(app, FastAPI)
    document = app.openapi()
    for path, methods in document["paths"].items():
        if "{user_id}" in path:  # where nobody logs in, whoever names a user is that user
            continue
        if path == "/metrics":  # figures of the whole process, for whoever runs it
            continue
        for method, operation in methods.items():
            yield path, method, {**operation, "schemas": document["components"]["schemas"]}


def _value(name: str, schema: dict[str, Any], known: dict[str, Any]) -> Any:  # noqa: ANN401
    if name in known:
        return known[name]
    return schema["enum"][0] if "enum" in schema else _MADE_UP.get(str(schema.get("type")), "x")


def _sent(world: World, path: str, method: str, operation: dict[str, Any]) -> Response:
    """Send a request with all that the stranger knows of the owner in it."""
    params, headers = {}, dict(STRANGER)
    for parameter in operation.get("parameters", ()):
        name, place = parameter["name"], parameter["in"]
        if place == "query" and (parameter.get("required") or name in world.known):
            params[name] = _value(name, parameter["schema"], world.known)
        elif place == "header" and name in world.known:
            headers[name] = world.known[name]
    content = operation.get("requestBody", {}).get("content", {})
    body = None
    if reference := content.get("application/json", {}).get("schema", {}).get("$ref"):
        shape = operation["schemas"][reference.rpartition("/")[2]]
        required = shape.get("required", ())
        body = {
            name: _value(name, schema, world.known)
            for name, schema in shape.get("properties", {}).items()
            if name in required or name in world.known
        }
    places = {name: world.known.get(name, "x") for name in re.findall(r"{(\w+)}", path)}
    files = None if body is not None or not content else {"files": ("mine.md", b"My own")}
    where = path.format(**places)
    return world.client.request(
        method, where, params=params, headers=headers, json=body, files=files
    )


@contextmanager
def _statements() -> Iterator[list[str]]:
    sent: list[str] = []

    def note(*given: object) -> None:
        sent.append(str(given[2]))

    event.listen(Engine, "before_cursor_execute", note)
    yield sent
    event.remove(Engine, "before_cursor_execute", note)


def _text(answered: Response) -> str:
    """Return the body of an answer; of a zip file, what its files hold."""
    if not answered.content.startswith(b"PK"):
        return answered.text
    with ZipFile(BytesIO(answered.content)) as held:
        return "\n".join(f"{name}: {held.read(name)!r}" for name in sorted(held.namelist()))


def _received(world: World) -> dict[str, tuple[int, str, dict[str, str], list[str]]]:
    """Return what the stranger receives from every path, and what was asked of the database.

    Paths with ids come first: others begin things of the stranger's own that are called alike.
    """
    received = {}
    for path, method, operation in sorted(_operations(world), key=lambda each: "{" not in each[0]):
        with _statements() as sent:
            answered = _sent(world, path, method, operation)
        if follows := answered.headers.get("location"):  # its run ends before the next is asked
            world.client.get(f"{follows}/events", headers=STRANGER)
        headers = {
            name: _VOLATILE.sub("…", value)
            for name, value in answered.headers.items()
            if name not in _OF_A_MOMENT
        }
        text = _text(answered)
        whole = f"{text}{answered.headers}".lower()
        assert MARK not in whole, (path, whole)
        received[f"{method} {path}"] = answered.status_code, text, headers, sent
    return received


@pytest.mark.slow
def test_a_stranger_receives_the_same_whether_another_has_anything_or_not(
    settings: Callable[..., Settings],
    sqlite_url: Callable[..., str],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    other = settings(database_url=sqlite_url(tmp_path / "other.db"))
    with _opened(settings()) as there, _opened(other) as absent:
        delete_all(absent.assistant.database)
        received, without = _received(there), _received(absent)

    assert len(received) > 70
    for operation, (status, text, headers, sent) in received.items():
        status_without, text_without, headers_without, sent_without = without[operation]
        assert status == status_without, (operation, text)
        if status != 202:  # a run that began says how far it has come
            assert _VOLATILE.sub("…", text) == _VOLATILE.sub("…", text_without), operation
        assert headers == headers_without, operation
        if "{" in operation and "{model}" not in operation:  # all by the thread that answers
            assert status == 404, (operation, text)
            assert sent == sent_without, operation
    assert MARK not in caplog.text


def _called(world: World, *, scope: Scope) -> dict[str, str]:
    """Return what every tool of the MCP server returns for what is known of the owner."""

    asked = world.assistant.scoped(scope)

    async def run() -> dict[str, str]:
        async with Client(mcp.create(lambda: asked)) as client:
            called = {}
            for tool in (await client.list_tools()).tools:
                shapes = tool.input_schema.get("properties", {})
                given = {name: _value(name, shape, world.known) for name, shape in shapes.items()}
                called[tool.name] = str(await client.call_tool(tool.name, given))
        return called

    return anyio.run(run)


@pytest.mark.parametrize("database_url", DATABASES, indirect=True)
def test_no_way_in_reads_or_changes_what_is_anothers(
    settings: Callable[..., Settings], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG", logger="tidemark"), _opened(settings()) as world:
        world.known["words"] = "word"
        opened = world.assistant._process.database  # noqa: SLF001 - its rows, of all users
        owned = rows_of(opened)
        _received(world)
        asked = {"text": "What is the word?", "session_id": "mine"}
        streaming = {**STRANGER, "Accept": "text/event-stream"}
        streamed = world.client.post("/api/runs", json=asked, headers=streaming).text
        told = _called(world, scope=Scope("stranger", "general"))

        assert "event: finished" in streamed
        assert len(told) >= 9
        assert MARK not in f"{streamed}{told}{caplog.text}"
        assert trespasses(owned, rows_of(opened)) == []
