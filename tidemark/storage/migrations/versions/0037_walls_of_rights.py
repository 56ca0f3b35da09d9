"""Row-level security of the tables of housekeeping, which are of no person."""

from alembic import op

from tidemark.storage.drivers import row_security

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    for table in ("erasures", "leases"):
        row_security.protect(op.get_bind(), table)
