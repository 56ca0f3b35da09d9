"""SQLite's index is kept in few parts: each is gone through for every word that is looked for."""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        # Two parts of a size become one as they are written; by itself SQLite waits for sixteen.
        op.execute("INSERT INTO message_search (message_search, rank) VALUES ('crisismerge', 2)")
        op.execute("INSERT INTO message_search (message_search) VALUES ('optimize')")
