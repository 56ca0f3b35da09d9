"""Sessions of a notebook; every list begins with whose it is and of which notebook.

What was kept before is of the one user of this machine, who is called ``local`` already.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_SHOWN = "is_hidden = 0 AND trashed_at IS NULL"
_INDEXES = {
    "recent": (("is_pinned", "updated_at", "key"), f"{_SHOWN} AND is_archived = 0"),
    "archived": (("updated_at", "key"), f"{_SHOWN} AND is_archived != 0"),
    "trashed": (("trashed_at", "key"), "is_hidden = 0 AND trashed_at IS NOT NULL"),
    "across": (("updated_at", "key", "message_count"), f"{_SHOWN} AND remembers_across != 0"),
}


def upgrade() -> None:
    for table in ("sessions", "profile_entries", "profile_forgotten", "settings"):
        op.execute(f'ALTER TABLE {table} RENAME COLUMN "user" TO user_id')
    notebook = sa.Column("notebook_id", sa.Text, nullable=False, server_default="general")
    op.add_column("sessions", notebook)
    for name, (columns, where) in _INDEXES.items():
        op.drop_index(f"sessions_{name}", "sessions")
        op.create_index(
            f"sessions_{name}",
            "sessions",
            ["user_id", "notebook_id", *columns],
            sqlite_where=sa.text(where),
            postgresql_where=sa.text(where),
        )
