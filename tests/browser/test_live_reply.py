"""A reply being written looks and behaves as the stored one that takes its place."""

from playwright.sync_api import expect

from tests.browser.access import grave_findings
from tests.browser.attacks import ATTACKS, EVIL
from tests.browser.chat import PHONE, Chat
from tests.browser.conftest import OpenChat
from tests.browser.served import Served

ALL_KINDS = """Some *text* with `code`.

## A heading

- one
- [ ] two

1. first

> quote

```python
def f():
    return 1
```

| a | b |
|---|---|
| 1 | 2 |

Formula $x^2$, $5 and $10, and <b>no</b>

$$\\sum_i x_i$$

"""
TAIL = [f"tail{number}" for number in range(900)]  # never all of it: Stop ends it
_SELECT = """
() => {
    const words = document.querySelector(".live-reply em")
    getSelection().selectAllChildren(words)
}"""
_HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true })
    document.dispatchEvent(new Event("visibilitychange"))
}"""
_HEIGHTS = """
() => {
    window.heights = []
    const look = () => {
        const drawn = document.querySelector(".live-reply")
        if (drawn) window.heights.push(drawn.getBoundingClientRect().height)
        requestAnimationFrame(look)
    }
    look()
}"""
_STORED = """
() => {
    const parts = [...document.querySelectorAll('[aria-label="Chat message from assistant"]')]
    return parts.at(-1).getBoundingClientRect().height
}"""
_RUNS_OR_LOADS = """
() => [...document.querySelectorAll(".live-reply *")].filter((found) =>
    found.matches("img, script, iframe, object, embed, style, link, meta, form, input, video, svg")
    || [...found.attributes].some(({ name }) => name.startsWith("on"))
    || (found.hasAttribute("href") && !["http:", "https:", "mailto:"].includes(found.protocol))
).map((found) => found.outerHTML)
"""


def live(chat: Chat, text: str) -> None:
    """Wait until ``text`` is written."""
    expect(chat.by_key("live_reply")).to_contain_text(text)


def test_it_keeps_what_is_selected_misses_nothing_and_does_not_jump_at_its_end(
    scripted: Served, open_chat: OpenChat
) -> None:
    written = ALL_KINDS + " ".join(TAIL)
    scripted.plays(replies=["First.", {"text": written, "pause_s": 0.08}])
    chat = open_chat(scripted)
    chat.page.set_viewport_size(PHONE)
    chat.ask("Hello")
    chat.page.evaluate(_HEIGHTS)
    chat.send("Write all there is")
    live(chat, "def f()")
    chat.page.evaluate(_SELECT)
    live(chat, "tail3 ")
    expect(chat.by_key("live_reply").locator(".katex").last).to_have_attribute("tabindex", "0")
    assert chat.page.evaluate("getSelection().toString()") == "text"
    assert grave_findings(chat) == []
    chat.page.evaluate(_HIDE, arg=True)
    chat.page.wait_for_timeout(500)
    chat.page.evaluate(_HIDE, arg=False)
    live(chat, "tail20 ")
    assert chat.has_no_sideways_scroll()
    shown = chat.by_key("live_reply").inner_text().split()
    tail = [word for word in shown if word.startswith("tail")]
    assert tail == TAIL[: len(tail)]
    chat.stop.click()
    chat.settle()
    expect(chat.by_key("last_turn").locator(".live-picture")).to_have_count(0)
    assert abs(chat.page.evaluate("window.heights.at(-1)") - chat.page.evaluate(_STORED)) < 2
    expect(chat.replies.last).to_contain_text("def f()")
    expect(chat.replies.last).to_contain_text(" ".join(tail))


def test_nothing_in_it_runs_or_loads(scripted: Served, open_chat: OpenChat) -> None:
    links = f"![remote]({EVIL}/b.png) and <{EVIL}/plain>"
    parts = [links, *(each for each in ATTACKS if "```" not in each and "~~~" not in each)]
    text = "\n\n".join([*parts, "The end " + "of all this " * 300])
    scripted.plays(replies=[{"text": text, "pause_s": 0.05}])
    chat = open_chat(scripted)
    chat.send("Try it")
    live(chat, "The end of all this")
    assert chat.page.evaluate(_RUNS_OR_LOADS) == []
    remote = chat.by_key("live_reply").get_by_role("link", name="remote").first
    expect(remote).to_have_attribute("href", f"{EVIL}/b.png")
    expect(remote).to_have_attribute("rel", "noopener noreferrer")
    assert chat.page.evaluate("window.hacked") is None
    chat.stop.click()
    chat.settle()
