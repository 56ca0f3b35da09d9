"""Documents: JSON under version control, with branches, and whom they are shared with."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    moment = sa.Text(collation=None if is_sqlite else "C")
    op.create_table(
        "documents",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("notebook_id", sa.Text, nullable=False),
        sa.Column("session_key", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("schema", sa.LargeBinary),
        sa.Column("file_path", sa.Text, nullable=False, server_default=""),
        sa.Column("file_sha256", sa.LargeBinary),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("updated_at", moment, nullable=False),
        sa.Column("trashed_at", moment),
        sa.PrimaryKeyConstraint("key", name="documents_pk"),
        sa.ForeignKeyConstraint(
            ["session_key"], ["sessions.key"], name="documents_session_key", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    _index(
        "documents_by_name",
        "documents",
        ["user_id", "notebook_id", "name"],
        "trashed_at IS NULL AND session_key IS NULL",
        unique=True,
    )
    _index(
        "documents_of_session",
        "documents",
        ["session_key", "name"],
        "trashed_at IS NULL AND session_key IS NOT NULL",
        unique=True,
    )
    op.create_index("documents_by_session", "documents", ["session_key"])
    _index(
        "documents_trashed",
        "documents",
        ["user_id", "notebook_id", "trashed_at", "key"],
        "trashed_at IS NOT NULL",
    )
    op.create_table(
        "document_shares",
        sa.Column("document_key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("access", sa.Text, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("document_key", "user_id", name="document_shares_pk"),
        sa.ForeignKeyConstraint(
            ["document_key"],
            ["documents.key"],
            name="document_shares_document_key",
            ondelete="CASCADE",
        ),
    )
    op.create_index("document_shares_of_user", "document_shares", ["user_id", "document_key"])
    op.create_table(
        "document_branches",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("document_key", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("from_branch", sa.Text, nullable=False, server_default=""),
        sa.Column("from_version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("whole_version", sa.Integer, nullable=False),
        sa.Column("whole_bytes", sa.Integer, nullable=False),
        sa.Column("patch_bytes", sa.Integer, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("updated_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("key", name="document_branches_pk"),
        sa.ForeignKeyConstraint(
            ["document_key"],
            ["documents.key"],
            name="document_branches_document_key",
            ondelete="CASCADE",
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "document_branches_by_name", "document_branches", ["document_key", "name"], unique=True
    )
    op.create_table(
        "document_versions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("branch_key", sa.Integer, nullable=False),
        sa.Column("conversation_id", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary),
        sa.Column("patch", sa.LargeBinary),
        sa.Column("modification_summary", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("message_id", sa.Integer),
        sa.Column("merged_branch", sa.Text),
        sa.Column("merged_version", sa.Integer),
        sa.Column("restored", sa.Integer),
        sa.Column("operations", sa.Integer, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("is_kept", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("pruned_at", moment),
        sa.PrimaryKeyConstraint("id", name="document_versions_pk"),
        sa.ForeignKeyConstraint(
            ["branch_key"],
            ["document_branches.key"],
            name="document_versions_branch_key",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name="document_versions_message_id",
            ondelete="SET NULL",
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "document_versions_by_number", "document_versions", ["branch_key", "version"], unique=True
    )
    op.create_index(
        "document_versions_of_conversation", "document_versions", ["conversation_id", "created_at"]
    )
    _index(
        "document_versions_whole",
        "document_versions",
        ["branch_key", "version"],
        "data IS NOT NULL",
    )
    _index(
        "document_versions_by_message",
        "document_versions",
        ["message_id"],
        "message_id IS NOT NULL",
    )


def _index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(
        name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition
    )
