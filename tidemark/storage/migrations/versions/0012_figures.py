"""Metrics of each turn; those of earlier turns are derived from their metadata."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

Rows = Sequence[sa.RowMapping]
_COUNTS = (
    "threshold",
    "context_tokens",
    "whole_tokens",
    "read_tokens",
    "said_tokens",
    "input_tokens",
    "output_tokens",
    "recalled",
    "recalled_tokens",
    "similar_questions",
    "before_fold",
    "after_fold",
)
_STEPS = "context", "summariser", "ambiguity", "responder"
_TOLD = (
    "engine",
    *(name for name in _COUNTS if name != "threshold"),
    *(f"{step}_ms" for step in _STEPS),
    "asked_back",
)
_WEIGH = """
    UPDATE sessions SET token_count = coalesce((
        SELECT sum(messages.token_count) FROM messages
        WHERE messages.session_id = sessions.session_id AND messages.is_retired = 0
    ), 0)
"""
_COPIED = """
    UPDATE turns SET is_copied = 1 WHERE id IN (
        SELECT turns.id FROM turns
        JOIN messages ON messages.id = turns.question_id
        JOIN sessions ON sessions.session_id = turns.session_id
        JOIN branches ON branches.session_key = sessions.key
        WHERE messages.position < branches.shared
    )
"""
_TURNS = """
    SELECT turns.id, turns.heartbeat, asked.position AS asked_at, asked.timestamp,
        asked.token_count AS asked_tokens, asked.metadata AS known,
        said.position AS said_at, said.token_count AS said_tokens, said.metadata AS told
    FROM turns
    JOIN messages AS asked ON asked.id = turns.question_id
    LEFT JOIN messages AS said ON said.id = turns.reply_id
    WHERE turns.session_id = :of AND turns.status != 'pending'
    ORDER BY turns.id
"""
_MESSAGES = """
    SELECT position, token_count, is_retired, summary_id FROM messages
    WHERE session_id = :of ORDER BY position
"""
_SUMMARIES = """
    SELECT id, level, created_at, token_count, superseded_by, withdrawn_at FROM session_summaries
    WHERE session_id = :of ORDER BY id
"""


def upgrade() -> None:
    op.add_column(
        "sessions", sa.Column("token_count", sa.Integer, nullable=False, server_default="0")
    )
    op.add_column("turns", sa.Column("engine", sa.Text))
    for name in _COUNTS:
        op.add_column("turns", sa.Column(name, sa.Integer))
    for step in _STEPS:
        op.add_column("turns", sa.Column(f"{step}_ms", sa.Float))
    for name in ("asked_back", "is_copied"):
        op.add_column("turns", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    connection = op.get_bind()
    connection.execute(sa.text(_WEIGH))
    connection.execute(sa.text(_COPIED))
    told = ", ".join(f"{name} = :{name}" for name in _TOLD)
    tell = sa.text(f"UPDATE turns SET {told} WHERE id = :turn_id")  # noqa: S608 - names of ours
    for (session_id,) in connection.execute(sa.text("SELECT DISTINCT session_id FROM turns")).all():
        rows = list(_figures(connection, session_id))  # a session at a time: memory stays small
        if rows:
            connection.execute(tell, rows)


def _figures(connection: sa.Connection, session_id: str) -> Iterator[dict[str, Any]]:
    turns, messages, summaries = (
        connection.execute(sa.text(query), {"of": session_id}).mappings().all()
        for query in (_TURNS, _MESSAGES, _SUMMARIES)
    )
    whole = _whole(messages)
    freed = _freed(messages, summaries)
    at, gone = 0, 0
    for turn in turns:
        before = gone
        folded = False
        while at < len(freed) and freed[at][0] <= turn["heartbeat"]:
            moment, tokens, is_fold = freed[at]
            folded = folded or (is_fold and moment >= turn["timestamp"])
            gone += tokens
            at += 1
        until = turn["asked_at"] if turn["said_at"] is None else turn["said_at"]
        earlier = whole[turn["asked_at"]] - turn["asked_tokens"]
        yield {
            "turn_id": turn["id"],
            "whole_tokens": whole[until],
            "context_tokens": max(whole[until] - gone, 0),
            "before_fold": max(earlier - before, 0) if folded else None,
            "after_fold": max(earlier - gone, 0) if folded else None,
            "said_tokens": turn["said_tokens"] or 0,
            **_known(_read(turn["known"])),
            **_told(_read(turn["told"])),
        }


def _whole(messages: Rows) -> list[int]:
    """Return what all weighs that stands up to each position."""
    sums, tokens = [], 0
    for message in messages:
        tokens += 0 if message["is_retired"] else message["token_count"]
        sums.append(tokens)
    return sums


def _freed(messages: Rows, summaries: Rows) -> list[tuple[str, int, bool]]:
    """Return when which tokens left the context, in order; a summary's own come into it."""
    covering = [message for message in messages if message["summary_id"] is not None]
    covering.sort(key=lambda message: message["summary_id"])
    covered = {
        of: sum(message["token_count"] for message in under if not message["is_retired"])
        for of, under in groupby(covering, key=lambda message: message["summary_id"])
    }
    made = {summary["id"]: summary["created_at"] for summary in summaries}
    freed = []
    for summary in summaries:
        if summary["withdrawn_at"] is not None:
            continue
        is_fold = summary["level"] == 1
        tokens = covered.get(summary["id"], 0) - summary["token_count"]
        freed.append((summary["created_at"], tokens, is_fold))
        if summary["superseded_by"] in made:
            freed.append((made[summary["superseded_by"]], summary["token_count"], False))
    return sorted(freed)


def _read(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:  # what another program wrote keeps no database shut
        return {}
    return found if isinstance(found, dict) else {}


def _known(known: dict[str, Any]) -> dict[str, Any]:
    timings = known.get("timings_ms") or {}
    return {
        "read_tokens": known.get("view_tokens") or 0,
        "recalled": len(known.get("recalled") or ()),
        "recalled_tokens": known.get("recalled_tokens") or 0,
        "similar_questions": len(known.get("similar") or ()),
        **{f"{step}_ms": timings.get(step) or 0.0 for step in _STEPS},
    }


def _told(told: dict[str, Any]) -> dict[str, Any]:
    usage = told.get("usage") or {}
    tokens = usage.get("input_tokens") or 0, usage.get("output_tokens") or 0
    return {
        "engine": told.get("engine"),
        "input_tokens": tokens[0] if any(tokens) else None,
        "output_tokens": tokens[1] if any(tokens) else None,
        "asked_back": int(bool(told.get("clarifying"))),
    }
