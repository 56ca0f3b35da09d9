"""Folds undone and redone, items changed and messages kept, as a person does it on the page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served


@pytest.mark.slow
def test_a_person_takes_a_fold_back_changes_an_item_and_keeps_a_message(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.by_key("chip_sample").get_by_role("button").click()
    expect(chat.by_key("meter")).to_contain_text(re.compile("Memory [1-9][0-9]*% used"))
    before = chat.context()

    see_losses(chat)
    turn_over(chat, "undo_", "Undo the summary")
    expect(chat.by_prefix("undone_")).to_contain_text("read in full again")
    assert chat.context() > before
    turn_over(chat, "redo_", "Summarise again")
    expect(chat.by_prefix("undone_")).to_have_count(0)
    assert chat.context() == before

    chat.rest()
    open_summaries(chat)
    open_popover(chat, "sources_")
    expect(chat.by_prefix("to_said_").first).to_contain_text("You, message")
    chat.close_popover()
    choose(chat, "item_menu_", "Edit")
    chat.page.get_by_label("What to remember").fill("We stay at a small inn")
    chat.by_key("item_save").get_by_role("button").click()
    expect(chat.by_prefix("item_").first).to_contain_text("Replaces: ")
    choose(chat, "item_menu_", "Pin")
    expect(chat.by_prefix("item_").first).to_contain_text("We stay at a small inn (pinned)")
    assert grave_findings(chat) == []

    choose(chat, "menu_", "Pin message")
    expect(chat.by_prefix("kept_").first).to_contain_text("Pinned")
    assert chat.has_no_sideways_scroll()


def open_summaries(chat: Chat) -> None:
    """Lines that wrap next to the panel leave the end of the chat in sight."""
    latest = chat.page.get_by_role("button", name="Jump to latest")
    latest.click()
    expect(latest).to_have_count(0)
    chat.by_key("to_summaries").get_by_role("button").click()
    expect(chat.by_key("side_panel")).to_be_visible()
    chat.rest()
    expect(latest).to_have_count(0)


def see_losses(chat: Chat) -> None:
    open_popover(chat, "losses_")
    expect(chat.by_key("beside_losses")).to_contain_text("Shortened from")
    expect(chat.by_prefix("lost_").first.locator("mark").first).to_be_visible()
    chat.by_key("close_side_panel").get_by_role("button").click()


def open_popover(chat: Chat, prefix: str) -> None:
    chat.rest()
    chat.by_prefix(prefix).last.get_by_role("button").first.click()


def turn_over(chat: Chat, prefix: str, sure: str) -> None:
    open_popover(chat, prefix)
    expect(chat.page.get_by_text("Memory used: ").last).to_be_visible()
    chat.page.get_by_role("button", name=sure).click()
    chat.rest()


def choose(chat: Chat, prefix: str, action: str) -> None:
    chat.rest()
    chat.by_prefix(prefix).first.get_by_role("button").first.click()
    if prefix == "item_menu_":  # Streamlit draws its menus outside of all landmarks
        landmark = chat.page.get_by_role("region").filter(has=chat.page.get_by_role("menu"))
        expect(landmark).to_be_visible()
    chat.page.get_by_role("menuitem", name=action).click()
