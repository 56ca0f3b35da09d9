"""Parses DATABASE_URL before anything is opened."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tidemark.errors import DatabaseUnavailable, InMemoryDatabase

_DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",  # the form many hosting providers use
}
_DRIVER_OPTIONS = {"timeout", "uri", "cached_statements"}  # others are SQLite's own


@dataclass(frozen=True)
class Address:
    """A database that can be opened; ``where`` is its address for messages, without its password.

    ``file`` is the path of an SQLite database, None for a server.
    """

    url: URL
    where: str
    file: Path | None

    @property
    def is_read_only(self) -> bool:
        """Return whether this is a file that can only be opened for reading."""
        if self.file is None or not self.file.exists():
            return False
        return self.url.query.get("mode") == "ro" or not os.access(self.file, os.W_OK)


def parse(text: str) -> Address:
    """Return the address given by ``text``.

    Raises:
        InMemoryDatabase: It is an SQLite database without a file.
        DatabaseUnavailable: It is not a URL, or the kind of database is not supported.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise DatabaseUnavailable(_without_password(text), "this is not a database URL") from error
    kind = url.get_backend_name()
    if kind not in _DRIVERS or url.drivername not in (kind, _DRIVERS[kind]):
        raise DatabaseUnavailable(
            url.render_as_string(), "Tidemark speaks to sqlite and postgresql+psycopg only"
        )
    url = url.set(drivername=_DRIVERS[kind])
    return _of_sqlite(url) if kind == "sqlite" else _of_postgresql(url)


def _of_postgresql(url: URL) -> Address:
    options = {name: value for name, value in url.query.items() if name == "host"}
    named = URL.create("postgresql", url.username, None, url.host, url.port, url.database, options)
    return Address(url, unquote(named.render_as_string()), None)


def _of_sqlite(url: URL) -> Address:
    if url.host:
        raise DatabaseUnavailable(
            url.render_as_string(), "a file's URL has three slashes, sqlite:///tidemark.db"
        )
    path, options = url.database or "", dict(url.query)
    if path.startswith("file:"):
        path = unquote(path.removeprefix("file:"))
    in_memory = options.get("mode") == "memory" or options.get("vfs") == "memdb"
    if in_memory or not path.strip() or path.strip("/") == ":memory:":
        raise InMemoryDatabase(url.render_as_string())
    file = Path(path.removeprefix("//localhost")).absolute()
    if set(options) - _DRIVER_OPTIONS:
        url = url.set(database=f"file:{quote(str(file))}", query={**options, "uri": "true"})
    else:
        url = url.set(database=str(file), query={**options, "uri": "false"})
    return Address(url, str(file), file)


def _without_password(text: str) -> str:
    return re.sub(r":[^:@/]*@", ":***@", text)
