"""Profile of a person across sessions, and entries to be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_INSTANT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "profile_entries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("is_enabled", sa.Integer, nullable=False),
        sa.Column("is_edited", sa.Integer, nullable=False),
        sa.Column("updated_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="profile_entries_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("profile_entries_of_user", "profile_entries", ["user", "id"])
    op.create_table(
        "profile_sources",
        sa.Column("entry_id", sa.Integer, nullable=False),
        sa.Column("message_id", sa.Integer, nullable=False),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("entry_id", "message_id", name="profile_sources_pk"),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["profile_entries.id"], name="profile_sources_entry_id"
        ),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name="profile_sources_message_id"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name="profile_sources_session_id"
        ),
    )
    op.create_index("profile_sources_by_message", "profile_sources", ["message_id"])
    op.create_index("profile_sources_by_session", "profile_sources", ["session_id"])
    op.create_table(
        "profile_forgotten",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("forgotten_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="profile_forgotten_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("profile_forgotten_of_user", "profile_forgotten", ["user", "id"])
