"""The sample conversation, opened from the welcome: where one lands, and what one finds."""

import re

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served


def place_of(chat: Chat, key: str) -> float:
    """Return how far below the top of the window a part of the page stands."""
    box = chat.by_key(key).bounding_box()
    assert box is not None
    return box["y"]


def test_the_sample_opens_at_its_tide_line_and_keeps_its_place_when_earlier_are_shown(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.by_key("chip_sample").get_by_role("button").click()
    expect(chat.by_key("chat_head")).to_contain_text("Summaries (2)")
    messages = chat.by_prefix("message_")
    expect(messages).to_have_count(20)
    expect(chat.by_prefix("fold_").last).to_be_in_viewport()
    expect(chat.by_prefix("fold_").last).to_be_focused()
    expect(chat.by_key("sample_here")).to_contain_text("in the middle of the sample")
    expect(chat.by_key("session_list")).to_contain_text(re.compile("Today.*Oma Ruth"))
    expect(chat.by_key("session_list")).not_to_contain_text(re.compile("Older.*Oma Ruth"))
    chat.by_prefix("read_summary_").last.get_by_role("button").click()
    panel = chat.by_key("side_panel")
    expect(panel).to_contain_text("Decisions")
    panel.get_by_role("group").first.click()
    expect(panel).to_contain_text("Preferences")
    assert grave_findings(chat) == []
    panel.get_by_role("button", name="Close the panel").click()
    expect(panel).to_have_count(0)
    expect(chat.by_prefix("fold_").last).to_be_in_viewport()
    expect(chat.by_key("chat_head")).to_be_in_viewport()

    chat.by_key("show_earlier").scroll_into_view_if_needed()
    first = str(messages.first.get_attribute("class")).partition("st-key-")[2].split()[0]
    before = place_of(chat, first)
    chat.by_key("show_earlier").get_by_role("button").click()
    expect(messages).to_have_count(60)
    expect(chat.by_prefix("fold_").first).to_contain_text("above are summarised")
    chat.rest()
    chat.page.wait_for_timeout(300)  # what moves comes to rest
    assert abs(place_of(chat, first) - before) <= 2
