"""Questions that people let others learn from, without names and values."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.drivers import row_security

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.create_table(
        "learned_questions",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("shape", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("sql", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="learned_questions_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("learned_questions_of_user", "learned_questions", ["user_id", "key"])
    row_security.protect(op.get_bind(), "learned_questions")
