"""The passages of each session, side by side in blocks, and the index of their words.

A block is the bytes of up to 128 rows of ``tidemark.retrieval.chunking.ROW``: what a question is
weighed against is read in one go, at half a microsecond a passage, and no text is stored twice.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import (
    Connection,
    Select,
    Subquery,
    Table,
    and_,
    bindparam,
    delete,
    func,
    select,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.retrieval.chunking import ROW, Passages, rows, texts
from tidemark.schema import Role
from tidemark.storage.column_types import among
from tidemark.storage.search import inverted_index
from tidemark.storage.tables import messages, passages
from utils import TokenCounter

_BLOCK = 128  # 3 kB, written anew with each message of its own
_NONE: Passages = np.zeros(0, dtype=ROW)


def _put(insert: Callable[[Table], Any]) -> Any:  # noqa: ANN401 - each database has its own insert
    new = insert(passages)
    renewed = {name: new.excluded[name] for name in ("rows", "last_position")}
    return new.on_conflict_do_update(index_elements=["session_key", "block"], set_=renewed)


# Built once: to build a statement costs more than to run it
_OF_SESSION = passages.c.session_key == bindparam("of_key")
_FROM = (
    select(passages.c.rows)
    .where(_OF_SESSION, passages.c.block >= bindparam("from_block"))
    .order_by(passages.c.block)
)
_TWO_FROM = _FROM.limit(2)
_COUNTS = select(
    passages.c.session_key, func.sum(func.length(passages.c.rows)) / ROW.itemsize
).group_by(passages.c.session_key)
_OF_SESSIONS = (
    select(passages.c.session_key, passages.c.rows)
    .where(among(passages.c.session_key, "of_keys"))
    .order_by(passages.c.session_key, passages.c.block)
)
_TAIL = select(passages).where(_OF_SESSION).order_by(passages.c.block.desc()).limit(1)
_LAST = _TAIL.subquery("last")
_NEW = (  # each beside the last block, which it may join
    select(
        _LAST.c.block,
        _LAST.c.rows,
        messages.c.position,
        messages.c.role,
        messages.c.timestamp,
        messages.c.content,
    )
    .select_from(messages.outerjoin(_LAST, true()))
    .where(
        messages.c.session_id == bindparam("of_session"),
        messages.c.position
        > func.coalesce(_TAIL.with_only_columns(passages.c.last_position).scalar_subquery(), -1),
    )
    .order_by(messages.c.position)
)
_FROM_POSITION = (
    select(passages.c.block, passages.c.rows)
    .where(_OF_SESSION, passages.c.last_position >= bindparam("position"))
    .order_by(passages.c.block)
    .limit(1)
)


def _blocks_of(asked: Subquery) -> Select[Any]:
    is_asked = and_(passages.c.session_key == asked.c.key, passages.c.block == asked.c.number)
    return select(passages.c.session_key, passages.c.block, passages.c.rows).join(asked, is_asked)


_BLOCKS = {dialect: _blocks_of(asked) for dialect, asked in inverted_index.PLACES.items()}
_PUT = {"sqlite": _put(sqlite.insert), "postgresql": _put(postgresql.insert)}


class _New(NamedTuple):
    block: int | None
    rows: bytes | None
    position: int
    role: Role
    timestamp: dt.datetime
    content: str


def catch_up(connection: Connection, key: int, session_id: str) -> None:
    """Store and index the passages of the messages that were said since the last that is indexed.

    ``key`` is what stands for the session.  A question waits for its reply: both cost as much as
    one.
    """
    asked = {"of_session": session_id, "of_key": key}
    new = [_New._make(row) for row in connection.execute(_NEW, asked)]
    if not new:
        return
    counter = TokenCounter()
    parts = [rows(message, counter) for message in new]
    number, held = new[0].block or 0, _rows([new[0].rows or b""])
    contents = [
        text
        for message, part in zip(new, parts, strict=True)
        for text in texts(message.content, part)
    ]
    first = number * _BLOCK + len(held)
    _store(connection, key, np.concatenate([held, *parts]), from_block=number)
    inverted_index.of(connection).add(connection, key, dict(enumerate(contents, start=first)))


def copy(
    connection: Connection, key: int, to_key: int, before: int, contents: Mapping[int, str]
) -> None:
    """Store and index for ``to_key`` what ``key`` has of messages ``before`` a position.

    ``to_key`` has no passages yet; its messages read ``contents``, by position.
    """
    held = of_session(connection, key)
    held = held[held["position"] < before]
    if len(held):
        _store(connection, to_key, held, from_block=0)
        inverted_index.of(connection).add(connection, to_key, _words(held, contents))


def of_session(connection: Connection, key: int, held: Passages | None = None) -> Passages:
    """Return all passages of the session ``key``, in the order they were said.

    What is ``held`` of them, from the first on, is not read again but for its last block.
    """
    whole = 0 if held is None else len(held) // _BLOCK
    read = _rows(connection.scalars(_FROM, {"of_key": key, "from_block": whole}))
    return read if held is None or not whole else np.concatenate([held[: whole * _BLOCK], read])


def some(connection: Connection, key: int, first: int) -> Passages:
    """Return the passages from number ``first`` on, to the end of the second block at most."""
    asked = {"of_key": key, "from_block": first // _BLOCK}
    return _rows(connection.scalars(_TWO_FROM, asked))[first % _BLOCK :]


def number_at(connection: Connection, key: int, position: int) -> int:
    """Return the number of the first passage at ``position`` or later; after all, where none is."""
    asked = {"of_key": key, "position": position}
    found = connection.execute(_FROM_POSITION, asked).one_or_none()
    if found is None:
        return 1 << inverted_index.POSITION_BITS
    before = np.searchsorted(_rows([found.rows])["position"], position)
    return int(found.block) * _BLOCK + int(before)


def at_places(connection: Connection, places: Sequence[int]) -> list[Passages]:
    """Return the one passage at each of ``places``; none where it is gone."""
    numbered = (divmod(place, 1 << inverted_index.POSITION_BITS) for place in places)
    parted = [(key, *divmod(number, _BLOCK)) for key, number in numbered]
    asked = sorted({inverted_index.place(key, block) for key, block, _ in parted})
    query, given = _BLOCKS[connection.dialect.name], inverted_index.as_parameter(connection, asked)
    found = connection.execute(query, {"places": given})
    blocks = {(key, block): _rows([held]) for key, block, held in found}
    return [blocks.get((key, block), _NONE)[at : at + 1] for key, block, at in parted]


def counts(connection: Connection) -> dict[int, int]:
    """Return how many passages each session has, by key; it reads all of them."""
    return {key: int(count) for key, count in connection.execute(_COUNTS)}


def of_sessions(connection: Connection, keys: Sequence[int]) -> dict[int, Passages]:
    """Return all passages of the sessions ``keys``, in the order they were said."""
    blocks: dict[int, list[bytes]] = {key: [] for key in keys}
    for key, block in connection.execute(_OF_SESSIONS, {"of_keys": list(keys)}):
        blocks[key].append(block)
    return {key: _rows(of_key) for key, of_key in blocks.items()}


def forget(connection: Connection, key: int, contents: Mapping[int, str]) -> None:
    """Take a session out, whose messages read ``contents``, by position."""
    words = _words(of_session(connection, key), contents)
    inverted_index.of(connection).forget(connection, key, words)
    connection.execute(delete(passages).where(passages.c.session_key == key))


def _store(connection: Connection, key: int, all_rows: Passages, *, from_block: int) -> None:
    blocks = [all_rows[at : at + _BLOCK] for at in range(0, len(all_rows), _BLOCK)]
    put = [
        {
            "session_key": key,
            "block": at,
            "last_position": int(block[-1]["position"]),
            "rows": block.tobytes(),
        }
        for at, block in enumerate(blocks, start=from_block)
    ]
    connection.execute(_PUT[connection.dialect.name], put)


def _words(held: Passages, contents: Mapping[int, str]) -> dict[int, str]:
    return {
        number: contents[row["position"]][row["start"] : row["end"]]
        for number, row in enumerate(held)
    }


def _rows(blocks: Iterable[bytes]) -> Passages:
    return np.frombuffer(b"".join(blocks), dtype=ROW)
