"""Passages of sources lie in one section each, and hold all of its words."""

from hypothesis import given
from hypothesis import strategies as st

from tests.making_sources import converted
from tidemark.retrieval import source_passages
from tidemark.retrieval.chunking import PASSAGE_TOKENS
from utils import TokenCounter

COUNTER = TokenCounter()
_SECTION = st.lists(st.sampled_from(["Water", "the tap.", "é\n", "x" * 40, "45 "]), min_size=1)


@given(st.lists(_SECTION.map(" ".join), min_size=1, max_size=6))
def test_passages_contain_all_words_of_their_section(sections: list[str]) -> None:
    made = converted(*sections)
    rows = source_passages.rows(made, COUNTER)

    for position, section in enumerate(made.sections):
        own = [row for row in rows if row["position"] == position]
        assert all(section.start <= row["start"] < row["end"] <= section.end for row in own)
        assert all(row["tokens"] <= PASSAGE_TOKENS for row in own)
        words = "".join(made.text[row["start"] : row["end"]] for row in own)
        whole = made.text[section.start : section.end]
        assert "".join(words.split()) == "".join(whole.split())


def test_a_long_section_is_read_part_by_part_and_loses_no_word() -> None:
    lines = "\n".join(f"Row {at}: water the tap of shed {at}." for at in range(12_000))
    words = " ".join(f"shed{at}" for at in range(40_000))
    for text in (lines, words, "x" * 450_000):
        made = converted(text)
        rows = source_passages.rows(made, COUNTER)
        parts = [made.text[row["start"] : row["end"]].split() for row in rows]
        if " " in text:
            assert [word for part in parts for word in part] == text.split()
        assert "".join(word for part in parts for word in part) == "".join(text.split())


def test_a_passage_is_found_by_its_title_and_headings() -> None:
    made = converted("Fees\nA small plot costs 45 euros.", title="Garden")
    rows = source_passages.rows(made, COUNTER)
    (found,) = source_passages.indexed_texts("Garden", made.text, made.sections, rows)
    assert found == "Garden Fees\nFees\nA small plot costs 45 euros."
