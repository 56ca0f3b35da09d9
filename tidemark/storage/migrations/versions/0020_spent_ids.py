"""Ids of deleted sessions, which are given to no other; no session is forked from itself.

Before, a branch could be given the id of the deleted session that its chat was forked from.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_FORKS = sa.text(
    "SELECT session_key, session_id, forked_from FROM branches"
    " JOIN sessions ON key = session_key WHERE forked_from IS NOT NULL ORDER BY session_key"
)


def upgrade() -> None:
    op.create_table(
        "spent_session_ids",
        sa.Column("session_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="spent_session_ids_pk"),
    )
    op.execute(
        sa.text(
            "INSERT INTO spent_session_ids (session_id) SELECT DISTINCT forked_from FROM branches"
            " WHERE forked_from NOT IN (SELECT session_id FROM sessions)"
        )
    )
    connection = op.get_bind()
    keys, origins = {}, {}
    for row in connection.execute(_FORKS):
        keys[row.session_id], origins[row.session_id] = row.session_key, row.forked_from
    for session_id in keys:  # the oldest first: it cannot come from a younger one
        if _is_in_circle(session_id, origins):
            del origins[session_id]
            of_key = {"key": keys[session_id]}
            alone = "session_key = :key AND family IS NULL"
            connection.execute(sa.text(f"DELETE FROM branches WHERE {alone}"), of_key)  # noqa: S608
            mend = "UPDATE branches SET forked_from = NULL, shared = 0 WHERE session_key = :key"
            connection.execute(sa.text(mend), of_key)


def _is_in_circle(session_id: str, origins: dict[str, str]) -> bool:
    met = set()
    at = origins.get(session_id)
    while at is not None and at not in met:
        met.add(at)
        at = origins.get(at)
    return session_id in met
