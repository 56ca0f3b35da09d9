"""Conversations and the versions that they make: each leads to the other, whatever happens."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from assistant import Assistant
from tests.conversing import fold, on_each_database
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import VersionConflict
from tidemark.runtime.events import Finished
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.schema.documents import MessageChange, NewVersion
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings

WATER = {"inci": "WATER", "category": "OTHERS", "NOAEL": []}
TO_FRAGRANCE = "Change category to FRAGRANCE"
Opened = Callable[[], Assistant]


class Script:
    """The engine's lines to come: the calls that a test has it make."""

    def __init__(self) -> None:
        self.lines: list[ScriptedLine] = []
        self.engine = ScriptedEngine(replies=lambda _: self.lines.pop(0), is_language_model=True)

    def plays(self, *calls: ToolCall) -> None:
        self.lines = [*(ScriptedLine(calls=[each]) for each in calls), ScriptedLine("Done.")]


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def opened(settings: Callable[..., Settings], script: Script) -> Opened:
    return lambda: Assistant(settings(), engine=script.engine)


@pytest.fixture
def assistant(opened: Opened) -> Iterator[Assistant]:
    with closing(opened()) as assistant:
        yield assistant


@pytest.fixture
def say(assistant: Assistant, script: Script) -> Callable[..., Message]:
    """Say something to which the engine makes these calls; return the message."""

    def say(text: str, *calls: ToolCall, to: str = "talk") -> Message:
        script.plays(*calls)
        return asked(assistant, assistant.ask(text, to))

    return say


def asked(assistant: Assistant, run: Run) -> Message:
    assert isinstance(run.wait(20), Finished)
    found = assistant.sessions.find_message(run.question_id)
    assert found is not None
    return found


def create(name: str = "record") -> ToolCall:
    return call("create_document", name, content=json.dumps(WATER))


def put(path: str, value: object, op: str = "replace", name: str = "record") -> ToolCall:
    patch = json.dumps([{"op": op, "path": path, "value": value}])
    return call("edit_document", name, patch=patch, reason=f"Set {path}")


def call(tool: str, name: str = "record", **arguments: object) -> ToolCall:
    return ToolCall(name=tool, arguments={"name": name, **arguments})


def changes(assistant: Assistant, *of: Message) -> list[MessageChange]:
    return list(assistant.documents.changes_of_messages([each.id for each in of]))


def told(change: MessageChange) -> tuple[object, ...]:
    (first, *_), paths = change.changes or (None,), [each.path for each in change.changes]
    values = (first.before, first.after) if first else ()
    return change.first.version, change.last.version, change.state, paths, *values


def content(assistant: Assistant, session_id: str | None = "talk") -> Any:  # noqa: ANN401
    documents = assistant.documents
    return documents.read(documents.find("record", session_id)).content


@on_each_database
def test_a_change_under_its_message_is_undone_and_redone_but_not_over_another(
    assistant: Assistant, say: Callable[..., Message]
) -> None:
    made = say("Set up data for WATER", create())
    level = {"value": 1000, "source": "x" * 400}
    both = say(
        "Change category to FRAGRANCE and add a NOAEL",
        put("/category", "FRAGRANCE"),
        put("/NOAEL/-", level, "add"),
    )
    first, change = changes(assistant, made, both)
    assert (*told(first), first.may_toggle) == (1, 1, "superseded", [], False)
    assert told(change) == (2, 3, "in_force", ["/category", "/NOAEL/0"], "OTHERS", "FRAGRANCE")
    assert len(json.dumps(change.changes[1].after, ensure_ascii=False)) < 200

    undo = assistant.documents.toggle(change)
    assert (undo.version, undo.restored, undo.author, undo.message_id) == (4, 1, "person", both.id)
    assert content(assistant) == WATER
    (undone,) = changes(assistant, both)
    assert (undone.state, undone.last.newest) == ("undone", 4)
    with pytest.raises(VersionConflict) as conflict:
        assistant.documents.toggle(change)  # as another tab has it
    assert (conflict.value.expected, conflict.value.current) == (3, 4)
    assert assistant.documents.toggle(undone).restored == 3
    assert content(assistant)["NOAEL"] == [level]

    later = say("Update INCI to CAFFEINE", put("/inci", "CAFFEINE"))
    assert [each.state for each in changes(assistant, both, later)] == ["superseded", "in_force"]
    say("Undo that", call("rollback_document"))
    assert [each.state for each in changes(assistant, both, later)] == ["in_force", "undone"]


@on_each_database
def test_a_version_stays_with_its_message_through_folds_branches_and_other_answers(
    assistant: Assistant, say: Callable[..., Message], script: Script
) -> None:
    say("Set up data for WATER", create())
    message = say(TO_FRAGRANCE, put("/category", "FRAGRANCE"))
    (before,) = changes(assistant, message)

    script.plays(put("/category", "FRAGRANCE"))
    assert isinstance(assistant.replies.regenerate("talk", 3).wait(20), Finished)
    covered = assistant.sessions.transcript("talk")
    summary = fold(assistant.database, [each for each in covered if not each.is_retired])
    assert changes(assistant, message) == [before]
    assistant.fold_history.undo("talk", summary.id)
    assert changes(assistant, message) == [before]

    script.plays(put("/inci", "OIL"))
    say("Thanks")
    script.plays(put("/inci", "OIL"))
    run = assistant.branches.edit_question("talk", len(covered), "Set INCI to OIL")
    there = asked(assistant, run)
    assert told(changes(assistant, there)[0]) == (3, 3, "in_force", ["/inci"], "WATER", "OIL")
    copy = assistant.sessions.transcript(run.session_id)[message.position]
    (shown,) = changes(assistant, copy)
    assert (copy.content, shown.first.shown_at, shown.first.message_id) == (
        TO_FRAGRANCE,
        copy.id,
        message.id,
    )
    assert shown.state == "superseded"
    assert content(assistant) == content(assistant, run.session_id)
    assert assistant.documents.find("record", "talk").session_id == run.session_id

    fork = assistant.branches.fork("talk", message.position)
    assert assistant.documents.is_empty(fork.session_id)
    assert changes(assistant, *assistant.sessions.transcript(fork.session_id)) == []


def test_what_was_undone_is_made_again_by_another_answer(
    assistant: Assistant, say: Callable[..., Message], script: Script
) -> None:
    say("Set up data for WATER", create())
    message = say(TO_FRAGRANCE, put("/category", "FRAGRANCE"))
    for newest in (4, 6):  # undone, then made again
        assistant.documents.toggle(changes(assistant, message)[-1])
        assert content(assistant) == WATER
        script.plays(put("/category", "FRAGRANCE"))
        assert isinstance(assistant.replies.regenerate("talk", 3).wait(20), Finished)
        change = changes(assistant, message)[-1]
        assert (change.state, change.last.version) == ("in_force", newest)
    assistant.documents.toggle(change)
    assistant.documents.toggle(changes(assistant, message)[-1])
    script.plays(put("/category", "FRAGRANCE"))  # it is there already
    assert isinstance(assistant.replies.regenerate("talk", 3).wait(20), Finished)
    assert assistant.documents.find("record", "talk").version == 8


@on_each_database
def test_two_conversations_change_a_document_of_their_notebook_step_by_step(
    assistant: Assistant, say: Callable[..., Message]
) -> None:
    assistant.documents.create("record", WATER)
    one = say(TO_FRAGRANCE, put("/category", "FRAGRANCE"), to="one")
    two = say("Update INCI to OIL", put("/inci", "OIL"), to="two")
    documents = assistant.documents
    versions = documents.history(documents.find("record"))
    assert [(each.version, each.conversation_id) for each in versions] == [
        (3, "two"),
        (2, "one"),
        (1, None),
    ]
    assert [told(each)[:3] for each in changes(assistant, one, two)] == [
        (2, 2, "superseded"),
        (3, 3, "in_force"),
    ]
    asking = say("What was changed?", call("document_history"), to="one")
    reply = assistant.sessions.transcript("one")[asking.position + 1]
    (use,) = reply.metadata.tool_uses
    newest, own, _ = use.result.splitlines()
    assert newest.startswith("version 3, ")
    assert ", in another conversation:" in newest
    assert "another conversation" not in own

    assistant.sessions.delete(["two"])
    (left, *_) = documents.history(documents.find("record"))
    assert (left.version, left.message_id) == (3, None)


@on_each_database
def test_different_threads(assistant: Assistant, say: Callable[..., Message]) -> None:
    for thread, inci in (("thread-1", "CAFFEINE"), ("thread-2", "RETINOL")):
        say("Set up data for WATER", create(), to=thread)
        say(f"Update INCI to {inci}", put("/inci", inci), to=thread)
    found = [content(assistant, thread)["inci"] for thread in ("thread-1", "thread-2")]
    assert found == ["CAFFEINE", "RETINOL"]
    assert assistant.documents.list() == ()


@on_each_database
def test_checkpoint_persistence(opened: Opened, script: Script) -> None:
    with closing(opened()) as first:
        script.plays(create())
        asked(first, first.ask("Set up data for WATER", "talk"))
        script.plays(put("/inci", "CAFFEINE"))
        message = asked(first, first.ask("Update INCI to CAFFEINE", "talk"))
    with closing(opened()) as second:
        assert content(second)["inci"] == "CAFFEINE"
        script.plays(call("document_history"))
        asked(second, second.ask("What did I just change?", "talk"))
        reply = second.sessions.transcript("talk")[-1]
        assert '/inci changed from "WATER" to "CAFFEINE"' in reply.metadata.tool_uses[0].result
        (change,) = changes(second, message)
        assert (change.state, change.last.newest) == ("in_force", 2)  # to ask makes no version
        second.documents.toggle(change)
        assert content(second) == WATER


def test_a_message_has_its_own_changes_alone_the_first_of_them_in_words(
    assistant: Assistant, say: Callable[..., Message]
) -> None:
    message = say("Set up data for WATER", create())
    documents = assistant.documents
    record = documents.find("record", "talk")
    patch = [{"op": "remove", "path": "/category"}]
    documents.change(record, patch, NewVersion(summary="By hand"))
    assert [told(each)[:3] for each in changes(assistant, message)] == [(1, 1, "superseded")]
    levels = [{"op": "add", "path": "/NOAEL/-", "value": level} for level in range(9)]
    many = call("edit_document", patch=json.dumps(levels), reason="Nine levels")
    (change,) = changes(assistant, say("Add nine levels to the NOAEL", many))
    assert (len(change.changes), change.more) == (6, 3)
