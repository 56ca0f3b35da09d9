"""What the engine read, opened beside a reply: told, traced to its messages, and left out."""

import re

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.conftest import OpenChat
from tests.browser.served import Served


def test_a_reply_shows_what_it_was_read_from_and_is_given_again_without_a_part(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("My sister Ruth flies to Lisbon on 3 May. <b>Bold</b> she is.")
    chat.ask("Where does Ruth fly to?")
    line = chat.by_prefix("read_").last
    expect(line).to_have_text(re.compile("Based on 1 earlier message$"))
    expect(chat.by_prefix("inspector_")).to_have_count(0)

    line.get_by_text("Based on 1 earlier message").click()
    shown = chat.by_prefix("inspector_").last
    expect(shown).to_contain_text("of 1,200 that fit")
    expect(shown).to_contain_text("Exactly as it was read")
    expect(shown).to_contain_text("Used in the answer")
    expect(shown.locator(".piece:visible")).to_have_count(1)
    expect(shown.locator(".piece").first).to_contain_text("<b>Bold</b> she is.")
    shown.get_by_text("What else was read").click()
    expect(shown.locator(".piece:visible")).to_have_count(4)
    assert grave_findings(chat) == []

    shown.get_by_role("button", name="Message 1").click()
    first = chat.by_prefix("message_").first
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()

    shown.get_by_role("button", name="Answer again without this").first.click()
    expect(chat.by_key("settled").or_(chat.by_key("since")).first).to_be_attached()
    expect(chat.by_prefix("switch_answer_")).to_contain_text("2 of 2")
    chat.settle()
    again = chat.by_prefix("read_").last
    again.get_by_text("Based on").first.click()
    expect(chat.by_prefix("inspector_").last).to_contain_text("Left out at your request")
    expect(chat.replies.last).not_to_contain_text("Lisbon")
