"""Copied messages of long forks, which are indexed in steps after the fork itself.

Indexing ten thousand messages takes longer than copying them, and nobody should wait for it, nor
for a lock of the database.  So the fork returns first; a background job, the first turn and the
first search, whichever comes first, call ``index``.
"""

from typing import Final

from sqlalchemy import Connection, select

from tidemark.storage.connections import Connections
from tidemark.storage.search import passages
from tidemark.storage.sessions import hold_session
from tidemark.storage.tables import branches, in_scope, of_session, sessions

AT_ONCE: Final = 1_000  # messages indexed in one transaction: 0.1 s

# Built once: building a statement costs more than running it
_WAITING = (
    select(sessions.c.key, sessions.c.session_id)
    .join(branches, branches.c.session_key == sessions.c.key)
    .where(
        in_scope,
        branches.c.shared > AT_ONCE,  # first: most forks are shorter
        branches.c.shared > passages.version_of(branches.c.session_key).element,
    )
)
_WAITING_OF_ONE = _WAITING.where(of_session(sessions))


def index_fork(connection: Connection, session_key: int, session_id: str, shared: int) -> None:
    """Index the ``shared`` messages of a new fork, unless there are more than ``AT_ONCE``."""
    if shared <= AT_ONCE:
        passages.catch_up(connection, session_key, session_id)


def index(connections: Connections, session_id: str | None = None) -> None:
    """Index the copied messages that still wait, of one session or of all in scope, in steps."""
    with connections.asking() as connection:
        if session_id is None:
            waiting = connection.execute(_WAITING).all()
        else:
            waiting = connection.execute(_WAITING_OF_ONE, {"of_session": session_id}).all()
    for key, each in waiting:
        while _index_some(connections, key, each):
            pass


def _index_some(connections: Connections, session_key: int, session_id: str) -> bool:
    """Index ``AT_ONCE`` messages; return whether there may be more."""
    with connections.transaction() as connection:
        hold_session(connection, session_id)  # if it was deleted meanwhile, it has no messages
        return passages.catch_up(connection, session_key, session_id, AT_ONCE)
