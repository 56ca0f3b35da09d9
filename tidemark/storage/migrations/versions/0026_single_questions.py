"""Messages that no later turn reads: single questions and their answers."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"

_INDEXES = {
    "messages_active": (
        ["session_id", "position", "token_count"],
        sa.text("is_summarized = 0 AND is_retired = 0 AND is_single = 0"),
    ),
    "messages_dropped": (
        ["session_id"],
        sa.text("is_summarized = 0 AND (is_retired != 0 OR is_single != 0)"),
    ),
}


def upgrade() -> None:
    op.add_column(
        "messages", sa.Column("is_single", sa.Integer, nullable=False, server_default="0")
    )
    for name, (columns, where) in _INDEXES.items():
        op.drop_index(name, "messages")
        op.create_index(name, "messages", columns, sqlite_where=where, postgresql_where=where)
