"""Ratings of replies: whether a reply helped, and why."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_INSTANT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "reply_opinions",
        sa.Column("message_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("is_good", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("given_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("message_id", name="reply_opinions_pk"),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name="reply_opinions_message_id",
            ondelete="CASCADE",
        ),
    )
