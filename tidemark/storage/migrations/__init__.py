"""Migrations, run when a database is opened: all pending steps, or none.

Each file in ``versions`` is one step, written once and never changed.  There are no downgrades;
keep a copy of the database file instead.  All pending steps run in one transaction, including DDL.
"""

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, column, inspect, select, table, text

from tidemark.errors import (
    DatabaseError,
    DatabaseTooNew,
    DatabaseUnavailable,
    MigrationFailed,
    NotADatabase,
)
from tidemark.storage import migration_lock
from tidemark.storage.connections import Connections
from tidemark.storage.tables import metadata

HEAD = "0039"  # the newest of `versions`; a constant so that opening need not read the folder
SCRIPTS = Path(__file__).parent
_VERSION = table("alembic_version", column("version_num"))
_STEP_FAILURES = (  # errors of a step that are not bugs in the code that calls it
    DatabaseError,
    CommandError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
_log = logging.getLogger(__name__)


def bring_up_to_date(
    connections: Connections, *, scripts: Path = SCRIPTS, head: str = HEAD
) -> None:
    """Run the steps in ``scripts`` that the database lacks; none if it is at ``head``.

    Raises:
        DatabaseTooNew: It was migrated by a newer version.
        NotADatabase: It holds tables of another program.
        MigrationFailed: A step failed; the database is unchanged.
    """
    with connections.reading() as connection:
        is_up_to_date = _revision(connection) == head
    if is_up_to_date:
        connections.use_wal()  # a copy may have another journal mode
        return
    with migration_lock.one_migration(connections.address):
        _refuse_strangers(connections, scripts)
        connections.use_wal()
        _upgrade(connections, scripts)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSION.name):
        return None
    found: str | None = connection.scalar(select(_VERSION.c.version_num))
    return found


def _refuse_strangers(connections: Connections, scripts: Path) -> None:
    address = connections.address
    with connections.reading() as connection:
        revision = _revision(connection)
        tables = set(inspect(connection).get_table_names())
        encoding = None if address.file else connection.scalar(text("SHOW server_encoding"))
    if encoding not in (None, "UTF8"):
        why = f"it keeps text as {encoding}; make one with ENCODING 'UTF8'"
        raise DatabaseUnavailable(address.where, why)
    # A file belongs to one program; a server's database may be shared if no table name is taken
    if revision is None and (tables if address.file else tables & set(metadata.tables)):
        raise NotADatabase(address.where)
    known = {step.revision for step in ScriptDirectory(str(scripts)).walk_revisions()}
    if revision is not None and revision not in known:
        raise DatabaseTooNew(address.where, revision)


def _upgrade(connections: Connections, scripts: Path) -> None:
    where = connections.address.where
    try:
        with connections.transaction() as connection:
            migration_lock.hold_until_commit(connection)
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(scripts).replace("%", "%%"))
            command.upgrade(config, "head")
    except _STEP_FAILURES as error:
        if isinstance(error, DatabaseError) and type(error) is not DatabaseError:
            raise  # locked, full or read-only says more than "failed"
        _log.exception("Migrating the database %s failed", where)
        raise MigrationFailed(where, _why(error)) from error


def _why(error: Exception) -> str:
    cause = error.__cause__ or error
    return " ".join(str(getattr(cause, "orig", cause)).split()).rstrip(".")
