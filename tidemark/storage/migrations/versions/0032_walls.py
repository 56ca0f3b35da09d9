"""Shares of sessions, notebooks and documents, and on a server row-level security."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.drivers import row_security

revision = "0032"
down_revision = "0031"

_THINGS = {"session_key": "sessions", "notebook_key": "notebooks", "document_key": "documents"}


def upgrade() -> None:
    connection = op.get_bind()
    is_sqlite = connection.dialect.name == "sqlite"
    op.create_table(
        "shares",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("with_user_id", sa.Text, nullable=False),
        sa.Column("access", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text(collation=None if is_sqlite else "C"), nullable=False),
        *(sa.Column(column, sa.Integer) for column in _THINGS),
        sa.PrimaryKeyConstraint("key", name="shares_pk"),
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{table}.key"], name=f"shares_{column}", ondelete="CASCADE"
            )
            for column, table in _THINGS.items()
        ),
        sqlite_autoincrement=True,
    )
    for column in _THINGS:
        where = sa.text(f"{column} IS NOT NULL")
        op.create_index(
            f"shares_by_{column}",
            "shares",
            [column, "with_user_id"],
            unique=True,
            sqlite_where=where,
            postgresql_where=where,
        )
    op.create_index("shares_with_user", "shares", ["with_user_id", "key"])
    op.execute(
        "INSERT INTO shares (user_id, with_user_id, access, created_at, document_key) "
        "SELECT documents.user_id, document_shares.user_id, access, document_shares.created_at, "
        "document_key FROM document_shares JOIN documents ON documents.key = document_key"
    )
    op.drop_table("document_shares")
    if not is_sqlite:
        row_security.install(connection)
