"""Walls between scopes: every public method of every store, called with the ids of another's data.

The one who calls has guessed all that the owner has: ids of sessions, messages, summaries, turns,
profile entries.  Each call must come to exactly what it comes to in a database from which the
owner's data was deleted, and leave every row of the owner as it was.
"""

import inspect
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, select
from sqlalchemy.exc import InvalidRequestError

from database import Database, ScopedDatabase
from tests.conversing import KEPT, NOW, answer, ask, begin, fold, later, remembered, said
from tests.meanings import vectors_of
from tidemark.errors import TidemarkError
from tidemark.nlp.tokens import content_terms
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import NewMerge, NewSummary, ProfileStatement, ReplyRating, Summary, Turn
from tidemark.schema.reasons import SummaryChange
from tidemark.schema.records import ProfileRecord, SessionRecord
from tidemark.schema.scope import Scope
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage.fold_history import FoldReversal
from tidemark.storage.summary_versions import ChangedSummary
from tidemark.storage.tables import in_scope, metadata, sessions

if TYPE_CHECKING:
    from tests.postgres import Server

OWNER = Scope("owner", "general")
OTHER_USER, OTHER_NOTEBOOK = Scope("somebody", "general"), Scope("owner", "garden")
MODEL = "test:words"
MARK = "Zanzibar"  # in all that the owner wrote, and in nothing else
TRIP, PENDING, TRASHED = "trip", "pending", "trashed"

# Methods for other stores alone, which call them with a connection, and with what is in scope
FOR_STORES = ("transaction", "reading", "together", "vectors.similar")
# Methods on what a user has in all notebooks alike
OF_USER = ("profile.", "preferences.")


@dataclass(frozen=True)
class Guessed:
    """All that a caller can know of the owner's data without reading it."""

    session_ids: tuple[str, ...]
    message_ids: tuple[int, ...]
    question_id: int
    reply_id: int
    summary: Summary
    other_summary: Summary
    fold: FoldReversal
    pending: Turn
    entry_id: int
    record: SessionRecord
    profile: ProfileRecord


def tell(database: ScopedDatabase, session_id: str = TRIP) -> Guessed:
    """Store what the owner has, with a row in every table."""
    stored = begin(database, session_id=session_id)
    stored = database.messages.add_many(
        session_id,
        [said(f"{MARK} {number}", "assistant" if number % 2 else "user") for number in range(8)],
    )
    summary = fold(database, stored[:2], f"{MARK} one")
    other = fold(database, stored[2:4], f"{MARK} two")
    turn = ask(database, f"Is {MARK} hot?", session_id)
    learnt = (ProfileStatement("preferences", f"I like {MARK}", turn.question_id),)
    done = TurnOutcome("done", reply=said(f"{MARK} is.", "assistant"), prompt=KEPT, learnt=learnt)
    reply = database.turns.finish(turn.id, done, now=NOW)
    assert reply is not None
    database.replies.rate(session_id, reply.id, ReplyRating(is_good=True, given_at=NOW))
    database.messages.pin(session_id, stored[5].id, keeps=True)
    part = database.branches.branch(
        session_id,
        said(f"By ship to {MARK}?"),
        shared=4,
        wished="branch",
        owner="me",
        now=later(1),
    )
    answer(database, part.turn, f"{MARK} has a port.")
    database.branches.look(session_id)
    pending = ask(database, f"Who rules {MARK}?", PENDING)
    begin(database, 2, TRASHED)
    database.session_lists.discard([TRASHED], now=NOW)
    begin(database, 2, "archived")
    database.session_lists.archive(["archived"], is_on=True)
    missing = database.vectors.missing(session_id, MODEL, 50)
    assert missing is not None
    database.vectors.add(session_id, MODEL, missing.first, vectors_of(missing.texts))
    database.preferences.put("budget", 900)
    database.profile.add("key_facts", f"I live in {MARK}", now=NOW)
    forgotten = database.profile.add("key_facts", f"I left {MARK}", now=NOW)
    database.profile.forget(forgotten, now=NOW)
    return Guessed(
        session_ids=(session_id, PENDING, part.turn.session_id, "archived"),
        message_ids=(*(message.id for message in stored), turn.question_id, reply.id),
        question_id=turn.question_id,
        reply_id=reply.id,
        summary=summary,
        other_summary=other,
        fold=database.fold_history.turned(session_id, summary.id),
        pending=pending,
        entry_id=database.profile.entries()[0].entry_id,
        record=database.record(session_id),
        profile=database.profile.record(),
    )


def delete_all(database: ScopedDatabase, *, profile: bool = True) -> None:
    """Delete all sessions of a scope, and the ``profile`` and preferences of its user."""
    lists = database.sessions.recent, database.session_lists.archived
    for listed in (*lists, database.session_lists.trashed):
        while found := listed():
            for session in found:
                if database.sessions.exists(session.session_id):
                    database.sessions.delete(session.session_id)
    if profile:
        database.profile.clear()
        for name in database.preferences.all():
            database.preferences.drop(name)


Arguments = Mapping[str, Callable[[Guessed, ScopedDatabase], object]]

# How to make an argument: by its method and its name, or by its name alone
ARGUMENTS: Arguments = {
    "after": lambda _, __: 0,
    "query": lambda _, __: RecallQuery.read(f"What of {MARK}?"),
    "asked_back": lambda _, __: None,
    "before": lambda _, __: None,
    "by": lambda _, __: "person",
    "change": lambda _, __: SummaryChange("edited"),
    "changed": lambda at, _: ChangedSummary(at.summary, remembered("Else", ()), 5),
    "connection": lambda _, __: None,
    "created_at": lambda _, __: NOW,
    "entry_id": lambda at, _: at.entry_id,
    "even_done": lambda _, __: True,
    "exclude_summarized": lambda _, __: False,
    "first": lambda _, __: 0,
    "fold_id": lambda at, _: at.summary.id,
    "from_index": lambda _, __: 0,
    "is_across": lambda _, __: True,
    "is_enabled": lambda _, __: False,
    "is_new": lambda _, __: False,
    "is_on": lambda _, __: True,
    "keeps": lambda _, __: True,
    "kind": lambda _, __: "preferences",
    "limit": lambda _, __: 50,
    "limit_tokens": lambda _, __: None,
    "made": lambda _, __: {"timestamp": NOW, "created_at": NOW},
    "merged": lambda at, _: NewMerge(
        memory=remembered("All", ()),
        token_count=5,
        supersedes=(at.summary.id, at.other_summary.id),
    ),
    "message_id": lambda at, _: at.reply_id,
    "message_ids": lambda at, _: at.message_ids,
    "model": lambda _, __: MODEL,
    "name": lambda _, __: "budget",
    "new": lambda at, _: NewSummary(
        memory=remembered("New", at.message_ids[4:5]),
        token_count=5,
        message_ids=at.message_ids[4:6],
    ),
    "now": lambda _, __: later(9),
    "number": lambda _, __: 1,
    "offset": lambda _, __: 0,
    "only_active": lambda _, __: False,
    "opinion": lambda _, __: ReplyRating(is_good=False, given_at=NOW),
    "others": lambda at, _: (ChangedSummary(at.other_summary, remembered("Else", ()), 5),),
    "outcome": lambda _, __: TurnOutcome("done", reply=said("Over", "assistant")),
    "owner": lambda _, __: "me",
    "position": lambda _, __: 9,
    "positions": lambda _, __: (0, 1),
    "question": lambda _, __: said("Hello"),
    "question_id": lambda at, _: at.question_id,
    "record": lambda at, _: at.record,
    "reply_id": lambda at, _: at.reply_id,
    "session_id": lambda at, _: at.session_ids[0],
    "session_ids": lambda at, _: at.session_ids,
    "shared": lambda _, __: 4,
    "summary_id": lambda at, _: at.summary.id,
    "terms": lambda _, __: content_terms(f"Is {MARK} hot?"),
    "text": lambda _, __: "zanzi",
    "then": lambda _, __: None,
    "threshold": lambda _, __: 1200,
    "title": lambda _, __: "Hello",
    "to_index": lambda _, __: 50,
    "turn_id": lambda at, _: at.pending.id,
    "value": lambda _, __: 700,
    "vectors": lambda _, __: vectors_of(["One"]),
    "wished": lambda at, _: at.session_ids[0],
    "fold_history.turn.seen": lambda at, _: at.fold,
    "messages.add.new": lambda _, __: said("Hello"),
    "messages.add_many.new": lambda _, __: [said("Hello")],
    "messages.page.before": lambda _, __: 50,
    "messages.is_parted_between.after": lambda _, __: 50,
    "messages.is_parted_between.before": lambda _, __: -1,
    "profile.restore.record": lambda at, _: at.profile,
    "recall.find_among.before": lambda _, __: {},
    "recall.meaning_of.question": lambda _, __: "What?",
    "session_lists.due.before": lambda _, __: later(99),
    "session_lists.restore.session_ids": lambda _, __: (TRASHED,),
    "summaries.save_runs.runs": lambda at, _: [
        NewSummary(memory=remembered("Run", ()), token_count=5, message_ids=at.message_ids[4:6])
    ],
    "turns.restart.seen": lambda _, __: None,
    "turns.restart.session_id": lambda at, _: at.pending.session_id,
}


def methods(database: ScopedDatabase) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield every public method of the database and of all its stores, by its name."""
    stores = {
        name: value
        for name, value in vars(database).items()
        if not name.startswith("_") and type(value).__module__.startswith("tidemark.storage")
    }
    for store, held in {"": database, **stores}.items():
        for name, _ in inspect.getmembers(type(held), inspect.isfunction):
            whole_name = f"{store}.{name}".removeprefix(".")
            if not name.startswith("_") and whole_name not in FOR_STORES:
                yield whole_name, getattr(held, name)


def come_to(database: ScopedDatabase, name: str, guessed: Guessed) -> object:
    """Call a method with what was ``guessed``; return its result, or how it refused."""
    method = dict(methods(database))[name]
    given = {
        parameter: ARGUMENTS.get(f"{name}.{parameter}", ARGUMENTS.get(parameter))
        for parameter in inspect.signature(method).parameters
    }
    unknown = [parameter for parameter, make in given.items() if make is None]
    assert not unknown, f"say in ARGUMENTS what {unknown} of {name} may be"
    try:
        result = method(**{at: make(guessed, database) for at, make in given.items() if make})
    except TidemarkError as error:
        return type(error), str(error)
    return result


Rows = dict[str, dict[object, tuple[object, ...]]]


def rows_of(database: Database) -> Rows:
    """Return every row as it lies in each table, by its primary key."""
    rows: Rows = {}
    with database.reading() as connection:
        for name, table in metadata.tables.items():
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            found = connection.exec_driver_sql(f'SELECT {columns} FROM "{name}"').all()  # noqa: S608
            keys = [at for at, column in enumerate(table.columns) if column.primary_key]
            rows[name] = {tuple(row[at] for at in keys): tuple(map(_plain, row)) for row in found}
    return rows


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def trespasses(owned: Rows, now: Rows) -> list[str]:
    """Say which rows of the owner are not as they were, and which new ones refer to them."""
    found = []
    for name, table in metadata.tables.items():
        changed = [key for key, row in owned[name].items() if now[name].get(key) != row]
        found += [f"{name} {key} changed" for key in changed]
        columns = [column.name for column in table.columns]
        new = [row for key, row in now[name].items() if key not in owned[name]]
        for constraint in table.foreign_keys:
            target, at = constraint.column, columns.index(constraint.parent.name)
            of_target = [column.name for column in target.table.columns].index(target.name)
            theirs = {row[of_target] for row in owned[target.table.name].values()}
            found += [f"{name} refers to {row[at]!r}" for row in new if row[at] in theirs]
    return found


class Trial:
    """A database with the owner's data, one without it, and somebody who calls in both."""

    def __init__(self, with_data: Database, without: Database, caller: Scope) -> None:
        self.databases = with_data, without
        self.guessed, _ = (tell(each.scoped(OWNER)) for each in self.databases)
        delete_all(without.scoped(OWNER))
        self.owned = rows_of(with_data)
        self.callers = [each.scoped(caller) for each in self.databases]

    def broken(self, name: str, *, own: bool) -> Iterator[str]:
        """Yield what is wrong with a method, for a caller who has ``own`` data or none."""
        for caller in self.callers if own else ():
            begin(caller, 4, TRIP)
        there, absent = (come_to(caller, name, self.guessed) for caller in self.callers)
        yield from (
            f"{name}: {each}" for each in trespasses(self.owned, rows_of(self.databases[0]))
        )
        if MARK in repr(there):
            yield f"{name} read {there!r}"
        is_stranger = self.callers[0].scope.user_id != OWNER.user_id
        if is_stranger and repr(there) != repr(absent):
            yield f"{name} tells that it is there: {there!r}, and where it is not: {absent!r}"
        for caller in self.callers:
            delete_all(caller, profile=is_stranger)


def _count_from_one(server: "Server", url: str) -> None:
    """Let the database that tests share number its rows as a new one does."""
    keys = [key for table in metadata.tables.values() for key in table.primary_key]
    sequences = (f"pg_get_serial_sequence('{key.table.name}', '{key.name}')" for key in keys)
    server.run(
        *(f"SELECT setval({each}, 1, false)" for each in sequences),
        database=str(make_url(url).database),
    )


@pytest.fixture
def databases(
    request: pytest.FixtureRequest, database_url: str, tmp_path: Path
) -> Iterator[tuple[Database, Database]]:
    """Open two empty databases of one kind."""
    other = tmp_path / "other.db"
    if database_url.startswith("sqlite"):
        shutil.copyfile(request.getfixturevalue("empty_file"), other)
        second = f"sqlite:///{other}"
    else:
        server: Server = request.getfixturevalue("postgres")
        _count_from_one(server, database_url)
        second = server.url(server.migrated())
    with closing(Database(database_url)) as one, closing(Database(second)) as another:
        yield one, another


@pytest.mark.parametrize("own", [False, True])
def test_no_method_of_any_store_reads_or_changes_what_another_user_has(
    databases: tuple[Database, Database], *, own: bool
) -> None:
    trial = Trial(*databases, OTHER_USER)
    names = [name for name, _ in methods(trial.callers[0])]

    broken = [each for name in names for each in trial.broken(name, own=own)]

    assert len(names) > 90
    assert broken == []
    assert rows_of(databases[0]) == trial.owned


def test_no_method_reads_or_changes_what_another_notebook_has(
    databases: tuple[Database, Database],
) -> None:
    trial = Trial(*databases, OTHER_NOTEBOOK)
    names = [name for name, _ in methods(trial.callers[0]) if not name.startswith(OF_USER)]

    broken = [each for name in names for each in trial.broken(name, own=False)]

    assert broken == []


def test_no_method_of_any_store_has_a_default_user(database: ScopedDatabase) -> None:
    parameters = {
        parameter
        for _, each in methods(database)
        for parameter in inspect.signature(each).parameters
    }

    assert parameters.isdisjoint({"user", "user_id", "scope", "notebook_id"})
    assert all(
        parameter.default is parameter.empty
        for parameter in inspect.signature(ScopedDatabase).parameters.values()
    )


def test_a_statement_that_needs_a_scope_fails_where_there_is_none(
    opened_database: Database,
) -> None:
    with pytest.raises(InvalidRequestError), opened_database.reading() as connection:
        connection.execute(select(sessions).where(in_scope))


def test_two_scopes_in_one_thread_do_not_share_a_connection(
    database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    begin(database, 2, TRIP)
    with database.together(), other_user.together():
        assert other_user.get_messages(TRIP) == ()
        assert len(database.get_messages(TRIP)) == 2


@pytest.mark.parametrize("name", ["", "a'b", "a b", "é", "x" * 101])
def test_what_may_not_name_a_user_or_a_notebook_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name"):
        Scope(name, "general")
    with pytest.raises(ValueError, match="cannot name"):
        Scope("somebody", name)
