"""What one does with an answer: another one, a choice between them, whether it helped and why."""

from playwright.sync_api import Locator, expect

from benchmark.databases import local_database
from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.browser.test_branches import choose

# A browser in tests has no voices
VOICES = """() => {
  window.said = []
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
  speechSynthesis.getVoices = () => [
    { lang: "nl-NL", localService: false },
    { lang: "en-GB", localService: true },
    { lang: "nl-BE", localService: true },
  ]
  speechSynthesis.speak = (each) => window.said.push(each)
  speechSynthesis.cancel = () => window.said.push("stopped")
  speechSynthesis.dispatchEvent(new Event("voiceschanged"))
}"""
SAID = "() => window.said.splice(0).map(each => each.text ? `${each.lang}: ${each.text}` : each)"


def is_read_aloud(chat: Chat) -> None:
    """Each reply is read in its language; a second press ends it, and so does another reply."""
    buttons = chat.page.get_by_role("button", name="Read aloud", include_hidden=True)
    expect(buttons.first).to_be_hidden()
    chat.page.evaluate(VOICES)
    expect(buttons).to_have_count(2)
    keep_focus(chat, buttons.first)
    buttons.first.press("Enter")
    expect(buttons.first).to_have_attribute("aria-pressed", "true")
    assert chat.page.evaluate(SAID) == ["stopped", "en-GB: To Sintra.", "en-GB: It is near."]
    buttons.last.press("Enter")
    expect(buttons.first).to_have_attribute("aria-pressed", "false")
    assert chat.page.evaluate(SAID) == ["stopped", "nl-BE: Dan nemen we de trein naar Sintra."]
    buttons.last.press("Enter")
    expect(buttons.last).to_have_attribute("aria-pressed", "false")
    assert chat.page.evaluate(SAID) == ["stopped"]
    assert grave_findings(chat) == []


def keep_focus(chat: Chat, button: Locator) -> None:
    """Focus a button once the composer, which takes the focus after a turn, lets it be."""
    for _ in range(5):
        button.focus()
        chat.page.wait_for_timeout(300)
        if button.evaluate("button => button === document.activeElement"):
            break
    expect(button).to_be_focused()


def test_an_answer_is_given_again_chosen_and_copied(scripted: Served, open_chat: OpenChat) -> None:
    chat = open_chat(scripted)
    scripted.plays(
        replies=[
            "To **Lisbon**.",
            "To Porto.",
            "To Faro.",
            "To **Sintra**. It is near.",
            "Dan nemen we de trein naar Sintra.",
        ]
    )
    chat.ask("Where to?")
    choose(chat, 2, "Answer again")
    expect(chat.replies).to_have_text(["To Porto."])
    chat.settle()
    versions = chat.by_prefix("switch_answer_")
    expect(versions).to_contain_text("2 of 2")

    chat.page.get_by_role("button", name="Previous answer").click()
    expect(chat.replies).to_have_text(["To Lisbon."])
    expect(versions).to_contain_text("1 of 2")
    chat.rest()
    chat.page.get_by_role("button", name="Copy reply").click()
    assert chat.page.evaluate("navigator.clipboard.readText()") == "To **Lisbon**."
    chat.page.get_by_role("button", name="Copy message").click()
    assert chat.page.evaluate("navigator.clipboard.readText()") == "Where to?"
    with local_database(scripted.database_url) as kept:
        said = kept.get_messages(chat.session_id())
        assert [each.is_retired for each in said] == [False, False, True]

    # Of a question further up, another answer is a branch
    chat.ask("And then?")
    choose(chat, 2, "Answer again")
    expect(chat.asked).to_have_count(1)
    chat.settle()
    expect(chat.by_key("switch_0")).to_contain_text("2 of 2")
    chat.ask("Hoe dan?")
    is_read_aloud(chat)


def end_of(found: Locator) -> float:
    box = found.bounding_box()
    assert box
    return box["y"] + box["height"]


def is_above_the_composer(chat: Chat, field: Locator) -> None:
    expect(field).to_be_visible()
    chat.rest()
    foot = chat.page.get_by_test_id("stBottom").bounding_box()
    assert foot
    assert end_of(field) <= foot["y"]


def test_an_answer_is_thought_of_and_why(scripted: Served, open_chat: OpenChat) -> None:
    chat = open_chat(scripted)
    chat.page.set_viewport_size({"width": 1280, "height": 480})
    scripted.plays(replies=["Along the coast, and then inland. " * 40])
    chat.ask("Where to?")
    bad = chat.page.get_by_role("button", name="This did not help")
    bad.click()
    expect(bad).to_have_attribute("aria-pressed", "true")
    why = chat.page.get_by_label("What was wrong with it?")
    is_above_the_composer(chat, why)
    assert grave_findings(chat) == []
    why.fill("*Too* far")
    why.press("Enter")
    reason = chat.by_prefix("reason_")
    expect(reason).to_have_text("It did not help: *Too* far")
    toast = chat.page.get_by_test_id("stToast")
    expect(toast).to_contain_text("Saved with the reply.")
    assert end_of(toast) <= end_of(chat.by_key("chat_head"))  # it hides no message
    picture = chat.page.get_by_test_id("stChatMessageAvatarAssistant").first
    expect(picture).to_have_css("display", "none")  # the style of the page outlives the note
    chat.page.reload()
    expect(reason).to_have_text("It did not help: *Too* far")

    chat.rest()
    bad.click()
    expect(bad).to_have_attribute("aria-pressed", "false")
    expect(reason).to_have_count(0)
    chat.page.get_by_role("button", name="This helped").click()
    expect(chat.page.get_by_label("What was good about it?")).to_be_visible()
    with local_database(scripted.database_url) as kept:
        reply = kept.get_messages(chat.session_id())[1]
        assert kept.replies.ratings([reply.id])[reply.id].is_good


def test_a_click_is_answered_while_a_reply_is_being_written(
    scripted: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(scripted)
    slow = {"text": "word " * 800, "pause_s": 0.05}
    scripted.plays(replies=["To Lisbon.", slow])
    chat.ask("Where to?")
    chat.send("And why?")
    expect(chat.by_key("live_reply")).to_contain_text("word word word")
    good = chat.page.get_by_role("button", name="This helped")
    good.click()
    expect(good).to_have_attribute("aria-pressed", "true", timeout=20_000)
    long = chat.by_key("live_reply").inner_text()
    expect(chat.by_key("live_reply")).to_contain_text(f"{long} word word")  # it is followed further
    chat.stop.click()
    chat.settle()
