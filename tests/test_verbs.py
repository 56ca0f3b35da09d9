"""Every verb that changes a chat, in any order, by two over one database: all promises hold."""

import sqlite3
from contextlib import closing

import pytest

from benchmark import promises, verbs
from benchmark.databases import local_database
from tests.conversing import answer, ask, begin, fold
from utils import TokenCounter

COUNTER = TokenCounter()
BREAKS = {  # what is said of it, and what breaks it
    "positions [": "UPDATE messages SET position = 99 WHERE position = 5",
    "messages counted as 3": "UPDATE sessions SET message_count = 3",
    "tokens counted as 1": "UPDATE sessions SET token_count = 1",
    "marked as covered": "UPDATE messages SET is_summarized = 0 WHERE position = 1",
    "covered, and put aside": "UPDATE messages SET is_retired = 1 WHERE position = 1",
    "under no fold in force": "UPDATE session_summaries SET withdrawn_at = created_at",
    "covers [0, 1]": "UPDATE session_summaries SET to_message_index = 2",
    "overlap": "UPDATE session_summaries SET from_message_index = 1 WHERE id = 2",
    "holds (None, None)": "UPDATE session_summaries SET level = 2 WHERE id = 1",
    "gave way to 1": "UPDATE session_summaries SET superseded_by = 1",
    "summaries in force hold": "UPDATE session_summaries SET token_count = 999",
    "is counted as 1": "UPDATE session_summaries SET token_count = 1",
    "rests on messages": "UPDATE session_summaries SET summary = replace(summary, '[1]', '[99]')",
    "second reply": "UPDATE messages SET role = 'assistant' WHERE position = 4",
    "has no question": "UPDATE messages SET role = 'assistant' WHERE position = 6",
    "a reply that is none": "UPDATE turns SET reply_id = 1",
    "done without a reply": "UPDATE turns SET reply_id = NULL",
    "messages does not have": "UPDATE turns SET reply_id = 99",
    "hidden, and no branch": "UPDATE sessions SET is_hidden = 1",
    "forked from itself": "INSERT INTO branches VALUES (2, NULL, 'chat', 0, 0)",
    "no earlier branch": (
        "INSERT INTO branches VALUES (1, 1, NULL, 0, 0), (2, 1, 'elsewhere', 0, 0)"
    ),
    "does not begin as": "INSERT INTO branches VALUES (1, 1, NULL, 0, 0), (2, 1, 'other', 1, 0)",
    "the list shows": "INSERT INTO branches VALUES (1, 1, NULL, 0, 0), (2, 1, 'other', 0, 0)",
}


@pytest.mark.slow
def test_every_promise_holds_after_any_verbs_in_any_order() -> None:
    verbs.run((verbs.Here(), verbs.Here()), examples=3, steps=12, chance=13)


@pytest.mark.parametrize("told", BREAKS)
def test_a_broken_promise_is_seen(database_url: str, told: str) -> None:
    with local_database(database_url) as database:
        begin(database, session_id="other")
        stored = begin(database, 6, session_id="chat")
        fold(database, stored[:2])
        fold(database, stored[2:4])
        answer(database, ask(database, session_id="chat"))
    assert told not in faults(database_url)

    file = database_url.partition(":///")[2]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(BREAKS[told])
    assert told in faults(database_url)


def faults(url: str) -> str:
    with local_database(url) as database:
        rows = promises.read(database)
        return "\n".join(promises.broken(rows, database, threshold=300, counter=COUNTER))
