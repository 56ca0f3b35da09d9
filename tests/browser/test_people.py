"""People who log in: each sees their own, and makes keys with which programs see the same."""

import re
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.access import grave_findings
from tests.browser.chat import Chat
from tests.browser.conftest import STILL
from tests.browser.served import Served, free_port, serving
from tests.oidc_provider import CLIENT_ID, CLIENT_SECRET, provided

DRAFTED = "() => Object.values(sessionStorage).some(each => /draft/.test(each))"
SECRET = "a-cookie-secret-of-the-tests-and-long-enough"  # noqa: S105


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where people log in."""
    port = free_port()
    with (
        provided() as provider,
        serving(
            tmp_path_factory.mktemp("apart"),
            None,
            "aside",
            port,
            LOGIN="oidc",
            PUBLIC_URL=f"http://localhost:{port}",
            OIDC_DISCOVERY_URL=f"{provider.url}/.well-known/openid-configuration",
            OIDC_CLIENT_ID=CLIENT_ID,
            OIDC_CLIENT_SECRET=CLIENT_SECRET,
            COOKIE_SECRET=SECRET,
        ) as served,
    ):
        yield served


def log_in(profile: BrowserContext, served: Served, name: str) -> Chat:
    """Open the page in a profile where nobody is logged in, and log in."""
    page = profile.pages[0] if profile.pages else profile.new_page()
    page.goto(served.url)
    chat = Chat(page)
    chat.by_key("log_in").get_by_role("button").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Go on").click()
    chat.by_key("composer").wait_for()
    chat.rest()
    return chat


def log_out(chat: Chat) -> None:
    """Log out, and wait until that has led back to the page."""
    with chat.page.expect_response(lambda answer: "/auth/logout" in answer.url):
        chat.by_key("log_out").get_by_role("button").click()
    chat.page.wait_for_load_state()
    expect(chat.by_key("log_in")).to_be_visible()
    chat.rest()


@pytest.fixture
def profiles(browser: Browser) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    """Two browsers; fail where the rules of the page keep its own code from working."""
    broken: list[str] = []

    def watch(page: Page) -> None:
        page.on("console", lambda told: broken.append(told.text))

    with closing(browser.new_context()) as one, closing(browser.new_context()) as other:
        for profile in (one, other):
            profile.add_init_script(STILL)
            profile.on("page", watch)
        yield one, other
    assert [each for each in broken if "Content Security Policy" in each] == []


def test_each_sees_their_own_until_they_log_out(
    profiles: tuple[BrowserContext, BrowserContext], apart: Served
) -> None:
    page = profiles[0].new_page()
    page.goto(apart.url)
    expect(Chat(page).by_key("sign_in")).to_contain_text("Log in to see them")
    expect(Chat(page).by_key("composer")).to_have_count(0)
    assert grave_findings(Chat(page)) == []

    anna, bob = log_in(profiles[0], apart, "anna"), log_in(profiles[1], apart, "bob")
    anna.ask("The word is marmalade.")
    anna_chat = anna.session_id()
    bob.ask("The word is gingerbread.")
    elsewhere = Chat(profiles[1].new_page())
    elsewhere.page.goto(f"{apart.url}/?chat={anna_chat}")
    expect(elsewhere.by_key("missing_chat")).to_be_visible()
    expect(elsewhere.page.locator("body")).not_to_contain_text("marmalade")
    expect(bob.by_key("session_list")).to_contain_text("gingerbread")
    expect(bob.page.locator("body")).not_to_contain_text("marmalade")

    anna.page.goto(apart.url)
    anna.field.fill("A draft of Anna's")
    anna.page.wait_for_function(DRAFTED)
    anna.rest()
    log_out(anna)
    carl = log_in(profiles[0], apart, "carl")
    expect(carl.field).to_have_value("")
    expect(carl.by_key("log_out")).to_be_visible()
    expect(carl.page.locator("body")).not_to_contain_text("marmalade")
    cookies = [each for each in profiles[0].cookies() if "_streamlit_user" in each["name"]]
    assert cookies
    assert all(each["httpOnly"] and each["sameSite"] == "Lax" for each in cookies)
    log = apart.folder.joinpath("server.log").read_text("utf-8")
    assert not [each for each in (SECRET, CLIENT_SECRET, "marmalade") if each in log]


def test_a_key_is_shown_once_opens_what_its_owner_has_and_nothing_once_revoked(
    profiles: tuple[BrowserContext, BrowserContext], apart: Served
) -> None:
    dora = log_in(profiles[0], apart, "dora")
    dora.ask("The word is liquorice.")
    dora.by_key("to_settings").get_by_role("button").click()
    keys = dora.by_key("settings_keys")
    expect(keys).to_contain_text("A program with one of your keys")
    expect(dora.by_key("gemini_key_form")).to_have_count(0)
    expect(dora.by_key("check_again")).to_have_count(0)
    dora.by_key("api_key_make").locator("summary").click()
    dora.by_key("api_key_name").locator("input").fill("backup script")
    dora.by_key("api_key_name").locator("input").press("Enter")  # by keyboard alone
    secret = dora.by_key("api_key_new").locator("code").inner_text().strip()
    assert re.fullmatch(r"tm_[\w-]{43}", secret)
    expect(keys).to_contain_text("never used")
    assert grave_findings(dora) == []
    dora.by_key("api_key_done").get_by_role("button").click()
    expect(dora.by_key("api_key_new")).to_have_count(0)
    expect(dora.page.locator("body")).not_to_contain_text(secret)

    listed = by_key(apart, secret)
    assert "liquorice" in listed.text
    assert "marmalade" not in listed.text
    assert by_key(apart, "").status_code == 401
    dora.rest()
    dora.by_prefix("revoke_key_").get_by_role("button").click()
    dora.by_prefix("revoke_key_do_").get_by_role("button").click()
    expect(keys).not_to_contain_text("backup script")
    assert by_key(apart, secret).status_code == 401
    assert secret not in apart.folder.joinpath("server.log").read_text("utf-8")


def by_key(served: Served, secret: str) -> httpx.Response:
    """Ask for the sessions by a key."""
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    return httpx.get(f"{served.url}/api/sessions", headers=headers, timeout=20)
