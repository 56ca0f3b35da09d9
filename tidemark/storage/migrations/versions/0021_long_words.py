"""Terms of the index are cut to 64 characters: what is longer is a key, and no word.

Words are cut before they are stemmed, so that a key is found by the same term it is indexed with.
"""

from collections import defaultdict

import numpy as np
import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_TERM_CHARS = 64


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        _cut_in_file(connection)
    else:
        _cut_in_server(connection)


def _cut_in_file(connection: sa.Connection) -> None:
    """Take each long term out of the rows it is in, and put its beginning in."""
    op.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'passage_index', 'row')")
    long = sa.text("SELECT term FROM temp.terms WHERE length(term) > :chars")
    terms = connection.scalars(long, {"chars": _TERM_CHARS}).all()
    op.execute("DROP TABLE temp.terms")
    find = sa.text("SELECT rowid FROM passage_index WHERE passage_index MATCH :term")
    found = {term: connection.scalars(find, {"term": f'"{term}"'}).all() for term in terms}
    for term, refs in found.items():
        for change, stem in (
            ("(passage_index, rowid, stems) VALUES ('delete', :ref, :stem)", term),
            ("(rowid, stems) VALUES (:ref, :stem)", term[:_TERM_CHARS]),
        ):
            into = sa.text(f"INSERT INTO passage_index {change}")
            connection.execute(into, [{"ref": ref, "stem": stem} for ref in refs])


def _cut_in_server(connection: sa.Connection) -> None:
    """Join the rows of all terms that begin alike into one, their numbers in order."""
    of_long = "FROM passage_index WHERE length(stem) >= :chars"
    chars = {"chars": _TERM_CHARS}
    rows = connection.execute(
        sa.text(f"SELECT stem, collection_key, chunk, numbers {of_long}"),
        chars,
    ).all()
    connection.execute(sa.text(f"DELETE {of_long}"), chars)
    joined: defaultdict[tuple[str, int, int], set[int]] = defaultdict(set)
    for stem, key, chunk, numbers in rows:
        joined[stem[:_TERM_CHARS], key, chunk].update(np.frombuffer(numbers, "<u2").tolist())
    added = sa.text(
        "INSERT INTO passage_index (stem, collection_key, chunk, numbers) "
        "VALUES (:stem, :key, :chunk, :numbers)"
    )
    for (stem, key, chunk), numbers in joined.items():
        packed = np.array(sorted(numbers), "<u2").tobytes()
        connection.execute(added, {"stem": stem, "key": key, "chunk": chunk, "numbers": packed})
