"""Notebooks in the browser: each is left and found as it was, whatever goes on in the others."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as LateError

from benchmark.databases import local_database
from database import Database
from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, WAIT_MS, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.conversing import NOW, said
from tests.sources import files
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import Scope
from tidemark.ui.sources.part_html import MARKED

SLOW = {"text": " ".join(f"word{number}" for number in range(2000)), "pause_s": 0.05}
_OPENED_MS = 7000
_READ = """() => {  // the message at the top and, in pixels, where it begins
    const top = document.querySelector('[data-testid="stMain"]').getBoundingClientRect().top
    for (const each of document.querySelectorAll('[class*="st-key-message_"]')) {
        const seen = each.getBoundingClientRect()
        const name = each.className.match(/message_[0-9]+/)
        if (seen.bottom > top) return [String(name), seen.top]
    }
}"""


def tell(served: Served, notebook: str, session_id: str, messages: int) -> None:
    """Store a notebook with a chat of so many messages."""
    with local_database(served.database_url) as kept:
        made = kept.notebooks.create(NotebookChange(name=notebook, colour="green"), now=NOW)
        opened = Database(served.database_url)
        try:
            within = opened.scoped(Scope("local", made.notebook_id))
            within.sessions.ensure(session_id, title=f"About {session_id}", now=NOW)
            words = "Of trees there is much to say. " * 12
            told = [
                said(f"{at}. {words}", "assistant" if at % 2 else "user") for at in range(messages)
            ]
            within.messages.add_many(session_id, told)
        finally:
            opened.close()


def open_list(chat: Chat) -> None:
    """Open the list of notebooks by keyboard; what is open has the focus."""
    opened = chat.by_key("notebook_list")
    for _ in range(WAIT_MS // _OPENED_MS):  # again, where the keys were not listened to yet
        if opened.count() == 0:
            chat.page.keyboard.press("Alt+Shift+B")
        try:
            expect(opened).to_be_visible(timeout=_OPENED_MS)
        except AssertionError:
            continue
        break
    expect(opened.locator("button:focus")).to_be_visible()


def switch(chat: Chat, notebook_id: str, expected_url: str) -> None:
    """Open a notebook from the list."""
    open_list(chat)
    chat.by_key(f"notebook_to_{notebook_id}").get_by_role("button").click()
    expect(chat.by_key("notebook_list")).to_have_count(0)
    expect(chat.page).to_have_url(re.compile(rf"/\?{expected_url}$"))


def read_on(chat: Chat) -> tuple[str, float]:
    """Scroll up in a long chat; return the message at the top then, and where it begins."""
    chat.rest()
    chat.by_key("show_earlier").get_by_role("button").click()
    expect(chat.by_prefix("message_").nth(50)).to_be_attached()
    chat.rest()
    chat.page.get_by_test_id("stMain").hover()
    end = read = chat.page.evaluate(_READ)
    chat.page.mouse.wheel(0, -2500)
    while read == end or read != chat.page.evaluate(_READ):  # a slow browser is still scrolling
        read = chat.page.evaluate(_READ)
        chat.page.wait_for_timeout(300)
    name, top = read
    return name, top


def expect_read(chat: Chat, read: tuple[str, float]) -> None:
    """Wait until the same message begins in the same place, to the pixel."""
    is_there = f"([name, top]) => (([n, t]) => n === name && Math.abs(t - top) <= 1)(({_READ})())"
    try:
        chat.page.wait_for_function(is_there, arg=list(read))
    except LateError as error:
        raise AssertionError(f"{chat.page.evaluate(_READ)} is read, not {read}") from error


def test_each_notebook_is_found_as_it_was_left_while_answers_go_on(
    scripted: Served, open_chat: OpenChat
) -> None:
    tell(scripted, "Arboretum", "oak", 60)
    chat = open_chat(scripted)
    scripted.plays(replies=["Kept.", SLOW])
    chat.ask("Hello")
    talk = chat.session_id()
    chat.send("How many words?")
    expect(chat.by_key("live_reply")).to_contain_text("word3 ")
    chat.field.fill("Half a thought")

    switch(chat, "arboretum", "notebook=arboretum")
    expect(chat.field).to_have_value("")
    open_list(chat)
    expect(chat.by_key("notebook_answering_general")).to_have_text("Answering now")
    assert grave_findings(chat) == []
    chat.close_popover()
    chat.by_key("session_oak").get_by_role("button").click()
    read = read_on(chat)
    chat.field.fill("A draft on trees")

    switch(chat, "general", f"chat={talk}")
    expect(chat.field).to_have_value("Half a thought")
    expect(chat.by_key("live_reply")).to_contain_text("word100 ")
    chat.stop.click()
    chat.settle()

    switch(chat, "arboretum", "notebook=arboretum&chat=oak")
    for _ in range(2):
        expect(chat.field).to_have_value("A draft on trees")
        expect_read(chat, read)
        chat.page.reload()
    on_a_phone(open_chat(scripted, f"/?notebook=arboretum&chat={talk}"))


def on_a_phone(chat: Chat) -> None:
    """Switch on a narrow page, which opened the notebook of the chat that its address names."""
    expect(chat.by_key("notebooks")).to_contain_text("General")
    chat.page.set_viewport_size(PHONE)
    chat.page.get_by_test_id("stExpandSidebarButton").click()
    chat.by_key("notebooks").get_by_role("button").click()
    chat.by_key("notebook_to_arboretum").get_by_role("button").click()
    expect(chat.page.get_by_role("heading", name="About oak")).to_be_attached()
    expect(chat.field).to_be_in_viewport()
    assert chat.has_no_sideways_scroll()
    chat.page.get_by_test_id("stExpandSidebarButton").click()
    expect(chat.by_key("notebooks").get_by_role("button")).to_be_in_viewport()
    chat.page.reload()  # the sidebar, which covers the page, is not opened again
    expect(chat.page.get_by_role("heading", name="About oak")).to_be_in_viewport()
    expect(chat.page.get_by_test_id("stExpandSidebarButton")).to_be_in_viewport()


def on_its_page(chat: Chat, notebook: str) -> None:
    """Open the settings of the open notebook from the list."""
    open_list(chat)
    chat.by_key("notebook_settings").get_by_role("button").click()
    expect(chat.by_key("notebook_page").get_by_role("heading", level=1)).to_contain_text(notebook)
    chat.rest()


REPLIES = [
    "The rent is **45 euros** a year [1].",
    {
        "text": "Let me look.",
        "calls": [
            {"name": "lookup_past_conversation", "arguments": {"topic": "the <b>rent</b>"}},
            {"name": "retrieve_past_answer", "arguments": {"exchange_id": "e1"}},
            {"name": "send_mail"},
        ],
    },
    "As I said, it is 45 euros a year [1].",
    "One question alone.",
    SLOW,
]


def test_a_notebook_is_filled_asked_left_exported_deleted_and_imported(
    scripted: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    scripted.plays(replies=REPLIES)
    chat = open_chat(scripted)
    begin(chat, "Boats")
    chat.by_key("to_notebook_page").get_by_role("button").click()
    set_up(chat)
    chat.by_key("back_to_chat").get_by_role("button").click()
    add_sources(chat, tmp_path)
    chat.ask("What is the rent in euros a year?")
    asked = chat.session_id()
    open_cited(chat, chat.replies.last)
    bring_back_by_tools(chat)
    move_and_clear(chat, asked)
    cite_from_elsewhere(chat, asked)

    ask_single_question(chat)
    leave_while_it_streams(chat)

    file = tmp_path / "boats.zip"
    clear_export_and_delete(chat, file)
    import_from(chat, file)
    chat.by_key(f"session_{asked}").get_by_role("button").click()
    expect(chat.asked).to_have_count(2)
    open_cited(chat, chat.replies.last)
    on_its_page(chat, "Boats")
    expect(chat.by_prefix("notebook_instructions_").locator("textarea")).to_have_value("Be brief.")
    chat.page.set_viewport_size(PHONE)
    assert chat.has_no_sideways_scroll()


def add_sources(chat: Chat, folder: Path) -> None:
    """Give three files to the open notebook, of which one is damaged."""
    lease = files.pdf(folder / "lease.pdf", ["Notice: three months", "The rent is 45 euros a year"])
    rules, broken = folder / "rules.md", folder / "broken.pdf"
    rules.write_text("# Watering\n\nWater before nine.\n")
    broken.write_bytes(b"%PDF-1.7 and no more")
    chat.by_key("to_sources").get_by_role("button").click()
    with chat.page.expect_file_chooser() as chosen:
        chat.by_key("choose_files").get_by_role("button").click()
    chosen.value.set_files([lease, broken, rules])
    expect(chat.by_key("ingested")).to_contain_text("2 sources added · 1 file refused")
    expect(chat.by_prefix("refused_")).to_contain_text("“broken.pdf” is damaged")
    chat.page.reload()
    expect(chat.by_prefix("refused_")).to_contain_text("“broken.pdf” is damaged")
    chat.by_key("dismiss_ingested").get_by_role("button").click()
    expect(chat.by_prefix("refused_")).to_have_count(0)
    chat.by_key("back_to_chat").get_by_role("button").click()
    expect(chat.field).to_be_visible()
    chat.rest()


def open_cited(chat: Chat, reply: Locator, told: str = "lease.pdf · page 2") -> None:
    """Open the passage that ``reply`` cites, at its words, and close it."""
    reply.get_by_role("link").click()
    panel = chat.by_key("side_panel")
    expect(panel.locator(f"mark.st-key-{MARKED}")).to_contain_text("The rent is 45 euros a year")
    expect(panel).to_contain_text(told)
    chat.by_key("close_side_panel").get_by_role("button").click()
    expect(panel).to_have_count(0)
    chat.rest()


def bring_back_by_tools(chat: Chat) -> None:
    """Ask for the answer before: the tools that bring it, with its source, are under the steps."""
    chat.ask("What did you say?")
    expect(chat.replies.last).to_contain_text("As I said, it is 45 euros a year.")
    tools = chat.by_key("steps").locator(".tools details")
    expect(tools).to_have_count(3)
    expect(tools.first).to_contain_text("Look into this chat: the <b>rent</b>")
    expect(tools.first.locator("div")).to_be_hidden()
    tools.first.locator("summary").focus()
    chat.page.keyboard.press("Enter")
    expect(tools.first.locator("div")).to_contain_text("What is the rent in euros a year?")
    tools.last.locator("summary").click()
    expect(tools.last).to_contain_text("There is no such tool.")
    assert grave_findings(chat) == []
    open_cited(chat, chat.replies.last)
    chat.page.set_viewport_size(PHONE)
    chat.by_prefix("read_").last.get_by_text("Based on").click()
    shown = chat.by_prefix("inspector_").last
    expect(shown).to_contain_text("Tools that were used")
    expect(shown.locator(".tools details")).to_have_count(3)
    assert chat.has_no_sideways_scroll()
    chat.by_key("close_side_panel").get_by_role("button").click()
    chat.page.set_viewport_size({"width": 1280, "height": 720})
    chat.rest()


def cite_from_elsewhere(chat: Chat, asked: str) -> None:
    """Move the chat to General, open what it cites of this notebook, and move it back."""
    for notebook, told in (("general", "This source is in the notebook “Boats”."), ("boats", "")):
        chat.choose(asked, "Move to notebook")
        chat.by_key("move_chat_do").get_by_role("button").click()
        expect(chat.by_key("shelf_note")).to_contain_text("moved to")
        chat.rest()
        open_list(chat)
        chat.by_key(f"notebook_to_{notebook}").get_by_role("button").click()
        chat.by_key(f"session_{asked}").get_by_role("button").click()
        expect(chat.asked).to_have_count(2)
        chat.rest()
        open_cited(chat, chat.replies.last, told)


def leave_while_it_streams(chat: Chat) -> None:
    """Open General while an answer is written, and come back to it."""
    chat.send("How many words?")
    expect(chat.by_key("live_reply")).to_contain_text("word3 ")
    open_list(chat)
    chat.by_key("notebook_to_general").get_by_role("button").click()
    expect(chat.by_key("notebooks")).to_contain_text("General")
    open_list(chat)
    expect(chat.by_key("notebook_answering_boats")).to_have_text("Answering now")
    chat.by_key("notebook_to_boats").get_by_role("button").click()
    expect(chat.by_key("live_reply")).to_contain_text("word30 ")
    chat.stop.click()
    chat.settle()


def begin(chat: Chat, name: str) -> None:
    """Begin a notebook from the list."""
    chat.rest()  # so that the shortcut is heard
    open_list(chat)
    chat.by_key("notebook_new").get_by_role("button").click()
    chat.by_key("new_notebook_name").locator("input").fill(name)
    chat.page.keyboard.press("Enter")
    expect(chat.by_key("first_run").get_by_role("heading")).to_have_text(name)
    assert grave_findings(chat) == []


def move_and_clear(chat: Chat, asked: str) -> None:
    """Move the open chat to General and take it back; empty it, and take it out of the trash."""
    chat.choose(asked, "Move to notebook")
    chat.by_key("move_chat_do").get_by_role("button").click()
    expect(chat.by_key("shelf_note")).to_contain_text("moved to General.")
    expect(chat.by_prefix("session_session_")).to_have_count(0)
    chat.by_key("shelf_undo").get_by_role("button").click()
    expect(chat.asked).to_have_count(2)
    chat.choose(asked, "Empty this chat")
    expect(chat.by_key("clear_chat")).to_contain_text("go to the trash. You can restore them")
    assert grave_findings(chat) == []
    chat.by_key("clear_chat_do").get_by_role("button").click()
    expect(chat.page.get_by_text("No messages yet.")).to_be_visible()
    expect(chat.by_key("shelf_note")).to_contain_text("was emptied. What was in it is in the trash")
    chat.by_key("shelf_undo").get_by_role("button").click()
    expect(chat.asked).to_have_count(2)


def clear_export_and_delete(chat: Chat, file: Path) -> None:
    """Clear the open notebook and take it back; export it to ``file``, then delete it."""
    on_its_page(chat, "Boats")
    chat.by_key("notebook_clear").get_by_role("button").click()
    expect(chat.by_key("notebook_contents")).to_contain_text("0 chats")
    chat.by_key("notebook_unclear").get_by_role("button").click()
    expect(chat.by_key("notebook_contents")).to_contain_text("2 chats ·")
    export(chat, file)
    chat.by_key("notebook_delete").get_by_role("button").click()
    expect(chat.by_key("delete_notebook")).to_contain_text("2 chats, 2 sources")
    chat.by_key("delete_notebook_do").get_by_role("button").click()
    expect(chat.by_key("notebooks")).to_contain_text("General")


def set_up(chat: Chat) -> None:
    """Change what can be, and look at the page as a whole."""
    field = chat.by_prefix("notebook_instructions_").locator("textarea")
    field.fill("word " * 400)
    field.press("Control+Enter")
    expect(chat.by_key("notebook_answers")).to_contain_text("Not saved:")
    field.fill("Be brief.")
    field.press("Control+Enter")
    expect(chat.by_key("notebook_answers")).to_contain_text("1% of the space for them used")
    chat.rest()
    assert grave_findings(chat) == []


def ask_single_question(chat: Chat) -> None:
    """Have each question answered by itself, and ask one."""
    on_its_page(chat, "Boats")
    chat.by_prefix("notebook_mode_").get_by_text("Single questions").click()
    expect(chat.page.get_by_test_id("stToast").last).to_contain_text("Saved.")
    chat.rest()
    chat.by_key("back_to_chat").get_by_role("button").click()
    expect(chat.by_key("single_mode")).to_contain_text("Single questions")
    chat.rest()
    chat.new_chat()
    chat.ask("The boat is called Ada.")
    expect(chat.page.get_by_text("Single question, answered by itself")).to_be_visible()


def import_from(chat: Chat, file: Path) -> None:
    """Import a whole notebook, which is open then."""
    chat.by_key("import_chat").get_by_role("button").click()
    chat.by_key("import_file").locator("input").set_input_files(file)
    expect(chat.by_key("import")).to_contain_text("The notebook Boats: 2 chats, 2 sources.")
    chat.by_key("import_notebook").get_by_role("button").click()
    expect(chat.by_key("notebooks")).to_contain_text("Boats")


def export(chat: Chat, file: Path) -> None:
    """Export the open notebook and download the file."""
    chat.rest()
    chat.by_key("notebook_export").get_by_role("button").click()
    chat.by_key("export_notebook_begin").get_by_role("button").click()
    download = chat.by_key("export_download").get_by_role("button")
    with chat.page.expect_download() as downloaded:
        download.click()
    downloaded.value.save_as(file)
    chat.page.keyboard.press("Escape")
    expect(chat.by_key("export_notebook")).to_have_count(0)
