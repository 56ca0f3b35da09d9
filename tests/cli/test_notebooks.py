"""Notebooks on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cli

Run = Callable[..., Result]


@pytest.fixture
def tidemark(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command as a person does, on a database of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINE", "builtin")
    monkeypatch.setenv("DATABASE_URL", database_url)
    runner = CliRunner()

    def run(*arguments: str, code: int = 0) -> Result:
        result = runner.invoke(cli.app, list(arguments))
        assert (result.exit_code, "Traceback" in result.output) == (code, False), result.output
        return result

    return run


def listed(tidemark: Run) -> list[dict[str, object]]:
    return [json.loads(line) for line in tidemark("notebooks", "--json").stdout.splitlines()]


def test_a_session_is_named_and_begun_in_a_notebook(tidemark: Run) -> None:
    tidemark("notebook", "new", "Garden", "--instructions", "Be brief.", "--no-profile")
    tidemark("ask", "My oak is old.", "--session", "tree", "--notebook", "garden")

    assert tidemark("sessions").stdout == ""
    assert "tree" in tidemark("sessions", "--notebook", "Garden").stdout
    assert "My oak is old." in tidemark("show", "tree", "--notebook", "Garden").stdout
    tidemark("show", "tree", code=2)
    refused = tidemark("sessions", "--notebook", "Gardn", code=2)
    assert "Nearest: Garden" in refused.stderr
    garden, general = listed(tidemark)
    assert (garden["name"], garden["sessions"], garden["uses_profile"]) == ("Garden", 1, False)
    assert (general["name"], general["sessions"]) == ("General", 0)


def test_a_notebook_is_changed_renamed_cleared_and_deleted(tidemark: Run) -> None:
    tidemark("notebook", "new", "Garden", "--budget", "900")
    tidemark("notebook", "change", "Garden", "--mode", "single", "--budget", "0")
    tidemark("notebook", "rename", "Garden", "Yard")
    assert "choose" not in tidemark("notebook", "change", "Yard", "--mode", "odd", code=2).stdout
    (yard, _) = listed(tidemark)
    assert (yard["name"], yard["mode"], yard["budget"]) == ("Yard", "single", None)
    tidemark("ask", "Which tree?", "--session", "tree", "--notebook", "Yard")
    tidemark("notebook", "change", "Yard", "--retention", "30")
    kept = ("retention", "tree", "--notebook", "Yard")
    assert tidemark(*kept).stdout.startswith("30 days (notebook), until 2")
    assert tidemark(*kept, "0").stdout == "for ever (session)\n"
    assert tidemark(*kept, "--", "-1").stdout.startswith("30 days (notebook)")
    tidemark("notebook", "change", "Yard", "--retention", "-1")
    assert tidemark(*kept).stdout == "for ever (deployment)\n"
    tidemark("notebook", "share", "Yard", "ada")
    (lent,) = tidemark("shared", "--user", "ada", "--json").stdout.splitlines()
    assert json.loads(lent)["name"] == "Yard"
    tidemark("notebook", "share", "Yard", "ada", "--as", "nobody")
    assert tidemark("shared", "--user", "ada", "--json").stdout == ""
    tidemark("notebook", "copy", "tree", "General", "--from", "Yard")
    tidemark("notebook", "clear", "Yard")
    assert tidemark("sessions", "--notebook", "Yard").stdout == ""
    tidemark("restore", "tree", "--notebook", "Yard")
    tidemark("notebook", "move", "tree", "General", "--from", "Yard")
    tidemark("notebook", "delete", "Yard", "--yes")
    assert [each["name"] for each in listed(tidemark)] == ["General"]
    said = tidemark("sessions").stdout.split()
    assert {"tree", "tree_copy"} <= set(said)
    tidemark("notebook", "delete", "General", "--yes", code=2)


def test_a_notebook_goes_out_and_comes_in(tidemark: Run, tmp_path: Path) -> None:
    tidemark("notebook", "new", "Garden", "--instructions", "Be brief.")
    tidemark("ask", "My oak is old.", "--session", "tree", "--notebook", "Garden")
    (tmp_path / "oaks.md").write_text("# Oaks\n\nAn oak lives 1,000 years.", encoding="utf-8")
    tidemark("ingest", "oaks.md", "--notebook", "Garden")

    told = tidemark("notebook", "export", "Garden", "garden.zip").stderr
    assert "Garden, with 1 session, 1 source and 0 documents, is in garden.zip." in told
    assert tidemark("notebook", "import", "garden.zip").stdout == "Garden (2)\n"
    assert tidemark("notebook", "import", "garden.zip", "--name", "Yard").stdout == "Yard\n"

    assert [each["sessions"] for each in listed(tidemark)] == [1, 1, 1, 0]
    assert "My oak is old." in tidemark("show", "tree_3", "--notebook", "Yard").stdout
    assert "oaks.md" in tidemark("sources", "--notebook", "Yard").stdout
    refused = tidemark("notebook", "import", "oaks.md", code=2).stderr
    assert "oaks.md: it is not a notebook exported from Tidemark" in refused
    tidemark("notebook", "import", "nowhere.zip", code=2)
