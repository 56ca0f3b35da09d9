"""The quotes of a reply lead to their messages: here, in another chat, and if it is gone."""

import re

from playwright.sync_api import expect

from benchmark.databases import local_database
from tests.browser.access import grave_findings
from tests.browser.chat import PHONE
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.conversing import NOW


def test_a_quote_leads_to_its_message_here_and_in_another_chat(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("The ferry to Vlieland leaves from Harlingen at 9:15.")
    ferry = chat.session_id()
    chat.new_chat()
    chat.ask("Wubbo carries the tent and the lamp.")
    chat.ask("We sleep below the dunes of Texel.")
    chat.ask("What does Wubbo carry?")
    quote = chat.replies.last.get_by_role("link")
    expect(quote).to_have_text("Wubbo carries the tent and the lamp.")
    expect(quote).to_have_accessible_description("Show the message")
    assert grave_findings(chat) == []

    quote.focus()
    chat.page.keyboard.press("Enter")
    first = chat.by_prefix("message_").first
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    expect(chat.page).to_have_url(re.compile("message=1$"))

    chat.ask("When does the ferry to Vlieland leave?")
    chat.page.set_viewport_size(PHONE)
    chat.replies.last.get_by_role("link").click()
    expect(chat.by_prefix("message_").first).to_have_css("outline-style", "solid")
    expect(chat.page).to_have_url(re.compile(f"chat={ferry}&message=1"))
    expect(chat.by_prefix("message_").first).to_be_focused()
    assert chat.has_no_sideways_scroll()

    chat.page.go_back()
    expect(chat.replies.last.get_by_role("link")).to_contain_text("Vlieland leaves from Harlingen")


def test_a_quote_of_a_chat_that_was_deleted_says_so_and_of_one_in_the_trash_offers_it(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("The lighthouse of Eierland is 47 metres high.")
    lighthouse = chat.session_id()
    chat.new_chat()
    chat.ask("How high is the lighthouse of Eierland?")
    answered = chat.session_id()
    quote = chat.replies.last.get_by_role("link")
    with local_database(builtin.database_url) as kept:
        kept.session_lists.discard([lighthouse], now=NOW)
    quote.click()
    expect(chat.by_key("missing_chat")).to_contain_text("This chat is in the trash")

    with local_database(builtin.database_url) as kept:
        kept.sessions.delete(lighthouse)
    chat.page.goto(f"{builtin.url}/?chat={answered}")
    expect(chat.page.get_by_role("button", name="Copy reply")).to_be_visible()
    chat.rest()
    quote.click()
    expect(chat.page.get_by_test_id("stToast")).to_contain_text("That message was deleted.")
    expect(chat.page).to_have_url(re.compile(f"chat={answered}$"))
