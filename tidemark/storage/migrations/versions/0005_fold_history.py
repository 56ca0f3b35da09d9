"""Folds that can be undone, summaries that can be changed, and messages kept verbatim."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_INSTANT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("session_summaries", sa.Column("withdrawn_at", _INSTANT))
    op.add_column("session_summaries", sa.Column("withdrawn_positions", sa.Text))
    op.drop_index("session_summaries_in_force", "session_summaries")
    in_force = sa.text("superseded_by IS NULL AND withdrawn_at IS NULL")
    op.create_index(
        "session_summaries_in_force",
        "session_summaries",
        ["session_id", "from_message_index"],
        sqlite_where=in_force,
        postgresql_where=in_force,
    )
    op.add_column("session_summaries", sa.Column("versions", sa.Text))
    pinned = sa.Column("is_pinned", sa.Integer, nullable=False, server_default="0")
    op.add_column("messages", pinned)
    is_pinned = sa.text("is_pinned != 0")
    op.create_index(
        "messages_pinned",
        "messages",
        ["session_id", "position"],
        sqlite_where=is_pinned,
        postgresql_where=is_pinned,
    )
