"""A database made before the shelf and the figures: opened, it has every word it had."""

import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Connection, text

from benchmark.databases import local_database
from database import Database
from tests.conversing import DATABASES, NOW, answer, ask
from tidemark.errors import SessionExists
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import Session
from tidemark.schema.branches import switches
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import LOCAL, Scope
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage import migrations
from tidemark.storage.connections import Connections
from tidemark.storage.drivers import database_url
from tidemark.storage.search import passages

if TYPE_CHECKING:
    from tests.postgres import Server

_AT = [f"2026-03-01T10:0{minute}:00.000000+00:00" for minute in range(6)]
_SAID = (  # id, position, role, tokens, folded, retired, summary, words
    (1, 0, "user", 10, 1, 0, 1, "I live in Utrecht."),
    (2, 1, "assistant", 20, 1, 0, 1, "Noted."),
    (3, 2, "user", 30, 0, 0, None, "Where do I live?"),
    (4, 3, "assistant", 7, 0, 1, None, "In"),
    (5, 4, "assistant", 40, 0, 0, None, "In Utrecht."),
)
_KNOWN = {
    3: '{"query_analysis":{},"timings_ms":{"context":1.5},"view_tokens":55}',
    5: '{"engine":"builtin","usage":{"input_tokens":50,"output_tokens":9}}',
}


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without a table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tidemark.db'}"
    server: Server = request.getfixturevalue("postgres")
    return server.url(server.empty())


def _make(url: str, folder: Path, head: str) -> str:
    """Fill the database at ``url``, as the migration ``head`` left it, with one chat."""
    scripts = folder / "migrations"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    for step in (scripts / "versions").glob("*.py"):
        if step.name[: len(head)] > head:
            step.unlink()
    with closing(Connections(database_url.parse(url))) as connections:
        migrations.bring_up_to_date(connections, scripts=scripts, head=head)
        _fill(connections)
    return url


@pytest.fixture
def url(empty_url: str, tmp_path: Path) -> str:
    """The URL of a database as it was, with one chat in it, folded once."""
    return _make(empty_url, tmp_path, "0008")


def _fill(connections: Connections) -> None:
    with connections.transaction() as connection:
        connection.execute(
            text(
                "INSERT INTO sessions (session_id, title, created_at, updated_at, message_count) "
                "VALUES ('trip', 'A trip', :begun, :ended, 5)"
            ),
            {"begun": _AT[0], "ended": _AT[5]},
        )
        connection.execute(
            text(
                "INSERT INTO session_summaries (session_id, level, from_message_index, "
                "to_message_index, timestamp, created_at, token_count, summary) VALUES "
                "('trip', 1, 0, 1, :at, :at, 8, '{}')"
            ),
            {"at": _AT[2]},
        )
        for number, position, role, tokens, folded, retired, summary, words in _SAID:
            connection.execute(
                text(
                    "INSERT INTO messages (session_id, position, role, timestamp, token_count, "
                    "is_summarized, is_retired, summary_id, content, metadata) VALUES ('trip', "
                    ":position, :role, :at, :tokens, :folded, :retired, :summary, :words, :known)"
                ),
                {
                    "position": position,
                    "role": role,
                    "at": _AT[position],
                    "tokens": tokens,
                    "folded": folded,
                    "retired": retired,
                    "summary": summary,
                    "words": words,
                    "known": _KNOWN.get(number, "{}"),
                },
            )
        for question, reply, status in ((1, 2, "done"), (3, 4, "stopped"), (3, 5, "done")):
            connection.execute(
                text(
                    "INSERT INTO turns (session_id, question_id, reply_id, status, owner, "
                    "heartbeat) VALUES ('trip', :question, :reply, :status, 'me', :at)"
                ),
                {"question": question, "reply": reply, "status": status, "at": _AT[reply - 1]},
            )


def test_what_was_said_before_is_there_as_it_was(url: str) -> None:
    with local_database(url) as database:
        said = [each.content for each in database.get_messages("trip")]
        (session,) = database.session_lists.recent()
        found = database.session_lists.anywhere("trip")

    assert said == [words for *_, words in _SAID]
    assert (session.title, session.is_pinned, session.trashed_at) == ("A trip", False, None)
    assert found == session


def test_what_an_early_version_held_is_found_by_its_words(empty_url: str, tmp_path: Path) -> None:
    with local_database(_make(empty_url, tmp_path, "0001")) as database:
        found = database.recall.find("trip", RecallQuery.read("Who lives in Utrecht?"))
        answer(database, ask(database, "My aunt lives in Delft.", "trip"))
        later = database.recall.find("trip", RecallQuery.read("Who lives in Delft?"))

    assert [hit.content for hit in found if "utrecht" in hit.shared] == [_SAID[0][-1]]
    assert later[0].content == "My aunt lives in Delft."


@pytest.mark.parametrize("head", ["0001", "0022"])
def test_replies_of_the_built_in_engine_lose_their_words_in_the_index_alone(
    empty_url: str, tmp_path: Path, head: str
) -> None:
    url = _make(empty_url, tmp_path, head)
    if head == "0022":  # which indexes nothing by itself
        with closing(Connections(database_url.parse(url))) as connections:
            _index_with_words(connections)

    with local_database(url) as database:
        (hit,) = database.session_search.find("utrecht").shown
        said = [each.content for each in database.get_messages("trip")]
        database.sessions.delete("trip")
        left = database.session_search.find("utrecht").chats

    assert [each.position for each in hit.passages] == [0]
    assert said == [words for *_, words in _SAID]
    assert left == 0


def _index_with_words(connections: Connections) -> None:
    """Index the chat as it was before: the replies of the built-in engine with their words."""
    echo = "UPDATE messages SET metadata = :known WHERE id = 5"
    with connections.scoped(LOCAL).transaction() as connection:
        key = connection.scalar(text("SELECT key FROM sessions WHERE session_id = 'trip'"))
        connection.execute(text(echo), {"known": "{}"})
        passages.catch_up(connection, int(key or 0), "trip")
        connection.execute(text(echo), {"known": _KNOWN[5]})


def test_the_title_it_has_stays(url: str) -> None:
    with local_database(url) as database:
        turn = ask(database, "And now?", "trip")
        database.turns.finish(turn.id, TurnOutcome("done", title="Made up"), now=NOW)
        kept: Session = database.sessions.get("trip")

    assert kept.title == "A trip"


def test_the_turns_it_has_tell_what_they_came_to(url: str) -> None:
    with local_database(url) as database:
        before = database.metrics.of_session("trip", threshold=1200)
        answer(database, ask(database, "And now?", "trip"))
        with database.reading() as connection:
            weighs = connection.scalar(text("SELECT token_count FROM sessions"))
            own = connection.scalar(text("SELECT sum(token_count) FROM messages WHERE id > 5"))

    assert [(each.context, each.folds) for each in before.stretches] == [(30, 0), (38, 1), (78, 0)]
    assert before.totals.turns == 3
    assert weighs == 100 + own  # all that stands, counted on


def test_a_chat_it_has_goes_into_the_trash_and_back(url: str) -> None:
    with local_database(url) as database:
        database.session_lists.discard(["trip"], now=NOW)
        assert database.session_lists.recent() == ()
        database.session_lists.restore(["trip"])
        assert [each.session_id for each in database.session_lists.recent()] == ["trip"]


def test_what_was_kept_before_is_of_the_one_user_of_this_machine(url: str) -> None:
    with closing(Database(url)) as opened:
        local, other = opened.scoped(LOCAL), opened.scoped(Scope("somebody", "general"))
        elsewhere = opened.scoped(Scope("local", "garden"))
        (general,) = local.notebooks.all(now=NOW)
        elsewhere.notebooks.create(NotebookChange(name="Garden"), now=NOW)

        assert (general.notebook_id, general.name, general.sessions) == ("general", "General", 1)
        assert general.last_active_at.isoformat(timespec="microseconds") == _AT[5]
        assert [each.session_id for each in local.session_lists.recent()] == ["trip"]
        assert (other.session_lists.recent(), elsewhere.session_lists.recent()) == ((), ())
        ask(other, "Hello", "trip")  # two users may call a session alike
        with pytest.raises(SessionExists):
            ask(elsewhere, "Hello", "trip")  # one user may not

        assert len(local.get_messages("trip")) == len(_SAID)
        assert len(other.get_messages("trip")) == 1


def test_chats_said_to_be_forked_from_each_other_open_again(empty_url: str, tmp_path: Path) -> None:
    url = _make(empty_url, tmp_path, "0019")
    session = text(
        "INSERT INTO sessions (session_id, title, created_at, updated_at, message_count)"
        " VALUES (:id, 'Branch', :at, :at, 0)"
    )
    branch = text(
        "INSERT INTO branches (session_key, family, forked_from, shared, looked)"
        " VALUES (:key, :family, :of, 1, 0)"
    )
    forks = (("a", "trip", 2, 2), ("b", "gone", 3, None), ("c", "a", 4, 4), ("trip", "c", 1, None))
    begun = closing(Connections(database_url.parse(url)))
    with begun as connections, connections.transaction() as connection:
        for session_id, *_ in forks[:3]:
            connection.execute(session, {"id": session_id, "at": _AT[0]})
        for _, origin, key, family in forks:
            connection.execute(branch, {"of": origin, "key": key, "family": family})

    with local_database(url) as database:
        origins = {at: database.branches.origin(at) for at in ("trip", "a", "b", "c")}
        spent = [at for at in ("gone", "trip", "a") if database.sessions.is_spent(at)]
        of_a = switches(database.branches.family("a"), "a")

    found = {at: origin and origin.session_id for at, origin in origins.items()}
    assert found == {"trip": None, "a": "trip", "b": "gone", "c": "a"}
    assert (spent, of_a) == (["gone"], ())


def test_a_key_indexed_before_is_found_by_its_beginning(empty_url: str, tmp_path: Path) -> None:
    url = _make(empty_url, tmp_path, "0020")
    key = "9f86d081884c7d659a2feaa0c55ad015" * 4
    keep = {
        "sqlite": "INSERT INTO passage_index (rowid, stems) VALUES (1 << 32, :term)",
        "postgresql": "INSERT INTO passage_index VALUES (:term, 1, 0, '\\x0000')",
    }
    count = {
        "sqlite": "SELECT count(*) FROM passage_index WHERE passage_index MATCH :term",
        "postgresql": "SELECT count(*) FROM passage_index WHERE stem = :term",
    }

    def indexed(connection: Connection) -> list[int | None]:
        counted = text(count[connection.dialect.name])
        return [connection.scalar(counted, {"term": term}) for term in (key, key[:64])]

    begun = closing(Connections(database_url.parse(url)))
    with begun as connections, connections.transaction() as connection:
        connection.execute(text(keep[connection.dialect.name]), {"term": key})
        assert indexed(connection) == [1, 0]

    with local_database(url) as database, database.reading() as connection:
        assert indexed(connection) == [0, 1]
