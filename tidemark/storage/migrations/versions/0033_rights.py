"""Leases, receipts of erasures, and the audit log, which is only ever added to."""

import sqlalchemy as sa
from alembic import op

from tidemark.storage.drivers import row_security

revision = "0033"
down_revision = "0032"

_WORDS = "user_id", "actor", "subject_id", "detail", "salt"
_CHAIN = "key", "at", "action", "subject_kind", "detail_sha256", "previous", "sha256"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    moment = sa.Text(collation=None if is_sqlite else "C")
    op.create_table(
        "leases",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", moment, nullable=False),
        sa.PrimaryKeyConstraint("name", name="leases_pk"),
    )
    op.create_table(
        "erasures",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("person_sha256", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("ms", sa.Integer, nullable=False),
        sa.Column("rows", sa.Text, nullable=False),
        sa.Column("audit_rows", sa.Integer, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="erasures_pk"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "audit_log",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject_kind", sa.Text, nullable=False),
        sa.Column("subject_id", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("detail_sha256", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="audit_log_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("audit_log_of_user", "audit_log", ["user_id", "key"])
    op.create_index("audit_log_by_actor", "audit_log", ["actor"])
    row_security.protect(op.get_bind(), "audit_log")
    for statement in _of_sqlite() if is_sqlite else _of_postgresql():
        op.execute(sa.text(statement))


def _of_sqlite() -> tuple[str, ...]:
    refused = "BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END"
    is_kept = " AND ".join(f"NEW.{name} IS OLD.{name}" for name in _CHAIN)
    return (
        f"CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log {refused}",
        "CREATE TRIGGER audit_log_is_blanked_only BEFORE UPDATE ON audit_log"
        f" WHEN NOT ({is_kept} AND {_is_blank('NEW.')}) {refused}",
    )


def _of_postgresql() -> tuple[str, ...]:
    is_kept = " AND ".join(f"NEW.{name} IS NOT DISTINCT FROM OLD.{name}" for name in _CHAIN)
    return (
        "CREATE FUNCTION audit_log_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF TG_OP = 'UPDATE' AND {is_kept} AND {_is_blank('NEW.')} THEN RETURN NEW; END IF;"
        " RAISE EXCEPTION 'the audit log is only added to'; END $$",
        "CREATE TRIGGER audit_log_stays BEFORE UPDATE OR DELETE ON audit_log"
        " FOR EACH ROW EXECUTE FUNCTION audit_log_refuses()",
        "CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log"
        " FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuses()",
    )


def _is_blank(row: str) -> str:
    blank = dict.fromkeys(_WORDS, "''") | {"detail": "'{}'"}
    return " AND ".join(f"{row}{name} = {value}" for name, value in blank.items())
