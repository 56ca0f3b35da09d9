"""The one place where what a driver says becomes an error of ours: logged, then raised on."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError, StatementError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from tidemark.errors import (
    DatabaseError,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseUnavailable,
    NotADatabase,
)
from tidemark.storage.address import Address
from tidemark.storage.columns import UnreadableRow

_log = logging.getLogger(__name__)

_SQLITE: dict[int, Callable[[str], DatabaseError]] = {  # https://sqlite.org/rescode.html
    sqlite3.SQLITE_BUSY: DatabaseLocked,
    sqlite3.SQLITE_LOCKED: DatabaseLocked,
    sqlite3.SQLITE_READONLY: DatabaseReadOnly,
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_NOTADB: NotADatabase,
    sqlite3.SQLITE_CORRUPT: NotADatabase,
}
_SQLITE_UNAVAILABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM}

_SQLSTATES: dict[str, Callable[[str], DatabaseError]] = {  # PostgreSQL, appendix A of its manual
    "25006": DatabaseReadOnly,
    "53100": DatabaseFull,
    "55P03": DatabaseLocked,
    "40P01": DatabaseLocked,
    "40001": DatabaseLocked,
}
_SQLSTATES_UNAVAILABLE = ("08", "28", "3D", "53", "57P")


@contextmanager
def named(address: Address) -> Iterator[None]:
    """Let whatever the database refuses inside be raised as the ``DatabaseError`` it is.

    A value that a column refused before its statement was sent raises what the column raised.
    """
    try:
        yield
    except SQLAlchemyError as error:
        if isinstance(error, StatementError) and not isinstance(error, DBAPIError) and error.orig:
            raise error.orig from None
        _log.exception("The database %s refused", address.where)
        raise _error_of_ours(error, address) from error


def _error_of_ours(error: SQLAlchemyError, address: Address) -> DatabaseError:
    if isinstance(error, UnreadableRow):
        return NotADatabase(address.where)
    if isinstance(error, NoConnectionFree):
        return DatabaseLocked(address.where)
    if isinstance(error, DBAPIError):
        cause = error.orig
        code = getattr(cause, "sqlite_errorcode", None)
        found = _of_sqlite(code, address) if code else _of_sqlstate(error, address)
        if found is not None:
            return found
        return DatabaseError(address.where, f"refused: {cause}. Report this.")
    return DatabaseError(address.where, f"refused: {error}. Report this.")


def _of_sqlite(code: int, address: Address) -> DatabaseError | None:
    primary = code & 0xFF
    if primary in _SQLITE:
        return _SQLITE[primary](address.where)
    if primary in _SQLITE_UNAVAILABLE:
        return DatabaseUnavailable(address.where, _why_not(address))
    return None


def _of_sqlstate(error: DBAPIError, address: Address) -> DatabaseError | None:
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state in _SQLSTATES:
        return _SQLSTATES[state](address.where)
    no_state_yet = state is None and error.connection_invalidated
    if no_state_yet or (state or "").startswith(_SQLSTATES_UNAVAILABLE):
        return DatabaseUnavailable(address.where, str(error.orig).strip())
    return None


def _why_not(address: Address) -> str:
    file = address.file
    if file is None:
        return "it cannot be reached"
    if file.is_dir():
        return "it is a folder"
    if not file.parent.is_dir():
        return f"there is no folder {file.parent}"
    if not file.exists():
        return "there is no such file, and it cannot be created"
    return "the disk refuses to read or write it"
