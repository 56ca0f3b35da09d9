"""Prompt snapshots: the prompt of each turn exactly as sent, stored with its reply."""

import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, insert, select

from tidemark.prompt import snapshots
from tidemark.prompt.renumbering import Renumbering
from tidemark.schema import Message, Turn
from tidemark.schema.prompt_snapshot import MessageSize, PromptSnapshot
from tidemark.storage import snapshot_codec
from tidemark.storage.column_types import among, as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_messages
from tidemark.storage.snapshot_codec import RUN_LENGTH, PackedSnapshot, SnapshotRun
from tidemark.storage.tables import TURN, is_in_scope, messages, of_session, prompt_snapshots, turns

_OF_REPLY = select(*TURN).where(turns.c.reply_id == bindparam("reply_id"), is_in_scope(turns))
_OF_QUESTION = select(*TURN).where(
    turns.c.question_id == bindparam("question_id"), is_in_scope(turns)
)
_OF_SESSION = select(*TURN).where(of_session(turns)).order_by(turns.c.id)
_COLUMNS = [prompt_snapshots.c[name] for name in PackedSnapshot._fields]
_PACKED = (
    select(*_COLUMNS)
    .join_from(turns, prompt_snapshots, prompt_snapshots.c.turn_id == turns.c.id)
    .where(of_session(turns))
    .order_by(turns.c.id)
)
_NEWEST = _PACKED.order_by(None).order_by(turns.c.id.desc()).limit(1)
_BASE = _PACKED.with_only_columns(prompt_snapshots.c.base_id).order_by(None)
_BASE_AT = (
    _BASE.where(turns.c.id <= bindparam("upto")).order_by(turns.c.id.desc()).limit(1)
).scalar_subquery()
_UP_TO = _PACKED.where(turns.c.id >= _BASE_AT, turns.c.id <= bindparam("upto"))
_SIZES = select(messages.c.id, func.length(messages.c.content), messages.c.token_count).where(
    among(messages.c.id, "ids")
)
_INSERT = insert(prompt_snapshots)
_MOST_RUNS = 64  # of 32 kB at most
_QUESTION = (
    select(messages.c.id)
    .where(of_session(messages), messages.c.role == "user")
    .order_by(messages.c.position)
    .offset(bindparam("before"))
    .limit(1)
)
_SOURCES = select(*MESSAGE).where(among(messages.c.id, "ids"), is_in_scope(messages))


class StoredPrompt(NamedTuple):
    """A turn and the prompt of its engine; ``kept`` is None if no prompt was stored."""

    turn: Turn
    kept: PromptSnapshot | None


class SnapshotRunCache:
    """The most recently packed runs, so that the next turn need not read and inflate its own.

    A run is keyed by its last row, so one that another process extended is not found.  Thread-safe.
    """

    def __init__(self) -> None:
        self._runs: OrderedDict[PackedSnapshot, SnapshotRun] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, last: PackedSnapshot) -> SnapshotRun | None:
        """Return the run that ends with the row ``last``; None if it is not cached."""
        with self._lock:
            return self._runs.get(last)

    def replace(self, last: PackedSnapshot | None, run: SnapshotRun) -> None:
        """Cache ``run`` instead of the run that ended with the row ``last``."""
        with self._lock:
            if last is not None:
                self._runs.pop(last, None)
            self._runs[run.last] = run
            while len(self._runs) > _MOST_RUNS:
                self._runs.popitem(last=False)

    def clear(self) -> None:
        """Drop all runs."""
        with self._lock:
            self._runs.clear()


class PromptSnapshotStore:
    """Finds the stored prompts of turns."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of_reply(self, session_id: str, reply_id: int) -> StoredPrompt | None:
        """Return the turn of a session that ended in a reply; None if there is none."""
        found = self._read(_OF_REPLY, reply_id=reply_id)
        ours = [read for read in found if read.turn.session_id == session_id]
        return ours[0] if ours else None

    def of_question(self, session_id: str, question_id: int) -> tuple[StoredPrompt, ...]:
        """Return the turns of a session for a question, in order of their start."""
        found = self._read(_OF_QUESTION, question_id=question_id)
        ours = (read for read in found if read.turn.session_id == session_id)
        return tuple(sorted(ours, key=lambda read: read.turn.id))

    def of_session(self, session_id: str) -> tuple[StoredPrompt, ...]:
        """Return all turns of a session, in order of their start."""
        return self._read(_OF_SESSION, of_session=session_id)

    def question(self, session_id: str, number: int) -> int | None:
        """Return the id of question ``number`` of a session, counted from 1; None past the last."""
        if number < 1:
            return None
        with self._connections.asking() as connection:
            asked = {"of_session": session_id, "before": number - 1}
            found: int | None = connection.scalar(_QUESTION, asked)
            return found

    def sources(self, message_ids: Collection[int]) -> dict[int, Message]:
        """Return the messages with ``message_ids`` that exist, by id, of any session in scope."""
        with self._connections.asking() as connection:
            found = as_messages(connection.execute(_SOURCES, {"ids": list(message_ids)}))
        return {message.id: message for message in found}

    def _read(self, query: Select[Any], **asked: object) -> tuple[StoredPrompt, ...]:
        with self._connections.asking() as connection:
            found = as_shapes(connection.execute(query, asked), Turn)
            kept: dict[int, PromptSnapshot] = {}
            for session_id in {turn.session_id for turn in found}:
                ids = [turn.id for turn in found if turn.session_id == session_id]
                kept |= read_snapshots(connection, session_id, ids)
        return tuple(StoredPrompt(turn, kept.get(turn.id)) for turn in found)


def read_snapshots(
    connection: Connection, session_id: str, turn_ids: Collection[int] | None = None
) -> dict[int, PromptSnapshot]:
    """Return the snapshots of a session's turns by turn id, or only those of ``turn_ids``."""
    if turn_ids is None or len(turn_ids) > RUN_LENGTH:
        rows = _rows(connection, _PACKED, of_session=session_id)
    else:
        runs = [_rows(connection, _UP_TO, of_session=session_id, upto=at) for at in turn_ids]
        rows = sorted({row for run in runs for row in run})
    contents = {
        turn_id: (sha256, content)
        for turn_id, sha256, content in snapshot_codec.unpack(rows)
        if turn_ids is None or turn_id in turn_ids
    }
    needed = {of for _, content in contents.values() for of in snapshot_codec.message_ids(content)}
    sizes = _sizes(connection, needed)
    return {
        turn_id: snapshot_codec.restored(sha256, content, sizes)
        for turn_id, (sha256, content) in contents.items()
    }


def write_snapshots(
    connection: Connection,
    session_id: str,
    by_turn: Mapping[int, PromptSnapshot | None],
    known: Mapping[int, MessageSize] = MappingProxyType({}),
    runs: SnapshotRunCache | None = None,
    *,
    is_first: bool = False,
) -> None:
    """Store the prompts of a session's newest turns, by turn id; skip turns without one.

    Message sizes that are not ``known`` are read; so is the run to be continued if it is not in
    ``runs``.  If ``is_first``, a new run is begun without looking for an earlier one.
    """
    kept = [(turn_id, each) for turn_id, each in sorted(by_turn.items()) if each is not None]
    if not kept:
        return
    runs = runs or SnapshotRunCache()
    last = None
    if not is_first:
        last = next(iter(_rows(connection, _NEWEST, of_session=session_id)), None)
    run = None
    if last is not None:
        run = runs.get(last) or SnapshotRun.of(
            _rows(connection, _UP_TO, of_session=session_id, upto=last.turn_id)
        )
    sources = {of for _, each in kept for of in snapshots.source_ids(each)}
    sizes = {**known, **_sizes(connection, sources - known.keys())}
    grown = list(snapshot_codec.pack(kept, sizes, run))
    rows = [run.last._asdict() for run in grown]
    connection.execute(_INSERT, rows if len(rows) > 1 else rows[0])  # a list of one costs more
    runs.replace(last, grown[-1])


def copy_snapshots(connection: Connection, session_id: str, new: str, numbers: Renumbering) -> None:
    """Store the prompts of a session's turns again for their copies in the session ``new``.

    ``numbers`` maps the shared messages to their copies.
    """
    kept = read_snapshots(connection, session_id)
    if not kept:
        return
    order = select(turns.c.id).order_by(turns.c.id)
    before, copies = (
        connection.scalars(order.where(turns.c.session_id == each)).all()
        for each in (session_id, new)
    )
    write_snapshots(
        connection,
        new,
        {
            copy: numbers.snapshot(kept[of])
            for of, copy in zip(before, copies, strict=False)  # the copies are of the first ones
            if of in kept
        },
    )


def _rows(connection: Connection, query: Select[Any], **asked: object) -> list[PackedSnapshot]:
    return [PackedSnapshot._make(row) for row in connection.execute(query, asked).all()]


def _sizes(connection: Connection, message_ids: Collection[int]) -> Mapping[int, MessageSize]:
    if not message_ids:
        return {}
    found = connection.execute(_SIZES, {"ids": list(message_ids)})
    return {message_id: MessageSize(chars, tokens) for message_id, chars, tokens in found}
