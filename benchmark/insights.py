"""Time to open the insights of 200,000 messages, of one session and of all.

    python -m benchmark.insights [--url postgresql+psycopg://…] [--messages 200000]

fills a database with one session of half of these messages and a thousand sessions with the other
half, spread over two years, then repeatedly opens the insights of the one and of all: aggregated by
the database, converted to data frames, drawn as charts.
"""

import argparse
import datetime as dt
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmark.databases import local_database
from database import ScopedDatabase
from tidemark.preferences import Price, Prices
from tidemark.schema import MessageMetadata
from tidemark.schema.scope import LOCAL
from tidemark.services.configuration import Configurations
from tidemark.services.insights import Insights
from tidemark.settings import Settings
from tidemark.storage import tables
from tidemark.ui.pages import insights_charts, insights_tables

SESSIONS = 1_000
BATCH = 5_000
BEGIN = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
SPAN_S = 2 * 365 * 24 * 3600
LINE, FULL = 1_200, 16  # a chat folds once in so many turns
WORDS = "We talked about the lake, the trains and what the rooms would cost in May. " * 4
PRICES = Prices(models={"flash": Price(input=0.3, output=2.5)})


def fill(database: ScopedDatabase, count: int) -> None:
    """Store ``count`` messages, half of them in one session, with the metrics of their turns."""
    asked, step_s = 0, SPAN_S / count
    sizes = {"alone": count // 2} | {f"of_{n}": count // 2 // SESSIONS for n in range(SESSIONS)}
    for session_id, size in sizes.items():
        with database.transaction() as connection:
            connection.execute(
                tables.sessions.insert(),
                {
                    "session_id": session_id,
                    "title": session_id,
                    "created_at": BEGIN,
                    "updated_at": BEGIN,
                    "message_count": size,
                    "token_count": size * 70,
                },
            )
            for at in range(0, size, BATCH):
                rows = list(said(session_id, at, min(at + BATCH, size), asked + at, step_s))
                ids = connection.scalars(
                    tables.messages.insert().returning(
                        tables.messages.c.id, sort_by_parameter_order=True
                    ),
                    rows,
                ).all()
                connection.execute(
                    tables.turns.insert(), list(turns(session_id, rows, list(ids), at // 2))
                )
        asked += size


def said(
    session_id: str, first: int, end: int, before: int, step_s: float
) -> Iterator[dict[str, Any]]:
    """Yield the rows of messages at these positions, ``step_s`` apart."""
    for position in range(first, end):
        yield {
            "session_id": session_id,
            "position": position,
            "role": "assistant" if position % 2 else "user",
            "timestamp": BEGIN + dt.timedelta(seconds=(before + position - first) * step_s),
            "token_count": 70,
            "is_summarized": 1,
            "is_retired": 0,
            "content": WORDS,
            "metadata": MessageMetadata(),
        }


def turns(
    session_id: str, rows: list[dict[str, Any]], ids: list[int], before: int
) -> Iterator[dict[str, Any]]:
    """Yield the rows of the turns between these messages, with their metrics."""
    for number, at in enumerate(range(0, len(rows) - 1, 2), start=before):
        since = number % FULL
        yield {
            "session_id": session_id,
            "question_id": ids[at],
            "reply_id": ids[at + 1],
            "status": "done",
            "owner": "benchmark",
            "heartbeat": rows[at + 1]["timestamp"],
            "engine": "Gemini (flash)",
            "threshold": LINE,
            "context_tokens": 100 + since * 70,
            "whole_tokens": (number + 1) * 140,
            "read_tokens": 900,
            "said_tokens": 70,
            "input_tokens": 1_000 if number % 3 else None,
            "output_tokens": 80 if number % 3 else None,
            "recalled": since % 4,
            "recalled_tokens": 90 * (since % 4),
            "similar_questions": 0,
            "before_fold": LINE if since == 0 else None,
            "after_fold": 100 if since == 0 else None,
            **{f"{step}_ms": 5.0 + since for step in insights_tables.STEPS},
            "asked_back": int(number % 50 == 0),
        }


def look(insights: Insights, session_id: str | None) -> tuple[float, float, int]:
    """Open the insights once; return seconds in the database, seconds of drawing, and points."""
    began = time.perf_counter()
    found = insights.of(session_id)
    read = time.perf_counter()
    frame = insights_tables.periods(found.figures, dt.UTC)
    spent = insights_tables.spent(found, frame)
    insights_tables.tables(found, frame, spent)
    for chart in insights_charts.charts(found, frame, spent).values():
        chart.to_dict()
    return read - began, time.perf_counter() - read, len(found.figures.stretches)


def measure(database: ScopedDatabase, count: int, times: int) -> None:
    """Fill the database, open both kinds of insights ``times`` times, and print the figures."""
    began = time.perf_counter()
    fill(database, count)
    print(f"filled in {time.perf_counter() - began:.0f} s")
    shared = Configurations(Settings(token_threshold=LINE))
    configuration = shared.of_user(LOCAL.user_id, database.preferences, database.where)
    configuration.choose("prices", PRICES)
    insights = Insights(database, configuration)
    print("| of | points | first, s | added up, s | drawn, s |\n|---|--:|--:|--:|--:|")
    for name, session_id in ((f"one session of {count // 2:,}", "alone"), (f"all {count:,}", None)):
        seen = [look(insights, session_id) for _ in range(times)]
        read, drawn = (statistics.median(each[part] for each in seen) for part in (0, 1))
        first = seen[0][0] + seen[0][1]
        print(f"| {name} messages | {seen[0][2]} | {first:.2f} | {read:.2f} | {drawn:.2f} |")


def main() -> None:
    """Run the requested measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--url", help="an empty database; an SQLite file of its own else")
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--times", type=int, default=7)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = asked.url or f"sqlite:///{Path(folder) / 'insights.db'}"
        with local_database(url) as database:
            measure(database, asked.messages, asked.times)


if __name__ == "__main__":
    main()
