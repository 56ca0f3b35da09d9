"""Conversation files in and out: our own export, and the shapes others keep conversations in.

Reading is all or nothing: a file is understood whole, or ``UnreadableTranscript`` names the line
and what is wrong with it.  Four shapes are recognised by what they hold, not by their name:

- our export, JSON lines: a ``session`` line, then ``message``, ``summary`` and ``turn`` lines
  with all that the database holds, messages referred to by position; then each branch likewise,
  whole, after a ``branch`` line;
- plain JSON lines, ``{"role", "content"}`` with a ``timestamp`` where it is known;
- LoCoMo: two people over many sittings; the first speaks as the user (snap-research/LoCoMo);
- BEAM: ``{"messages": [...]}`` with a ``time_anchor`` now and then (mohammadtavakoli78/BEAM).
"""

import datetime as dt
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from tidemark.errors import ConversationNotFound, UnreadableTranscript
from tidemark.schema import FrozenModel, Instant, MessageMetadata, QueryUnderstanding, Role
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord, TurnRecord
from utils import storable

Valid = TypeVar("Valid", bound=BaseModel)

_STEP = dt.timedelta(minutes=1)  # between messages whose file dates only the sitting
_NOON = 12  # o'clock: a bare date stays the same date in nearly every time zone
_ESCAPE = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)  # what may not be storable
_SITTING = re.compile(r"session_(\d+)")
_ROWS: dict[str, tuple[str, type[FrozenModel]]] = {  # what a line's type is, and where it belongs
    "message": ("messages", MessageRecord),
    "summary": ("summaries", SummaryRecord),
    "turn": ("turns", TurnRecord),
}
_FAULTS = {  # where pydantic's own words speak of our code
    "missing": "is missing",
    "too_short": "is empty",
    "extra_forbidden": "is not a key we know",
    "model_type": "should be an object",
    "model_attributes_type": "should be an object",
}


def _said(value: str) -> str:
    if not value.strip():
        raise ValueError("is empty")
    return value


def _time(form: str, example: str) -> BeforeValidator:
    """Read times written in ``form``, such as ``example``; null stays None."""

    def read_time(value: object) -> dt.datetime | None:
        if value is None:
            return None
        try:
            return dt.datetime.strptime(str(value), form).replace(tzinfo=dt.UTC)
        except ValueError as error:
            raise ValueError(f"should be like {example!r}, not {value!r}") from error

    return BeforeValidator(read_time)


Words = Annotated[str, AfterValidator(_said)]


class PlainMessage(FrozenModel):
    """What one side said, and when, as far as the file knows; a time without a zone is UTC.

    ``understood``: what a person's message was understood as, where that is known (our sample).
    """

    model_config = ConfigDict(extra="ignore")

    role: Role
    content: Words
    timestamp: Instant | None = None
    understood: QueryUnderstanding | None = None


class Conversation(FrozenModel):
    """A conversation of another program; ``title`` is empty where it has none."""

    title: str = ""
    messages: Annotated[tuple[PlainMessage, ...], Field(min_length=1)]

    def dated(self, now: dt.datetime) -> "Conversation":
        """Return the conversation with a time on every message.

        One without follows a second after the message before it; the first is at the earliest
        time the file knows, or ``now``.
        """
        known = [message.timestamp for message in self.messages if message.timestamp]
        at = min(known, default=now) - dt.timedelta(seconds=1)
        messages = []
        for message in self.messages:
            at = message.timestamp or at + dt.timedelta(seconds=1)
            messages.append(message.model_copy(update={"timestamp": at}))
        return self.model_copy(update={"messages": tuple(messages)})


class _BeamMessage(PlainMessage):
    time_anchor: Annotated[dt.datetime | None, _time("%B-%d-%Y", "March-15-2024")] = None


class _Beam(BaseModel):
    messages: tuple[_BeamMessage, ...]


class _LocomoTurn(BaseModel):
    speaker: str
    text: str = ""
    blip_caption: str | None = None

    @model_validator(mode="after")
    def _says_or_shows(self) -> Self:
        if not (self.text.strip() or self.blip_caption):
            raise ValueError("has neither text nor caption")
        return self

    @property
    def words(self) -> str:
        shown = f"[shares {self.blip_caption}]" if self.blip_caption else ""
        return " ".join(part for part in (f"{self.speaker}:", self.text, shown) if part)


class _Sitting(BaseModel):
    date_time: Annotated[
        dt.datetime | None, _time("%I:%M %p on %d %B, %Y", "1:56 pm on 8 May, 2023")
    ] = None
    turns: tuple[_LocomoTurn, ...]


class _Locomo(BaseModel):
    speaker_a: str
    speaker_b: str
    sittings: dict[str, _Sitting]

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, value: object) -> object:
        """Put ``session_1``, ``session_1_date_time``, ``session_2`` ... in a row."""
        if not isinstance(value, dict):
            return value
        keys = sorted((int(found[1]), key) for key in value if (found := _SITTING.fullmatch(key)))
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


class _LocomoSample(BaseModel):
    sample_id: str = ""
    conversation: _Locomo


def read(path: Path, *, sample: str | None = None) -> Conversation | SessionRecord:
    """Read the conversation file at ``path``; of a file of several, the one called ``sample``.

    Raises:
        UnreadableTranscript: It is not there, or not a conversation; says where and why.
        ConversationNotFound: It holds several, and ``sample`` names none of them.
    """
    return parse(load(path), path.name, sample=sample)


def load(path: Path) -> bytes:
    """Return what the file at ``path`` holds.

    Raises:
        UnreadableTranscript: It cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableTranscript(str(path), f"it cannot be read ({error.strerror})") from error


def parse(raw: bytes, source: str, *, sample: str | None = None) -> Conversation | SessionRecord:
    """Read a conversation from ``raw``, which errors call ``source``; else as ``read``."""
    text = _decoded(raw, source)
    document = _document(text, source)
    if document is not None:
        return _conversation(document, source, sample)
    lines = _objects(text, source)
    if not lines:
        raise UnreadableTranscript(source, "the file is empty")
    if lines[0][1].get("type") == "session":
        return _record(lines, source)
    messages = [_valid(PlainMessage, value, source, line=number) for number, value in lines]
    return Conversation(messages=tuple(messages))


def questions(conversation: Conversation | SessionRecord) -> tuple[str, ...]:
    """Return what the person said, in order."""
    if isinstance(conversation, SessionRecord):
        conversation = conversation.listed
    return tuple(said.content for said in conversation.messages if said.role == "user")


def read_lines(shape: type[Valid], raw: bytes, source: str) -> tuple[Valid, ...]:
    """Read JSON lines from ``raw``, each of one ``shape``, all or none.

    Raises:
        UnreadableTranscript: A line is not; says which and why.
    """
    lines = _objects(_decoded(raw, source), source)
    return tuple(_valid(shape, value, source, line=number) for number, value in lines)


def write(record: SessionRecord) -> Iterator[str]:
    """Yield the lines of an export, without their ends; the same record gives the same lines."""
    for number, branch in enumerate(record.family):
        yield from _session("branch" if number else "session", branch)


def _session(kind: str, record: SessionRecord) -> Iterator[str]:
    parts = {"messages", "summaries", "turns", "branches"}
    yield _line(kind, record, exclude=parts, exclude_defaults=True)
    for message in record.messages:
        unsaid = {"metadata": _unsaid(message.metadata), "opinion": not message.opinion or set()}
        yield _line("message", message, exclude=unsaid)
    for summary in record.summaries:
        yield _line("summary", summary)
    for turn in record.turns:
        yield _line("turn", turn)


def _line(kind: str, row: FrozenModel, **leave_out: Any) -> str:  # noqa: ANN401 - as Pydantic has it
    fields = row.model_dump(mode="json", **leave_out)
    return json.dumps({"type": kind, **fields}, ensure_ascii=False)


def _unsaid(metadata: MessageMetadata) -> set[str]:
    default = MessageMetadata()
    return {key for key, value in metadata if value == getattr(default, key)}


def _record(lines: Sequence[tuple[int, dict[str, Any]]], source: str) -> SessionRecord:
    sessions: list[dict[str, Any]] = []
    for number, value in lines:
        kind = str(value.get("type"))
        if not sessions or kind == "branch":
            sessions.append({**_untyped(value), **{key: [] for key, _ in _ROWS.values()}})
        elif kind in _ROWS:
            key, shape = _ROWS[kind]
            sessions[-1][key].append(_valid(shape, _untyped(value), source, line=number))
        else:
            why = f'"type" is {kind!r}, not one of {", ".join(_ROWS)}'
            raise UnreadableTranscript(source, why, line=number)
    first, *branches = sessions
    return _valid(SessionRecord, {**first, "branches": branches}, source)


def _untyped(value: dict[str, Any]) -> dict[str, Any]:
    return {key: held for key, held in value.items() if key != "type"}


def _decoded(raw: bytes, source: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableTranscript(source, "it is not UTF-8 text", line=line) from error


def _document(text: str, source: str) -> list[Any] | dict[str, Any] | None:
    """Return the one JSON value that ``text`` is; None where it is JSON lines."""
    try:
        value = _loads(text)
    except (ValueError, RecursionError) as error:
        if source.endswith(".json") and text.strip() and "Extra data" not in str(error):
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            raise UnreadableTranscript(source, _no_json(error), line=line) from error
        return None
    if isinstance(value, list) or (
        isinstance(value, dict) and {"messages", "conversation"} & value.keys()
    ):
        return value
    return None


def _objects(text: str, source: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the JSON objects of ``text`` with their line numbers, blank lines passed over."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _loads(line)
        except (ValueError, RecursionError) as error:
            raise UnreadableTranscript(source, _no_json(error), line=number) from error
        if not isinstance(value, dict):
            raise UnreadableTranscript(source, "it is not a JSON object", line=number)
        found.append((number, value))
    return found


def _loads(text: str) -> object:
    value = json.loads(text)
    return _mended(value) if _ESCAPE.search(text) else value


def _mended(value: object) -> object:
    """Return ``value`` with every string in it storable."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_mended(held) for held in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(held) for key, held in value.items()}
    return value


def _no_json(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON ({error.msg.lower()}, column {error.colno})"
    return f"it is not JSON ({error})"


def _conversation(
    document: list[Any] | dict[str, Any], source: str, sample: str | None
) -> Conversation:
    entries = document if isinstance(document, list) else [document]
    if any(isinstance(entry, dict) and "conversation" in entry for entry in entries):
        samples = [_valid(_LocomoSample, entry, source) for entry in entries]
        return _locomo(_chosen(samples, source, sample), source)
    beam = {"messages": document} if isinstance(document, list) else document
    return _beam(_valid(_Beam, beam, source), source)


def _chosen(samples: Sequence[_LocomoSample], source: str, wanted: str | None) -> _Locomo:
    for sample in samples:
        if sample.sample_id == wanted or (wanted is None and len(samples) == 1):
            return sample.conversation
    raise ConversationNotFound(source, wanted, tuple(sample.sample_id for sample in samples))


def _locomo(locomo: _Locomo, source: str) -> Conversation:
    """Put the sittings in one row; names and captions stay in the words."""
    messages = [
        {
            "role": "user" if turn.speaker == locomo.speaker_a else "assistant",
            "content": turn.words,
            "timestamp": sitting.date_time and sitting.date_time + index * _STEP,
        }
        for sitting in locomo.sittings.values()
        for index, turn in enumerate(sitting.turns)
    ]
    title = f"{locomo.speaker_a} and {locomo.speaker_b}"
    return _valid(Conversation, {"title": title, "messages": messages}, source)


def _beam(beam: _Beam, source: str) -> Conversation:
    """Date the messages from their anchors: a minute apart, beginning anew at each."""
    messages = []
    at: dt.datetime | None = None
    for message in beam.messages:
        begun = message.time_anchor and message.time_anchor.replace(hour=_NOON)
        at = message.timestamp or begun or (at and at + _STEP)
        messages.append({"role": message.role, "content": message.content, "timestamp": at})
    return _valid(Conversation, {"messages": messages}, source)


def _valid(shape: type[Valid], value: object, source: str, *, line: int | None = None) -> Valid:
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        raise UnreadableTranscript(source, why_invalid(error), line=line) from error


def why_invalid(error: ValidationError) -> str:
    """Say in words what the first fault of ``error`` is, and where."""
    first = error.errors()[0]
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"]]
    subject = f'"{"".join(steps).lstrip(".")}" ' if steps else ""
    said = first["msg"].removeprefix("Value error, ").replace("Input should", "should")
    return f"{subject}{_FAULTS.get(first['type'], said)}"
