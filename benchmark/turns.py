"""Measures a turn without its engine, in a short session and in a very long one, and its storage.

    python -m benchmark.turns [--url postgresql+psycopg://…] [--turns 200] [--data DIR]

fills a database with 200,000 messages in 1,000 sessions, one of 10,000 and one of 100, and talks in
these two alternately with an engine that answers immediately.  With ``--data`` it imports the long
conversations first, into a database of their own, and measures their size on disk; then it talks
``--talked`` turns of the LoCoMo conversations through the loop, each answered with the other
person's next message, and measures their size.  On a server both use the given database, which must
be empty.
"""

import argparse
import itertools
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from agents import context
from agents.state import TurnContext, TurnInput
from assistant import Assistant
from benchmark import conversations
from benchmark.databases import local_database
from database import Database, ScopedDatabase
from graph import Loop
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import ScriptedEngine
from tidemark.memory.merging import render
from tidemark.runtime.events import Event, Piece, Stop, Summarised
from tidemark.schema import (
    ContextView,
    Item,
    Message,
    NewMerge,
    NewMessage,
    NewSummary,
    QueryUnderstanding,
    SessionMemory,
)
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord
from tidemark.schema.tools import ToolRound, ToolSpec
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation
from tidemark.transfer.readers import formats
from utils import TokenCounter, settle_garbage

LONG, SHORT = 10_000, 100
ALL = 200_000
SESSIONS = 1_000
FOLD = 20  # messages under each summary
ACTIVE = 10  # messages under none
_LARGEST = "SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name ORDER BY size DESC LIMIT 6"
WARM = 10  # turns before the first that counts
PLACES = ("Lisbon", "Ghent", "Porto", "Bergen", "Turin", "Graz", "Cork", "Leiden", "Basel", "Riga")
THINGS = ("hotel", "museum", "train", "market", "harbour", "garden", "bridge", "library", "concert")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
LATER = BEGIN + timedelta(days=400)
HEAD = (
    "| what | median ms | p95 ms | most ms | processor, median ms | target |\n"
    "|---|---:|---:|---:|---:|---|"
)

Done = TypeVar("Done")


@dataclass
class Figures:
    """Milliseconds of one kind of work, elapsed and of the processor, each time."""

    name: str
    target: str = ""
    ms: list[float] = field(default_factory=list)
    processor_ms: list[float] = field(default_factory=list)

    def time(self, work: Callable[[], Done]) -> Done:
        """Run ``work``, record its time and return its result."""
        clock, processor = time.perf_counter(), time.process_time()
        done = work()
        self.note(time.perf_counter() - clock, time.process_time() - processor)
        return done

    def note(self, seconds: float, processor_seconds: float) -> None:
        """Record the time of a piece of work."""
        self.ms.append(seconds * 1000)
        self.processor_ms.append(processor_seconds * 1000)

    @property
    def median(self) -> float:
        """The median elapsed time."""
        return statistics.median(self.ms)

    def __str__(self) -> str:
        p95 = sorted(self.ms)[int(0.95 * (len(self.ms) - 1))]
        own = statistics.median(self.processor_ms)
        figures = f"{self.median:.2f} | {p95:.2f} | {max(self.ms):.2f} | {own:.2f}"
        return f"| {self.name} | {figures} | {self.target} |"


def said(counter: TokenCounter, begin: int, count: int) -> Iterator[NewMessage]:
    """Yield ``count`` messages of a generated conversation, from number ``begin`` on."""
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


def remembered(contents: Sequence[str], numbers: Sequence[int]) -> SessionMemory:
    """Return a memory of the first three of some messages with these ``numbers``."""
    facts = zip(contents[:3], numbers[:3], strict=True)
    items = tuple(Item(text=text[:60], message_ids=(number,)) for text, number in facts)
    return SessionMemory(key_facts=items)


def folds(spoken: Sequence[NewMessage], counter: TokenCounter) -> Iterator[SummaryRecord]:
    """Yield a summary of each twenty messages, and a merge of it with all before."""
    last = len(spoken) // FOLD - 1
    for fold in range(last + 1):
        at, merged = fold * FOLD, fold * 2 + 1
        contents = [message.content for message in spoken[at : at + FOLD]]
        memory = remembered(contents, range(at, at + FOLD))
        weight = counter.count_tokens(render(memory))
        next_one = None if fold == last else merged + 2
        for level, begins, taken_in in ((1, at, merged), (fold + 2, 0, next_one)):
            yield SummaryRecord(
                memory=memory,
                timestamp=BEGIN,
                created_at=BEGIN,
                from_message_index=begins,
                to_message_index=at + FOLD - 1,
                level=level,
                superseded_by=taken_in,
                token_count=weight,
            )


def past(session_id: str, counter: TokenCounter, count: int) -> SessionRecord:
    """Return a session of ``count`` messages, all but the last few folded."""
    spoken = list(said(counter, 0, count))
    covered = (count - ACTIVE) // FOLD * FOLD
    messages = tuple(
        MessageRecord(
            position=position,
            is_summarized=position < covered,
            summary=position // FOLD * 2 if position < covered else None,
            **dict(message),
        )
        for position, message in enumerate(spoken)
    )
    return SessionRecord(
        session_id=session_id,
        title=f"What was seen in {session_id}",
        created_at=BEGIN,
        updated_at=messages[-1].timestamp,
        messages=messages,
        summaries=tuple(folds(spoken[:covered], counter)),
    )


def fill(url: str) -> None:
    """Store all missing sessions, and the short one again; let a server vacuum."""
    others, counter = SESSIONS - 2, TokenCounter()
    sizes = {"long": LONG, "short": SHORT}
    for number in range(others):
        sizes[f"other_{number}"] = (ALL - LONG - SHORT) // others
    with local_database(url) as database:
        is_new = not database.sessions.exists("long")
        if database.sessions.exists("short"):  # it has grown since
            database.sessions.delete("short")
        for session_id, count in sizes.items():
            if not database.sessions.exists(session_id):
                database.restore(session_id, past(session_id, counter, count))
        if is_new and not url.startswith("sqlite"):
            settle(database)


def settle(database: ScopedDatabase) -> None:
    """Have a server vacuum after so many writes, as it does by itself within minutes."""
    until = time.monotonic() + 150
    untidy = "SELECT count(*) FROM pg_stat_user_tables WHERE n_ins_since_vacuum > 5000"
    while time.monotonic() < until:
        with database.reading() as connection:
            if not connection.exec_driver_sql(untidy).scalar_one():
                break
        time.sleep(1)
    with database.reading() as connection:
        connection.exec_driver_sql("CHECKPOINT")


def cover(assistant: Assistant, session_id: str, messages: Sequence[Message]) -> None:
    """Fold ``messages`` into a summary of three facts that supersedes the one before it."""
    database, counter = assistant.database, assistant.counter
    ids = tuple(message.id for message in messages)
    memory = remembered([message.content for message in messages], ids)
    weight = counter.count_tokens(render(memory))
    before = tuple(summary.id for summary in database.get_summaries(session_id))
    database.save_summary(
        session_id,
        NewSummary(memory=memory, token_count=weight, message_ids=ids),
        now=BEGIN,
        merged=NewMerge(memory=memory, token_count=weight, supersedes=before),
    )


def turns(assistant: Assistant, count: int) -> Iterator[Figures]:
    """Time whole turns in both sessions alternately, from ``ask`` to the last event."""
    plain = {
        "short": Figures(f"a turn, {SHORT} messages"),
        "long": Figures(f"a turn, {LONG:,} messages", "p95 ≤ 15"),
    }
    folding, of_loop = Figures("a turn with a fold, both"), Figures("of a turn, LangGraph")
    loop = Loop(assistant.counter)
    for number in range(WARM + count):
        text = f"What did we pay for the {THINGS[number % 9]} of {PLACES[number % 10]}?"
        for session_id, figures in plain.items():
            clock, processor = time.perf_counter(), time.process_time()
            run = assistant.ask(text, session_id)
            run.wait(30)
            taken = time.perf_counter() - clock, time.process_time() - processor
            folds_it = any(isinstance(event, Summarised) for event in run.so_far())
            if number >= WARM:
                (folding if folds_it else figures).note(*taken)
        of_loop.note(*loop_alone(assistant, loop))
    times = plain["long"].median / plain["short"].median
    plain["long"].target += f"; {times:.2f} × the median above, ≤ 1.5"
    yield from (*plain.values(), folding, of_loop)


def loop_alone(assistant: Assistant, loop: Loop) -> tuple[float, float]:
    """Return the seconds LangGraph adds to the agents, in a turn that stores nothing."""
    (new,) = said(assistant.counter, 0, 1)
    heard: list[Event] = []
    turn = TurnContext(
        assistant.database,
        assistant.configuration.engine,
        heard.append,
        Stop(),
        assistant.now,
        1200,
        keeps=False,
    )
    asked = TurnInput(question=Message(id=1, session_id="none", position=0, **dict(new)), turn_id=0)
    clock, processor = time.perf_counter(), time.process_time()
    for _ in loop.run(asked, turn):
        pass
    taken = time.perf_counter() - clock, time.process_time() - processor
    agents = sum(turn.timings_ms.values()) / 1000
    return taken[0] - agents, taken[1] - agents


def storage(assistant: Assistant, session_id: str, figures: Figures, count: int) -> Figures:
    """Time only storing a question, loading its context and storing its reply."""
    database = assistant.database
    for number in range(WARM + count):
        question, reply = said(assistant.counter, number * 2, 2)

        def work(question: NewMessage = question, reply: NewMessage = reply) -> None:
            turn = database.turns.start(session_id, question, title="", owner="me", now=LATER).turn
            context.load(database, session_id)
            database.turns.finish(turn.id, TurnOutcome("done", reply=reply), now=LATER)

        if number < WARM:
            work()
        else:
            figures.time(work)
        if number % 10 == 9:
            held = database.get_messages(session_id, exclude_summarized=True)
            cover(assistant, session_id, held[:-ACTIVE])
    return figures


def synced(folder: Path, count: int) -> Figures:
    """Time one small synchronised write to the disk."""
    figures = Figures("one sync of this disk (SQLite waits for two a turn)")
    with folder.joinpath("synced").open("wb", buffering=0) as file:

        def work() -> None:
            file.write(bytes(8192))
            os.fsync(file.fileno())

        for _ in range(count):
            figures.time(work)
    return figures


def weigh(database: ScopedDatabase) -> int:
    """Return the size of a server's database on disk, in bytes."""
    with database.reading() as connection:
        return int(
            connection.exec_driver_sql(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
                "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            ).scalar_one()
        )


def on_disk(url: str, data: Path) -> str:
    """Import the long conversations into the database at ``url`` and measure its size, as a row."""
    settings = Settings.read(_env_file=None, database_url=url, engine="builtin")
    file = Path(url.removeprefix("sqlite:///"))
    with closing(Assistant(settings, engine=BuiltinEngine())) as assistant:
        before = 0 if url.startswith("sqlite") else weigh(assistant.database)
        text = 0
        for source in conversations.sources(data):
            held = conversations.bring_in(assistant, source)
            text += sum(len(message.content.encode()) for message in held.record.messages)
        after = 0 if url.startswith("sqlite") else weigh(assistant.database)
        for session in assistant.sessions.recent() if after else ():
            assistant.sessions.delete([session.session_id])
    taken = after - before if after else file.stat().st_size  # closed: the log is in the file
    return (
        f"| bytes on disk for each byte of text, {text / 1e6:.1f} MB imported "
        f"| {taken / text:.2f} | | | | {'' if after else '≤ 4'} |"
    )


class NextSpeaker(BuiltinEngine):
    """The built-in engine, except that it replies with the other person's next message."""

    reply_text = ""

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: datetime,
        stop: Stop,
        analysis: object = None,
        tools: Sequence[ToolSpec] = (),
        rounds: Sequence[ToolRound] = (),
        sampling: SamplingOptions = DEFAULT_SAMPLING,
    ) -> Iterator[Piece]:
        """Reply with the next message."""
        yield Piece(self.reply_text)


def exchanges(data: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the exchanges of the five LoCoMo conversations for ever: session, question, reply."""
    spoken = [
        (source.name, formats.read(source.path, name=source.sample))
        for source in conversations.sources(data)
        if source.sample is not None
    ]
    for lap in itertools.count():
        for name, conversation in spoken:
            assert isinstance(conversation, Conversation)
            following = ""
            pairs = []
            for message in reversed(conversation.messages):
                if message.role == "assistant":
                    following = message.content
                elif following:
                    pairs.append((f"{name}_{lap}", message.content, following))
            yield from reversed(pairs)


def talked(url: str, data: Path, count: int) -> Iterator[str]:
    """Talk ``count`` turns at ``url``, empty, and measure their size, as rows."""
    settings = Settings.read(_env_file=None, database_url=url, engine="builtin")
    is_file, engine, text = url.startswith("sqlite"), NextSpeaker(), 0
    Database(url).close()
    before = _largest(url)["all"] if is_file else 0
    with closing(Assistant(settings, engine=engine)) as assistant:
        before = before or weigh(assistant.database)
        for session_id, question, engine.reply_text in itertools.islice(exchanges(data), count):
            run = assistant.ask(question, session_id)
            run.wait(30)
            text += len(question.encode()) + len(run.text.encode())
        after = 0 if is_file else weigh(assistant.database)
        while sessions := () if is_file else assistant.sessions.recent():
            assistant.sessions.delete([session.session_id for session in sessions])
    parts = _largest(url) if is_file else {"all": after}  # closed: the log is in the file
    after = parts.pop("all")
    yield (
        f"| bytes on disk for each byte of text, {count:,} turns talked, {text / 1e6:.1f} MB "
        f"| {(after - before) / text:.2f} | | | | ≤ 6 |"
    )
    for name, size in parts.items():
        yield f"| of these, {name} | {size / text:.2f} | | | | |"


def _largest(url: str) -> dict[str, int]:
    """Return the sizes of a file in bytes: ``all`` and its largest tables."""
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
        (size,) = file.execute("SELECT sum(pgsize) FROM dbstat").fetchone()
        return {"all": size, **dict(file.execute(_LARGEST).fetchall())}


def measured(assistant: Assistant, folder: Path, count: int) -> Iterator[object]:
    """Yield the rows of the table with times."""
    yield from turns(assistant, count)
    for session_id, messages in (("short", SHORT), ("long", LONG)):
        target = "median ≤ 2" if assistant.database.url.startswith("sqlite") else ""
        figures = Figures(f"storage alone, {messages:,} messages", target)
        yield storage(assistant, session_id, figures, count)
    recent = Figures("the 50 most recent of 1,000 sessions", "median ≤ 2")
    for _ in range(count):
        recent.time(assistant.sessions.recent)
    yield recent
    yield synced(folder, count)


def main() -> None:
    """Fill, talk and print."""
    beside = Path(__file__).parent.parent.parent / "shared" / "data"
    parser = argparse.ArgumentParser(description="What a turn costs beside its engine.")
    parser.add_argument("--url", help="a database to fill; SQLite in a new file by itself")
    parser.add_argument("--turns", type=int, default=200, help="turns in each session")
    parser.add_argument("--talked", type=int, default=1300, help="turns talked and then weighed")
    parser.add_argument("--data", type=Path, default=beside, help="the folder of the data sets")
    parser.add_argument("--fill", action="store_true", help="fill the database at --url, no more")
    given = parser.parse_args()
    if given.fill:
        fill(given.url)
        return
    with tempfile.TemporaryDirectory() as place:
        folder, rows = Path(place), list[object]()
        if given.data.is_dir():
            rows.append(on_disk(given.url or f"sqlite:///{folder / 'imported.db'}", given.data))
            talk_url = given.url or f"sqlite:///{folder / 'talked.db'}"
            rows += talked(talk_url, given.data, given.talked) if given.talked else ()
        url = given.url or f"sqlite:///{folder / 'turns.db'}"
        # By another process: one that created so many objects stays slower
        subprocess.run(
            [sys.executable, "-m", "benchmark.turns", "--fill", "--url", url], check=True
        )
        settings = Settings.read(_env_file=None, database_url=url, engine="builtin")
        with closing(Assistant(settings, engine=ScriptedEngine())) as assistant:
            settle_garbage()  # as the page does
            rows[:0] = measured(assistant, folder, given.turns)
    print(HEAD, *rows, sep="\n")


if __name__ == "__main__":
    main()
