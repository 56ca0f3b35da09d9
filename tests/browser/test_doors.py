"""Conversations in and out on the page: seen before they are stored, stopped, reported, in one."""

import zipfile
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.others import BRANCHED, PLAIN, chatgpt, many, packed, written

THOUGHT = chatgpt(
    "With a tool",
    {
        "q": (None, "user", "How warm is it?"),
        "t": ("q", "tool", "17 degrees"),
        "a": ("t", "assistant", "17 degrees."),
    },
    "a",
)


def press(chat: Chat, key: str) -> None:
    chat.by_key(key).get_by_role("button").click()


def give(chat: Chat, path: Path) -> None:
    press(chat, "import_chat")
    chat.by_key("import_file").locator("input[type=file]").set_input_files(path)


def test_an_export_of_others_is_seen_then_taken_and_told(
    builtin: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    chat = open_chat(builtin)
    value = [BRANCHED, PLAIN, THOUGHT]
    path = packed(tmp_path / "export.zip", conversations__json=value, user__json={})
    give(chat, path)
    dialog = chat.page.get_by_role("dialog")
    expect(dialog).to_contain_text("3 conversations, 3 of them new")
    expect(chat.by_key("import_take")).to_contain_text("Import 3 conversations")
    assert grave_findings(chat) == []
    press(chat, "import_take")
    expect(dialog).to_contain_text("Imported 3 chats (11 messages).")
    expect(dialog).to_contain_text("Left out: tool steps (1).")
    assert grave_findings(chat) == []
    press(chat, "import_done")
    expect(dialog).to_have_count(0)
    chat.by_key("session_chatgpt_c-a-trip_branch_2").get_by_role("button").click()
    expect(chat.page.get_by_role("button", name="Previous version")).to_have_count(2)
    give(chat, path)
    expect(dialog).to_contain_text("3 conversations, 0 of them new")
    expect(chat.by_key("import_take").get_by_role("button")).to_be_disabled()


def test_an_import_is_stopped_and_what_is_whole_stays(
    builtin: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    chat = open_chat(builtin)
    give(chat, written(tmp_path / "c.json", many(400, 4, "The lake was calm. " * 10)))
    press(chat, "import_take")
    press(chat, "stop_job")
    dialog = chat.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Stopped. What was imported before stays")
    press(chat, "import_done")
    expect(dialog).to_have_count(0)


def test_all_chats_go_into_one_file(builtin: Served, open_chat: OpenChat, tmp_path: Path) -> None:
    chat = open_chat(builtin)
    chat.ask("Something to keep.")
    session_id = chat.session_id()
    chat.page.emulate_media(media="print")
    expect(chat.page.get_by_text("Something to keep.").last).to_be_visible()
    own = chat.asked.last.locator("xpath=..")
    expect(own).to_have_css("border-top-style", "solid")  # a bubble without its colour
    header = chat.by_key("chat_top").locator("xpath=..")
    expect(header).to_have_css("position", "static")  # else it lies over a message
    for part in ("brand", "composer", "new_chat"):
        expect(chat.by_key(part)).to_be_hidden()
    chat.page.emulate_media(media="screen")
    press(chat, "to_settings")
    press(chat, "settings_export_all")
    chat.page.get_by_role("dialog").get_by_text("Web page (HTML)", exact=True).click()
    assert grave_findings(chat) == []
    press(chat, "export_all_begin")
    with chat.page.expect_download() as started:
        press(chat, "export_download")
    started.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert {"index.html", f"sessions/{session_id}.html"} <= set(archive.namelist())
