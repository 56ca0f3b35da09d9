"""Column types: values stored as readable text, validated when written and when read."""

import base64
import datetime as dt
import functools
import json
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from sqlalchemy import (
    ARRAY,
    BindParameter,
    ColumnElement,
    Dialect,
    Float,
    Integer,
    LargeBinary,
    Result,
    Text,
    bindparam,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine

from tidemark.errors import InvalidSessionId
from tidemark.prompt.renumbering import Renumbering
from tidemark.schema import Citation, MessageMetadata, SessionMemory
from utils import storable

SUFFIX_MARK = "~"  # occurs in no session id
ID_SUFFIX: BindParameter[str] = bindparam("id_suffix", type_=Text())
_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
_ID_LISTS = {"recalled", "similar"}
_PART_LISTS = {"rewritten", "augmented"}
_PLACE = "of", "start", "end"
_TURN_TOKENS = "recalled_tokens", "view_tokens"
_STEPS = "context", "summariser", "recall", "ambiguity", "responder"
_NO_METADATA = MessageMetadata()
_MESSAGE_IDS = re.compile(r'"message_ids":\s*\[([\d,\s]+)\]')  # within a text, quotes are escaped
_OBJECT = TypeAdapter(dict[str, Any])
S = TypeVar("S", bound=BaseModel)


class UnreadableRow(SQLAlchemyError):
    """A row holds a value that Tidemark did not write."""


def is_session_id(text: str) -> bool:
    """Return whether ``text`` is a valid session id."""
    return _SESSION_ID.fullmatch(text) is not None


def _without_suffix(value: str | None) -> str | None:
    return value.partition(SUFFIX_MARK)[0] if value and SUFFIX_MARK in value else value


def _moment(value: str | None) -> dt.datetime | None:
    if value is None:
        return None
    try:
        return dt.datetime.fromisoformat(value)
    except ValueError as error:
        raise UnreadableRow(f"not a time: {value[:80]!r}") from error


class SessionIdColumn(TypeDecorator[str]):
    """A session id, unique per user: stored with the user's id as a suffix, except for ``local``.

    Every statement with a session id uses the parameter ``:id_suffix``, which a scoped connection
    adds.  So no user can name the session of another, and two users may choose the same id.

    Raises:
        InvalidSessionId: The value is no valid id; the statement is not sent.
    """

    impl = Text
    cache_ok = True

    def bind_expression(self, bindparam: BindParameter[str]) -> ColumnElement[str]:
        """Append the suffix of the scope to an id."""
        return bindparam.concat(ID_SUFFIX)

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[str | None], str | None]:
        """Return the function that removes the suffix from an id."""
        return _without_suffix  # not a method, which SQLAlchemy would wrap: slower

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Refuse a value that is not a valid session id."""
        if value is not None and not _SESSION_ID.fullmatch(value):
            raise InvalidSessionId(value)
        return value


class InstantColumn(TypeDecorator[dt.datetime]):
    """A point in time as ISO-8601 text in UTC, which sorts in order of time."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Compare byte by byte; the collation of a locale would ignore punctuation."""
        return Text(collation="C" if dialect.name == "postgresql" else None)

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> str | None:
        """Convert ``value``, which must be timezone-aware, to text in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time must know its time zone")
        return value.astimezone(dt.UTC).isoformat()

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[str | None], dt.datetime | None]:
        """Return the function that parses the text, in UTC."""
        return _moment


class TenthsColumn(TypeDecorator[float]):
    """A number with one decimal, stored as tenths: SQLite stores such integers in two bytes."""

    impl = Float
    cache_ok = True

    def process_bind_param(self, value: float | None, dialect: Dialect) -> float | None:
        """Convert the number to tenths."""
        return None if value is None else float(round(value * 10))

    def process_result_value(self, value: float | None, dialect: Dialect) -> float | None:
        """Convert tenths, or a sum of tenths, back to the number."""
        return None if value is None else value / 10


class ShapeText(TypeDecorator[S], Generic[S]):
    """A Pydantic model as compact JSON text, without default values."""

    impl = Text
    cache_ok = True

    def __init__(self, shape: type[S]) -> None:
        super().__init__()
        self.shape = shape

    def process_bind_param(self, value: S | None, dialect: Dialect) -> str | None:
        """Serialise ``value`` without defaults; replace unpaired surrogates."""
        if value is None:
            return None
        try:
            return value.model_dump_json(exclude_defaults=True)
        except ValueError:  # an unpaired surrogate, which a model can produce
            whole = value.model_dump(mode="json", exclude_defaults=True)
            return storable(json.dumps(whole, ensure_ascii=False))

    def process_result_value(self, value: str | None, dialect: Dialect) -> S | None:
        """Parse the model."""
        if value is None:
            return None
        try:
            return self.shape.model_validate_json(value)
        except ValidationError as error:
            raise UnreadableRow(f"not a {self.shape.__name__}: {value[:80]!r}") from error


class MetadataText(ShapeText[MessageMetadata]):
    """A message's metadata as JSON text, with fewer and shorter keys than the model.

    Ids are ranges (``_as_ranges``).  ``turn`` lists the tokens recalled and read and the times of
    the steps, in order, and means that a missing analysis is an empty one.  ``reply`` is the engine
    and the sources of a reply that used no service.  A part of a text is its words or ``[of, start,
    end]``.  Citations of messages alone are triples (``_as_triples``).
    """

    cache_ok = True

    def __init__(self) -> None:
        super().__init__(MessageMetadata)

    def process_bind_param(self, value: MessageMetadata | None, dialect: Dialect) -> str | None:
        """Serialise the metadata."""
        if value is None or not (
            value.timings_ms or value.recalled or value.sources or value.citations
        ):
            return super().process_bind_param(value, dialect)
        told = value.model_dump(mode="json", exclude_defaults=True)
        if told.get("usage") == {} and {"engine", "sources"} <= told.keys():
            del told["usage"]
            told["reply"] = [told.pop("engine"), *told.pop("sources")]
        for name in _ID_LISTS & told.keys():
            told[name] = _as_ranges(told[name])
        for name in _PART_LISTS & told.keys():
            told[name] = [_as_part(part) for part in told[name]]
        if value.citations and all(each.kind == "message" for each in value.citations):
            told["citations"] = _as_triples(value.citations)
        if "timings_ms" in told and told["timings_ms"].keys() <= set(_STEPS):
            ms = told.pop("timings_ms")
            counts = [told.pop(name, None) for name in _TURN_TOKENS]
            told["turn"] = [*counts, *(ms.get(step) for step in _STEPS)]
            if told.setdefault("query_analysis") == {}:
                del told["query_analysis"]
        return storable(json.dumps(told, ensure_ascii=False, separators=(",", ":")))

    def process_result_value(self, value: str | None, dialect: Dialect) -> MessageMetadata | None:
        """Parse the metadata."""
        return None if value is None else self.parse(value)

    def parse(self, value: str) -> MessageMetadata:
        """Return the metadata that this version, or an earlier one, wrote as ``value``.

        Raises:
            UnreadableRow: Neither version wrote it.
        """
        if value == "{}":
            return _NO_METADATA
        try:
            told = _OBJECT.validate_json(value)  # twice as fast as the standard library
            for name in _ID_LISTS & told.keys():
                if isinstance(told[name], str):
                    told[name] = _from_ranges(told[name])
            for name in _PART_LISTS & told.keys():
                told[name] = [_from_part(part) for part in told[name]]
            if isinstance(told.get("citations"), str):
                told["citations"] = _from_triples(told["citations"])
            if "reply" in told:
                told |= {"usage": {}, "engine": told["reply"][0], "sources": told.pop("reply")[1:]}
            if "turn" in told:
                told.setdefault("query_analysis", {})
                counted = dict(zip(_TURN_TOKENS, told["turn"], strict=False))
                told |= {name: count for name, count in counted.items() if count is not None}
                told["timings_ms"] = told.pop("turn")[len(_TURN_TOKENS) :]
            if isinstance(told.get("timings_ms"), list):
                by_step = zip(_STEPS, told["timings_ms"], strict=True)
                told["timings_ms"] = {step: ms for step, ms in by_step if ms is not None}
            return MessageMetadata.model_validate(told)
        except (ValueError, AttributeError, TypeError) as error:
            raise UnreadableRow(f"not a MessageMetadata: {value[:80]!r}") from error


def _as_part(part: dict[str, Any]) -> object:
    """Return a part of a text as its words or its place; return other parts unchanged."""
    if part.keys() == {"text"}:
        return part["text"]
    if "end" in part and part.keys() <= set(_PLACE):
        return [part.get("of"), part.get("start", 0), part["end"]]
    return part


def _from_part(part: object) -> object:
    """Return the part of a text that ``_as_part`` encoded."""
    if isinstance(part, str):
        return {"text": part}
    return dict(zip(_PLACE, part, strict=True)) if isinstance(part, list) else part


def _as_ranges(ids: Sequence[int]) -> str:
    """Return ``ids`` in order as text, a run of consecutive ids as its first and the rest's count.

    The first id of a run is written as the difference from the id before it, which is shorter in a
    long chat.

    >>> _as_ranges([8108, 8103, 8104, 8105, 8109])
    '+8108 -5+2 4'
    """
    runs: list[list[int]] = []
    for of in ids:
        if runs and of == runs[-1][1] + 1:
            runs[-1][1] = of
        else:
            runs.append([of, of])
    before = [0, *(last for _, last in runs)]
    steps = (
        f"{first - at}+{last - first}" if last > first else str(first - at)
        for (first, last), at in zip(runs, before, strict=False)
    )
    return "+" + " ".join(steps)


@functools.lru_cache(maxsize=256)  # each turn reads the active messages again
def _from_ranges(text: str) -> tuple[int, ...]:
    """Return the ids written by ``_as_ranges``, or by an earlier version as ranges.

    >>> _from_ranges("+8108 -5+2 4"), _from_ranges("8 3-5 9")
    ((8108, 8103, 8104, 8105, 8109), (8, 3, 4, 5, 9))
    """
    ids: list[int] = []
    if text.startswith("+"):
        at = 0
        for run in text[1:].split():
            step, _, more = run.partition("+")
            at += int(step)
            ids.append(at)
            if more:
                ids += range(at + 1, at + int(more) + 1)
                at = ids[-1]
        return tuple(ids)
    for run in text.split():
        first_id, _, last_id = run.partition("-")
        ids += range(int(first_id), int(last_id or first_id) + 1)
    return tuple(ids)


def _as_triples(citations: Sequence[Citation]) -> str:
    """Return ``citations`` as text, three numbers each: message, start, length.

    A message is written as the difference from the message before, a start as that from the end
    before.

    >>> _as_triples([Citation(of=8108, start=19, end=40), Citation(of=8103, start=52, end=60)])
    '8108 19 21 -5 12 8'
    """
    numbers: list[int] = []
    of = at = 0
    for each in citations:
        numbers += each.of - of, each.start - at, each.end - each.start
        of, at = each.of, each.end
    return " ".join(map(str, numbers))


def _from_triples(text: str) -> list[dict[str, int]]:
    """Return the citations written by ``_as_triples``."""
    numbers = [int(each) for each in text.split()]
    found: list[dict[str, int]] = []
    of = at = 0
    for step, gap, length in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        of, start = of + step, at + gap
        at = start + length
        found.append({"of": of, "start": start, "end": at})
    return found


class MemoryText(ShapeText[SessionMemory]):
    """A summary's memory as JSON text; ``packed`` compresses a merge that was superseded."""

    cache_ok = True

    def __init__(self, *, packed: bool = False) -> None:
        super().__init__(SessionMemory)
        self.packed = packed

    def process_bind_param(self, value: SessionMemory | None, dialect: Dialect) -> str | None:
        """Serialise the memory, compressed inside a JSON object if ``packed``."""
        written = super().process_bind_param(value, dialect)
        if written is None or not self.packed:
            return written
        return json.dumps({"packed": base64.b85encode(zlib.compress(written.encode(), 9)).decode()})

    def process_result_value(self, value: str | None, dialect: Dialect) -> SessionMemory | None:
        """Parse the memory, compressed or not."""
        return super().process_result_value(None if value is None else _unpacked(value), dialect)


def _unpacked(written: str) -> str:
    if not written.startswith('{"packed"'):
        return written
    try:
        return zlib.decompress(base64.b85decode(json.loads(written)["packed"])).decode()
    except (ValueError, zlib.error) as error:
        raise UnreadableRow(f"not a packed memory: {written[:80]!r}") from error


def renumbered(written: str, numbers: Renumbering) -> str:
    """Return a memory, or versions of one, as stored, with the ids of its messages renumbered.

    Parsing and writing a thousand of them would take ten times as long.
    """

    def again(found: re.Match[str]) -> str:
        ids = numbers.ids([int(each) for each in found[1].split(",")])
        return f'"message_ids":[{",".join(map(str, ids))}]'

    return _MESSAGE_IDS.sub(again, _unpacked(written))


class NumbersText(TypeDecorator[tuple[int, ...]]):
    """Integers as a JSON list, for short lists that are always read whole."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        """Serialise ``value`` as JSON."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        """Parse the numbers."""
        return None if value is None else tuple(json.loads(value))


class HexColumn(TypeDecorator[str]):
    """Hexadecimal digits stored as bytes, half the size."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Convert the digits to bytes."""
        return None if value is None else bytes.fromhex(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """Convert the bytes to digits."""
        return None if value is None else bytes(value).hex()


class _ListColumn(TypeDecorator[list[Any]]):
    """Any number of values as one parameter, so that each statement is compiled only once."""

    impl = Text
    element: TypeEngine[Any]

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Use the server's array type."""
        return ARRAY(self.element) if dialect.name == "postgresql" else Text()

    def process_bind_param(self, value: list[Any] | None, dialect: Dialect) -> Any:  # noqa: ANN401
        """Serialise ``value`` as JSON if the database has no arrays."""
        return json.dumps(value) if dialect.name == "sqlite" else value


class NumberList(_ListColumn):
    """Any number of integers as one parameter."""

    cache_ok = True
    element = Integer()


class SessionIdList(_ListColumn):
    """Any number of session ids as one parameter; the statement appends the scope's suffix."""

    cache_ok = True
    element = Text()

    def process_bind_param(self, value: list[str] | None, dialect: Dialect) -> Any:  # noqa: ANN401
        """Refuse a value that is not a valid session id."""
        for session_id in value or ():
            if not _SESSION_ID.fullmatch(session_id):
                raise InvalidSessionId(session_id)
        return super().process_bind_param(value, dialect)


class _Among(FunctionElement[bool]):  # not Boolean: compared with 1 on SQLite
    inherit_cache = True


def among(column: ColumnElement[int], name: str) -> ColumnElement[bool]:
    """Return the condition that ``column`` is one of the numbers in the parameter ``name``."""
    return _Among(column, bindparam(name, type_=NumberList()))


@compiles(_Among, "sqlite")
def _of_list(element: _Among, compiler: SQLCompiler, **given: Any) -> str:  # noqa: ANN401
    column, numbers = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT asked.value FROM json_each({numbers}) AS asked)"  # noqa: S608


@compiles(_Among, "postgresql")
def _of_array(element: _Among, compiler: SQLCompiler, **given: Any) -> str:  # noqa: ANN401
    column, numbers = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} = ANY ({numbers})"


class _AmongIds(FunctionElement[bool]):
    inherit_cache = True


def among_ids(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """Return the condition that ``column`` is one of the session ids in the parameter ``name``."""
    return _AmongIds(column, bindparam(name, type_=SessionIdList()), ID_SUFFIX)


@compiles(_AmongIds, "sqlite")
def _of_id_list(element: _AmongIds, compiler: SQLCompiler, **given: Any) -> str:  # noqa: ANN401
    column, ids, suffix = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT asked.value || {suffix} FROM json_each({ids}) AS asked)"  # noqa: S608


@compiles(_AmongIds, "postgresql")
def _of_id_array(element: _AmongIds, compiler: SQLCompiler, **given: Any) -> str:  # noqa: ANN401
    column, ids, suffix = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT asked.id || {suffix} FROM unnest({ids}) AS asked (id) OFFSET 0)"  # noqa: S608


def as_shapes(found: Result[Any], shape: type[S]) -> tuple[S, ...]:
    """Return the rows of ``found`` as models; the column names are the field names of ``shape``."""
    names = tuple(found.keys())
    return tuple(shape.model_validate(dict(zip(names, row, strict=True))) for row in found.all())
