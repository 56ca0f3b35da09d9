"""Nothing a message says can run, load from elsewhere, or pose as the page."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenChat
from tests.browser.served import Served

ATTACKS = """
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


def test_attacks_stay_words(scripted: Served, open_chat: OpenChat) -> None:
    chat = open_chat(scripted)
    scripted.plays(replies=[ATTACKS])
    chat.play()
    chat.ask(ATTACKS)
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
    assert chat.asked.inner_text().split() == ATTACKS.split()
