"""The passages of each collection, in blocks, and their entries in the inverted index.

A block is the bytes of up to 128 rows of ``tidemark.retrieval.chunking.ROW``.  All rows that are
ranked for a question are read at once, at half a microsecond a passage, and no text is stored
twice.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Subquery,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    true,
    type_coerce,
)
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.retrieval import refs
from tidemark.retrieval.chunking import ROW, Passages, rows, texts
from tidemark.retrieval.index_terms import stemmed
from tidemark.retrieval.refs import CollectionKey, PassageRef, block_ref, passage_ref
from tidemark.schema import Role
from tidemark.storage.column_types import among
from tidemark.storage.search.inverted_index import index_of
from tidemark.storage.search.ref_parameters import REFS, as_parameter
from tidemark.storage.tables import collections, in_scope, messages, passage_blocks, sessions
from utils import TokenCounter

_ECHOING = "builtin"  # the engine
_BLOCK = 128  # 3 kB, rewritten with each message added to it
_ALL = 1 << 31  # messages
NONE: Passages = np.zeros(0, dtype=ROW)


def _register(new: Callable[[Table], Any]) -> Any:  # noqa: ANN401 - each database has its own insert
    return new(collections).on_conflict_do_nothing()


def _put(inserting: Callable[[Table], Any]) -> Any:  # noqa: ANN401 - each database has its own insert
    new = inserting(passage_blocks)
    renewed = {name: new.excluded[name] for name in ("rows", "last_position")}
    return new.on_conflict_do_update(index_elements=["collection_key", "block"], set_=renewed)


# Built once: building a statement costs more than running it
_OF_COLLECTION = passage_blocks.c.collection_key == bindparam("of_key")
_FROM = (
    select(passage_blocks.c.rows)
    .where(_OF_COLLECTION, passage_blocks.c.block >= bindparam("from_block"))
    .order_by(passage_blocks.c.block)
)
_TWO_FROM = _FROM.limit(2)
_COUNTS = (
    select(
        passage_blocks.c.collection_key,
        func.sum(func.length(passage_blocks.c.rows)) / ROW.itemsize,
    )
    .where(passage_blocks.c.collection_key.in_(select(sessions.c.key).where(in_scope)))
    .group_by(passage_blocks.c.collection_key)
)
_OF_COLLECTIONS = (
    select(passage_blocks.c.collection_key, passage_blocks.c.rows)
    .where(among(passage_blocks.c.collection_key, "of_keys"))
    .order_by(passage_blocks.c.collection_key, passage_blocks.c.block)
)
_TAIL = (
    select(passage_blocks).where(_OF_COLLECTION).order_by(passage_blocks.c.block.desc()).limit(1)
)
_LAST = _TAIL.subquery("last")
_NEW = (  # each with the last block, which it may join
    select(
        _LAST.c.block,
        _LAST.c.rows,
        messages.c.position,
        messages.c.role,
        messages.c.timestamp,
        messages.c.content,
        type_coerce(messages.c.metadata, Text).label("metadata"),
    )
    .select_from(messages.outerjoin(_LAST, true()))
    .where(
        messages.c.session_id == bindparam("of_session"),
        messages.c.position
        # Selected as a subquery: behind row-level security, a comparison with `coalesce` itself
        # does not use an index
        > select(
            func.coalesce(
                _TAIL.with_only_columns(passage_blocks.c.last_position).scalar_subquery(), -1
            )
        ).scalar_subquery(),
    )
    .order_by(messages.c.position)
    .limit(bindparam("most"))
)
_FROM_POSITION = (
    select(passage_blocks.c.block, passage_blocks.c.rows)
    .where(_OF_COLLECTION, passage_blocks.c.last_position >= bindparam("position"))
    .order_by(passage_blocks.c.block)
    .limit(1)
)


def _blocks_at(asked: Subquery) -> Select[Any]:
    is_asked = and_(
        passage_blocks.c.collection_key == asked.c.key, passage_blocks.c.block == asked.c.number
    )
    columns = passage_blocks.c.collection_key, passage_blocks.c.block, passage_blocks.c.rows
    return select(*columns).join(asked, is_asked)


_BLOCKS_AT = {dialect: _blocks_at(asked) for dialect, asked in REFS.items()}
_REGISTER = {"sqlite": _register(sqlite.insert), "postgresql": _register(postgresql.insert)}
_PUT = {"sqlite": _put(sqlite.insert), "postgresql": _put(postgresql.insert)}


class _NewMessage(NamedTuple):
    block: int | None
    rows: bytes | None
    position: int
    role: Role
    timestamp: dt.datetime
    content: str
    metadata: str

    @property
    def is_partial_echo(self) -> bool:
        """Return whether it is a reply of the built-in engine in the long form of metadata.

        It broke off, or came from a file without what it read; what it repeats is indexed at the
        original message.  A whole reply has the short form (``MetadataText``) and is indexed.
        """
        is_reply = self.role == "assistant" and f'"{_ECHOING}"' in self.metadata
        return is_reply and json.loads(self.metadata).get("engine") == _ECHOING


def collection_of(session_key: int) -> CollectionKey:
    """Return the collection of a session's messages, whose key is that of the session."""
    return CollectionKey(session_key)


def version_of(session_key: ColumnElement[int]) -> ColumnElement[int]:
    """Select the version of a session's collection: one past its last position with passages."""
    last = (
        select(passage_blocks.c.last_position + 1)
        .where(passage_blocks.c.collection_key == session_key)
        .order_by(passage_blocks.c.block.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.coalesce(last, 0).label("version")


def catch_up(connection: Connection, session_key: int, session_id: str, most: int = _ALL) -> bool:
    """Store and index the passages of the first ``most`` messages that are not indexed yet.

    A question is indexed with its reply: both cost as much as one.  Returns whether there may be
    more.
    """
    collection = collection_of(session_key)
    asked = {"of_session": session_id, "of_key": collection, "most": most}
    new = [_NewMessage._make(row) for row in connection.execute(_NEW, asked).all()]
    if not new:
        return False
    counter = TokenCounter()
    parts = [rows(message, counter, is_echo=message.is_partial_echo) for message in new]
    number, held = new[0].block or 0, _rows([new[0].rows or b""])
    contents = [
        text
        for message, part in zip(new, parts, strict=True)
        for text in texts(message.content, part)
    ]
    first = number * _BLOCK + len(held)
    if not first:
        _register_session(connection, collection)
    _store(connection, collection, np.concatenate([held, *parts]), from_block=number)
    stems = stemmed(dict(enumerate(contents, start=first)))
    index_of(connection).add(connection, collection, stems)
    return len(new) == most and len(contents) > 0


def add(
    connection: Connection, collection: CollectionKey, held: Passages, stems: Mapping[int, str]
) -> None:
    """Store ``held``, all passages of a new collection, and index them by their ``stems``."""
    connection.execute(insert(collections).values(key=collection))
    _store(connection, collection, held, from_block=0)
    index_of(connection).add(connection, collection, stems)


def remove(connection: Connection, collection: CollectionKey, texts: Sequence[str]) -> None:
    """Remove a collection; ``texts`` are those its passages were indexed with, in order."""
    index_of(connection).remove(connection, collection, dict(enumerate(texts)))
    connection.execute(delete(collections).where(collections.c.key == collection))


def read(
    connection: Connection, collection: CollectionKey, held: Passages | None = None
) -> Passages:
    """Return all passages of ``collection``, in order.

    If the first ones are given as ``held``, only the last block and later ones are read.
    """
    whole = 0 if held is None else len(held) // _BLOCK
    asked = {"of_key": collection, "from_block": whole}
    found = _rows(connection.scalars(_FROM, asked).all())
    return found if held is None or not whole else np.concatenate([held[: whole * _BLOCK], found])


def read_many(
    connection: Connection, keys: Sequence[CollectionKey]
) -> dict[CollectionKey, Passages]:
    """Return all passages of the collections ``keys``, in order."""
    blocks: dict[CollectionKey, list[bytes]] = {key: [] for key in keys}
    for key, block in connection.execute(_OF_COLLECTIONS, {"of_keys": list(keys)}).all():
        blocks[key].append(block)
    return {key: _rows(of_key) for key, of_key in blocks.items()}


def read_some(connection: Connection, collection: CollectionKey, first: int) -> Passages:
    """Return the passages from number ``first`` on, up to the end of the second block."""
    asked = {"of_key": collection, "from_block": first // _BLOCK}
    return _rows(connection.scalars(_TWO_FROM, asked))[first % _BLOCK :]


def read_at(connection: Connection, asked: Sequence[PassageRef]) -> list[Passages]:
    """Return the passage at each reference; empty if it is gone."""
    numbered = (refs.parts(ref) for ref in asked)
    parted = [(collection, *divmod(number, _BLOCK)) for collection, number in numbered]
    blocks_asked = sorted({block_ref(collection, block) for collection, block, _ in parted})
    query = _BLOCKS_AT[connection.dialect.name]
    found = connection.execute(query, as_parameter(connection, blocks_asked)).all()
    blocks = {(key, block): _rows([held]) for key, block, held in found}
    return [blocks.get((key, block), NONE)[at : at + 1] for key, block, at in parted]


def first_at(connection: Connection, collection: CollectionKey, position: int) -> PassageRef:
    """Return the first passage at ``position`` or later, or the end if there is none."""
    asked = {"of_key": collection, "position": position}
    found = connection.execute(_FROM_POSITION, asked).one_or_none()
    if found is None:
        return passage_ref(CollectionKey(collection + 1), 0)
    before = np.searchsorted(_rows([found.rows])["position"], position)
    return passage_ref(collection, int(found.block) * _BLOCK + int(before))


def counts(connection: Connection) -> dict[CollectionKey, int]:
    """Return the number of passages of each session in scope, by collection; reads all rows."""
    return {key: int(count) for key, count in connection.execute(_COUNTS)}


def forget(connection: Connection, session_key: int, contents: Mapping[int, str]) -> None:
    """Remove a session's collection; ``contents`` are its messages by position."""
    collection = collection_of(session_key)
    held = read(connection, collection)
    remove(connection, collection, list(_words(held, contents).values()))


def _register_session(connection: Connection, collection: CollectionKey) -> None:
    registered = {"key": collection, "session_key": collection}
    connection.execute(_REGISTER[connection.dialect.name], registered)


def _store(
    connection: Connection, collection: CollectionKey, all_rows: Passages, *, from_block: int
) -> None:
    blocks = [all_rows[at : at + _BLOCK] for at in range(0, len(all_rows), _BLOCK)]
    put = [
        {
            "collection_key": collection,
            "block": at,
            "last_position": int(block[-1]["position"]),
            "rows": block.tobytes(),
        }
        for at, block in enumerate(blocks, start=from_block)
    ]
    if put:
        given = put if len(put) > 1 else put[0]  # a list of one costs more
        connection.execute(_PUT[connection.dialect.name], given)


def _words(held: Passages, contents: Mapping[int, str]) -> dict[int, str]:
    return {
        number: contents[row["position"]][row["start"] : row["end"]]
        for number, row in enumerate(held)
    }


def _rows(blocks: Iterable[bytes]) -> Passages:
    return np.frombuffer(b"".join(blocks), dtype=ROW)
