"""API keys, by which programs act for a user."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    moment = sa.Text(collation=None if is_sqlite else "C")
    op.create_table(
        "api_keys",
        sa.Column("key_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("prefix", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made_at", moment, nullable=False),
        sa.Column("last_used_at", moment),
        sa.Column("expires_at", moment),
        sa.Column("revoked_at", moment),
        sa.PrimaryKeyConstraint("key_id", name="api_keys_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("api_keys_of_user", "api_keys", ["user_id"])
    op.create_index("api_keys_by_prefix", "api_keys", ["prefix"])
