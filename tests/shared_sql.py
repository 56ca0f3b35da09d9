"""Statements compiled once a process, and not again for each database that a test opens."""

from sqlalchemy import Connection, Dialect, Engine, event

_first: dict[object, Dialect] = {}
_compiled: dict[object, object] = {}


def share_compiled_sql() -> None:
    """Let every engine of this process use what any of them has compiled: a quarter of their work.

    SQLAlchemy keeps compiled statements by the dialect, so engines of one kind share that, too.
    """
    event.listen(Engine, "engine_connect", _share)


def _share(connection: Connection) -> None:
    engine, own = connection.engine, connection.dialect
    first = _first.setdefault((type(own), own.server_version_info), own)
    if engine.get_execution_options().get("compiled_cache") is not _compiled:
        engine.dialect = connection.dialect = first
        engine.update_execution_options(compiled_cache=_compiled)
        connection.execution_options(compiled_cache=_compiled)
