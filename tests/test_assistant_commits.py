"""The transactions of a turn, as the databases count them, and its statements."""

import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from assistant import Assistant
from tests.conversing import on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.runtime.events import Finished, Summarised
from tidemark.settings import Settings

_WAL_HEADER, _FRAME_HEADER = 32, 24  # https://sqlite.org/fileformat2.html#walformat


def _commits_in_log(log: Path) -> int:
    """Count the commits in the write-ahead log of an SQLite database."""
    content = log.read_bytes()
    if not content:
        return 0  # nothing was written since the database was made
    (page_bytes,) = struct.unpack_from(">I", content, 8)
    frames = range(_WAL_HEADER, len(content), _FRAME_HEADER + page_bytes)
    return sum(struct.unpack_from(">I", content, at + 4)[0] > 0 for at in frames)


@pytest.fixture
def commits(request: pytest.FixtureRequest, database_url: str) -> Callable[[], int]:
    """Count the transactions that wrote to the database, whoever began them."""
    if database_url.startswith("sqlite"):
        log = Path(f"{database_url.removeprefix('sqlite:///')}-wal")
        return lambda: _commits_in_log(log)
    postgres = request.getfixturevalue("postgres")

    def next_number() -> int:  # a server numbers the transactions that write, and no others
        ((number,),) = postgres.run("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
        return int(number)

    return next_number


@on_each_database
def test_a_turn_writes_twice_and_one_that_folds_three_times(
    settings: Callable[..., Settings], commits: Callable[[], int]
) -> None:
    engine = ScriptedEngine(replies=["word " * 80] * 5)
    with closing(Assistant(settings(token_threshold=200), engine=engine)) as assistant:
        # The first turn loads LangGraph: under load so long that a heartbeat is stored
        assistant.ask("Are you there?", "another").wait(60)
        written, folded = [], []
        for question in ("Where to?", "And then?", "And after that?", "Really?"):
            before = commits()
            run = assistant.ask(question, "talk")
            assert isinstance(run.wait(20), Finished)
            written.append(commits() - before)
            folded.append(any(isinstance(event, Summarised) for event in run.so_far()))

    assert folded == [False, False, False, True]
    assert written == [2, 2, 2, 3]


def test_a_turn_sends_24_statements(settings: Callable[..., Settings]) -> None:
    sent: list[str] = []
    counts = []

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        event.listen(Engine, "before_cursor_execute", hear)
        for place in ("Lisbon", "Porto", "Faro", "Braga"):
            del sent[:]
            assistant.ask(f"The hotel is in {place}.", "talk").wait(60)
            counts.append(len(sent))
        event.remove(Engine, "before_cursor_execute", hear)

    assert min(counts[1:]) == 24  # settings may be read again, or a heartbeat stored, meanwhile


@on_each_database
def test_looking_at_a_chat_writes_nothing(
    settings: Callable[..., Settings], commits: Callable[[], int]
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        assistant.ask("Where to?", "talk").wait(20)
        before = commits()
        assistant.sessions.recent()
        assistant.sessions.transcript("talk")
        assistant.turns.meter("talk")
        assistant.turns.last("talk")
        assistant.transfer.export_text("talk")

        assert commits() == before
