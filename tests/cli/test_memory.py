"""What the command line tells of what is remembered."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cli

Tidemark = Callable[..., str]


@pytest.fixture
def tidemark(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Tidemark:
    """Run a command as a person does, on a database of its own, and return what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINE", "builtin")
    monkeypatch.setenv("DATABASE_URL", database_url)
    runner = CliRunner()

    def run(*arguments: str, code: int = 0) -> str:
        result = runner.invoke(cli.app, list(arguments))
        assert result.exit_code == code, result.output
        return result.stdout

    return run


def test_memory_prints_the_three_layers_of_a_session(tidemark: Tidemark) -> None:
    tidemark("ask", "I prefer a window seat.", "--session", "trip")
    told = tidemark("memory", "trip")
    assert "Last 1 exchange\n" in told
    assert "Preferences: I prefer a window seat" in told
    assert "Index of 1 exchange\ne1  " in told
    (line,) = map(json.loads, tidemark("memory", "trip", "--json").splitlines())
    assert (line["session_id"], line["running"]["words"], len(line["recent"])) == ("trip", 6, 1)
    assert line["index"][0]["exchange_id"] == "e1"
    assert line["index"][0]["source_ids"] == []


def test_memory_finds_what_speaks_of_a_word(tidemark: Tidemark) -> None:
    tidemark("ask", "I prefer a window seat.", "--session", "trip")
    tidemark("ask", "We fly to Lisbon on 3 May.", "--session", "trip")
    found = tidemark("memory", "trip", "--find", "seats", "--json").splitlines()
    assert [json.loads(line)["exchange_id"] for line in found] == ["e1"]
    assert tidemark("memory", "trip", "--find", "parrots") == ""


def test_memory_of_no_session_is_refused(tidemark: Tidemark) -> None:
    tidemark("memory", "nowhere", code=2)


def test_profile_prints_and_changes_what_is_known(tidemark: Tidemark) -> None:
    assert tidemark("profile") == ""
    tidemark("ask", "I prefer a window seat. I live in Ghent.", "--session", "trip")
    seat, home = (json.loads(line) for line in tidemark("profile", "--json").splitlines())
    assert (seat["kind"], seat["text"]) == ("preferences", "I prefer a window seat")
    assert [source["session_id"] for source in home["sources"]] == ["trip"]
    told = tidemark("profile", "--change", str(home["entry_id"]), "I live in Bruges")
    assert f"{home['entry_id']}  key facts: I live in Bruges  (changed; trip message 1)" in told
    assert "(off; trip message 1)" in tidemark("profile", "--off", str(seat["entry_id"]))
    assert "(trip message 1)" in tidemark("profile", "--on", str(seat["entry_id"]))
    assert "window" not in tidemark("profile", "--forget", str(seat["entry_id"]))
    assert "Call me Sam" in tidemark("profile", "--add", "Call me Sam")
    tidemark("profile", "--forget", str(seat["entry_id"]), code=2)


def test_memory_lets_a_session_stand_alone_and_takes_it_back(tidemark: Tidemark) -> None:
    tidemark("ask", "The lighthouse of Cabo da Roca was closed.", "--session", "trip")
    tidemark("ask", "Hello there", "--session", "other")
    question = "Was the lighthouse of Cabo da Roca closed?"
    assert "from “The lighthouse" in tidemark("view", "other", question)
    tidemark("memory", "other", "--alone")
    assert "from “The lighthouse" not in tidemark("view", "other", question)
    tidemark("memory", "other", "--across")
    assert "from “The lighthouse" in tidemark("view", "other", question)
