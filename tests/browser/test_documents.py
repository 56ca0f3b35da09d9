"""The page Documents: made, edited, compared, rolled back, branched, merged, exported, imported."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from benchmark.databases import local_database
from database import Database
from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.conversing import NOW, later
from tidemark.schema.documents import Document, NewVersion
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.services.documents.documents import DocumentService

RECORD = {"inci": "WATER", "category": "OTHERS", "NOAEL": []}
SCHEMA = {
    "properties": {
        "inci": {"type": "string"},
        "category": {"enum": ["OTHERS", "FRAGRANCE", "SOLVENT"]},
    }
}

TRIP = {
    "title": "Camp",
    "budget": 450,
    "rate": 1.0,
    "items": ["tent", "lamp"],
    "guests": [{"name": "Bea", "comes": False}],
}
TRIP_SCHEMA: dict[str, Any] = {"properties": {"budget": {"type": "integer"}}}

_OPENING_MS = 300  # a menu of Streamlit's that has just opened does not listen yet


def begin_notebook(served: Served, name: str) -> None:
    with local_database(served.database_url) as kept:
        kept.notebooks.create(NotebookChange(name=name), now=NOW)


@contextmanager
def documents_in(served: Served, notebook_id: str) -> Iterator[DocumentService]:
    """Open the documents of a notebook in another process than the page."""
    with closing(Database(served.database_url)) as opened:
        database = opened.scoped(Scope("local", notebook_id))
        yield DocumentService(database, lambda: later(5))


def put(path: str, value: object) -> tuple[dict[str, object], ...]:
    return ({"op": "replace", "path": path, "value": value},)


def show(chat: Chat, part: str) -> None:
    """Open a part of the document by keyboard."""
    chat.rest()
    chat.by_prefix("document_part_").get_by_role("radio", name=part, exact=True).press("Enter")
    code = {"As JSON": "text", "Variants": "branches"}.get(part, part.lower())
    expect(chat.by_key(f"document_part_{code}")).to_be_visible()
    chat.rest()


def write(chat: Chat, text: str) -> None:
    """Put ``text`` in place of all that the editor holds."""
    field = chat.page.get_by_role("textbox", name=re.compile("^Text of"))
    field.press("Control+a")
    chat.page.keyboard.insert_text(text)
    expect(chat.by_key("json_editor")).to_contain_text("Not saved yet")


def is_at_version(chat: Chat, number: int) -> None:
    expect(chat.by_key("document_head")).to_contain_text(f"Version {number} ·")
    chat.rest()


def test_a_document_is_made_edited_with_its_errors_shown_and_kept_where_two_edit_it(
    builtin: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    begin_notebook(builtin, "Records")
    chat = open_chat(builtin, "/?notebook=records&view=documents", awaits="documents")
    expect(chat.by_key("no_documents")).to_contain_text("Create a document above")
    assert grave_findings(chat) == []
    begin(chat, tmp_path)

    make_mistakes(chat)
    mine = {**RECORD, "inci": "OIL", "category": "SOLVENT"}
    write(chat, json.dumps(mine))
    expect(chat.by_key("json_editor").get_by_role("listitem")).to_have_count(0)
    chat.page.reload()
    expect(chat.by_key("documents")).to_be_visible()
    show(chat, "As JSON")
    expect(chat.by_key("json_editor")).to_contain_text("Not saved yet")

    with documents_in(builtin, "records") as documents:
        (made,) = documents.list_all()
        documents.change(made, put("/category", "FRAGRANCE"), NewVersion(summary="By another"))
    expect(chat.by_key("json_editor")).to_contain_text("a newer one came meanwhile")
    chat.page.get_by_role("textbox", name="Why").fill("It dissolves")
    chat.page.get_by_role("textbox", name=re.compile("^Text of")).press("Control+s")
    settle(chat)
    with documents_in(builtin, "records") as documents:
        newest = documents.read(made)
        assert newest.content == mine
        assert (newest.version.version, newest.version.modification_summary) == (3, "It dissolves")
    look_back(chat, builtin)


def test_an_empty_document_says_by_its_name_how_to_fill_it(
    builtin: Served, open_chat: OpenChat
) -> None:
    begin_notebook(builtin, "Lists")
    with documents_in(builtin, "lists") as documents:
        documents.create("packing", {}, session_id=None, new=NewVersion(summary="Begun"))
    chat = open_chat(builtin, "/?notebook=lists&view=documents", awaits="documents")
    chat.by_prefix("show_document_").get_by_role("button").click()
    expect(chat.by_key("content_tree")).to_contain_text("“add milk to packing”")


def test_a_document_is_edited_in_its_tree_and_keeps_what_was_typed_in_a_conflict(
    builtin: Served, open_chat: OpenChat
) -> None:
    begin_notebook(builtin, "Trips")
    with documents_in(builtin, "trips") as documents:
        made = documents.create("Trip", TRIP, schema=TRIP_SCHEMA, new=NewVersion(summary="Begun"))
    at = f"/?notebook=trips&view=documents&document={made.document_key}"
    chat = open_chat(builtin, at, awaits="documents")
    tree = chat.by_key("content_tree")
    change_values(chat, tree)
    rename(chat, tree)
    add_and_remove(chat, tree)
    meet_a_conflict(chat, tree, builtin, made)
    expect(tree.get_by_role("button", name="Add to items")).to_be_visible()
    with documents_in(builtin, "trips") as documents:
        assert documents.read(made).content == {
            "budget": 500,
            "rate": 1.0,
            "items": ["tent", "map", "rope"],
            "guests": [{"name": "Bea", "comes": True}, {"name": "Cas", "comes": False}],
            "size": "7",
            "Name": "Ardennes",
        }
        told = [each.modification_summary for each in documents.history(made)]
    assert told == [
        'Name: "Alps" → "Ardennes"',
        "By another",
        'guests › Cas: name: "Cas", comes: false added',
        'items: "lamp" removed',
        'size: "7" added',
        'items: "rope" added',
        'items: "map" added',
        "Name: renamed from “title”",
        "guests › Bea › comes: false → true",
        "budget: 450 → 500",
        "Begun",
    ]
    shows_an_old_version_to_read_only(chat, tree)


@contextmanager
def trip_in_tree(
    served: Served, open_chat: OpenChat
) -> Iterator[tuple[Chat, Locator, DocumentService, Document]]:
    """Open the tree of a trip, and its documents in another process."""
    begin_notebook(served, "Trips")
    with documents_in(served, "trips") as documents:
        made = documents.create("Trip", TRIP, schema=TRIP_SCHEMA, new=NewVersion(summary="Begun"))
        at = f"/?notebook=trips&view=documents&document={made.document_key}"
        chat = open_chat(served, at, awaits="documents")
        yield chat, chat.by_key("content_tree"), documents, made


def test_a_field_of_the_tree_follows_its_entry_and_closes_when_another_removes_it(
    builtin: Served, open_chat: OpenChat
) -> None:
    by_another = NewVersion(summary="By another")
    with trip_in_tree(builtin, open_chat) as (chat, tree, documents, made):
        tree.get_by_role("button", name="lamp", exact=True).click()
        field = tree.get_by_role("textbox", name="no. 2")
        field.fill("headlamp")
        rope = {"op": "add", "path": "/items/0", "value": "rope"}
        documents.change(made, (rope, {**rope, "path": "/items/-", "value": "map"}), by_another)
        is_at_version(chat, 2)
        field.press("Enter")
        is_at_version(chat, 3)
        assert items_of(documents, made) == ["rope", "tent", "headlamp", "map"]

        tree.get_by_role("button", name="tent", exact=True).click()
        field.fill("big tent")
        documents.change(made, ({"op": "remove", "path": "/items/1"},), by_another)
        is_at_version(chat, 4)
        expect(tree.locator(".lost")).to_contain_text("no longer in the document")
        expect(tree.locator(".lost").get_by_role("textbox")).to_have_value("big tent")
        expect(tree.get_by_role("button", name="headlamp", exact=True)).to_be_visible()
        field.press("Enter")
        chat.rest()
        assert items_of(documents, made) == ["rope", "headlamp", "map"]


@pytest.mark.parametrize("sent", ["once", "again"])
def test_an_entry_whose_answer_comes_late_is_added_once(
    builtin: Served, open_chat: OpenChat, sent: str
) -> None:
    with trip_in_tree(builtin, open_chat) as (chat, tree, documents, made):
        tree.get_by_role("button", name="Add to items").click()
        field = tree.get_by_role("textbox", name="Add to items")
        busy = tree.locator("[aria-busy=true]")
        chat.page.clock.install()
        with writing_meanwhile(builtin):
            field.fill("map")
            tree.get_by_role("button", name="450", exact=True).click()  # leaving a field saves it
            expect(busy).to_have_count(1)
            chat.page.clock.fast_forward(8_100)
            expect(busy).to_have_count(0)
            if sent == "again":
                field.press("Enter")
                expect(busy).to_have_count(1)
        expect(tree.get_by_role("button", name="Remove map")).to_be_visible()
        if sent == "again":
            expect(field).to_have_value("")  # Enter opened the next one
        else:
            expect(field).to_have_count(0)
        is_at_version(chat, 2)
        assert items_of(documents, made) == ["tent", "lamp", "map"]


def items_of(documents: DocumentService, made: Document) -> object:
    content = documents.read(made).content
    assert isinstance(content, dict)
    return content["items"]


@contextmanager
def writing_meanwhile(served: Served) -> Iterator[None]:
    """Let every other writer wait for a transaction."""
    path = served.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def change_values(chat: Chat, tree: Locator) -> None:
    """Change values by mouse and by keyboard, and be refused by the schema."""
    value = tree.get_by_role("button", name="450", exact=True)
    value.click()
    field = tree.get_by_role("textbox", name="budget")
    field.fill("a lot")
    field.press("Enter")
    expect(chat.page.get_by_test_id("stToast")).to_contain_text("would break its schema")
    expect(field).to_have_value("a lot")
    expect(field).to_be_focused()
    assert grave_findings(chat) == []
    field.press("Escape")
    expect(value).to_be_focused()
    value.press("Enter")
    field.fill("500")
    field.press("Enter")
    expect(tree.get_by_role("button", name="500", exact=True)).to_be_focused()
    is_at_version(chat, 2)
    expect(chat.page.get_by_text("Saved as version 2.")).to_be_visible()

    tree.get_by_role("button", name="false").click()
    field = tree.get_by_role("textbox", name="comes")
    field.fill("true")
    tree.get_by_role("button", name="1.0").click()  # leaving a field saves it
    is_at_version(chat, 3)
    expect(tree.get_by_role("textbox", name="rate")).to_be_focused()
    chat.page.keyboard.press("Escape")


def rename(chat: Chat, tree: Locator) -> None:
    """Rename a name, and be refused one that is taken."""
    tree.get_by_role("button", name="title:").click()
    field = tree.get_by_role("textbox", name="Rename title")
    field.fill("budget")
    field.press("Enter")
    expect(chat.page.get_by_text("There is a name “budget” here already")).to_be_visible()
    field.fill("Name")
    field.press("Enter")
    is_at_version(chat, 4)
    expect(tree.get_by_role("button", name="Name:", exact=True)).to_be_focused()


def add_and_remove(chat: Chat, tree: Locator) -> None:
    """Add entries one after another, and remove one, by keyboard."""
    tree.get_by_role("button", name="Add to items").press("Enter")
    for number, text in enumerate(("map", "rope"), 5):
        field = tree.get_by_role("textbox", name="Add to items").last
        expect(field).to_be_focused()
        chat.page.keyboard.insert_text(text)
        chat.page.keyboard.press("Enter")
        is_at_version(chat, number)
    expect(tree.get_by_role("textbox")).to_have_count(1)
    chat.page.keyboard.press("Escape")
    expect(tree.get_by_role("button", name="Add to items")).to_be_focused()

    tree.get_by_role("button", name="Add to Trip").press("Enter")
    for text in ("size", "7"):
        chat.page.keyboard.insert_text(text)
        assert grave_findings(chat) == []
        chat.page.keyboard.press("Enter")
    is_at_version(chat, 7)
    chat.page.keyboard.press("Escape")
    tree.get_by_role("button", name="Remove lamp").press("Enter")
    is_at_version(chat, 8)
    expect(tree.get_by_role("button", name="Remove map")).to_be_focused()
    tree.get_by_role("button", name="Add to guests").press("Enter")
    chat.page.keyboard.insert_text("Cas")
    chat.page.keyboard.press("Enter")
    is_at_version(chat, 9)
    chat.page.keyboard.press("Escape")


def meet_a_conflict(chat: Chat, tree: Locator, served: Served, made: Document) -> None:
    """Save text based on a version that is no longer the newest: it stays, and is saved then."""
    tree.get_by_role("button", name="Camp").click()
    field = tree.get_by_role("textbox", name="Name")
    field.fill("Ardennes")
    chat.page.route("**/live/*", lambda route: route.abort())  # the page does not hear of it yet
    with documents_in(served, "trips") as documents:
        documents.change(made, put("/Name", "Alps"), NewVersion(summary="By another"))
    field.press("Enter")
    expect(chat.page.get_by_text("Version 10 came in between")).to_be_visible()
    expect(field).to_have_value("Ardennes")
    expect(tree).to_contain_text("Changed meanwhile. Now it says: Alps")
    chat.page.set_viewport_size(PHONE)
    assert chat.has_no_sideways_scroll()
    assert grave_findings(chat) == []
    chat.page.unroute("**/live/*")
    expect(field).to_be_focused()
    field.press("Enter")
    is_at_version(chat, 11)


def shows_an_old_version_to_read_only(chat: Chat, tree: Locator) -> None:
    show(chat, "History")
    chat.by_key("show_version_1").get_by_role("button").click()
    expect(tree).to_contain_text("titleCamp")
    is_at_version(chat, 1)
    expect(tree.get_by_role("button", name=re.compile("^(Add|Remove|Rename|Camp)"))).to_have_count(
        0
    )


def make_mistakes(chat: Chat) -> None:
    """Write what breaks the schema, and what is no JSON."""
    show(chat, "As JSON")
    write(chat, json.dumps({**RECORD, "category": "SOUP"}, indent=2))
    problem = chat.by_key("json_editor").get_by_role("listitem")
    expect(problem).to_contain_text('Line 3: category: "SOUP" is not one of "OTHERS"')
    write(chat, '{\n  "inci": "OIL"\n  "category": 1\n}')
    expect(problem).to_contain_text("Line 3: This is not valid JSON")
    chat.page.keyboard.press("Control+f")
    expect(chat.page.get_by_role("textbox", name="Find")).to_be_focused()
    assert grave_findings(chat) == []
    chat.page.keyboard.press("Escape")
    write(chat, '{"inci": 1,\n "category": "SOUP"}')
    expect(problem).to_contain_text(["Line 1: inci", "Line 2: category"])
    show(chat, "History")  # the editor is gone before its last text was checked
    expect(chat.page.get_by_test_id("stException")).to_have_count(0)
    show(chat, "As JSON")


def begin(chat: Chat, folder: Path) -> None:
    """Make a document of a file with its schema."""
    for name, content in (("record.json", RECORD), ("schema.json", SCHEMA)):
        folder.joinpath(name).write_text(json.dumps(content), encoding="utf-8")
    chat.by_key("new_document").get_by_role("button").press("Enter")
    dialog = chat.page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("Record")
    dialog.get_by_text("A JSON file").click()
    for key, name in (("document_file", "record.json"), ("document_schema", "schema.json")):
        chat.by_key(key).locator('input[type="file"]').set_input_files(folder / name)
        expect(chat.by_key(key)).to_contain_text(name)
        chat.rest()
    assert grave_findings(chat) == []
    chat.by_key("create_document").get_by_role("button").click()
    expect(chat.page.get_by_role("heading", name="Record")).to_be_visible()
    expect(chat.by_key("content_tree")).to_contain_text("inciWATER")
    is_at_version(chat, 1)


def settle(chat: Chat) -> None:
    """Save both sides together where another version came in between."""
    conflict = chat.by_key("version_conflict")
    expect(conflict).to_contain_text("made on version 1, and version 2 is the newest")
    expect(conflict).to_contain_text('"OTHERS" → "FRAGRANCE"')
    expect(chat.by_key("conflict_both").get_by_role("button")).to_be_disabled()
    assert grave_findings(chat) == []
    conflict.get_by_text("Your text", exact=True).last.click()
    expect(chat.by_key("conflict_both").get_by_role("button")).to_be_enabled()
    chat.rest()
    chat.by_key("conflict_both").get_by_role("button").click()
    expect(conflict).to_have_count(0)
    expect(chat.by_key("json_editor")).to_contain_text("All changes are saved")
    is_at_version(chat, 3)


def look_back(chat: Chat, served: Served) -> None:
    """Compare by the history, and go back to the first version."""
    show(chat, "History")
    expect(chat.by_prefix("show_version_")).to_have_text(
        ["3 · It dissolves", "2 · By another", "1 · First version"]
    )
    assert grave_findings(chat) == []
    chat.by_key("version_menu_3").get_by_role("button").press("Enter")
    expect(chat.page.get_by_role("menuitem", name="What it changed")).to_be_visible()
    chat.page.wait_for_timeout(_OPENING_MS)
    chat.page.keyboard.press("Enter")
    compared = chat.by_key("compared")
    expect(compared.get_by_role("listitem")).to_contain_text(
        ['"WATER" → "OIL"', '"FRAGRANCE" → "SOLVENT"']
    )
    expect(compared.locator("del")).to_contain_text(['"WATER"', '"FRAGRANCE"'])
    assert grave_findings(chat) == []
    show(chat, "History")
    chat.by_key("show_version_1").get_by_role("button").click()
    expect(chat.by_key("content_tree")).to_contain_text("inciWATER")
    is_at_version(chat, 1)
    chat.by_key("roll_back").get_by_role("button").click()
    is_at_version(chat, 4)
    chat.page.go_back()
    is_at_version(chat, 1)
    shows_a_pruned_version(chat, served)


def shows_a_pruned_version(chat: Chat, served: Served) -> None:
    """Say that the content of a version is gone, and offer nothing that needs it."""
    with closing(Database(served.database_url)) as opened:
        database = opened.scoped(Scope("local", "records"))
        (document,) = database.documents.list()
        long_after = later(60 * 24 * 365 * 100)
        database.document_versions.prune(document.document_key, before=long_after, now=long_after)
    show(chat, "History")
    chat.by_key("show_version_2").get_by_role("button").click()
    expect(chat.by_key("document_part_content")).to_contain_text("was pruned")
    expect(chat.by_key("show_newest_version")).to_be_visible()
    expect(chat.by_key("roll_back")).to_have_count(0)
    show(chat, "Setup")
    expect(chat.by_key("export_content").get_by_role("button")).to_be_disabled()


TALK = (
    ("Start a record for WATER", "at version 1"),
    ("Change the category to FRAGRANCE", "from OTHERS to FRAGRANCE"),
    ("Add a NOAEL of 1000 mg/kg with its source OECD 408", "1000"),
    ("Set the value to much", "Which value should it have?"),
    ("500", "from 1000 to 500"),
    ("Set the skin irritation to not irritating", "not irritating"),
    ("What did I just change?", "not irritating"),
    ("Undo that", "as it was in version 4"),
    ('Add "SCCS 2019" to the sources', "SCCS 2019"),
    ("Update INCI to OIL", "from WATER to OIL"),
)


def talk(chat: Chat, served: Served) -> tuple[Document, int]:
    """Build a record in ten turns; then let a branch, and the record again, call it otherwise."""
    for said, told in TALK:
        chat.ask(said)
        expect(chat.replies.last).to_contain_text(told)
    with documents_in(served, "merging") as documents:
        (made,) = documents.list_all()
        asked = documents.read(made).version.message_id
        assert asked is not None
        assert documents.read(made, 4).content == documents.read(made, 6).content
        documents.branch(made, "draft")
        documents.change(made, put("/inci", "SALT"), NewVersion(summary="Salt"), branch="draft")
        documents.change(made, put("/inci", "LIME"), NewVersion(summary="Lime"))
        return made, asked


def test_a_record_is_built_by_talk_then_merged_shared_bound_exported_removed_and_imported(
    builtin: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    begin_notebook(builtin, "Merging")
    chat = open_chat(builtin, "/?notebook=merging")
    made, asked = talk(chat, builtin)
    at = f"/?notebook=merging&view=documents&document={made.document_key}"
    chat = open_chat(builtin, at, awaits="documents")
    chat.page.set_viewport_size(PHONE)
    merge(chat)
    with documents_in(builtin, "merging") as documents:
        merged = documents.read(made).content
        assert isinstance(merged, dict)
        assert (merged["inci"], merged["category"]) == ("SALT", "FRAGRANCE")

    show(chat, "History")
    chat.by_key("version_message_8").get_by_role("button").click()
    expect(chat.by_key(f"message_{asked}")).to_contain_text("Update INCI to OIL")
    chat.page.go_back()
    is_at_version(chat, 10)
    exported = set_up(chat, builtin, made, tmp_path)
    remove_and_undo(chat)
    bring_back(chat, exported)
    with documents_in(builtin, "merging") as documents:
        copy, original = documents.find("copy"), documents.find("the ingredient", made.session_id)
        assert [*documents.export(copy)][1:] == [*documents.export(original)][1:]


def merge(chat: Chat) -> None:
    show(chat, "Variants")
    chat.by_key("branch_name").get_by_role("textbox").fill("other")
    chat.by_key("begin_branch").get_by_role("button").click()
    expect(chat.page).to_have_url(re.compile("branch=other"))
    is_at_version(chat, 1)
    chat.by_key("show_branch_main").get_by_role("button").click()
    is_at_version(chat, 9)
    chat.page.get_by_role("combobox", name="Variant to merge").press("ArrowDown")
    chat.page.get_by_role("option", name="draft").click()
    expect(chat.by_key("conflict_at_0")).to_contain_text('"LIME"')
    expect(chat.by_key("merge_do").get_by_role("button")).to_be_disabled()
    assert chat.has_no_sideways_scroll()
    assert grave_findings(chat) == []
    chat.by_key("conflict_at_0").get_by_text("draft", exact=True).last.click()
    expect(chat.by_key("merge_do").get_by_role("button")).to_be_enabled()
    chat.rest()
    chat.by_key("merge_do").get_by_role("button").click()
    is_at_version(chat, 10)
    expect(chat.page.get_by_role("combobox", name="Variant to merge")).to_have_value("")


def set_up(chat: Chat, served: Served, made: Document, folder: Path) -> Path:
    """Share a document and revoke that, keep it in step with a file, rename it, and export it."""
    show(chat, "Setup")
    assert chat.has_no_sideways_scroll()
    assert grave_findings(chat) == []
    chat.by_key("share_with").get_by_role("textbox").fill("Ruth")
    chat.by_key("share_do").get_by_role("button").click()
    revoke = chat.page.get_by_role("button", name="Stop sharing with Ruth")
    expect(revoke).to_be_visible()
    with documents_in(served, "merging") as documents:
        assert [(each.user_id, each.access) for each in documents.shares(made)] == [
            ("Ruth", "reader")
        ]
    chat.rest()
    revoke.click()
    expect(revoke).to_have_count(0)
    file = folder / "record.json"
    chat.by_key("file_path").get_by_role("textbox").fill(str(file))
    chat.by_key("bind_file_do").get_by_role("button").click()
    expect(chat.by_key("unbind_file")).to_be_visible()
    assert '"inci": "SALT"' in file.read_text()
    chat.rest()
    file.write_text(file.read_text().replace("SALT", "SAND"))
    is_at_version(chat, 11)
    name = chat.by_prefix("rename_document_").get_by_role("textbox")
    name.fill("the ingredient")
    name.press("Enter")
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("the ingredient")
    expect(chat.by_key("document_head")).to_contain_text("The file,")
    with chat.page.expect_download() as download:
        chat.by_key("export_history").get_by_role("button").click()
    exported = folder / "exported.jsonl"
    download.value.save_as(exported)
    return exported


def remove_and_undo(chat: Chat) -> None:
    chat.by_key("remove_document").get_by_role("button").click()
    expect(chat.by_key("document_note")).to_contain_text("“the ingredient” was removed")
    chat.rest()
    chat.by_key("document_undo").get_by_role("button").click()
    expect(chat.by_prefix("show_document_").filter(has_text="the ingredient")).to_have_count(1)
    chat.rest()
    chat.page.get_by_role("textbox", name="Search documents").fill("nothing of that name")
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_text("No document has this name.")).to_be_visible()


def bring_back(chat: Chat, exported: Path) -> None:
    """Import the export under another name."""
    chat.by_key("import_document").get_by_role("button").click()
    chat.by_key("document_export").locator('input[type="file"]').set_input_files(exported)
    expect(chat.by_key("document_export")).to_contain_text("exported.jsonl")
    chat.rest()
    chat.by_key("imported_name").get_by_role("textbox").fill("copy")
    chat.by_key("import_do").get_by_role("button").click()
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("copy")
    is_at_version(chat, 11)
    assert chat.has_no_sideways_scroll()
