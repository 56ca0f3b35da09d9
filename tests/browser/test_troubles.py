"""What keeps the page from opening is said on it, with the next step; never a traceback."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.served import serve


def test_a_page_tells_what_keeps_it_from_opening_and_opens_once_that_is_mended(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "tidemark.db"
    file.write_text("This is a letter.\n" * 200, encoding="utf-8")
    served = serve(tmp_path)
    try:
        page = browser.new_page(color_scheme="light")
        page.goto(served.url)
        told = page.get_by_role("alert")
        expect(told).to_contain_text("is not a Tidemark database, or is damaged")
        expect(page.get_by_role("heading", level=1)).to_have_text("Tidemark cannot open")
        assert "Traceback" not in page.content()
        assert grave_findings(Chat(page)) == []
        file.unlink()
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".st-key-first_run")).to_be_visible()
        page.close()
    finally:
        served.stop()
    assert "Traceback" not in (tmp_path / "server.log").read_text(encoding="utf-8")
