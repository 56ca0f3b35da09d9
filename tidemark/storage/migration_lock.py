"""A lock that lets one migration run at a time, across threads, processes and machines."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, func, select

from tidemark.errors import DatabaseLocked, DatabaseReadOnly, DatabaseUnavailable
from tidemark.storage.drivers.database_url import Address

_PATIENCE_S = 60.0  # another process may take this long to migrate a large database
_ADVISORY_KEY = 0x71DE  # arbitrary; no other program should use the same
_THREADS = threading.Lock()  # Alembic keeps the running migration in module globals


@contextmanager
def one_migration(address: Address) -> Iterator[None]:
    """Hold the lock for migrating the database at ``address``.

    Raises:
        DatabaseLocked: Another process holds it for too long.
        DatabaseReadOnly: No lock file can be written beside the database.
    """
    with _THREADS:
        if address.file is None:
            yield
        else:
            with _file_lock(address.file, address.where):
                yield


def hold_until_commit(connection: Connection) -> None:
    """Hold the lock for migrating a server until the transaction of ``connection`` ends."""
    if connection.dialect.name == "postgresql":
        patience = {
            "lock_timeout": f"{_PATIENCE_S}s",
            "statement_timeout": "0",
            "idle_in_transaction_session_timeout": "0",
        }
        limits = (func.set_config(name, value, True) for name, value in patience.items())
        connection.execute(select(*limits))
        connection.execute(select(func.pg_advisory_xact_lock(_ADVISORY_KEY)))


@contextmanager
def _file_lock(file: Path, where: str) -> Iterator[None]:
    lock = FileLock(f"{file}-migrating", timeout=_PATIENCE_S)
    try:
        lock.acquire()
    except Timeout as error:
        raise DatabaseLocked(where) from error
    except PermissionError as error:
        raise DatabaseReadOnly(where) from error
    except OSError as error:
        raise DatabaseUnavailable(where, f"no lock can be made beside it ({error})") from error
    try:
        yield
    finally:
        with suppress(OSError):  # Windows cannot delete an open file
            Path(lock.lock_file).unlink()  # while held: a waiting process notices it
        lock.release()
