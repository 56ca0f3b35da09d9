"""Questions that other programs asked for a person, to find those like a new one."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.drivers import row_security

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.create_table(
        "past_questions",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("session_key", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("shape", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="past_questions_pk"),
        sa.ForeignKeyConstraint(
            ["session_key"], ["sessions.key"], name="past_questions_session_key", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("past_questions_of_user", "past_questions", ["user_id", "key"])
    op.create_index(
        "past_questions_of_session", "past_questions", ["session_key", "position"], unique=True
    )
    row_security.protect(op.get_bind(), "past_questions")
