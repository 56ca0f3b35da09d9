"""Nothing a message says can run, load from elsewhere, or pose as the page."""

from playwright.sync_api import expect

from benchmark.databases import local_database
from tests.browser.attacks import ATTACKS
from tests.browser.conftest import OpenChat
from tests.browser.served import Served
from tests.conversing import NOW
from tests.conversing import said as spoken

MANY = """
Hello <b>bold</b> <script>window.hacked = 1</script>
<img src="http://evil.example/a.png" onerror="window.hacked = 2">
<iframe src="http://evil.example/frame"></iframe>
<style>body { background: url(http://evil.example/css) }</style>

[run](javascript:window.hacked=3) [data](data:text/html,<script>window.hacked=4</script>)
![remote](http://evil.example/b.png) ![](http://evil.example/c.png) ![reference][r]
![data](data:image/svg+xml;base64,PHN2Zy8+) !![twice](http://evil.example/d.png)

[r]: http://evil.example/e.png

- In a list
  ```
  code
![after a fence that its list ended](http://evil.example/f.png)

> ```
![after a fence that its quotation ended](http://evil.example/g.png)

$$
```
$$
![after a formula](http://evil.example/h.png)

<!--
```
-->
![after a comment](http://evil.example/i.png)

`<http://evil.example/`> ![after half a link](http://evil.example/j.png) `

:material/bomb: :red[red words] :tada: :rainbow[bow] :shimmer[busy] :blue-badge[Official]

$\\href{javascript:alert(1)}{formula} \\includegraphics{http://evil.example/k.png}$

# A heading that is not the page's
"""


def test_attacks_that_arrive_word_by_word_stay_words(scripted: Served, open_chat: OpenChat) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[MANY])
    chat.ask(MANY)
    expect(chat.replies).to_contain_text("after half a link")

    assert chat.page.evaluate("window.hacked") is None
    inside = chat.page.get_by_test_id("stChatMessage")
    for tag in ("img", "script", "iframe", "style", "object", "embed"):
        expect(inside.locator(tag)).to_have_count(0)
    expect(inside.locator('[href^="javascript:"], [href^="data:"]')).to_have_count(0)
    expect(chat.page.get_by_role("heading", level=1)).to_have_count(1)

    # Images become links, and what the page itself would read is words
    links = chat.replies.get_by_role("link")
    expect(links.filter(has_text="remote")).to_have_attribute("href", "http://evil.example/b.png")
    expect(links.filter(has_text="image")).to_have_attribute("href", "http://evil.example/c.png")
    for said in (chat.asked, chat.replies):
        shown = said.inner_text().replace("\u2060", "")
        for words in (":material/bomb:", ":red[red words]", ":tada:", ":blue-badge[Official]"):
            assert words in shown
    assert "bomb" not in chat.replies.get_by_test_id("stIconMaterial").all_inner_texts()

    # What the person wrote is shown letter by letter
    assert chat.asked.inner_text().split() == MANY.split()


# Whatever stands in a message that is no word of it.  A browser leads from a page to no file, and
# to no blob that this page did not make
_FOREIGN = """
    () => [...document.querySelectorAll('[class*="st-key-message_"], h1')].flatMap((message) =>
        [...message.querySelectorAll("*")].filter((found) =>
            found.matches(`img, script, iframe, object, embed, style, link, meta, base, form, video,
                audio, picture, source, template, marquee, noscript, [srcdoc], [action],
                [formaction], [style*="url("]`)
            || [...found.attributes].some(({ name }) => name.startsWith("on"))
            || (found.hasAttribute("href")
                && !["http:", "https:", "mailto:", "file:", "blob:"].includes(found.protocol))
        ).map((found) => found.outerHTML.slice(0, 200)))
"""
_IN_A_CHAT = 10  # of either side: as many as are drawn at once
_UNSHIELDED = """
    () => [...document.querySelectorAll('[class*="st-key-message_"] a')].filter((link) =>
        link.host !== location.host && link.rel !== "noopener noreferrer")
        .map((link) => link.outerHTML)
"""


def test_no_attack_runs_or_loads_anything(scripted: Served, open_chat: OpenChat) -> None:
    """Each stands alone in a message of either side, and in the title of its chat."""
    assert len(ATTACKS) >= 40
    chats = [ATTACKS[at : at + _IN_A_CHAT] for at in range(0, len(ATTACKS), _IN_A_CHAT)]
    with local_database(scripted.database_url) as kept:
        for number, attacks in enumerate(chats):
            title = "".join(attack for attack in attacks if "\n" not in attack)
            kept.sessions.ensure(f"attacks_{number}", title=title, now=NOW)
            both = [spoken(attack, role) for attack in attacks for role in ("user", "assistant")]
            kept.messages.add_many(f"attacks_{number}", both)
    chat = open_chat(scripted)
    for number, attacks in enumerate(chats):
        chat.page.goto(f"{scripted.url}/?chat=attacks_{number}")
        expect(chat.by_prefix("message_")).to_have_count(2 * len(attacks))
        chat.rest()
        for file in chat.by_prefix("file_").all():
            file.locator("summary").click()
        chat.page.wait_for_timeout(200)  # what would load has begun to

        assert chat.page.evaluate("window.hacked") is None
        assert chat.page.evaluate(_FOREIGN) == []
        expect(chat.page.get_by_role("heading", level=1)).to_have_count(1)
        assert chat.page.evaluate(_UNSHIELDED) == []


_LOUD = (
    r"$\rule{200em}{200em}$",
    r"$\raisebox{-30em}{\Huge Your session has expired.}$ $\raisebox{30em}{\Huge Log in}$",
    r"$\kern-60em \rule{40em}{9em} \kern 90em x$",
    r"$$\rlap{\hspace{-40em}\Huge Type your password}\rule{1em}{300em}$$",
    r"$$\begin{array}{c}\\[-60em] \Huge Type your password \\[60em] x\end{array}$$",
    r"$\smash{\rule[-90em]{1em}{180em}}$",
)
# Points of the window that a formula covers outside of its own message
_ESCAPED = """
    () => {
        const found = new Set()
        for (let x = 4; x < innerWidth; x += 12) for (let y = 4; y < innerHeight; y += 12) {
            const formula = document.elementFromPoint(x, y)?.closest(".katex")
            const box = formula?.closest('[class*="st-key-message_"]')?.getBoundingClientRect()
            const inside = box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
            if (formula && !inside) found.add(formula.textContent.slice(0, 60))
        }
        return [...found]
    }
"""
_TALLEST = """
    () => Math.max(...[...document.querySelectorAll(".katex")].map((formula) =>
        formula.getBoundingClientRect().height)) / innerHeight
"""


def test_a_formula_stays_in_its_message_and_small(scripted: Served, open_chat: OpenChat) -> None:
    session_id = "loud"
    with local_database(scripted.database_url) as kept:
        kept.sessions.ensure(session_id, title="Loud", now=NOW)
        kept.messages.add_many(session_id, [spoken(each, "assistant") for each in _LOUD])
    chat = open_chat(scripted, f"/?chat={session_id}")
    formulas = chat.page.locator(".katex")
    expect(formulas).to_have_count(len(_LOUD) + 1)
    for each in formulas.all():
        each.scroll_into_view_if_needed()
        assert chat.page.evaluate(_ESCAPED) == []
    assert chat.page.evaluate(_TALLEST) <= 0.6


def test_a_page_of_others_cannot_frame_this_one(builtin: Served, open_chat: OpenChat) -> None:
    page = open_chat(builtin).page
    page.goto(f"data:text/html,<iframe src={builtin.url}></iframe>")
    page.wait_for_function("window.frames.length")
    page.wait_for_timeout(500)
    assert page.frames[1].url.startswith("chrome-error:")


def test_a_browser_that_denies_storage_keeps_no_draft_and_shows_no_error(
    builtin: Served, open_chat: OpenChat
) -> None:
    chat = open_chat(builtin)
    for store in ("sessionStorage", "localStorage"):
        chat.page.add_init_script(
            f"Object.defineProperty(window, '{store}', {{ get() {{ throw new Error('denied') }} }})"
        )
    chat.page.reload()
    chat.ask("My tent is green.")
    expect(chat.replies).to_contain_text("your tent is green")
    expect(chat.page.get_by_test_id("stException")).to_have_count(0)
    expect(chat.page.get_by_text("denied")).to_have_count(0)
