"""What a turn costs beside its engine, in a short session and in a very long one.

``python -m benchmark.turns [--url sqlite:///…] [--turns 200]``: fills a database with 200,000
messages, 10,000 of them in one session and 100 in another, then talks in both with an engine that
answers at once.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents import context
from assistant import Assistant
from tidemark.engines.scripted import ScriptedEngine
from tidemark.events import Summarised
from tidemark.memory import render
from tidemark.schema import Item, Message, NewMerge, NewMessage, NewSummary, SessionMemory
from tidemark.settings import Settings
from utils import TokenCounter

LONG, SHORT = 10_000, 100
ALL = 200_000
OTHERS = 950
PLACES = ("Lisbon", "Ghent", "Porto", "Bergen", "Turin", "Graz", "Cork", "Leiden", "Basel", "Riga")
THINGS = ("hotel", "museum", "train", "market", "harbour", "garden", "bridge", "library", "concert")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Figures:
    """Milliseconds of one kind of work, over many turns."""

    name: str
    ms: tuple[float, ...]

    def __str__(self) -> str:
        median = statistics.median(self.ms)
        p95 = statistics.quantiles(self.ms, n=20)[-1]
        return f"| {self.name} | {median:.2f} | {p95:.2f} | {max(self.ms):.2f} |"


def said(counter: TokenCounter, begin: int, count: int) -> Iterator[NewMessage]:
    """Yield ``count`` messages of a made-up conversation, from the one numbered ``begin``."""
    for number in range(begin, begin + count):
        place, thing = PLACES[number % len(PLACES)], THINGS[number % len(THINGS)]
        role = "user" if number % 2 == 0 else "assistant"
        content = (
            f"We saw the {thing} of {place} on day {number % 365}, and paid {number % 97} euros; "
            f"the {THINGS[number // 7 % len(THINGS)]} was closed, so we went on by foot."
        )
        yield NewMessage(
            role="user" if role == "user" else "assistant",
            content=content,
            timestamp=BEGIN + timedelta(minutes=number),
            token_count=counter.count_message(role, content),
        )


def fill(assistant: Assistant, session_id: str, count: int) -> None:
    """Store ``count`` messages in ``session_id``, all but the last ten of them covered."""
    database = assistant.database
    database.sessions.ensure(session_id, title=session_id, now=BEGIN)
    stored = database.messages.add_many(session_id, list(said(assistant.counter, 0, count)))
    covered = stored[:-10]
    for at in range(0, len(covered), 20):
        cover(assistant, session_id, covered[at : at + 20])


def cover(assistant: Assistant, session_id: str, messages: Sequence[Message]) -> None:
    """Fold ``messages`` into a summary of three facts that takes in the one before it."""
    database, counter = assistant.database, assistant.counter
    items = tuple(
        Item(text=message.content[:60], message_ids=(message.id,)) for message in messages[:3]
    )
    memory = SessionMemory(key_facts=items)
    weight = counter.count_tokens(render(memory))
    before = tuple(summary.id for summary in database.get_summaries(session_id))
    database.save_summary(
        session_id,
        NewSummary(
            memory=memory,
            token_count=weight,
            message_ids=tuple(message.id for message in messages),
        ),
        now=BEGIN,
        merged=NewMerge(memory=memory, token_count=weight, supersedes=before),
    )


def timed(work: Callable[[], object]) -> float:
    """Return how many milliseconds ``work`` takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def turns(assistant: Assistant, session_id: str, count: int) -> Figures:
    """Time ``count`` whole turns that do not fold, from ``ask`` to the last event."""
    ms: list[float] = []
    number = 0
    while len(ms) < count:
        number += 1
        place = PLACES[number % len(PLACES)]
        began = time.perf_counter()
        run = assistant.ask(f"What did we pay for the {THINGS[number % 9]} of {place}?", session_id)
        run.wait(30)
        spent = (time.perf_counter() - began) * 1000
        if not any(isinstance(each, Summarised) for each in run.so_far()):
            ms.append(spent)
    return Figures(f"turn, {session_id}", tuple(ms))


def storage(assistant: Assistant, session_id: str, count: int) -> Figures:
    """Time loading the context and saving a turn, without graph, view and recall."""
    database, counter = assistant.database, assistant.counter
    ms = []
    for number in range(count):
        question, reply = said(counter, number * 2, 2)

        def work(question: NewMessage = question, reply: NewMessage = reply) -> None:
            now = BEGIN + timedelta(days=400)
            turn = database.turns.start(session_id, question, title="", owner="bench", now=now)
            context.load(database, session_id)
            database.turns.finish(turn.id, status="done", now=now, reply=reply)

        ms.append(timed(work))
        if number % 10 == 9:
            held = database.get_messages(session_id, exclude_summarized=True)
            cover(assistant, session_id, held[:-10])
    return Figures(f"storage alone, {session_id}", tuple(ms))


def main() -> None:
    """Fill, talk, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="")
    parser.add_argument("--turns", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{Path(folder) / 'turns.db'}"
        settings = Settings.read(database_url=url, engine="builtin")
        assistant = Assistant(settings, engine=ScriptedEngine())
        began = time.perf_counter()
        fill(assistant, "long", LONG)
        fill(assistant, "short", SHORT)
        each = (ALL - LONG - SHORT) // OTHERS
        for number in range(OTHERS):
            fill(assistant, f"other_{number}", each)
        print(f"filled with {ALL} messages in {time.perf_counter() - began:.0f} s")
        print("| what | median ms | p95 ms | max ms |\n|---|---|---|---|")
        for session_id in ("short", "long"):
            print(turns(assistant, session_id, given.turns))
            print(storage(assistant, session_id, given.turns))
        recent = tuple(timed(assistant.sessions) for _ in range(50))
        print(Figures("the 50 most recent sessions", recent))
        assistant.close()


if __name__ == "__main__":
    main()
