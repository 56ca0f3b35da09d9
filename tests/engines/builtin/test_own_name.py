"""The person's own name, age and work: asked for by words that are too common to be looked for."""

import pytest

from tests.engines.builtin.test_answering import answer

ENGLISH = ("My name is Robin Vos.", "Noted.", "My sister's name is Ada.", "Noted.")
DUTCH = ("Ik heet Robin.", "Genoteerd.", "Mijn zus heet Ada.", "Genoteerd.")


@pytest.mark.parametrize(
    "question",
    ["What is my name?", "what's my name again?", "Do you remember my name?", "Who am I?"],
)
def test_it_is_quoted_as_the_person_said_it(question: str) -> None:
    assert answer(question, *ENGLISH) == "Earlier you said: “My name is Robin Vos.”"


@pytest.mark.parametrize(
    "question", ["Hoe heet ik?", "Wat is mijn naam ook alweer?", "weet je nog hoe ik heet?"]
)
def test_so_it_is_in_dutch(question: str) -> None:
    assert answer(question, *DUTCH) == "Eerder zei je: “Ik heet Robin.”"


def test_a_later_name_takes_the_place_of_an_earlier_one() -> None:
    assert "Alex" in answer("What is my name?", *ENGLISH, "From now on call me Alex.", "Noted.")


@pytest.mark.parametrize(
    "said", ["My sister's name is Ada.", "I am Dutch by birth.", "My name is on the list."]
)
def test_nothing_else_is_taken_for_it(said: str) -> None:
    assert "“" not in answer("What is my name?", said, "Noted.").replace("“name”", "")


def test_a_name_that_is_all_that_was_said_is_found() -> None:
    assert answer("What is my name?", "Hello! I'm Margaret.", "Saved.") == (
        "Earlier you said: “I'm Margaret.”"
    )


@pytest.mark.parametrize(
    ("question", "said", "now"),
    [
        ("How old am I?", "I have a cat, Pluis, and she is 4 years old.", "I am 38 now."),
        ("Hoe oud ben ik?", "Ik heb een kat, Pluis, en ze is 4 jaar oud.", "Ik ben 38 jaar."),
    ],
)
def test_the_age_of_a_cat_is_not_ones_own(question: str, said: str, now: str) -> None:
    assert "4" not in answer(question, said, "Saved.")
    assert f"“{now}”" in answer(question, said, "Saved.", now, "Saved.")


@pytest.mark.parametrize(
    ("question", "said", "of_another"),
    [
        ("What is my job?", "I work as a nurse in Hull.", "My sister is an accountant."),
        ("What do I do for a living?", "I am a retired teacher.", "Ada is a baker."),
        ("Wat is mijn beroep?", "Ik werk als verpleegkundige.", "Mijn zus is boekhouder."),
        ("Wat voor werk doe ik?", "Ik ben basisschoolleraar.", "Ada is bakker."),
    ],
)
def test_ones_work_is_not_that_of_a_sister(question: str, said: str, of_another: str) -> None:
    assert f"“{said}”" in answer(question, said, "Saved.", of_another, "Saved.")
    assert of_another not in answer(question, of_another, "Saved.")
