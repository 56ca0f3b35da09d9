"""The search index is keyed by collection: that of a session has the key of its session."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "collections",
        sa.Column("key", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("session_key", sa.Integer),
        sa.PrimaryKeyConstraint("key", name="collections_pk"),
        sa.UniqueConstraint("session_key", name="collections_session_key_unique"),
        sa.ForeignKeyConstraint(
            ["session_key"], ["sessions.key"], name="collections_session_key", ondelete="CASCADE"
        ),
    )
    op.execute(
        "INSERT INTO collections (key, session_key) "
        "SELECT DISTINCT session_key, session_key FROM message_passages"
    )
    _replace("message_passages", "passage_blocks", "block", "last_position", "rows")
    _replace("message_vectors", "passage_vectors", "first", "count", "model", "vectors")
    op.rename_table("message_search", "passage_index")
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("passage_index", "session_key", new_column_name="collection_key")
        op.alter_column("passage_index", "positions", new_column_name="numbers")
        op.execute("ALTER INDEX message_search_pk RENAME TO passage_index_pk")
        _rename_embeddings()


def _replace(former: str, name: str, second: str, *rest: str) -> None:
    """Copy a table whose key began with that of a session: SQLite cannot change what it refers to.

    What is indexed stays indexed: the numbers of passages, and so their references, do not change.
    """
    types = {"model": sa.Text, "rows": sa.LargeBinary, "vectors": sa.LargeBinary}
    op.create_table(
        name,
        sa.Column("collection_key", sa.Integer, nullable=False),
        sa.Column(second, sa.Integer, nullable=False),
        *(sa.Column(each, types.get(each, sa.Integer), nullable=False) for each in rest),
        sa.PrimaryKeyConstraint("collection_key", second, name=f"{name}_pk"),
        sa.ForeignKeyConstraint(
            ["collection_key"],
            ["collections.key"],
            name=f"{name}_collection_key",
            ondelete="CASCADE",
        ),
    )
    columns = ", ".join((second, *rest))
    op.execute(
        f"INSERT INTO {name} (collection_key, {columns}) "  # noqa: S608 - names of ours
        f"SELECT session_key, {columns} FROM {former} ORDER BY session_key, {second}"
    )
    op.drop_table(former)


def _rename_embeddings() -> None:
    """Rename the table that pgvector is used with, where it is, with its indexes: none is made."""
    connection = op.get_bind()
    former, name = "message_embeddings", "passage_embeddings"
    if not sa.inspect(connection).has_table(former):
        return
    for key in sa.inspect(connection).get_foreign_keys(former):
        op.drop_constraint(str(key["name"]), former, type_="foreignkey")
    indexes = sa.text(
        "SELECT indexname FROM pg_indexes "
        "WHERE schemaname = current_schema() AND tablename = :table"
    )
    for index in connection.scalars(indexes, {"table": former}).all():
        op.execute(f"ALTER INDEX {index} RENAME TO {index.replace(former, name)}")
    op.rename_table(former, name)
    op.alter_column(name, "session_key", new_column_name="collection_key")
    op.create_foreign_key(
        f"{name}_collection_key_fkey",
        name,
        "collections",
        ["collection_key"],
        ["key"],
        ondelete="CASCADE",
    )
