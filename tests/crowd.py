"""A program of several processes of several threads, all writing in the same few sessions.

It is given a database URL and for how many seconds to write, and says at the end, a JSON line for
each process, which messages and summaries it was told were kept, and how long it waited at most.
"""

import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from benchmark.crowd import SESSIONS
from database import Database, ScopedDatabase
from tests.conversing import NOW, answer, ask, fold, said
from tidemark.errors import AlreadySummarised, NothingToRetry, SessionBusy, TurnOver
from tidemark.schema import Message, Turn
from tidemark.schema.scope import LOCAL

PROCESSES, THREADS = 2, 4
LEAST_ROUNDS = 9  # of each thread: on a machine that has much to do there is a fold, too


class Writer:
    """One thread: what it does is chance, what it was told is kept."""

    def __init__(self, database: ScopedDatabase, seed: int) -> None:
        self.database = database
        self.chance = random.Random(seed)
        self.kept: dict[int, str] = {}
        self.summaries: dict[int, tuple[int, ...]] = {}
        self.rounds = 0
        self.longest_s = 0.0

    def write(self, seconds: float) -> None:
        """Do one thing after another; that somebody else was faster is all that may stop one."""
        ways: tuple[Callable[[str], None], ...] = (self._speak, self._take_turn, self._take_turn)
        end = time.monotonic() + seconds
        while (began := time.monotonic()) < end or self.rounds < LEAST_ROUNDS:
            with suppress(AlreadySummarised, NothingToRetry, SessionBusy, TurnOver):
                ways[self.rounds % len(ways)](self.chance.choice(SESSIONS))
            self.rounds += 1
            self.longest_s = max(self.longest_s, time.monotonic() - began)

    def _speak(self, session_id: str) -> None:
        new = [said(self._words()), said(self._words(), "assistant")]
        self._keep(*self.database.messages.add_many(session_id, new))

    def _take_turn(self, session_id: str) -> None:
        last = self.database.turns.last(session_id)
        if last is not None and last.status != "done" and self.chance.random() < 0.5:
            turn = self.database.turns.restart(session_id, owner="me", now=NOW, seen=last).turn
        else:
            words = self._words()
            turn = ask(self.database, words, session_id)
            self.kept[turn.question_id] = words
        self.database.turns.beat(turn.id, NOW)
        if self.chance.random() < 0.6:
            self._fold(turn)
        reply = answer(
            self.database, turn, self._words(), self.chance.choice(("done", "done", "failed"))
        )
        assert reply is not None
        self._keep(reply)

    def _fold(self, turn: Turn) -> None:
        active = self.database.get_messages(turn.session_id, exclude_summarized=True)
        covered = [message for message in active if message.id < turn.question_id]
        if covered:
            summary = fold(self.database, covered)
            self.summaries[summary.id] = tuple(message.id for message in covered)

    def _keep(self, *stored: Message) -> None:
        self.kept.update({message.id: message.content for message in stored})

    def _words(self) -> str:
        return f"Word {self.chance.getrandbits(60)} " + "and more " * self.chance.randrange(20)


def write_together(url: str, seconds: float, first_seed: int) -> None:
    """Let several threads write, and tell what they were told is kept."""
    database = Database(url)
    writers = [Writer(database.scoped(LOCAL), first_seed + number) for number in range(THREADS)]
    threads = [threading.Thread(target=writer.write, args=(seconds,)) for writer in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = {
        "kept": {number: words for writer in writers for number, words in writer.kept.items()},
        "summaries": {at: ids for writer in writers for at, ids in writer.summaries.items()},
        "rounds": sum(writer.rounds for writer in writers),
        "longest_s": max(writer.longest_s for writer in writers),
    }
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def main(url: str, seconds: float) -> None:
    """Fork a process for each part of the crowd."""
    children = []
    for number in range(PROCESSES):
        child = os.fork()
        if not child:
            threading.excepthook = lambda given: os._exit(given.exc_value is not None)
            write_together(url, seconds, number * THREADS)
            os._exit(0)
        children.append(child)
    statuses = [os.waitpid(child, 0)[1] for child in children]
    sys.exit(any(statuses))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
