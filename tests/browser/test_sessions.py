"""The chats there are: opened, named, exported, deleted, found again by their address."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served


def choose(chat: Chat, session_id: str, action: str) -> None:
    chat.by_key(f"session_menu_{session_id}").get_by_role("button").click()
    chat.page.get_by_role("menuitem", name=action).click()


def test_a_chat_is_opened_by_its_row_its_address_and_the_back_button(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("The first chat is about whales.")
    first = chat.session_id()
    chat.new_chat()
    chat.ask("The second chat is about gulls.")
    second = chat.session_id()
    expect(chat.by_key(f"open_{second}")).to_be_visible()
    rows = chat.by_key("session_list").get_by_role("button", name=re.compile("^The "))
    expect(rows.nth(0)).to_have_text("The second chat is about gulls.")
    chat.by_key(f"session_{first}").get_by_role("button").click()
    expect(chat.page.get_by_role("heading", level=1)).to_have_text(
        "The first chat is about whales."
    )
    expect(chat.by_key(f"open_{first}")).to_be_visible()
    assert chat.session_id() == first
    chat.page.go_back()
    expect(chat.page.get_by_role("heading", level=1)).to_have_text(
        "The second chat is about gulls."
    )
    chat.page.reload()
    expect(chat.page.get_by_label("Chat message from user")).to_have_text(
        ["The second chat is about gulls."]
    )
    expect(chat.page).to_have_title("The second chat is about gulls. · Tidemark")


def test_a_chat_is_renamed(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    chat.ask("Call me something else.")
    session_id = chat.session_id()
    choose(chat, session_id, "Rename")
    title = chat.page.get_by_role("dialog").get_by_label("Title")
    expect(title).to_have_value("Call me something else.")
    title.fill("*Stars* and :red[colours]")
    title.press("Enter")
    expect(chat.page.get_by_role("dialog")).to_have_count(0)
    named = re.compile(r"^\*Stars\* and :\u2060?red\[colours\]$")
    expect(chat.by_key(f"session_{session_id}")).to_have_text(named)
    expect(chat.page.get_by_role("heading", level=1)).to_have_text(named)


def test_a_chat_is_exported_to_a_file_and_as_a_download(
    builtin: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    chat = open_chat(builtin)
    chat.ask("Keep this for me.")
    session_id = chat.session_id()
    choose(chat, session_id, "Export")
    with chat.page.expect_download() as started:
        chat.by_key("export_download").get_by_role("button").click()
    started.value.save_as(tmp_path / "chat.jsonl")
    assert started.value.suggested_filename == f"{session_id}.jsonl"
    downloaded = (tmp_path / "chat.jsonl").read_text(encoding="utf-8")
    stored = builtin.folder / "exports" / f"{session_id}.jsonl"
    assert downloaded == stored.read_text(encoding="utf-8")
    assert "Keep this for me." in [
        json.loads(line).get("content") for line in downloaded.splitlines()
    ]


def test_deleting_asks_first(builtin: Served, open_chat: OpenChat) -> None:
    chat = open_chat(builtin)
    chat.ask("Forget me.")
    session_id = chat.session_id()
    choose(chat, session_id, "Delete")
    expect(chat.page.get_by_role("dialog")).to_contain_text("Forget me.")
    chat.by_key("delete_cancel").get_by_role("button").click()
    expect(chat.page.get_by_role("dialog")).to_have_count(0)
    expect(chat.by_key(f"session_{session_id}")).to_be_visible()
    choose(chat, session_id, "Delete")
    chat.by_key("delete_confirm").get_by_role("button").click()
    expect(chat.by_key(f"session_{session_id}")).to_have_count(0)
    expect(chat.by_key("first_run")).to_be_visible()
    expect(chat.page).not_to_have_url(re.compile("chat="))


def test_an_address_of_no_chat_says_so_and_offers_a_new_one(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin, "/?chat=session_19990101_000000")
    expect(chat.by_key("missing_chat")).to_contain_text("There is no session")
    chat.by_key("begin_new").get_by_role("button").click()
    expect(chat.by_key("first_run")).to_be_visible()
    chat = open_chat(builtin, "/?chat=..%2Fsecret")
    expect(chat.by_key("missing_chat")).to_contain_text("is not a session id")
