"""A message that the browser sends itself: its turn is there at once, and is drawn whole after."""

import json
import re

from playwright.sync_api import Request, Route, expect

from tests.browser.access import grave_findings
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

WORDS = [f"word{number}" for number in range(900)]
SLOW = {"text": " ".join(WORDS), "pause_s": 0.05}
_TWO_LOOKS = 2  # the page and the test look once a frame, one before the other
_SENT = re.compile(r"/live/[0-9a-f]+$")
_PLACES = """() => {
    window.places = []
    const look = () => {
        const said = [...document.querySelectorAll('[aria-label="Chat message from user"]')]
        const shown = said.filter((each) => each.offsetParent && each.innerText === "Second")
        window.places.push(shown.map((each) => Math.round(each.getBoundingClientRect().top)))
        requestAnimationFrame(look)
    }
    look()
}"""
_DRAWN_ANEW = """() => {
    const said = document.querySelector('[class*="st-key-message_"]')
    said.dataset.stands = "yes"
}"""


def posts(chat: Chat) -> list[str]:
    """Return a list that each message the browser sends itself is added to."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and _SENT.search(request.url):
            sent.append(json.loads(request.post_data or "")["text"])

    chat.page.on("request", note)
    return sent


def test_the_browser_draws_it_until_it_is_stored_and_nothing_moves(
    scripted: Served, open_chat: OpenChat
) -> None:
    scripted.plays(replies=["One.", "Two.", SLOW, "Four."])
    chat = open_chat(scripted)
    sent = posts(chat)
    chat.ask("First")
    assert sent == []  # it begins a chat
    is_drawn_in_place(chat)
    assert sent == ["Second"]
    is_shown_on_a_phone_and_stopped(chat)
    chat.ask("Fourth")  # by the page's own field: the turn before waits for Retry
    assert sent == ["Second", "Third"]
    assert chat.said() == ["First", "Second", "Third", "Fourth"]


def is_drawn_in_place(chat: Chat) -> None:
    """Send a message, by Enter twice, whose place stays the same when it is stored."""
    chat.page.evaluate(_PLACES)
    chat.page.evaluate(_DRAWN_ANEW)
    chat.field.fill("Second")
    chat.field.press("Enter")
    chat.field.press("Enter")
    expect(chat.field).to_have_value("")
    expect(chat.replies).to_have_text(["One.", "Two."])
    chat.settle()
    expect(chat.page.locator(".live-picture")).to_have_count(0)
    assert chat.said() == ["First", "Second"]
    places = [each for each in chat.page.evaluate("window.places") if each]
    assert {len(each) for each in places} == {1}
    assert max(places)[0] - places[0][0] < 2  # it moves up at most, by what comes below it
    expect(chat.page.locator("[data-stands]")).to_have_count(1)
    expect(chat.by_key("pulse").get_by_role("status")).to_have_text("Answer complete")


def is_shown_on_a_phone_and_stopped(chat: Chat) -> None:
    """Send a message, look at what is drawn of its turn, write on, and stop it by Escape."""
    chat.page.set_viewport_size(PHONE)
    chat.send("Third")
    expect(chat.by_key("pulse").get_by_role("status")).to_have_text("Answering")
    expect(chat.by_key("live_reply")).to_contain_text("word3 ")
    expect(chat.by_key("steps")).to_have_count(2)
    expect(chat.by_key("steps").last).to_be_hidden()
    expect(chat.by_key("meter").locator(".tide")).to_have_attribute("title", re.compile("^~"))
    expect(chat.by_key("source_choice")).to_be_hidden()
    assert grave_findings(chat) == []
    assert chat.has_no_sideways_scroll()
    chat.page.keyboard.type("A thought meanwhile")
    chat.page.keyboard.press("Escape")
    chat.settle()
    expect(chat.by_prefix("unanswered_")).to_contain_text("You stopped this answer.")
    expect(chat.field).to_have_value("A thought meanwhile")
    expect(chat.by_key("source_choice")).to_be_visible()


def test_other_clicks_a_reload_and_a_refusal_leave_it_to_the_page(
    scripted: Served, open_chat: OpenChat
) -> None:
    scripted.plays(replies=["One.", SLOW, "Three.", "Four."])
    chat = open_chat(scripted)
    chat.ask("First")
    chat.send("Second")
    opens_the_meter(chat)
    expect(chat.by_key("live_reply")).to_contain_text("word20 ")
    chat.send("Too early")
    expect(chat.by_key("notice")).to_contain_text("still being answered")
    expect(chat.field).to_have_value("Too early")
    chat.page.reload()
    expect(chat.by_key("live_reply")).to_contain_text("word30 ")
    assert chat.by_key("live_reply").inner_text().split()[:30] == WORDS[:30]
    chat.stop.click()
    chat.settle()
    chat.ask("Third")
    is_refused(chat)


def opens_the_meter(chat: Chat) -> None:
    """Open what has a script draw the turn under way."""
    expect(chat.by_key("live_reply")).to_contain_text("word3 ")
    chat.by_key("meter_parts").get_by_role("button").click()
    expect(chat.page.get_by_role("table").last).to_contain_text("Answer being written")
    expect(chat.page.locator(".live-sent > *")).to_have_count(0)
    expect(chat.asked).to_have_text(["First", "Second"])
    chat.close_popover()


def is_refused(chat: Chat) -> None:
    """Send a message that the page itself has to send in the end."""

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=409)
        else:
            route.continue_()

    chat.page.route(_SENT, refuse)
    sent = posts(chat)
    chat.ask("Fourth")
    assert sent == ["Fourth"]
    assert chat.said() == ["First", "Second", "Third", "Fourth"]
    expect(chat.replies.last).to_have_text("Four.")
    expect(chat.field).to_have_value("")


_COVERED = """() => {
    window.covered = 0
    const look = () => {
        const live = document.querySelector(".live-sent > *")?.textContent
        for (const copy of document.querySelectorAll(".live-picture"))
            if (live && !copy.textContent.startsWith(live)) window.covered += 1
        requestAnimationFrame(look)
    }
    look()
}"""
_STALE = """() => {
    window.stale = 0
    let former, copied
    const look = () => {
        const copy = document.querySelector(".live-picture")
        const first = document.querySelector('.st-key-last_turn [class*="st-key-message_"]')
        if (copy !== copied) former = first?.className
        copied = copy
        if (copy && first?.className !== former) window.stale += 1
        requestAnimationFrame(look)
    }
    look()
}"""


def test_no_copy_of_a_turn_hides_the_next_or_stays_where_it_folds(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    walk = "We want cake and wine and a long walk by the lake. " * 38
    chat.ask(f"Party 0: {walk}".strip())
    chat.page.evaluate(_COVERED)
    chat.ask(f"Party 1: {walk}".strip())
    chat.page.evaluate(_STALE)
    chat.ask(f"Party 2: {walk}".strip())
    expect(chat.by_prefix("fold_").first).to_be_attached()
    expect(chat.page.locator(".live-picture")).to_have_count(0)
    assert chat.page.evaluate("window.covered") == 0
    assert chat.page.evaluate("window.stale") < _TWO_LOOKS
