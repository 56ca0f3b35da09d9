"""Passages in place of whole messages: what is searched, and what it is weighed by."""

import datetime as dt
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import sqlalchemy as sa
from alembic import op

from tidemark.nlp.search_terms import content_stems
from tidemark.retrieval import chunking
from tidemark.schema import Role
from utils import TokenCounter

revision = "0002"
down_revision = "0001"

_BLOCK, _CHUNK_BITS, _STEM_CHARS = 128, 12, 256
_SESSIONS = sa.table("sessions", sa.column("key"), sa.column("session_id"))
_MESSAGES = sa.table(
    "messages",
    *(sa.column(name) for name in ("session_id", "position", "role", "content")),
    sa.column("timestamp", sa.Text),
)
_PASSAGES = sa.table(
    "message_passages",
    *(sa.column(name) for name in ("session_key", "block", "last_position", "rows")),
)


class _Message(NamedTuple):
    position: int
    role: Role
    content: str
    timestamp: dt.datetime


def upgrade() -> None:
    op.create_table(
        "message_passages",
        sa.Column("session_key", sa.Integer, nullable=False),
        sa.Column("block", sa.Integer, nullable=False),
        sa.Column("last_position", sa.Integer, nullable=False),
        sa.Column("rows", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("session_key", "block", name="message_passages_pk"),
        sa.ForeignKeyConstraint(
            ["session_key"], ["sessions.key"], name="message_passages_session_key"
        ),
    )
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        op.execute("INSERT INTO message_search (message_search) VALUES ('delete-all')")
    else:
        op.drop_table("message_search")
        op.create_table(
            "message_search",
            sa.Column("stem", sa.Text(collation="C"), nullable=False),
            sa.Column("session_key", sa.Integer, nullable=False),
            sa.Column("chunk", sa.Integer, nullable=False),
            sa.Column("positions", sa.LargeBinary, nullable=False),
            sa.PrimaryKeyConstraint("stem", "session_key", "chunk", name="message_search_pk"),
        )
    for key, session_id in connection.execute(sa.select(_SESSIONS)).all():
        _index(connection, key, session_id)


def _index(connection: sa.Connection, key: int, session_id: str) -> None:
    """Cut the messages of a session into passages, and index these, as this step once did."""
    of_session = _MESSAGES.c.session_id == session_id
    found = connection.execute(
        sa.select(*(_MESSAGES.c[name] for name in _Message._fields))
        .where(of_session)
        .order_by(_MESSAGES.c.position)
    )
    said = [
        _Message(position, role, content, dt.datetime.fromisoformat(timestamp))
        for position, role, content, timestamp in found
    ]
    parts = [chunking.rows(message, TokenCounter()) for message in said]
    texts = [
        text
        for message, part in zip(said, parts, strict=True)
        for text in chunking.texts(message.content, part)
    ]
    if not texts:
        return
    rows = np.concatenate(parts)
    for at in range(0, len(rows), _BLOCK):
        block = rows[at : at + _BLOCK]
        connection.execute(
            _PASSAGES.insert().values(
                session_key=key,
                block=at // _BLOCK,
                last_position=int(block[-1]["position"]),
                rows=block.tobytes(),
            )
        )
    stems = [dict.fromkeys(stem[:_STEM_CHARS] for stem in content_stems(text)) for text in texts]
    add = _add_to_file if connection.dialect.name == "sqlite" else _add_to_server
    add(connection, key, [list(each) for each in stems])


def _add_to_file(connection: sa.Connection, key: int, stems: list[list[str]]) -> None:
    added = sa.text("INSERT INTO message_search (rowid, stems) VALUES (:place, :stems)")
    rows = [
        {"place": key << 32 | number, "stems": " ".join(each)} for number, each in enumerate(stems)
    ]
    connection.execute(added, rows)


def _add_to_server(connection: sa.Connection, key: int, stems: list[list[str]]) -> None:
    within: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for number, each in enumerate(stems):
        chunk, rest = divmod(number, 1 << _CHUNK_BITS)
        for stem in each:
            within[stem, chunk].append(rest)
    added = sa.text(
        "INSERT INTO message_search (stem, session_key, chunk, positions) "
        "VALUES (:stem, :key, :chunk, :positions)"
    )
    rows = [
        {"stem": stem, "key": key, "chunk": chunk, "positions": np.array(rest, "<u2").tobytes()}
        for (stem, chunk), rest in within.items()
    ]
    if rows:
        connection.execute(added, rows)
