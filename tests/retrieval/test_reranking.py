"""Passages with the same words are ranked by their text: how often, how close, how alike."""

import pytest

from tidemark.nlp.search_terms import content_terms
from tidemark.retrieval.candidates import ChosenPassage
from tidemark.retrieval.reranking import rerank


def passage(number: int, worth: float = 0.8) -> ChosenPassage:
    return ChosenPassage(number, number, 0, 1, 10, worth)


def ranked(question: str, *texts: str, limit_tokens: int | None = None) -> list[ChosenPassage]:
    terms = content_terms(question)
    given = {passage(number): text for number, text in enumerate(texts)}
    worth = {term[0]: 1.0 for term in terms}
    return rerank(terms, worth, given, meaning=0.5, limit=2, limit_tokens=limit_tokens)


@pytest.mark.parametrize(
    ("question", "behind", "better"),
    [
        (
            "What does the gate cost?",
            "The gate is green. Seeds cost 2 euros there.",
            "Seeds are sold there. The gate cost 90 euros.",
        ),
        (
            "Who repairs the gate?",
            "The gate opens at nine, and the gardener sleeps late on most days.",
            "The gate opens at nine, and the gate is late on most days.",
        ),
        (
            "Is the small plot free?",
            "The plot next to the pond, and the shed behind it, is small.",
            "The shed behind it, and the small plot next to the pond, is.",
        ),
        (
            "What regulates the water?",
            "The tap is far from here, and the water is cold.",
            "The regulator is far from here, and the water is cold.",
        ),
        (
            "What regulates the influenza?",
            "The gate is far from here.",
            "The in\ufb02u-\nenza is far from here.",
        ),
    ],
    ids=["in one sentence", "more often", "next to each other", "another ending", "parted"],
)
def test_the_passage_whose_text_shows_more_of_the_question_comes_first(
    question: str, behind: str, better: str
) -> None:
    assert [each.number for each in ranked(question, behind, better)] == [1, 0]


def test_the_best_passage_gets_the_worth_of_the_best() -> None:
    first, second = ranked("Where is the gate?", "Seeds.", "The gate is there.")
    assert (first.number, first.worth) == (1, 0.8)
    assert 0 < second.worth < 0.8


def test_no_more_passages_come_than_have_room() -> None:
    texts = ("The gate.", "A gate.", "One gate.")
    assert len(ranked("Where is the gate?", *texts)) == 2
    assert len(ranked("Where is the gate?", *texts, limit_tokens=5)) == 1
    assert ranked("Where is the gate?") == []


def test_a_request_of_a_page_leaves_the_order_as_it_was() -> None:
    page = " ".join(f"thing{number}" for number in range(60)) + " gate"
    found = ranked(page, "Nothing of it.", "The gate, thing1 and thing2.")
    assert [each.number for each in found] == [0, 1]
