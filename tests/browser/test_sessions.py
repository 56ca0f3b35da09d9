"""The chats there are: begun, listed, opened by row, address and the back button."""

import re

from playwright.sync_api import expect

from benchmark.databases import local_database
from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

_LOOK_AND_CLICK = """button => {
    document.dispatchEvent(new Event("visibilitychange"))
    document.querySelector(button).click()
}"""

# By its keys: again, where its script was not there yet
_OPENS_THE_PALETTE = """() => {
    const isOpen = () => document.querySelector("dialog.palette[open]") !== null
    const keys = new KeyboardEvent("keydown", { code: "KeyK", ctrlKey: true })
    if (!isOpen()) window.dispatchEvent(keys)
    return isOpen()
}"""

_QUIET_MS = 800  # so long after the last click the page looks around by itself again


def use_the_palette(chat: Chat, first: str) -> None:
    """Find the ``first`` chat in the palette and open it; begin a temporary chat there."""
    palette = chat.page.get_by_role("combobox", name="Search chats, or type what you want to do")
    chat.page.wait_for_function(_OPENS_THE_PALETTE)
    expect(palette).to_be_focused()
    expect(chat.page.get_by_role("option", name="The first chat")).to_be_visible()
    assert grave_findings(chat) == []
    palette.fill("walruses")
    expect(chat.page.get_by_text("Nothing found.")).to_be_visible()
    assert grave_findings(chat) == []
    palette.fill("whales")
    expect(chat.page.get_by_role("option")).to_have_text(re.compile("^The first chat .*whales"))
    palette.press("Enter")
    expect(chat.page).to_have_url(re.compile(first))
    chat.rest()
    chat.page.keyboard.press("Control+k")
    palette.fill("temporary")
    palette.press("Enter")
    expect(chat.by_key("temporary_note")).to_contain_text("kept nowhere")


def test_a_chat_is_there_from_its_first_message_and_is_found_by_row_address_and_back_button(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    title = chat.page.get_by_role("heading", level=1)
    chat.ask("The first chat is about whales.")
    first = chat.session_id()
    with local_database(builtin.database_url) as kept:
        count = kept.sessions.count()
        chat.new_chat()
        expect(chat.page).not_to_have_url(re.compile("chat="))
        assert kept.sessions.count() == count
        chat.ask("The second chat is about gulls.")
        second = chat.session_id()
        assert kept.sessions.count() == count + 1

    expect(chat.by_key(f"open_{second}")).to_be_visible()
    rows = chat.by_key("session_list").get_by_role("button", name=re.compile("^The "))
    expect(rows.nth(0)).to_have_text("The second chat is about gulls")
    chat.by_key(f"session_{first}").get_by_role("button").click()
    expect(title).to_have_text("The first chat is about whales")
    expect(chat.by_key(f"open_{first}")).to_be_visible()
    assert chat.session_id() == first
    chat.page.go_back()
    expect(title).to_have_text("The second chat is about gulls")
    chat.page.reload()
    expect(chat.asked).to_have_text(["The second chat is about gulls."])
    expect(chat.page).to_have_title("The second chat is about gulls · Tidemark")
    use_the_palette(chat, first)


def test_what_is_clicked_as_the_page_looks_around_is_drawn(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("A word about terns.")
    chat.rest()
    chat.page.wait_for_timeout(_QUIET_MS)
    chat.page.evaluate(_LOOK_AND_CLICK, ".st-key-to_archive button")
    expect(chat.by_key("to_list")).to_be_visible()
    chat.rest()
    chat.page.wait_for_timeout(_QUIET_MS)
    expect(chat.by_key("meter").locator(".numbers")).to_be_visible()
    expect(chat.by_key("head_new_chat")).to_be_hidden()  # the sidebar has one
    chat.page.evaluate(_LOOK_AND_CLICK, ".st-key-new_chat button")
    expect(chat.by_key("first_run")).to_be_visible()
    expect(chat.by_key("meter").locator(".numbers")).to_be_hidden()
    expect(chat.by_key("meter_parts")).to_be_hidden()


def test_a_chat_deleted_in_another_tab_is_not_there_any_more(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("Soon to be forgotten.")
    with local_database(builtin.database_url) as elsewhere:
        elsewhere.sessions.delete(chat.session_id())
    expect(chat.by_key("missing_chat")).to_contain_text("does not exist")
    expect(chat.by_key("meter_parts")).to_be_hidden()
