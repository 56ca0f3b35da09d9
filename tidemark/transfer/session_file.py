"""Session files: a session as one JSON file, in the format that other programs read and wrote.

It contains a summary, an index of its exchanges, and each answer in full with its sources.  Files
of older versions have answers without sources, or lack newer fields: all of them load.
"""

import itertools
import os
import tempfile
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError

from tidemark.errors import UnreadableTranscript
from tidemark.schema import Role

_MOST_BYTES = 64 * 2**20


def _as_answer(value: object) -> object:
    """Convert an answer of an old file, which is only its text."""
    return {"text": value} if isinstance(value, str) else value


def _as_entries(value: object) -> object:
    """Convert an index of an old file: entries by the ids of their exchanges."""
    if not isinstance(value, dict):
        return value
    entries: list[dict[str, Any]] = [
        {"exchange_id": exchange_id, **(told if isinstance(told, dict) else {"summary": told})}
        for exchange_id, told in value.items()
    ]
    return entries


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class RecentMessage(_Lenient):
    """One of the last messages of a session."""

    role: Role
    content: str


class IndexedExchange(_Lenient):
    """An exchange in one line; ``source_ids`` are the documents that its answer cites."""

    exchange_id: str
    question: str = ""
    summary: str = ""
    topics: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()


def _as_sources(value: object) -> object:
    """Convert the sources of an old answer that are only their ids."""
    if not isinstance(value, list):
        return value
    return [each if isinstance(each, dict) else {"document_id": str(each)} for each in value]


class FullAnswer(_Lenient):
    """The whole text of an answer, and its sources."""

    text: str = ""
    sources: Annotated[tuple[dict[str, JsonValue], ...], BeforeValidator(_as_sources)] = ()


class SessionFile(_Lenient):
    """The contents of a session file."""

    session_id: str = ""
    summary: str = ""
    recent_messages: tuple[RecentMessage, ...] = ()
    qa_index: Annotated[tuple[IndexedExchange, ...], BeforeValidator(_as_entries)] = ()
    full_answers: dict[str, Annotated[FullAnswer, BeforeValidator(_as_answer)]] = Field(
        default_factory=dict
    )
    metadata: dict[str, JsonValue] = Field(default_factory=dict)

    @property
    def exchanges(self) -> tuple[tuple[str, str], ...]:
        """Each question, or its line in the index, with its answer, in order.

        Without an index they are the last messages.
        """
        if self.qa_index:
            of_id = self.full_answers
            return tuple(
                (each.question or each.summary, of_id.get(each.exchange_id, FullAnswer()).text)
                for each in self.qa_index
            )
        said = self.recent_messages
        pairs = itertools.pairwise(said)
        return tuple(
            (one.content, other.content)
            for one, other in pairs
            if (one.role, other.role) == ("user", "assistant")
        )


def read(path: Path) -> SessionFile | None:
    """Return the contents of the file at ``path``; None if it does not exist.

    Raises:
        UnreadableTranscript: It is not a session file, or too large.
        OSError: It cannot be read.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UnreadableTranscript(path.name, "it is too large")
        return SessionFile.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise UnreadableTranscript(path.name, "it is no session file") from error


def write(path: Path, held: SessionFile) -> None:
    """Store ``held`` at ``path`` atomically, readable only by its owner.

    Raises:
        OSError: It cannot be written.
    """
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}", suffix=".tmp")
    unfinished = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(held.model_dump_json(indent=1))
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
