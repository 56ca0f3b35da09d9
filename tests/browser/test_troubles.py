"""What is wrong is said on the page, with the next step; never a traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.served import serve


def not_a_database(folder: Path) -> dict[str, str]:
    folder.joinpath("tidemark.db").write_text("This is a letter.\n" * 200, encoding="utf-8")
    return {}


def in_memory(folder: Path) -> dict[str, str]:
    return {"DATABASE_URL": "sqlite://"}


def wrong_setting(folder: Path) -> dict[str, str]:
    return {"TOKEN_THRESHOLD": "many"}


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (not_a_database, "is not a Tidemark database, or is damaged"),
        (in_memory, "is in memory, where each connection would see an empty one"),
        (wrong_setting, "TOKEN_THRESHOLD"),
    ],
)
def test_a_page_tells_what_keeps_it_from_opening(
    browser: Browser, tmp_path: Path, prepare: Callable[[Path], dict[str, str]], sentence: str
) -> None:
    served = serve(tmp_path, **prepare(tmp_path))
    try:
        page = browser.new_page()
        page.goto(served.url)
        expect(page.get_by_role("alert")).to_contain_text(sentence)
        expect(page.get_by_role("heading", level=1)).to_have_text("Tidemark cannot open")
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        assert "Traceback" not in page.content()
    finally:
        served.stop()


def test_gemini_without_a_key_says_what_to_do_and_keeps_the_message(
    browser: Browser, tmp_path: Path
) -> None:
    served = serve(tmp_path, ENGINE="gemini")
    try:
        page = browser.new_page()
        page.goto(served.url)
        expect(page.locator(".st-key-engine")).to_contain_text("GOOGLE_API_KEY")
        page.locator(".st-key-composer textarea").fill("Are you there?")
        page.keyboard.press("Enter")
        told = page.locator('[class*="st-key-unanswered_"]')
        expect(told).to_contain_text("GOOGLE_API_KEY")
        expect(told.get_by_role("button", name="Retry")).to_be_visible()
        expect(page.get_by_label("Chat message from user")).to_have_text("Are you there?")
    finally:
        served.stop()
