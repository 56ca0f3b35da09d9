"""A conversation of ChatGPT keeps its branches, and says what was left out of it."""

import json
from typing import Any

from tests.others import BRANCHED, BRANCHES, PLAIN
from tests.others import chatgpt as export
from tidemark.schema import ImportFault
from tidemark.transfer.conversation import (
    MOST_BRANCHES,
    Conversation,
    UnreadableConversation,
)
from tidemark.transfer.readers import chatgpt


def conversation(value: dict[str, Any]) -> Conversation:
    found = chatgpt.parse(value)
    assert isinstance(found, Conversation)
    return found


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in found.paths[found.current]]


def node(found: dict[str, Any], key: str) -> dict[str, Any]:
    message: dict[str, Any] = found["mapping"][key]["message"]
    return message


def test_every_branch_of_a_chatgpt_conversation_is_kept_in_order() -> None:
    found = conversation(BRANCHED)
    assert tuple([message.content for message in path] for path in found.paths) == BRANCHES
    assert [(branch.parent, branch.shared) for branch in found.branches] == [(0, 2), (1, 3)]
    assert (found.session_id, found.title) == ("chatgpt_c-a-trip", "A trip")
    assert (found.current, dict(found.left_out)) == (2, {})


def test_what_is_no_message_of_the_two_is_left_out_and_counted() -> None:
    odd = export(
        "Odd",
        {
            "s": (None, "system", "You are kind."),
            "e": ("s", "user", "My profile"),
            "q": ("e", "user", "Draw a cat"),
            "c": ("q", "assistant", '{"prompt": "cat"}'),
            "t": ("c", "tool", "done"),
            "h": ("t", "user", "unseen"),
            "r": ("h", "assistant", "hm"),
            "v": ("r", "user", "  "),
            "a": ("v", "assistant", "Here\ue200cite\ue202turn0\ue201 it is."),
        },
        "a",
    )
    node(odd, "e")["content"]["content_type"] = "user_editable_context"
    node(odd, "q")["content"] = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "image_asset_pointer", "asset_pointer": "file://1"},
            {"content_type": "audio_transcription", "text": "Draw a cat"},
        ],
    }
    node(odd, "c")["recipient"] = "dalle.text2im"
    node(odd, "h")["metadata"] = {"is_visually_hidden_from_conversation": True}
    node(odd, "r")["content"] = {"content_type": "thoughts", "thoughts": []}
    found = conversation(odd)
    assert said(found) == [
        ("user", "[image not in the export]\n\nDraw a cat"),
        ("assistant", "Here it is."),
    ]
    assert dict(found.left_out) == {
        "system": 2,
        "media": 1,
        "tool": 2,
        "hidden": 1,
        "thought": 1,
        "empty": 1,
    }


def test_code_that_was_said_stays_code() -> None:
    one = json.loads(json.dumps(PLAIN))
    node(one, "a")["content"] = {"content_type": "code", "language": "python", "text": "1 + 1"}
    assert said(conversation(one))[1] == ("assistant", "```python\n1 + 1\n```")


def test_a_conversation_in_a_circle_is_read_as_far_as_it_begins() -> None:
    one = json.loads(json.dumps(BRANCHED))
    one["mapping"]["a1"]["parent"] = "a2"
    found = conversation(one)
    assert said(found) == [("user", "Where shall we go?")]
    assert dict(found.left_out) == {"unconnected": 6}


def test_times_that_are_none_are_not_known() -> None:
    one = json.loads(json.dumps(PLAIN))
    node(one, "q")["create_time"], node(one, "a")["create_time"] = None, 1e300
    assert [at.timestamp for at in conversation(one).messages] == [None, None]


def test_more_branches_than_a_person_makes_are_left_out() -> None:
    tree: dict[str, tuple[str | None, str, str]] = {"q": (None, "user", "Again")}
    tree |= {f"a{at}": ("q", "assistant", f"{at}") for at in range(MOST_BRANCHES + 1)}
    found = chatgpt.parse(export("Often", tree, "a0"))
    assert isinstance(found, UnreadableConversation)
    assert found.title == "Often"
    assert found.why == ImportFault("branches", count=501, most=500)
