"""Losses when several processes with several threads write the same sessions at once.

``python -m benchmark.crowd [--seconds 60] [--url …]`` lets two processes of four threads send,
answer, retry and fold in the same two sessions, as fast as they can, and compares the database with
what each reported as stored.  A refusal, as by a locked file, is an error that ends the whole run.
"""

import argparse
import datetime as dt
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.crashes import ill_covered
from benchmark.databases import local_database
from tests.warnings_as_errors import PYTHON

SESSIONS = ("one", "two")
_PROJECT = Path(__file__).parent.parent
_NOW = dt.datetime(2026, 1, 31, 23, 26, 50, tzinfo=dt.UTC)
_END_S = 60  # long after the time is up


@dataclass(frozen=True)
class Outcome:
    """The data reported as stored, and how much of it is missing; ``damage`` should be all 0."""

    rounds: int
    messages: int
    summaries: int
    longest_s: float
    damage: Counter[str]


def let_write(url: str, seconds: float) -> list[dict[str, Any]]:
    """Let several processes write for ``seconds``; return the reports of each.

    Raises:
        CalledProcessError: A thread was refused for another reason than a faster writer.
    """
    with local_database(url) as database:
        for session_id in SESSIONS:
            if database.sessions.exists(session_id):  # from an earlier run
                database.sessions.delete(session_id)
            database.sessions.ensure(session_id, title=session_id, now=_NOW)
    wrote = subprocess.run(
        [*PYTHON, "-m", "tests.crowd", url, str(seconds)],
        cwd=_PROJECT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=seconds + _END_S,
    )
    return [json.loads(line) for line in wrote.stdout.splitlines()]


def count(url: str, told: list[dict[str, Any]]) -> Outcome:
    """Compare the database with the reports ``told``."""
    kept = {int(number): words for each in told for number, words in each["kept"].items()}
    summaries = {int(at): ids for each in told for at, ids in each["summaries"].items()}
    damage: Counter[str] = Counter()
    stored: dict[int, str] = {}
    covered = 0
    with local_database(url) as database:
        for session_id in SESSIONS:
            record = database.record(session_id)
            damage.update(ill_covered(record))
            under = sum(message.is_summarized for message in record.messages)
            covered += under
            held = database.sessions.get(session_id).message_count
            damage["wrong counts"] += held != len(record.messages)
            damage["wrong counts"] += database.messages.counts(session_id).covered != under
            damage["turns at once"] += sum(at.status == "pending" for at in record.turns[:-1])
            stored |= {at.id: at.content for at in database.get_messages(session_id)}
    damage["lost messages"] += len(kept.items() - stored.items())
    damage["half summaries"] += sum(map(len, summaries.values())) != covered
    return Outcome(
        rounds=sum(each["rounds"] for each in told),
        messages=len(kept),
        summaries=len(summaries),
        longest_s=max(each["longest_s"] for each in told),
        damage=damage,
    )


def figures(outcome: Outcome, seconds: float) -> Iterator[str]:
    """Yield the figures as lines of Markdown."""
    yield f"| in {seconds:g} s | |\n|---|--:|"
    yield f"| rounds (a question answered, or two messages stored) | {outcome.rounds} |"
    yield f"| messages that were told to be kept | {outcome.messages} |"
    yield f"| summaries | {outcome.summaries} |"
    yield f"| the longest round, seconds | {outcome.longest_s:.1f} |"
    yield from (f"| {name} | {number} |" for name, number in outcome.damage.items())


def main() -> int:
    """Write, count and print; return 1 if anything was damaged."""
    parser = argparse.ArgumentParser(description="Many who write at once.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--url", default="", help="another database than SQLite in a new folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{folder}/crowd.db"
        outcome = count(url, let_write(url, given.seconds))
    print("\n".join(figures(outcome, given.seconds)))
    return int(any(outcome.damage.values()))


if __name__ == "__main__":
    sys.exit(main())
