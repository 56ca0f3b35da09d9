"""The engine of a session, where its person chose another than for the rest."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("engine", sa.Text, nullable=False, server_default=""))
