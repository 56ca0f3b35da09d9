"""Prompts of turns, each packed with those before it in its session.

Before, each was packed alone: its layout by a dictionary that stood in the program, its own words
by the messages it rests on.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from tidemark.prompt.snapshots import OwnWords, own_words
from tidemark.schema.prompt_snapshot import MessageSize, PromptSnapshot, SnapshotLayout
from tidemark.storage import snapshot_codec

revision = "0018"
down_revision = "0017"

_WINDOW = 32_768
_DICTIONARY = (
    b'"excluded":{"message_ids":[],"items":[["open_questions",""]]},"usage":{"input_tokens":'
    b',"output_tokens":,"calls":1}"instructions":{"on":"2026-01-01","tokens":512,"sha256":""},'
    b'"role":"assistant","at":"2026-01-01T00:00:00Z","is_cut":true,"status":"done","item_kind":'
    b'"todos""item_kind":"open_questions""item_kind":"decisions""item_kind":"constraints"'
    b'"item_kind":"preferences""item_kind":"key_facts","on":"2026-"{"kind":"item","tokens":10,'
    b'"why":1,"of":[1],"words":0,"item_kind":"key_facts"},{"kind":"augmented","tokens":20,"why":2,'
    b'"words":1},{"kind":"question","tokens":20,"why":3,"of":[1],"end":20}],"left_out":['
    b'{"kind":"message","tokens":30,"of":[10],"end":100},{"kind":"recalled","tokens":20,"why":1,'
    b'"of":[12],"start":100,"end":200,"missed_by":12}],"reasons":["the question","what the question'
    b' was understood as","left out at your wish","last exchange","profile","pinned","remembered",'
    b'"active message","beside what matches","matches: {"tokens":1198,"threshold":1200,"pieces":['
)
_SESSIONS = sa.text("SELECT DISTINCT session_id FROM turns JOIN turn_views ON turn_id = id")
_VIEWS = sa.text(
    "SELECT turn_id, sha256, places, words FROM turns JOIN turn_views ON turn_id = id "
    "WHERE session_id = :session_id ORDER BY id"
)
_MESSAGES = sa.text("SELECT id, content, token_count FROM messages WHERE id IN :ids").bindparams(
    sa.bindparam("ids", expanding=True)
)
_INSERT = sa.text(
    "INSERT INTO prompt_snapshots (turn_id, base_id, sha256, packed) "
    "VALUES (:turn_id, :base_id, :sha256, :packed)"
)


def upgrade() -> None:
    op.create_table(
        "prompt_snapshots",
        sa.Column("turn_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("base_id", sa.Integer, nullable=False),
        sa.Column("sha256", sa.LargeBinary, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name="prompt_snapshots_pk"),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name="prompt_snapshots_turn_id"),
    )
    connection = op.get_bind()
    for session_id in connection.scalars(_SESSIONS).all():
        _pack(connection, session_id)
    op.drop_table("turn_views")


def _pack(connection: sa.Connection, session_id: str) -> None:
    sizes: dict[int, MessageSize] = {}
    rows = connection.execute(_VIEWS, {"session_id": session_id}).all()
    for run in snapshot_codec.pack(_snapshots(connection, rows, sizes), sizes):
        row = run.last
        connection.execute(_INSERT, {**row._asdict(), "sha256": bytes.fromhex(row.sha256)})


def _snapshots(
    connection: sa.Connection,
    rows: Sequence[Any],
    sizes: dict[int, MessageSize],
) -> Iterator[tuple[int, PromptSnapshot]]:
    """Yield the snapshots of ``rows``, each once the ``sizes`` of its messages are known."""
    for turn_id, sha256, places, words in rows:
        layout = SnapshotLayout.model_validate_json(_inflated(places, _DICTIONARY))
        pieces = (*layout.pieces, *layout.left_out)
        lent = tuple(dict.fromkeys(at.of[0] for at in pieces if at.words is None and at.of))
        found = {row.id: row for row in connection.execute(_MESSAGES, {"ids": lent})}
        sizes |= {of: MessageSize(len(row.content), row.token_count) for of, row in found.items()}
        contents = {of: row.content for of, row in found.items()}
        own = _own_words(words, lent, contents, sum(at.words is not None for at in pieces))
        yield turn_id, PromptSnapshot(sha256=sha256, places=layout, words=own)


def _own_words(
    packed: bytes, lent: Sequence[int], contents: Mapping[int, str], count: int
) -> tuple[OwnWords, ...]:
    if not packed:
        return ()
    if not contents.keys() >= set(lent):  # a message is gone, and with it what stood in it
        return ("",) * count
    text = "\n".join(contents[of] for of in lent).encode()[-_WINDOW:]
    words = json.loads(_inflated(packed, text))
    return tuple(own_words(each, contents) for each in words)


def _inflated(packed: bytes, dictionary: bytes) -> bytes:
    return zlib.decompressobj(zdict=dictionary).decompress(packed)
