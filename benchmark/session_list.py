"""Time of the list of chats and of its search among 10,000 chats of 200,000 messages.

    python -m benchmark.session_list [--url postgresql+psycopg://…] [--sessions 10000]

fills a database with chats of twenty generated messages, then requests the first page of the list
and a late one, and searches as a person types: each word of a message letter by letter, rare and
frequent, alone and together.
"""

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

from benchmark.databases import local_database
from benchmark.scale import BEGIN, Talk
from benchmark.turns import HEAD, Figures, settle
from database import ScopedDatabase
from utils import TokenCounter

EACH = 20  # messages per chat
TIMES = 200
PAGE = 51
LIST_MS, FIND_MS = "p95 ≤ 20", "p95 ≤ 100"


def fill(database: ScopedDatabase, talk: Talk, sessions: int) -> None:
    """Store ``sessions`` sessions, one an hour; some pinned, archived and in the trash."""
    counter = TokenCounter()
    for number in range(sessions):
        session_id, at = f"chat_{number}", BEGIN + timedelta(hours=number)
        title = " ".join(talk.words(5)).capitalize()
        database.sessions.ensure(session_id, title=title, now=at)
        messages = [
            message.model_copy(update={"timestamp": at}) for message in talk.messages(EACH, counter)
        ]
        database.messages.add_many(session_id, messages)
    some = [f"chat_{number}" for number in range(sessions)]
    database.session_lists.pin(some[::500], is_on=True)
    database.session_lists.archive(some[7::50], is_on=True)
    database.session_lists.discard(some[13::50], now=BEGIN + timedelta(hours=sessions))


def lists(database: ScopedDatabase, sessions: int) -> Iterator[Figures]:
    """Time the pages of the list, and of the archive and the trash."""
    pages: dict[str, Callable[[], object]] = {
        "the list, its first page": partial(database.session_lists.recent, PAGE),
        "the list, its last page": partial(database.session_lists.recent, PAGE, sessions * 9 // 10),
        "the archive": partial(database.session_lists.archived, PAGE),
        "the trash": partial(database.session_lists.trashed, PAGE),
        "whether a chat is on top": partial(database.session_lists.is_on_top, "chat_5"),
    }
    for name, page in pages.items():
        figures = Figures(name, LIST_MS)
        for _ in range(TIMES):
            figures.time(page)
        yield figures


def typed(database: ScopedDatabase, talk: Talk, sessions: int) -> dict[str, list[str]]:
    """Return typed texts: words of messages, partial and whole, one and several."""
    chosen = random.Random(3)  # noqa: S311 - no secret
    somewhere = (f"chat_{chosen.randrange(sessions)}" for _ in range(TIMES))
    told = (database.messages.page(session_id, limit=1)[0].content for session_id in somewhere)
    said = [content.rstrip(".").lower().split() for content in told]
    frequent = talk.most_frequent(TIMES)
    return {
        "two letters": [word[:2] for word in frequent],
        "half a word": [chosen.choice(words)[:4] for words in said],
        "a frequent word": [chosen.choice(frequent[:20]) for _ in range(TIMES)],
        "any word": [chosen.choice(words) for words in said],
        "three words": [" ".join(chosen.sample(words, min(3, len(words)))) for words in said],
    }


def finds(database: ScopedDatabase, talk: Talk, sessions: int) -> Iterator[Figures]:
    """Time the search, titles and messages together."""
    for name, each in typed(database, talk, sessions).items():
        found: list[int] = []
        figures = Figures(f"search for {name}", FIND_MS)
        for text in each:
            figures.time(partial(_find, database, text, found))
        figures.name += f" (median {statistics.median(found):,.0f} hits)"
        yield figures


def _find(database: ScopedDatabase, text: str, found: list[int]) -> None:
    found.append(database.session_search.find(text).passages)


def main() -> None:
    """Fill, ask, print."""
    parser = argparse.ArgumentParser(description="What the list and the search of chats cost.")
    parser.add_argument("--url", help="an empty database; SQLite in a new file by itself")
    parser.add_argument("--sessions", type=int, default=10_000)
    given, talk = parser.parse_args(), Talk(1)
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{Path(folder) / 'shelf.db'}"
        with local_database(url) as database:
            if not database.sessions.count():
                fill(database, talk, given.sessions)
            if given.url and not given.url.startswith("sqlite"):
                settle(database)
            rows = [*lists(database, given.sessions), *finds(database, talk, given.sessions)]
    sys.stdout.write(f"{HEAD}\n" + "".join(f"{row}\n" for row in rows))


if __name__ == "__main__":
    main()
