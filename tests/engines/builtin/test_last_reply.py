"""A question of a few words after an answer is about what that answer quoted."""

import pytest

from tests.engines.builtin.test_answering import answer

SICK = "Sam isn't coming after all, he's at his dad's that weekend."
FILLS_IN = "Kat says her mate Robyn can fill in on guitar that night."
VERHOOGD = "Van Rijn zegt dat de dosis omhoog moet, omdat de bloeddruk te hoog blijft."


@pytest.mark.parametrize(
    ("said", "asked", "reply", "question"),
    [
        (SICK, "Who isn't coming?", f"Sam.\n\nEarlier you said: “{SICK[:31]} […]”", "why?"),
        (FILLS_IN, "Who fills in?", f"Earlier you said: “{FILLS_IN}”", "Who told me that?"),
        (VERHOOGD, "Wat moet omhoog?", f"Eerder zei je: “{VERHOOGD}”", "Waarom eigenlijk?"),
        (VERHOOGD, "Wat moet omhoog?", f"Eerder zei je: “{VERHOOGD}”", "Wie heeft dat gezegd?"),
        (VERHOOGD, "Wat moet omhoog?", f"Eerder zei je: “{VERHOOGD}”", "Waarom is dat verhoogd?"),
    ],
)
def test_the_reason_or_the_author_of_an_answer_is_quoted(
    said: str, asked: str, reply: str, question: str
) -> None:
    other = "Mum's party is on Friday because she's away on Saturday, says Ann."

    assert said in answer(question, other, "Saved.", said, "Saved.", asked, reply)


def test_without_an_answer_before_it_why_is_asked_of_nothing() -> None:
    assert "“" not in answer("why?", SICK, "Saved.", "Hello!", "Hello. What is it about?")


def test_a_word_of_the_last_question_that_the_answer_explains_is_not_quoted() -> None:
    scones = "Granny's scones: 225 g flour, bake 12 min at 220."
    reply = f"Earlier you said: “{scones}”\n\nI took “they” to mean the scones."
    asked = "how long do they bake?"

    assert asked not in answer("at what temperature?", scones, "Saved.", asked, reply)
