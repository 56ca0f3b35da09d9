"""For how many days a session and a notebook are kept after their last use."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("retention_days", sa.Integer))
    op.add_column("notebooks", sa.Column("retention_days", sa.Integer))
