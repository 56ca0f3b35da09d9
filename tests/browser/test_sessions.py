"""The chats there are: begun, listed, opened by row, address and the back button."""

import re
import time

from playwright.sync_api import expect

from benchmark.databases import local_database
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

_LOOK_AND_CLICK = """button => {
    document.dispatchEvent(new Event("visibilitychange"))
    document.querySelector(button).click()
}"""

_CLICK_AND_LOOK = """button => {
    document.querySelector(button).click()
    setTimeout(() => document.dispatchEvent(new Event("visibilitychange")), 5)
}"""
_QUIET_MS = 800  # so long after the last click the page looks around by itself again
_LOOKED_MS = 50
_APART_S = 0.4


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
    chat.page.evaluate(_LOOK_AND_CLICK, ".st-key-new_chat button")
    expect(chat.by_key("first_run")).to_be_visible()


def test_the_page_looks_around_only_some_time_after_a_click(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("A word about auks.")
    sent: list[tuple[float, bool]] = []

    def note(frame: bytes | str) -> None:
        sent.append((time.monotonic(), b'"look"' in (frame if isinstance(frame, bytes) else b"")))

    chat.page.on("websocket", lambda socket: socket.on("framesent", note))
    chat.page.reload()
    expect(chat.asked).to_have_text(["A word about auks."])
    chat.rest()
    chat.page.wait_for_timeout(_QUIET_MS)
    sent.clear()
    chat.page.evaluate(_CLICK_AND_LOOK, ".st-key-to_archive button")
    expect(chat.by_key("to_list")).to_be_visible()
    while not any(is_look for _, is_look in sent):
        chat.page.wait_for_timeout(_LOOKED_MS)
    clicked, looked = sent[0], next(frame for frame in sent if frame[1])
    assert not clicked[1]
    assert looked[0] - clicked[0] > _APART_S


def test_a_chat_deleted_in_another_tab_is_not_there_any_more(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("Soon to be forgotten.")
    with local_database(builtin.database_url) as elsewhere:
        elsewhere.sessions.delete(chat.session_id())
    expect(chat.by_key("missing_chat")).to_contain_text("There is no session")
