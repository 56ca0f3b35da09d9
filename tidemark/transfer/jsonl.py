"""Our own export, JSON lines: everything the database holds about a session.

A ``session`` line, then ``message``, ``summary`` and ``turn`` lines, which refer to messages by
position; then each branch of the session in the same way, after a ``branch`` line.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tidemark.errors import UnreadableTranscript
from tidemark.schema import FrozenModel, MessageMetadata
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord, TurnRecord
from tidemark.transfer.json_text import validated

_FIELDS: Mapping[str, tuple[str, type[FrozenModel]]] = {  # by the type of a line
    "message": ("messages", MessageRecord),
    "summary": ("summaries", SummaryRecord),
    "turn": ("turns", TurnRecord),
}


def parse(lines: Sequence[tuple[int, dict[str, Any]]], source: str) -> SessionRecord:
    """Return the session in the numbered ``lines`` of an export.

    Raises:
        UnreadableTranscript: They are not an export; names the line of ``source`` and the fault.
    """
    sessions: list[dict[str, Any]] = []
    for number, value in lines:
        kind = str(value.get("type"))
        if not sessions or kind == "branch":
            sessions.append({**_untyped(value), **{name: [] for name, _ in _FIELDS.values()}})
        elif kind in _FIELDS:
            name, shape = _FIELDS[kind]
            sessions[-1][name].append(validated(shape, _untyped(value), source, line=number))
        else:
            why = f'"type" is {kind!r}, not one of {", ".join(_FIELDS)}'
            raise UnreadableTranscript(source, why, line=number)
    first, *branches = sessions
    return validated(SessionRecord, {**first, "branches": branches}, source)


def write(record: SessionRecord) -> Iterator[str]:
    """Yield the lines of an export, without their ends; the same record gives the same lines."""
    for number, branch in enumerate(record.family):
        yield from _session("branch" if number else "session", branch)


def _session(kind: str, record: SessionRecord) -> Iterator[str]:
    parts = {"messages", "summaries", "turns", "branches"}
    yield _line(kind, record, exclude=parts, exclude_defaults=True)
    for message in record.messages:
        defaults = {
            "metadata": _defaults(message.metadata),
            "opinion": not message.opinion or set(),
            "versions": not message.versions or set(),
        }
        yield _line("message", message, exclude=defaults)
    for summary in record.summaries:
        yield _line("summary", summary)
    for turn in record.turns:
        yield _line("turn", turn)


def _line(kind: str, row: FrozenModel, **leave_out: Any) -> str:  # noqa: ANN401 - as Pydantic has it
    fields = row.model_dump(mode="json", **leave_out)
    return json.dumps({"type": kind, **fields}, ensure_ascii=False)


def _defaults(metadata: MessageMetadata) -> set[str]:
    """Return the names of the fields that have their default value."""
    default = MessageMetadata()
    return {key for key, value in metadata if value == getattr(default, key)}


def _untyped(value: dict[str, Any]) -> dict[str, Any]:
    return {key: held for key, held in value.items() if key != "type"}
