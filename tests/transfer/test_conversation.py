"""Conversations have a time on every message, an id that stays, and all of their branches."""

import datetime as dt

import pytest

from tidemark.transfer import conversation
from tidemark.transfer.conversation import Conversation, ConversationBranch, PlainMessage

NOW = dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
HELLO = PlainMessage(role="user", content="Hello")


@pytest.mark.parametrize(
    ("known", "dated"),
    [
        ([None, None], [NOW, NOW + SECOND]),
        ([None, 60, None], [NOW + 60 * SECOND, NOW + 60 * SECOND, NOW + 61 * SECOND]),
        ([5, 9], [NOW + 5 * SECOND, NOW + 9 * SECOND]),
    ],
    ids=["none known", "one known", "all known"],
)
def test_every_message_gets_a_time(known: list[int | None], dated: list[dt.datetime]) -> None:
    messages = tuple(
        PlainMessage(role="user", content="a", timestamp=None if at is None else NOW + at * SECOND)
        for at in known
    )
    assert [message.timestamp for message in conversation.dated(messages, NOW)] == dated


def test_the_same_messages_ask_for_the_same_session() -> None:
    one, two = (Conversation(messages=(message,)) for message in (HELLO, HELLO))
    other = Conversation(messages=(HELLO, HELLO))
    assert one.session_id == two.session_id != other.session_id
    assert Conversation(messages=(HELLO,), session_id="own").session_id == "own"


def test_a_path_is_all_that_was_said_on_a_branch() -> None:
    said = [PlainMessage(role="user", content=text) for text in "abcd"]
    branches = (
        ConversationBranch(parent=0, shared=1, messages=(said[2],)),
        ConversationBranch(parent=1, shared=2, messages=(said[3],)),
    )
    found = Conversation(messages=tuple(said[:2]), branches=branches)
    assert ["".join(at.content for at in path) for path in found.paths] == ["ab", "ac", "acd"]
