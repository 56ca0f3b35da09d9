"""Questions to ask next."""

import pytest

from tidemark.schema.questions import PastQuestion
from tidemark.services.questions.suggestions import related_questions

PAST = (PastQuestion(question="Sales by region?"), PastQuestion(question="Which is best?"))


@pytest.mark.parametrize(
    ("question", "count", "related"),
    [
        ("Sales in 2024?", 3, ("Sales in 2023?", "Sales by region?", "Which is best?")),
        ("Sales in 2024?", 1, ("Sales in 2023?",)),
        ("Sales in 2024?", 0, ()),
        ("2023 or 2024?", 1, ("Sales by region?",)),  # of which year would it be?
        ("which is best?", 3, ("Sales by region?",)),  # asked just now
    ],
)
def test_other_years_and_past_questions_come_next(
    question: str, count: int, related: tuple[str, ...]
) -> None:
    assert related_questions(question, PAST, (), count) == related
