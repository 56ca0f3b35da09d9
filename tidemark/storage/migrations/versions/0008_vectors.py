"""Vectors of passages, in blocks: what a session loses when it is deleted, they lose with it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "message_vectors",
        sa.Column("session_key", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("vectors", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("session_key", "first", name="message_vectors_pk"),
        sa.ForeignKeyConstraint(
            ["session_key"],
            ["sessions.key"],
            name="message_vectors_session_key",
            ondelete="CASCADE",
        ),
    )
