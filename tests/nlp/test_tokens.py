import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.nlp.tokens import (
    Language,
    content_stems,
    content_terms,
    language_of,
    stem,
    stop_words,
    words,
)


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


@given(st.lists(st.sampled_from(sorted(stop_words("en")))))
def test_no_stop_word_is_content(said: list[str]) -> None:
    assert content_stems(" ".join(said), "en") == []


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


@pytest.mark.parametrize(
    "text",
    [
        "Zullen we dan de trein van half negen nemen?",
        "Niet Porto, maar Lissabon.",
        "Sanne belt morgen terug.",
        "Robert De Niro speelt de hoofdrol.",
        "Ik gebruik Python 3.11 en SQLite.",
        "Welke vlucht had ik geboekt?",
        "Toch maar Antwerpen",
        "Heb je al iets van Mark gehoord?",
    ],
)
def test_dutch_is_told_by_its_words(text: str) -> None:
    assert language_of(text) == "nl"


@pytest.mark.parametrize(
    "text",
    [
        "Did Van der Graaf Generator's new album do good?",
        "is dan jenny's brother",
        "Ludwig van Beethoven and Vincent van Gogh met in Die Hard",
        "We had a hen of over ten, and the deed was in Ben's hand",
        "The hoe, the door and the ding",
        "Was Jan van Eyck in Den Haag?",
    ],
)
def test_english_with_dutch_names_stays_english(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize("text", ["", "???", "Lisbon", "De Niro", "Van der Valk", "404"])
@pytest.mark.parametrize("otherwise", ["en", "nl"])
def test_what_tells_no_language_is_in_the_one_before(text: str, otherwise: Language) -> None:
    assert language_of(text, otherwise=otherwise) == otherwise


def test_forms_of_a_dutch_word_share_its_stem() -> None:
    forms = {
        "boek": "boek boeken boekt boekte geboekt",
        "regel": "regel regelen geregeld",
        "koop": "koop kopen koopt kocht gekocht",
        "verhuis": "verhuizen verhuisd verhuizing",
        "kaart": "kaart kaarten kaartje kaartjes",
        "dag": "dag dagen",
        "grijs": "grijs grijze",
        "duur": "duur dure",
        "vergader": "vergadering vergaderingen",
    }
    found = {root: {stem(word, "nl") for word in words.split()} for root, words in forms.items()}
    assert found == {root: {root} for root in forms}


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
