"""Ways into one database: a connection from a pool per operation, reads and writes apart."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from tidemark.errors import DatabaseLocked
from tidemark.storage import driver_errors, postgres
from tidemark.storage.database_url import Address

_BUSY_TIMEOUT_S = 5.0  # our own writes take milliseconds: past this, something else is wrong


class _Held(threading.local):
    """The connection that a thread asks by, where it holds one."""

    connection: Connection | None = None


class Connections:
    """Opens connections as they are asked for; closed by ``close``."""

    def __init__(self, address: Address) -> None:
        self.address = address
        is_file = address.file is not None
        self.engine = _open_file(address) if is_file else postgres.open_engine(address)
        # No driver begins a transaction by itself: which, and when, is said here alone.  A write to
        # a file takes its lock at once: one that began as a read could not wait for it
        self._write = "BEGIN IMMEDIATE" if is_file else postgres.WRITE
        self._read = "BEGIN" if is_file else postgres.READ
        self._writing = threading.Lock()
        self._held = _Held()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Write: all that is done inside is kept, or nothing of it.

        Raises:
            DatabaseError: The database refused; its class says why.
        """
        with self._in_turn(), driver_errors.named(self.address), self.engine.begin() as connection:
            connection.exec_driver_sql(self._write)
            yield connection

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Let the threads of this process write to a file one after the other.

        Of many that ask at once SQLite lets a lucky one in, and some wait until they are refused.
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
        """Read: all that is read inside stood so at one moment.

        Raises:
            DatabaseError: The database refused; its class says why.
        """
        with driver_errors.named(self.address), self.engine.begin() as connection:
            connection.exec_driver_sql(self._read)
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """Read without a transaction: what each statement reads stood so at a moment of its own.

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
        """Let all that this thread asks meanwhile go over one connection: each costs its while.

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
        """Let readers and a writer of an SQLite database go on side by side, from now on.

        A file that cannot be written is left as it is: it has no writer.
        """
        if self.address.file is None or self.address.is_read_only:
            return
        with self.asking() as connection:  # no transaction may be open
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")

    def close(self) -> None:
        """Close every connection that is not in use."""
        self.engine.dispose()


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
