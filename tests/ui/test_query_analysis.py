"""What a message was understood as, in words."""

import pytest

from tests.conversing import NOW
from tidemark.schema import Message
from tidemark.ui.chat.query_analysis import recalled_line


@pytest.mark.parametrize(
    ("session_id", "line"),
    [
        ("house", "• You, message 5: Sanne wants a walk-in shower"),
        ("trip", "• You, message 5, “House plan”: Sanne wants a walk-in shower"),
    ],
)
def test_a_recalled_message_says_whose_it_is_and_where(session_id: str, line: str) -> None:
    message = Message(
        id=9,
        session_id="house",
        position=4,
        role="user",
        content="Sanne wants\na walk-in shower",
        timestamp=NOW,
        token_count=6,
    )
    assert recalled_line(session_id, message, "House plan") == line
