"""The page for everyone: by keyboard alone, on a narrow screen, read aloud, light and dark."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect

from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

PHONE: ViewportSize = {"width": 390, "height": 844}


def grave_findings(chat: Chat) -> list[tuple[str, str]]:
    """Return what axe finds serious or critical: the rule, and where."""
    found = Axe().run(chat.page).response["violations"]
    return [
        (violation["id"], node["html"][:200])
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def press_until(chat: Chat, key: str, widget: str) -> None:
    """Press Tab until the focus is in ``widget``, then ``key``."""
    for _ in range(60):
        chat.page.keyboard.press("Tab")
        inside = f"() => !!document.activeElement.closest('[class*=\"st-key-{widget}\"]')"
        if chat.page.evaluate(inside):
            chat.page.keyboard.press(key)
            return
    pytest.fail(f"Tab never reaches {widget}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_grave(
    builtin: Served, open_chat: OpenChat, scheme: Literal["light", "dark"]
) -> None:
    chat = open_chat(builtin)
    chat.page.emulate_media(color_scheme=scheme)
    expect(chat.by_key("first_run")).to_be_visible()
    assert grave_findings(chat) == []
    chat.by_key("chip_sample").get_by_role("button").click()
    expect(chat.by_key("summaries")).to_be_visible()
    chat.ask("And what did I say about the cake?")
    chat.by_prefix("understood_").last.get_by_text("How this was understood").click()
    expect(chat.by_prefix("understood_").last.get_by_role("table")).to_be_visible()
    assert grave_findings(chat) == []
    session_id = chat.session_id()
    chat.by_key(f"session_menu_{session_id}").get_by_role("button").click()
    chat.page.get_by_role("menuitem", name="Delete").click()
    expect(chat.page.get_by_role("dialog")).to_be_visible()
    assert grave_findings(chat) == []


def test_a_narrow_screen_has_no_sideways_scroll(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    chat.page.set_viewport_size(PHONE)
    expect(chat.by_key("first_run")).to_be_visible()
    assert chat.has_no_sideways_scroll()
    chat.ask("I need to find out who will leave")
    assert chat.has_no_sideways_scroll()
    chat.ask("averylongword" * 60)
    assert chat.has_no_sideways_scroll()
    chat.page.get_by_test_id("stExpandSidebarButton").click()
    assert chat.has_no_sideways_scroll()
    chat.by_key("new_chat").get_by_role("button").click()
    expect(chat.by_key("first_run")).to_be_visible()
    expect(chat.page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")


def test_everything_works_by_keyboard_alone(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    press_until(chat, "Enter", "chip_2")
    expect(chat.by_prefix("interpretation_").first).to_be_visible()
    chat.settle()
    press_until(chat, "Enter", "interpretation_")
    expect(chat.page.get_by_label("Chat message from user")).to_have_count(2)
    chat.settle()
    press_until(chat, "Enter", "understood_")
    expect(chat.by_prefix("understood_").first.get_by_role("table")).to_be_visible()
    chat.page.keyboard.press("Tab")
    press_until(chat, "a", "composer")
    chat.page.keyboard.type("nd now?")
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_label("Chat message from user").last).to_have_text("and now?")
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


def test_every_control_has_a_name(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    chat.ask("Name everything.")
    for button in chat.page.get_by_role("button").all():
        snapshot = button.aria_snapshot()
        assert '"' in snapshot.splitlines()[0], snapshot


def test_the_end_of_a_turn_is_said_aloud(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    chat.ask("Say when you are done.")
    expect(chat.by_key("pulse").get_by_role("status")).to_have_text("Answer complete")
