"""The page for everyone: by keyboard alone, each control with a name."""

import pytest
from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

# What has the focus, and that inside of a part with a tree of its own
_FOCUSED = """
    (widget) => {
        const at = document.activeElement
        if (!at.closest(`[class*="st-key-${widget}"]`)) return null
        const inner = at.shadowRoot?.activeElement ?? at
        return inner.ariaLabel || inner.textContent || ""
    }
"""

_OPEN_AND_SEARCH = """chat => {
    document.querySelector(chat).click()
    document.querySelector(".st-key-find input").focus()
}"""


def press_until(chat: Chat, key: str, widget: str, name: str = "") -> None:
    """Press Tab until the focus is in ``widget``, on what is called ``name``, then ``key``."""
    chat.rest()
    for _ in range(80):
        chat.page.keyboard.press("Tab")
        found = chat.page.evaluate(_FOCUSED, widget)
        if found is not None and name in found:
            chat.page.keyboard.press(key)
            return
    pytest.fail(f"Tab never reaches {widget}")


def move_in_menu(chat: Chat) -> None:
    """Move in the menu of a chat by arrows and by a first letter, and leave it."""
    chosen = chat.page.locator('[role="menuitem"]:focus')
    for key, name in (("ArrowDown", "Pin"), ("d", "Delete"), ("ArrowDown", "Rename")):
        chat.page.keyboard.press(key)
        expect(chosen).to_have_text(name)
    chat.page.keyboard.press("Escape")
    expect(chat.page.get_by_role("menu")).to_have_count(0)


def nameless(chat: Chat) -> list[str]:
    """Return the buttons that are read aloud without a name."""
    chat.rest()
    read = (button.aria_snapshot() for button in chat.page.get_by_role("button").all())
    return [snapshot for snapshot in read if '"' not in snapshot.splitlines()[0]]


def test_everything_works_by_keyboard_alone(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    expect(chat.field).to_be_focused()
    for count, text in enumerate(
        ("We cannot choose between Lisbon and Porto.", "How far is it?"), 1
    ):
        chat.page.keyboard.type(text)
        chat.page.keyboard.press("Enter")
        expect(chat.asked).to_have_count(count)
        chat.settle()
    expect(chat.by_prefix("interpretation_").first).to_be_visible()
    chat.settle()
    press_until(chat, "Enter", "interpretation_")
    expect(chat.asked).to_have_count(3)
    chat.settle()
    assert nameless(chat) == []
    press_until(chat, "Enter", "understood_")
    expect(chat.by_key("beside_understood").get_by_text("Understood as")).to_be_visible()
    chat.page.keyboard.press("Escape")
    expect(chat.by_key("side_panel")).to_have_count(0)
    expect(chat.by_prefix("understood_").first.get_by_role("button")).to_be_focused()
    chat.page.keyboard.press("Tab")
    press_until(chat, "a", "composer")
    chat.page.keyboard.type("nd now?")
    chat.page.keyboard.press("Enter")
    expect(chat.asked.last).to_have_text("and now?")
    chat.settle()
    press_until(chat, "Enter", "session_menu_")
    move_in_menu(chat)
    expect(chat.by_prefix("session_menu_").get_by_role("button")).to_be_focused()
    press_until(chat, "Enter", "new_chat")
    expect(chat.by_key("first_run")).to_be_visible()


def test_shortcuts_do_what_is_done_most_and_leave_typing_alone(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    keys = chat.page.keyboard
    scripted.plays(replies=["The **answer**.", {"text": "word " * 400, "pause_s": 0.05}])
    keys.press("Alt+Shift+W")
    expect(chat.field).to_be_focused()
    keys.type("Where to? C and R, n and m.")
    expect(chat.field).to_have_value("Where to? C and R, n and m.")
    keys.press("Shift+Enter")
    keys.press("Backspace")
    keys.press("Enter")
    expect(chat.replies).to_have_text(["The answer."])
    chat.settle()
    keys.press("Alt+Shift+C")
    expect(chat.by_prefix("copy_").last.get_by_role("status")).to_have_text("Copied")
    assert chat.page.evaluate("navigator.clipboard.readText()") == "The **answer**."

    keys.type("Go on")
    keys.press("Enter")
    expect(chat.by_key("live_reply")).to_contain_text("word word")
    keys.type("And meanwhile")  # the focus stays while the answer is written
    expect(chat.field).to_have_value("And meanwhile")
    keys.press("Escape")
    expect(chat.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")
    expect(chat.field).to_be_focused()
    expect(chat.field).to_have_value("And meanwhile")


def test_the_list_of_keys_opens_by_keys_and_the_rest_of_the_page_too(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    keys = chat.page.keyboard
    chat.ask("Where to?")
    keys.press("Alt+Shift+K")
    dialog = chat.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Keyboard shortcuts")
    assert grave_findings(chat) == []
    keys.press("Alt+Shift+N")  # a dialog is left by Escape
    expect(dialog).to_be_visible()
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    keys.press("Alt+Shift+M")
    expect(chat.by_key("memory")).to_be_visible()
    keys.press("Alt+Shift+S")
    expect(chat.by_key("find").locator("input")).to_be_focused()
    keys.press("Alt+Shift+N")
    expect(chat.by_key("first_run")).to_be_visible()
    expect(chat.field).to_be_focused()


def test_the_focus_stays_in_a_field_one_went_to_as_a_chat_opened(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("Where do terns go in winter?")
    session_id = chat.session_id()
    chat.new_chat()
    chat.page.evaluate(_OPEN_AND_SEARCH, f".st-key-session_{session_id} button")
    expect(chat.by_prefix("message_").first).to_be_visible()
    chat.rest()
    chat.page.keyboard.type("tern")
    expect(chat.by_key("found")).to_contain_text("1 chat")
    expect(chat.by_key("find").locator("input")).to_be_focused()
    expect(chat.field).to_have_value("")


def test_an_answer_is_judged_and_given_again_by_keyboard_alone(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=["One answer.", "Another answer."])
    chat.ask("Where to?")
    press_until(chat, "Enter", "copy_", "This did not help")
    press_until(chat, "x", "why_")
    chat.page.keyboard.press("Enter")
    expect(chat.by_prefix("reason_")).to_have_text("It did not help: x")
    press_until(chat, "Enter", "copy_", "Actions for message 2")
    chosen = chat.page.locator('[role="menuitem"]:focus')
    expect(chosen).to_have_text("Answer again")
    chat.page.keyboard.press("Enter")
    expect(chat.replies).to_have_text(["Another answer."])
    chat.settle()
    press_until(chat, "Enter", "switch_answer_", "Previous answer")
    expect(chat.replies).to_have_text(["One answer."])


_SIZES = ((1440, 900), (720, 450), (390, 844), (320, 640))  # the second: 1,440 at 200 %
# The colour of what shows a state beside that of what it stands before
_TOLD_APART = """
    (pair) => {
        const colour = (selector) => {
            const style = getComputedStyle(document.querySelector(selector))
            return style.outlineStyle + style.outlineWidth + style.backgroundColor
        }
        return colour(pair[0]) !== colour(pair[1])
    }
"""
_STATES = {
    "": [(".tide-water", ".tide-bar")],
    "&view=settings": [
        (
            '[data-testid="stRadioOption"][data-selected] > div > div:first-child > div',
            '[data-testid="stRadioOption"]:not([data-selected]) > div > div:first-child > div',
        ),
        (
            '[data-testid="stCheckbox"] label[data-selected] > div:first-of-type',
            '[data-testid="stCheckbox"] label > div:first-of-type > div',
        ),
    ],
}


def test_it_fits_every_width_and_tells_states_apart_in_forced_colours(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.page.set_viewport_size({"width": 640, "height": 400})
    chat.rest()
    expect(chat.page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(chat.page.locator(".jump-to-latest")).to_be_hidden()
    chat.send("My budget for the trip is 900 euros.")
    chat.settle()
    address = f"{builtin.url}/?chat={chat.session_id()}"
    for path, states in _STATES.items():
        chat.page.goto(address + path)
        expect(chat.page.locator(states[0][0])).to_be_visible()
        chat.settle()
        for width, height in _SIZES:
            chat.page.set_viewport_size({"width": width, "height": height})
            chat.rest()
            assert chat.has_no_sideways_scroll(), (path, width)
        chat.page.set_viewport_size({"width": 1280, "height": 720})
        chat.page.emulate_media(forced_colors="active")
        chat.rest()
        assert [pair for pair in states if not chat.page.evaluate(_TOLD_APART, pair)] == []
        chat.page.emulate_media(forced_colors="none")
