"""The details that a task requires, and questions that are never asked back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.engines.builtin.task_slots import missing_details, phrase_around
from tidemark.nlp.mentions import Utterance


def test_a_prediction_without_history_is_asked_back() -> None:
    lack = missing_details("I need to find out who will leave")

    assert lack is not None
    assert lack.interpretations == (
        "Build a model that predicts who will leave",
        "Set rules that flag who will leave",
        "Look at past cases to see who will leave, and what they have in common",
    )
    assert lack.questions == (
        "Do you have past records that show who will leave?",
        "Should a model predict who will leave, or are rules or a description enough?",
    )


def test_a_resource_without_a_task_is_asked_back() -> None:
    lack = missing_details("I have a dataset of 10k customers")

    assert lack is not None
    assert (
        lack.interpretations[0]
        == "Predict something from your dataset of 10k customers with a model"
    )
    assert lack.questions[0] == "What do you want to find out from your dataset of 10k customers?"


@pytest.mark.parametrize(
    ("request_", "asked"),
    [
        ("Help me plan my trip to Lisbon", "the dates and the duration of your trip to Lisbon?"),
        ("Suggest a workout plan for me", "your current fitness level"),
        ("I want to start a small vegetable garden", "What climate or region"),
        ("I want to improve my resume", "Which industry and job role"),
        ("Scrape the headlines of a news website", "Which specific website"),
        ("Find a good restaurant in my city", "Which"),
        ("Write an email.", "Who is the recipient of the email?"),
        ("Pull the tweets of a specific politician", "Which one do you mean"),
        ("Translate this text", "Can you paste the content of this text?"),
    ],
)
def test_a_task_that_lacks_a_necessary_detail_is_asked_for_it(request_: str, asked: str) -> None:
    lack = missing_details(request_)

    assert lack is not None
    assert any(asked in question for question in lack.questions)


@pytest.mark.parametrize(
    "text",
    [
        "I prefer window seats on my trips.",
        "We decided on Lisbon.",
        "thanks",
        "I have two dogs.",
        "My sister lives in Ghent.",
        "I visited my doctor yesterday.",
        "When is my flight?",
        "What is the best way to learn?",
        "Give me some ideas",
        "Tell me about the benefits of yoga.",
        "Explain how electric cars work.",
        "Write a poem about the sea.",
        "Write a function that reverses a string.",
        "Write an email to Anna about the rent.",
        "Help me plan my trip to Lisbon from 3 to 9 June.",
        "Pretend you are my doctor. Suggest a diet for me.",
        "Thomas is very healthy but goes to the hospital every day. What could be the reasons?",
        "Can you help me?",
    ],
)
def test_statements_questions_and_whole_tasks_are_not(text: str) -> None:
    assert missing_details(text) is None


def test_a_detail_that_the_person_gave_before_is_not_asked_again() -> None:
    known = [Utterance("user", "I'm planning a trip to Lisbon in June.")]

    assert missing_details("Help me plan my trip to Lisbon", known) is None


def test_details_that_only_the_assistant_gave_do_not_count() -> None:
    known = [Utterance("assistant", "A trip to Lisbon in June is lovely.")]

    assert missing_details("Help me plan my trip to Lisbon", known) is not None


@pytest.mark.parametrize(
    ("request_", "word", "phrase"),
    [
        ("Help me plan my first trip to Paris, please", "trip", "your first trip to Paris"),
        ("I need to declutter my home office.", "declutter", "your home office"),
        ("Suggest a meal plan for a week", "meal", "the meal plan for a week"),
    ],
)
def test_a_task_is_named_in_its_own_words(request_: str, word: str, phrase: str) -> None:
    assert phrase_around(request_, request_.index(word)) == phrase


@given(st.text(max_size=200))
def test_any_request_gives_readings_that_differ_and_few_questions(text: str) -> None:
    lack = missing_details(text)

    if lack is not None:
        assert 2 <= len({reading.casefold() for reading in lack.interpretations}) <= 3
        assert 1 <= len(lack.questions) <= 3
