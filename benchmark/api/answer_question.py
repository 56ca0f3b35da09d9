"""Measures ``/answerQuestion`` with a person's memory and the same question without it.

    python -m benchmark.api.answer_question [--url postgresql+psycopg://…] [--messages 100000]
                                            [--at-once]

stores ``--messages`` messages of one person in sessions of 100 and 2,000 past questions, then asks
``--questions`` questions both ways in turn, through the real application, with an engine that
answers immediately.  A session lasts ten questions, so one in ten is preceded by a fold, which is
begun with the answer before it.  Who reads an answer leaves it the time it takes; with
``--at-once`` nobody does, and a question that comes meanwhile waits for it.  Processor time is
shown next to elapsed time: load hardly changes it.  On a server the database must be empty.
"""

import argparse
import datetime as dt
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from assistant import Assistant
from database import ScopedDatabase
from tidemark.api import application
from tidemark.engines.scripted import ScriptedEngine
from tidemark.retrieval.question_likeness import shape
from tidemark.schema import NewMessage
from tidemark.schema.questions import QuestionSource
from tidemark.schema.scope import GENERAL, Scope
from tidemark.settings import Settings
from utils import TokenCounter, settle_garbage

USER = "benchmark@example.com"
_OF_SESSION = 100
_PAST_QUESTIONS = 2_000
_TURNS = 10  # per session
_WARM = 20
_NOW = dt.datetime(2026, 1, 31, 23, 26, 50, tzinfo=dt.UTC)
_WHAT = ("sales", "orders", "customers", "returns", "margin", "stock", "visits", "costs")
_BY = ("region", "month", "product", "shop", "channel", "brand", "city", "country")
_HERE = ("127.0.0.1", 50_000)


def question(number: int) -> str:
    """Return question ``number``; there are some thousand different ones."""
    what, by = _WHAT[number % 8], _BY[number // 8 % 8]
    return f"Show me total {what} by {by} for {2000 + number % 25}, item {number // 64}"


def fill(database: ScopedDatabase, messages: int) -> None:
    """Store ``messages`` messages in sessions of 100, and past questions among them."""
    counter = TokenCounter()
    asked = 0
    for session in range(messages // _OF_SESSION):
        session_id = f"past-{session}"
        database.sessions.ensure(session_id, title=session_id, now=_NOW)
        said = [
            NewMessage.counted(role, text, _NOW, counter)
            for number in range(_OF_SESSION // 2)
            for role, text in _exchange(session * _OF_SESSION + number)
        ]
        stored = database.messages.add_many(session_id, said)
        for message in stored[:4:2]:
            if asked < _PAST_QUESTIONS:
                source = QuestionSource(databases=("Bank",), tables=("sales",), sql="SELECT 1")
                words = shape(message.content)
                database.past_questions.add(session_id, message.id, words, source)
                asked += 1


def _exchange(number: int) -> Sequence[tuple[Any, str]]:
    answer = f"They were {number * 37 % 9973} in all, most of them in part {number % 17}."
    return ("user", question(number)), ("assistant", answer)


@dataclass
class Figures:
    """Milliseconds of each answer, elapsed and of the processor, and of reading memory."""

    by_clock: list[float] = field(default_factory=list)
    of_processor: list[float] = field(default_factory=list)
    retrieval: list[float] = field(default_factory=list)


def measure(
    client: TestClient, questions: int, after_answer: Callable[[str], None]
) -> tuple[Figures, Figures]:
    """Return the figures of answers without memory, and with it.

    ``after_answer`` is called with the session of each answer that has one, before the next
    question.
    """
    without, with_memory = Figures(), Figures()
    session_id = None
    for number in range(questions + _WARM):
        if number == _WARM:
            without, with_memory = Figures(), Figures()
        text = question(number * 7)
        _ask(client, {"question": text}, without)
        session_id = session_id if number % _TURNS else None
        asked = {"question": text, "user_id": USER, "session_id": session_id}
        told = _ask(client, asked, with_memory)
        session_id = told["conversation_metadata"]["session_id"]
        with_memory.retrieval.append(told["memory_retrieval_time"] * 1000)
        after_answer(session_id)
    return without, with_memory


def _ask(client: TestClient, body: dict[str, Any], figures: Figures) -> dict[str, Any]:
    began, spent = time.perf_counter(), time.process_time()
    response = client.post("/answerQuestion", json=body)
    figures.of_processor.append((time.process_time() - spent) * 1000)
    figures.by_clock.append((time.perf_counter() - began) * 1000)
    response.raise_for_status()
    told: dict[str, Any] = response.json()
    return told


def _await_fold(person: Assistant, session_id: str) -> None:
    if (fold := person.folding.under_way(session_id)) is not None:
        fold.wait()


def _go_on(_: str) -> None:
    pass


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def main() -> None:
    """Fill a database, ask, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--url", default="")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--at-once", action="store_true", help="ask while a fold is under way")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{Path(folder) / 'asked.db'}"
        settings = Settings(database_url=url, engine="builtin", rate_limit="1000000/minute")
        with closing(Assistant(settings, engine=ScriptedEngine())) as assistant:
            began = time.perf_counter()
            person = assistant.scoped(Scope(USER, GENERAL))
            fill(person.database, given.messages)
            print(f"{given.messages:,} messages stored in {time.perf_counter() - began:.0f} s")
            settle_garbage()
            app = application.create(lambda: assistant)
            with TestClient(app, base_url="http://localhost", client=_HERE) as client:
                wait = _go_on if given.at_once else partial(_await_fold, person)
                without, with_memory = measure(client, given.questions, wait)
    rows = {
        "without memory": without.by_clock,
        "with memory": with_memory.by_clock,
        "its retrieval": with_memory.retrieval,
        "without, processor": without.of_processor,
        "with, processor": with_memory.of_processor,
    }
    for name, values in rows.items():
        print(f"{name:20} median {statistics.median(values):6.1f} ms  p95 {_p95(values):6.1f} ms")
    more = _p95(with_memory.by_clock) - _p95(without.by_clock)
    own = _p95(with_memory.of_processor) - _p95(without.of_processor)
    print(f"memory adds {more:.1f} ms at p95 by the clock, {own:.1f} ms of the processor")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
