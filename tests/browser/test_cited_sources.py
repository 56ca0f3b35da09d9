"""Answers that cite sources: numbers, their passages in place, and what no source supports."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from benchmark.databases import local_database
from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat, ServeWith
from tests.conversing import NOW
from tests.sources import files
from tidemark.ui.sources.part_html import MARKED

RULES = "# Rules\n\n## Watering\n\nWater before nine.\n\n## Fees\n\nA plot is 45 euros a year.\n"
REPLIES = [
    "The rent is **45 euros** a year [1]. Roses are blue [1].",
    "Water before nine [1].",
    "The moon is made of basalt.",
    "I was told of no source.",
]


def marked_beside(chat: Chat) -> Locator:
    return chat.by_key("side_panel").locator(f"mark.st-key-{MARKED}")


def close_panel(chat: Chat) -> None:
    chat.by_key("close_side_panel").get_by_role("button").click()
    expect(chat.by_key("side_panel")).to_have_count(0)


def give(chat: Chat, *paths: Path) -> None:
    chat.by_key("to_sources").get_by_role("button").click()
    with chat.page.expect_file_chooser() as chosen:
        chat.by_key("choose_files").get_by_role("button").click()
    chosen.value.set_files(paths)
    expect(chat.by_key("ingested")).to_be_visible()
    chat.by_key("dismiss_ingested").get_by_role("button").click()
    chat.by_key("back_to_chat").get_by_role("button").click()
    expect(chat.field).to_be_visible()


def choose(chat: Chat, option: str, *names: str) -> None:
    chat.by_key("source_choice").get_by_role("button").click()
    chat.page.get_by_role("dialog").get_by_text(option).click()
    for name in names:
        chat.page.get_by_role("combobox").last.click()
        chat.page.get_by_role("option", name=name).click()
        chat.page.keyboard.press("Escape")
    chat.page.get_by_role("button", name="Use this choice").click()
    expect(chat.page.get_by_role("dialog")).to_have_count(0)


def test_a_number_opens_the_passage_it_rests_on(
    chromium: Path, serve_with: ServeWith, open_chat: OpenChat, tmp_path: Path
) -> None:
    served = serve_with(ENGINE="scripted", SOURCE_TOKENS="1100")
    served.plays(replies=REPLIES)
    lease = files.pdf(
        tmp_path / "lease.pdf", ["Notice: three months", "The rent is 45 euros a year"]
    )
    rules = tmp_path / "rules.md"
    rules.write_text(RULES)
    chat = open_chat(served)
    give(chat, lease, rules)

    choose(chat, "Only these", "lease.pdf")
    expect(chat.by_key("source_choice")).to_contain_text("1 source")
    chat.ask("What is the rent in euros a year?")
    number = chat.replies.last.get_by_role("link")
    expect(number).to_have_text(["[1]"])
    expect(chat.replies.last).to_contain_text("45 euros a year.[1] Roses are blue.")
    expect(chat.by_prefix("cited_").first).to_contain_text("1. lease.pdf · page 2")
    expect(chat.by_key("meter").locator(".tide")).to_have_attribute(
        "title", re.compile("of them from sources")
    )
    number.focus()
    chat.page.keyboard.press("Enter")
    expect(marked_beside(chat)).to_contain_text("The rent is 45 euros a year")
    expect(marked_beside(chat)).to_be_in_viewport()
    chat.page.get_by_text("Picture of page 2").click()
    expect(chat.page.get_by_role("img", name="Page 2 as it looks")).to_be_visible()
    assert grave_findings(chat) == []
    close_panel(chat)
    chat.page.reload()
    expect(chat.by_key("source_choice")).to_contain_text("1 source")
    older_and_removed(chat, rules, served.database_url)
    unsupported(chat)


def older_and_removed(chat: Chat, rules: Path, database_url: str) -> None:
    """An old citation opens the old text; of a source that was removed it says so."""
    choose(chat, "All sources")
    chat.ask("When may one water?")
    rules.write_text(RULES.replace("nine", "eight"))
    give(chat, rules)
    chat.page.set_viewport_size(PHONE)
    chat.by_prefix("cited_").get_by_role("button", name="rules.md · Rules › Watering").click()
    expect(marked_beside(chat)).to_have_text("Water before nine.")
    panel = chat.by_key("side_panel")
    expect(panel).to_contain_text("quotes version 1. The newest is version 2")
    assert chat.has_no_sideways_scroll()
    chat.page.get_by_role("button", name="Open in Sources").click()
    expect(chat.page.get_by_text("You read version 1.")).to_be_visible()
    expect(chat.page.locator(f"mark.st-key-{MARKED}")).to_have_text("Water before nine.")

    with local_database(database_url) as kept:
        kept.sources.trash("rules.md", now=NOW)
    chat.page.go_back()
    chat.replies.filter(has_text="Water before nine").get_by_role("link").click()
    expect(panel).to_contain_text("This source was removed.")
    close_panel(chat)


def unsupported(chat: Chat) -> None:
    chat.ask("What is the notice of the lease and its rent?")
    expect(chat.by_prefix("unsupported_")).to_contain_text("Nothing in your sources supports")
    chat.by_prefix("read_").last.get_by_text("Based on").click()
    shown = chat.by_prefix("inspector_").last
    expect(shown).to_contain_text("lease.pdf · page 2")
    assert grave_findings(chat) == []
    close_panel(chat)
    choose(chat, "No sources")
    chat.ask("What is the rent in euros a year?")
    expect(chat.replies.last).to_contain_text("I was told of no source.")
    expect(chat.by_prefix("unsupported_")).to_have_count(1)
