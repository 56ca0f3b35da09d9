"""Where a person was in each notebook, to return to it."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.add_column("notebooks", sa.Column("place", sa.Text, nullable=False, server_default=""))
