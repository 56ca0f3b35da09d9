"""The ambiguity resolver: reads a message after a clarifying turn, and asks back where it may."""

import pytest

from agents import ambiguity
from agents.ambiguity import PendingClarification, QuestionReading
from tests.conversing import NOW
from tidemark.engines.scripted import ScriptedEngine
from tidemark.runtime.events import Stop
from tidemark.schema import ContextView, QueryUnderstanding
from utils import TokenCounter

ASKED_BACK = PendingClarification(
    "I need to find out who will leave", ("Predict who will leave", "List who left last year")
)
UNCLEAR = QueryUnderstanding(
    is_ambiguous=True,
    possible_interpretations=ASKED_BACK.interpretations,
    clarifying_questions=("Which of the two?",),
)


def view(question: str) -> ContextView:
    return ContextView(question=question, pieces=(), tokens=0, threshold=1200)


def understood(question: str, reading: QuestionReading) -> QueryUnderstanding:
    engine = ScriptedEngine(understandings=[UNCLEAR])
    return ambiguity.understand(view(question), reading, engine, now=NOW, stop=Stop()).value


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("answer anyway", "I need to find out who will leave"),
        ("The second", "I need to find out who will leave (List who left last year)"),
        ("Only the nurses", "I need to find out who will leave (Only the nurses)"),
    ],
)
def test_an_answer_to_a_clarifying_question_settles_it(text: str, question: str) -> None:
    reading = ambiguity.read(text, ASKED_BACK, asking="freely")

    assert reading == QuestionReading(question, asking="never", settles=True)


def test_a_new_subject_drops_the_clarifying_question() -> None:
    text = "By the way, what is the capital of France?"

    assert ambiguity.read(text, ASKED_BACK, asking="freely") == QuestionReading(text, "freely")


def test_an_unclear_question_is_asked_back_only_if_asking_is_allowed() -> None:
    question = "Who will leave?"

    assert understood(question, QuestionReading(question, "freely")) == UNCLEAR
    assert understood(question, QuestionReading(question, "never")) == QueryUnderstanding(
        rewritten_query="Who will leave? (Predict who will leave)",
        final_augmented_context="Assumed: Predict who will leave",
    )


def test_a_settled_question_is_not_asked_again() -> None:
    settled = understood("Who (Predict)", QuestionReading("Who (Predict)", "never", settles=True))

    assert settled == QueryUnderstanding(rewritten_query="Who (Predict)")


def test_recall_runs_again_for_a_rewritten_question_or_missing_context() -> None:
    assert not ambiguity.needs_recall(QueryUnderstanding())
    assert not ambiguity.needs_recall(UNCLEAR)
    assert ambiguity.needs_recall(QueryUnderstanding(rewritten_query="Who leaves Acme?"))
    assert ambiguity.needs_recall(QueryUnderstanding(needed_context_from_memory=("the budget",)))


def test_a_question_that_is_asked_back_adds_nothing_to_the_view(counter: TokenCounter) -> None:
    asked = view("Who will leave?")

    assert ambiguity.augmented(asked, UNCLEAR, counter) == asked
