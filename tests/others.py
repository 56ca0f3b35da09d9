"""Exports in the shape that other programs give them, made up: small, and as odd as theirs."""

import itertools
import json
import zipfile
from pathlib import Path
from typing import Any

BEGAN = 1_772_476_860.0  # 2 March 2026, 18:41 UTC


def chatgpt(
    title: str, tree: dict[str, tuple[str | None, str, str]], current: str, **given: object
) -> dict[str, Any]:
    """Return a conversation as ChatGPT exports it: ``tree`` holds parent, role and words by id."""
    mapping: dict[str, Any] = {
        "root": {"id": "root", "message": None, "parent": None, "children": []}
    }
    for at, (key, (parent, role, words)) in enumerate(tree.items()):
        parent = parent or "root"
        mapping[parent]["children"].append(key)
        mapping[key] = {
            "id": key,
            "parent": parent,
            "children": [],
            "message": {
                "id": key,
                "author": {"role": role, "name": None, "metadata": {}},
                "create_time": BEGAN + at,
                "content": {"content_type": "text", "parts": [words]},
                "status": "finished_successfully",
                "metadata": {},
                "recipient": "all",
            },
        }
    return {
        "title": title,
        "create_time": BEGAN,
        "update_time": BEGAN + len(tree),
        "mapping": mapping,
        "current_node": current,
        "conversation_id": f"c-{title.lower().replace(' ', '-')}",
        **given,
    }


def claude(name: str, *said: tuple[str, str], **given: object) -> dict[str, Any]:
    """Return a conversation as Claude exports it."""
    messages = [
        {
            "uuid": f"m{at}",
            "text": words,
            "content": [{"type": "text", "text": words}],
            "sender": sender,
            "created_at": f"2026-03-02T18:41:{at:02}.000000Z",
            "updated_at": f"2026-03-02T18:41:{at:02}.000000Z",
            "attachments": [],
            "files": [],
        }
        for at, (sender, words) in enumerate(said)
    ]
    return {
        "uuid": f"u-{name.lower().replace(' ', '-')}",
        "name": name,
        "created_at": "2026-03-02T18:41:00.000000Z",
        "updated_at": "2026-03-02T18:41:00.000000Z",
        "account": {"uuid": "a"},
        "chat_messages": messages,
        **given,
    }


BRANCHED = chatgpt(
    "A trip",
    {
        "s": (None, "system", ""),
        "q1": ("s", "user", "Where shall we go?"),
        "a1": ("q1", "assistant", "To Lisbon."),
        "q2": ("a1", "user", "By train?"),
        "a2": ("q2", "assistant", "It takes two days."),
        "q2b": ("a1", "user", "By plane?"),
        "a2b": ("q2b", "assistant", "It takes three hours."),
        "a2c": ("q2b", "assistant", "Three hours, from Brussels."),
    },
    "a2c",
)
BRANCHES = (
    ["Where shall we go?", "To Lisbon.", "By train?", "It takes two days."],
    ["Where shall we go?", "To Lisbon.", "By plane?", "It takes three hours."],
    ["Where shall we go?", "To Lisbon.", "By plane?", "Three hours, from Brussels."],
)
PLAIN = chatgpt(
    "Bread", {"q": (None, "user", "How long?"), "a": ("q", "assistant", "An hour.")}, "a"
)
TALKED = claude("A cake", ("human", "Which cake?"), ("assistant", "Lemon."))


def written(path: Path, value: object) -> Path:
    """Write ``value`` as JSON."""
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def packed(path: Path, **members: object) -> Path:
    """Pack members into a zip file: text as it is, all else as JSON; ``__`` for the dot."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in members.items():
            text = value if isinstance(value, str) else json.dumps(value)
            archive.writestr(name.replace("__", "."), text)
    return path


def many(count: int, messages: int, words: str) -> list[dict[str, Any]]:
    """Return ``count`` conversations of so many messages, each with ``words`` in it."""
    talks = []
    for number in range(count):
        tree: dict[str, tuple[str | None, str, str]] = {}
        before: str | None = None
        for at, role in zip(range(messages), itertools.cycle(("user", "assistant")), strict=False):
            tree[f"n{at}"] = (before, role, f"{words} {number}.{at}")
            before = f"n{at}"
        talks.append(chatgpt(f"Talk {number}", tree, before or ""))
    return talks
