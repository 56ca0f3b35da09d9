"""Answers about who does what, in both languages."""

import pytest

from tests.engine_fixtures import view
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.task_answers import shares_answer
from tidemark.engines.builtin.view_statements import statements_now
from tidemark.nlp.pack_selection import language_pack_for_view
from tidemark.prompt.citations import read_marks

TWO = "Tom brings the drinks and Bilal brings a speaker."
CAKE = "Lotte brings the cake."


@pytest.mark.parametrize(
    ("asked", "said", "quoted"),
    [
        ("Who brings what?", (TWO, CAKE), [TWO, CAKE]),
        ("Who brings what?", (CAKE, "Tom brings a speaker."), [CAKE, "Tom brings a speaker."]),
        ("Who brings what?", (TWO, "Lotte paints the hall."), [TWO]),
        ("Who brings what?", (TWO, "We bring nothing."), [TWO]),
        ("Who brings what?", (CAKE, "Does Tom bring a speaker?"), []),
        ("Who brings the cake?", (TWO, CAKE), []),
        (
            "Wie neemt wat mee?",
            ("Tom neemt de drank mee.", "Lotte neemt de taart mee."),
            ["Tom neemt de drank mee.", "Lotte neemt de taart mee."],
        ),
    ],
)
def test_who_brings_what_is_answered_with_all_that_was_said_of_it(
    asked: str, said: tuple[str, ...], quoted: list[str]
) -> None:
    shown = view(asked, *(text for each in said for text in (each, "Saved.")))
    question = ListQuestion(asked, statements_now(shown), language_pack_for_view(shown))
    found = read_marks(shares_answer(question) or "").text
    assert [each for each in said if f"“{each}”" in found] == quoted
