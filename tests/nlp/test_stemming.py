import inspect
import threading

import pytest

from tests.timing import own_seconds
from tidemark.nlp.languages import LANGUAGES, Language
from tidemark.nlp.stemming import WORD_CHARS, stem


def test_forms_of_a_word_share_its_stem() -> None:
    assert {stem(word) for word in ("flight", "Flights", "FLIGHTS")} == {"flight"}
    assert {stem(word) for word in ("decide", "decided", "deciding")} == {"decid"}


def test_threads_share_the_stemmer() -> None:
    roots = ("plant", "book", "walk")
    wrong: list[str] = []
    uncached = inspect.unwrap(stem)

    def work() -> None:
        for root in roots * 200:
            forms = (uncached(root + end) for end in ("s", "ing", "ed"))
            wrong.extend(form for form in forms if form != root)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("unit", ["a", "9f86d081884c7d65", "verged", "beek"])
def test_a_text_too_long_for_a_word_is_cut_and_takes_no_time(unit: str, language: Language) -> None:
    word = unit * 25_000
    assert own_seconds(lambda: inspect.unwrap(stem)(word, language)) < 0.1
    assert stem(word, language) == stem(f"{word}s", language) == word[:WORD_CHARS]
