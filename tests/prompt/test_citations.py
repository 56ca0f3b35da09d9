"""Citations: marks become spans, spans become links, and nothing that was said can pass for one."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tidemark.nlp.quotes import as_quote
from tidemark.prompt.citations import CitedText, cited, read_marks, with_links
from tidemark.schema import Citation
from tidemark.ui.components.safe_markdown import safe

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_TAG = re.compile(r"<[^>]*>")

SAID = st.text(alphabet="ab []\\(\n\ufdd0\ufdd1\ufdd21", max_size=12)


def _address(citation: Citation) -> str | None:
    return f"#m{citation.of}" if citation.of else None


@given(st.lists(st.tuples(SAID, st.lists(st.integers(1, 9), max_size=3, unique=True)), max_size=5))
def test_spans_are_where_the_cited_words_are(parts: list[tuple[str, list[int]]]) -> None:
    found = read_marks(" | ".join(cited(words, ids) for words, ids in parts))

    bare = ["".join(each for each in words if each < "\ufdd0") for words, _ in parts]
    assert found.text == " | ".join(bare)
    assert [(each.of, found.text[each.start : each.end]) for each in found.citations] == [
        (of, words) for words, (_, ids) in zip(bare, parts, strict=True) for of in sorted(ids)
    ]


def test_of_many_messages_the_first_and_the_last_two_are_cited() -> None:
    found = read_marks(cited("oak", (5, 3, 5, 8, 9, 9)))

    assert [each.of for each in found.citations] == [3, 8, 9]


def test_no_message_is_cited_by_its_absence() -> None:
    assert read_marks(cited("oak", (0,)) + cited("elm", ())) == CitedText("oakelm")


@pytest.mark.parametrize(
    ("text", "citations", "expected"),
    [
        ("Oak.", [(7, 0, 3)], "[Oak](#m7)."),
        ("Oak.", [(7, 0, 3), (8, 0, 3), (9, 0, 3)], "[Oak](#m7) [↗](#m8) [↗](#m9)."),
        ("Oak, elm", [(8, 5, 8), (7, 0, 3)], "[Oak](#m7), [elm](#m8)"),
        ("[a] \\] b]", [(7, 0, 9)], "[&lbrack;a&rbrack; &rbrack; b&rbrack;](#m7)"),
        ("Oak", [(0, 0, 3)], "Oak"),  # has no address
        ("Oak", [(7, 0, 4)], "Oak"),  # ends beyond the text
        ("Oak", [(7, 2, 2)], "Oak"),
        ("Oak\nelm", [(7, 0, 7)], "Oak\nelm"),
        ("Oak elm", [(7, 0, 5), (8, 3, 7)], "[Oak e](#m7)lm"),
    ],
)
def test_the_cited_words_become_links(
    text: str, citations: list[tuple[int, int, int]], expected: str
) -> None:
    given = [Citation(of=of, start=start, end=end) for of, start, end in citations]

    assert with_links(text, given, _address) == expected


@given(st.text(alphabet="ab1 ./`*_[](){}<>#|~&;$@\"'-“”\n", max_size=30))
@example("[a](b) www.x.example <b>")
@example("a\\")
@example("!")
def test_a_quote_reads_the_same_as_a_link(said: str) -> None:
    quote = as_quote(said)
    found = read_marks(f"You said: “{cited(quote, (7,))}”, (and) [more].")

    linked = with_links(found.text, found.citations, _address)

    drawn, plain = (_MARKDOWN.render(safe(each)) for each in (linked, found.text))
    assert _TAG.sub("", drawn) == _TAG.sub("", plain)
    assert drawn.count('<a href="#m7">') == bool(quote.strip())
