import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.words import STOP_WORDS, content_stems, stem, words


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


def test_forms_of_a_word_share_its_stem() -> None:
    assert {stem(word) for word in ("flight", "Flights", "FLIGHTS")} == {"flight"}
    assert {stem(word) for word in ("decide", "decided", "deciding")} == {"decid"}


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


@given(st.lists(st.sampled_from(sorted(STOP_WORDS))))
def test_no_stop_word_is_content(stop_words: list[str]) -> None:
    assert content_stems(" ".join(stop_words)) == []


def test_threads_share_the_stemmer() -> None:
    roots = ("plant", "book", "walk")
    wrong: list[str] = []

    def work() -> None:
        for root in roots * 200:
            forms = (stem.__wrapped__(root + end) for end in ("s", "ing", "ed"))  # past the cache
            wrong.extend(form for form in forms if form != root)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
