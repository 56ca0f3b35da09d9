"""Sentences are verbatim parts of a text, prose only, and found fast whatever the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.nasty_texts import NASTY_TEXTS
from tests.timing import own_seconds
from tidemark.nlp.sentences import SENTENCE_CHARS, prose_sentences, split_sentences

NASTY = {  # those that splitters choke on
    name: NASTY_TEXTS[name](100_000)
    for name in (
        "slash a round_open round quote dot dots_spaced number_dot roman A_dot_spaced space "
        "control_characters short_lines chinese_sentences arabic emoji_spaced no_space_words fence "
        "abbreviations"
    ).split()
}


def texts(whole: str) -> list[str]:
    return [sentence.text for sentence in prose_sentences(whole)]


def test_abbreviations_do_not_end_a_sentence() -> None:
    assert texts("Dr. Ito came on Jan. 5 at 3 p.m. We talked. Was it fun? Yes!") == [
        "Dr. Ito came on Jan. 5 at 3 p.m.",
        "We talked.",
        "Was it fun?",
        "Yes!",
    ]


@pytest.mark.parametrize(
    ("whole", "found"),
    [
        ("J.K. Rowling wrote it. J. R. R. Tolkien did not.", 2),
        ("It means a lot to me. I will keep going.", 2),
        ("She asked me. So am I. Then we left.", 3),
        ("It loads in 250ms. You can adjust it. E.g. see below, i.e. there.", 3),
        ("Put the key in a `.env` file. then run it! it works.", 3),
        ("We faced hurdles... but it was fun. “Go!” she said.", 2),
        ("We eten op do. 13 mensen komen. Bel Dhr. de Wit, bijv. morgen.", 3),
        ("Zie nr. 5, blz. 7 enz. Daarna eten we.", 2),
        ("Is it No. 5? I said no. Then he left.", 3),
    ],
)
def test_a_full_stop_ends_a_sentence_unless_it_shortens_a_word(whole: str, found: int) -> None:
    assert len(split_sentences(whole)) == found, split_sentences(whole)


def test_a_line_with_numbers_is_prose_while_more_of_it_are_words() -> None:
    assert texts("No, 1,400 euros, not 1,250.\nTotal 1,234 5,678 9,012\nA 2,400 1,250 B") == [
        "No, 1,400 euros, not 1,250."
    ]


def test_each_line_is_read_alone_and_without_its_list_marker() -> None:
    assert texts("# Plan\n\n- Buy bread\n2) Call Anna. Then go\n> quoted words") == [
        "Plan",
        "Buy bread",
        "Call Anna.",
        "Then go",
        "quoted words",
    ]


def test_code_tables_and_lines_without_words_are_left_out() -> None:
    whole = (
        "Here is my code:\n```python\nI = like(this)\n```\n| a | b |\n|---|---|\n"
        "const x = {};\nimport os\nfor name in names:\n----- 12:30 -----\nIt fails on Tuesdays."
    )
    assert texts(whole) == ["Here is my code:", "It fails on Tuesdays."]


@pytest.mark.parametrize(
    "line",
    [
        "for the trip: 500 euros",
        "let me think (maybe)",
        "git push fails on my machine",
        "if it rains we stay at home",
        "from Porto to Lisbon by train",
        "buy milk;",
    ],
)
def test_a_line_that_only_begins_like_code_is_kept(line: str) -> None:
    assert texts(line) == [line]


_PIECES = ["a", "B", ".", "!", "?", "\n", "```", "-", "(", '"', "1.", "’", "e.g.", "café", "\x1c"]


@given(st.text(max_size=400) | st.lists(st.sampled_from(_PIECES), max_size=60).map(" ".join))
def test_a_sentence_is_the_part_of_the_text_it_says_it_is(whole: str) -> None:
    end = 0
    for sentence in prose_sentences(whole):
        assert sentence.text == whole[sentence.start : sentence.end]
        assert end <= sentence.start < sentence.end
        assert any(map(str.isalpha, sentence.text))
        end = sentence.end


@pytest.mark.parametrize("whole", NASTY.values(), ids=NASTY.keys())
def test_a_hundred_thousand_characters_take_less_than_a_second(whole: str) -> None:
    assert own_seconds(lambda: (prose_sentences(whole), split_sentences(whole))) < 1


def test_of_a_very_long_text_the_beginning_and_the_end_are_read() -> None:
    found = texts("This is how it began.\n" + "Nobody reads this line here.\n" * 4_000 + "The end.")
    assert found[0] == "This is how it began."
    assert found[-1] == "The end."
    assert len(found) < 600


def test_no_sentence_is_longer_than_a_rule_can_read() -> None:
    whole = "We drive to Lisbon and " * 1_000 + "a" * 2_500
    found = [each.text for each in split_sentences(whole)]
    assert max(map(len, found)) <= SENTENCE_CHARS
    assert " ".join(found[:-2]) + found[-2] + found[-1] == whole  # words are whole, if they can be


def test_a_wide_gap_parts_sentences() -> None:
    assert texts("Tea for Anna" + " " * 40 + "Coffee for Ben") == ["Tea for Anna", "Coffee for Ben"]
