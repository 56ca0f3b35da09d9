"""Marks of replies: where they are, what they belong to, and which of them stay."""

import re
import time

import pytest

from tidemark.schema.sources import Section, SourceSpan
from tidemark.sources.citations import CitablePassage, MarkReader, marked, support_of
from tidemark.sources.quantities import Quantities
from tidemark.sources.support import supports


def passage(key: int, text: str, *headings: str) -> CitablePassage:
    """Return a passage of version ``key``, which begins at character 100 of it."""
    place = Section(start=0, end=1000, headings=headings)
    start, end = 100, 100 + len(text)
    span = SourceSpan(
        source=f"{key}.txt", version=1, version_key=key, place=place, start=start, end=end
    )
    return CitablePassage(span, text)


HALL = passage(1, "The sports hall seats 1,200 people. Members pay 250 euros a year.")
POOL = passage(
    2,
    "The swimming pool opens at 9:00 and closes at 17.30 on Sundays. A ticket costs € 4,50. "
    "Dogs are not allowed. The pool was built by Greta Lund on 12 March 1987.",
    "Swimming in Epe",
)
ZWEMBAD = passage(
    3,
    "Het zwembad gaat op zondag om 9 uur open. Een kaartje kost 4,50 euro. Honden mogen niet mee.",
)
GIVEN = (HALL, POOL, ZWEMBAD)


def drawn(reply: str) -> str:
    """Return ``reply`` with the marks that hold, each at the end of the words that rest on it."""
    found = marked(reply, GIVEN)
    ends = {each.end for each in found.citations}
    marks = {
        end: "".join(f"[{each.number}]" for each in found.citations if each.end == end)
        for end in ends
    }
    letters = (f" {marks[at]}{each}" if at in ends else each for at, each in enumerate(found.text))
    return "".join(letters) + (f" {marks[len(found.text)]}" if len(found.text) in ends else "")


@pytest.mark.parametrize(
    ("reply", "checked"),
    [
        # the values of its sentence, in whatever spelling
        ("It opens at 9 am [2].", "It opens at 9 am [2]."),
        ("It opens at 10 am [2].", "It opens at 10 am."),
        ("A ticket costs 4.50 euros. [2] Good.", "A ticket costs 4.50 euros. [2] Good."),
        ("A ticket costs 4.50 dollars.[2]", "A ticket costs 4.50 dollars."),
        ("The hall seats 1.200 people [1].", "The hall seats 1.200 people [1]."),
        ("The pool was built on March 12, 1987 [2].", "The pool was built on March 12, 1987 [2]."),
        ("The pool was built on March 13, 1987 [2].", "The pool was built on March 13, 1987."),
        ("The pool was built in 1987 [2].", "The pool was built in 1987 [2]."),
        # its names, those that only a heading gives included
        ("Greta Lund built the pool in Epe [2].", "Greta Lund built the pool in Epe [2]."),
        ("Peter Lund built the pool [2].", "Peter Lund built the pool."),
        ("Utrecht has a swimming pool [2].", "Utrecht has a swimming pool."),
        # what is denied
        ("Dogs are not allowed [2].", "Dogs are not allowed [2]."),
        ("Dogs are allowed [2].", "Dogs are allowed."),
        # other words altogether
        ("Bread is baked from flour and water [2].", "Bread is baked from flour and water."),
        # Dutch, and across languages
        ("Het zwembad is om 9.00 uur open [3].", "Het zwembad is om 9.00 uur open [3]."),
        ("Het zwembad opent op zondag om 8 uur [3].", "Het zwembad opent op zondag om 8 uur."),
        ("Een kaartje kost € 4,50 [2].", "Een kaartje kost € 4,50 [2]."),
        ("Een kaartje kost € 6 [2].", "Een kaartje kost € 6."),
        # each its own part, and several together
        (
            "The hall seats 1,200 [1] and a ticket to the pool costs 4.50 euros [2].",
            "The hall seats 1,200 [1] and a ticket to the pool costs 4.50 euros [2].",
        ),
        (
            "The hall seats 1,200 [2] and a ticket to the pool costs 4.50 euros [2].",
            "The hall seats 1,200 and a ticket to the pool costs 4.50 euros [2].",
        ),
        (
            "The hall seats 1,200 people and the pool opens at 9:00 [1][2].",
            "The hall seats 1,200 people and the pool opens at 9:00 [1][2].",
        ),
        ("Members pay 250 euros [2, 1].", "Members pay 250 euros [1]."),
        ("Members pay 250 euros [1-2], yearly.", "Members pay 250 euros [1], yearly."),
        ("Members pay 250 euros [Source 1].", "Members pay 250 euros [1]."),
        # numbers that nobody gave, and in the order of first use
        ("A ticket costs 4.50 euros [9].", "A ticket costs 4.50 euros."),
        (
            "A ticket costs 4.50 euros [2]. Members pay 250 euros [1]. Dogs are not allowed [2].",
            "A ticket costs 4.50 euros [2]. Members pay 250 euros [1]. Dogs are not allowed [2].",
        ),
        # lists and lines that begin with a mark
        ("- Tickets: € 4,50 [2]\n- Members: € 90 [1]", "- Tickets: € 4,50 [2]\n- Members: € 90"),
        ("[1] Members pay 90 euros.", "Members pay 90 euros."),
        # no marks: code, links, definitions, footnotes, escapes, years
        ("Use `rows[1]` in code.", "Use `rows[1]` in code."),
        ("```\nrows[9]\n```\nDone.", "```\nrows[9]\n```\nDone."),
        ("See [9](https://example.org).", "See [9](https://example.org)."),
        ("See.\n\n[9]: https://example.org", "See.\n\n[9]: https://example.org"),
        ("A note[^9] and \\[9\\] and [2024].", "A note[^9] and \\[9\\] and [2024]."),
    ],
)  # fmt: skip
def test_a_mark_stays_only_if_its_passage_bears_it_out(reply: str, checked: str) -> None:
    assert drawn(reply) == checked


@pytest.mark.parametrize("size", [1, 3, 7])
def test_a_reply_that_comes_in_parts_is_read_as_a_whole_one(size: int) -> None:
    reply = (
        "According to [2], dogs are not allowed. A ticket\ncosts 4.50 [2] [3]!\n\n"
        "- [1] Members pay 250 euros. `a[1]` and [1](b) stay, as do [x] and [ 12.\n"
        "```\nrows[2]\n```\nThe hall seats 1,200 [1, 2"
    )
    reader = MarkReader(GIVEN)
    parts = [reader.read(reply[at : at + size]) for at in range(0, len(reply), size)]
    parts.append(reader.end())
    assert "".join(part.text for part in parts) == marked(reply, GIVEN).text
    found = [each for part in parts for each in part.citations]
    assert found == list(marked(reply, GIVEN).citations)
    assert [each.number for each in found] == [2, 2, 3, 1]


def test_a_reply_without_sources_is_returned_word_for_word() -> None:
    reply = "The list [1] is  spaced [2] oddly ."
    assert marked(reply, ()) == (reply, ())
    assert support_of(reply, (), ()) is None


def test_a_citation_names_the_words_and_the_sentence_of_the_passage() -> None:
    found = marked("Hello. Members pay 250 euros [1], and tickets are 4.50 [2].", GIVEN)
    assert found.text == "Hello. Members pay 250 euros, and tickets are 4.50."
    texts = [f"{' ' * 100}{each.text}" for each in (HALL, POOL)]
    assert [
        (each.of, found.text[each.start : each.end], text[each.source_start : each.source_end])
        for each, text in zip(found.citations, texts, strict=True)
    ] == [
        (1, "Members pay 250 euros", "Members pay 250 euros a year."),
        (2, "and tickets are 4.50", "A ticket costs € 4,50."),
    ]  # fmt: skip


def test_support_needs_no_mark_but_words_that_a_passage_holds() -> None:
    cited = marked("Members pay 250 euros [1].", GIVEN)
    assert support_of(cited.text, cited.citations, GIVEN) == "cited"
    assert support_of("Members pay 250 euros a year.", (), GIVEN) is None
    assert support_of("Members pay 260 euros a year.", (), GIVEN) == "none"
    assert support_of("Shall we go on?", (), GIVEN) is None


def test_support_falls_with_each_thing_that_is_not_held() -> None:
    best = supports("Greta Lund built the pool in 1987.", POOL.text)
    other_year = supports("Greta Lund built the pool in 1988.", POOL.text)
    other_name = supports("Peter Lund built the pool in 1987.", POOL.text)
    neither = supports("Peter Moss sold the castle in 1988.", POOL.text)
    assert best > max(other_year, other_name) > min(other_year, other_name) > neither


@pytest.mark.parametrize(
    ("asked", "held", "is_there"),
    [
        ("24 hours", "one day, or 1 day", True),
        ("1.5 km", "1,500 m and 1,500 metres", True),
        ("30 days", "within 30 hours", False),
        ("5 werkdagen", "5 working days", True),
        ("2 million people", "2,000,000 people", True),
        ("twelve people", "12 people", True),
        ("twee kinds of fees", "a list", True),
        ("12 maart 2024", "March 12th, 2024", True),
        ("12 maart 2024", "12/03/2024", True),
        ("maart 2024", "12 March 2024", True),
        ("12 maart 2024", "12 March; all of it in 2024", True),
        ("12 maart 2024", "12 March 2023", False),
        ("5 p.m.", "17:00", True),
        ("5 p.m.", "5:00", True),
        ("5 p.m.", "5 am", False),
        ("version 3.11.4", "version 3.11.5", False),
        ("41,3 %", "41.3 percent", True),
    ],
)
def test_quantities_are_the_same_in_other_spellings(asked: str, held: str, is_there: bool) -> None:  # noqa: FBT001
    assert (not Quantities.read(asked).missing_from(Quantities.read(held))) == is_there


def test_a_long_reply_is_checked_quickly() -> None:
    reply = " ".join(
        f"Members of group {n} pay 25{n} euros a year [1][{n % 10}]." for n in range(20)
    )
    long = f"{POOL.text} {HALL.text} {POOL.text} {HALL.text}"
    given = [passage(n, f"Chapter {n}. {long}") for n in range(10)]
    times = []
    for _ in range(7):
        began = time.process_time()
        marked(reply, given)
        times.append(1000 * (time.process_time() - began))
    assert min(times) < 120, times  # 10 on a quiet machine: benchmark/sources.py


def test_a_reply_of_nothing_but_marks_is_read_in_time() -> None:
    began = time.process_time()
    for text in ("[1]" * 2_000, "[1] a " * 200, " " * 20_000, "[" * 10_000, "`[1]" * 2_000):
        assert not re.search("x", marked(text, GIVEN).text)
    assert time.process_time() - began < 10


def test_a_quote_of_several_sentences_rests_on_its_mark_as_a_whole() -> None:
    quote = "In “2.txt”: “A ticket costs € 4,50. Dogs are not allowed.”"
    found = marked(f"So it is. {quote} [2]", GIVEN)
    (cited,) = found.citations
    assert found.text[cited.start : cited.end] == quote
