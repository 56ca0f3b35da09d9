"""Answers from sources on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cli

Run = Callable[..., Result]
FEES = "# Fees\n\nThe fee for a garden plot is 45 euros a year.\n"
ASKED = "What is the fee for a plot?"


@pytest.fixture
def tidemark(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command as a person does, with a source, on a database of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINE", "scripted")
    monkeypatch.setenv("SCRIPT_FILE", "script.json")
    monkeypatch.setenv("DATABASE_URL", database_url)
    runner = CliRunner()

    def run(*arguments: str, says: str = "", code: int = 0) -> Result:
        Path("script.json").write_text(json.dumps({"replies": [says]}))
        result = runner.invoke(cli.app, list(arguments))
        assert (result.exit_code, "Traceback" in result.output) == (code, False), result.output
        return result

    Path("fees.md").write_text(FEES)
    run("ingest", "fees.md")
    return run


def test_an_answer_is_printed_with_its_marks_and_the_sources_they_name(tidemark: Run) -> None:
    said = "Dogs pay 7 euros [1]. The fee for a plot is 45 euros a year [1]."
    result = tidemark("ask", ASKED, "--session", "a", says=said)
    assert result.stdout == (
        "Dogs pay 7 euros. The fee for a plot is 45 euros a year [1].\n\n"
        "[1] fees.md, version 1, Fees\n"
    )
    assert "sources" in result.stderr
    unsupported = tidemark("ask", ASKED, "--session", "b", says="Dogs pay 99 euros. [1]")
    assert "The sources do not say this." in unsupported.stderr


def test_json_names_the_source_of_each_citation(tidemark: Run) -> None:
    said = "The fee is 45 euros a year. [1]"
    (turn,) = map(json.loads, tidemark("ask", ASKED, "--json", says=said).stdout.splitlines())
    (citation,) = turn["citations"]
    assert (citation["source"], citation["version"], citation["number"]) == ("fees.md", 1, 1)
    assert turn["reply"][citation["start"] : citation["end"]] == "The fee is 45 euros a year."
    text = FEES.strip()[citation["source_start"] : citation["source_end"]]
    assert text == "The fee for a garden plot is 45 euros a year."
    assert (turn["marked_reply"], turn["support"]) == (said, "cited")


def test_the_sources_that_an_answer_may_use_are_chosen_by_name(tidemark: Run) -> None:
    Path("boats.md").write_text("The fee for a boat is 90 euros a year.\n")
    tidemark("ingest", "boats.md")

    def read(*choice: str) -> set[str]:
        line = tidemark("ask", "What is the fee a year?", "--json", *choice, says="Yes.").stdout
        return {each["source"] for each in json.loads(line)["passages"]}

    assert read() == read("--sources", "all") == {"fees.md", "boats.md"}
    assert read("--sources", "boats.md") == {"boats.md"}
    assert read("--sources", "fees.md", "--sources", "boats.md") == {"fees.md", "boats.md"}
    assert read("--sources", "none") == set()
    tidemark("ask", ASKED, "--sources", "gone.md", code=2)


def test_a_source_is_read_again_from_its_file(tidemark: Run, tmp_path: Path) -> None:
    assert "Give its file to read it again" in tidemark("reingest", "fees.md", code=2).stderr
    Path("blank.md").write_text("")
    assert "refused" in tidemark("reingest", "fees.md", "blank.md", code=2).stdout
    assert "nothing was stored" in tidemark("reingest", "fees.md", "fees.md").stderr
    Path("fees.md").write_text(FEES.replace("45", "50"))
    again = json.loads(tidemark("reingest", "fees.md", "fees.md", "--json").stdout)
    assert (again["source"], again["state"], again["version"]) == ("fees.md", "version", 2)
