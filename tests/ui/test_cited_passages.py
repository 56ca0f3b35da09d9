"""Numbers of cited passages in the Markdown of a reply, after the sentences that rest on them."""

from tests.conversing import NOW
from tidemark.prompt.citations import with_links
from tidemark.schema import Citation, Message, MessageMetadata
from tidemark.schema.sources import Section, SourceSpan
from tidemark.ui.sources import cited_passages

SPAN = SourceSpan(
    source="rules.md", version=1, version_key=3, place=Section(start=0, end=9), start=0, end=9
)


def reply(text: str, *cited: tuple[str, int]) -> Message:
    """Return a reply whose words are cited from the passages of these numbers."""
    citations = tuple(
        Citation(kind="source", of=3, start=0, end=text.index(words) + len(words), number=number)
        for words, number in cited
    )
    return Message(
        id=5,
        session_id="s",
        position=1,
        role="assistant",
        content=text,
        timestamp=NOW,
        token_count=1,
        metadata=MessageMetadata(citations=citations, passages=(SPAN,) * 9),
    )


def drawn(message: Message) -> str:
    marks = cited_passages.marks(message, "#cited-5-")
    return with_links(message.content, (), lambda _: None, marks)


def test_numbers_follow_the_sentence_in_the_order_of_the_reply() -> None:
    shown = drawn(reply("Rent is 45. Water early", ("45", 7), ("45", 2), ("early", 7)))
    one, two, again = (
        f'[&lbrack;{number}&rbrack;](#cited-5-{at}s "Show source {number}")'
        for number, at in ((1, 0), (2, 1), (1, 2))
    )
    assert shown == f"Rent is 45.{one}{two} Water early{again}"


def test_a_number_never_keeps_a_fence_of_code_open() -> None:
    assert "```\n\n[&lbrack;1" in drawn(reply("```\nrent = 45\n```", ("= 45\n```", 1)))


def test_a_number_within_a_link_comes_after_it() -> None:
    quoted = Citation(of=1, start=5, end=10)
    shown = with_links("Yes “[oak]”", [quoted], lambda _: "#m", {6: "(1)", 3: "(2)"})
    assert shown == "Yes(2) “[&lbrack;oak&rbrack;](#m)(1)”"
