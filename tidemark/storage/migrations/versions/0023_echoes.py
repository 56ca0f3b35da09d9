"""Replies of the built-in engine have no words in the index: they repeat others, or refuse.

Their passages keep their numbers, which vectors are counted by, and lose their words.
"""

import json
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import sqlalchemy as sa
from alembic import op

from tidemark.retrieval.index_terms import stemmed
from tidemark.retrieval.refs import CollectionKey
from tidemark.storage.search.inverted_index import index_of

revision = "0023"
down_revision = "0022"

_ROW = np.dtype(
    [
        ("position", "<u4"),
        ("start", "<u4"),
        ("end", "<u4"),
        ("minute", "<u4"),
        ("voice", "<u4"),
        ("tokens", "<u2"),
        ("stems", "<u2"),
    ]
)
_BLOCK = 128
_ECHOES = sa.text(
    "SELECT sessions.key, messages.position, messages.metadata FROM messages "
    "JOIN sessions ON sessions.session_id = messages.session_id "
    "WHERE messages.role = 'assistant' AND messages.metadata LIKE '%\"builtin\"%'"
)
_BLOCKS = sa.text(
    "SELECT block, rows FROM passage_blocks WHERE collection_key = :key ORDER BY block"
)
_CONTENTS = sa.text(
    "SELECT messages.position, messages.content FROM messages "
    "JOIN sessions ON sessions.session_id = messages.session_id WHERE sessions.key = :key"
)
_PUT = sa.text(
    "UPDATE passage_blocks SET rows = :rows WHERE collection_key = :key AND block = :block"
)


class _Echo(NamedTuple):
    key: int
    position: int
    metadata: str


def upgrade() -> None:
    connection = op.get_bind()
    echoes: defaultdict[int, list[int]] = defaultdict(list)
    for echo in map(_Echo._make, connection.execute(_ECHOES)):
        if json.loads(echo.metadata).get("engine") == "builtin":
            echoes[echo.key].append(echo.position)
    for key, positions in echoes.items():
        _silence(connection, key, positions)


def _silence(connection: sa.Connection, key: int, positions: list[int]) -> None:
    """Take the words of the messages at ``positions`` out of a collection and its index."""
    blocks = connection.execute(_BLOCKS, {"key": key}).all()
    if not blocks:
        return
    rows = np.frombuffer(b"".join(block.rows for block in blocks), _ROW).copy()
    contents = {
        position: str(content) for position, content in connection.execute(_CONTENTS, {"key": key})
    }
    index, collection = index_of(connection), CollectionKey(key)
    index.remove(connection, collection, _words(rows, contents))
    is_echo = np.isin(rows["position"], positions)
    for column in ("start", "end", "tokens", "stems"):
        rows[column][is_echo] = 0
    index.add(connection, collection, stemmed(_words(rows, contents)))
    changed = [
        {"key": key, "block": block.block, "rows": rows[at : at + _BLOCK].tobytes()}
        for block, at in zip(blocks, range(0, len(rows), _BLOCK), strict=True)
    ]
    connection.execute(_PUT, changed)


def _words(
    rows: "np.ndarray[tuple[int], np.dtype[np.void]]", contents: dict[int, str]
) -> dict[int, str]:
    return {
        number: contents[row["position"]][row["start"] : row["end"]]
        for number, row in enumerate(rows)
    }
