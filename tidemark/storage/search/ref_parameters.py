"""Passage references as one parameter of a statement, and queries for their messages."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    Subquery,
    and_,
    not_,
    select,
    text,
)

from tidemark.retrieval.refs import BlockRef, MessageRef
from tidemark.storage.tables import is_dropped, is_replaced, messages, sessions


def _as_table(query: str) -> Subquery:
    return text(query).columns(key=Integer, number=Integer).subquery("asked_for")


# The references of the parameter ``refs`` as a table, by dialect: collection keys and numbers.
# OFFSET makes a server compute them before it looks rows up: behind row-level security it would
# otherwise not use an index for a shifted number.  In the inner SELECT, their count is unknown to
# its planner, which otherwise plans each time anew
REFS = {
    "sqlite": _as_table(
        "SELECT asked.value >> 32 AS key, asked.value & 4294967295 AS number "
        "FROM json_each(:refs) AS asked"
    ),
    "postgresql": _as_table(
        "SELECT CAST(asked.value >> 32 AS integer) AS key, "
        "CAST(asked.value & 4294967295 AS integer) AS number "
        "FROM unnest((SELECT CAST(:refs AS bigint[]))) AS asked (value) OFFSET 0"
    ),
}


def as_parameter(
    connection: Connection, refs: Sequence[BlockRef] | Sequence[MessageRef]
) -> dict[str, object]:
    """Return ``refs`` as the parameter of ``REFS``."""
    return {"refs": json.dumps(refs) if connection.dialect.name == "sqlite" else list(refs)}


def messages_at(*columns: ColumnElement[Any], even_single: bool = False) -> dict[str, Select[Any]]:
    """Select ``columns`` of the messages at ``REFS`` and of their sessions, by dialect.

    Retired replies are left out, and so are single questions with their answers unless
    ``even_single``.
    """
    return {
        dialect: select(*columns)
        .select_from(
            # A session's collection has the key of its session
            asked.join(sessions, sessions.c.key == asked.c.key).join(
                messages,
                and_(
                    messages.c.session_id == sessions.c.session_id,
                    messages.c.position == asked.c.number,
                ),
            )
        )
        .where(not_(is_replaced if even_single else is_dropped))
        for dialect, asked in REFS.items()
    }
