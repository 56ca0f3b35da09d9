"""Connections to a PostgreSQL server: their settings, their pool, and waiting for a restart.

A server that restarts is away for a moment: whoever needs a connection waits for it, as for a file
that is locked.  A connection that was dropped while it lay in the pool is replaced before use.
"""

import math
import select
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Dialect, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from tidemark.errors import DatabaseUnavailable
from tidemark.storage.drivers.database_url import Address

_PATIENCE_S = 5  # as for a locked file: a small server restarts within this
_PAUSE_S = 0.1
_KEPT = 5  # connections one chat page keeps busy, beside a turn and its signs of life
_AT_MOST = 15  # of the 100 a server allows by itself
_SURE_S = 10.0  # a connection used so lately is not asked whether it lives: it would cost as much
_RENEWED_AFTER_S = 1800.0  # before what lies between us and the server forgets an idle one

# In libpq's words.  Without keepalives, a server that vanished is noticed after fifteen minutes
_CONNECT = {
    "application_name": "tidemark",
    "client_encoding": "utf8",
    "connect_timeout": _PATIENCE_S,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_SETTINGS = {
    # What the server ends by itself; ours take milliseconds
    "lock_timeout": "5s",
    "statement_timeout": "60s",  # a very long session is deleted in one statement
    "idle_in_transaction_session_timeout": "60s",
    # Each statement of ours goes by an index, in its order.  A planner that knows nothing yet of
    # the tables, as after an import, would read the whole of a session for its last page (tried)
    "enable_seqscan": "off",
    "enable_bitmapscan": "off",
    "jit": "off",
}


# Our locks rest on the first: a server may be set to another level
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
READ = "BEGIN ISOLATION LEVEL REPEATABLE READ"


class ServerAway(SQLAlchemyError):
    """No server answers there, or it is still starting."""


@dataclass(frozen=True)
class Pool:
    """How many connections a process keeps, and opens beside them, and how long one is waited for.

    With ``echo`` each statement goes to the log, without what people write.
    """

    kept: int = _KEPT
    beside: int = _AT_MOST - _KEPT
    wait_s: float = _PATIENCE_S
    echo: bool = False


def open_engine(address: Address, pool: Pool = Pool()) -> Engine:
    """Return an engine for the database at ``address``; nothing is sent to the server yet.

    Raises:
        DatabaseUnavailable: Its driver is not installed, or its URL cannot be.
    """
    given = address.url.query
    if not str(given.get("connect_timeout", _PATIENCE_S)).isdecimal():
        raise DatabaseUnavailable(address.where, "connect_timeout is a whole number of seconds")
    options = str(given.get("options", ""))
    try:
        engine = create_engine(
            address.url,
            connect_args={name: value for name, value in _CONNECT.items() if name not in given},
            hide_parameters=True,  # what people write stays out of logs
            use_native_hstore=False,
            isolation_level="AUTOCOMMIT",  # transactions are begun in so many words
            pool_use_lifo=True,
            pool_size=pool.kept,
            max_overflow=pool.beside,
            pool_timeout=pool.wait_s,
            echo=pool.echo,
            pool_recycle=_RENEWED_AFTER_S,
        )
    except ImportError as error:
        why = f"the Python package psycopg cannot be used ({error})"
        raise DatabaseUnavailable(address.where, why) from error
    settings = {name: value for name, value in _SETTINGS.items() if name not in options}
    event.listen(engine, "do_connect", _Connecting(address, settings))
    trying = _Trying(engine.dialect)
    event.listen(engine, "checkin", trying.laid_aside)
    event.listen(engine, "checkout", trying.taken_up)
    return engine


@dataclass(frozen=True, eq=False)
class _Trying:
    """Checks, before a pooled connection is used, that it was not dropped meanwhile."""

    dialect: Dialect

    def laid_aside(self, _: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        record.info["since"] = time.monotonic()

    def taken_up(
        self, connection: DBAPIConnection, record: ConnectionPoolEntry, _: PoolProxiedConnection
    ) -> None:
        idle_s = time.monotonic() - record.info.get("since", math.inf)
        # A server that ends a connection says so, and there is something to read; one that
        # vanished, or a firewall that forgot it, says nothing
        if idle_s < _SURE_S and not self._has_spoken(connection):
            return
        try:
            self.dialect.do_ping(connection)
        except self.dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error

    def _has_spoken(self, connection: Any) -> bool:  # noqa: ANN401 - a driver's own
        try:
            return bool(select.select([connection], (), (), 0)[0])
        except ValueError:  # closed, or too many files are open for this to be asked
            return True


@dataclass(frozen=True, eq=False)
class _Connecting:
    """Connects with ``settings``, and waits for a server that is away for a moment."""

    address: Address
    settings: dict[str, str]

    def __call__(
        self, dialect: Dialect, _: ConnectionPoolEntry, given: list[Any], named: dict[str, Any]
    ) -> DBAPIConnection:
        until = time.monotonic() + int(named["connect_timeout"])
        was_refused = False
        while True:
            connection = None
            try:
                connection = dialect.connect(*given, **named)
                self._set_up(connection)
            except dialect.loaded_dbapi.OperationalError as error:
                if connection is not None:
                    connection.close()
                elif not self._is_away(dialect.loaded_dbapi):
                    if was_refused:
                        raise
                    was_refused = True  # or it came back after it was tried, before it was asked
                if time.monotonic() >= until:
                    raise ServerAway(str(error)) from error
            else:
                return connection
            time.sleep(_PAUSE_S)

    def _set_up(self, connection: DBAPIConnection) -> None:
        # Not by libpq's `options`: what stands between us and a server may refuse them
        each = ", ".join(["set_config(%s, %s, false)"] * len(self.settings))
        cursor = connection.cursor()
        cursor.execute(f"SELECT {each}", [text for pair in self.settings.items() for text in pair])
        cursor.close()
        connection.commit()

    def _is_away(self, driver: Any) -> bool:  # noqa: ANN401 - a driver's module has no type
        """Ask: a server tells why it refuses in the language it is set to."""
        url = self.address.url.set(drivername="postgresql")
        wait = {} if "connect_timeout" in url.query else {"connect_timeout": str(_PATIENCE_S)}
        asked = url.update_query_dict(wait).render_as_string(hide_password=False)
        ping: int = driver.pq.PGconn.ping(asked.encode())
        return ping in (driver.pq.Ping.REJECT, driver.pq.Ping.NO_RESPONSE)
