"""Turns on a PostgreSQL server that drops connections, restarts and stays away: nothing is lost."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import pytest

from assistant import Assistant
from tests.conversing import on_each_database
from tidemark import sample
from tidemark.engines.scripted import ScriptedEngine, ScriptedLine
from tidemark.errors import DatabaseAway
from tidemark.runtime.events import Failed, Finished, Piece
from tidemark.runtime.runs import Run
from tidemark.schema import Item, QueryUnderstanding, Role, SessionMemory
from tidemark.settings import Settings

if TYPE_CHECKING:
    from tests.postgres import Server

SLOW = ScriptedLine("one two three " * 6, pause_s=0.01)


@pytest.fixture
def assistant(postgres: "Server", settings: Callable[..., Settings]) -> Iterator[Assistant]:
    url = postgres.url(postgres.migrated(), query="&connect_timeout=1")
    engine = ScriptedEngine(replies=[SLOW] * 9)
    with closing(Assistant(settings(database_url=url), engine=engine)) as opened:
        yield opened


def _speaking(assistant: Assistant, question: str) -> Run:
    """Ask, and return when the engine is in the midst of its answer."""
    run = assistant.ask(question, "talk")
    next(event for event in run.events() if isinstance(event, Piece))
    return run


def _said(assistant: Assistant) -> list[tuple[Role, str]]:
    """Return what is said in the session, but for replies a retry has set aside."""
    said = assistant.sessions.transcript("talk")
    return [(each.role, each.content) for each in said if not each.is_retired]


def test_connections_dropped_while_the_engine_speaks_are_not_noticed(
    assistant: Assistant, postgres: "Server"
) -> None:
    run = _speaking(assistant, "First")
    postgres.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tidemark'"
    )

    assert isinstance(run.wait(20), Finished)
    assert _said(assistant) == [("user", "First"), ("assistant", SLOW.text)]


def test_a_server_that_crashes_while_the_engine_speaks_is_waited_for(
    assistant: Assistant, postgres: "Server"
) -> None:
    run = _speaking(assistant, "First")
    ((pid,),) = postgres.run("SELECT pid FROM pg_stat_activity WHERE application_name = 'tidemark'")
    os.kill(int(str(pid)), signal.SIGKILL)  # the server ends every connection and recovers

    assert isinstance(run.wait(20), Finished)
    assert isinstance(assistant.ask("Second", "talk").wait(20), Finished)
    assert _said(assistant) == [
        ("user", "First"),
        ("assistant", SLOW.text),
        ("user", "Second"),
        ("assistant", SLOW.text),
    ]


def test_a_server_that_stays_away_fails_the_turn_and_the_next_one_works(
    assistant: Assistant, postgres: "Server"
) -> None:
    run = _speaking(assistant, "First")
    postgres.running.stop()
    try:
        failed = run.wait(60)  # it gives the server five seconds, and the machine may be busy
        with pytest.raises(DatabaseAway, match="does not answer"):
            assistant.ask("Never stored", "talk")
    finally:
        postgres.running.start()

    assert isinstance(failed, Failed)
    assert "does not answer" in str(failed.error)
    assert run.text == SLOW.text
    assert _said(assistant) == [("user", "First")]
    assert assistant.turns.can_retry("talk")
    assert isinstance(assistant.turns.retry("talk").wait(20), Finished)
    assert isinstance(assistant.ask("Second", "talk").wait(20), Finished)
    assert [words for role, words in _said(assistant) if role == "user"] == ["First", "Second"]


def test_whatever_connection_is_dropped_no_promised_word_is_lost(
    assistant: Assistant, postgres: "Server"
) -> None:
    """Connections break at any moment of ten turns: what is asked is kept, or refused."""
    over = threading.Event()

    def shake() -> None:
        while not over.wait(0.015):
            postgres.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'tidemark' ORDER BY random() LIMIT 1"
            )

    shaking = threading.Thread(target=shake)
    shaking.start()
    promised, ended = [], []
    try:
        for number in range(10):
            with suppress(DatabaseAway):
                run = assistant.ask(f"Question {number}", "talk")
                promised.append(f"Question {number}")
                ended.append(run.wait(20))
    finally:
        over.set()
        shaking.join()

    stored = {message.content for message in assistant.sessions.transcript("talk", limit=99)}
    assert set(promised) <= stored
    assert all(isinstance(event, Finished | Failed) for event in ended)
    if assistant.turns.can_retry("talk"):
        assert isinstance(assistant.turns.retry("talk").wait(20), Finished)
    assert isinstance(assistant.ask("And on we go", "talk").wait(20), Finished)
    record = assistant.database.record("talk")
    assert [at.position for at in record.messages] == list(range(len(record.messages)))
    assert [turn.status for turn in record.turns].count("pending") == 0


AWKWARD = {
    "controls": "NUL \x00 and \x01 \x1a \x7f \r\n\t\v\f \u2028 \u2029 \x85 end",
    "half pairs": "half a pair \ud83c, and \udf0a, and a whole one \U0001f30a",
    "code": "%s %(name)s :name $1 \\ \\x00 \\u0000 '; DROP TABLE messages; -- \" ` {}",
    "scripts": "اَلْعَرَبِيَّةُ \u202e עברית 中文 🧑‍🚀 é e\u0301 \ufeff \ufffe \U0010fffe",
    "long words": "x" * 9000 + " " + "".join(chr(0x4E00 + at * 7919 % 20000) for at in range(4000)),
}


@on_each_database
@pytest.mark.parametrize("kind", AWKWARD)
def test_awkward_words_are_kept_as_far_as_a_database_can(
    settings: Callable[..., Settings], kind: str
) -> None:
    text = AWKWARD[kind]
    understood = QueryUnderstanding(rewritten_query=text)
    remembered = SessionMemory(key_facts=(Item(text=text, message_ids=(1,)),))
    engine = ScriptedEngine([text] * 2, [understood] * 2, [remembered])
    with closing(Assistant(settings(token_threshold=200), engine=engine)) as assistant:
        run = assistant.ask(text)
        first = run.wait(20)
        assistant.sessions.rename(run.session_id, text)
        second = assistant.ask("filler " * 199, run.session_id).wait(20)
        question, reply, *_ = assistant.sessions.transcript(run.session_id)
        (summary,) = assistant.sessions.summaries(run.session_id)
        assistant.transfer.export(run.session_id)

    assert (type(first), type(second)) == (Finished, Finished)
    kept = text.replace("\x00", "").replace("\ud83c", "\ufffd").replace("\udf0a", "\ufffd")
    assert (question.content, reply.content) == (kept, kept)
    assert question.metadata.query_analysis is not None
    assert (summary.from_message_index, summary.to_message_index) == (0, 1)


@on_each_database
def test_the_sample_conversation_is_imported_and_comes_back_from_its_export(
    settings: Callable[..., Settings],
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine())) as assistant:
        imported = assistant.transfer.import_file(sample.ENGLISH.path, session_id="sample")
        text = assistant.transfer.export_text("sample")
        path = assistant.transfer.export("sample")
        assistant.sessions.delete(["sample"])
        again = assistant.transfer.import_file(path)

        assert (again.session_id, again.stored) == ("sample", imported.stored)
        assert assistant.transfer.export_text("sample") == text
        assert len(assistant.fold_history.all("sample", 0, imported.stored)) == imported.folds >= 2
