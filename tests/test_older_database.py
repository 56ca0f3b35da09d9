"""A database of an earlier version opens with every chat, branch, fold, pin and prompt in it.

``tests/data/README.md`` says how the file was made; ``before_rooms.json`` holds what the version
that made it read in it.
"""

import datetime as dt
import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assistant import Assistant
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.settings import Settings

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, Any] = json.loads((DATA / "before_rooms.json").read_text(encoding="utf-8"))
SOON = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)  # before the trash is purged
SESSIONS: dict[str, Any] = EXPECTED["sessions"]
CODES = {None: None, "Stopped by you.": "stopped"}  # reasons of turns, by what they were stored as
on_each_session = pytest.mark.parametrize("session_id", SESSIONS)


def opened(file: Path) -> Assistant:
    settings = Settings.read(
        _env_file=None, database_url=f"sqlite:///{file}", exports_dir=file.parent / "exports"
    )
    return Assistant(settings, engine=BuiltinEngine(), clock=lambda: SOON)


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """Tidemark with a copy of the older database open."""
    file = tmp_path_factory.mktemp("older") / "tidemark.db"
    with gzip.open(DATA / "before_rooms.db.gz") as packed, file.open("wb") as copy:
        shutil.copyfileobj(packed, copy)
    with closing(opened(file)) as assistant:
        yield assistant


@pytest.fixture(scope="module")
def restored(assistant: Assistant) -> Assistant:
    """The same, with nothing in the trash any more."""
    assistant.database.session_lists.restore(EXPECTED["trashed"])
    return assistant


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever the assistant returns
    return json.loads(json.dumps(value, default=lambda each: each.model_dump(mode="json")))


def test_every_chat_is_listed_where_it_was(assistant: Assistant) -> None:
    lists = {
        "shown": assistant.database.session_lists.recent(),
        "archived": assistant.database.session_lists.archived(50, 0),
        "trashed": assistant.database.session_lists.trashed(50, 0),
    }

    found = {name: [each.session_id for each in sessions] for name, sessions in lists.items()}
    assert found == {name: EXPECTED[name] for name in lists}


@on_each_session
def test_a_chat_has_its_messages_and_ratings(restored: Assistant, session_id: str) -> None:
    expected = SESSIONS[session_id]
    said = restored.database.get_messages(session_id)
    ratings = restored.database.replies.ratings([message.id for message in said])

    assert [each.model_dump(mode="json", exclude={"metadata", "is_single"}) for each in said] == (
        expected["messages"]
    )
    assert not any(each.is_single for each in said)
    assert plain({str(of): rating for of, rating in ratings.items()}) == expected["opinions"]
    session = {**expected["session"], "retention_days": None}
    assert plain(restored.database.session_lists.anywhere(session_id)) == session
    across = restored.database.sessions.remembers_across(session_id)
    assert across == expected["remembers_across"]


@on_each_session
def test_a_chat_has_its_folds_and_their_versions(restored: Assistant, session_id: str) -> None:
    expected = SESSIONS[session_id]
    folds = restored.database.fold_history.between(session_id, 0)
    versions = {
        str(fold.id): [
            version.memory for version in restored.database.summary_versions.of(session_id, fold.id)
        ]
        for fold in folds
    }

    assert plain(folds) == expected["folds"]
    assert plain(restored.database.get_summaries(session_id)) == expected["in_force"]
    assert plain(versions) == expected["versions"]


@on_each_session
def test_a_chat_has_its_branches_and_its_last_turn(restored: Assistant, session_id: str) -> None:
    expected = SESSIONS[session_id]
    branches = [branch.session_id for branch in restored.database.branches.family(session_id)]
    last = restored.database.turns.last(session_id)

    assert branches == expected["branches"]
    assert plain(last) == expected["last_turn"] | {"reason": CODES[expected["last_turn"]["reason"]]}


@on_each_session
def test_a_chat_has_each_prompt_letter_by_letter(restored: Assistant, session_id: str) -> None:
    expected = SESSIONS[session_id]["prompts"]
    assert expected

    for each in expected:
        found = restored.prompt_inspection.prompt(session_id, each["turn"], each["attempt"])
        assert plain(found.model_dump(mode="json", include=set(each))) == each
        lines = [[line.role, line.content] for line in found.prompt]
        text = json.dumps(lines, ensure_ascii=False, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest() == each["sha256"]
        assert found.is_as_sent
        reasons = [piece.reason for piece in (*found.pieces, *found.left_out)]
        assert reasons
        assert [reason for reason in reasons if reason.code == "sentence"] == []


def test_the_profile_and_the_choices_are_there(restored: Assistant) -> None:
    assert plain(restored.database.profile.entries()) == EXPECTED["profile"]
    chosen = EXPECTED["preferences"] | {
        "time_zone": "",
        "retention_days": None,
        "instructions": "",
        "prompts": {},
        "shares_questions": False,
    }  # of later
    assert plain(restored.configuration.preferences) == chosen
    with restored.database.reading() as connection:
        gone = connection.exec_driver_sql("SELECT words FROM profile_forgotten").scalars().all()
    assert list(gone) == EXPECTED["forgotten"]


def without_profile_sources(export: str) -> list[Any]:
    """Return the lines of ``export`` without the messages that entries of the profile rest on.

    They are of other sessions, which an export cannot name: one of then has their ids, which read
    as positions, one of now has none.
    """
    lines = [json.loads(line) for line in export.splitlines()]
    for prompt in (line["view"]["places"] for line in lines if line.get("view")):
        for piece in (*prompt["pieces"], *prompt["left_out"]):
            if prompt["reasons"][piece["why"]]["code"] == "profile":
                del piece["of"]
    return lines


@pytest.mark.parametrize(
    "session_id", [*EXPECTED["shown"], *EXPECTED["archived"], *EXPECTED["trashed"]]
)
def test_its_export_says_what_its_export_of_then_says(
    restored: Assistant, session_id: str, tmp_path: Path
) -> None:
    file = tmp_path / "then.jsonl"
    file.write_text(SESSIONS[session_id]["export"], encoding="utf-8")
    with closing(opened(tmp_path / "tidemark.db")) as other:
        imported = other.transfer.import_file(file)
        assert imported.session_id == session_id
        now = without_profile_sources(restored.transfer.export_text(session_id))
        assert without_profile_sources(other.transfer.export_text(session_id)) == now
