"""Connections to one database: one from a pool for each operation, for reading or for writing.

A connection of a scope adds the scope to the parameters of every statement, as ``of_user``,
``of_notebook`` and ``id_suffix``; a statement that needs a scope fails on a connection without one.
"""

import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from tidemark.errors import DatabaseLocked
from tidemark.schema.scope import LOCAL, Scope
from tidemark.storage import driver_errors, postgres
from tidemark.storage.column_types import SUFFIX_MARK
from tidemark.storage.database_url import Address

_BUSY_TIMEOUT_S = 5.0  # our own writes take milliseconds: past this, something else is wrong
_SCOPE = "tidemark_scope"  # the option of a connection that holds the parameters of its scope
_UNSCOPED: Mapping[str, str] = {}
Rows = list[dict[str, Any]]


class _Held(threading.local):
    """The connection that a thread reuses, if it holds one."""

    connection: Connection | None = None


class Connections:
    """Opens connections on demand; closed by ``close``."""

    def __init__(
        self,
        address: Address,
        *,
        scope: Scope | None = None,
        engine: Engine | None = None,
        writing: "threading.Lock | None" = None,
    ) -> None:
        self.address = address
        self.engine = engine or _open(address)
        # No driver begins a transaction by itself: the statements here do.  A write to a file takes
        # its lock at once: one that began as a read could not wait for it
        is_file = address.file is not None
        self._write = "BEGIN IMMEDIATE" if is_file else postgres.begin_write(scope)
        self._read = "BEGIN" if is_file else postgres.begin_read(scope)
        self._writing = writing or threading.Lock()
        self._held = _Held()

    def scoped(self, scope: Scope) -> "Connections":
        """Return connections to the same database for ``scope`` alone; makes no query."""
        engine = self.engine.execution_options(**{_SCOPE: _parameters(scope)})  # of the same pool
        return Connections(self.address, scope=scope, engine=engine, writing=self._writing)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Begin a transaction that writes; commit all of it after the block, or roll it back.

        Raises:
            DatabaseError: The database refused; its class says why.
        """
        with self._in_turn(), driver_errors.named(self.address), self.engine.begin() as connection:
            connection.exec_driver_sql(self._write)
            yield connection

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Let the threads of this process write to a file one after the other.

        SQLite's own lock is not fair: under load some threads would wait until they are refused.
        """
        if self.address.file is None:
            yield
            return
        if not self._writing.acquire(timeout=_BUSY_TIMEOUT_S):
            raise DatabaseLocked(self.address.where)
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that reads: all statements of the block see one moment.

        Raises:
            DatabaseError: The database refused; its class says why.
        """
        with driver_errors.named(self.address), self.engine.begin() as connection:
            connection.exec_driver_sql(self._read)
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """Read without a transaction: each statement sees the moment at which it runs.

        Raises:
            DatabaseError: The database refused; its class says why.
        """
        held = self._held.connection
        with driver_errors.named(self.address):
            if held is not None:
                yield held
                return
            with self.engine.connect() as connection:
                yield connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """Reuse one connection for all reads of this thread in the block; a checkout is expensive.

        Raises:
            DatabaseError: The database refused; its class says why.
        """
        with self.asking() as connection:
            before, self._held.connection = self._held.connection, connection
            try:
                yield
            finally:
                self._held.connection = before

    def use_wal(self) -> None:
        """Let readers and a writer of an SQLite file work at the same time, from now on.

        A file that cannot be written is left as it is: it has no writer.
        """
        if self.address.file is None or self.address.is_read_only:
            return
        with self.asking() as connection:  # no transaction may be open
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")

    def close(self) -> None:
        """Close every connection that is not in use."""
        self.engine.dispose()


def _parameters(scope: Scope) -> dict[str, str]:
    is_local = scope.user_id == LOCAL.user_id
    return {
        "of_user": scope.user_id,
        "of_notebook": scope.notebook_id,
        "id_suffix": "" if is_local else f"{SUFFIX_MARK}{scope.user_id}",
    }


def scope_of(connection: Connection) -> Mapping[str, str]:
    """Return the parameters that ``connection`` adds to each statement; none without a scope."""
    scope: Mapping[str, str] = connection.get_execution_options().get(_SCOPE, _UNSCOPED)
    return scope


def _add_scope(
    connection: Connection, statement: object, rows: Rows, row: dict[str, Any], _: object
) -> tuple[object, Rows, dict[str, Any]]:
    """Add the scope of ``connection`` to the parameters, given as ``rows`` or as one ``row``."""
    scope = scope_of(connection)
    if not scope:
        return statement, rows, row
    if rows:
        return statement, [{**each, **scope} for each in rows], row
    return statement, rows, {**row, **scope}


def _open(address: Address) -> Engine:
    engine = postgres.open_engine(address) if address.file is None else _open_file(address)
    event.listen(engine, "before_execute", _add_scope, retval=True)
    return engine


def _open_file(address: Address) -> Engine:
    given = "timeout" in address.url.query
    engine = create_engine(
        address.url,
        connect_args={} if given else {"timeout": _BUSY_TIMEOUT_S},
        hide_parameters=True,  # what people write stays out of logs
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    # Of a file of some 10 MB, 2 MB, as it is by itself, are read over and over
    connection.execute("PRAGMA cache_size = -16000")
    # FULL, not NORMAL: a stored message survives a power cut, and a turn syncs but twice
    connection.execute("PRAGMA synchronous = FULL")
    # A turn writes 30 pages to the log; to carry a full one over holds up one turn in a hundred
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
