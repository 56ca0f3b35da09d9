"""Sessions pinned, archived and in the trash; the titles there are were chosen, and stay."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    for name in ("is_pinned", "is_archived", "is_titled"):
        flag = sa.Column(name, sa.Integer, nullable=False, server_default="0")
        op.add_column("sessions", flag)
    of_server = op.get_bind().dialect.name == "postgresql"
    instant = sa.Text(collation="C" if of_server else None)
    op.add_column("sessions", sa.Column("trashed_at", instant))
    op.execute("UPDATE sessions SET is_titled = 1")
    op.drop_index("sessions_recent", "sessions")
    op.drop_index("sessions_across", "sessions")
    is_shown = "is_hidden = 0 AND trashed_at IS NULL"
    _index("recent", ["is_pinned", "updated_at", "key"], f"{is_shown} AND is_archived = 0")
    _index("archived", ["updated_at", "key"], f"{is_shown} AND is_archived != 0")
    _index("trashed", ["trashed_at", "key"], "is_hidden = 0 AND trashed_at IS NOT NULL")
    across = ["user", "updated_at", "key", "message_count"]
    _index("across", across, f"{is_shown} AND remembers_across != 0")


def _index(name: str, columns: list[str], where: str) -> None:
    which = sa.text(where)
    op.create_index(
        f"sessions_{name}", "sessions", columns, sqlite_where=which, postgresql_where=which
    )
