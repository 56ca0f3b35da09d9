"""What keeps the page from opening or writing is said on it, with the next step; no traceback."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.served import serving


@contextmanager
def opened(browser: Browser, folder: Path, query: str) -> Iterator[Chat]:
    """Open a page of a server of its own, on the database in ``folder``."""
    with serving(folder, DATABASE_URL=f"sqlite:///{folder}/tidemark.db?{query}") as served:
        page = browser.new_page(color_scheme="light")
        page.goto(served.url)
        yield Chat(page)
        page.close()
    assert "Traceback" not in (folder / "server.log").read_text(encoding="utf-8")


def test_a_page_tells_what_keeps_it_from_opening_and_opens_once_that_is_mended(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "tidemark.db"
    file.write_text("This is a letter.\n" * 200, encoding="utf-8")
    with serving(tmp_path) as served:
        page = browser.new_page(color_scheme="light")
        page.goto(served.url)
        told = page.get_by_role("alert")
        expect(told).to_contain_text("is not a Tidemark database, or is damaged")
        expect(page.get_by_role("heading", level=1)).to_have_text("Tidemark cannot start")
        assert "Traceback" not in page.content()
        assert grave_findings(Chat(page)) == []
        file.unlink()
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".st-key-first_run")).to_be_visible()
        page.close()
    assert "Traceback" not in (tmp_path / "server.log").read_text(encoding="utf-8")


def test_what_a_locked_or_read_only_database_does_not_take_is_told_and_stays_in_the_field(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path, "timeout=0.2") as chat:
        chat.ask("My boat is called Zeemeeuw.")
        with closing(sqlite3.connect(tmp_path / "tidemark.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            chat.send("What is my boat called?")
            expect(chat.by_key("notice")).to_contain_text("is locked by another program. Close")
            expect(chat.field).to_have_value("What is my boat called?")
            assert grave_findings(chat) == []
        chat.field.press("Enter")
        expect(chat.replies.last).to_contain_text("Zeemeeuw")
        expect(chat.by_key("notice")).to_have_text("")
        chat.settle()
        path = chat.page.url.partition("/?")[2]

    with opened(browser, tmp_path, "mode=ro") as chat:
        expect(chat.field).to_be_visible()
        chat.page.goto(f"{chat.page.url}?{path}")
        expect(chat.asked).to_have_count(2)
        chat.send("And my car?")
        expect(chat.by_key("notice")).to_contain_text("is read-only. Make it writable")
        expect(chat.field).to_have_value("And my car?")
        chat.page.get_by_role("button", name="This helped").first.click()
        expect(chat.page.get_by_test_id("stToast")).to_contain_text("is read-only")
        expect(chat.asked).to_have_count(2)
