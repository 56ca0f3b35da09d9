"""User of a session, and whether it and the user's others may recall from each other."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    user = sa.Column("user", sa.Text, nullable=False, server_default="local")
    across = sa.Column("remembers_across", sa.Integer, nullable=False, server_default="1")
    op.add_column("sessions", user)
    op.add_column("sessions", across)
    is_across = sa.text("is_hidden = 0 AND remembers_across != 0")
    op.create_index(
        "sessions_across",
        "sessions",
        ["user", "updated_at", "key", "message_count"],
        sqlite_where=is_across,
        postgresql_where=is_across,
    )
