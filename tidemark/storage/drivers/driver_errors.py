"""Errors of the database drivers, converted to ours: logged once, then raised."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InvalidRequestError, SQLAlchemyError, StatementError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from tidemark.errors import (
    DatabaseAway,
    DatabaseBusy,
    DatabaseError,
    DatabaseForbidden,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseUnavailable,
    NotADatabase,
)
from tidemark.storage.column_types import UnreadableRow
from tidemark.storage.drivers.database_url import Address
from tidemark.storage.drivers.postgres import ServerAway

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
_SQLSTATE_CLASSES: dict[str, Callable[[str, str], DatabaseError]] = {  # the first that fits
    "08": DatabaseAway,
    "25P": DatabaseAway,  # the server closed the connection after it was idle for too long
    "28": DatabaseUnavailable,
    "3D": DatabaseUnavailable,
    "42501": DatabaseForbidden,
    "53": DatabaseBusy,
    "57014": DatabaseBusy,
    "57P04": DatabaseUnavailable,
    "57P": DatabaseAway,
}


@contextmanager
def named(address: Address) -> Iterator[None]:
    """Convert each driver error in the block to the matching ``DatabaseError``.

    If a column type refused a value, raise the error of that type.
    """
    try:
        yield
    except SQLAlchemyError as error:
        if isinstance(error, StatementError) and not isinstance(error, DBAPIError) and error.orig:
            raise error.orig from None
        found = _error_of_ours(error, address)
        # The class says what to do; a traceback would only bury it
        _log.error("%s", found, exc_info=type(found) is DatabaseError)
        raise found from error


def _error_of_ours(error: SQLAlchemyError, address: Address) -> DatabaseError:
    if isinstance(error, UnreadableRow):
        return NotADatabase(address.where)
    if isinstance(error, NoConnectionFree):
        return DatabaseBusy(address.where, "every connection to it is in use")
    if isinstance(error, ServerAway) or _is_given_up(error):
        return DatabaseAway(address.where, _one_line(str(error)))
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlite_errorcode", None)
        found = _of_sqlite(code, address) if code else _of_server(error, address)
        if found is not None:
            return found
        return DatabaseError(address.where, f"refused: {_driver_message(error)}. Report this.")
    return DatabaseError(address.where, f"refused: {error}. Report this.")


def _is_given_up(error: SQLAlchemyError) -> bool:
    """Return whether the pool gave up because every connection it opened was dropped at once."""
    return type(error) is InvalidRequestError and str(error) == "This connection is closed"


def _of_sqlite(code: int, address: Address) -> DatabaseError | None:
    primary = code & 0xFF
    if primary in _SQLITE:
        return _SQLITE[primary](address.where)
    if primary in _SQLITE_UNAVAILABLE:
        return DatabaseUnavailable(address.where, _why_not(address))
    return None


def _of_server(error: DBAPIError, address: Address) -> DatabaseError | None:
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is None:  # from the driver, not from a server
        if error.connection_invalidated:
            return DatabaseAway(address.where, _driver_message(error))
        was_connecting = error.statement is None
        return (
            DatabaseUnavailable(address.where, _driver_message(error)) if was_connecting else None
        )
    if state in _SQLSTATES:
        return _SQLSTATES[state](address.where)
    for beginning, named_so in _SQLSTATE_CLASSES.items():
        if state.startswith(beginning):
            return named_so(address.where, _driver_message(error))
    return None


def _driver_message(error: DBAPIError) -> str:
    """Return the driver's message; from a server only the main part, without data of the row."""
    told = getattr(error.orig, "diag", None)
    return _one_line(getattr(told, "message_primary", None) or str(error.orig))


def _one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".?")


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
