"""The field one writes in: what is written stays, files go along, the focus is where it helps."""

import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.browser.test_tour import SLOW, UNCLEAR

PARAGRAPHS = "\n\n".join(f"Paragraph {number} of a long answer." for number in range(60))
LATEST = "Jump to latest"


def attach(chat: Chat, *files: Path) -> None:
    """Choose ``files``, as a person does behind the plus."""
    chat.by_key("composer").locator("input[type=file]").first.set_input_files(files)
    for file in files:
        expect(chat.by_key("composer")).to_contain_text(file.name)


RECOGNISER = """() => {
  window.SpeechRecognition = class {
    start() { window.hearing = this }
    stop() { this.onend() }
    abort() { this.onend() }
  }
}"""
HEARS = """words => window.hearing.onresult(
    { results: words.map(each => [{ transcript: each }]) })"""


def is_dictated(chat: Chat) -> None:
    """What is said goes into the field as it is heard, once it was told where the voice goes."""
    button = chat.page.get_by_role("button", name="Dictate")
    told = chat.by_key("dictation").locator("p")
    chat.page.evaluate(RECOGNISER)
    chat.field.fill("Dear Ada,")
    button.press("Enter")
    expect(told).to_contain_text("Many browsers send your voice to their maker")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.press("Enter")
    expect(told).to_contain_text("Listening.")
    expect(chat.field).to_be_focused()
    chat.page.evaluate(HEARS, ["see you"])
    expect(chat.field).to_have_value("Dear Ada, see you")
    chat.page.evaluate(HEARS, ["see you on", " Sunday"])
    expect(chat.field).to_have_value("Dear Ada, see you on Sunday")
    assert grave_findings(chat) == []
    chat.page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(told).to_have_text("")

    button.press("Enter")
    chat.page.keyboard.type("!")  # typing ends it, and nothing said after that is put in
    chat.page.evaluate(HEARS, ["too late"])
    expect(chat.field).to_have_value("Dear Ada, see you on Sunday!")
    button.press("Enter")
    chat.page.evaluate("() => { hearing.onerror({ error: 'not-allowed' }); hearing.onend() }")
    expect(told).to_contain_text("Allow it in the address bar")
    chat.field.fill("")


def leaves_the_editor_by_escape(chat: Chat) -> None:
    chat.field.press("ArrowUp")
    editor = chat.by_prefix("edit_").locator("textarea")
    expect(editor).to_be_focused()
    editor.press("Escape")
    expect(editor).to_have_count(0)
    expect(chat.field).to_be_focused()
    chat.rest()


def test_a_draft_outlives_a_reload_and_stays_with_its_chat(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.field.fill("Half a thought")
    chat.page.reload()
    expect(chat.field).to_have_value("Half a thought")
    chat.field.press("Shift+Enter")
    chat.page.keyboard.type("and its end")
    expect(chat.field).to_have_value("Half a thought\nand its end")
    chat.field.press("Enter")
    expect(chat.asked).to_have_text("Half a thought\nand its end")
    chat.settle()
    first = chat.session_id()
    expect(chat.field).to_have_value("")
    expect(chat.field).to_be_focused()

    leaves_the_editor_by_escape(chat)
    chat.page.keyboard.type("For the first chat")
    chat.new_chat()
    expect(chat.field).to_have_value("")
    expect(chat.field).to_be_focused()
    chat.page.keyboard.type("For a new one")
    chat.by_key(f"session_{first}").get_by_role("button").click()
    expect(chat.field).to_have_value("For the first chat")
    chat.page.reload()
    expect(chat.field).to_have_value("For the first chat")
    chat.new_chat()
    expect(chat.field).to_have_value("For a new one")
    is_dictated(chat)


def test_what_is_refused_is_in_the_field_again(scripted: Served, open_chat: OpenChat) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[SLOW])
    chat.send("Go on")
    expect(chat.by_key("live_reply")).to_contain_text("word2")
    chat.send("And another thing")
    expect(chat.by_key("notice")).to_contain_text("still being answered")
    expect(chat.field).to_have_value("And another thing")
    chat.page.reload()
    expect(chat.field).to_have_value("And another thing")
    expect(chat.asked).to_have_count(1)
    chat.stop.click()
    chat.settle()


def test_a_long_draft_tells_its_tokens_as_it_is_written_and_is_folded_once_sent(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    line = chat.by_key("writing")
    chat.field.fill("A short one")
    expect(line).not_to_contain_text("memory")
    chat.field.fill("word " * 300)
    expect(line).to_contain_text("to send: about 28% of the memory")
    chat.field.fill("2026-01-28,Leith,126,302.40\n" * 40)
    expect(line.locator("p")).to_have_attribute("title", "~574 tokens")  # the engine counts 645
    chat.field.fill("word " * 1200)
    expect(line).to_contain_text("Longer than the memory")
    assert grave_findings(chat) == []
    chat.ask("word " * 1200)
    expect(line).not_to_contain_text("memory")
    cut = chat.by_prefix("cut_").get_by_test_id("stText")
    whole, shown = cut.locator("span").first.bounding_box(), cut.bounding_box()
    assert whole
    assert shown
    assert whole["y"] == shown["y"]  # its first lines, not its middle
    chat.by_prefix("more_").get_by_role("button", name="Show more").click()
    expect(chat.by_prefix("long_").get_by_role("button", name="Show less")).to_be_visible()


def test_text_files_go_with_a_message(builtin: Served, open_chat: OpenChat, tmp_path: Path) -> None:
    chat = open_chat(builtin)
    notes, bad = tmp_path / "notes.md", tmp_path / "bad.txt"
    notes.write_text(
        "# Trip\n\n```\n" + "The boat leaves at nine.\n" * 40 + "```\n", encoding="utf-8"
    )
    bad.write_bytes(b"\xff\xfe\x00\x01")
    (quote := tmp_path / "quote.pdf").write_text("%PDF-1.7", encoding="utf-8")
    attach(chat, notes, bad, quote)
    expect(chat.by_key("writing")).to_contain_text("notes.md: about 22% of the memory")
    told = chat.by_key("writing").get_by_role("alert")
    expect(told).to_contain_text("Cannot be read as text: quote.pdf, bad.txt")
    expect(told).to_contain_text("PDF, Word and Excel files under Sources")
    chat.send("What is in it?")
    expect(chat.by_key("notice")).to_contain_text("Cannot be read as text")
    expect(chat.field).to_have_value("What is in it?")
    expect(chat.by_key("waiting")).to_contain_text("Remove notes.md")
    expect(chat.asked).to_have_count(0)

    chat.field.press("Enter")
    expect(chat.asked).to_have_text("What is in it?")
    chat.settle()
    expect(chat.by_key("waiting").get_by_role("button")).to_have_count(0)
    file = chat.by_prefix("file_")
    expect(file).to_contain_text("notes.md, 44 lines")
    file.get_by_text("notes.md").click()
    expect(file).to_contain_text("The boat leaves at nine.")
    chat.rest()
    expect(file.locator("pre")).to_have_attribute("tabindex", "0")
    picture_goes_along(chat, tmp_path / "boat.png")
    assert grave_findings(chat) == []
    chat.page.set_viewport_size(PHONE)
    assert chat.has_no_sideways_scroll()


def picture_goes_along(chat: Chat, picture: Path) -> None:
    """The built-in engine keeps a picture, and says that it cannot look at it, before and after."""
    Image.new("RGB", (800, 600), "teal").save(picture)
    attach(chat, picture)
    expect(chat.by_key("writing").get_by_role("alert")).to_contain_text("cannot look at pictures")
    chat.ask("Which boat is this?")
    shown = chat.by_prefix("pictures_").get_by_role("img")
    expect(shown).to_have_accessible_name("Attached picture: boat.png")
    expect(chat.replies.last).to_contain_text("I keep what you attached")


def test_who_reads_further_up_is_left_there_and_led_back(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[PARAGRAPHS, SLOW])
    chat.ask("Tell me all")
    jump = chat.page.get_by_role("button", name=LATEST)
    expect(jump).to_have_count(0)
    chat.send("And more")
    expect(chat.by_key("live_reply")).to_contain_text("word2")
    chat.page.mouse.move(640, 300)
    chat.page.mouse.wheel(0, -2500)
    expect(jump).to_be_visible()
    meter, button = chat.by_key("meter").bounding_box(), jump.bounding_box()
    assert meter
    assert button
    assert button["y"] + button["height"] <= meter["y"]
    at = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.st-key-chat'))"
    assert not chat.page.evaluate(at, [button["x"] - 8, button["y"] + 4])  # it lies over no words
    top = "() => document.querySelector('[data-testid=\"stMain\"]').scrollTop"
    before = chat.page.evaluate(top)
    expect(chat.by_key("live_reply")).to_contain_text("word20 ")
    assert abs(chat.page.evaluate(top) - before) < 5
    jump.click()
    expect(jump).to_have_count(0)
    expect(chat.field).to_be_focused()
    expect(chat.by_key("live_reply")).to_be_visible()  # not only once the answer is whole
    chat.page.keyboard.press("Escape")
    chat.settle()


def test_something_else_leads_to_the_field_and_a_choice_can_be_read_later(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    scripted.plays(understandings=[UNCLEAR])
    chat.ask("I need to find out who will leave")
    chat.page.evaluate("document.activeElement.blur()")
    chat.page.get_by_role("button", name="Something else").click()
    expect(chat.field).to_be_focused()
    chat.by_prefix("interpretation_").get_by_role("button").first.click()
    expect(chat.asked.last).to_have_text("Predict who will leave")
    chat.settle()
    expect(chat.by_prefix("chosen_")).to_contain_text("Chosen: Predict who will leave")
    chat.page.reload()
    expect(chat.by_prefix("chosen_")).to_contain_text("Chosen: Predict who will leave")


def test_an_attached_table_is_added_to_the_sources_and_asked_for_its_figures(
    builtin: Served, open_chat: OpenChat, tmp_path: Path
) -> None:
    bills = tmp_path / "bills.csv"
    bills.write_text("bill,customer,amount,is_paid\n1,Ada,20.50,True\n2,Ben,30.25,False\n")
    chat = open_chat(builtin)
    attach(chat, bills)
    chat.ask("Here are the bills.")
    chat.rest()  # a button that is drawn anew loses a click
    chat.by_prefix("add_table_").get_by_role("button", name="Add bills.csv to Sources").click()
    expect(chat.page.get_by_test_id("stToast").last).to_contain_text("source")
    chat.by_key("to_sources").get_by_role("button").click()
    expect(chat.by_prefix("show_source_")).to_contain_text("bills.csv")  # once it is read
    chat.by_key("back_to_chat").get_by_role("button").click()
    chat.ask("Which bills are not paid?")
    expect(chat.replies.last.get_by_role("row")).to_have_text(
        [re.compile("Bill"), re.compile("Ben")]
    )
