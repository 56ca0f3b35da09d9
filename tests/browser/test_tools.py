"""A turn that calls tools: the calls under the steps, opened by keyboard, and in the inspector."""

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

LOOKUP = {"name": "lookup_past_conversation", "arguments": {"topic": "the <b>hotel</b>"}}


def test_the_calls_of_a_turn_are_under_its_steps_and_in_its_inspector(
    scripted: Served, open_chat: OpenChat
) -> None:
    scripted.plays(
        replies=[
            "The Memmo is quiet.",
            {"text": "Let me look.", "calls": [LOOKUP, {"name": "send_mail"}]},
            "You asked for a quiet hotel.",
        ]
    )
    chat = open_chat(scripted)
    chat.ask("Which hotel in Alfama is quiet?")
    chat.ask("What did we discuss?")

    expect(chat.replies.last).to_contain_text("You asked for a quiet hotel.")
    tools = chat.by_key("steps").locator(".tools details")
    expect(tools).to_have_count(2)
    expect(tools.first).to_contain_text("Look into this chat: the <b>hotel</b>")
    expect(tools.first.locator("div")).to_be_hidden()
    tools.first.locator("summary").focus()
    chat.page.keyboard.press("Enter")
    expect(tools.first.locator("div")).to_contain_text("Which hotel in Alfama is quiet?")
    tools.last.locator("summary").click()
    expect(tools.last).to_contain_text("There is no such tool.")
    assert grave_findings(chat) == []

    chat.page.set_viewport_size(PHONE)
    width = chat.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    chat.by_prefix("read_").last.get_by_text("Based on").click()
    shown = chat.by_prefix("inspector_").last
    expect(shown).to_contain_text("Tools that were called")
    expect(shown.locator(".tools details")).to_have_count(2)
