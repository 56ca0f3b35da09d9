"""What a stranger writes is drawn as words: no images, no directives, no rival headings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.timing import at_most
from tidemark.ui.components.safe_markdown import Segment, literal, safe, segments

_MARKS = "! [ ![ ]( ) ` ``` ~~~ > - $$ <!-- --> x http://e.example/a.png :red \\ &#33; # ="
PIECES = st.sampled_from([*_MARKS.split(), "\n", "\n\n", " ", "  "])


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_markdown_we_draw_can_hold_an_image(text: str) -> None:
    assert [part for part in segments(text) if not part.is_code and "![" in part.text] == []


@given(st.text(max_size=200))
def test_a_label_keeps_every_letter(text: str) -> None:
    shown = literal(text).replace("\u2060", "")
    bare = "".join(char for at, char in enumerate(shown) if not _escapes(shown, at))
    assert bare == " ".join(text.split()).replace("\u2060", "")


def _escapes(text: str, at: int) -> bool:
    before = len(text[:at]) - len(text[:at].rstrip("\\"))
    return text[at] == "\\" and before % 2 == 0


def test_a_number_alone_on_its_line_is_no_empty_list() -> None:
    assert safe("35.\n\n1. tea") == "35\\.\n\n1. tea"


def test_a_fence_is_drawn_as_code_and_nothing_in_it_is_touched() -> None:
    reply = "Look:\n```python\n# ![x](y) :red[z]\n```\nDone."
    assert segments(reply) == (
        Segment("Look:"),
        Segment("# ![x](y) :red[z]", is_code=True, language="python"),
        Segment("Done."),
    )


def test_a_fence_still_open_is_code_already() -> None:
    assert segments("```\nline") == (Segment("line", is_code=True),)


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("![a](u)", "[a](u)"),
        ("![](u)", "[image](u)"),
        ("[d](data:text/html,x)", "[d](data\u2060:text/html,x)"),
        ("[d](DATA\\:image/png;base64,x)", "[d](DATA\u2060:image/png;base64,x)"),
        ("[d](d&#97;ta:,x)", "[d](d&amp;#97;ta:,x)"),
        ("The data: 1, 2 and 3", "The data: 1, 2 and 3"),
        ("# Title", "### Title"),
        ("Title\n===", "Title\n\\==="),
        (":red[x]", "\\:red[x]"),
        ("\\:red[x]", "\\:\u2060red[x]"),
        ("\\\\:red[x]", "\\\\:\u2060red[x]"),
        ("At 10:30 sharp", "At 10:30 sharp"),
        ("`# not :red[this]`", "`# not :red[this]`"),
        ("- code:\n  ```\n  # kept\n  ```", "- code:\n  ```\n  # kept\n  ```"),
        ("From $5 to $10, or $5-$10", r"From \$5 to \$10, or \$5-\$10"),
        (r"Costs \$5, and $x$", r"Costs \$5, and $x$"),
        ("So $a_1 + b$ and\n$$\nx\n$$", "So $a_1 + b$ and\n$$\nx\n$$"),
        ("`$5 and $6`", "`$5 and $6`"),
        ("So \\(a^2\\), \\(n\\) and \\[ x\n= 1 \\]", "So $a^2$, $n$ and $$x = 1$$"),
        (r"\[not a link\](u) and \(aside\)", r"\[not a link\](u) and \(aside\)"),
        ("- [ ] to do\n  1. [x] done\n- [x](u)", "- ☐ to do\n  1. ☑ done\n- [x](u)"),
        ("```` mermaid\ngraph", "```` text\ngraph"),
    ],
)
def test_markdown_is_tamed(written: str, drawn: str) -> None:
    assert safe(written) == drawn


@pytest.mark.parametrize(
    "unit",
    [
        "`",
        "``a",
        ":",
        ":a",
        "a",
        "> ",
        "- ",
        "![",
        "=",
        "&#",
        "1",
        "\n",
        "$",
        "$a",
        "\\[",
        "\\(a",
        "\\",
    ],
)
def test_no_text_takes_long_to_tame(unit: str) -> None:
    with at_most(2):
        segments(":" + unit * (100_000 // len(unit)))
