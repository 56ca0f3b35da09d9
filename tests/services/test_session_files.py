"""Session files: what goes out comes back (the journeys are in tests/api/test_memory_chat.py)."""

from pathlib import Path

import pytest

from assistant import Assistant
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import InvalidSessionId
from tidemark.services.questions.session_files import path_of
from tidemark.settings import Settings
from tidemark.transfer import session_file


def test_a_session_comes_back_from_its_file_in_another_database(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    said: list[list[tuple[str, str]]] = []
    for name in ("one", "two"):
        url = f"sqlite:///{tmp_path / name}.db"
        opened = Assistant(
            Settings(database_url=url, session_files=folder, engine="builtin"),
            engine=ScriptedEngine(),
        )
        assert opened.session_files.load("trip") == (name == "two")
        if name == "one":
            for text in ("The trip begins on 3 May.", "We take the train."):
                opened.report(opened.ask(text, "trip"))
            opened.session_files.write("trip")
        messages = opened.sessions.transcript("trip")
        said.append([(each.role, each.content) for each in messages])
        assert "3 May" in opened.memory_overview.running("trip").text
        opened.close()
    assert said[0] == said[1]
    held = session_file.read(folder / "trip.json")
    assert held is not None
    assert [each.exchange_id for each in held.qa_index] == ["e1", "e3"]
    names = sorted(each.name for each in folder.iterdir())  # none is left half written
    assert names == ["trip.json", "trip.json.before"]
    assert (folder / "trip.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("session_id", ["..", "a/b", "a\\b", "", "~", "a.b"])
def test_an_id_that_may_lead_elsewhere_has_no_path(tmp_path: Path, session_id: str) -> None:
    with pytest.raises(InvalidSessionId):
        path_of(tmp_path, "local", session_id)
