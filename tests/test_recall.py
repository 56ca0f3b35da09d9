"""What comes back of the covered past."""

import datetime as dt

from tidemark.recall import best, passage
from tidemark.schema import Message
from tidemark.words import content_terms
from utils import TokenCounter

COUNTER = TokenCounter()


def message(number: int, content: str) -> Message:
    return Message(
        id=number,
        session_id="s",
        position=number,
        role="user",
        content=content,
        timestamp=dt.datetime(2026, 5, 3, tzinfo=dt.UTC),
        token_count=COUNTER.count_message("user", content),
    )


def test_messages_come_back_by_how_many_stems_they_share() -> None:
    said = [
        message(1, "The flight was late."),
        message(2, "We booked flights to Lisbon in May."),
        message(3, "I like tea."),
        message(4, "Lisbon is sunny."),
    ]

    found = best(said, content_terms("When are our flights to Lisbon?"), counter=COUNTER)

    assert [(hit.message.id, hit.shared) for hit in found] == [
        (2, ("flight", "lisbon")),
        (1, ("flight",)),
        (4, ("lisbon",)),
    ]


def test_a_long_message_comes_back_as_its_best_passage() -> None:
    padding = "Nothing of note happened here today. " * 40
    text = f"{padding}The harbour office opens at seven. {padding}"

    found = passage(text, content_terms("When does the harbour office open?"), counter=COUNTER)

    assert "The harbour office opens at seven." in found
    assert COUNTER.count_tokens(found) <= 120


def test_one_endless_word_is_cut() -> None:
    found = passage("x" * 5000, [("x",)], counter=COUNTER)

    assert 0 < COUNTER.count_tokens(found) <= 120
