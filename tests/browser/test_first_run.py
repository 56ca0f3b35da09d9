"""What a person meets first: the welcome, the engine, three ways to begin."""

import re
from pathlib import Path

from playwright.sync_api import expect

from database import Database
from tests.browser.conftest import OpenChat, ServeWith
from tests.browser.served import Served


def test_the_first_page_says_what_this_is_who_answers_and_how_to_add_a_key(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    expect(chat.page.get_by_role("heading", level=1)).to_have_count(1)
    welcome = chat.by_key("first_run")
    expect(welcome).to_contain_text("budget of 1200 tokens")
    expect(welcome).to_contain_text("GOOGLE_API_KEY")
    expect(chat.by_key("chips").get_by_role("button")).to_have_count(3)
    expect(chat.by_key("engine")).to_contain_text("Built-in engine")
    expect(chat.by_key("meter")).to_contain_text("Context: 0 / 1200 tokens")


def test_the_sample_opens_with_its_folds_and_summaries(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.by_key("chip_sample").get_by_role("button").click()
    expect(chat.by_key("summaries")).to_contain_text("Summaries (2)")
    expect(chat.by_prefix("fold_").last).to_contain_text("folded into a summary")
    expect(chat.by_prefix("message_")).to_have_count(30)
    chat.by_key("show_earlier").get_by_role("button").click()
    expect(chat.by_prefix("message_")).to_have_count(60)
    chat.by_key("summaries").get_by_role("group").first.click()
    expect(chat.by_key("summaries")).to_contain_text("Preferences")


def test_new_chat_makes_no_row_before_the_first_message(
    builtin: Served, open_chat: OpenChat
) -> None:
    kept = Database(f"sqlite:///{builtin.folder}/tidemark.db")
    chat = open_chat(builtin)
    chat.ask("I prefer tea to coffee.")
    first, count = chat.session_id(), kept.sessions.count()
    chat.new_chat()
    expect(chat.page).not_to_have_url(re.compile("chat="))
    expect(chat.by_key("first_run")).to_be_visible()
    assert kept.sessions.count() == count
    chat.ask("My train leaves at seven.")
    second = chat.session_id()
    expect(chat.by_key(f"session_menu_{second}").first).to_be_visible()
    assert second != first
    assert kept.sessions.count() == count + 1
    kept.close()


def test_a_key_added_to_the_settings_works_after_check_again(
    serve_with: ServeWith, chromium: Path, open_chat: OpenChat
) -> None:
    served = serve_with(ENGINE="auto", MODEL_NAME="gemini-2.5-flash")
    chat = open_chat(served)
    expect(chat.by_key("engine")).to_contain_text("Nothing you write leaves this computer")
    served.folder.joinpath(".env").write_text("GOOGLE_API_KEY=not-a-real-key\n", encoding="utf-8")
    chat.by_key("check_again").get_by_role("button").click()
    expect(chat.by_key("engine")).to_contain_text("Gemini (gemini-2.5-flash)")
    expect(chat.by_key("engine")).to_contain_text("What you write is sent to Google")
