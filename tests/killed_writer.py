"""A program that writes and is killed.

It imports once; for each line it reads (a database URL, a session id, two numbers) it forks a child
that opens the database and writes turns, folds and whole sessions until it is killed.  After each
commit the child says what must now be there, a JSON line each.  The first number seeds what it
does; before the statement that the second one counts to, it kills itself.
"""

import json
import os
import random
import signal
import sys

from sqlalchemy import Engine, event

from database import Database
from tests.conversing import NOW, remembered, said
from tidemark.schema import NewMerge, NewSummary, TurnStatus

STATUSES: tuple[TurnStatus, ...] = ("done", "done", "failed", "stopped")


class Writer:
    """Writes in one session of an open database, and says so."""

    def __init__(self, url: str, session_id: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.session_id = session_id
        self.database = Database(url)
        tell("opened", os.getpid())

    def take_turn(self) -> None:
        """Ask, or ask again; fold; answer."""
        turns = self.database.turns
        last = turns.last(self.session_id)
        if last is not None and last.status != "done":
            turn = turns.restart(self.session_id, owner="killed", now=NOW).turn
        else:
            question = said(self._words("Question"))
            turn = turns.start(self.session_id, question, title="", owner="killed", now=NOW).turn
            tell("message", turn.question_id, content=question.content)
        if self.chance.random() < 0.6:
            self.fold(turn.question_id)
        status = self.chance.choice(STATUSES)
        reply = said(self._words("Reply"), "assistant")
        stored = turns.finish(turn.id, status=status, now=NOW, reply=reply)
        tell("turn", turn.id, status=status)
        tell("message", stored.id if stored else None, content=reply.content)

    def fold(self, question_id: int) -> None:
        """Cover what is active before the question; merge what has piled up."""
        active = self.database.get_messages(self.session_id, exclude_summarized=True)
        ids = tuple(message.id for message in active if message.id < question_id)
        if not ids:
            return
        in_force = tuple(at.id for at in self.database.get_summaries(self.session_id))
        merge = NewMerge(memory=remembered("Merged", ids[:1]), token_count=3, supersedes=in_force)
        new = NewSummary(memory=remembered("Folded", ids), token_count=5, message_ids=ids)
        merged = merge if len(in_force) > 2 else None
        summary = self.database.save_summary(self.session_id, new, now=NOW, merged=merged)
        tell("summary", summary.id, message_ids=ids)

    def copy(self) -> None:
        """Restore all of the session under another id; delete it again, most times."""
        record = self.database.record(self.session_id)
        copy_id = f"{self.session_id}_{self.chance.getrandbits(60)}"
        self.database.restore(copy_id, record)
        tell("session", copy_id, count=len(record.messages))
        if self.chance.random() < 0.7:
            tell("deleting", copy_id)
            self.database.sessions.delete(copy_id)
            tell("deleted", copy_id)

    def _words(self, first: str) -> str:
        number = self.chance.getrandbits(60)
        return f"{first} {number} " + "of many words " * self.chance.randrange(200)


def tell(what: str, number: object, **facts: object) -> None:
    """Say what was kept, at once."""
    os.write(1, (json.dumps({"what": what, "id": number, **facts}) + "\n").encode())


def die_before_statement(number: int) -> None:
    """Be killed right before this statement or commit from now, counted from 1."""
    left = number

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)


def write_until_killed(url: str, session_id: str, seed: str, last_statement: str) -> None:
    """Write for ever."""
    die_before_statement(int(last_statement))
    writer = Writer(url, session_id, int(seed))
    while True:
        writer.take_turn()
        if writer.chance.random() < 0.2:
            writer.copy()


def main() -> None:
    """Fork a writer for each line, and say when it is gone."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            write_until_killed(*line.split())
        tell("started", child)
        os.waitpid(child, 0)
        tell("gone", child)


if __name__ == "__main__":
    main()
