import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.nlp.languages import stop_words
from tidemark.nlp.search_terms import content_stems, content_terms, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Don’t we fly?", ["don't", "we", "fly"]),
        ("café, naïve; ÜBER", ["café", "naïve", "über"]),
        ("A-1 costs 3.50", ["a", "1", "costs", "3", "50"]),
        ("日本語 ok", ["日本語", "ok"]),
        ("' — …", []),
        ("", []),
    ],
)
def test_words_are_folded(text: str, found: list[str]) -> None:
    assert words(text) == found


def test_only_words_that_name_something_are_content() -> None:
    assert content_stems("What's the name of Anna's dentist, and when did we book it?") == [
        "name",
        "anna",
        "dentist",
        "book",
    ]


def test_a_question_of_stop_words_has_no_content() -> None:
    assert content_stems("What should we do with that one, then?") == []


@given(st.text())
def test_any_text_has_words(text: str) -> None:
    found = words(text)
    assert all(word == word.lower() and "’" not in word for word in found)
    assert len(content_stems(text)) <= len(found)


@given(st.lists(st.sampled_from(sorted(stop_words("en")))))
def test_no_stop_word_is_content(said: list[str]) -> None:
    assert content_stems(" ".join(said), "en") == []


def test_a_text_is_stemmed_in_its_own_language() -> None:
    assert content_stems("Wanneer hebben we de vluchten naar Lissabon geboekt?") == [
        "vlucht",
        "lissabon",
        "boek",
    ]
    assert content_stems("vluchten") == ["vluchten"]
    assert content_stems("vluchten", "nl") == ["vlucht"]


def test_a_term_is_found_by_the_stems_of_every_language() -> None:
    assert content_terms("Which flights go to Porto?") == [("flight", "flights"), ("porto",)]
    assert content_terms("vluchten") == [("vluchten", "vlucht")]
