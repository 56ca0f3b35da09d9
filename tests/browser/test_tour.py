"""The page as a new person would go through it, on PostgreSQL: other browser tests use SQLite."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served, serving

LONG = " ".join(f"word{number}" for number in range(400))
SLOW = {"text": LONG, "pause_s": 0.05}
CHOICES = ["Predict who will leave", "List who left last year"]
UNCLEAR = {
    "references": [],
    "details": [{"detail": "what should come of it", "importance": 3, "quote": ""}],
    "needed_context_from_memory": [],
    "is_ambiguous": True,
    "possible_interpretations": CHOICES,
    "clarifying_questions": ["Do you have records of who left?"],
    "rewritten_query": "",
}


@pytest.fixture
def served(chromium: Path, database_url: str, tmp_path: Path) -> Iterator[Served]:
    """A server whose scripted engine folds past 200 tokens."""
    with serving(
        tmp_path,
        None,
        "on",
        DATABASE_URL=database_url,
        ENGINE="scripted",
        TOKEN_THRESHOLD="200",  # noqa: S106 - tokens, no password
    ) as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_new_person_goes_through_all_of_it(
    served: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    chat = open_chat(served)
    first_run(chat)
    past_the_tide_line(chat)
    what_is_remembered(chat)
    asked_back(chat, served)
    stopped_and_retried(chat, served)
    looked_into(chat)
    renamed(chat)
    exported_deleted_and_imported(chat, served, tmp_path)
    reloaded(chat)
    not_there(chat, served)
    on_a_phone(chat)


def look(chat: Chat) -> None:
    assert grave_findings(chat) == []


def first_run(chat: Chat) -> None:
    """The welcome says what this is, how much is read, and where to begin; the field waits."""
    expect(chat.page.get_by_role("heading", level=1)).to_have_count(1)
    expect(chat.by_key("first_run")).to_contain_text("what each answer is based on")
    expect(chat.by_key("chips").get_by_role("button")).to_have_count(3)
    expect(chat.by_key("session_list")).to_contain_text("No chats yet")
    expect(chat.by_key("engine")).to_contain_text("Nothing you write leaves this computer")
    expect(chat.by_key("meter")).to_contain_text("Memory 0% used")
    expect(chat.field).to_be_focused()
    look(chat)


def past_the_tide_line(chat: Chat) -> None:
    """The meter says how full it is; the message past the line folds what was said."""
    chat.ask("I prefer trains to planes. " + "The sea is calm today. " * 8)
    expect(chat.asked).to_have_count(1)
    expect(chat.replies).to_have_count(1)
    expect(chat.by_key("steps")).to_be_hidden()
    expect(chat.by_key("pulse").get_by_role("status")).to_have_text("Answer complete")
    chat.ask("The budget must stay under 900 euros.")
    expect(chat.by_key("meter")).to_contain_text("older messages are summarised at 100%")
    chat.ask("The hotel should be quiet and warm.")
    expect(chat.by_key("meter")).to_contain_text("older messages are summarised soon")
    chat.ask("Ok, and near the sea.")
    expect(chat.by_key("meter")).to_contain_text("summarised with your next message")
    before = chat.context()
    chat.ask("What did I say?")
    expect(chat.by_key("meter")).to_contain_text("% freed")
    assert chat.context() < before
    chat.rest()
    expect(chat.by_prefix("fold_")).to_contain_text("Messages 1 to 8 above are summarised")


def what_is_remembered(chat: Chat) -> None:
    """The summary, the parts of the count and the reading of a message can be opened."""
    chat.by_key("to_summaries").get_by_role("button").click()
    expect(chat.by_key("summaries")).to_contain_text("I prefer trains to planes")
    chat.by_prefix("understood_").last.get_by_text("How this was understood").click()
    opened = chat.by_key("beside_understood")
    expect(opened).to_contain_text("Understood as written.")
    opened.get_by_text("Steps").click()
    expect(opened.get_by_role("table")).to_contain_text("Milliseconds")
    chat.by_key("meter_parts").get_by_role("button").click()
    expect(chat.page.get_by_role("table").last).to_contain_text("Summaries")
    look(chat)
    chat.close_popover()


def asked_back(chat: Chat, served: Served) -> None:
    """What is unclear is asked back; a choice is sent as one's own words."""
    served.plays(understandings=[UNCLEAR])
    chat.ask("I need to find out who will leave")
    choices = chat.by_prefix("interpretation_").get_by_role("button")
    expect(choices).to_have_text(CHOICES)
    expect(chat.replies.last).to_contain_text("Do you have records of who left?")
    look(chat)
    choices.first.click()
    expect(chat.asked.last).to_have_text("Predict who will leave")
    chat.settle()
    expect(choices).to_have_count(0)
    served.plays(understandings=[UNCLEAR])
    chat.ask("I need to find out who will come")
    chat.by_prefix("answer_anyway_").get_by_role("button").click()
    expect(chat.by_prefix("chosen_").last).to_contain_text("Chosen: Answer anyway")
    expect(chat.asked.last).to_have_text("I need to find out who will come")
    chat.settle()
    expect(choices).to_have_count(0)


def stopped_and_retried(chat: Chat, served: Served) -> None:
    """Stop is there at once; what was said stays, and each attempt after it beside the last."""
    served.plays(replies=[{"text": "Never said", "wait_s": 60}, SLOW, "All of it."])
    chat.send("Go on")
    expect(chat.stop).to_be_visible()
    expect(chat.by_key("steps").last).to_contain_text("Writing the answer")  # its reply is taken
    chat.stop.click()
    expect(chat.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(chat.by_key("live_reply")).to_contain_text("word2")
    expect(chat.field).to_be_focused()
    chat.page.keyboard.press("Escape")
    expect(chat.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")
    expect(chat.replies.last).to_contain_text("word0 word1 word2")
    look(chat)
    chat.by_prefix("retry_").get_by_role("button").click()
    expect(chat.replies.last).to_have_text("All of it.")
    expect(chat.by_prefix("retry_")).to_have_count(0)
    expect(chat.page.get_by_text("Earlier attempt at this answer")).to_be_visible()
    chat.settle()
    chat.by_prefix("copy_").last.get_by_role("button", name="Copy").click()
    expect(chat.by_prefix("copy_").last.get_by_role("status")).to_have_text("Copied")
    assert chat.page.evaluate("navigator.clipboard.readText()") == "All of it."


def looked_into(chat: Chat) -> None:
    """Memory, what is known of the person, and the figures of all chats have a page each."""
    chat.by_key("to_memory").get_by_role("button").click()
    expect(chat.by_key("running")).to_contain_text("I prefer trains to planes")
    expect(chat.by_key("back_to_chat")).to_be_in_viewport()  # however far down the chat was
    look(chat)
    chat.by_key("to_about_you").get_by_role("button").click()
    expect(chat.by_key("running")).to_have_count(0)  # that page ends in what is known, too
    expect(chat.by_key("about_you")).to_be_visible()
    look(chat)
    chat.by_key("to_insights").get_by_role("button").click()
    expect(chat.by_key("insights").locator("dl.totals")).to_contain_text("Answers")
    expect(chat.page.locator(".stSidebar [aria-current]")).to_have_text(re.compile("Insights$"))
    drawn = chat.by_key("insight_context").get_by_test_id("stVegaLiteChart")
    expect(drawn.locator("svg.marks")).to_be_visible()
    chat.by_key("back_to_chat").get_by_role("button").click()
    expect(chat.field).to_be_visible()


def renamed(chat: Chat) -> None:
    """A title is shown letter by letter."""
    session_id = chat.session_id()
    chat.choose(session_id, "Rename")
    title = chat.by_key("rename_title").get_by_label("Title")
    expect(title).to_have_value(re.compile("^I prefer trains"))
    expect(title).to_be_focused()
    look(chat)
    title.fill("*Stars* and :red[colours]")
    title.press("Enter")
    expect(chat.by_key("rename_title")).to_have_count(0)
    named = re.compile(r"^\*Stars\* and :\u2060?red\[colours\]$")
    expect(chat.by_key(f"session_{session_id}")).to_have_text(named)
    expect(chat.page.get_by_role("heading", level=1)).to_have_text(named)


def exported_deleted_and_imported(chat: Chat, served: Served, tmp_path: Path) -> None:
    """A chat that was exported and deleted is all there again when it is imported."""
    session_id, said = chat.session_id(), chat.said()
    chat.choose(session_id, "Export")
    chat.by_key("export_begin").get_by_role("button").click()
    with chat.page.expect_download() as started:
        chat.by_key("export_download").get_by_role("button").click()
    started.value.save_as(tmp_path / "chat.jsonl")
    assert started.value.suggested_filename == "Stars and red colours.jsonl"
    downloaded = (tmp_path / "chat.jsonl").read_text(encoding="utf-8")
    stored = served.folder / "exports" / f"{session_id}.jsonl"
    assert downloaded == stored.read_text(encoding="utf-8")
    contents = [json.loads(line).get("content") for line in downloaded.splitlines()]
    assert set(said) <= {content.strip() for content in contents if content}
    look(chat)
    chat.page.keyboard.press("Escape")
    expect(chat.page.get_by_role("dialog")).to_have_count(0)
    _deleted(chat, session_id)
    _imported(chat, tmp_path / "chat.jsonl")
    expect(chat.asked).to_have_text(said)


def _deleted(chat: Chat, session_id: str) -> None:
    chat.choose(session_id, "Delete")
    expect(chat.by_key("shelf_note")).to_contain_text("*Stars* and")
    expect(chat.by_key(f"session_{session_id}")).to_have_count(0)
    expect(chat.by_key("first_run")).to_be_visible()
    expect(chat.page).not_to_have_url(re.compile("chat="))
    look(chat)
    chat.by_key("to_trash").get_by_role("button").click()
    for answer in ("delete_cancel", "delete_confirm"):
        chat.by_key(f"for_ever_{session_id}").get_by_role("button").click()
        expect(chat.page.get_by_role("dialog")).to_contain_text("*Stars* and :red[colours]")
        chat.by_key(answer).get_by_role("button").click()
        expect(chat.page.get_by_role("dialog")).to_have_count(0)
    expect(chat.by_key(f"trashed_{session_id}")).to_have_count(0)
    chat.by_key("to_list").get_by_role("button").click()
    expect(chat.by_key("to_list")).to_have_count(0)
    chat.rest()


def _imported(chat: Chat, file: Path) -> None:
    chat.by_key("import_chat").get_by_role("button").click()
    expect(chat.page.get_by_role("dialog")).to_be_visible()
    look(chat)
    chosen = chat.by_key("import_file").locator("input[type=file]")
    letter = file.with_name("letter.json")
    letter.write_text("Dear all,", encoding="utf-8")
    chosen.set_input_files(letter)
    expect(chat.by_key("import").get_by_role("alert")).to_contain_text("Nothing of it was used")
    chosen.set_input_files(file)
    chat.by_key("import_take").get_by_role("button").click()
    expect(chat.page.get_by_role("dialog")).to_have_count(0)
    expect(chat.page.get_by_test_id("stToast")).to_contain_text("Imported")


def reloaded(chat: Chat) -> None:
    """The address is the chat."""
    said, context = chat.said(), chat.context()
    chat.page.reload()
    expect(chat.asked).to_have_text(said)
    expect(chat.by_prefix("fold_").first).to_contain_text("above are summarised")
    assert chat.context() == context


def on_a_phone(chat: Chat) -> None:
    """On a narrow screen the sidebar lies over the chat, and nothing is wider than the screen."""
    chat.page.set_viewport_size(PHONE)
    assert chat.has_no_sideways_scroll()
    foot = chat.page.get_by_test_id("stBottomBlockContainer").bounding_box()
    assert foot is not None
    assert foot["height"] <= PHONE["height"] / 6
    chat.ask("averylongword" * 60)
    assert chat.has_no_sideways_scroll()
    chat.page.get_by_test_id("stExpandSidebarButton").click()
    expect(chat.by_key("new_chat")).to_be_in_viewport()
    assert chat.has_no_sideways_scroll()
    look(chat)
    chat.by_key("new_chat").get_by_role("button").click()
    expect(chat.by_key("first_run")).to_be_visible()
    expect(chat.page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    expect(chat.by_key("first_run").get_by_role("heading")).to_be_in_viewport()


def not_there(chat: Chat, served: Served) -> None:
    """An address of no chat says so, and offers a new one."""
    chat.page.goto(f"{served.url}/?chat=..%2Fsecret")
    expect(chat.by_key("missing_chat")).to_contain_text("is not a session id")
    chat.page.goto(f"{served.url}/?chat=session_19990101_000000")
    expect(chat.by_key("missing_chat")).to_contain_text("does not exist")
    look(chat)
    chat.by_key("begin_new").get_by_role("button").click()
    expect(chat.by_key("first_run")).to_be_visible()
