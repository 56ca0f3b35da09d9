"""The page for everyone: by keyboard alone, each control with a name."""

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served


def press_until(chat: Chat, key: str, widget: str) -> None:
    """Press Tab until the focus is in ``widget``, then ``key``."""
    for _ in range(60):
        chat.page.keyboard.press("Tab")
        inside = f"() => !!document.activeElement.closest('[class*=\"st-key-{widget}\"]')"
        if chat.page.evaluate(inside):
            chat.page.keyboard.press(key)
            return
    pytest.fail(f"Tab never reaches {widget}")


def nameless(chat: Chat) -> list[str]:
    """Return the buttons that are read aloud without a name."""
    chat.rest()
    read = (button.aria_snapshot() for button in chat.page.get_by_role("button").all())
    return [snapshot for snapshot in read if '"' not in snapshot.splitlines()[0]]


def test_everything_works_by_keyboard_alone(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    press_until(chat, "Enter", "chip_2")
    expect(chat.by_prefix("interpretation_").first).to_be_visible()
    chat.settle()
    press_until(chat, "Enter", "interpretation_")
    expect(chat.asked).to_have_count(2)
    chat.settle()
    assert nameless(chat) == []
    press_until(chat, "Enter", "understood_")
    expect(chat.by_prefix("understood_").first.get_by_role("table")).to_be_visible()
    chat.page.keyboard.press("Tab")
    press_until(chat, "a", "composer")
    chat.page.keyboard.type("nd now?")
    chat.page.keyboard.press("Enter")
    expect(chat.asked.last).to_have_text("and now?")
    chat.settle()
    press_until(chat, "Enter", "session_menu_")
    expect(chat.page.get_by_role("menu")).to_be_focused()
    chat.page.keyboard.press("ArrowDown")
    expect(chat.page.locator('[role="menuitem"]:focus')).to_have_count(1)
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("dialog")).to_be_visible()
    chat.page.keyboard.press("Escape")
    expect(chat.page.get_by_role("dialog")).to_have_count(0)
    press_until(chat, "Enter", "new_chat")
    expect(chat.by_key("first_run")).to_be_visible()
