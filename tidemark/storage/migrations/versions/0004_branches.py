"""Branches: where a session was forked, which belong together, and which of them is listed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    hidden = sa.Column("is_hidden", sa.Integer, nullable=False, server_default="0")
    op.add_column("sessions", hidden)
    op.drop_index("sessions_recent", "sessions")
    listed = sa.text("is_hidden = 0")
    op.create_index(
        "sessions_recent",
        "sessions",
        ["updated_at", "key"],
        sqlite_where=listed,
        postgresql_where=listed,
    )
    op.create_table(
        "branches",
        sa.Column("session_key", sa.Integer, nullable=False),
        sa.Column("family", sa.Integer),
        sa.Column("forked_from", sa.Text),
        sa.Column("shared", sa.Integer, nullable=False),
        sa.Column("looked", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session_key", name="branches_pk"),
        sa.ForeignKeyConstraint(["session_key"], ["sessions.key"], name="branches_session_key"),
        sa.ForeignKeyConstraint(["family"], ["sessions.key"], name="branches_family"),
    )
    op.create_index("branches_by_family", "branches", ["family", "session_key"])
