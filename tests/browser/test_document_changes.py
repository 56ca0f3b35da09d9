"""Changes of documents in a chat: under the reply, undone there, and a way to the page."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

WATER = {"inci": "WATER", "category": "OTHERS", "NOAEL": []}
LEVEL = {"value": 1000, "unit": "mg/kg", "source": "OECD 408"}
TO_FRAGRANCE: list[dict[str, Any]] = [
    {"op": "replace", "path": "/category", "value": "FRAGRANCE"},
    {"op": "add", "path": "/NOAEL/-", "value": LEVEL},
]


def call(tool: str, **arguments: object) -> dict[str, Any]:
    return {"name": tool, "arguments": {"name": "record <b>1</b>", **arguments}}


def edit(*operations: dict[str, Any]) -> dict[str, Any]:
    return call("edit_document", patch=json.dumps(operations), reason="Edited")


def test_a_change_of_a_document_is_under_its_reply_and_undone_there(
    scripted: Served, open_chat: OpenChat
) -> None:
    scripted.plays(
        replies=[
            {"calls": [call("create_document", content=json.dumps(WATER))]},
            "It is set up.",
            {"calls": [edit(*TO_FRAGRANCE)]},
            "Changed both.",
            {"calls": [call("rollback_document")]},
            "It is undone.",
        ]
    )
    chat = open_chat(scripted)
    chat.ask("Set up data for WATER")
    heads, lines = chat.by_prefix("changed_head_"), chat.page.locator("ul.changes")
    expect(heads).to_have_text(re.compile("record <b>1</b> · Version 1"))
    expect(chat.by_prefix("undo_document_")).to_have_count(0)
    chat.ask("Change the category to FRAGRANCE and add a NOAEL")
    expect(heads).to_have_count(2)
    expect(lines.last).to_have_text(
        re.compile('category: "OTHERS" → "FRAGRANCE".*NOAEL: .*OECD 408.* added')
    )

    other = open_chat(scripted, f"/?chat={chat.session_id()}")
    expect(other.page.locator("ul.changes")).to_have_count(2)
    chat.by_prefix("undo_document_").get_by_role("button").focus()
    chat.page.keyboard.press("Enter")
    redo = chat.by_prefix("redo_document_").get_by_role("button")
    expect(redo).to_have_count(1)
    expect(heads.last).to_contain_text("Undone")
    expect(other.by_prefix("changed_head_").last).to_contain_text("Undone")  # in the other tab, too
    chat.rest()
    redo.click()
    expect(chat.by_prefix("undo_document_")).to_have_count(1)
    chat.rest()

    chat.ask("Undo that")
    expect(heads).to_have_count(3)
    expect(lines.last).to_contain_text("Back to version 3")
    chat.page.reload()
    expect(heads).to_have_count(3)
    expect(heads.nth(1)).to_contain_text("Undone")
    chat.rest()
    assert grave_findings(chat) == []

    _leads_to_its_page(chat)


def _leads_to_its_page(chat: Chat) -> None:
    """On a phone, go to the version of a change, and to the documents of the chat."""
    chat.page.set_viewport_size(PHONE)
    assert chat.has_no_sideways_scroll()
    chat.by_prefix("changed_document_").nth(1).get_by_role("button").click()
    expect(chat.by_key("side_panel")).to_contain_text("Version 2")
    assert chat.has_no_sideways_scroll()
    chat.by_key("to_document_beside").get_by_role("button").click()
    expect(chat.page).to_have_url(re.compile(r"view=documents&document=\d+&version=2$"))
    expect(chat.by_key("documents")).to_contain_text("You see version 2. The newest is version 5.")
    chat.page.go_back()
    expect(chat.by_prefix("changed_head_")).to_have_count(3)
    chat.rest()
    chat.by_key("chat_documents").get_by_role("button", name="Documents").click()
    expect(chat.page).to_have_url(re.compile("view=documents$"))
