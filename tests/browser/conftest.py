"""Servers and tabs for the browser tests; no page may ask another host for anything."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError

from assistant import Assistant
from benchmark.databases import local_database
from tests.browser.chat import WAIT_MS, Chat
from tests.browser.patience import wait_patiently
from tests.browser.served import Served, serve
from tests.conversing import NOW
from tidemark.engines.scripted import ScriptedEngine
from tidemark.schema.scope import GENERAL, LOCAL, Scope
from tidemark.settings import Settings

OpenChat = Callable[..., Chat]
ServeWith = Callable[..., Served]
_CLIPBOARD = ("clipboard-read", "clipboard-write")
_SIZE: ViewportSize = {"width": 1280, "height": 720}
_ALL = 1000
expect.set_options(timeout=WAIT_MS)
wait_patiently()

WARNING = "with a callback that displays one or more elements"

# What opens moves what stands below it for half a second: a click there can go down on one thing
# and come up on another.  An animation without end, such as that of what is still to be drawn, has
# the whole window painted sixty times a second.
STILL = """
document.addEventListener("animationstart", ({ target }) => {
  for (const each of target.getAnimations({ subtree: true }))  // what is drawn before it, too
    if (each.effect.getComputedTiming().endTime === Infinity) each.cancel()
}, true)
const animate = Element.prototype.animate
Element.prototype.animate = function (...given) {
  const animation = animate.apply(this, given)
  if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish()
  return animation
}
"""


@pytest.fixture(scope="session")
def serve_with(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeWith]:
    """Serve Tidemark with settings; one server for all who ask for the same ones."""
    running: dict[frozenset[tuple[str, str]], Served] = {}
    with ExitStack() as ends:

        def get(**settings: str) -> Served:
            which = frozenset(settings.items())
            if which not in running:
                running[which] = serve(tmp_path_factory.mktemp("served"), **settings)
                ends.callback(running[which].stop)
            return running[which]

        yield get


@pytest.fixture
def builtin(chromium: Path, serve_with: ServeWith) -> Served:
    """A server with the built-in engine and no chat."""
    return _emptied(serve_with())


@pytest.fixture
def scripted(chromium: Path, serve_with: ServeWith) -> Served:
    """A server with the scripted engine and no chat."""
    return _emptied(serve_with(ENGINE="scripted"))


def _emptied(served: Served) -> Served:
    """Delete the chats of tests before: each rerun would draw them, 20 for a sixth of its time."""
    with local_database(served.database_url) as database:
        lists = database.session_lists
        for listed in (lists.recent, lists.archived, lists.trashed):
            for chat in listed(limit=_ALL):
                database.sessions.delete(chat.session_id)
        others = [each.notebook_id for each in database.notebooks.all(now=NOW)]
    others.remove(GENERAL)
    if others:
        _delete_notebooks(served, others)
    return served


def _delete_notebooks(served: Served, notebook_ids: list[str]) -> None:
    """Delete what a first try of the same test left, so that a rerun can make it again."""
    settings = Settings.read(database_url=served.database_url, engine="builtin")
    with closing(Assistant(settings, engine=ScriptedEngine())) as assistant:
        for each in notebook_ids:
            assistant.scoped(Scope(LOCAL.user_id, each)).notebooks.delete()


@dataclass
class Watched:
    """A browser profile, its tabs, and what its pages did that no page may do."""

    profile: BrowserContext
    asked: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    idle: list[Page] = field(default_factory=list)

    def tab(self) -> Page:
        """Return an empty tab: a used one, which holds Streamlit compiled, or a new one."""
        if self.idle:
            page = self.idle.pop()
            page.bring_to_front()
            return page
        page = self.profile.new_page()
        page.on("websocket", lambda socket: self.asked.append(socket.url))
        return page

    def empty(self, page: Page, served: Served) -> None:
        """Leave the page of ``served``, and what a test set or stored in its tab, for the next."""
        try:
            page.goto(f"{served.url}/_stcore/health")  # of the same origin, without code
            page.evaluate("() => { sessionStorage.clear(); localStorage.clear() }")
        except PlaywrightError:  # its server ended, or it may store nothing
            page.close()
            return
        page.set_viewport_size(_SIZE)
        page.emulate_media(color_scheme="light", forced_colors="none")
        page.mouse.move(0, 0)
        self.idle.append(page)


_KEPT: list[Watched] = []  # the profile of the browser that runs


def _watched(browser: Browser) -> Watched:
    profile = browser.new_context(
        color_scheme="light", permissions=list(_CLIPBOARD), viewport=_SIZE
    )
    profile.set_default_timeout(WAIT_MS)
    profile.add_init_script(STILL)
    watched = Watched(profile)
    profile.on("request", lambda request: watched.asked.append(request.url))
    profile.on("weberror", lambda error: watched.broken.append(str(error.error)))
    return watched


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Watched:
    """One profile for all tests, so that Streamlit's code is fetched once."""
    held = next((each for each in _KEPT if each.profile.browser is browser), None)
    if held is None:
        held = _watched(browser)
        _KEPT[:] = [held]
    return held


@pytest.fixture
def open_chat(watched: Watched) -> Iterator[OpenChat]:
    """Open tabs; fail where one asks another host for anything, or its code breaks.

    Fail, too, where Streamlit warns on the terminal of what a callback draws.
    """
    own: set[str] = set()
    folders: set[Path] = set()
    with ExitStack() as ends:

        def open_(served: Served, path: str = "/", *, awaits: str = "composer") -> Chat:
            own.add(urlsplit(served.url).netloc)
            folders.add(served.folder)
            page = watched.tab()
            ends.callback(watched.empty, page, served)
            page.goto(served.url + path)
            chat = Chat(page)
            chat.by_key(awaits).wait_for()
            return chat

        yield open_
    asked, broken = [*watched.asked], [*watched.broken]
    watched.asked.clear()  # first: a fault here is none of the next test
    watched.broken.clear()
    web = [url for url in asked if urlsplit(url).scheme in ("http", "https", "ws", "wss")]
    assert [url for url in web if urlsplit(url).netloc not in own] == []
    assert broken == []
    told = [folder.joinpath("server.log").read_text("utf-8") for folder in folders]
    assert not any(WARNING in log for log in told)
