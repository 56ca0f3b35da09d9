"""Going another way: a message sent anew, the switch back and forth, a chat begun from another."""

import re

from playwright.sync_api import expect

from benchmark.databases import local_database
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

# Somebody who is quicker than the page's own focus
IN_FIELD_AT_ONCE = """function look() {
  const field = document.querySelector('[class*="st-key-edit_"] textarea')
  if (field?.value) {
    field.focus()
    field.select()
  } else requestAnimationFrame(look)
}"""


def choose(chat: Chat, number: int, action: str) -> None:
    """Choose from the menu of the ``number``-th thing said by either side."""
    chat.rest()  # a page that is drawn anew closes the menu
    said = chat.by_prefix("message_").nth(number - 1)
    said.locator('[class*="st-key-menu_"]').get_by_role("button").click()
    chat.page.get_by_role("menuitem", name=action).click()


def _press(chat: Chat, name: str | re.Pattern[str], *, then_said: int) -> None:
    """Press a button, and wait until the page stands with so many messages of the person."""
    chat.page.get_by_role("button", name=name).click()
    expect(chat.asked).to_have_count(then_said)
    chat.settle()
    chat.rest()


def _empty_trash(chat: Chat) -> None:
    """Delete the one chat of the trash, with its other branch."""
    chat.rest()  # the button stands there twice while the page is drawn
    chat.by_key("to_trash").get_by_role("button").click()
    chat.by_prefix("for_ever_").get_by_role("button").click()
    expect(chat.by_key("delete")).to_contain_text(
        "The other version of this chat will be deleted too."
    )
    chat.by_key("delete_confirm").get_by_role("button").click()
    expect(chat.by_prefix("trashed_")).to_have_count(0)


def test_a_message_sent_anew_leaves_the_other_branch_one_switch_away(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("I am planning a trip to Lisbon.")
    chat.ask("My budget is 900 euros.")
    chat.ask("Thanks.")
    first = chat.session_id()

    chat.page.evaluate(IN_FIELD_AT_ONCE)
    choose(chat, 3, "Edit")
    expect(chat.by_prefix("edit_").locator("textarea")).to_be_focused()
    chat.rest()
    chat.page.keyboard.insert_text("My budget is 1,500 euros.")
    _press(chat, re.compile("^Send$"), then_said=2)
    branch = chat.session_id()
    expect(chat.asked.last).to_have_text("My budget is 1,500 euros.")
    expect(chat.by_key("switch_2")).to_contain_text("2 of 2")
    rows = chat.by_key("session_list").get_by_role("button", name="Trip to Lisbon")
    expect(rows).to_have_count(2)  # one row: it opens the chat, and its menu

    _press(chat, "Previous version of message 3", then_said=3)
    expect(chat.by_key("switch_2")).to_contain_text("1 of 2")
    assert chat.session_id() == first

    choose(chat, 2, "New chat from here")
    expect(chat.by_key("forked_from")).to_contain_text("from message 2")
    expect(rows).to_have_count(4)
    fork = chat.session_id()
    expect(chat.by_key(f"open_{fork}").locator(".chat-number")).to_have_text("(2)")
    _press(chat, "Continues", then_said=3)

    chat.choose(first, "Delete")
    expect(rows).to_have_count(2)
    _empty_trash(chat)
    with local_database(builtin.database_url) as kept:
        assert [kept.sessions.exists(at) for at in (first, branch, fork)] == [False, False, True]
