"""JSON lines of one shape are read, all of them or none."""

import pytest

from tidemark.errors import UnreadableTranscript
from tidemark.transfer import json_text
from tidemark.transfer.conversation import PlainMessage


def test_lines_of_one_shape_are_read_all_or_none() -> None:
    good = b'{"role": "user", "content": "a"}\n\n{"role": "user", "content": "b"}'
    read = json_text.read_lines(PlainMessage, good, "asked")
    assert [message.content for message in read] == ["a", "b"]
    with pytest.raises(UnreadableTranscript, match='asked, line 3: "role" is missing'):
        json_text.read_lines(
            PlainMessage, good.replace(b'"role": "user", "content": "b"', b""), "asked"
        )
