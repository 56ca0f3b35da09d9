"""Documents on the command line."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
        result = runner.invoke(cli.app, ["document", *arguments])
        assert (result.exit_code, "Traceback" in result.output) == (code, False), result.output
        return result

    return run


def written(name: str, content: object) -> str:
    Path(name).write_text(json.dumps(content), encoding="utf-8")
    return name


def put(path: str, value: object) -> str:
    return written("patch.json", [{"op": "replace", "path": path, "value": value}])


def parsed(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_record_from_its_first_version_to_a_merge(tidemark: Run) -> None:
    record = written("record.json", {"inci": "WATER", "category": "OTHERS"})
    schema = written("schema.json", {"properties": {"category": {"type": "string"}}})
    tidemark("create", "record", "--file", record, "--schema", schema)
    tidemark("set", "record", "--patch", put("/category", "FRAGRANCE"), "--expect", "1")
    late = tidemark("set", "record", "--patch", "patch.json", "--expect", "1", code=2).stderr
    assert "Version 2" in late
    assert "document diff record 1 2" in late
    assert "/category" in tidemark("set", "record", "--patch", put("/category", 5), code=2).stderr
    assert tidemark("diff", "record", "1", "2").stdout == '~ /category: "OTHERS" -> "FRAGRANCE"\n'

    tidemark("branch", "record", "trial", "--version", "1")
    tidemark("set", "record", "--patch", put("/category", "SOAP"), "--branch", "trial")
    refused = tidemark("merge", "record", "trial", code=2)
    assert '! /category\n  before  "OTHERS"\n  ours    "FRAGRANCE"\n' in refused.stdout
    assert "document merge record trial --choose /category=theirs" in refused.stderr
    tidemark("merge", "record", "trial", "--choose", "/category=theirs")
    assert json.loads(tidemark("show", "record").stdout) == {"inci": "WATER", "category": "SOAP"}
    tidemark("rollback", "record", "2")

    versions = parsed(tidemark("history", "record", "--json"))
    assert [(each["version"], each["restored"], each["merged"]) for each in versions] == [
        (4, 2, None),
        (3, None, ["trial", 2]),
        (2, None, None),
        (1, None, None),
    ]
    whole = parsed(tidemark("show", "record", "--version", "1", "--json"))[0]
    assert whole["content"]["category"] == "OTHERS"
    assert [each["name"] for each in parsed(tidemark("branch", "record", "--json"))] == [
        "main",
        "trial",
    ]


def test_a_record_begins_with_a_template(tidemark: Run) -> None:
    tidemark("create", "water", "--template", "toxicity_data_template")
    tidemark("set", "water", "--patch", put("/inci", "WATER"))
    assert json.loads(tidemark("show", "water").stdout)["category"] == "OTHERS"
    assert (
        "/category" in tidemark("set", "water", "--patch", put("/category", "SOUP"), code=2).stderr
    )
    assert "toxicity_data_template" in tidemark("create", "x", "--template", "y", code=2).stderr


def test_old_versions_are_pruned_when_asked(tidemark: Run) -> None:
    tidemark("create", "plan", "--file", written("plan.json", {"steps": []}))
    assert "--days N" in tidemark("prune", code=2).stderr
    assert "No version is that old" in tidemark("prune", "--days", "1", "--dry-run").stderr


def test_a_history_is_exported_removed_and_imported_and_a_file_kept_in_step(tidemark: Run) -> None:
    tidemark("create", "plan", "--file", written("plan.json", {"steps": []}))
    tidemark("bind", "plan", "plan.json")
    written("plan.json", {"steps": ["dig"]})
    assert json.loads(tidemark("show", "plan").stdout) == {"steps": ["dig"]}
    assert parsed(tidemark("export", "plan", "plan.jsonl", "--json"))[0]["version"] == 2
    if os.name == "posix":
        assert Path("plan.jsonl").stat().st_mode & 0o077 == 0
    assert "(Changed in the file)" in tidemark("edit", "plan", "show the history").stdout
    Path("plan.json").write_text("{broken", encoding="utf-8")
    shown = tidemark("show", "plan")
    assert json.loads(shown.stdout) == {"steps": ["dig"]}
    assert "plan.json” was changed, and the document does not take it over" in shown.stderr
    (share,) = parsed(tidemark("share", "plan", "bob", "--as", "editor", "--json"))
    assert (share["user_id"], share["access"]) == ("bob", "editor")
    assert parsed(tidemark("remove", "plan", "--json"))[0]["name"] == "plan"
    tidemark("show", "plan", code=2)

    tidemark("import", "plan.jsonl")
    assert [each["author"] for each in parsed(tidemark("history", "plan", "--json"))] == [
        "file",
        "person",
    ]
    assert "line 1" in tidemark("import", "plan.json", code=2).stderr
    assert "cannot be used" in tidemark("create", "x", "--file", "missing.json", code=2).stderr


def test_a_document_is_edited_by_instructions(tidemark: Run) -> None:
    tidemark(
        "create",
        "record",
        "--file",
        written("record.json", {"inci": "WATER", "a": {"n": 1}, "b": {"n": 2}}),
    )
    done = json.loads(tidemark("edit", "record", "set the inci to AQUA", "--json").stdout)
    assert (done["outcome"], done["version"]["version"]) == ("changed", 2)
    assert "from WATER to AQUA" in done["text"]
    assert "WATER" in tidemark("edit", "record", "what was the inci before?").stdout
    asked = json.loads(tidemark("edit", "record", "set n to 5", "--json", code=3).stdout)
    assert (asked["outcome"], asked["version"]) == ("asked", None)
    assert "a › n" in asked["text"]
    tidemark("branch", "record", "draft")
    tidemark("edit", "record", "undo that", "--branch", "draft", code=3)
    tidemark("edit", "record", "undo that")
    assert json.loads(tidemark("show", "record", "--json").stdout)["content"]["inci"] == "WATER"

    told = tidemark("edit", "record", "set n to 5", code=3).stderr
    assert "document edit record ANSWER --answering 'set n to 5'" in told
    tidemark("edit", "record", "the second one", "--answering", "set n to 5")
    content = json.loads(tidemark("show", "record", "--json").stdout)["content"]
    assert (content["a"], content["b"]) == ({"n": 1}, {"n": 5})


def test_a_change_without_a_summary_is_described_in_the_language_of_the_settings(
    tidemark: Run,
) -> None:
    tidemark("create", "record", "--file", written("record.json", {"inci": "WATER"}))
    chosen = CliRunner().invoke(cli.app, ["settings", "language", "nl"])
    assert chosen.exit_code == 0, chosen.output
    tidemark("set", "record", "--patch", put("/inci", "OIL"))
    assert "Gewijzigd met patch.json" in tidemark("history", "record").stdout
