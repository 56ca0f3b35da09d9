"""Takes the pictures of docs/pictures: ``python -m tests.browser.pictures``."""

import datetime as dt
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, expect, sync_playwright

from database import Database
from tests import chromium
from tests.browser.chat import WAIT_MS, Chat
from tests.browser.served import ROOT, Served, serving
from tests.conversing import NOW, begin
from tests.sources import files
from tidemark.schema.notebooks import NotebookChange, NotebookColour
from tidemark.schema.scope import LOCAL, Scope

_FOLDER = ROOT / "docs" / "pictures"
_DESKTOP, _PHONE = (1280, 800), (390, 844)
_REPLIES = [
    {
        "text": (
            "Noted. Lisbon in May, **900 euros** for both of you, and no meat.\n\n"
            "| For | What | Euros |\n|--|--|--:|\n"
            "| Train | Night train to Irun, then south | 260 |\n"
            "| Rooms | Four nights in Graça | 380 |\n"
            "| Food | Markets and two good dinners | 180 |\n"
            "\nThat leaves 80 for trams, a boat over the Tejo and one surprise."
        ),
    },
    {
        "text": (
            "Then I would give the second day to the water: the ferry to Cacilhas in the morning, "
            "when the light is on the city, a walk along the quay, and lunch at Ponto Final, which "
            "has enough on the card without meat. Back by four, and up to the Miradouro da Graça "
            "for the evening. The ferry is 1.40 euros each, lunch about 40 together, so the boat "
            "fits in what is left over and the surprise stays one."
        ),
        "pause_s": 0.06,
    },
]

_WATER: dict[str, object] = {
    "inci": "WATER",
    "category": "OTHERS",
    "NOAEL": [],
    "acute_toxicity": None,
    "skin_irritation": None,
    "sources": ["OECD 408, 2019"],
}
_RECORD = (
    ("Set it up for water", _WATER),
    ("It is used in perfumes", {**_WATER, "category": "FRAGRANCE"}),
    (
        "Add the study of 2019",
        {
            **_WATER,
            "category": "FRAGRANCE",
            "NOAEL": [{"value": 1000, "unit": "mg/kg bw/day", "source": "OECD 408, 2019"}],
        },
    ),
)


def main() -> None:
    """Take every picture."""
    executable = chromium.find()
    if executable is None:
        raise SystemExit(chromium.MISSING)
    expect.set_options(timeout=WAIT_MS)
    _FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=list(chromium.ARGUMENTS)
        )
        with served() as builtin:
            taken(browser, builtin, "first-run", first_run)
            taken(browser, builtin, "folded", folded)
            taken(browser, builtin, "asked-back", asked_back)
            taken(browser, builtin, "narrow", folded, size=_PHONE)
            taken(browser, builtin, "chat", remembered)
            taken(browser, builtin, "dark", understood, scheme="dark")
            taken(browser, builtin, "cited", cited)
        with served() as filled:
            tell_of_notebooks(filled.database_url)
            taken(browser, filled, "notebooks", notebooks)
            taken(browser, filled, "document", kept_document)
        plan, day = _REPLIES
        broken = {"text": "Then I would", "fails": "unreachable"}
        with served({"replies": [plan, broken, plan, day]}, ENGINE="scripted") as scripted:
            taken(browser, scripted, "error", failed)
            taken(browser, scripted, "streaming", streaming)
        browser.close()


@contextmanager
def served(script: Mapping[str, object] | None = None, /, **settings: str) -> Iterator[Served]:
    """Serve Tidemark in a folder that goes away."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), script, **settings) as running,
    ):
        yield running


def taken(
    browser: Browser,
    at: Served,
    name: str,
    bring_about: Callable[[Chat], None],
    *,
    size: tuple[int, int] = _DESKTOP,
    scheme: Literal["light", "dark"] = "light",
) -> None:
    """Bring a state about in a fresh tab and take its picture."""
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-GB"
    )
    page.goto(at.url)
    chat = Chat(page)
    expect(chat.field).to_be_visible()
    bring_about(chat)
    page.wait_for_timeout(800)  # what moves comes to rest
    page.screenshot(path=_FOLDER / f"{name}.png")
    page.close()


def first_run(chat: Chat) -> None:
    """The welcome."""
    expect(chat.by_key("first_run")).to_be_visible()


def folded(chat: Chat) -> None:
    """The sample, at the line where it folded for the second time."""
    chat.by_key("chip_sample").get_by_role("button").click()
    expect(chat.by_key("to_summaries")).to_be_visible()
    chat.page.wait_for_timeout(1500)
    chat.by_prefix("fold_").last.evaluate("line => line.scrollIntoView({block: 'center'})")


def asked_back(chat: Chat) -> None:
    """A question that means one of two things, asked back."""
    chat.ask("We cannot choose between Lisbon and Porto.")
    chat.ask("How far is it?")
    expect(chat.by_prefix("interpretation_").first).to_be_visible()


def remembered(chat: Chat) -> None:
    """A question to the sample, answered from what memory holds."""
    chat.by_key("chip_sample").get_by_role("button").click()
    expect(chat.by_key("to_summaries")).to_be_visible()
    chat.ask("Who bakes the cake?")


def understood(chat: Chat) -> None:
    """How that question was understood."""
    remembered(chat)
    chat.by_prefix("understood_").last.get_by_text("How this was understood").click()
    expect(chat.by_key("beside_understood").get_by_text("Understood as")).to_be_visible()


def cited(chat: Chat) -> None:
    """Answers from two sources, with the passages they cite."""
    lease = ["Lease of plot 14", "The rent is 45 euros a year.\nIt is paid before 1 March."]
    rules = "# Rules\n\n## Watering\n\nWater before nine in the morning, from tap three only.\n"
    chat.by_key("to_sources").get_by_role("button").click()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.joinpath("rules.md").write_text(rules, encoding="utf-8")
        with chat.page.expect_file_chooser() as chosen:
            chat.by_key("choose_files").get_by_role("button").click()
        chosen.value.set_files([files.pdf(path / "lease.pdf", lease), path / "rules.md"])
        expect(chat.by_key("ingested")).to_contain_text("2 sources added")
    chat.by_key("back_to_chat").get_by_role("button").click()
    chat.ask("What is the rent in euros a year?")
    chat.ask("When may one water?")
    expect(chat.replies.last.get_by_role("link")).to_be_visible()


def kept_document(chat: Chat) -> None:
    """The history of a record that was begun with the template and edited."""
    chat.by_key("to_documents").get_by_role("button").click()
    chat.by_key("new_document").get_by_role("button").click()
    chat.page.get_by_role("textbox", name="Name").fill("Toxicity record of water")
    chat.page.get_by_role("dialog").get_by_text("A template").click()
    expect(chat.by_key("document_template")).to_be_visible()
    chat.rest()
    chat.by_key("create_document").get_by_role("button").click()
    expect(chat.by_key("document_head")).to_contain_text("Version 1")
    for number, (why, text) in enumerate(_RECORD, 2):
        chat.rest()
        chat.page.get_by_role("radio", name="As JSON").click()
        chat.page.get_by_role("textbox", name="Text of").press("Control+a")
        chat.page.keyboard.insert_text(json.dumps(text, indent=2))
        chat.page.get_by_role("textbox", name="Why").fill(why)
        chat.page.get_by_role("button", name="Save").click()
        expect(chat.by_key("document_head")).to_contain_text(f"Version {number}")
    chat.rest()
    chat.page.get_by_role("radio", name="History").click()
    expect(chat.by_key("show_version_3")).to_be_visible()
    expect(chat.page.get_by_test_id("stToast")).to_have_count(0)


def tell_of_notebooks(database_url: str) -> None:
    """Store three notebooks, two of them with a chat, last active on different days."""
    told: tuple[tuple[str, NotebookColour, int], ...] = (
        ("Lisbon in May", "orange", 9),
        ("Thesis", "violet", 2),
        ("Allotment", "green", 0),
    )
    with closing(Database(database_url)) as whole:
        for name, colour, days in told:
            at = NOW - dt.timedelta(days=days)
            new = NotebookChange(name=name, colour=colour)
            made = whole.scoped(LOCAL).notebooks.create(new, now=at)
            within = whole.scoped(Scope(LOCAL.user_id, made.notebook_id))
            if days:
                begin(within, 4, session_id=made.notebook_id)


def notebooks(chat: Chat) -> None:
    """The list of notebooks over a chat of one of them, answered from its source."""
    chat.by_key("notebooks").get_by_role("button").click()
    chat.by_key("notebook_to_allotment").get_by_role("button").click()
    expect(chat.by_key("first_run").get_by_role("heading")).to_contain_text("Allotment")
    cited(chat)
    chat.by_key("notebooks").get_by_role("button").click()
    expect(chat.by_key("notebook_list")).to_be_visible()


def streaming(chat: Chat) -> None:
    """An answer being written."""
    chat.ask("We are going to Lisbon in May, two of us, 900 euros in all. I do not eat meat.")
    chat.send("What should we do on the second day?")
    expect(chat.by_key("live_reply")).to_contain_text("Ponto Final")


def failed(chat: Chat) -> None:
    """A turn whose engine could not be reached."""
    chat.ask("We are going to Lisbon in May, two of us, 900 euros in all. I do not eat meat.")
    chat.ask("What should we do on the second day?")
    expect(chat.by_prefix("retry_")).to_be_visible()


if __name__ == "__main__":
    main()
