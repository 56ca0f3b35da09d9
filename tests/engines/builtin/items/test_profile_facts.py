"""Facts about a person, found in their own words."""

import pytest

from tests.conversing import NOW, SESSION
from tidemark.engines.builtin.items.profile_facts import denied_statements, profile_statements
from tidemark.schema import Message, Role
from utils import TokenCounter


def spoken(content: str, role: Role = "user") -> Message:
    tokens = TokenCounter().count_message(role, content)
    return Message(
        id=1,
        session_id=SESSION,
        position=0,
        role=role,
        content=content,
        timestamp=NOW,
        token_count=tokens,
    )


@pytest.mark.parametrize(
    ("content", "learnt"),
    [
        ("I prefer a window seat.", [("preferences", "I prefer a window seat")]),
        (
            "I don't eat meat and I'm allergic to nuts.",
            [("preferences", "I don't eat meat"), ("constraints", "I'm allergic to nuts")],
        ),
        (
            "I live in Ghent and work as a nurse.",
            [("key_facts", "I live in Ghent and work as a nurse")],
        ),
        ("My daughter Emma is six.", [("key_facts", "My daughter Emma is six")]),
        (
            "Ik woon in Gent en ik ben vegetariër.",
            [("constraints", "ik ben vegetariër"), ("key_facts", "Ik woon in Gent")],
        ),
        ("My budget is 900 euros and I do not eat meat.", [("preferences", "I do not eat meat")]),
        ("We fly to Lisbon on 3 May.", []),
        ("I am a bit tired today.", []),
        ("My password is hunter2 and it must never change.", []),
        ("What is the capital of France?", []),
        ("Anna prefers a window seat.", []),
    ],
)
def test_lasting_facts_of_a_message_are_learnt_in_its_words(
    content: str, learnt: list[tuple[str, str]]
) -> None:
    assert [(told.kind, told.text) for told in profile_statements(spoken(content))] == learnt


def test_nothing_is_learnt_of_a_reply_or_of_a_text_to_work_on() -> None:
    assert profile_statements(spoken("I prefer a window seat.", "assistant")) == ()
    assert profile_statements(spoken("I prefer a window seat. " * 300)) == ()


@pytest.mark.parametrize(
    ("said", "then", "now"),
    [
        (
            "My brother is Sam and he is allergic to shellfish.",
            "Sam is not allergic to shellfish, I was wrong.",
            ["Sam is not allergic to shellfish"],
        ),
        (
            "Mijn broer Sam is allergisch voor noten.",
            "Sam is niet allergisch voor noten.",
            ["Sam is niet allergisch voor noten"],
        ),
        ("My sister Ada cannot eat nuts.", "Ada isn't coming on Sunday.", []),
        ("My sister Ada cannot eat nuts.", "Ada cannot eat nuts.", []),
        ("I am allergic to nuts.", "Is Sam not allergic to nuts?", []),
    ],
)
def test_what_is_denied_later_is_taken_back(said: str, then: str, now: list[str]) -> None:
    told = denied_statements(spoken(then), [spoken(said)])
    assert [each.text for each in told] == now
    assert all(each.was and each.kind == "constraints" for each in told)
