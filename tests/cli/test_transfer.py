"""Imports on the command line: listed first, and one or several taken by name."""

from pathlib import Path

import pytest

from tests.others import BRANCHED, PLAIN, chatgpt, written
from tests.test_cli import Run, environment, objects, tidemark

__all__ = ["environment", "tidemark"]


def spoken(*texts: str) -> list[dict[str, str]]:
    return [{"speaker": "Ann", "text": text} for text in texts]


def locomo(sample_id: str, *texts: str) -> dict[str, object]:
    dialogue = {"speaker_a": "Ann", "speaker_b": "Ben", "session_1": spoken(*texts)}
    return {"sample_id": sample_id, "conversation": dialogue}


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return written(tmp_path / "export.json", [BRANCHED, PLAIN])


def test_a_dry_run_lists_what_is_there_and_stores_nothing(tidemark: Run, export: Path) -> None:
    listed = tidemark("import", export, "--dry-run").stdout.splitlines()
    assert [line.partition(":")[0] for line in listed] == ["A trip", "Bread"]
    statuses = [
        each["status"] for each in objects(tidemark("import", export, "--dry-run", "--json"))
    ]
    assert statuses == ["new", "new"]
    assert tidemark("sessions").stdout == ""


def test_of_several_conversations_one_says_which_to_take(tidemark: Run, export: Path) -> None:
    refused = tidemark("import", export, code=2)
    assert "A trip" in refused.stdout
    assert "--only TITLE" in refused.stderr
    told = tidemark("import", export, "--only", "Bread").stderr
    assert told == "Imported 2 messages of 1 conversation.\n"
    told = tidemark("import", export, "--all").stderr
    assert told.splitlines()[-1] == "1 conversation was imported before."


@pytest.mark.parametrize("option", ["--sample", "--only"])
def test_one_of_a_data_set_is_taken_by_its_id(tidemark: Run, tmp_path: Path, option: str) -> None:
    path = written(tmp_path / "locomo.json", [locomo("c-1", "One."), locomo("c-2", "Two.")])
    tidemark("import", path, option, "c-2")
    (session,) = objects(tidemark("sessions", "--json"))
    assert session["message_count"] == 1
    assert "Ann: Two." in tidemark("show", session["session_id"]).stdout
    assert "'c-3'" in tidemark("import", path, option, "c-3", code=2).stderr


def test_a_single_export_of_others_says_what_was_left_out(tidemark: Run, tmp_path: Path) -> None:
    tree: dict[str, tuple[str | None, str, str]] = {
        "q": (None, "user", "How warm?"),
        "t": ("q", "tool", "17"),
        "a": ("t", "assistant", "17 degrees."),
    }
    path = written(tmp_path / "c.json", [chatgpt("Weather", tree, "a")])
    told = tidemark("import", path).stderr.splitlines()
    assert told == [
        "Imported 2 messages and 0 summaries into chatgpt_c-weather.",
        "Left out in all: 1 tool step.",
    ]
