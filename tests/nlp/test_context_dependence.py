"""The probability that a question depends on earlier messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.nlp.context_dependence import NEEDED, PLAINLY_NEEDED, context_need, signs
from tidemark.nlp.mentions import Utterance


@pytest.mark.parametrize(
    "question",
    [
        "Where was she born?",
        "Did they win any awards?",
        "Is it expensive?",
        "What happened after that?",
        "Are there any others?",
        "what else?",
        "Why?",
        "When was the album released?",
        "What about Porto?",
        "and the third one?",
        "Rewrite your previous answer.",
    ],
)
def test_a_follow_up_plainly_needs_its_context(question: str) -> None:
    assert context_need(question) >= PLAINLY_NEEDED


@pytest.mark.parametrize(
    "question",
    [
        "Who was Ada Lovelace?",
        "What is blockchain?",
        "When did the Nitty Gritty Dirt Band release its first album?",
        "How many seats are there in the Estádio do Dragão in Porto?",
        "Write a short story about a lighthouse keeper and his dog.",
        "My printer jams. How do I fix it?",
        "Compare the rainfall of London and Paris over the last five years.",
    ],
)
def test_a_question_that_stands_by_itself_does_not(question: str) -> None:
    assert context_need(question) < NEEDED


def test_naming_the_topic_of_the_conversation_makes_it_lean_less() -> None:
    question = "When did the jazz festival begin?"
    history = [Utterance("user", "Tell me about the jazz festival of Montreux.")]

    assert context_need(question, history) < context_need(question)


def test_a_pronoun_is_bound_by_a_name_in_its_own_sentence() -> None:
    assert "person bound" in signs("Did Bob Dylan like his first album?")
    assert "person unbound" in signs("Did he like Bob Dylan?")


def test_an_it_without_a_referent_is_no_sign() -> None:
    assert not {"thing unbound", "thing bound"} & signs("Is it true that cats sleep all day?")


def test_a_that_which_opens_a_clause_points_at_nothing() -> None:
    assert "points" not in signs("Who wrote the book that became a film?")
    assert "points" in signs("What happened on that day?")


@given(st.text(max_size=300), st.lists(st.text(max_size=80), max_size=4))
def test_the_score_is_a_share_for_any_text(question: str, said: list[str]) -> None:
    history = [Utterance("user", text) for text in said]

    assert 0 < context_need(question, history) < 1
    assert context_need(question, history) == context_need(question, history)
