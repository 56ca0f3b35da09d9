"""How values lie in columns: text a person can read, checked on the way in and on the way out."""

import datetime as dt
import json
import re
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from sqlalchemy import (
    ARRAY,
    BindParameter,
    ColumnElement,
    Dialect,
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
from utils import storable

SUFFIX_MARK = "~"  # in no session id
ID_SUFFIX: BindParameter[str] = bindparam("id_suffix", type_=Text())
_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
S = TypeVar("S", bound=BaseModel)


class UnreadableRow(SQLAlchemyError):
    """A row holds what Tidemark never wrote."""


class SessionIdColumn(TypeDecorator[str]):
    """A session id, unique to its user: stored with the user's id behind it, but for ``local``.

    Every statement that carries one adds ``:id_suffix``, which a scoped connection gives: no user
    can name the session of another, and two may call theirs alike.

    Raises:
        InvalidSessionId: It is not one; the statement is not sent.
    """

    impl = Text
    cache_ok = True

    def bind_expression(self, bindparam: BindParameter[str]) -> ColumnElement[str]:
        """Add the suffix of the scope to an id."""
        return bindparam.concat(ID_SUFFIX)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the id without the suffix."""
        return value.partition(SUFFIX_MARK)[0] if value and SUFFIX_MARK in value else value

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Refuse what is not a session id."""
        if value is not None and not _SESSION_ID.fullmatch(value):
            raise InvalidSessionId(value)
        return value


class InstantColumn(TypeDecorator[dt.datetime]):
    """A moment as ISO-8601 text in UTC, whose order as text is its order in time."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Compare byte by byte where a locale would skip punctuation."""
        return Text(collation="C" if dialect.name == "postgresql" else None)

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> str | None:
        """Write ``value``, which must know its time zone, in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time must know its time zone")
        return value.astimezone(dt.UTC).isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> dt.datetime | None:
        """Read a moment back, in UTC."""
        if value is None:
            return None
        try:
            return dt.datetime.fromisoformat(value)
        except ValueError as error:
            raise UnreadableRow(f"not a time: {value[:80]!r}") from error


class ShapeText(TypeDecorator[S], Generic[S]):
    """A shape as compact JSON text, defaults left out."""

    impl = Text
    cache_ok = True

    def __init__(self, shape: type[S]) -> None:
        super().__init__()
        self.shape = shape

    def process_bind_param(self, value: S | None, dialect: Dialect) -> str | None:
        """Write ``value`` without what it has by default, and whole characters alone."""
        if value is None:
            return None
        try:
            return value.model_dump_json(exclude_defaults=True)
        except ValueError:  # half a surrogate pair: a model can speak one
            whole = value.model_dump(mode="json", exclude_defaults=True)
            return storable(json.dumps(whole, ensure_ascii=False))

    def process_result_value(self, value: str | None, dialect: Dialect) -> S | None:
        """Read the shape back."""
        if value is None:
            return None
        try:
            return self.shape.model_validate_json(value)
        except ValidationError as error:
            raise UnreadableRow(f"not a {self.shape.__name__}: {value[:80]!r}") from error


class NumbersText(TypeDecorator[tuple[int, ...]]):
    """Whole numbers as a JSON list, for the few that are read back together."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        """Write ``value`` as JSON."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        """Read the numbers back."""
        return None if value is None else tuple(json.loads(value))


class HexColumn(TypeDecorator[str]):
    """Hexadecimal digits as the bytes they stand for: half as many."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Write the bytes."""
        return None if value is None else bytes.fromhex(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """Read the digits back."""
        return None if value is None else bytes(value).hex()


class _ListColumn(TypeDecorator[list[Any]]):
    """Any count of values as one parameter, so that each statement is compiled once."""

    impl = Text
    element: TypeEngine[Any]

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Take a server's own array."""
        return ARRAY(self.element) if dialect.name == "postgresql" else Text()

    def process_bind_param(self, value: list[Any] | None, dialect: Dialect) -> Any:  # noqa: ANN401
        """Write ``value`` as JSON where there are no arrays."""
        return json.dumps(value) if dialect.name == "sqlite" else value


class NumberList(_ListColumn):
    """Any count of whole numbers as one parameter."""

    cache_ok = True
    element = Integer()


class SessionIdList(_ListColumn):
    """Any count of session ids as one parameter; the statement adds the suffix of the scope."""

    cache_ok = True
    element = Text()

    def process_bind_param(self, value: list[str] | None, dialect: Dialect) -> Any:  # noqa: ANN401
        """Refuse what is not a session id."""
        for session_id in value or ():
            if not _SESSION_ID.fullmatch(session_id):
                raise InvalidSessionId(session_id)
        return super().process_bind_param(value, dialect)


class _Among(FunctionElement[bool]):  # of no Boolean type: SQLite's would be compared with 1
    inherit_cache = True


def among(column: ColumnElement[int], name: str) -> ColumnElement[bool]:
    """Return the claim that ``column`` is one of the numbers given as ``name``."""
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
    """Return the claim that ``column`` is one of the session ids given as ``name``."""
    return _AmongIds(column, bindparam(name, type_=SessionIdList()), ID_SUFFIX)


@compiles(_AmongIds, "sqlite")
def _of_id_list(element: _AmongIds, compiler: SQLCompiler, **given: Any) -> str:  # noqa: ANN401
    column, ids, suffix = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT asked.value || {suffix} FROM json_each({ids}) AS asked)"  # noqa: S608


@compiles(_AmongIds, "postgresql")
def _of_id_array(element: _AmongIds, compiler: SQLCompiler, **given: Any) -> str:  # noqa: ANN401
    column, ids, suffix = (compiler.process(part, **given) for part in element.clauses)
    return f"{column} IN (SELECT asked.id || {suffix} FROM unnest({ids}) AS asked (id))"  # noqa: S608


def as_shapes(found: Result[Any], shape: type[S]) -> tuple[S, ...]:
    """Return the rows of ``found``, whose columns are called as the parts of ``shape``."""
    names = tuple(found.keys())
    return tuple(shape.model_validate(dict(zip(names, row, strict=True))) for row in found.all())
