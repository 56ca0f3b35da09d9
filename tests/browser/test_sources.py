"""The page Sources: files given to it, what became of each, one read, removed and brought back."""

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat, ServeWith
from tests.sources import files
from tidemark.ui.sources.part_html import MARKED

# A browser repeats what is dragged over until it is dropped
_DRAGGED = """([name, text]) => {
    const dragged = new DataTransfer()
    dragged.items.add(new File([text], name))
    const drag = (what) => document.querySelector('[data-testid="stMain"]').dispatchEvent(
        new DragEvent(what, { bubbles: true, cancelable: true, dataTransfer: dragged }))
    const again = setInterval(() => drag("dragover"), 100)
    window.drop = () => { clearInterval(again); drag("drop") }
}"""
TEA = "![a](u) <b>y</b> tea.md"
HOSTILE = '![x](http://evil.example/x.png) <img src="http://evil.example/y.png"> :red[z]'


def drop(page: Page, name: str, text: str) -> None:
    page.evaluate(_DRAGGED, [name, text])
    expect(page.locator(".drop-source")).to_contain_text("to add to the sources")
    expect(page.locator(".drop-attach")).to_contain_text("to attach to this message")
    page.evaluate("drop()")
    expect(page.locator(".drop-source")).to_have_count(0)


def give(chat: Chat, *paths: Path) -> None:
    with chat.page.expect_file_chooser() as chosen:
        chat.by_key("choose_files").get_by_role("button").click()
    chosen.value.set_files(paths)


def come_late(route: Route) -> None:
    """Let a script come after the button whose click it hears."""
    expect(route.request.frame.locator(".st-key-choose_files button")).to_be_visible()
    route.continue_()


def open_row(chat: Chat, name: str) -> None:
    chat.by_prefix("show_source_").get_by_role("button", name=name).click()
    expect(chat.page.get_by_role("heading", name=name)).to_be_visible()


def test_files_are_added_read_by_the_page_removed_and_restored(
    chromium: Path, serve_with: ServeWith, open_chat: OpenChat, tmp_path: Path
) -> None:
    lease = files.pdf(tmp_path / "lease.pdf", ["Notice: three months", "Rent: 45 euros a year"])
    rules = tmp_path / "rules.md"
    rules.write_text(f"# Rules\n\n## Watering\n\nWater before nine.\n\n{HOSTILE}\n")
    chat = open_chat(serve_with(ENGINE="scripted", SOURCE_TOKENS="1000"))

    drop(chat.page, TEA, "Tea is at four.")
    expect(chat.page.get_by_test_id("stToast").first).to_contain_text("source")
    chat.by_key("to_sources").get_by_role("button").click()
    expect(chat.by_prefix("show_source_")).to_have_text([TEA])

    give(chat, lease, rules)
    expect(chat.by_key("ingested")).to_contain_text("2 sources added")
    expect(chat.by_prefix("show_source_")).to_have_text(["rules.md", "lease.pdf", TEA])
    assert grave_findings(chat) == []

    rules.write_text("# Rules\n\nWater before eight.\n")
    give(chat, rules, lease)
    expect(chat.by_key("ingested")).to_contain_text("1 new version · 1 already here")
    read_versions(chat)
    chat.page.set_viewport_size(PHONE)
    find_page_of_pdf(chat)
    remove_and_undo(chat)
    read_again(chat, rules)


def read_again(chat: Chat, rules: Path) -> None:
    choose(chat, 1, "Read again")
    chat.by_key("reingest_stored").get_by_role("button").click()
    expect(chat.by_key("ingested")).to_have_text(re.compile("^1 already here, unchanged"))

    rules.write_text("# Rules\n\nWater before seven.\n")
    choose(chat, 0, "Read again")
    expect(chat.by_key("reingest")).to_contain_text("Give its file again")
    assert grave_findings(chat) == []
    chat.by_key("reingest").locator("input[type=file]").set_input_files(rules)
    expect(chat.by_key("ingested")).to_contain_text("1 new version")
    expect(chat.by_prefix("source_").filter(has_text="3 versions").first).to_contain_text("rules")


def choose(chat: Chat, row: int, wish: str) -> None:
    chat.by_prefix("source_menu_").nth(row).get_by_role("button").focus()
    chat.page.keyboard.press("Enter")
    chat.page.get_by_role("menuitem", name=wish).click()


def read_versions(chat: Chat) -> None:
    expect(chat.by_prefix("source_").filter(has_text="2 versions").first).to_contain_text("rules")
    open_row(chat, "rules.md")
    shown = chat.page.locator(".source-text")
    expect(shown).to_contain_text("Water before eight.")
    chat.page.get_by_role("combobox", name="Version").click()
    chat.page.get_by_role("option", name="Version 1").click()
    expect(shown).to_contain_text(HOSTILE)
    expect(shown.locator("img, a")).to_have_count(0)
    expect(chat.page.get_by_text("You read version 1.")).to_be_visible()


def find_page_of_pdf(chat: Chat) -> None:
    chat.page.get_by_role("button", name="All sources").click()
    found = chat.page.get_by_label("Search in the sources")
    found.fill("What is the rent in euros?")
    found.press("Enter")
    chat.by_key("show_found_0").get_by_role("button", name="lease.pdf · page 2").click()
    marked = chat.page.locator(f"mark.st-key-{MARKED}")
    expect(marked).to_have_text("Rent: 45 euros a year")
    expect(marked).to_be_focused()
    chat.page.get_by_text("Picture of page 2").click()
    expect(chat.page.get_by_role("img", name="Page 2 as it looks")).to_be_visible()
    assert chat.has_no_sideways_scroll()
    assert grave_findings(chat) == []


def remove_and_undo(chat: Chat) -> None:
    chat.page.get_by_role("button", name="All sources").click()
    choose(chat, 1, "Remove")
    expect(chat.by_key("source_note")).to_contain_text("“lease.pdf” was removed")
    expect(chat.by_prefix("show_source_")).to_have_text(["rules.md", TEA])
    chat.by_key("source_undo").get_by_role("button").click()
    expect(chat.by_prefix("show_source_")).to_have_text(["rules.md", "lease.pdf", TEA])


def test_reading_files_is_stopped_after_a_reload(
    chromium: Path, serve_with: ServeWith, open_chat: OpenChat, tmp_path: Path
) -> None:
    words = "\n\n".join(f"Shed {number} is kept by Anna{number}." for number in range(6000))
    for number in range(40):
        of = f"List {number} of {tmp_path.name}"  # new ones, if it is run again
        (tmp_path / f"{number}.txt").write_text(f"{of}\n\n{words}")
    chat = open_chat(
        serve_with(ENGINE="scripted", SOURCE_TOKENS="1000"), "/?view=sources", awaits="sources"
    )
    chat.page.route("**/*file_drop*", come_late)
    chat.page.reload()
    give(chat, *sorted(tmp_path.iterdir()))
    chat.page.unroute("**/*file_drop*")
    bar = chat.by_key("ingest").get_by_role("progressbar")
    expect(chat.by_key("ingest")).to_contain_text("of 40 done")
    chat.page.reload()
    expect(bar).to_be_visible()
    chat.by_key("stop_ingest").get_by_role("button").click()
    expect(chat.by_key("ingested")).to_contain_text("stopped")
    expect(bar).to_have_count(0)
