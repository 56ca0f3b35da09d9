"""Files in a message: whatever they hold, they come out as they went in, and nothing else does."""

from hypothesis import given
from hypothesis import strategies as st

from tidemark.prompt.file_fences import TextFile, attach, split_attachments

NAMES = st.sampled_from(["notes.md", "a b.csv", "data.json"])
WORDS = st.text(st.sampled_from("ab `\n#"), max_size=30).map(str.strip)
TEXTS = st.text(st.sampled_from("ab `\nfile"), min_size=1, max_size=60)
FILES = st.lists(st.builds(TextFile, NAMES, TEXTS), min_size=1, max_size=3)


def ended(text: str) -> str:
    """A file's last line has an end inside a message, and none where it comes out."""
    return text.removesuffix("\n")


@given(WORDS.filter(lambda words: "file" not in words), FILES)
def test_files_come_out_as_they_went_in(words: str, files: list[TextFile]) -> None:
    said, found = split_attachments(attach(words, files))
    assert said == words
    assert [each.name for each in found] == [each.name for each in files]
    assert [each.text for each in found] == [ended(each.text) for each in files]


def test_a_message_that_goes_on_after_a_fence_has_no_file() -> None:
    content = "```file a.txt\nHello\n```\n\nand more"
    assert split_attachments(content) == (content, ())


def test_a_message_without_files_stays_as_it_is() -> None:
    assert attach("Hello", []) == "Hello"
    assert split_attachments("Hello\n\n```python\nx = 1\n```") == (
        "Hello\n\n```python\nx = 1\n```",
        (),
    )


def test_a_name_cannot_break_out_of_its_line() -> None:
    said, found = split_attachments(attach("See", [TextFile("a\n```b.txt", "Hello")]))
    assert said == "See"
    assert found == (TextFile("a b.txt", "Hello"),)
