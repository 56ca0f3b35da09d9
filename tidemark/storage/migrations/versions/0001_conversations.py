"""Sessions, their messages, summaries and turns, and the index of their words."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_INSTANT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    _create_sessions()
    _create_summaries()
    _create_messages()
    _create_turns()
    _create_search()


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("updated_at", _INSTANT, nullable=False),
        sa.Column("message_count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", name="sessions_pk"),
        sa.UniqueConstraint("session_id", name="sessions_session_id_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("sessions_recent", "sessions", ["updated_at", "key"])


def _create_summaries() -> None:
    op.create_table(
        "session_summaries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("from_message_index", sa.Integer, nullable=False),
        sa.Column("to_message_index", sa.Integer, nullable=False),
        sa.Column("timestamp", _INSTANT, nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("token_count", sa.Integer, nullable=False),
        sa.Column("superseded_by", sa.Integer),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="session_summaries_pk"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name="session_summaries_session_id"
        ),
        sa.ForeignKeyConstraint(
            ["superseded_by"], ["session_summaries.id"], name="session_summaries_superseded_by"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "session_summaries_by_range",
        "session_summaries",
        ["session_id", "level", "to_message_index"],
    )
    in_force = sa.text("superseded_by IS NULL")
    op.create_index(
        "session_summaries_in_force",
        "session_summaries",
        ["session_id", "from_message_index"],
        sqlite_where=in_force,
        postgresql_where=in_force,
    )
    op.create_index("session_summaries_superseded", "session_summaries", ["superseded_by"])


def _create_messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("timestamp", _INSTANT, nullable=False),
        sa.Column("token_count", sa.Integer, nullable=False),
        sa.Column("is_summarized", sa.Integer, nullable=False),
        sa.Column("is_retired", sa.Integer, nullable=False),
        sa.Column("summary_id", sa.Integer),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("metadata", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="messages_pk"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.session_id"], name="messages_session_id"
        ),
        sa.ForeignKeyConstraint(
            ["summary_id"], ["session_summaries.id"], name="messages_summary_id"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("messages_by_position", "messages", ["session_id", "position"], unique=True)
    op.create_index("messages_by_summary", "messages", ["summary_id"])
    active = sa.text("is_summarized = 0 AND is_retired = 0")
    op.create_index(
        "messages_active",
        "messages",
        ["session_id", "position", "token_count"],
        sqlite_where=active,
        postgresql_where=active,
    )
    dropped = sa.text("is_summarized = 0 AND is_retired != 0")
    op.create_index(
        "messages_dropped",
        "messages",
        ["session_id"],
        sqlite_where=dropped,
        postgresql_where=dropped,
    )


def _create_turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("question_id", sa.Integer, nullable=False),
        sa.Column("reply_id", sa.Integer),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("heartbeat", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="turns_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.session_id"], name="turns_session_id"),
        sa.ForeignKeyConstraint(["question_id"], ["messages.id"], name="turns_question_id"),
        sa.ForeignKeyConstraint(["reply_id"], ["messages.id"], name="turns_reply_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("turns_in_order", "turns", ["session_id", "id"])
    op.create_index("turns_by_question", "turns", ["question_id"])
    op.create_index("turns_by_reply", "turns", ["reply_id"])
    pending = sa.text("status = 'pending'")
    op.create_index(
        "turns_pending",
        "turns",
        ["session_id"],
        unique=True,
        sqlite_where=pending,
        postgresql_where=pending,
    )


def _create_search() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE message_search USING fts5("
            "stems, content='', columnsize=0, detail=none, tokenize=\"ascii tokenchars '_'''\")"
        )
        return
    op.create_table(
        "message_search",
        sa.Column("session_key", sa.Integer, nullable=False),
        sa.Column("stem", sa.Text(collation="C"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session_key", "stem", "position", name="message_search_pk"),
    )
