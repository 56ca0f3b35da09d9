"""Conversations of the LoCoMo data set: two people over many sessions, the first as the user.

Source: https://github.com/snap-research/LoCoMo, ``data/locomo10.json``: a list of samples, each
with a ``conversation`` of ``session_1``, ``session_1_date_time``, ``session_2`` …  Names and
captions of pictures stay in the text.
"""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import BaseModel, model_validator

from tidemark.transfer.conversation import Conversation
from tidemark.transfer.json_text import validated
from tidemark.transfer.readers.date_format import date_like

_MESSAGE_INTERVAL = dt.timedelta(minutes=1)  # a file dates only the session
_SESSION = re.compile(r"session_(\d+)")


class _Turn(BaseModel):
    speaker: str
    text: str = ""
    blip_caption: str | None = None

    @model_validator(mode="after")
    def _says_or_shows(self) -> Self:
        if not (self.text.strip() or self.blip_caption):
            raise ValueError("has neither text nor caption")
        return self

    @property
    def content(self) -> str:
        shown = f"[shares {self.blip_caption}]" if self.blip_caption else ""
        return " ".join(part for part in (f"{self.speaker}:", self.text, shown) if part)


class _Sitting(BaseModel):
    date_time: Annotated[
        dt.datetime | None, date_like("%I:%M %p on %d %B, %Y", "1:56 pm on 8 May, 2023")
    ] = None
    turns: tuple[_Turn, ...]


class _Dialogue(BaseModel):
    speaker_a: str
    speaker_b: str
    sittings: dict[str, _Sitting]

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, value: object) -> object:
        """Collect ``session_1``, ``session_1_date_time``, ``session_2`` … into a list."""
        if not isinstance(value, dict):
            return value
        keys = sorted((int(found[1]), key) for key in value if (found := _SESSION.fullmatch(key)))
        sittings = {
            key: {"date_time": value.get(f"{key}_date_time"), "turns": value[key]}
            for _, key in keys
        }
        return {**value, "sittings": sittings}

    @model_validator(mode="after")
    def _is_between_two(self) -> Self:
        known = {self.speaker_a, self.speaker_b}
        spoken = {turn.speaker for sitting in self.sittings.values() for turn in sitting.turns}
        if spoken - known:
            raise ValueError(f"has a third speaker, {min(spoken - known)!r}")
        return self


class _Sample(BaseModel):
    sample_id: str = ""
    conversation: _Dialogue


def matches(document: list[Any] | dict[str, Any]) -> bool:
    """Return whether ``document`` looks like one sample of LoCoMo, or a list of them."""
    entries = document if isinstance(document, list) else [document]
    return any(isinstance(entry, dict) and "conversation" in entry for entry in entries)


def parse(document: list[Any] | dict[str, Any], source: str) -> Iterator[Conversation]:
    """Yield the conversations of ``document``, named by their sample ids.

    Raises:
        UnreadableTranscript: It is not a LoCoMo file; names ``source`` and the fault.
    """
    entries = document if isinstance(document, list) else [document]
    for sample in [validated(_Sample, entry, source) for entry in entries]:
        yield _conversation(sample.conversation, sample.sample_id, source)


def _conversation(dialogue: _Dialogue, name: str, source: str) -> Conversation:
    messages = [
        {
            "role": "user" if turn.speaker == dialogue.speaker_a else "assistant",
            "content": turn.content,
            "timestamp": sitting.date_time and sitting.date_time + index * _MESSAGE_INTERVAL,
        }
        for sitting in dialogue.sittings.values()
        for index, turn in enumerate(sitting.turns)
    ]
    title = f"{dialogue.speaker_a} and {dialogue.speaker_b}"
    return validated(Conversation, {"title": title, "name": name, "messages": messages}, source)
