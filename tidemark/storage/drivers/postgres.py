"""Connections to a PostgreSQL server: their settings, their pool, and waiting for a restart.

A server is away for a moment while it restarts: a caller that needs a connection waits, as for a
locked file.  A pooled connection that was dropped while idle is replaced before use.
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

_PATIENCE_S = 5  # as for a locked file: a small server restarts within this time
_PAUSE_S = 0.1
_KEPT = 5  # connections one chat page uses at once, besides a turn and its heartbeats
_AT_MOST = 15  # of the 100 a server allows by default
_SURE_S = 10.0  # a connection used this recently is not tested: the test costs as much as a query
_RENEWED_AFTER_S = 1800.0  # before a firewall forgets an idle connection

# libpq's names.  Without keepalives, a vanished server is noticed after fifteen minutes
_CONNECT = {
    "application_name": "tidemark",
    "client_encoding": "utf8",
    "prepare_threshold": 1,  # psycopg's: our statements are few, and each is repeated
    "connect_timeout": _PATIENCE_S,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_SETTINGS = {
    # Time limits of the server; our statements take milliseconds
    "lock_timeout": "5s",
    "statement_timeout": "60s",  # deleting a very long session is one statement
    "idle_in_transaction_session_timeout": "60s",
    # Each of our statements uses an index, in its order.  A planner without statistics, as right
    # after an import, would read a whole session for its last page (tried)
    "enable_seqscan": "off",
    "enable_bitmapscan": "off",
    "jit": "off",
}


# Our locks rely on the first; a server's default may differ
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
READ = "BEGIN ISOLATION LEVEL REPEATABLE READ"


class ServerAway(SQLAlchemyError):
    """No server answers at this address, or it is still starting."""


@dataclass(frozen=True)
class Pool:
    """The pool's size, the number of extra connections, and the time to wait for one.

    With ``echo`` each statement is logged, without people's text.
    """

    kept: int = _KEPT
    beside: int = _AT_MOST - _KEPT
    wait_s: float = _PATIENCE_S
    echo: bool = False


def open_engine(address: Address, pool: Pool = Pool()) -> Engine:
    """Return an engine for the database at ``address``; send nothing to the server yet.

    Raises:
        DatabaseUnavailable: Its driver is not installed, or its URL is invalid.
    """
    given = address.url.query
    if not str(given.get("connect_timeout", _PATIENCE_S)).isdecimal():
        raise DatabaseUnavailable(address.where, "connect_timeout is a whole number of seconds")
    options = str(given.get("options", ""))
    try:
        from tidemark.storage.drivers.postgres_cursor import LazyCursor  # noqa: PLC0415

        fixed = {name: value for name, value in _CONNECT.items() if name not in given}
        engine = create_engine(
            address.url,
            connect_args={**fixed, "cursor_factory": LazyCursor},
            hide_parameters=True,  # keeps people's text out of logs
            use_native_hstore=False,
            isolation_level="AUTOCOMMIT",  # transactions are begun explicitly
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
    """Checks before use that a pooled connection was not dropped."""

    dialect: Dialect

    def laid_aside(self, _: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        record.info["since"] = time.monotonic()

    def taken_up(
        self, connection: DBAPIConnection, record: ConnectionPoolEntry, _: PoolProxiedConnection
    ) -> None:
        idle_s = time.monotonic() - record.info.get("since", math.inf)
        # When a server closes a connection, there is something to read; when it vanished, or a
        # firewall forgot the connection, there is nothing
        if idle_s < _SURE_S and not self._has_spoken(connection):
            return
        try:
            self.dialect.do_ping(connection)
        except self.dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error

    def _has_spoken(self, connection: Any) -> bool:  # noqa: ANN401 - a driver's own
        try:
            return bool(select.select([connection], (), (), 0)[0])
        except ValueError:  # closed, or select() cannot take this many open files
            return True


@dataclass(frozen=True, eq=False)
class _Connecting:
    """Connects with ``settings``, and waits for a server that is restarting."""

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
                    was_refused = True  # or it came back between the attempt and the ping
                if time.monotonic() >= until:
                    raise ServerAway(str(error)) from error
            else:
                return connection
            time.sleep(_PAUSE_S)

    def _set_up(self, connection: DBAPIConnection) -> None:
        # Not by libpq's `options`: a proxy before the server may refuse them
        each = ", ".join(["set_config(%s, %s, false)"] * len(self.settings))
        cursor = connection.cursor()
        cursor.execute(f"SELECT {each}", [text for pair in self.settings.items() for text in pair])
        cursor.close()
        connection.commit()

    def _is_away(self, driver: Any) -> bool:  # noqa: ANN401 - a driver's module has no type
        """Ping the server: the text of a refusal depends on the server's language."""
        url = self.address.url.set(drivername="postgresql")
        wait = {} if "connect_timeout" in url.query else {"connect_timeout": str(_PATIENCE_S)}
        asked = url.update_query_dict(wait).render_as_string(hide_password=False)
        ping: int = driver.pq.PGconn.ping(asked.encode())
        return ping in (driver.pq.Ping.REJECT, driver.pq.Ping.NO_RESPONSE)
