"""Pictures attached to messages."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.drivers import row_security

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("message_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("message_id", "number", name="pictures_pk"),
        sa.ForeignKeyConstraint(
            ["message_id"], ["messages.id"], name="pictures_message_id", ondelete="CASCADE"
        ),
    )
    row_security.protect(op.get_bind(), "pictures")
