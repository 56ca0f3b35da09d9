"""What stands around a conversation, in one go as a new user would, on PostgreSQL."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served, serving
from tests.others import BRANCHED, PLAIN, packed

LONG = "I never eat meat. " + "I prefer the train to Lisbon, and the budget is 900 euros. " * 12


@pytest.fixture
def served(chromium: Path, database_url: str, tmp_path: Path) -> Iterator[Served]:
    """A server with the built-in engine."""
    with serving(tmp_path, None, "on", DATABASE_URL=database_url) as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_new_person_finds_a_way_to_all_there_is(
    served: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    chat = open_chat(served)
    judged_and_answered_again(chat, tmp_path)
    folded_now_and_undone(chat)
    imported(chat, tmp_path)
    found_pinned_and_archived(chat)
    looked_into(chat)
    set_up_otherwise(chat)
    exported(chat, tmp_path)


def press(chat: Chat, key: str) -> None:
    chat.by_key(key).get_by_role("button").first.click()


def judged_and_answered_again(chat: Chat, folder: Path) -> None:
    """A file goes along; the reply is judged, and another one stands beside it."""
    notes = folder / "notes.md"
    notes.write_text("The boat leaves at nine.", encoding="utf-8")
    chat.by_key("composer").locator("input[type=file]").first.set_input_files(notes)
    expect(chat.by_key("writing")).to_contain_text(re.compile(r"notes\.md ~\d+ tokens"))
    chat.ask(LONG)
    expect(chat.by_prefix("file_")).to_contain_text("notes.md")
    chat.page.get_by_role("button", name="This helped").click()
    chat.page.get_by_label("What was good about it?").fill("Short")
    chat.page.keyboard.press("Enter")
    expect(chat.by_prefix("reason_")).to_have_text("It helped: Short")
    chat.rest()
    chat.by_prefix("menu_").last.get_by_role("button").click()
    chat.page.get_by_role("menuitem", name="Answer again").click()
    expect(chat.by_prefix("switch_answer_")).to_contain_text("2 of 2")
    chat.settle()


def folded_now_and_undone(chat: Chat) -> None:
    """The meter tells what the next fold does, does it, and takes it back."""
    chat.ask("And the hotel should be quiet.")
    press(chat, "meter_parts")
    expect(chat.by_key("next_fold")).to_contain_text("It folds messages 1 to")
    press(chat, "fold_now")
    expect(chat.by_key("meter")).to_contain_text(re.compile(r"Folded: \d+ → \d+ tokens"))
    chat.by_key("undo_last_fold").get_by_role("button", name="Undo").click()
    expect(chat.by_prefix("undone_")).to_contain_text("undone")


def imported(chat: Chat, folder: Path) -> None:
    """Another program's export is shown before it is taken, and comes in with its branches."""
    path = packed(folder / "export.zip", conversations__json=[BRANCHED, PLAIN], user__json={})
    press(chat, "import_chat")
    chat.by_key("import_file").locator("input[type=file]").set_input_files(path)
    dialog = chat.page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 conversations, 2 of them new")
    press(chat, "import_take")
    expect(dialog).to_contain_text("Imported 2 chats")
    press(chat, "import_done")
    expect(dialog).to_have_count(0)


def found_pinned_and_archived(chat: Chat) -> None:
    """A chat is found by what was said in it, pinned, and put away and fetched back."""
    first = chat.session_id()
    chat.by_key("find").locator("input").press_sequentially("quiet hot", delay=20)
    expect(chat.by_key("found")).to_contain_text(re.compile(r"\d+ hits? in 1 chat"))
    chat.by_key("find").locator("input").fill("")
    expect(chat.by_key("found")).to_have_count(0)
    chat.choose(first, "Pin")
    expect(chat.by_key("session_list")).to_contain_text("Pinned")
    chat.choose(first, "Archive")
    expect(chat.by_key("shelf_note")).to_contain_text("archive")
    press(chat, "shelf_undo")
    expect(chat.by_key(f"session_{first}")).to_be_visible()
    chat.choose(first, "Delete")
    press(chat, "shelf_undo")
    expect(chat.by_key(f"open_{first}")).to_be_visible()


def looked_into(chat: Chat) -> None:
    """Memory, what is known, and the figures of this chat and of all have a page each."""
    press(chat, "to_memory")
    expect(chat.by_key("running")).to_contain_text("I prefer the train to Lisbon")
    press(chat, "back_to_chat")
    press(chat, "to_about_you")
    expect(chat.by_key("about_you")).to_contain_text("I never eat meat")
    press(chat, "to_insights")
    expect(chat.by_key("insights").locator("dl.totals")).to_contain_text("Answers")
    drawn = chat.by_key("insight_context").get_by_test_id("stVegaLiteChart")
    expect(drawn.locator("svg.marks")).to_be_visible()


def set_up_otherwise(chat: Chat) -> None:
    """A choice is kept, said, and seen on the meter."""
    press(chat, "to_settings")
    budget = chat.by_key("settings_answers").get_by_role("spinbutton")
    budget.fill("800")
    budget.press("Enter")
    expect(chat.page.get_by_test_id("stToast").first).to_contain_text("Saved")
    chat.rest()
    press(chat, "back_to_chat")
    expect(chat.by_key("meter")).to_contain_text("/ 800 tokens")


def exported(chat: Chat, folder: Path) -> None:
    """All chats go into one file."""
    press(chat, "to_settings")
    press(chat, "settings_export_all")
    expect(chat.page.get_by_role("dialog")).to_be_visible()
    press(chat, "export_all_begin")
    with chat.page.expect_download() as started:
        press(chat, "export_download")
    started.value.save_as(folder / "all.zip")
    with zipfile.ZipFile(folder / "all.zip") as archive:
        assert len([name for name in archive.namelist() if name.startswith("sessions/")]) == 3
