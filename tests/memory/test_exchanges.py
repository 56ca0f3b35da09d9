"""Exchanges as entries of an index: one line each, with its topics."""

import pytest

from tests.conversing import NOW, SESSION, said
from tidemark.memory.exchanges import index_entry
from tidemark.schema import Message, Role


def stored(content: str, role: Role, position: int) -> Message:
    new = said(content, role, at=NOW)
    return Message(id=position + 1, session_id=SESSION, position=position, **dict(new))


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Helga bakes it. She offered.", "Helga bakes it."),
        ("This is what I find:\n\n- You said: “Helga.”", "This is what I find: You said: “Helga.”"),
        ("To do:", "To do:"),
    ],
)
def test_an_introduction_is_joined_with_the_text_it_introduces(reply: str, answer: str) -> None:
    entry = index_entry((stored("Who bakes?", "user", 0), stored(reply, "assistant", 1)))
    assert entry.line == f"Who bakes? → {answer}"
