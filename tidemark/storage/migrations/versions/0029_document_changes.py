"""The first changes of a document's version, for the message that made it."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("document_versions", sa.Column("changes", sa.LargeBinary))
