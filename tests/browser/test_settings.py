"""The page Settings in a browser: kept over a reload, in light and dark, in Dutch, for everyone."""

import json
import re
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from benchmark.databases import local_database
from tests.browser.access import DARK, grave_findings
from tests.browser.chat import PHONE, WAIT_MS, Chat
from tests.browser.conftest import OpenChat, ServeWith
from tests.browser.served import Served
from tests.conversing import NOW
from tests.gemini_server import GeminiServer, refuses
from tests.openai_server import OpenAIServer
from tidemark.schema.notebooks import NotebookChange
from tidemark.services.people.erasure import person_sha256

TRIES = 10


def to_settings(chat: Chat) -> None:
    chat.by_key("to_settings").get_by_role("button").click()
    expect(chat.by_key("settings_yours")).to_be_visible()
    chat.rest()


def choose(chat: Chat, setting: str, option: str) -> None:
    choose_in(chat, f"setting_{setting}", option)


def choose_in(chat: Chat, key: str, option: str) -> None:
    field = chat.by_key(key).get_by_role("combobox")
    for _ in range(TRIES):  # a list closes as the page moves, and as it is drawn anew
        field.scroll_into_view_if_needed()  # each time: a page that opens is held at its top
        if field.get_attribute("aria-expanded") != "true":
            field.press("ArrowDown")
        with suppress(PlaywrightTimeout):
            chat.page.get_by_role("option", name=option).click(timeout=WAIT_MS / TRIES)
            return
    pytest.fail(f"the list of {key} does not stay open")


def write_prompts(chat: Chat, **prompts: str) -> None:
    for name, text in prompts.items():
        form = chat.by_key("prompt_add")
        form.get_by_role("textbox", name="Name").fill(name)
        form.get_by_role("textbox", name="Text").fill(text)
        chat.by_key("prompt_add_do").get_by_role("button").click()
        expect(chat.by_key("settings_prompts")).to_contain_text(f"/{name}")
        chat.rest()


def choose_prompts(chat: Chat) -> None:
    """Put saved prompts into the field: by keys and by a click, or put the list away."""
    rows = chat.page.get_by_role("option")
    chat.field.press_sequentially("/")
    expect(rows).to_have_text([re.compile("^/reply"), re.compile("^/summary"), re.compile("Write")])
    assert grave_findings(chat) == []
    chat.field.press("ArrowDown")
    expect(rows.nth(1)).to_have_attribute("aria-selected", "true")
    chosen = rows.nth(1).get_attribute("id") or ""
    expect(chat.field).to_have_attribute("aria-activedescendant", chosen)
    chat.field.press("Enter")
    expect(chat.field).to_have_value("Sum this up:")
    expect(chat.asked).to_have_count(0)
    chat.field.fill("")
    chat.field.press_sequentially("/re")
    rows.click()
    expect(chat.field).to_have_value("Write a short reply to this:")
    expect(chat.field).to_be_focused()
    chat.field.fill("")
    chat.field.press_sequentially("/")
    chat.field.press("Escape")
    expect(rows).to_have_count(0)
    expect(chat.field).to_have_value("/")


def test_what_is_chosen_is_kept_and_holds_in_the_next_message(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    to_settings(chat)
    field = chat.by_key("setting_budget").get_by_role("spinbutton")
    field.fill("700")
    field.press("Enter")
    expect(chat.page.get_by_test_id("stToast").first).to_contain_text("Saved. It applies")
    chat.by_key("setting_clarifying").get_by_text("Never ask").click()
    write_prompts(chat, reply="Write a short reply to this:", summary="Sum this up:")
    chat.by_key("test_engine").get_by_role("button").click()
    expect(chat.by_key("engine_said")).to_contain_text("need no key and no network")
    assert grave_findings(chat) == []
    chat.page.reload()
    expect(field).to_have_value("700")
    expect(chat.page.get_by_role("radio", name="Never ask")).to_be_checked()
    chat.by_key("back_to_chat").get_by_role("button").click()
    choose_prompts(chat)
    chat.ask("We cannot choose between Lisbon and Porto.")
    chat.ask("How far is it?")
    expect(chat.by_prefix("interpretation_")).to_have_count(0)
    meter = chat.by_key("meter").locator(".tide")
    expect(meter).to_have_attribute("title", re.compile("of 700 tokens"))
    to_settings(chat)
    field.fill("1200")
    field.press("Enter")
    chat.by_key("setting_clarifying").get_by_text("Ask freely").click()
    expect(chat.page.get_by_test_id("stToast").first).to_contain_text("Saved. It applies")
    chat.rest()
    choose_themes(chat)


def choose_themes(chat: Chat) -> None:
    """Choose the dark theme, and the browser's again."""
    app = chat.page.get_by_test_id("stApp")
    chat.page.get_by_role("radio", name="Dark").check()
    expect(app).to_have_css("background-color", DARK)
    expect(chat.page.get_by_role("radio", name="Dark")).to_be_checked()
    chat.page.get_by_role("radio", name="Follow system").check()
    expect(app).to_have_css("background-color", "rgb(255, 255, 255)")


def keep_open_chat_for(chat: Chat, days: str) -> None:
    dialog = chat.page.get_by_role("dialog")
    chat.choose(chat.session_id(), "How long it is kept")
    expect(dialog).to_contain_text("It stays until you delete it.")
    choose_in(chat, "session_retention", days)
    expect(dialog).to_contain_text("it is permanently deleted on")
    chat.rest()
    assert grave_findings(chat) == []
    chat.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def download(chat: Chat, key: str) -> Path:
    with chat.page.expect_download() as file:
        chat.by_key(key).get_by_role("button").click()
    return Path(file.value.path())


def erase_everything(chat: Chat) -> None:
    chat.by_key("delete_all").get_by_role("button").click()
    word = chat.by_key("delete_all_word").get_by_role("textbox")
    confirm = chat.by_key("delete_all_confirm").get_by_role("button")
    word.fill("yes")
    confirm.click()
    expect(chat.page.get_by_role("dialog")).to_contain_text("Nothing was deleted")
    word.fill("Delete")
    confirm.click()
    expect(chat.by_key("erasure_receipt")).to_contain_text("Everything was erased")
    expect(chat.page.get_by_role("dialog")).to_have_count(0)


def test_what_is_kept_has_an_end_is_taken_away_and_erased_once_the_word_is_typed(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    chat.ask("I prefer a window seat.")
    with local_database(builtin.database_url) as database:
        database.notebooks.create(NotebookChange(name="Sails"), now=NOW)
    keep_open_chat_for(chat, "30 days")

    to_settings(chat)
    yours = chat.by_key("settings_yours")
    expect(yours).to_contain_text("1 chat")
    expect(yours).to_contain_text("1 entry about you")
    choose(chat, "retention", "90 days")
    expect(chat.by_key("settings_retention")).to_contain_text("are deleted at the next clean-up")
    chat.rest()
    with zipfile.ZipFile(download(chat, "export_person")) as packed:
        chats = [each for each in packed.namelist() if "/chats/" in each]
        assert "window seat" in packed.read(chats[0]).decode()

    erase_everything(chat)
    expect(yours).to_contain_text("Nothing of yours is stored yet")
    chat.rest()
    assert grave_findings(chat) == []
    told = json.loads(download(chat, "erasure_receipt_file").read_text())
    assert told["person_sha256"] == person_sha256(told["nonce"], "local")
    chat.by_key("erasure_done").get_by_role("button").press("Enter")
    expect(chat.by_key("first_run")).to_be_visible()
    with local_database(builtin.database_url) as database:
        assert (database.sessions.count(), database.profile.entries()) == (0, ())
        assert [each.name for each in database.notebooks.all(now=NOW)] == ["General"]


def test_the_page_speaks_dutch_and_says_so_to_who_reads_it_out(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    html = chat.page.locator("html")
    expect(html).to_have_attribute("lang", "en")
    to_settings(chat)
    choose(chat, "language", "Nederlands")
    expect(chat.page.get_by_test_id("stToast")).to_contain_text("Opgeslagen.")
    expect(chat.page.get_by_role("heading", name="Instellingen")).to_be_visible()
    expect(html).to_have_attribute("lang", "nl")
    engine = chat.by_key("setting_engine").get_by_role("combobox")
    expect(engine).to_have_value("Standaard: Ingebouwde antwoorden (geen model)")
    chat.page.set_viewport_size(PHONE)
    chat.page.get_by_test_id("stExpandSidebarButton").click()
    chat.by_key("to_about_you").get_by_role("button").click()
    expect(chat.by_key("about_you")).to_be_in_viewport()
    expect(chat.page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    chat.page.get_by_test_id("stExpandSidebarButton").click()
    to_settings(chat)
    expect(chat.page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    assert chat.has_no_sideways_scroll()
    assert grave_findings(chat) == []
    expect(chat.page.get_by_label("Zijbalk", exact=True)).to_have_count(1)
    choose(chat, "language", "Browser volgen")
    expect(html).to_have_attribute("lang", "en")
    expect(chat.page.get_by_label("Zijbalk", exact=True)).to_have_count(0)
    expect(chat.page.get_by_label("Sidebar", exact=True)).to_have_count(1)


def paste_a_key(chat: Chat, gemini: GeminiServer, served: Served) -> None:
    """Paste half a key, which is refused, then one that works."""
    gemini.play("check", refuses(400, "API key not valid.", reason="API_KEY_INVALID"))
    chat.by_key("gemini_key").locator("input").fill("half-a-key")
    chat.by_key("gemini_key_use").get_by_role("button").click()
    expect(chat.by_key("settings_answers")).to_contain_text("copy it whole from")
    gemini.begin_anew()
    chat.by_key("gemini_key").locator("input").fill("a-pasted-key")
    assert grave_findings(chat) == []
    chat.by_key("gemini_key_use").get_by_role("button").click()
    expect(chat.by_key("engine_said")).to_contain_text("the key and the model work")
    assert [asked.key for asked in gemini.asked_for("check")] == ["a-pasted-key"]
    written = (served.folder / ".env").read_text(encoding="utf-8")
    assert written == "GOOGLE_API_KEY='a-pasted-key'\n"
    assert "a-pasted-key" not in (served.folder / "server.log").read_text(encoding="utf-8")


def test_a_key_is_pasted_and_a_model_of_this_computer_chosen(
    chromium: Path, serve_with: ServeWith, open_chat: OpenChat
) -> None:
    with (
        GeminiServer(models=("gemini-9-flash",)) as gemini,
        OpenAIServer(port=8000, models=("tiny-model",)),
    ):
        served = serve_with(ENGINE="auto", GEMINI_BASE_URL=gemini.url)
        chat = open_chat(served)
        chat.by_key("choose_model").get_by_role("button").click()
        chat.by_key("settings_answers").locator("summary").click()
        paste_a_key(chat, gemini, served)
        choose(chat, "engine", "Gemini (gemini-9-flash)")
        chat.rest()
        choose(chat, "engine", "tiny-model (vLLM, on this computer)")
        expect(chat.by_key("engine_said")).to_contain_text("a model on this computer")
        chat.by_key("back_to_chat").get_by_role("button").click()
        chat.by_key("chat_model").get_by_role("button").click()
        dialog = chat.page.get_by_role("dialog")
        dialog.get_by_text("Gemini (gemini-9-flash)").click()
        assert grave_findings(chat) == []
        chat.by_key("chat_model_use").get_by_role("button").click()
        expect(chat.by_key("chat_model")).to_contain_text("gemini-9-flash")
        expect(chat.by_key("engine")).to_contain_text("What you write is sent to")
        chat.ask("Hello")
        expect(chat.replies).to_contain_text("Hello from the test server.")
        expect(chat.by_key("chat_head")).to_contain_text("gemini-9-flash")
        assert [asked.model for asked in gemini.asked_for("reply")] == ["gemini-9-flash"]
