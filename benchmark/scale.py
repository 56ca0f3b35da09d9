"""Time of recall in 200,000 messages of one person, and of a thousand who share a database.

    python -m benchmark.scale [--url postgresql+psycopg://…] [--messages 200000]

fills a database with one session of that many messages and with a thousand sessions with as many in
total, then asks in the one, in the thousand as one person's, and in each of them as a person's of
its own; adds messages to both; and measures the space of everything.  The words are generated, with
frequencies by Zipf's law, among function words.
"""

import argparse
import itertools
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from benchmark.databases import local_database
from benchmark.turns import HEAD, Figures, settle, weigh
from database import ScopedDatabase
from tidemark.nlp.languages import stop_words
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import NewMessage
from tidemark.storage.messages import store_messages
from tidemark.storage.search import passages
from tidemark.storage.sessions import Room, make_room
from utils import TokenCounter

SESSIONS = 1_000
WORDS = 30_000  # the vocabulary of an adult
SAID = (4, 30)  # words of a message
JOINING = 0.5  # share of function words (in LoCoMo's conversations 55 %)
TOLD = 40  # one message in so many is asked for
BATCH = 1_000  # messages stored at once
QUESTIONS = 200
ROOM = 1_200  # tokens of passages that a view of as many chooses from
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
ALONE = "alone"
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "il")]


class Talk:
    """Generated words, the same for the same ``seed``; ``told`` are some of the messages."""

    def __init__(self, seed: int) -> None:
        self.told: list[str] = []
        self._random = random.Random(seed)  # noqa: S311 - no secret
        three = itertools.product(_SYLLABLES, repeat=3)
        self._words = ["".join(word) for word in itertools.islice(three, 0, WORDS * 40, 40)]
        self._random.shuffle(self._words)
        self._joining = sorted(stop_words("en"))
        self._up_to = list(itertools.accumulate(1 / rank for rank in range(1, WORDS + 1)))

    def words(self, count: int) -> list[str]:
        """Return ``count`` words."""
        named = self._random.choices(self._words, cum_weights=self._up_to, k=count)
        return [
            self._random.choice(self._joining) if self._random.random() < JOINING else word
            for word in named
        ]

    def most_frequent(self, count: int) -> list[str]:
        """Return the ``count`` most frequent words."""
        return self._words[:count]

    def messages(self, count: int, counter: TokenCounter) -> Iterator[NewMessage]:
        """Yield ``count`` messages, two a minute."""
        for number in range(count):
            content = " ".join(self.words(self._random.randint(*SAID))).capitalize() + "."
            if number % TOLD == 0:
                self.told.append(content)
            yield NewMessage(
                role="assistant" if number % 2 else "user",
                content=content,
                timestamp=BEGIN + timedelta(seconds=number * 30),
                token_count=counter.count_message("user", content),
            )

    def question(self) -> RecallQuery:
        """Return a question of at most six words of a message."""
        told = self._random.choice(self.told).rstrip(".").lower().split()
        words = [word for word in told if word not in self._joining] or told
        return RecallQuery.read(" ".join(self._random.sample(words, min(len(words), 6))))


def store(database: ScopedDatabase, session_id: str, messages: Sequence[NewMessage]) -> None:
    """Store ``messages`` as a session."""
    database.sessions.ensure(session_id, title=session_id, now=BEGIN)
    for at in range(0, len(messages), BATCH):
        database.messages.add_many(session_id, messages[at : at + BATCH])


def fill(database: ScopedDatabase, talk: Talk, count: int) -> int:
    """Store ``count`` messages in one session, and as many in a thousand; return their bytes."""
    counter, text = TokenCounter(), 0
    for session_id, size in ((ALONE, count), *((each, count // SESSIONS) for each in ids())):
        messages = list(talk.messages(size, counter))
        store(database, session_id, messages)
        text += sum(len(message.content.encode()) for message in messages)
    return text


def ids() -> list[str]:
    """Return the ids of the thousand sessions."""
    return [f"of_{number}" for number in range(SESSIONS)]


def searches(database: ScopedDatabase, talk: Talk, count: int) -> Iterator[Figures]:
    """Time questions: the first of its kind, and later ones."""
    several, each = ids(), count // SESSIONS
    kinds: dict[str, Callable[[int], Sequence[str]]] = {
        f"in one session of {count:,} messages": lambda _: [ALONE],
        f"in 1,000 sessions of {each} at once": lambda _: several,
        f"in one session of {each}, another each time": lambda at: [several[at]],
    }
    for name, sessions_of in kinds.items():
        first, others = Figures(f"the first question {name}"), Figures(name, "p95 ≤ 50")
        for at in range(QUESTIONS + 1):
            asked, sessions = talk.question(), sessions_of(at)
            find = partial(database.recall.find_among, sessions, asked, limit_tokens=ROOM)
            (others if at else first).time(find)
        yield first
        yield others


def add(
    database: ScopedDatabase, session_id: str, new: NewMessage, storing: Figures, indexing: Figures
) -> None:
    """Add a message to a session; time its storage, and then its indexing."""
    tokens, newest = new.token_count, new.timestamp
    with database.transaction() as connection:

        def store() -> Room:
            room = make_room(connection, session_id, added=1, tokens=tokens, newest=newest)
            store_messages(connection, room, [new])
            return room

        room = storing.time(store)
        indexing.time(partial(passages.catch_up, connection, room.key, session_id))


def additions(database: ScopedDatabase) -> Iterator[Figures]:
    """Time the storage of a message, and then its indexing, without the commit."""
    counter, talk = TokenCounter(), Talk(2)
    for session_id in (ALONE, ids()[0]):
        size = database.sessions.get(session_id).message_count
        storing = Figures(f"a message stored beside {size:,}")
        indexing = Figures("the same, added to the index", "p95 ≤ 2")
        for message in talk.messages(QUESTIONS, counter):
            add(database, session_id, message, storing, indexing)
        yield from (storing, indexing)


def main() -> None:
    """Fill, ask, add, measure space, and print."""
    parser = argparse.ArgumentParser(description="What recall costs in a great many messages.")
    parser.add_argument("--url", help="an empty database; SQLite in a new file by itself")
    parser.add_argument("--messages", type=int, default=200_000)
    given, talk = parser.parse_args(), Talk(1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scale.db"
        url = given.url or f"sqlite:///{file}"
        with local_database(url) as database:
            text = fill(database, talk, given.messages)
            if given.url:
                settle(database)
        taken = file.stat().st_size if not given.url else 0  # closed: the log is in the file
        with local_database(url) as database:
            rows = [*searches(database, talk, given.messages), *additions(database)]
            taken = taken or weigh(database)
    sys.stdout.write(
        f"{HEAD}\n"
        + "".join(f"{row}\n" for row in rows)
        + f"\n{text / 1e6:.1f} MB of text take {taken / text:.2f} times as much on disk.\n"
    )


if __name__ == "__main__":
    main()
