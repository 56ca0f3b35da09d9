"""A toxicity record edited by talk: each scenario, pattern and error of it, by its name.

The conversation itself is a file of cases; an engine that obeys it stands in for a language model.
"""

import datetime as dt
import itertools
import json
import threading
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from assistant import Assistant
from tests.conversing import NOW, begin, on_each_database
from tidemark.engines.scripted import Call, Entry, ScriptedEngine, ScriptedLine
from tidemark.errors import (
    DatabaseError,
    DocumentForbidden,
    DocumentNotFound,
    InvalidSessionId,
    NoDocumentYet,
    SchemaBroken,
    SessionNotFound,
    VersionConflict,
)
from tidemark.runtime.events import Finished
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.schema.documents import Document, NewVersion
from tidemark.schema.scope import Scope
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings

TEMPLATE = "toxicity_data_template"
CASES = Path(__file__).parents[1] / "cases" / "toxicity_record.toml"
TALK: dict[str, list[dict[str, Any]]] = tomllib.loads(CASES.read_text("utf-8"))
_CALLS = {turn["says"]: turn["calls"] for turn in itertools.chain(*TALK.values())}
EDITED = NewVersion(summary="Edited")

pytestmark = on_each_database


def obedient(call: Call) -> Entry | None:
    """Call the tools that the cases name for a question; then say what came of them."""
    if call.rounds:
        return call.rounds[-1].uses[-1].result
    assert call.view is not None
    calls = [
        ToolCall(name=tool, arguments={"name": "record", **arguments})
        for tool, arguments in _CALLS.get(call.view.question, {}).items()
    ]
    return ScriptedLine(calls=calls) if calls else None


class Clock:
    """A clock that stands where it is put."""

    now = NOW

    def __call__(self) -> dt.datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def assistant(settings: Callable[..., Settings], clock: Clock) -> Iterator[Assistant]:
    engine = ScriptedEngine(obedient, is_language_model=True)
    with closing(Assistant(settings(), engine=engine, clock=clock)) as opened:
        yield opened


def answered(assistant: Assistant, run: Run, session_id: str) -> Message:
    assert isinstance(run.wait(20), Finished)
    return assistant.sessions.transcript(session_id, limit=1)[0]


def say(assistant: Assistant, words: str, session_id: str = "one") -> Message:
    return answered(assistant, assistant.ask(words, session_id), session_id)


def record(assistant: Assistant, session_id: str = "one") -> Document:
    return assistant.documents.find("record", session_id)


def content(assistant: Assistant, session_id: str = "one", version: int | None = None) -> Any:  # noqa: ANN401
    return assistant.documents.read(record(assistant, session_id), version).content


def set_up(assistant: Assistant, session_id: str = "one") -> Document:
    """Begin the record of a chat without talk."""
    begin(assistant.database, 2, session_id)
    return assistant.documents.create(
        "record", {"inci": "WATER"}, template=TEMPLATE, session_id=session_id
    )


def put(path: str, value: object) -> Sequence[dict[str, Any]]:
    return ({"op": "replace", "path": path, "value": value},)


def check(assistant: Assistant, turn: dict[str, Any], reply: Message, session_id: str) -> None:
    """Hold what a chat has come to against a turn of the cases."""
    (document,) = assistant.documents.list(session_id)
    held = assistant.documents.read(document)
    assert held.version.version == turn["version"], turn["says"]
    assert isinstance(held.content, dict)
    assert {**held.content, **turn.get("holds", {})} == held.content, turn["says"]
    assert [word for word in turn.get("told", ()) if word not in reply.content] == [], reply.content


@pytest.mark.parametrize("is_built_in", [True, False])
def test_the_conversation_of_the_record_in_two_chats_at_once(
    settings: Callable[..., Settings], clock: Clock, *, is_built_in: bool
) -> None:
    engine = None if is_built_in else ScriptedEngine(obedient, is_language_model=True)
    with closing(Assistant(settings(), engine=engine, clock=clock)) as assistant:
        _converse(assistant)


def _converse(assistant: Assistant) -> None:
    for turns in itertools.zip_longest(*TALK.values()):
        asked = [(chat, turn) for chat, turn in zip(TALK, turns, strict=True) if turn]
        runs = [assistant.ask(turn["says"], chat) for chat, turn in asked]
        for run, (chat, turn) in zip(runs, asked, strict=True):
            check(assistant, turn, answered(assistant, run, chat), chat)

    one, two = (assistant.documents.list(chat)[0] for chat in ("one", "two"))
    documents = assistant.documents
    made = [version.version for version in documents.history(one)]
    assert made == [6, 5, 4, 3, 2, 1]
    assert {each.conversation_id for each in documents.history(two)} == {"two"}

    documents.branch(one, "alternative-approach", from_version=4)
    documents.change(one, put("/category", "SOLVENT"), EDITED, branch="alternative-approach")
    documents.change(one, put("/acute_toxicity", "low"), EDITED)
    apart = documents.diff(one, 7, 2, to_branch="alternative-approach")
    assert {change.path.split("/")[1] for change in apart.changes} == {
        "inci",
        "category",
        "NOAEL",
        "acute_toxicity",
    }


def test_database_layer(assistant: Assistant) -> None:
    documents = assistant.documents
    for conversation in ("test-1", "test-2"):
        begin(documents.database, 2, conversation)

    assert documents.save_version("test-1", {"key": "value"}, "Initial").version == 1
    assert documents.save_version("test-1", {"key": "value2"}, "Update").version == 2
    documents.save_version("test-2", {"key": "else"}, "Initial")

    current = documents.get_current_version("test-1")
    assert current is not None
    assert (current.version.version, current.content) == (2, {"key": "value2"})
    assert [each.modification_summary for each in documents.get_modification_history("test-1")] == [
        "Initial",
        "Update",
    ]
    (change,) = documents.get_diff("test-1", from_version=1, to_version=2).changes
    assert (change.path, change.kind, change.before, change.after) == (
        "/key",
        "changed",
        "value",
        "value2",
    )
    assert len(documents.get_modification_history("test-2")) == 1


def test_missing_data(assistant: Assistant) -> None:
    begin(assistant.database, 2, "one")
    documents = assistant.documents
    assert documents.get_current_version("one") is None
    assert documents.get_modification_history("one") == ()
    with pytest.raises(NoDocumentYet, match=r"No data found\. Please provide initial_data\."):
        documents.get_diff("one", 1, 2)

    say(assistant, "Change category to FRAGRANCE")
    assert documents.list("one") == ()
    with pytest.raises(SessionNotFound):
        documents.save_version("nowhere", {}, "Initial")


def test_pattern_1_simple_edit_and_the_content_comes_from_the_database(
    assistant: Assistant,
) -> None:
    document = set_up(assistant)
    say(assistant, "Change category to FRAGRANCE")
    assistant.documents.change(document, put("/inci", "CHANGED BESIDE THE TALK"), EDITED)
    say(assistant, "Add a NOAEL of 1000 mg/kg with its source OECD 408")

    assert content(assistant)["inci"] == "CHANGED BESIDE THE TALK"
    newest, beside, *_ = assistant.documents.history(document)
    assert (newest.version, newest.author, beside.author) == (4, "engine", "person")
    question = assistant.sessions.find_message(newest.message_id or 0)
    assert question is not None
    assert question.content.startswith("Add a NOAEL")


def test_troubleshooting_a_change_that_changes_nothing_makes_no_version(
    assistant: Assistant,
) -> None:
    set_up(assistant)
    for version in (2, 2):
        say(assistant, "Change category to FRAGRANCE")
        assert record(assistant).version == version


def test_troubleshooting_messages_and_versions_are_there_after_a_restart(
    assistant: Assistant, settings: Callable[..., Settings]
) -> None:
    set_up(assistant)
    say(assistant, "Change category to FRAGRANCE")
    assistant.close()
    with closing(Assistant(settings(), engine=ScriptedEngine(obedient))) as again:
        reply = say(again, "What did I just change?")
        assert "FRAGRANCE" in reply.content
        assert [each.content for each in again.sessions.transcript("one")][2] == (
            "Change category to FRAGRANCE"
        )
        assert record(again).version == 2


def test_troubleshooting_threads_of_one_process_change_one_record(assistant: Assistant) -> None:
    document = set_up(assistant)
    start, lost = threading.Barrier(4), list[VersionConflict]()

    def edit(number: int) -> None:
        start.wait(20)
        while True:
            held = assistant.documents.read(document)
            patch = [{"op": "add", "path": "/sources/-", "value": f"Study {number}"}]
            try:
                assistant.documents.change(document, patch, EDITED, expected=held.version.version)
            except VersionConflict as error:
                lost.append(error)
            else:
                return

    threads = [threading.Thread(target=edit, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(content(assistant)["sources"]) == [f"Study {number}" for number in range(4)]
    assert record(assistant).version == 5


def test_database_errors_leave_no_version_and_are_told(assistant: Assistant) -> None:
    document = set_up(assistant)
    refused = {
        "sqlite": [
            "CREATE TRIGGER refused BEFORE INSERT ON document_versions"
            " BEGIN SELECT RAISE(ABORT, 'refused'); END",
        ],
        "postgresql": [
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql"
            " AS 'BEGIN RAISE EXCEPTION ''refused''; END'",
            "CREATE TRIGGER refused BEFORE INSERT ON document_versions"
            " FOR EACH ROW EXECUTE FUNCTION refuse()",
        ],
    }
    allowed = {
        "sqlite": ["DROP TRIGGER refused"],
        "postgresql": ["DROP TRIGGER refused ON document_versions", "DROP FUNCTION refuse"],
    }
    _execute(assistant, refused)
    try:
        with pytest.raises(DatabaseError):
            assistant.documents.change(document, put("/category", "FRAGRANCE"), EDITED)
        reply = say(assistant, "Change category to FRAGRANCE")
    finally:
        _execute(assistant, allowed)
    assert [use.fault for use in reply.metadata.tool_uses] == ["not_saved"]
    assert reply.content.startswith("Failed to save: ")
    assert (record(assistant).version, content(assistant)["category"]) == (1, "OTHERS")


def _execute(assistant: Assistant, statements: dict[str, list[str]]) -> None:
    with assistant.database.transaction() as connection:
        for statement in statements[connection.dialect.name]:
            connection.execute(text(statement))


def test_input_validation(assistant: Assistant) -> None:
    document = set_up(assistant)
    with pytest.raises(SchemaBroken, match="/category"):
        assistant.documents.change(document, put("/category", "SOUP"), EDITED)
    with pytest.raises(InvalidSessionId):
        assistant.ask("Hello", "one; DROP TABLE documents")
    name = "record'); DROP TABLE documents; --"
    assistant.documents.create(name, {}, session_id="one")
    assert {each.name for each in assistant.documents.list("one")} == {"record", name}


def test_data_isolation(assistant: Assistant) -> None:
    document = set_up(assistant)
    begin(assistant.database, 2, "two")
    with pytest.raises(DocumentNotFound):
        record(assistant, "two")
    stranger = assistant.scoped(Scope("stranger", "general"))
    with pytest.raises(DocumentNotFound):
        stranger.documents.read(document)
    assert stranger.documents.list("one") == ()


def test_rollback_support_to_a_target_version(assistant: Assistant) -> None:
    document = set_up(assistant)
    for inci in ("AQUA", "EAU", "OIL"):
        assistant.documents.change(document, put("/inci", inci), EDITED)
    back = assistant.documents.rollback(document, target_version := 3)
    assert (back.version, back.restored) == (5, target_version)
    assert content(assistant)["inci"] == "EAU"
    assert content(assistant, version=4)["inci"] == "OIL"


def test_collaborative_editing_with_access_control_and_conflicts(assistant: Assistant) -> None:
    document = set_up(assistant)
    colleague = assistant.scoped(Scope("colleague", "general")).documents
    assistant.documents.share(document, "colleague", "reader")
    with pytest.raises(DocumentForbidden):
        colleague.change(document, put("/inci", "OIL"), EDITED)

    assistant.documents.share(document, "colleague", "editor")
    assert colleague.change(document, put("/inci", "OIL"), EDITED).user_id == "colleague"
    with pytest.raises(VersionConflict) as conflict:
        assistant.documents.change(document, put("/inci", "EAU"), EDITED, expected=1)
    assert (conflict.value.expected, conflict.value.current) == (1, 2)

    assistant.documents.branch(document, "mine", from_version=1)
    assistant.documents.change(document, put("/inci", "EAU"), EDITED, branch="mine")
    (place,) = assistant.documents.merging(document, "mine").conflicts
    assert (place.path, place.ours, place.theirs) == ("/inci", "OIL", "EAU")
    assistant.documents.merge(document, "mine", choices={"/inci": "theirs"})
    assert content(assistant)["inci"] == "EAU"
    assistant.documents.unshare(document, "colleague")
    with pytest.raises(DocumentNotFound):
        colleague.read(document)


def test_export_and_import_of_the_full_history(assistant: Assistant) -> None:
    document = set_up(assistant)
    say(assistant, "Change category to FRAGRANCE")
    lines = [*assistant.documents.export(document)]
    assert all(isinstance(json.loads(line), dict) for line in lines)
    begin(assistant.database, 2, "two")
    copy = assistant.documents.restore_export(lines, session_id="two")
    assert [*assistant.documents.export(copy)] == lines


def test_dual_storage_in_a_file(assistant: Assistant, tmp_path: Path) -> None:
    document, file = set_up(assistant), tmp_path / f"{TEMPLATE}.json"
    assistant.documents.bind(document, file)
    say(assistant, "Change category to FRAGRANCE")
    assert json.loads(file.read_text()) == content(assistant)
    file.write_text(json.dumps({**content(assistant), "inci": "AQUA"}))
    say(assistant, "Add a NOAEL of 1000 mg/kg with its source OECD 408")
    assert json.loads(file.read_text()) == content(assistant)
    authors = [each.author for each in assistant.documents.history(document)]
    assert authors == ["engine", "file", "engine", "person"]
