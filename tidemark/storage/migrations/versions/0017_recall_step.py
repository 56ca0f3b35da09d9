"""The time of recall, which was measured as part of understanding before."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("turns", sa.Column("recall_ms", sa.Float))
    op.execute("UPDATE turns SET recall_ms = 0 WHERE context_ms IS NOT NULL")
