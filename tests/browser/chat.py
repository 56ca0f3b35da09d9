"""The page in the words of a person: send, wait for the answer, look at the meter."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, ViewportSize, expect

WAIT_MS = 60_000
_CLOSED_MS = 5_000
PHONE: ViewportSize = {"width": 390, "height": 844}
_MESSAGES = "[...document.querySelectorAll('[class*=\"st-key-message_\"]')]"
_NEWEST = (
    f"() => Math.max(0, ...{_MESSAGES}"
    ".map(found => Number(found.className.match(/st-key-message_([0-9]+)/)[1])))"
)
_SAID = f"""() => {_MESSAGES}
    .map(found => [found.className, found.querySelector('[aria-label="Chat message from user"]')])
    .flatMap(([key, said]) => said ? [[key, said.innerText]] : [])"""
# Awaited by ``wait_for``: while an ``expect`` waits, it writes down the whole page at each look
_RESTING = '[data-testid="stApp"][data-test-script-state="notRunning"]'
_METER = re.compile(r"~?([\d,]+) of ([\d,]+) tokens")


@dataclass(frozen=True)
class Chat:
    """A tab with Tidemark open."""

    page: Page

    def by_key(self, key: str) -> Locator:
        """Find what has the key ``key``."""
        return self.page.locator(f".st-key-{key}")

    def by_prefix(self, prefix: str) -> Locator:
        """Find what has a key that begins with ``prefix``, in the order of the page."""
        return self.page.locator(f'[class*="st-key-{prefix}"]')

    @property
    def field(self) -> Locator:
        """The field one writes in."""
        return self.by_key("composer").locator("textarea")

    @property
    def stop(self) -> Locator:
        """The Stop button, there while a turn is under way."""
        return self.by_key("stop").get_by_role("button")

    @property
    def asked(self) -> Locator:
        """What the person said."""
        return self.page.get_by_label("Chat message from user")

    @property
    def replies(self) -> Locator:
        """What was answered, whole."""
        return self.page.get_by_label("Chat message from assistant")

    def send(self, text: str) -> None:
        """Write ``text`` and send it."""
        self.field.fill(text)
        # Not while a file is still on its way
        expect(self.by_key("composer").get_by_test_id("stChatInputSubmitButton")).to_be_enabled()
        self.field.press("Enter")

    def ask(self, text: str) -> None:
        """Send ``text`` and wait until its turn has ended."""
        before = self.newest()
        self.send(text)
        self.page.wait_for_function(f"before => ({_NEWEST})() > before", arg=before)
        self.settle()

    def newest(self) -> int:
        """Read the id of the newest message there, 0 for none.

        Not their number: while all is drawn anew, a message may stand there twice.
        """
        return int(self.page.evaluate(_NEWEST))

    def rest(self) -> None:
        """Wait until nothing is being drawn: meanwhile a message may stand there twice."""
        self.page.locator(_RESTING).wait_for()

    def settle(self) -> None:
        """Wait until the last turn has ended and is drawn, the meter too."""
        expect(self.by_key("live_reply")).to_have_count(0, timeout=WAIT_MS)
        expect(self.stop).to_have_count(0, timeout=WAIT_MS)
        self.rest()

    def close_popover(self) -> None:
        """Close what a button opened by Escape: again, where it came as that was drawn anew."""
        body = self.page.get_by_test_id("stPopoverBody")
        for _ in range(3):
            self.page.keyboard.press("Escape")
            try:
                expect(body).to_have_count(0, timeout=_CLOSED_MS)
            except AssertionError:
                continue
            return
        expect(body).to_have_count(0)

    def said(self) -> list[str]:
        """Read what the person said."""
        self.rest()
        once = dict(self.page.evaluate(_SAID))
        return list(once.values())

    def context(self) -> int:
        """Read the tokens on the meter, once nothing is being drawn."""
        self.rest()
        meter = self.by_key("meter").locator(".tide")
        expect(meter).to_have_attribute("title", _METER)
        found = _METER.search(meter.get_attribute("title") or "")
        assert found, "the meter tells no count"
        return int(found[1].replace(",", ""))

    def check_again(self) -> None:
        """Have the server read its settings again, on the page Settings."""
        self.by_key("to_settings").get_by_role("button").click()
        self.by_key("check_again").get_by_role("button").click()
        expect(self.by_key("engine_said")).to_contain_text("Settings reloaded")
        self.rest()
        self.by_key("back_to_chat").get_by_role("button").click()
        expect(self.field).to_be_visible()
        self.rest()

    def session_id(self) -> str:
        """Read the chat in the URL."""
        expect(self.page).to_have_url(re.compile(r"[?&]chat="))
        return self.page.url.split("chat=")[1].split("&")[0]

    def choose(self, session_id: str, action: str) -> None:
        """Choose from the menu of a chat."""
        self.by_key(f"session_menu_{session_id}").get_by_role("button").click()
        self.page.get_by_role("menuitem", name=action).click()

    def new_chat(self) -> None:
        """Begin a new chat."""
        self.by_key("new_chat").get_by_role("button").click()
        expect(self.by_key("first_run")).to_be_visible()
        expect(self.by_prefix("message_")).to_have_count(0)

    def has_no_sideways_scroll(self) -> bool:
        """Whether nothing on the page is wider than the window."""
        widths = """[document.documentElement, document.querySelector('[data-testid="stMain"]')]
            .every(found => found.scrollWidth <= found.clientWidth)"""
        return bool(self.page.evaluate(widths))
