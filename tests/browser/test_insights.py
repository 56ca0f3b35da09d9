"""The page Insights, as a person opens it: charts with their words, numbers, a file, on a phone."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

HOTEL = "I booked hotel number {n} in Porto, with Nadia and two children who like trains. " * 9
SECTIONS = ("context", "time", "cost")


def charts(chat: Chat) -> None:
    for name in SECTIONS:
        drawn = chat.by_key(f"insight_{name}").get_by_test_id("stVegaLiteChart")
        expect(drawn.locator("svg.marks")).to_be_visible()


def test_insights_of_a_chat_and_of_all(
    builtin: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    chat = open_chat(builtin)
    for number in range(3):
        chat.ask(HOTEL.format(n=number))
    chat.by_key("chat_insights").get_by_role("button").click()

    charts(chat)
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Insights")
    totals = chat.by_key("insights").locator("dl.totals")
    expect(totals).to_contain_text("Answers3")
    context = chat.by_key("insight_context").get_by_test_id("stVegaLiteChart")
    told = context.get_attribute("aria-label") or ""
    assert told.startswith("The memory used, against the limit of 1,200 tokens, answer by answer;")
    assert grave_findings(chat) == []

    chat.by_key("numbers_context").get_by_text("Memory used: figures").click()
    expect(chat.by_key("numbers_context").get_by_test_id("stDataFrame")).to_be_visible()
    with chat.page.expect_download() as coming:
        chat.by_key("csv_context").get_by_role("button").click()
    saved = tmp_path / "context.csv"
    coming.value.save_as(saved)
    lines = saved.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("When,Answers,Memory used,Highest,Limit")
    assert len(lines) == 4

    chat.by_key("insights_of").get_by_text("All chats").click()
    expect(context).to_be_visible()
    chat.page.set_viewport_size(PHONE)
    charts(chat)
    chat.rest()
    width = chat.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    assert grave_findings(chat) == []

    chat.by_key("back_to_chat").get_by_role("button").click()
    expect(chat.field).to_be_visible()


def test_where_nothing_was_asked_back_there_is_a_sentence_and_no_chart(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    chat.ask("Hello there")
    chat.by_key("chat_insights").get_by_role("button").click()

    expect(chat.by_key("insight_asked")).to_contain_text("never had to ask")
    expect(chat.by_key("insight_asked").get_by_test_id("stVegaLiteChart")).to_have_count(0)
