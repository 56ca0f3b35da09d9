"""The index of what a summary covers holds nothing of what none covers."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.drop_index("messages_by_summary", "messages")
    covered = sa.text("summary_id IS NOT NULL")
    op.create_index(
        "messages_by_summary",
        "messages",
        ["summary_id"],
        sqlite_where=covered,
        postgresql_where=covered,
    )
