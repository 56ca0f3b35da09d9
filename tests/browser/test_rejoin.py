"""A turn goes on whatever the page does, and every tab joins it again, whole."""

import re

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

WORDS = [f"word{number}" for number in range(2000)]  # more than a busy machine needs for the rest
SLOW = {"text": " ".join(WORDS), "pause_s": 0.05}


def words_so_far(chat: Chat) -> list[str]:
    """Read what is written of the reply; fail where a word is missing or there twice."""
    found = chat.by_key("live_reply").get_by_test_id("stChatMessageContent").inner_text().split()
    assert found == WORDS[: len(found)]
    return found


def expect_to_grow(chat: Chat) -> None:
    """Wait until more of the reply is written than stands there now."""
    expect(chat.by_key("live_reply")).to_have_count(1)  # the browser's own is gone
    expect(chat.by_key("live_reply")).to_contain_text(WORDS[0])
    at = len(words_so_far(chat)) + 3
    expect(chat.by_key("live_reply")).to_contain_text(f"{WORDS[at]} ")
    words_so_far(chat)


def test_a_turn_goes_on_through_clicks_reloads_other_chats_and_other_tabs(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=["Kept.", "One.", SLOW])
    chat.ask("Another chat")
    other = chat.session_id()
    chat.new_chat()
    chat.ask("Before")
    session_id = chat.session_id()
    beside = open_chat(scripted, f"/?chat={session_id}")
    chat.send("How many words?")
    expect(chat.by_key("live_reply")).to_contain_text("word3 ")
    expect(chat.by_key("steps").last).to_be_hidden()  # the reply is in their place
    assert grave_findings(chat) == []

    expect_to_grow(beside)  # the other tab follows, without being asked to
    other_controls_answer(chat)
    chat.by_key(f"session_{other}").get_by_role("button").click()
    expect(chat.replies).to_have_text(["Kept."])
    expect(chat.stop).to_have_count(0)
    chat.by_key(f"session_{session_id}").get_by_role("button").click()
    expect_to_grow(chat)
    chat.page.reload()
    expect_to_grow(chat)
    beside.stop.click()

    for tab in (beside, chat):
        expect(tab.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")
        expect(tab.stop).to_have_count(0)
        expect(tab.asked).to_have_text(["Before", "How many words?"])
    kept = [tab.replies.all_inner_texts() for tab in (beside, chat)]
    assert kept[0] == kept[1] == ["One.", " ".join(WORDS[: len(kept[0][1].split())])]


def other_controls_answer(chat: Chat) -> None:
    """Open what can be opened while the answer is written, and send what comes too early."""
    early = chat.context()
    chat.by_prefix("understood_").first.get_by_text("How this was understood").click()
    expect(chat.by_key("beside_understood").get_by_text("Understood as")).to_be_visible()
    expect_to_grow(chat)
    chat.by_key("meter_parts").get_by_role("button").click()
    expect(chat.page.get_by_role("table").last).to_contain_text("Answer being written")
    meter = chat.by_key("meter").locator(".tide")
    expect(meter).not_to_have_attribute("title", re.compile(f"^~?{early:,} of"))
    assert chat.context() > early
    chat.close_popover()  # it holds the focus
    chat.send("Too early")
    expect(chat.by_key("notice")).to_contain_text("still being answered")
    expect(chat.field).to_have_value("Too early")
