"""Pages of sources: those of the file, and stretches that are neither long nor tiny."""

from hypothesis import given
from hypothesis import strategies as st

from tidemark.schema.sources import Section, SectionUnit, SourceText
from tidemark.sources.pagination import page_at, pages


def whole(*lengths: int, unit: SectionUnit = "") -> SourceText:
    sections, at = [], 0
    for number, length in enumerate(lengths, start=1):
        sections.append(Section(start=at, end=at + length, unit=unit, number=number if unit else 0))
        at += length + 2
    return SourceText(text="word\n" * (at // 5 + 1), sections=tuple(sections))


def test_short_sections_without_a_page_are_read_together() -> None:
    assert pages(whole(50, 60, 5000, 10)) == ((0, 112), (114, 5114), (5116, 5126))
    assert pages(whole(50, 60, unit="page")) == ((0, 50), (52, 112))


@given(st.lists(st.integers(1, 30_000), min_size=1, max_size=6), st.sampled_from(["", "page"]))
def test_every_character_is_on_one_page(lengths: list[int], unit: SectionUnit) -> None:
    source = whole(*lengths, unit=unit)
    found = pages(source)
    assert all(end - start <= 20_000 for start, end in found)
    for section in source.sections:
        for offset in (section.start, section.end - 1):
            start, end = found[page_at(found, offset) - 1]
            assert start <= offset < end
