"""What keeps the page from opening or writing is said on it, with the next step; no traceback."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.conftest import OpenChat
from tests.browser.served import Served, serve

_ServeOn = Callable[[str], Served]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "tidemark.db"


@pytest.fixture
def serve_on(chromium: Path, file: Path, tmp_path: Path) -> Iterator[_ServeOn]:
    """Serve the database in ``file`` with a query in its URL; no traceback may be logged."""
    logs: list[Path] = []
    with ExitStack() as ends:

        def serve_(query: str) -> Served:
            folder = tmp_path / f"served_{len(logs)}"
            folder.mkdir()
            served = serve(folder, DATABASE_URL=f"sqlite:///{file}?{query}")
            ends.callback(served.stop)
            logs.append(folder / "server.log")
            return served

        yield serve_
    assert [log for log in logs if "Traceback" in log.read_text(encoding="utf-8")] == []


def test_what_keeps_it_from_opening_or_storing_is_told_and_what_was_written_stays(
    serve_on: _ServeOn, open_chat: OpenChat, file: Path
) -> None:
    file.write_text("This is a letter.\n" * 200, encoding="utf-8")
    chat = open_chat(serve_on("timeout=0.2"), awaits="try_again")
    told = chat.page.get_by_role("alert")
    expect(told).to_contain_text("is not a Tidemark database, or is damaged")
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Tidemark cannot start")
    assert "Traceback" not in chat.page.content()
    assert grave_findings(chat) == []
    file.unlink()
    chat.page.get_by_role("button", name="Try again").click()
    expect(chat.by_key("first_run")).to_be_visible()

    chat.ask("My boat is called Zeemeeuw.")
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        chat.send("What is my boat called?")
        expect(chat.by_key("notice")).to_contain_text("is locked by another program. Close")
        expect(chat.field).to_have_value("What is my boat called?")
        assert grave_findings(chat) == []
    chat.field.press("Enter")
    expect(chat.replies.last).to_contain_text("Zeemeeuw")
    expect(chat.by_key("notice")).to_have_text("")
    chat.settle()

    chat = open_chat(serve_on("mode=ro"), f"/?chat={chat.session_id()}")
    expect(chat.asked).to_have_count(2)
    chat.send("And my car?")
    expect(chat.by_key("notice")).to_contain_text("is read-only. Make it writable")
    expect(chat.field).to_have_value("And my car?")
    chat.page.get_by_role("button", name="This helped").first.click()
    expect(chat.page.get_by_test_id("stToast")).to_contain_text("is read-only")
    expect(chat.asked).to_have_count(2)
