"""Answers to requests that name an idempotency key, kept for a day."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.drivers import row_security

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    moment = sa.Text(collation=None if is_sqlite else "C")
    op.create_table(
        "idempotency_keys",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("made_at", moment, nullable=False),
        sa.Column("beat_at", moment, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("headers", sa.Text, nullable=False, server_default="{}"),
        sa.Column("body", sa.LargeBinary),
        sa.Column("run_id", sa.Text, nullable=False, server_default=""),
        sa.Column("session_key", sa.Integer),
        sa.PrimaryKeyConstraint("key", name="idempotency_keys_pk"),
        sa.ForeignKeyConstraint(
            ["session_key"],
            ["sessions.key"],
            name="idempotency_keys_session_key",
            ondelete="CASCADE",
        ),
        sqlite_autoincrement=True,
    )
    row_security.protect(op.get_bind(), "idempotency_keys")
    columns = ["user_id", "name"]
    op.create_index("idempotency_keys_by_name", "idempotency_keys", columns, unique=True)
    op.create_index("idempotency_keys_by_age", "idempotency_keys", ["made_at"])
    op.create_index("idempotency_keys_of_session", "idempotency_keys", ["session_key"])
