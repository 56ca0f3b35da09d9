"""The page in Dutch, from end to end: no sentence of the English catalogue is left on it."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

from playwright.sync_api import Browser, Dialog, expect

from tests.browser.chat import PHONE, WAIT_MS, Chat
from tests.browser.served import Served
from tidemark.i18n.catalogue import catalogue

_LEAST_LETTERS = 4
_FIELD = re.compile(r"\{[^}]*\}")
_MARKS = re.compile(r"[*`|]")
_MAIN = "document.querySelector('[data-testid=\"stMain\"]')"
_SCROLLED = f"() => {_MAIN}.scrollTop"


def sentences(words: object) -> Iterator[str]:
    """Yield the words of a catalogue, what varies in them apart."""
    if isinstance(words, dict):
        for each in words.values():
            yield from sentences(each)
        return
    for part in _FIELD.split(_MARKS.sub("", str(words))):
        said = part.strip(" .,:;·“”→/()-\n")
        if len(said) >= _LEAST_LETTERS:
            yield said


DUTCH = set(sentences(catalogue("nl").texts))
LANGUAGES = set(sentences(catalogue("en").table("LANGUAGES"))) | set(
    sentences(catalogue("en").table("DATES"))
)
CHIPS = {words for name, words in catalogue("en").texts.items() if name.startswith("CHIP_")}
ENGLISH = sorted(set(sentences(catalogue("en").texts)) - DUTCH - LANGUAGES - CHIPS)
OF_ENGLISH = re.compile(
    r"(?<!\w)(" + "|".join(map(re.escape, sorted(ENGLISH, key=len, reverse=True))) + r")(?!\w)"
)
NAMES = """() => [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
    .filter(found => !found.closest('[data-testid="stFileUploader"]'))
    .flatMap(found => ['title', 'placeholder'].map(name => found.getAttribute(name) ?? ''))
    .join('\\n')"""


# The names that Streamlit gives to parts of the page, read by screen readers alone
_NAMED_IN_DUTCH = """() => {
    const streamlit = ["Upload files", "Send message", "Sidebar", "Chat message from user"]
    const dutch = ["Bestanden toevoegen", "Bericht versturen", "Zijbalk", "Bericht van jou"]
    const has = (name) => document.querySelector(`[aria-label="${name}"]`)
    return dutch.every(has) && !streamlit.some(has)
}"""
_CAN_BE_SKIPPED = "() => document.querySelector('a')?.textContent === 'Naar de inhoud'"


def english_on(chat: Chat) -> list[str]:
    """Return what of the English catalogue stands on the page, the person's own words apart."""
    chat.rest()
    chat.page.wait_for_function(_CAN_BE_SKIPPED)
    chat.page.add_style_tag(content='[data-testid="stIconMaterial"] { display: none }')
    shown = chat.page.locator("body").inner_text() + "\n" + str(chat.page.evaluate(NAMES))
    for title in chat.by_prefix("session_").get_by_role("button").all_inner_texts():
        shown = shown.replace(title, "")
    return sorted({found[0] for found in OF_ENGLISH.finditer(shown)})


def time_zone_of(served: Served) -> object:
    """Return the time zone that the page noted for the person."""
    with closing(sqlite3.connect(served.folder / "tidemark.db")) as database:
        found = database.execute("SELECT value FROM settings WHERE name = 'time_zone'")
        return json.loads(found.fetchone()[0])


def test_the_whole_page_is_dutch_where_the_browser_is(builtin: Served, browser: Browser) -> None:
    profile = browser.new_context(locale="nl-NL", viewport=PHONE, timezone_id="Europe/Amsterdam")
    page = profile.new_page()
    page.set_default_timeout(WAIT_MS)
    page.goto(builtin.url)
    chat = Chat(page)
    expect(chat.field).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert english_on(chat) == []
    assert time_zone_of(builtin) == "Europe/Amsterdam"
    chat.ask("Ik moet weten wie er vertrekt")
    chat.ask("Geef toch antwoord")
    page.wait_for_function(_NAMED_IN_DUTCH)
    for own in page.get_by_label("Bericht van jou").all():
        expect(own.locator("xpath=..")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    for part in ("understood_", "read_"):
        chat.by_prefix(part).last.get_by_role("button").click()
        expect(chat.by_key("side_panel")).to_be_visible()
        assert english_on(chat) == []
        assert chat.has_no_sideways_scroll()
        chat.by_key("close_side_panel").get_by_role("button").click()
    _pages(chat, builtin)
    _sample(chat, builtin)
    _temporary(chat, builtin)
    _hint(chat, builtin)
    profile.close()


def _sample(chat: Chat, served: Served) -> None:
    """Open the sample: it says where one is in it, at the line of its summary."""
    chat.page.goto(served.url)
    chat.by_key("chip_sample").get_by_role("button").click()
    expect(chat.by_key("sample_here")).to_contain_text("Je bent halverwege het voorbeeld.")
    expect(chat.by_prefix("fold_").last).to_be_in_viewport()


def _hint(chat: Chat, served: Served) -> None:
    """Write in a form: the key that sends it is told in Dutch, though Streamlit tells it."""
    chat.page.goto(f"{served.url}/?view=sources")
    bar = chat.page.get_by_test_id("stHeader")  # the page scrolls behind it
    expect(bar).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    chat.by_key("paste_text").get_by_role("button").click()
    chat.by_key("paste_words").locator("textarea").fill("De huur is 750 euro.")
    expect(chat.page.get_by_test_id("InputInstructions")).to_have_text("Toevoegen met Ctrl+Enter")


def _temporary(chat: Chat, served: Served) -> None:
    """Write in a temporary chat until it scrolls: what it is, and its end, stay in sight."""
    chat.page.goto(f"{served.url}/?view=temporary")
    field = chat.by_key("temporary_composer").locator("textarea")
    for number in range(1, 4):
        field.fill(f"Dit is bericht {number}.\n" + "Ik ga zondag roeien op het meer.\n" * 12)
        field.press("Enter")
        expect(chat.page.get_by_label("Bericht van Tidemark")).to_have_count(number)
        chat.rest()
    expect(chat.by_key("temporary_note")).not_to_be_in_viewport()
    expect(chat.by_key("temporary_head")).to_contain_text("Wordt nergens bewaard")
    expect(chat.by_key("temporary_end")).to_be_in_viewport()
    assert chat.has_no_sideways_scroll()
    head = chat.by_key("chat_top").bounding_box()
    chat.page.evaluate(f"{_MAIN}.scrollTop = 0")
    assert chat.by_key("chat_top").bounding_box() == head  # it stays where it is
    _keep_it_from_a_theme(chat)


def _keep_it_from_a_theme(chat: Chat) -> None:
    """Refuse another theme, which would end the temporary chat."""
    chat.page.get_by_test_id("stExpandSidebarButton").click()
    chat.by_key("to_settings").get_by_role("button").click()
    expect(chat.by_key("settings_looks")).to_be_attached()
    chat.rest()
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    chat.page.once("dialog", refuse)
    chat.page.get_by_role("radio", name="Donker").click()
    expect(chat.page.get_by_role("radio", name="Systeem volgen")).to_be_checked()
    assert "beëindigt je tijdelijke chat" in asked[0]
    chat.by_key("back_to_chat").get_by_role("button").click()
    expect(chat.page.get_by_label("Bericht van Tidemark")).to_have_count(3)
    chat.by_key("temporary_end").get_by_role("button").click()
    expect(chat.by_key("first_run")).to_be_visible()
    chat.rest()
    assert chat.page.evaluate(_SCROLLED) == 0  # it begins at its top


def _pages(chat: Chat, served: Served) -> None:
    page = chat.page
    chat.by_prefix("menu_").last.get_by_role("button").click()
    expect(page.get_by_role("menu")).to_be_visible()
    assert english_on(chat) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+Shift+K")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert english_on(chat) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    chat.by_key("to_memory").get_by_role("button").click()
    expect(chat.by_key("running")).to_be_visible()
    chat.by_key("recall_check_begin").get_by_role("button").click()
    chat.rest()
    assert english_on(chat) == []
    assert chat.has_no_sideways_scroll()
    page.goto(f"{served.url}/?view=about")
    expect(chat.by_key("about_you")).to_be_visible()
    assert english_on(chat) == []
    _documents(chat, served)
    _settings(chat, served)
    page.goto(f"{served.url}/?chat=geen_chat")
    expect(chat.by_key("missing_chat")).to_contain_text("Deze chat bestaat niet")
    assert english_on(chat) == []


def _documents(chat: Chat, served: Served) -> None:
    """Create a document from a template, and bind it to a file that cannot be."""
    page = chat.page
    page.goto(f"{served.url}/?view=documents")
    chat.by_key("new_document").get_by_role("button").click()
    page.get_by_role("textbox", name="Naam").fill("dossier")
    page.get_by_role("dialog").get_by_text("Een sjabloon").click()
    template = chat.by_key("document_template").get_by_role("combobox")
    expect(template).to_have_value(re.compile("^Toxiciteitsgegevens"))
    chat.rest()
    chat.by_key("create_document").get_by_role("button").click()
    expect(chat.by_key("document_head")).to_contain_text("Versie 1")
    chat.rest()
    page.get_by_role("radio", name="Beheer").press("Enter")
    chat.by_key("file_path").get_by_role("textbox").fill("/geen/map/dossier.json")
    chat.by_key("bind_file_do").get_by_role("button").click()
    refused = page.get_by_test_id("stToast")
    expect(refused).to_contain_text("er is geen bestand of map met die naam")
    expect(refused.get_by_text("meer tonen")).to_be_visible()
    assert english_on(chat) == []
    chat.by_key("remove_document").get_by_role("button").click()
    expect(chat.by_key("document_note")).to_contain_text("“dossier” is verwijderd")


def _settings(chat: Chat, served: Served) -> None:
    page = chat.page
    page.goto(f"{served.url}/?view=settings")
    expect(chat.by_key("settings_yours")).to_be_visible()
    assert english_on(chat) == []
    chat.by_key("delete_all").get_by_role("button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert english_on(chat) == []
    page.keyboard.press("Escape")
    chat.by_key("settings_import").get_by_role("button").click()
    field = chat.by_key("import_file")
    expect(field.locator("button")).to_have_text(re.compile("Kies een bestand$"))
    expect(field).to_contain_text("of sleep het hierheen, hoogstens 500 MB")
    expect(field).not_to_contain_text("per file")
