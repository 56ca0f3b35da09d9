"""The server of the Model Context Protocol, by the official client: in memory, HTTP, pipes."""

import sys
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult

from assistant import Assistant
from tests.api.conftest import HERE, key
from tidemark.api import application, mcp
from tidemark.api.request_guard import Site
from tidemark.schema.scope import Scope

ROOT = Path(__file__).parents[2]
Call = tuple[str, dict[str, Any]]


def talk(assistant: Assistant, *calls: Call) -> list[Any]:
    """Call tools one after the other; return what each returned, or what it said of its failure."""

    async def run() -> list[Any]:
        async with Client(mcp.create(lambda: assistant)) as client:
            results = [await client.call_tool(name, arguments) for name, arguments in calls]
        return [_result(each) for each in results]

    return anyio.run(run)


def _result(returned: CallToolResult) -> Any:  # noqa: ANN401 - whatever the tool returns
    if returned.is_error:
        return str(returned.content)
    told = returned.structured_content or {}
    return told.get("result", told)


def test_each_tool_says_whether_it_changes_anything(assistant: Assistant) -> None:
    async def listed() -> dict[str, tuple[bool | None, bool | None]]:
        async with Client(mcp.create(lambda: assistant)) as client:
            tools = (await client.list_tools()).tools
        assert all(tool.description and tool.title for tool in tools)
        return {
            tool.name: (tool.annotations.read_only_hint, tool.annotations.destructive_hint)
            for tool in tools
            if tool.annotations
        }

    assert anyio.run(listed) == {
        "search_conversations": (True, None),
        "recall": (True, None),
        "list_remembered": (True, None),
        "search_sources": (True, None),
        "list_documents": (True, None),
        "read_document": (True, None),
        "remember": (False, False),
        "edit_document": (False, False),
        "forget": (False, True),
    }


def test_memory_is_recalled_kept_and_forgotten_within_its_scope(assistant: Assistant) -> None:
    kept, before_any_session = talk(
        assistant, ("remember", {"text": "Vegetarian"}), ("recall", {"question": "What do I eat?"})
    )
    assert [each["text"] for each in before_any_session] == ["Vegetarian"]
    assistant.report(assistant.ask("The boat is called Ada.", "boats"))
    asked = {"question": "What is the boat called?", "session_id": "boats"}
    (found,), recalled = talk(
        assistant,
        ("search_conversations", {"words": "boat"}),
        ("recall", asked),
    )
    assert found["passages"][0]["text"] == "The boat is called Ada."
    assert {"Preference: Vegetarian", "The boat is called Ada."} <= {
        piece["text"] for piece in recalled
    }
    (anywhere,) = talk(assistant, ("recall", {"question": "What is the boat called?"}))
    assert {"Preference: Vegetarian", "The boat is called Ada."} <= {
        piece["text"] for piece in anywhere
    }
    other = assistant.scoped(Scope("else", "general"))
    assert talk(other, ("recall", {"question": "What is the boat called?"})) == [[]]
    hidden, refused = talk(other, ("search_conversations", {"words": "boat"}), ("recall", asked))
    assert hidden == []
    assert "no session" in refused
    (gone, left) = talk(
        assistant, ("forget", {"entry_id": kept["entry_id"]}), ("list_remembered", {})
    )
    assert (gone, left) == ("Forgotten.", [])


def test_a_document_is_read_and_changed_on_the_version_that_was_read(assistant: Assistant) -> None:
    assistant.documents.create("list", {"items": ["tent"]})
    assistant.sources.add_text("rules", "# Rules\n\nA lost key costs 15 euros.")
    edit = {
        "name": "list",
        "patch": [{"op": "add", "path": "/items/-", "value": "rope"}],
        "reason": "Add rope",
        "expected_version": 1,
    }
    read, made, late, found = talk(
        assistant,
        ("read_document", {"name": "list"}),
        ("edit_document", edit),
        ("edit_document", edit),
        ("search_sources", {"question": "What does a lost key cost?"}),
    )
    assert read["content"] == {"items": ["tent"]}
    assert (made["version"], made["author"]) == (2, "engine")
    assert "2" in late
    assert found[0]["text"].endswith("15 euros.")


def talk_over_http(
    app: FastAPI, headers: dict[str, str], *calls: Call
) -> tuple[list[str], list[Any]]:
    """Call tools by the official client; return the names of all tools, and what was returned."""

    async def run() -> tuple[list[str], list[Any]]:
        async with (
            httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), headers=headers) as http,
            Client(streamable_http_client("http://localhost/mcp", http_client=http)) as client,
        ):
            tools = (await client.list_tools()).tools
            results = [await client.call_tool(name, arguments) for name, arguments in calls]
        return [tool.name for tool in tools], [_result(each) for each in results]

    return anyio.run(run)


@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
def test_over_http_each_user_has_their_own_and_a_key_no_more_than_its_scopes(
    assistant: Assistant,
) -> None:
    app = application.create(lambda: assistant, site=Site(login="keys"))
    anna = key(assistant, "read", "write", user="anna")
    bob = key(assistant, "read", user="bob")
    remember: Call = ("remember", {"text": "Vegetarian"})
    listed: Call = ("list_remembered", {})

    all_tools, (kept, (own,)) = talk_over_http(app, anna, remember, listed)
    reading, (others, refused) = talk_over_http(app, bob, listed, remember)

    assert kept == own
    assert (own["text"], others) == ("Vegetarian", [])
    assert set(all_tools) - set(reading) == {"remember", "edit_document", "forget"}
    assert "remember" in refused
    with TestClient(app, base_url="http://localhost", client=HERE) as client:
        assert client.post("/mcp", json={}).status_code == 401
        assert client.get("/mcp", headers=anna).status_code == 405
        foreign = {**anna, "Host": "evil.example"}
        assert client.post("/mcp", headers=foreign, json={}).status_code == 403


@pytest.mark.slow
def test_the_command_serves_it_over_standard_input(tmp_path: Path) -> None:
    program = StdioServerParameters(
        command=sys.executable,
        args=[str(ROOT / "cli.py"), "mcp"],
        env={"DATABASE_URL": f"sqlite:///{tmp_path}/t.db", "ENGINE": "builtin"},
        cwd=tmp_path,
    )

    async def run() -> Any:  # noqa: ANN401
        with anyio.fail_after(150):
            async with Client(stdio_client(program)) as client:
                await client.call_tool("remember", {"text": "Vegetarian"})
                return (await client.call_tool("list_remembered", {})).structured_content

    assert anyio.run(run)["result"][0]["text"] == "Vegetarian"
