"""Documents as faces use them: changed, checked, compared, rolled back, branched and merged."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from assistant import Assistant
from tests.conversing import begin, later
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import (
    ContentUnreadable,
    DocumentExists,
    DocumentNotFound,
    ExportUnreadable,
    MergeConflict,
    NotebookNotFound,
    PatchRefused,
    SchemaBroken,
    VersionConflict,
)
from tidemark.schema.documents import NewVersion
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.services.documents.documents import DocumentService
from tidemark.settings import Settings

RECORD: dict[str, Any] = {"inci": "WATER", "category": "OTHERS", "NOAEL": []}
EDITED = NewVersion(summary="Edited")


class Clock:
    """A clock that goes on a minute each time it is read."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> dt.datetime:
        self.minutes += 1
        return later(self.minutes)


@pytest.fixture
def assistant(settings: Callable[..., Settings]) -> Iterator[Assistant]:
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=Clock())) as opened:
        yield opened


@pytest.fixture
def documents(assistant: Assistant) -> DocumentService:
    return assistant.documents


def put(path: str, value: object) -> tuple[dict[str, object], ...]:
    return ({"op": "replace", "path": path, "value": value},)


def test_a_change_that_breaks_the_schema_or_cannot_be_applied_leaves_no_version(
    documents: DocumentService,
) -> None:
    schema: Any = {"properties": {"category": {"enum": ["OTHERS", "FRAGRANCE"]}}}
    made = documents.create("record", RECORD, schema=schema)
    with pytest.raises(SchemaBroken, match="/category"):
        documents.change(made, put("/category", "SOUP"), EDITED)
    with pytest.raises(PatchRefused):
        documents.change(made, put("/colour/shade", 1), EDITED)
    with pytest.raises(ContentUnreadable):
        documents.replace(made, {"inci": float("nan")}, EDITED)
    with pytest.raises(SchemaBroken):
        documents.attach_schema(made, {"required": ["source"]})
    assert documents.read(made).version.version == 1

    assert documents.change(made, put("/category", "FRAGRANCE"), EDITED).version == 2
    with pytest.raises(VersionConflict):
        documents.change(made, put("/inci", "OIL"), EDITED, expected=1)
    with pytest.raises(VersionConflict):  # said first, though the patch does not fit either
        documents.change(made, put("/colour/shade", 1), EDITED, expected=1)


def test_a_document_begins_with_a_template_and_obeys_its_schema(documents: DocumentService) -> None:
    (template,) = documents.templates()
    made = documents.create("water", {"inci": "WATER"}, template=template.name)
    assert documents.read(made).content == {**template.content, "inci": "WATER"}
    with pytest.raises(SchemaBroken, match="/category"):
        documents.change(made, put("/category", "SOUP"), EDITED)
    with pytest.raises(SchemaBroken):
        documents.create("soup", [], template=template.name)


def test_a_text_made_on_an_older_version_is_put_together_with_the_newest(
    assistant: Assistant, documents: DocumentService
) -> None:
    begin(documents.database, 2, "talk")
    made = documents.create("record", RECORD, schema={"required": ["inci"]}, session_id="talk")
    documents.create("plan", {})
    documents.change(made, put("/category", "FRAGRANCE"), EDITED)
    both = documents.reconcile(made, {**RECORD, "inci": "OIL"}, 1)
    assert (both.content, both.conflicts) == (
        {**RECORD, "inci": "OIL", "category": "FRAGRANCE"},
        (),
    )

    mine: Any = {**RECORD, "category": "SOLVENT"}
    (conflict,) = documents.reconcile(made, mine, 1).conflicts
    assert (conflict.path, conflict.ours, conflict.theirs) == ("/category", "FRAGRANCE", "SOLVENT")
    settled = documents.reconcile(made, mine, 1, choices={"/category": "theirs"})
    assert (settled.content, settled.conflicts) == (mine, ())

    with pytest.raises(SchemaBroken):
        documents.check(made, {})
    assert documents.check(made, mine) == mine
    assert [each.name for each in documents.list_all()] == ["record", "plan"]
    assert documents.get(made.document_key).version == 2


def test_a_rollback_is_a_new_version(documents: DocumentService) -> None:
    made = documents.create("record", RECORD)
    documents.change(made, put("/inci", "OIL"), EDITED)
    back = documents.rollback(made, 1)

    assert (back.version, back.restored) == (3, 1)
    assert documents.read(made).content == RECORD
    assert [each.path for each in documents.changes(made, 3).changes] == ["/inci"]
    assert documents.diff(made, 1, 3).patch == ()


def test_branches_are_merged_again_and_again_from_where_they_last_met(
    documents: DocumentService,
) -> None:
    made = documents.create("record", RECORD)
    documents.branch(made, "trial")
    documents.change(made, put("/category", "FRAGRANCE"), EDITED)
    documents.change(made, put("/inci", "AQUA"), EDITED, branch="trial")

    merged = documents.merge(made, "trial")
    assert (merged.version, merged.merged) == (3, ("trial", 2))
    assert documents.read(made).content == {**RECORD, "category": "FRAGRANCE", "inci": "AQUA"}

    documents.change(made, put("/inci", "EAU"), EDITED, branch="trial")
    documents.change(made, put("/inci", "WATER"), EDITED)
    (conflict,) = documents.merging(made, "trial").conflicts
    assert (conflict.path, conflict.base, conflict.ours, conflict.theirs) == (
        "/inci",
        "AQUA",
        "WATER",
        "EAU",
    )
    with pytest.raises(MergeConflict):
        documents.merge(made, "trial")
    documents.merge(made, "trial", choices={"/inci": "theirs"})
    assert documents.read(made).content == {**RECORD, "category": "FRAGRANCE", "inci": "EAU"}

    documents.branch(made, "third", from_branch="trial")
    documents.change(made, put("/NOAEL", [1]), EDITED, branch="third")
    documents.merge(made, "third")
    assert documents.read(made).content == {
        "inci": "EAU",
        "category": "FRAGRANCE",
        "NOAEL": [1],
    }


def test_a_document_is_found_by_name_in_its_chat_first_and_goes_with_its_notebook(
    assistant: Assistant, documents: DocumentService
) -> None:
    begin(documents.database, 2, "talk")
    common = documents.create("record", RECORD)
    own = documents.create("record", {}, session_id="talk")
    assert documents.find("record", "talk").document_key == own.document_key
    assert documents.find("record").document_key == common.document_key
    with pytest.raises(DocumentNotFound):
        documents.find("else")

    garden = assistant.notebooks.create(NotebookChange(name="Garden")).notebook_id
    there = assistant.scoped(Scope("local", garden))
    there.documents.create("plan", {})
    there.notebooks.delete()
    with pytest.raises(NotebookNotFound):
        there.documents.create("plan", {})


def test_an_export_is_imported_with_every_version_as_it_was(
    assistant: Assistant, documents: DocumentService
) -> None:
    begin(documents.database, 2, "talk")
    schema: Any = {"required": ["inci"]}
    made = documents.create("record", RECORD, schema=schema)
    for number in range(40):
        talked = NewVersion(summary=f"To {number}", author="engine", conversation_id="talk")
        documents.change(made, put("/inci", f"OIL {number}"), talked)
    documents.branch(made, "trial", from_version=30)
    documents.change(made, put("/inci", "EAU"), EDITED, branch="trial")
    documents.merge(made, "trial", choices={"/inci": "theirs"})
    documents.database.document_versions.prune(made.document_key, before=later(12), now=later(99))
    lines = [*documents.export(made)]

    copy = documents.restore_export(lines, name="copy")
    assert [*documents.export(documents.find("copy"))][1:] == lines[1:]
    assert documents.read(copy).content == documents.read(made).content
    assert documents.read(copy, 25).content == documents.read(made, 25).content
    assert documents.database.documents.schema(copy.document_key) == schema
    documents.change(copy, put("/inci", "WAX"), EDITED)


def test_what_is_no_export_is_refused_and_nothing_is_stored(documents: DocumentService) -> None:
    made = documents.create("record", RECORD)
    documents.change(made, put("/inci", "OIL"), EDITED)
    lines = [*documents.export(made)]
    for broken in (
        [],
        ["{"],
        lines[1:],
        lines[:-1],
        [*lines, lines[-1]],
        [*lines[:-1], lines[-1].replace("/inci", "/colour/1")],
    ):
        with pytest.raises(ExportUnreadable):
            documents.restore_export(broken, name="copy")
    with pytest.raises(DocumentExists):
        documents.restore_export(lines)
    assert [each.name for each in documents.list()] == ["record"]
