"""A fold without a question, as a person does it: told first, done, stopped, and taken back."""

import re

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

METER_IS_WHOLE = """() => [...document.querySelectorAll('.tide p > *')].every(each => {
    const [own, line] = [each, each.parentElement].map(found => found.getBoundingClientRect())
    return own.right <= line.right && own.bottom <= line.bottom + 1
})"""
FOOT_IS_LOW = """() => {
    const foot = document.querySelector('[data-testid="stBottomBlockContainer"]')
    return foot.offsetHeight <= innerHeight / 6
}"""
LONG = "I prefer the train to Lisbon, and the budget is 900 euros. " * 12


def opened_parts(chat: Chat) -> None:
    chat.by_key("meter_parts").get_by_role("button").first.click()
    expect(chat.by_key("next_fold")).to_be_visible()


def test_messages_are_folded_now_and_the_fold_is_undone_beside_it(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask(LONG)
    opened_parts(chat)
    expect(chat.by_key("next_fold")).to_contain_text(
        "It replaces messages 1 to 2 in what answers read"
    )
    assert grave_findings(chat) == []
    chat.page.mouse.move(0, 0)
    chat.page.emulate_media(color_scheme="dark")  # axe does not look at a button that is covered
    opener = chat.by_key("meter_parts").get_by_role("button").first.locator("p")
    expect(opener).to_have_css("color", "rgb(143, 219, 230)")
    chat.page.emulate_media(color_scheme="light")

    chat.by_key("fold_now").get_by_role("button").click()

    expect(
        chat.by_prefix("fold_").filter(has_text="Messages 1 to 2 above are summarised")
    ).to_be_visible()
    expect(chat.by_key("meter")).to_contain_text(re.compile(r"summarised: \d+% freed"))
    expect(chat.by_key("pulse").get_by_role("status")).to_have_text("2 messages summarised")
    expect(chat.by_key("next_fold")).to_have_count(0)
    chat.page.set_viewport_size(PHONE)
    undo = chat.by_key("undo_last_fold").get_by_role("button", name="Undo")
    box = undo.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["height"] >= 24
    assert chat.page.evaluate(METER_IS_WHOLE)
    assert chat.page.evaluate(FOOT_IS_LOW)
    assert grave_findings(chat) == []

    undo.click()

    expect(chat.page.get_by_test_id("stToast")).to_contain_text("Summary undone. Memory ")
    expect(chat.by_prefix("undone_")).to_contain_text(
        "Messages 1 to 2 above are read in full again"
    )
    expect(chat.by_key("meter")).not_to_contain_text("freed")
    expect(chat.by_key("undo_last_fold")).to_have_count(0)


def test_a_slow_fold_is_stopped_and_nothing_is_folded(
    scripted: Served, open_chat: OpenChat
) -> None:
    scripted.plays(summaries=[{"text": "{}", "wait_s": 60}])
    chat = open_chat(scripted)
    chat.ask(LONG)
    opened_parts(chat)

    chat.by_key("fold_now").get_by_role("button").click()
    expect(chat.by_key("meter")).to_contain_text("Summarising older messages")
    chat.field.fill("Meanwhile one can write")
    chat.stop.click()

    expect(chat.page.get_by_text("Stopped. Nothing was summarised.").first).to_be_visible()
    expect(chat.stop).to_have_count(0)
    expect(chat.by_prefix("fold_").filter(has_text="summarised")).to_have_count(0)
    expect(chat.field).to_have_value("Meanwhile one can write")
