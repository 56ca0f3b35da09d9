"""Whole chats in the browser: found as one types, renamed, pinned, archived, deleted and back."""

import re

from playwright.sync_api import expect

from benchmark.databases import local_database
from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.conversing import NOW, said


def tell(served: Served, session_id: str, *words: str, title: str = "") -> None:
    """Store a chat."""
    with local_database(served.database_url) as kept:
        if kept.sessions.exists(session_id):
            kept.sessions.delete(session_id)
        kept.sessions.ensure(session_id, title=title or words[0], now=NOW)
        told = [said(each, "assistant" if at % 2 else "user") for at, each in enumerate(words)]
        kept.messages.add_many(session_id, told)


def find(chat: Chat, text: str) -> None:
    chat.by_key("find").locator("input").press_sequentially(text, delay=20)


def test_chats_are_found_as_one_types_and_open_at_the_message(
    builtin: Served, open_chat: OpenChat
) -> None:
    talk = [f"Number {at} of many words." for at in range(400)]
    talk[4] = "We saw an albatross over *the* reef."
    tell(builtin, "far", *talk, title="A long voyage")
    tell(builtin, "bird", "Which birds live at sea?", "The albatross, for one.", title="Birds")
    chat = open_chat(builtin)
    find(chat, "albatr")
    expect(chat.by_key("found")).to_contain_text("2 hits in 2 chats")
    expect(chat.by_key("shelf_status").get_by_role("status")).to_have_text("2 hits in 2 chats")
    passage = chat.by_key("find_far").get_by_role("button", name=re.compile("We saw an albatross"))
    expect(passage).to_contain_text("over the reef.")  # without the marks of Markdown
    expect(passage.locator("strong")).to_have_text(["albatross"])

    passage.click()
    chat.rest()
    expect(chat.page).to_have_url(re.compile(r"chat=far&message=5$"))
    led = chat.page.locator(".led-to")
    expect(led).to_contain_text("We saw an albatross")
    expect(led).to_be_in_viewport()
    assert chat.by_prefix("message_").count() < 60
    expect(chat.by_key("gap")).to_be_visible()
    chat.by_key("to_latest").get_by_role("button").click()
    expect(chat.page.get_by_text("Number 399 of many words.")).to_be_in_viewport()
    expect(chat.by_key("gap")).to_have_count(0)

    chat.by_key("found_chat_bird").get_by_role("button").click()
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Birds")
    chat.by_key("find").locator("input").fill("")
    expect(chat.by_key("open_bird")).to_be_visible()
    expect(chat.by_key("session_bird").get_by_role("button")).to_have_attribute(
        "aria-current", "page"
    )


def test_an_address_opens_at_a_message_and_says_where_there_is_none(
    builtin: Served, open_chat: OpenChat
) -> None:
    tell(builtin, "deep", *(f"Line {at} is this." for at in range(1, 41)), title="Deep")
    chat = open_chat(builtin, "/?chat=deep&message=3")
    expect(chat.page.get_by_text("Line 3 is this.")).to_be_in_viewport()
    chat.page.reload()
    expect(chat.page.get_by_text("Line 3 is this.")).to_be_in_viewport()
    chat.page.goto(f"{builtin.url}/?chat=deep&message=99")
    expect(chat.by_key("missing_message")).to_contain_text("it has only 40")
    expect(chat.page.get_by_text("Line 40 is this.")).to_be_in_viewport()


def test_a_chat_is_titled_after_an_answer_and_renamed_in_its_row_by_keyboard(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("Hi, can you tell me about the harbour of Lisbon?")
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Harbour of Lisbon")
    expect(chat.by_key("session_list")).to_contain_text("Harbour of Lisbon")
    expect(chat.page).to_have_title("Harbour of Lisbon · Tidemark")
    later_titled(open_chat(builtin))
    name = chat.session_id()
    chat.choose(name, "Rename")
    expect(chat.by_key("rename_title").locator("input")).to_be_focused()
    chat.page.keyboard.type("Well *named*")
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Well *named*")
    expect(chat.by_key(f"session_{name}")).to_contain_text("Well *named*")
    opener = chat.by_key(f"session_{name}").get_by_role("button")
    expect(opener).to_be_focused()
    chat.choose(name, "Rename")
    field = chat.by_key("rename_title").locator("input")
    field.fill(" ")
    field.press("Enter")
    expect(chat.by_key("session_list")).to_contain_text("A title needs at least one letter")
    field.fill("Never <b>mind</b> " * 3)
    chat.by_key("rename_cancel").get_by_role("button").click()
    expect(chat.by_key(f"session_{name}")).to_contain_text("Well *named*")
    chat.choose(name, "Rename")
    field.fill("Never <b>mind</b> " * 3)
    field.press("Enter")
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Never <b>mind</b> " * 3)
    opener.hover()
    expect(opener).to_have_attribute("title", ("Never <b>mind</b> " * 3).strip())


def later_titled(chat: Chat) -> None:
    """Begin with a greeting: the first message with a subject gives the title."""
    chat.ask("Good evening!")
    expect(chat.by_key("session_list")).to_contain_text("Good evening")
    chat.ask("Can you tell me about the lights of Porto?")
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Lights of Porto")
    expect(chat.by_key("session_list")).not_to_contain_text("Good evening")


def note_leaves(chat: Chat, words: str) -> None:
    """The note on what was done leaves by itself, some seconds later."""
    note = chat.by_prefix("shelf_note_")
    expect(note).to_have_text(words)
    note.evaluate("found => found.getAnimations().forEach(each => each.finish())")
    expect(note).to_be_hidden()


def test_a_deleted_chat_comes_back_by_undo_and_from_the_trash(
    builtin: Served, open_chat: OpenChat
) -> None:
    tell(builtin, "gone", "Soon gone, soon back.", title="Fleeting")
    other = open_chat(builtin, "/?chat=gone")
    chat = open_chat(builtin, "/?chat=gone")
    chat.choose("gone", "Delete")
    expect(chat.by_key("shelf_note")).to_contain_text("“Fleeting” moved to the trash.")
    expect(chat.by_key("first_run")).to_be_visible()
    other.page.bring_to_front()  # one behind another tab looks around for nothing
    expect(other.by_key("missing_chat")).to_contain_text("This chat is in the trash")
    chat.page.bring_to_front()
    chat.by_key("shelf_undo").get_by_role("button").click()
    expect(chat.page.get_by_role("heading", level=1)).to_have_text("Fleeting")
    note_leaves(chat, "Restored.")

    chat.choose("gone", "Delete")
    expect(chat.by_key("first_run")).to_be_visible()
    chat.by_key("shelf_close").get_by_role("button").click()
    chat.by_key("to_trash").get_by_role("button").click()
    expect(chat.by_key("trashed_gone")).to_contain_text(re.compile(r"deleted in (29|30) days"))
    assert grave_findings(chat) == []
    other.page.bring_to_front()
    other.by_key("restore_open").get_by_role("button").click()
    expect(other.page.get_by_text("Soon gone, soon back.")).to_be_visible()
    chat.page.bring_to_front()

    chat.by_key("to_list").get_by_role("button").click()
    chat.choose("gone", "Delete")
    chat.by_key("to_trash").get_by_role("button").click()
    chat.by_key("for_ever_gone").get_by_role("button").click()
    chat.page.get_by_role("dialog").get_by_role("button", name="Delete permanently").click()
    expect(chat.by_key("trashed_gone")).to_have_count(0)
    with local_database(builtin.database_url) as kept:
        assert not kept.sessions.exists("gone")


def export_the_two(chat: Chat) -> None:
    chat.by_key("pick_export").get_by_role("button").click()
    dialog = chat.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The 2 selected chats go into one zip file")
    chat.by_key("export_chosen_begin").get_by_role("button").click()
    expect(chat.by_key("export_download")).to_be_visible()
    chat.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_several_chats_are_archived_and_deleted_at_once(
    builtin: Served, open_chat: OpenChat
) -> None:
    for name in ("one", "two", "three"):
        tell(builtin, name, f"This is {name}.", title=f"Chat {name}")
    chat = open_chat(builtin)
    chat.choose("three", "Pin")
    expect(chat.by_key("session_list").get_by_text("Pinned", exact=True)).to_be_visible()
    chat.by_key("pick_begin").get_by_role("button").click()
    chat.by_key("pick_all").get_by_role("button").click()
    expect(chat.by_key("pick_all")).to_have_count(0)
    expect(chat.by_key("pick_three").get_by_role("checkbox")).to_be_checked()
    chat.by_key("pick_end").get_by_role("button").click()
    expect(chat.by_key("picked")).to_have_count(0)
    chat.by_key("pick_begin").get_by_role("button").click()
    for name in ("one", "two"):
        chat.by_key(f"pick_{name}").locator("label").click()
    expect(chat.by_key("picked")).to_contain_text("2 selected")
    assert grave_findings(chat) == []
    export_the_two(chat)
    chat.by_key("pick_archive").get_by_role("button").click()
    expect(chat.by_key("shelf_note")).to_contain_text("2 chats archived.")
    expect(chat.by_key("row_one")).to_have_count(0)
    chat.by_key("to_archive").get_by_role("button").click()
    expect(chat.by_key("row_one")).to_be_visible()
    chat.choose("one", "Select")
    chat.by_key("pick_two").locator("label").click()
    chat.by_key("pick_delete").get_by_role("button").click()
    expect(chat.by_key("shelf_note")).to_contain_text("2 chats moved to the trash.")
    chat.by_key("to_trash").or_(chat.by_key("to_list")).get_by_role("button").first.click()
    chat.by_key("to_trash").get_by_role("button").click()
    chat.by_key("empty_trash").get_by_role("button").click()
    chat.page.get_by_role("dialog").get_by_role("button", name="Empty trash").click()
    expect(chat.by_prefix("trashed_")).to_have_count(0)
    expect(chat.by_key("session_list")).to_contain_text("The trash is empty.")


def chats_in_sight(chat: Chat) -> int:
    """Count the rows above what stays at the foot of the sidebar."""
    foot = chat.by_key("ways").bounding_box()
    rows = [row.bounding_box() for row in chat.by_prefix("row_crowd").all()]
    return sum(bool(foot and row and row["y"] + row["height"] <= foot["y"]) for row in rows)


def test_undo_and_the_ways_stay_in_sight_among_many_chats(
    builtin: Served, open_chat: OpenChat
) -> None:
    """Nobody scrolls past fifty chats to reach the settings, or back up to undo a slip."""
    crowd = [f"crowd{at}" for at in range(40)]
    for name in crowd:
        tell(builtin, name, "One of many.", title=name)
    chat = open_chat(builtin)
    chat.page.set_viewport_size({"width": 1280, "height": 720})
    settings = chat.by_key("to_settings").get_by_role("button")
    expect(settings).to_be_in_viewport(ratio=1)
    expect(chat.by_prefix("row_crowd")).to_have_count(40)  # a component draws them, after the page
    chat.rest()
    assert chats_in_sight(chat) >= 7
    chat.by_key("session_menu_crowd39").get_by_role("button").click()
    for name in ("Rename", "Delete"):  # the menu shows its first and its last line
        expect(chat.page.get_by_role("menuitem", name=name)).to_be_in_viewport(ratio=1)
    chat.page.keyboard.press("Escape")
    lowest = str(chat.by_prefix("row_crowd").last.get_attribute("class"))
    slip = lowest.partition("st-key-row_")[2].split()[0]
    row = chat.by_key(f"row_{slip}")
    row.scroll_into_view_if_needed()
    expect(chat.by_key("find")).not_to_be_in_viewport()
    chat.choose(slip, "Delete")
    expect(row).to_have_count(0)
    expect(settings).to_be_in_viewport(ratio=1)
    expect(chat.by_key("shelf_undo")).to_be_in_viewport(ratio=1)
    chat.by_key("shelf_undo").get_by_role("button").click()
    expect(row).to_be_visible()
    far = open_chat(builtin, f"/?chat={slip}")
    expect(far.by_key(f"open_{slip}")).to_be_in_viewport(ratio=1)
    with local_database(builtin.database_url) as kept:
        for name in crowd:
            kept.sessions.delete(name)


def test_on_a_phone_undo_stays_in_sight_where_the_open_chat_was_deleted(
    builtin: Served, open_chat: OpenChat
) -> None:
    tell(builtin, "slip", "Deleted by a slip.", title="A slip")
    chat = open_chat(builtin, "/?chat=slip")
    chat.page.set_viewport_size(PHONE)
    side = chat.page.get_by_test_id("stSidebar")
    if side.get_attribute("aria-expanded") != "true":
        chat.page.get_by_test_id("stExpandSidebarButton").click()
    chat.choose("slip", "Delete")
    expect(chat.by_key("first_run")).to_be_attached()
    chat.rest()
    undo = chat.by_key("shelf_undo").get_by_role("button")
    expect(undo).to_be_in_viewport(ratio=1)
    undo.click()
    expect(chat.page.get_by_text("Deleted by a slip.")).to_be_visible()
    expect(undo).not_to_be_in_viewport()  # the chat that is back is looked at
    for _ in range(2):  # the second time the new chat is shown already
        chat.page.get_by_test_id("stExpandSidebarButton").click()
        chat.by_key("new_chat").get_by_role("button").click()
        expect(chat.page.get_by_test_id("stExpandSidebarButton")).to_be_in_viewport()
        chat.rest()
