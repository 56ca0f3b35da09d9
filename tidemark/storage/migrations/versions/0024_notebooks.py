"""Notebooks and users: all that there was is in the notebook General of its user."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    moment = sa.Text(collation=None if is_sqlite else "C")
    op.create_table(
        "notebooks",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("notebook_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("instructions", sa.Text, nullable=False, server_default=""),
        sa.Column("colour", sa.Text, nullable=False, server_default=""),
        sa.Column("icon", sa.Text, nullable=False, server_default=""),
        sa.Column("mode", sa.Text, nullable=False, server_default="chat"),
        sa.Column("most_messages", sa.Integer, nullable=False, server_default="50"),
        sa.Column("budget", sa.Integer),
        sa.Column("uses_profile", sa.Integer, nullable=False, server_default="1"),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("last_active_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("key", name="notebooks_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("notebooks_of_user", "notebooks", ["user_id", "notebook_id"], unique=True)
    op.create_table(
        "users",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("last_active_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="users_pk"),
    )
    spans = "min(created_at), max(updated_at) FROM sessions GROUP BY user_id"
    op.execute(
        sa.text(f"INSERT INTO users (user_id, created_at, last_active_at) SELECT user_id, {spans}")
    )
    into = "INSERT INTO notebooks (user_id, notebook_id, name, created_at, last_active_at)"
    op.execute(sa.text(f"{into} SELECT user_id, 'general', 'General', {spans}"))
    others = "min(created_at), max(updated_at) FROM sessions WHERE notebook_id <> 'general'"
    op.execute(
        sa.text(
            f"{into} SELECT user_id, notebook_id, notebook_id, {others}"
            " GROUP BY user_id, notebook_id"
        )
    )
