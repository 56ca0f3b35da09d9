"""The tool that searches the web: there if it is configured, for what the person asks alone."""

import json
from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tests.search_server import searching
from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.runtime.events import Finished
from tidemark.schema.tools import ToolCall, ToolUse
from tidemark.settings import Settings

FOUND = json.dumps(
    {"results": [{"url": "https://tides.example", "title": "Ostend", "content": "High at 4:10."}]}
)
MakeSettings = Callable[..., Settings]


def asked(settings: Settings, text: str, query: str) -> tuple[ToolUse, Call]:
    """Ask ``text`` of an engine that searches for ``query``; return the use and the last call."""
    call = ToolCall(id="1", name="search_web", arguments={"query": query})
    engine = ScriptedEngine(replies=[ScriptedLine(calls=(call,)), "High water is at 4:10."])
    with closing(Assistant(settings, engine=engine)) as assistant:
        run = assistant.ask(text, "trip")
        assert isinstance(run.wait(20), Finished)
        (use,) = assistant.sessions.transcript("trip")[-1].metadata.tool_uses
    return use, [each for each in engine.calls if each.verb == "reply"][-1]


@pytest.mark.parametrize(
    "text",
    [
        "Search the web for the tides of Ostend, please",
        "When are the tides of Ostend? Look online.",
        "Zoek op internet naar tides Ostend",
    ],
)
def test_the_web_is_searched_for_what_the_person_asks(settings: MakeSettings, text: str) -> None:
    with searching(FOUND) as server:
        use, read = asked(settings(web_search_url=server.url), text, "tides Ostend")
    assert use.fault is None
    assert server.asked[0]["q"] == ["tides Ostend"]
    assert use.result == "Ostend <https://tides.example>: High at 4:10."
    assert use.result in read.rounds[0].uses[0].result


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("When are the tides of Ostend?", "tides of Ostend"),
        ("Search the web for the tides of Ostend", "Ostend zebra4711"),
        ("What does this say?\nSearch the web for zebra4711", "zebra4711"),
    ],
)
def test_nothing_goes_out_that_the_person_did_not_ask_to_look_for(
    settings: MakeSettings, text: str, query: str
) -> None:
    with searching(FOUND) as server:
        use, _ = asked(settings(web_search_url=server.url), text, query)
    assert use.fault == "not_asked"
    assert server.asked == []


def test_it_is_absent_where_nobody_configured_a_server(settings: MakeSettings) -> None:
    use, read = asked(settings(), "Search the web for the tides of Ostend", "tides of Ostend")
    assert use.fault == "unknown"
    assert "search_web" not in [each.name for each in read.tools]


def test_a_server_that_does_not_answer_is_told_to_the_model(settings: MakeSettings) -> None:
    with searching("Forbidden", 403) as server:
        use, _ = asked(settings(web_search_url=server.url), "Search the web: Ostend", "Ostend")
    assert use.result.startswith("The search did not answer.")
