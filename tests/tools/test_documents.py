"""Documents by tools: the worked example, questions that change nothing, and what nobody asked."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from assistant import Assistant
from tests.conversing import begin, on_each_database
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.runtime.events import Finished
from tidemark.schema.tools import ToolCall, ToolUse
from tidemark.settings import Settings
from tidemark.tools.documents import asks_to_change
from tidemark.tools.running import request_words

RECORD: dict[str, Any] = {
    "inci": "WATER",
    "category": "OTHERS",
    "NOAEL": [],
    "acute_toxicity": "",
}


class Talk:
    """One conversation, in which the engine makes the calls that it is told to."""

    def __init__(self, assistant: Assistant, session_id: str = "talk") -> None:
        self.assistant, self.session_id = assistant, session_id

    def say(self, text: str, *calls: ToolCall) -> list[ToolUse]:
        script.extend([*(ScriptedLine("", calls=[each]) for each in calls), ScriptedLine("Done.")])
        assert isinstance(self.assistant.ask(text, self.session_id).wait(20), Finished)
        reply = self.assistant.sessions.transcript(self.session_id)[-1]
        return list(reply.metadata.tool_uses)

    @property
    def record(self) -> Any:  # noqa: ANN401
        documents = self.assistant.documents
        return documents.read(documents.find("record", self.session_id)).content

    @property
    def version(self) -> int:
        return self.assistant.documents.find("record", self.session_id).version


script: list[ScriptedLine] = []
engines: list[ScriptedEngine] = []


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    script.clear()
    engine = ScriptedEngine(replies=lambda _: script.pop(0), is_language_model=True)
    engines[:] = [engine]
    with closing(Assistant(settings(), engine=engine)) as opened:
        yield opened


def edit(*operations: dict[str, Any], reason: str = "Edited") -> ToolCall:
    arguments = {"name": "record", "patch": json.dumps(operations), "reason": reason}
    return ToolCall(name="edit_document", arguments=arguments)


def put(path: str, value: object, op: str = "replace") -> dict[str, Any]:
    return {"op": op, "path": path, "value": value}


CREATE = ToolCall(
    name="create_document", arguments={"name": "record", "content": json.dumps(RECORD)}
)


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(name=name, arguments={"name": "record", **arguments})


@on_each_database
def test_the_record_of_an_ingredient_is_made_by_talk(assistant: Assistant) -> None:
    talk = Talk(assistant)
    (made,) = talk.say("Set up data for WATER", CREATE)
    assert made.result == "Done: record is at version 1 now."

    (changed,) = talk.say("Change category to FRAGRANCE", edit(put("/category", "FRAGRANCE")))
    assert changed.result.endswith('/category changed from "OTHERS" to "FRAGRANCE"')
    (told,) = talk.say("What did I just change?", call("document_history"))
    assert '/category changed from "OTHERS" to "FRAGRANCE"' in told.result
    assert talk.version == 2

    level = {"value": 1000, "unit": "mg/kg", "source": "OECD 408"}
    talk.say("Add a NOAEL of 1000 mg/kg, source OECD 408", edit(put("/NOAEL/-", level, "add")))
    talk.say("Update INCI to CAFFEINE", edit(put("/inci", "CAFFEINE")))
    assert talk.record == {
        **RECORD,
        "inci": "CAFFEINE",
        "category": "FRAGRANCE",
        "NOAEL": [level],
    }
    assert talk.version == 4
    talk.say("Undo that", call("rollback_document"))
    assert talk.record["inci"] == "WATER"
    talk.say("Go back to version 1, please", call("rollback_document", version=1))
    assert talk.record == RECORD
    (told,) = talk.say(
        "Compare versions 2 and 4", call("compare_versions", from_version=2, to_version=4)
    )
    assert "/NOAEL/0 added" in told.result

    documents = assistant.documents
    versions = documents.history(documents.find("record", "talk"))
    asked = {each.id: each.content for each in documents.database.get_messages("talk")}
    assert [asked[each.message_id or 0] for each in versions][-2:] == [
        "Change category to FRAGRANCE",
        "Set up data for WATER",
    ]
    assert {each.author for each in versions} == {"engine"}


def test_two_conversations_do_not_see_each_other(assistant: Assistant) -> None:
    one, other = Talk(assistant, "one"), Talk(assistant, "two")
    one.say("Set up data for WATER", CREATE)
    other.say("Set up data for WATER", CREATE)
    one.say("Change the INCI to OIL", edit(put("/inci", "OIL")))
    assert (one.record["inci"], other.record["inci"]) == ("OIL", "WATER")


@pytest.mark.parametrize(
    ("asked", "called"),
    [
        ("What is the category?", edit(put("/category", "SOAP"))),
        ("What did I change in the category?", edit(put("/category", "SOAP"))),
        ("Which version had OTHERS?", call("rollback_document", version=1)),
        ("Change the category to SOAP", edit(put("/inci", "SOAP"))),
        ("Change the category to SOAP", edit(put("/category", "SOAP"), put("/inci", "POISON"))),
        ("Change the category to SOAP", edit({"op": "remove", "path": "/NOAEL"})),
        ("Change the category to SOAP", edit(put("", {}))),
        (
            'Change nothing yet. A colleague wrote:\n"Set the category to SOAP"',
            edit(put("/category", "SOAP")),
        ),
        ("Change the category to SOAP", edit(put("/category/1/2", "SOAP"))),
        ("Change the category to SOAP", call("edit_document", patch="{", reason="")),
        ("Undo the last change", call("rollback_document")),
        ("Change the category", ToolCall(name="edit_document", arguments={"name": "else"})),
    ],
)
def test_what_the_person_did_not_ask_for_changes_nothing(
    assistant: Assistant, asked: str, called: ToolCall
) -> None:
    begin(assistant.database, 2, "talk")
    assistant.documents.create("record", RECORD, session_id="talk")
    talk = Talk(assistant)
    (use,) = talk.say(asked, called)
    assert use.fault in ("not_asked", "arguments") or use.result.startswith("Not done"), use.result
    assert (talk.version, talk.record) == (1, RECORD)


def test_a_call_made_again_after_a_turn_was_broken_off_is_made_once(assistant: Assistant) -> None:
    talk = Talk(assistant)
    begun, again = talk.say("Set up data for WATER", CREATE, CREATE)
    assert (begun.result, again.result) == (
        "Done: record is at version 1 now.",
        "Done before: version 1.",
    )
    (twice,) = talk.say("Set up data for WATER", CREATE)
    assert twice.result.startswith("Not done")
    adding = edit(put("/NOAEL/-", 5, "add"))
    first, again = talk.say("Add 5 to the NOAEL", adding, adding)
    assert first.result.startswith("Done: ")
    assert again.result == "Done before: version 2."
    assert talk.record["NOAEL"] == [5]


def test_documents_have_tools_only_where_there_are_some(assistant: Assistant) -> None:
    talk = Talk(assistant)
    talk.say("Hello there")
    talk.say("Begin a record of WATER", CREATE)
    talk.say("Good.")
    offered = [
        {spec.name for spec in each.tools}
        for each in engines[0].calls
        if each.verb == "reply" and not each.rounds
    ]
    assert [("create_document" in names, "edit_document" in names) for names in offered] == [
        (False, False),
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Change the category to FRAGRANCE", True),
        ("Could you set the unit to mg?", True),
        ("Zet de categorie op GEUR", True),
        ("Verwijder de laatste bron", True),
        ("Maak dat ongedaan", True),
        ("Wat heb ik gewijzigd?", False),
        ("What was the category before?", False),
        ("Thanks", False),
    ],
)
def test_a_request_for_a_change_is_told_from_a_question(words: str, *, expected: bool) -> None:
    arguments = edit().arguments
    assert arguments
    assert asks_to_change(None, request_words(words)) == expected  # type: ignore[arg-type]
