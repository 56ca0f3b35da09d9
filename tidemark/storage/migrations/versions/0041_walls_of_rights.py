"""Row-level security of the audit log, and of what is of no person but of housekeeping."""

from alembic import op

from tidemark.storage.drivers import row_security

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    for table in ("audit_log", "erasures", "leases"):
        row_security.protect(op.get_bind(), table)
