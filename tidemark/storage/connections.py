"""Connections to one database: a pooled one for each operation, either for reading or for writing.

A scoped connection adds ``of_user``, ``of_notebook`` and ``id_suffix`` to the parameters of every
statement; a statement that needs a scope fails on a connection without one.
"""

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, Executable, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from tidemark.errors import DatabaseBusy
from tidemark.schema.scope import LOCAL, Scope
from tidemark.storage.column_types import SUFFIX_MARK
from tidemark.storage.drivers import driver_errors, postgres, row_security
from tidemark.storage.drivers.database_url import Address
from utils import make_private_file

_BUSY_TIMEOUT_S = 5.0  # our writes take milliseconds: a longer wait means a fault elsewhere
_Parameters = Sequence[Mapping[str, Any]] | Mapping[str, Any] | None
_Options = Mapping[str, Any] | None


class _ThreadConnection(threading.local):
    """The connection that a thread currently reuses, if any."""

    connection: Connection | None = None


class Connections:
    """Opens connections on demand; ``close`` closes them."""

    def __init__(
        self,
        address: Address,
        *,
        scope: Scope | None = None,
        engine: Engine | None = None,
        pool: postgres.Pool | None = None,
        writing: "threading.Lock | None" = None,
    ) -> None:
        self.address = address
        self.engine = engine or _open(address, pool or postgres.Pool())
        self._scope = scope
        # Drivers begin no transactions: the statements here do.  A write to a file takes its lock
        # at once, as a transaction that began with a read could not wait for the lock
        self._write, self._read = "BEGIN IMMEDIATE", "BEGIN"
        self._user_id = ""  # whose rows a server shows; a file has no row-level security
        if address.file is None:
            self._user_id = scope.visitor or scope.user_id if scope else row_security.EVERYONE
            declared = row_security.declare_for_transaction(self._user_id)  # no extra round trip
            self._write, self._read = (
                f"{begin}; {declared}" for begin in (postgres.WRITE, postgres.READ)
            )
        self._writing = writing or threading.Lock()
        self._held = _ThreadConnection()

    def scoped(self, scope: Scope) -> "Connections":
        """Return connections to the same database, limited to ``scope``; run no query."""
        return Connections(self.address, scope=scope, engine=self.engine, writing=self._writing)

    @property
    def is_visit(self) -> bool:
        """Return whether the user of the scope works in something another user shares with them."""
        return self._scope is not None and bool(self._scope.visitor)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Begin a write transaction; commit it after the block, or roll it back if the block fails.

        Raises:
            DatabaseError: The database refused; the class says why.
        """
        with (
            self._in_turn(),
            driver_errors.named(self.address),
            self._begun(self._write) as connection,
        ):
            yield connection

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Let the threads of this process write to a file one after another.

        SQLite's own lock is not fair: under load some threads would wait until they time out.
        """
        if self.address.file is None:
            yield
            return
        if not self._writing.acquire(timeout=_BUSY_TIMEOUT_S):
            raise DatabaseBusy(self.address.where, "what came before is still being stored")
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a read transaction: all statements of the block see the same state.

        Raises:
            DatabaseError: The database refused; the class says why.
        """
        with driver_errors.named(self.address), self._begun(self._read) as connection:
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """Read without a transaction: each statement sees the state at the time it runs.

        If its connection was dropped, a statement is repeated once over a new one.

        Raises:
            DatabaseError: The database refused; the class says why.
        """
        held = self._held.connection
        with driver_errors.named(self.address):
            if held is not None:
                yield held
                return
            connection = self._connect(repeats=True)
            with connection:
                connection.declare()
                yield connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """Reuse one connection for all reads of this thread in the block; a checkout is expensive.

        Raises:
            DatabaseError: The database refused; the class says why.
        """
        with self.asking() as connection:
            before, self._held.connection = self._held.connection, connection
            try:
                yield
            finally:
                self._held.connection = before

    def _connect(self, *, repeats: bool = False) -> "DeclaredConnection":
        if self._scope is None:
            return DeclaredConnection(self.engine, self._user_id)
        return ScopedConnection(self.engine, self._user_id, self._scope, repeats=repeats)

    @contextmanager
    def _begun(self, begin: str) -> Iterator[Connection]:
        """Begin a transaction; if the connection turns out to be dropped, use a new one."""
        with self._connect() as connection:
            transaction = connection.begin()
            try:
                connection.exec_driver_sql(begin)
            except DBAPIError as error:
                transaction.rollback()
                if not error.connection_invalidated:
                    raise
                transaction = connection.begin()  # SQLAlchemy takes a new connection
                connection.exec_driver_sql(begin)
            with transaction:
                yield connection

    def use_wal(self) -> None:
        """Switch an SQLite file to WAL, so that readers and a writer can work at the same time.

        A read-only file is left unchanged: it has no writer.
        """
        if self.address.file is None or self.address.is_read_only:
            return
        with self.asking() as connection:  # WAL cannot be set inside a transaction
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")

    def pool_counts(self) -> tuple[int, int, int]:
        """Return the numbers of connections in use, idle, and allowed at most."""
        pool = self.engine.pool
        if not isinstance(pool, QueuePool):
            return 0, 0, 0
        most = pool.size() + max(pool._max_overflow, 0)  # noqa: SLF001 - SQLAlchemy tells it nowhere
        return pool.checkedout(), pool.checkedin(), most

    def close(self) -> None:
        """Close every connection that is not in use."""
        self.engine.dispose()


class DeclaredConnection(Connection):
    """A connection that declares its user to the server whenever the user changes."""

    def __init__(self, engine: Engine, user_id: str) -> None:
        super().__init__(engine)
        self._user_id = user_id

    def declare(self) -> None:
        """Declare the user whose rows the following statements, outside a transaction, may read."""
        if not self._user_id or self.info.get("user_id") == self._user_id:
            return
        declared = row_security.declare(self._user_id)
        try:
            self.exec_driver_sql(declared)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            self.rollback()  # SQLAlchemy takes a new connection
            self.exec_driver_sql(declared)
        self.info["user_id"] = self._user_id


class ScopedConnection(DeclaredConnection):
    """A connection that adds the parameters of its ``scope`` to those of every statement.

    A SQLAlchemy event could do this, but dispatching it takes half as long as a statement.  With
    ``repeats``, a statement is executed again if its connection was dropped: only for reads outside
    a transaction.
    """

    def __init__(
        self, engine: Engine, user_id: str, scope: Scope, *, repeats: bool = False
    ) -> None:
        super().__init__(engine, user_id)
        self.is_visit = bool(scope.visitor)
        self._repeats = repeats
        is_local = scope.user_id == LOCAL.user_id
        self._scope = {
            "of_user": scope.user_id,
            "of_notebook": scope.notebook_id,
            "id_suffix": "" if is_local else f"{SUFFIX_MARK}{scope.user_id}",
        }

    def execute(
        self,
        statement: Executable,
        parameters: _Parameters = None,
        *,
        execution_options: _Options = None,
    ) -> Any:  # noqa: ANN401 - typed by the overloads of the base class
        """Execute ``statement`` in the scope; ``scalars`` calls this method."""
        given, options = self._in_scope(parameters), execution_options
        try:
            return super().execute(statement, given, execution_options=options)
        except DBAPIError as error:
            self._ready_to_repeat(error)
        return super().execute(statement, given, execution_options=options)

    def scalar(
        self,
        statement: Executable,
        parameters: Mapping[str, Any] | None = None,
        *,
        execution_options: _Options = None,
    ) -> Any:  # noqa: ANN401
        """Execute ``statement`` in the scope and return the first value of its first row."""
        return self.execute(statement, parameters, execution_options=execution_options).scalar()

    def _ready_to_repeat(self, error: DBAPIError) -> None:
        """Let SQLAlchemy take a new connection, or raise ``error``."""
        if not (self._repeats and error.connection_invalidated):
            raise error
        self.rollback()
        self.declare()

    def _in_scope(self, parameters: _Parameters) -> _Parameters:
        if not parameters:
            return self._scope
        if isinstance(parameters, Mapping):
            return {**parameters, **self._scope}
        return [{**each, **self._scope} for each in parameters]


def is_visit(connection: Connection) -> bool:
    """Return whether the user of ``connection`` works in what another user shares with them."""
    return isinstance(connection, ScopedConnection) and connection.is_visit


def _open(address: Address, pool: postgres.Pool) -> Engine:
    if address.file is None:
        return postgres.open_engine(address, pool)
    return _open_file(address, echo=pool.echo)


def _open_file(address: Address, *, echo: bool) -> Engine:
    if address.file and address.url.query.get("mode") not in ("ro", "rw"):  # they create no file
        with suppress(OSError):  # SQLite gives the better error
            make_private_file(address.file)
    given = "timeout" in address.url.query
    engine = create_engine(
        address.url,
        connect_args={} if given else {"timeout": _BUSY_TIMEOUT_S},
        echo=echo,
        hide_parameters=True,  # keeps people's text out of logs
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    # With SQLite's default of 2 MB, a file of some 10 MB is read again and again
    connection.execute("PRAGMA cache_size = -16000")
    # FULL, not NORMAL: a stored message survives a power cut, and a turn syncs only twice
    connection.execute("PRAGMA synchronous = FULL")
    # A turn writes 30 pages to the log; checkpointing a full log delays one turn in a hundred
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
