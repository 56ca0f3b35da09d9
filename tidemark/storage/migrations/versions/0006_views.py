"""Prompt of each turn, as its engine read it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "turn_views",
        sa.Column("turn_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("places", sa.LargeBinary, nullable=False),
        sa.Column("words", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name="turn_views_pk"),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name="turn_views_turn_id"),
    )
