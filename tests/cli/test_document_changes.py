"""Versions of documents that a turn made, on the command line and in exported chats."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import cli
from tests.conversing import on_each_database

Run = Callable[..., Result]
MADE = {"document": "record", "branch": "main", "version": 2, "summary": "To OIL"}
BEGUN = {"document": "record", "branch": "main", "version": 1, "summary": "Initial data"}
LINE = "record, version 2: To OIL"


@pytest.fixture
def tidemark(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command as a person does, while the engine makes a call of a tool."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINE", "scripted")
    monkeypatch.setenv("SCRIPT_FILE", "script.json")
    monkeypatch.setenv("DATABASE_URL", database_url)
    runner = CliRunner()

    def run(*arguments: str, calls: str = "", **given: object) -> Result:
        call = {"name": calls, "arguments": {"name": "record", **given}}
        replies = [{"calls": [call]}, "Done."] if calls else ["Done."]
        Path("script.json").write_text(json.dumps({"replies": replies}))
        result = runner.invoke(cli.app, list(arguments))
        assert (result.exit_code, "Traceback" in result.output) == (0, False), result.output
        return result

    return run


def parsed(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@on_each_database
def test_the_versions_that_a_turn_made_are_told_wherever_it_is_shown(tidemark: Run) -> None:
    given = {"calls": "create_document", "content": '{"inci": "WATER"}'}
    (turn,) = parsed(tidemark("ask", "Set up data for WATER", "--session", "a", "--json", **given))
    assert turn["versions"] == [BEGUN]
    patch = '[{"op": "replace", "path": "/inci", "value": "OIL"}]'
    change = {"calls": "edit_document", "patch": patch, "reason": "To OIL"}
    asked = tidemark("ask", "Update INCI to OIL", "--session", "a", **change)
    assert asked.stdout == f"Done.\n[{LINE}]\n"
    (turn,) = parsed(tidemark("ask", "Thanks", "--session", "a", "--json"))
    assert turn["versions"] == []

    assert f"Update INCI to OIL\n[{LINE}]\n" in tidemark("show", "a").stdout
    messages = parsed(tidemark("show", "a", "--json"))[1:]
    assert [each.get("versions") for each in messages if each["type"] == "message"][:4] == [
        [BEGUN],
        None,
        [MADE],
        None,
    ]
    (prompt,) = parsed(tidemark("show", "a", "--turn", "2", "--prompt", "--json"))
    assert prompt["versions"] == [MADE]

    markdown = Path(tidemark("export", "a", "--format", "markdown").stdout.strip()).read_text()
    assert f"Done.\n\n> - {LINE}\n\n" in markdown
    assert markdown.index("Update INCI to OIL") < markdown.index(LINE) < markdown.index("Thanks")
    page = Path(tidemark("export", "a", "--format", "html").stdout.strip()).read_text()
    assert page.count(f'<ul class="versions"><li>{LINE}</li></ul></article>') == 1

    file = tidemark("export", "a").stdout.strip()
    assert "holds this conversation already" in tidemark("import", file).output
    copied = tidemark("import", file, "--session", "copy", "--json")
    assert parsed(copied)[0]["session_id"] == "copy"
    assert [each.get("versions") for each in parsed(tidemark("show", "copy", "--json"))[1:3]] == [
        None,
        None,
    ]
