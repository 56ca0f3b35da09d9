"""Sources, and their versions: files whose passages lie in the search index beside messages'."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

_INSTANT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_KEPT = sa.text("trashed_at IS NULL")
_TRASHED = sa.text("trashed_at IS NOT NULL")
_NEWEST = sa.text("is_newest != 0")


def upgrade() -> None:
    op.create_table(
        "sources",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("notebook_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("last_used_at", _INSTANT),
        sa.Column("trashed_at", _INSTANT),
        sa.PrimaryKeyConstraint("key", name="sources_pk"),
        sqlite_autoincrement=True,
    )
    scope = "user_id", "notebook_id"
    _partial_index("sources_by_name", "sources", *scope, "name", where=_KEPT, unique=True)
    _partial_index("sources_trashed", "sources", *scope, "trashed_at", "key", where=_TRASHED)
    op.create_table(
        "source_versions",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("source_key", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("is_newest", sa.Integer, nullable=False),
        sa.Column("sha256", sa.LargeBinary, nullable=False),
        sa.Column("file_type", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("file_bytes", sa.Integer, nullable=False),
        sa.Column("characters", sa.Integer, nullable=False),
        sa.Column("section_count", sa.Integer, nullable=False),
        sa.Column("passage_count", sa.Integer, nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("has_file", sa.Integer, nullable=False),
        sa.Column("sections", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("file", sa.LargeBinary),
        sa.PrimaryKeyConstraint("key", name="source_versions_pk"),
        sa.ForeignKeyConstraint(
            ["source_key"], ["sources.key"], name="source_versions_source_key", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "source_versions_by_number", "source_versions", ["source_key", "number"], unique=True
    )
    op.create_index("source_versions_by_content", "source_versions", ["sha256"])
    _partial_index(
        "source_versions_newest", "source_versions", "source_key", where=_NEWEST, unique=True
    )


def _partial_index(
    name: str, table: str, *columns: str, where: sa.TextClause, unique: bool = False
) -> None:
    op.create_index(
        name,
        table,
        list(columns),
        unique=unique,
        sqlite_where=where,
        postgresql_where=where,
    )
