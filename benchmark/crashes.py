"""Damage by kill -9 at random points of every kind of work.

``python -m benchmark.crashes [--points 200] [--url …]`` lets a program talk, fold, merge, import,
delete, change documents and open new databases, and kills it at that many points: half of them
right before a statement or commit, half at a random moment.  After each kill the database is
reopened and compared with what the program had reported as stored.  It fails unless every count of
damage is 0.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant import Assistant
from benchmark.databases import local_database
from tests.killed_writer import DOCUMENT, obedient
from tests.warnings_as_errors import PYTHON
from tidemark.engines.scripted import ScriptedEngine
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.runtime.events import Finished
from tidemark.schema.records import SessionRecord
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation

# Every kind of work, and its number of statements, so that a kill falls within it
STATEMENTS = {
    "migration": 35,
    "turn": 47,
    "fold": 63,
    "merge": 66,
    "import": 150,
    "delete": 52,
    "change": 30,
}
DAMAGE = (
    "broken files",
    "lost messages",
    "half summaries",
    "wrong marks",
    "lost turns",
    "lost changes",
    "changes made twice",
)
_IN_ONE_SESSION = 12  # points, then the next session begins
_LONGEST_ACT_S = 0.06
_STILL_SERVED = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name = 'tidemark' AND pid <> pg_backend_pid()"
)
_ALL = 10_000
_PROJECT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Point:
    """A kill during an ``act``: before its ``statement``, or at a random moment."""

    number: int
    act: str
    statement: int | None

    @property
    def session_id(self) -> str:
        """The session written to, shared with neighbouring points."""
        return f"killed_{self.number // _IN_ONE_SESSION}"


def points(count: int) -> Iterator[Point]:
    """Yield ``count`` points: the acts in turn, every other round before a statement."""
    chance = random.Random(count)  # noqa: S311 - no secret
    for number in range(count):
        of_round, act = divmod(number, len(STATEMENTS))
        name, statements = list(STATEMENTS.items())[act]
        yield Point(number, name, None if of_round % 2 else chance.randint(1, statements))


@dataclass
class Promised:
    """The data reported as stored before the kills: by session, then by id.

    ``counts`` are those of whole sessions; ``moving`` ones may exist completely or not at all.
    """

    messages: dict[str, dict[int, str]] = field(default_factory=dict)
    summaries: dict[str, dict[int, list[int]]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    moving: dict[str, int] = field(default_factory=dict)
    importing: dict[str, Conversation] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)

    def note(self, fact: dict[str, Any]) -> None:
        """Record a report of the program."""
        what, session_id = fact["what"], fact.get("session", "")
        if what == "message":
            self.messages.setdefault(session_id, {})[fact["id"]] = fact["content"]
        elif what == "summary":
            self.summaries.setdefault(session_id, {})[fact["id"]] = fact["span"]
        elif what == "importing":
            self.importing[session_id] = Conversation.model_validate(fact["conversation"])
        elif what == "imported":
            self.counts[session_id] = fact["count"]
            self.importing.pop(session_id, None)
            self.moving.pop(session_id, None)
        elif what in ("deleting", "restoring"):
            self.moving[session_id] = fact["count"]
            for kept in (self.counts, self.messages, self.summaries):  # restored data has other ids
                kept.pop(session_id, None)
            self.deleted.discard(session_id)
        elif what == "deleted":
            del self.moving[session_id]
            self.deleted.add(session_id)


@contextmanager
def writers() -> Iterator["subprocess.Popen[str]"]:
    """Run the program whose children write until they are killed."""
    with subprocess.Popen(
        [*PYTHON, "-m", "tests.killed_writer"],
        cwd=_PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        yield program


def kill_at(point: Point, program: "subprocess.Popen[str]", url: str, promised: Promised) -> None:
    """Let a writer work until it is killed at ``point``; record its reports until then."""
    assert program.stdin is not None
    assert program.stdout is not None
    task = {"url": url, "act": point.act, "seed": point.number, "statement": point.statement}
    program.stdin.write(json.dumps({**task, "session_id": point.session_id}) + "\n")
    program.stdin.flush()
    for line in program.stdout:
        fact = json.loads(line)
        if fact["what"] == "gone":
            assert fact["by"] == -signal.SIGKILL, f"the writer broke by itself: {point}"
            return
        if fact["what"] == "begun" and point.statement is None:
            chance = random.Random(point.number)  # noqa: S311 - no secret
            time.sleep(chance.random() * _LONGEST_ACT_S)
            os.kill(fact["id"], signal.SIGKILL)
        promised.note(fact)


@dataclass
class Trial:
    """A database that is written and killed again and again; ``damage`` should stay all 0."""

    url: str
    folder: Path
    promised: Promised = field(default_factory=Promised)
    damage: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)

    def undergo(self, many: Sequence[Point]) -> None:
        """Run ``many`` points, and check the database after each."""
        with local_database(self.url) as database:
            for left in database.session_lists.recent(limit=_ALL):  # from an earlier trial
                if left.session_id.startswith("killed_"):
                    database.sessions.delete(left.session_id)
        with writers() as program:
            for point in many:
                url, promised = self.url, self.promised
                if point.act == "migration":
                    url, promised = self._fresh_url(point.number), Promised()
                kill_at(point, program, url, promised)
                self._bury()
                self.seen[point.act] += 1
                self.look(url, promised, point)

    def _fresh_url(self, number: int) -> str:
        """Return the URL of a database that nobody has opened yet."""
        if self.url.startswith("sqlite"):
            return f"sqlite:///{self.folder}/fresh_{number}.db"
        with local_database(self.url) as database, database.transaction() as connection:
            connection.exec_driver_sql("DROP SCHEMA IF EXISTS fresh CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA fresh")
        mark = "&" if "?" in self.url else "?"
        return f"{self.url}{mark}options=-csearch_path%3Dfresh"

    def _bury(self) -> None:
        """Wait until the server notices the kill: it may still execute the last statement."""
        if self.url.startswith("sqlite"):
            return
        with local_database(self.url) as database:
            for _ in range(1000):
                with database.reading() as connection:
                    if not connection.exec_driver_sql(_STILL_SERVED).scalar():
                        return
                time.sleep(0.005)
        raise RuntimeError("somebody else uses this database: name one that nobody does")

    def look(self, url: str, promised: Promised, point: Point) -> None:
        """Reopen the database, compare it with ``promised``, count the damage, and continue."""
        settings = Settings.read(_env_file=None, database_url=url, exports_dir=self.folder)
        with closing(Assistant(settings, engine=ScriptedEngine(obedient))) as assistant:
            file = Path(url.partition(":///")[2])
            if file.is_file():
                self.damage["broken files"] += not _is_sound(file)
            self._count_lost(assistant, promised)
            self._complete_imports(assistant, promised)
            for session in assistant.sessions.recent(limit=_ALL):
                if session.session_id.startswith(point.session_id):
                    record = assistant.database.record(session.session_id)
                    self.damage.update(ill_covered(record))
                    self._search(assistant, record)
                    self._count_turns(assistant, record, may_retry=point.number % 3 > 0)
                    self._count_changes(assistant, session.session_id)

    def _count_lost(self, assistant: Assistant, promised: Promised) -> None:
        """Count promised data that is missing, and deleted data that still exists."""
        for session_id, kept in promised.messages.items():
            found = {
                at.id: at.content.strip() for at in assistant.sessions.messages(session_id, [*kept])
            }
            self.damage["lost messages"] += len(kept.items() - found.items())
        for session_id, kept_spans in promised.summaries.items():
            folds = assistant.fold_history.all(session_id, 0, _ALL)
            spans = {at.id: [at.from_message_index, at.to_message_index] for at in folds}
            lost = [number for number, span in kept_spans.items() if spans.get(number) != span]
            self.damage["half summaries"] += len(lost)
        counts = {at.session_id: at.message_count for at in assistant.sessions.recent(limit=_ALL)}
        for session_id, count in promised.counts.items():
            self.damage["lost messages"] += max(count - counts.get(session_id, 0), 0)
        for session_id, count in promised.moving.items():
            self.damage["lost messages"] += counts.get(session_id, count) != count
        self.damage["lost messages"] += len(promised.deleted & counts.keys())

    def _complete_imports(self, assistant: Assistant, promised: Promised) -> None:
        """Import interrupted conversations again: each must become complete, and exist once."""
        for session_id, conversation in promised.importing.items():
            imported = assistant.transfer.store(conversation, session_id=session_id)
            is_once = imported.session_id == session_id
            count = assistant.sessions.get(session_id).message_count
            self.damage["lost messages"] += not is_once
            self.damage["lost messages"] += abs(len(conversation.messages) - count)
            self.seen["imports completed"] += 1
            promised.counts[session_id] = count
        promised.importing.clear()

    def _search(self, assistant: Assistant, record: SessionRecord) -> None:
        """Count it as lost if the last covered message cannot be found by its words."""
        covered = [message for message in record.messages if message.is_summarized]
        if covered:
            asked = RecallQuery.read(covered[-1].content)
            found = {
                hit.position for hit in assistant.database.recall.find(record.session_id, asked)
            }
            self.damage["lost messages"] += covered[-1].position not in found

    def _count_turns(self, assistant: Assistant, record: SessionRecord, *, may_retry: bool) -> None:
        """Count questions whose turn neither ended nor can be retried; retry some of the others."""
        if not record.turns:  # everything was imported
            return
        began, asked = record.turns[0].question, {turn.question for turn in record.turns}
        users = {at.position for at in record.messages[began:] if at.role == "user"}
        self.damage["lost turns"] += len(users - asked)
        self.damage["lost turns"] += sum(at.status == "pending" for at in record.turns[:-1])
        self.damage["lost turns"] += sum(
            at.status == "done" and at.reply is None for at in record.turns
        )
        last = assistant.turns.last(record.session_id)
        if last is None or last.status == "done":
            return
        self.seen["turns offered"] += last.status == "pending"
        self.damage["lost turns"] += not assistant.turns.may_retry(last)
        if may_retry:
            ended = assistant.turns.retry(record.session_id).wait(10)
            self.damage["lost turns"] += not isinstance(ended, Finished)

    def _count_changes(self, assistant: Assistant, session_id: str) -> None:
        """Count requested changes that were not made, or made twice; read every version."""
        documents = assistant.documents
        turns = assistant.database.record(session_id).turns
        done = {turn.question for turn in turns if turn.status == "done"}
        for message in assistant.database.get_messages(session_id):
            made = documents.of_messages([message.id])
            self.damage["changes made twice"] += len(made) > 1
            if message.role == "user" and message.content.startswith("Add "):
                self.damage["lost changes"] += message.position in done and not made
                for version in made:
                    document = documents.find(DOCUMENT, session_id)
                    after = documents.read(document, version.version).content
                    is_once = str(after).count(message.content.split()[1]) == 1
                    self.damage["changes made twice"] += not is_once
        for document in documents.list(session_id):
            history = documents.history(document, limit=_ALL)
            numbers = [documents.read(document, each.version).version.version for each in history]
            self.damage["lost changes"] += numbers != [*range(document.version, 0, -1)]


def ill_covered(record: SessionRecord, *, has_gaps: bool = False) -> Counter[str]:
    """Count incomplete summaries of ``record``, and messages marked wrongly.

    Every covered message is under one first-level summary, and only pinned messages, or those of an
    undone fold, are left out in between; if it ``has_gaps``, any may be, as long as no fold is
    split.
    """
    found: Counter[str] = Counter()
    next_position = 0
    undone = {at for summary in record.summaries for at in summary.withdrawn_positions or ()}
    standing = [at for at in enumerate(record.summaries) if at[1].withdrawn_at is None]
    for ordinal, summary in sorted(standing, key=lambda at: at[1].from_message_index):
        if summary.level > 1:
            is_merge = any(at.superseded_by == ordinal for at in record.summaries)
            found["half summaries"] += not is_merge
            continue
        first, last = summary.from_message_index, summary.to_message_index
        under = [at.position for at in record.messages if at.summary == ordinal]
        found["half summaries"] += not under or (under[0], under[-1]) != (first, last)
        begin = first if has_gaps else next_position
        skipped = set(range(begin, last + 1)) - set(under)
        skipped -= {at for at in undone if at < first}
        kept = (record.messages[at] for at in skipped)
        found["wrong marks"] += sum(not (at.is_retired or at.is_pinned) for at in kept)
        next_position = last + 1
    marked = (at.is_summarized == (at.summary is not None) for at in record.messages)
    found["wrong marks"] += sum(not is_right for is_right in marked)
    found["wrong marks"] += sum(at.is_summarized for at in record.messages[next_position:])
    return found


def _is_sound(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO passage_index (passage_index) VALUES ('integrity-check')")
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)] and not (
            connection.execute("PRAGMA foreign_key_check").fetchall()
        )


def figures(trial: Trial) -> Iterator[str]:
    """Yield the numbers of trials, of data at risk, and of damage, as lines of Markdown."""
    promised = trial.promised
    yield "| killed in the midst of | times |\n|---|--:|"
    yield from (f"| {act} | {trial.seen[act]} |" for act in STATEMENTS)
    yield "\n| at the end | |\n|---|--:|"
    kept = sum(map(len, promised.messages.values())) + sum(promised.counts.values())
    yield f"| messages promised | {kept} |"
    yield f"| summaries promised | {sum(map(len, promised.summaries.values()))} |"
    for name in ("turns offered", "imports completed"):
        yield f"| {name} | {trial.seen[name]} |"
    yield from (f"| {name} | {trial.damage[name]} |" for name in DAMAGE)


def main() -> int:
    """Kill, count and print; return 1 if anything was damaged."""
    parser = argparse.ArgumentParser(description="What a kill -9 may cost.")
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--url", default="", help="another database than SQLite in a new folder")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(given.url or f"sqlite:///{folder}/killed.db", Path(folder))
        trial.undergo(list(points(given.points)))
    print("\n".join(figures(trial)))
    print(f"\n{given.points} kills in {time.monotonic() - began:.0f} s")
    return int(any(trial.damage.values()))


if __name__ == "__main__":
    sys.exit(main())
