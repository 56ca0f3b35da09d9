"""Queries of the past made from questions."""

from tidemark.retrieval.chunking import USER, voice_of, voice_of_name
from tidemark.retrieval.recall_query import RecallQuery


def test_a_question_asks_for_its_words_and_for_those_of_whom_it_names() -> None:
    asked = RecallQuery.read("When did Caroline go to the support group?")

    assert [term[0] for term in asked.terms] == ["carolin", "support", "group"]
    assert asked.voices >= {voice_of_name("Caroline")}
    assert USER not in asked.voices


def test_a_question_about_oneself_asks_for_ones_own_messages() -> None:
    for question in ("What did I say about my flat?", "Wat zei ik over mijn huis?"):
        assert USER in RecallQuery.read(question).voices


def test_the_words_of_the_analysis_are_searched_too_and_each_word_once() -> None:
    asked = RecallQuery.read("And the price?", "What is the price of the hotel?")

    assert [term[0] for term in asked.terms] == ["price", "hotel"]


def test_a_message_that_begins_with_a_name_is_of_that_voice() -> None:
    assert voice_of("user", "Caroline: I went there") == voice_of_name("caroline")
    assert voice_of("user", "I went there: it was closed") == USER
    assert voice_of("assistant", "note: closed") == voice_of("assistant", "Closed")
