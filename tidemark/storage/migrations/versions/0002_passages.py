"""Passages in place of whole messages: what is searched, and what it is weighed by."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.search import passages

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "message_passages",
        sa.Column("session_key", sa.Integer, nullable=False),
        sa.Column("block", sa.Integer, nullable=False),
        sa.Column("last_position", sa.Integer, nullable=False),
        sa.Column("rows", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("session_key", "block", name="message_passages_pk"),
        sa.ForeignKeyConstraint(
            ["session_key"], ["sessions.key"], name="message_passages_session_key"
        ),
    )
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        op.execute("INSERT INTO message_search (message_search) VALUES ('delete-all')")
    else:
        op.drop_table("message_search")
        op.create_table(
            "message_search",
            sa.Column("stem", sa.Text(collation="C"), nullable=False),
            sa.Column("session_key", sa.Integer, nullable=False),
            sa.Column("chunk", sa.Integer, nullable=False),
            sa.Column("positions", sa.LargeBinary, nullable=False),
            sa.PrimaryKeyConstraint("stem", "session_key", "chunk", name="message_search_pk"),
        )
    of_session = sa.table("sessions", sa.column("key"), sa.column("session_id"))
    for key, session_id in connection.execute(sa.select(of_session)).all():
        passages.catch_up(connection, key, session_id)
