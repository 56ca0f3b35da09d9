"""Speakers: the name before a colon that begins each message of an imported conversation."""

import re
from collections import Counter
from collections.abc import Sequence

from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.schema import Message, Role
from utils import text_cache

_PREFIX = re.compile(r"([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}): ")
_LABELS = tuple(pack.corrections.labels for pack in LANGUAGE_PACKS.values())
_NEARLY_ALL = 0.75  # of the messages: a few may begin differently


@text_cache(4096)  # called for each message that may go into a view
def speaker_of(text: str) -> str:
    """Return the name that ``text`` begins with, or nothing.

    >>> speaker_of("Caroline: I went there"), speaker_of("I went there: it was closed")
    ('Caroline', '')
    >>> speaker_of("Correction: we are 15")
    ''
    """
    found = _PREFIX.match(text)
    return found[1] if found and _is_name(found[1]) else ""


@text_cache(4096)
def _is_name(prefix: str) -> bool:
    is_label = any(label.match(f"{prefix}: ") for label in _LABELS)
    return not is_label and all(word[0].isupper() for word in prefix.split())


def without_speaker(text: str) -> str:
    """Return ``text`` without the name it begins with.

    >>> without_speaker("Caroline: I went there")
    'I went there'
    """
    speaker = speaker_of(text)
    return text[len(speaker) + 1 :].lstrip(" ") if speaker else text


def speakers(messages: Sequence[Message]) -> dict[Role, str]:
    """Return the name of each role if two people talk: "Anna: hello", "Ben: hi Anna".

    That is so if nearly all messages of each role begin with one name, and the two names differ.
    """
    names: dict[Role, Counter[str]] = {"user": Counter(), "assistant": Counter()}
    for message in messages:
        names[message.role][speaker_of(message.content)] += 1
    found = {}
    for role, counted in names.items():
        name, count = max(counted.items(), key=lambda each: each[1], default=("", 0))
        if name and count >= _NEARLY_ALL * counted.total():
            found[role] = name
    return found if len(set(found.values())) == len(names) else {}
