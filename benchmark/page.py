"""Waiting times of a person on the page, measured inside a browser.

    python -m benchmark.page [--times 12]

serves the page with an engine that answers immediately, over a session of 10,000 messages, one of
30 and some others, and drives it with Chromium.  Times begin at the key or the click and end when
the expected result has been painted, both by the browser's own clock.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

from benchmark.databases import local_database
from benchmark.turns import BEGIN, past
from tests.browser.chat import Chat
from tests.browser.served import ROOT, Served, serve
from tests.chromium import ARGUMENTS, MISSING, find
from tests.warnings_as_errors import PYTHON
from utils import TokenCounter

SIZES = {"long": 10_000, "short": 30, **{f"other_{number}": 4 for number in range(48)}}
MANY = 10_000  # sessions, most of them empty
PIECES = 500  # of the reply that is streamed, 100 a second
PAUSE_S = 0.01
STARTS = 3  # each takes seconds
WAIT_MS = 30_000
REST_MS = 500  # between a click and the click that reverts it, as for a person
_HEAD = "| what | median | most | times | target |\n|---|---:|---:|---:|---|"

# Call `seen` with a text, act, and `painted - acted` is the time until it was painted
_WATCH = """
window.seen = (text) => {
  window.acted = window.painted = null;
  const act = () => { window.acted ??= performance.now(); };
  const asked = {capture: true, once: true};
  document.addEventListener('click', act, asked);
  document.addEventListener('keydown', act, asked);
  const main = document.querySelector('[data-testid="stMain"]');
  const look = () => {
    if (window.acted === null || !main.textContent.includes(text)) { return; }
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
  };
  const watching = new MutationObserver(look);
  watching.observe(document.body, {subtree: true, childList: true, characterData: true});
};
"""

# Call `until` with a condition, and act: as above.  `within` finds elements of a component
_HOLDS = """
window.within = (key) => {
  for (const each of document.querySelectorAll(`.st-key-${key} *`)) {
    if (each.shadowRoot) { return each.shadowRoot; }
  }
};
window.until = (claim) => {
  window.acted = window.painted = null;
  const act = () => { window.acted ??= performance.now(); };
  document.addEventListener('click', act, {capture: true, once: true});
  const holds = new Function(`return ${claim}`);
  const look = () => {
    if (window.acted === null || !holds()) { requestAnimationFrame(look); return; }
    requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
  };
  look();
};
"""

# Records each paint of numbered words, w1 and on: its time, and the last number
_PAINTS = """
window.paints = [];
new MutationObserver(() => {
  requestAnimationFrame(() => setTimeout(() => {
    const replies = document.querySelectorAll('[data-testid="stChatMessage"]');
    const words = replies.length ? replies[replies.length - 1].textContent : '';
    const last = words.match(/w(\\d+)(?!.*w\\d)/s);
    const before = window.paints.at(-1);
    if (last && (!before || before[1] < +last[1])) {
      window.paints.push([performance.now(), +last[1]]);
    }
  }));
}).observe(document.body, {subtree: true, childList: true, characterData: true});
"""


@dataclass(frozen=True)
class Deed:
    """An action on a message: its preparation, the element to click, and the expected result."""

    name: str
    click: Locator
    claim: str  # in JavaScript
    back: Sequence[Locator | str]  # the element or key that reverts it
    ready: Sequence[Locator] = ()


@dataclass
class Waited:
    """Milliseconds that a person waited for one thing, each time."""

    name: str
    target: str
    ms: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median."""
        return statistics.median(self.ms)

    def __str__(self) -> str:
        figures = f"{self.median:,.0f} ms | {max(self.ms):,.0f} ms | {len(self.ms)}"
        return f"| {self.name} | {figures} | {self.target} |"


def fill(folder: Path) -> None:
    """Store the sessions; the two to be opened are the most recent of a great many."""
    counter = TokenCounter()
    with local_database(f"sqlite:///{folder / 'tidemark.db'}") as database:
        for session_id, count in SIZES.items():
            record = past(session_id, counter, count)
            is_looked_at = session_id in ("long", "short")
            spoken = BEGIN + timedelta(days=30 if is_looked_at else 1)
            database.restore(session_id, record.model_copy(update={"updated_at": spoken}))
        for number in range(MANY - len(SIZES)):
            database.sessions.ensure(f"many_{number}", title=f"Chat {number}", now=BEGIN)


def last_words(session_id: str) -> str:
    """Return words that occur only in the last message of ``session_id``."""
    message = past(session_id, TokenCounter(), SIZES[session_id]).messages[-1]
    return message.content.split(";")[0]


def watched(page: Page, text: str) -> None:
    """Start waiting for ``text``."""
    page.evaluate("(text) => window.seen(text)", text)


def waited(page: Page) -> float:
    """Return the milliseconds from the action to the paint."""
    page.wait_for_function("window.painted !== null", timeout=WAIT_MS)
    return float(page.evaluate("window.painted - window.acted"))


def open_page(page: Page, served: Served, session_id: str) -> Chat:
    """Open a session by its URL and return its page, ready for a message."""
    page.goto(f"{served.url}/?chat={session_id}")
    chat = Chat(page)
    expect(chat.field).to_be_visible(timeout=WAIT_MS)
    expect(chat.field).to_be_enabled(timeout=WAIT_MS)
    return chat


def opened(page: Page, served: Served, times: int) -> Iterator[Waited]:
    """Open the two sessions alternately, each from the other, by their rows."""
    figures = {
        "short": Waited("opening a session of 30 messages", ""),
        "long": Waited("opening a session of 10,000 messages", ""),
    }
    words = {session_id: last_words(session_id) for session_id in figures}
    chat = open_page(page, served, "long")
    for number in range(times + 1):
        for session_id, each in figures.items():
            row = chat.by_key(f"session_{session_id}").get_by_role("button")
            watched(page, words[session_id])
            row.click()
            taken = waited(page)
            expect(chat.by_key(f"open_{session_id}")).to_be_visible(timeout=WAIT_MS)
            if number:  # the first time both fetch files that the browser then caches
                each.ms.append(taken)
    times_as_long = figures["long"].median / figures["short"].median
    figures["long"].target = f"{times_as_long:.2f} × the median above, ≤ 1.3"
    yield from figures.values()


def answered(page: Page, served: Served, times: int) -> Iterator[Waited]:
    """Send messages in the long session; wait for each to be painted, and for its reply."""
    own = Waited("Enter to the own message, 10,000 messages", "median ≤ 250 ms")
    reply = Waited("Enter to the first piece, 10,000 messages", "median ≤ 300 ms")
    chat = open_page(page, served, "long")
    for figures, words in ((own, "Question {}: where"), (reply, "Reply-{}.")):
        for number in range(times + 1):
            at = number + (times + 1) * (figures is reply)
            chat.field.fill(f"Question {at}: where did we stay?")
            watched(page, words.format(at))
            chat.field.press("Enter")
            taken = waited(page)
            chat.settle()
            if number:
                figures.ms.append(taken)
        yield figures


def deeds(chat: Chat, question: str, reply: str) -> Iterator[Deed]:
    """Yield the actions on the last ``question`` and ``reply``, given by their ids."""
    item = chat.page.get_by_role("menuitem")
    menus = {of: chat.by_key(f"menu_{of}").get_by_role("button") for of in (question, reply)}
    buttons = f"within('copy_{reply}').querySelectorAll('[aria-pressed]')"
    copy, good = (chat.by_key(f"copy_{reply}").get_by_role("button").nth(at) for at in (0, 1))
    read = chat.by_key(f"read_{reply}").get_by_role("button")
    understood = chat.by_key(f"understood_{question}").get_by_role("button")
    close = chat.by_key("close_side_panel").get_by_role("button")
    there = "document.querySelector('.st-key-{}')".format
    cancel = chat.by_key(f"edit_cancel_{question}").get_by_role("button")
    origin = chat.by_key("to_origin").get_by_role("button")
    keep, let_go = item.get_by_text("Pin message"), item.get_by_text("Unpin message")
    kept = there(f"kept_{reply}")
    copied = f"within('copy_{reply}').querySelector('[role=status]').textContent === 'Copied'"
    yield Deed("Copy", copy, copied, ())
    yield Deed("This helped", good, f"{buttons}[1].ariaPressed === 'true'", (good,))
    yield Deed(
        "its menu",
        menus[reply],
        f"within('copy_{reply}').querySelector('[role=menuitem]')",
        ("Escape",),
    )
    edit = item.get_by_text("Edit")
    yield Deed("Edit", edit, there(f"editor_{question}"), (cancel,), (menus[question],))
    yield Deed("Pin message", keep, kept, (menus[reply], let_go), (menus[reply],))
    yield Deed("How this was understood", understood, there("beside_understood"), (close,))
    yield Deed("what was read", read, there(f"inspector_{reply}"), (close,))
    fork = item.get_by_text("New chat from here")
    yield Deed("New chat from here", fork, there("forked_from"), (origin,), (menus[reply],))


def clicked(page: Page, served: Served, times: int) -> Iterator[Waited]:
    """Perform the actions on the last messages of the long session, and revert each."""
    chat = open_page(page, served, "long")
    chat.ask("What did we see there?")
    with local_database(served.database_url) as database:
        question, reply = (message.id for message in database.get_messages("long")[-2:])
    for deed in deeds(chat, f"{question}", f"{reply}"):
        most = 200 if deed.name == "what was read" else 300
        figures = Waited(f"of a message: {deed.name}", f"median ≤ {most} ms")
        for number in range(times + 1):
            for each in deed.ready:
                each.click()
            page.evaluate("(claim) => window.until(claim)", deed.claim)
            deed.click.click()
            taken = waited(page)
            page.wait_for_timeout(REST_MS)
            chat.rest()
            for back in deed.back:
                if isinstance(back, str):
                    page.keyboard.press(back)
                else:
                    back.click()
            page.wait_for_function(f"!({deed.claim})")
            chat.rest()
            if number:
                figures.ms.append(taken)
        yield figures


def streamed(page: Page, served: Served) -> Iterator[str]:
    """Stream a long reply, and report the page's delay and its number of paints.

    The engine's own time comes from the turn itself; both clocks start at its first piece.
    """
    chat = open_page(page, served, "short")
    page.evaluate(_PAINTS)
    chat.field.fill("Say a lot.")
    chat.field.press("Enter")
    chat.page.wait_for_function(f"window.paints.some(([, at]) => at >= {PIECES})", timeout=WAIT_MS)
    chat.settle()
    paints = page.evaluate("window.paints")
    with local_database(served.database_url) as database:
        question = database.get_messages("short")[-2]
    each_ms = question.metadata.timings_ms["responder"] / PIECES
    begun = min(at - number * each_ms for at, number in paints)
    behind = max(at - number * each_ms - begun for at, number in paints)
    seconds = (paints[-1][0] - paints[0][0]) / 1000
    pieces = f"{PIECES} pieces, {1000 / each_ms:.0f} a second"
    yield f"| {pieces}: furthest behind | {behind:,.0f} ms | | 1 | ≤ 250 ms |"
    yield f"| {pieces}: paints a second | {len(paints) / seconds:.0f} | | 1 | ≥ 10 |"


def started(page: Page, folder: Path, script: dict[str, object]) -> tuple[Waited, Served]:
    """Start the server several times, and wait until its page accepts a message."""
    figures = Waited("start of the server until the page can be written in", "≤ 5,000 ms")
    for number in range(STARTS):
        began = time.perf_counter()
        served = serve(folder, script, ENGINE="scripted")
        open_page(page, served, "short")
        figures.ms.append((time.perf_counter() - began) * 1000)
        if number < STARTS - 1:
            served.stop()
    return figures, served


def helped(times: int) -> Waited:
    """Run the help of the command line."""
    figures = Waited("`cli.py --help`", "≤ 1,000 ms")
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run([*PYTHON, ROOT / "cli.py", "--help"], check=True, capture_output=True)
        figures.ms.append((time.perf_counter() - began) * 1000)
    return figures


def measured(folder: Path, times: int) -> Iterator[object]:
    """Yield the rows of the table."""
    found = find()
    if found is None:
        sys.exit(MISSING)
    replies: list[object] = [f"Reply-{at}. That is all." for at in range(2 * (times + 1) + 1)]
    words = " ".join(f"w{number}" for number in range(1, PIECES + 1))
    script: dict[str, object] = {"replies": [*replies, {"text": words, "pause_s": PAUSE_S}]}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        page = browser.new_page()
        page.add_init_script(_WATCH + _HOLDS)
        start, served = started(page, folder, script)
        try:
            yield from opened(page, served, times)  # while its last words are in sight
            yield from answered(page, served, times)
            yield from clicked(page, served, times)
            yield from streamed(page, served)
        finally:
            served.stop()
            browser.close()
    yield start
    yield helped(times)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fill, measure and print."""
    parser = argparse.ArgumentParser(description="What a person waits for on the page.")
    parser.add_argument("--times", type=int, default=12, help="how often each is measured")
    times = parser.parse_args(arguments).times
    with tempfile.TemporaryDirectory() as place:
        fill(Path(place))
        rows = list(measured(Path(place), times))
    print(_HEAD, *rows, sep="\n")


if __name__ == "__main__":
    main()
