"""Versions of sources store their owner, and on a server passages too: policies read it there."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.drivers import row_security

revision = "0039"
down_revision = "0038"

_OF_SOURCE = (
    "UPDATE source_versions SET user_id = "
    "(SELECT user_id FROM sources WHERE sources.key = source_versions.source_key)"
)
_COPY_INDEX = (  # a sixth of the time of an UPDATE; rows of collections that are gone are left out
    "CREATE TABLE owned_index AS "
    "SELECT stem, collection_key, chunk, numbers, owned.user_id FROM passage_index JOIN ("
    "SELECT key, user_id FROM sessions UNION ALL "
    "SELECT key + (1 << 30), user_id FROM source_versions"
    ") AS owned ON owned.key = collection_key"
)


def upgrade() -> None:
    owner = sa.Column("user_id", sa.Text, nullable=False, server_default="")
    op.add_column("source_versions", owner)
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if not is_sqlite:
        # Row by row, and by the policies of before, a large index would take minutes
        op.execute("SET LOCAL enable_seqscan = on; SET LOCAL statement_timeout = 0")
        row_security.unprotect(op.get_bind(), row_security.OF_STORED_OWNERS)
    op.execute(_OF_SOURCE)
    if not is_sqlite:
        _replace_index()
        row_security.store_owners(op.get_bind())
        op.execute("SET LOCAL enable_seqscan = off")


def _replace_index() -> None:
    op.execute(_COPY_INDEX)
    op.drop_table("passage_index")
    op.rename_table("owned_index", "passage_index")
    op.create_primary_key("passage_index_pk", "passage_index", ["stem", "collection_key", "chunk"])
    for column in ("numbers", "user_id"):
        op.alter_column("passage_index", column, nullable=False)
