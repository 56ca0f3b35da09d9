"""The summariser: folds a session in one transaction, or leaves it as it was."""

from collections.abc import Sequence

import pytest

from agents import context, summariser
from agents.summariser import StoredFold
from benchmark.databases import local_database
from database import ScopedDatabase
from tests.conversing import NOW, SESSION, begin, later, on_each_database
from tidemark.engines.base import Engine
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import EngineUnreachable
from tidemark.runtime.events import Stop, StopRequested
from tidemark.schema import FoldResult, Item, SessionMemory
from utils import TokenCounter

COUNTER = TokenCounter()
WINDOW = SessionMemory(key_facts=(Item(text="They want a window seat", message_ids=(1,)),))


def fold(database: ScopedDatabase, engine: Engine, stop: Stop) -> StoredFold:
    return summariser.fold_session(
        database,
        SESSION,
        context.load(database, SESSION),
        engine,
        threshold=1200,
        counter=COUNTER,
        clock=lambda: later(5),
        stop=stop,
        at=NOW,
    )


def active(database: ScopedDatabase) -> Sequence[int]:
    held = database.get_messages(SESSION, exclude_summarized=True)
    return [message.position for message in held]


@on_each_database
def test_a_fold_covers_all_active_messages_and_says_what_it_saved(database_url: str) -> None:
    with local_database(database_url) as database:
        begin(database, 6)
        stored = fold(database, ScriptedEngine(summaries=[WINDOW]), Stop())
        (summary,) = database.get_summaries(SESSION)
        assert stored.summary == summary
        assert stored.result == FoldResult(
            from_index=0, to_index=5, tokens_before=60, tokens_after=summary.token_count
        )
        assert (summary.timestamp, summary.created_at) == (NOW, later(5))
        assert active(database) == []


def test_a_fold_that_is_stopped_stores_nothing(database_url: str) -> None:
    with local_database(database_url) as database:
        begin(database, 4)
        stop = Stop()
        stop.set()
        with pytest.raises(StopRequested):
            fold(database, ScriptedEngine(summaries=[WINDOW]), stop)
        assert database.get_summaries(SESSION) == ()
        assert active(database) == [0, 1, 2, 3]


def test_an_engine_that_refuses_leaves_an_empty_summary_and_a_free_context(
    database_url: str,
) -> None:
    refusal = EngineUnreachable("Scripted engine", "the script says so")
    with local_database(database_url) as database:
        begin(database, 4)
        stored = fold(database, ScriptedEngine(summaries=[refusal, refusal]), Stop())
        assert stored.summary.memory.key_facts == ()
        assert stored.spoken.fell_back is not None
        assert active(database) == []
