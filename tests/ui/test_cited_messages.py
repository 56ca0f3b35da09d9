"""The quotes of a reply as Markdown links."""

from tests.conversing import NOW
from tidemark.schema import Citation, Message, MessageMetadata
from tidemark.ui.chat import cited_messages


def test_each_quote_is_a_link_and_a_second_message_of_it_an_arrow() -> None:
    cites = (
        Citation(of=3, start=11, end=14),
        Citation(of=5, start=11, end=14),
        Citation(of=9, start=18, end=23),
    )
    reply = Message(
        id=7,
        session_id="talk",
        position=1,
        role="assistant",
        content="You said: “oak”, “ash  ” and more.",
        timestamp=NOW,
        token_count=9,
        metadata=MessageMetadata(citations=cites),
    )

    assert cited_messages.linked_text(reply) == (
        'You said: “[oak](#cited-7-0 "Show the message")'
        ' [↗](#cited-7-1 "Show another message it is from")”, '
        '“[ash  ](#cited-7-2 "Show the message")” and more.'
    )
