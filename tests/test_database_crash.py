"""A process killed at any moment leaves a database that opens, whole."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from database import Database
from tests.conversing import NOW, assert_whole, on_each_database
from tidemark.words import content_terms

KILLS = {"sqlite": range(60), "postgresql": range(20, 60, 4)}  # our code is the same on both
IN_ONE_SESSION = 12  # so many kills, then the next one begins
NEVER = 0
_PROJECT = Path(__file__).parent.parent


@dataclass
class Kept:
    """What the killed said was kept, by id."""

    messages: dict[int, str] = field(default_factory=dict)
    summaries: dict[int, list[int]] = field(default_factory=dict)
    turns: dict[int, str] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)

    def note(self, fact: dict[str, Any]) -> None:
        what, key = fact["what"], fact["id"]
        if what == "message":
            self.messages[key] = fact["content"]
        elif what == "summary":
            self.summaries[key] = fact["message_ids"]
        elif what == "turn":
            self.turns[key] = fact["status"]
        elif what == "session":
            self.copies[key] = fact["count"]
        elif what == "deleting":
            del self.copies[key]
        elif what == "deleted":
            self.deleted.add(key)


@pytest.fixture
def writers() -> Iterator["subprocess.Popen[str]"]:
    """The program whose children write until they are killed."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.killed_writer"],
        cwd=_PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        yield program


def _write_and_be_killed(
    writers: "subprocess.Popen[str]", url: str, session_id: str, number: int
) -> Iterator[dict[str, Any]]:
    """Let a writer work and be killed: by us some moments after a line, or before a statement."""
    assert writers.stdin is not None
    assert writers.stdout is not None
    chance = random.Random(number)
    by_us = number % 3 == 0
    lines, pause_s = chance.randint(1, 20), chance.random() * 0.012
    writers.stdin.write(f"{url} {session_id} {number} {NEVER if by_us else number}\n")
    writers.stdin.flush()
    started = json.loads(writers.stdout.readline())
    for count, line in enumerate(writers.stdout, 1):
        fact = json.loads(line)
        if fact["what"] == "gone":
            return
        yield fact
        if by_us and count == lines:
            time.sleep(pause_s)
            os.kill(started["id"], signal.SIGKILL)


@pytest.mark.slow
@on_each_database
def test_a_kill_at_any_moment_loses_nothing_that_was_kept(
    writers: "subprocess.Popen[str]", database_url: str
) -> None:
    kind, _, path = database_url.partition(":///")
    kills, kept, pending = KILLS[kind.partition("+")[0]], Kept(), 0
    for number in kills:
        session_id = f"killed_{number // IN_ONE_SESSION}"
        for fact in _write_and_be_killed(writers, database_url, session_id, number):
            kept.note(fact)

        if path:
            _assert_sound(Path(path))
        with closing(Database(database_url)) as database:
            _assert_rows(database, kept)
            _assert_kept(database, session_id, kept)
            pending += _a_pending_turn_can_be_retried(database, session_id)

    assert len(kept.messages) > len(kills)
    assert len(kept.summaries) > len(kills) // 4
    assert pending > len(kills) // 4  # they were killed in the midst of turns


def _assert_sound(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("INSERT INTO message_search (message_search) VALUES ('integrity-check')")


def _assert_rows(database: Database, kept: Kept) -> None:
    with database.reading() as connection:
        read = connection.exec_driver_sql
        stored = {row[0]: row[1] for row in read("SELECT id, content FROM messages")}
        assert kept.messages.items() <= stored.items()
        unasked = "SELECT id FROM messages WHERE role = 'user' EXCEPT SELECT question_id FROM turns"
        assert read(unasked).all() == []
        turns = {row[0]: row[1] for row in read("SELECT id, status FROM turns")}
        assert kept.turns.items() <= turns.items()
        under: dict[int, list[int]] = {}
        covered = "SELECT summary_id, id FROM messages WHERE is_summarized = 1 ORDER BY id"
        for summary_id, message_id in read(covered):
            under.setdefault(summary_id, []).append(message_id)
        assert kept.summaries.items() <= under.items()


def _assert_kept(database: Database, session_id: str, kept: Kept) -> None:
    sessions = {at.session_id: at.message_count for at in database.sessions.recent(limit=1000)}
    assert kept.copies.items() <= sessions.items()
    assert not kept.deleted & set(sessions)
    for known, count in sessions.items():
        if not known.startswith(session_id):
            continue
        record = database.record(known)
        assert len(record.messages) == count
        assert_whole(record)
        covered = [message for message in record.messages if message.is_summarized]
        if covered:
            terms = content_terms(covered[-1].content)[:2]
            found = database.search.covered(known, terms, limit=1)
            assert [message.content for message in found] == [covered[-1].content]


def _a_pending_turn_can_be_retried(database: Database, session_id: str) -> bool:
    turn = database.turns.last(session_id) if database.sessions.exists(session_id) else None
    if turn is None or turn.status != "pending":
        return False
    again = database.turns.restart(session_id, owner="the living", now=NOW, seen=turn).turn
    assert (again.status, again.question_id) == ("pending", turn.question_id)
    active = database.get_messages(session_id, exclude_summarized=True)
    assert turn.question_id == active[-1].id  # and nothing of a reply
    return True
