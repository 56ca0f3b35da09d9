"""Walls between scopes: every public method of every store, called with the ids of another's data.

The one who calls has guessed all that the owner has: ids of sessions, messages, summaries, turns,
profile entries.  Each call must come to exactly what it comes to in a database from which the
owner's data was deleted, and leave every row of the owner as it was.
"""

import inspect
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, select
from sqlalchemy.exc import InvalidRequestError

from database import Database, ScopedDatabase
from tests.conversing import NOW, begin, later, remembered, said
from tests.making_sources import converted
from tests.meanings import vectors_of
from tests.scopes import (
    DAY,
    MARK,
    MODEL,
    OTHER_NOTEBOOK,
    OTHER_USER,
    OWNER,
    TRASHED,
    TRIP,
    Guessed,
    delete_all,
    public_methods,
    rows_of,
    tell,
    trespasses,
)
from tidemark.errors import NotebookExists, TidemarkError
from tidemark.nlp.search_terms import content_terms
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.retrieval.source_query import SourceQuery
from tidemark.schema import NewMerge, NewSummary, ReplyRating
from tidemark.schema.documents import DocumentBranch, NewVersion, VersionRecord
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.people import KeptAnswer
from tidemark.schema.questions import QuestionSource
from tidemark.schema.reasons import SummaryChange
from tidemark.schema.scope import Scope
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage.summary_versions import ChangedSummary
from tidemark.storage.tables import in_scope, metadata, sessions

if TYPE_CHECKING:
    from tests.postgres import Server

# Methods for other stores alone, which call them with a connection, and with what is in scope
FOR_STORES = ("transaction", "reading", "together", "vectors.similar", "vectors.similar_in")
# Methods on what a user has in all notebooks alike
OF_USER = (
    "api_keys.",
    "past_questions.similar",
    "idempotency_keys.",
    "profile.",
    "preferences.",
    "notebooks.all",
    "notebooks.create",
    "notebooks.of_session",
)


Arguments = Mapping[str, Callable[[Guessed], object]]

BRANCH = DocumentBranch(name="main", version=1, created_at=NOW, updated_at=NOW)
FIRST = VersionRecord(
    version=1, modification_summary="", author="person", created_at=NOW, patch=(), is_whole=True
)

# How to make an argument: by its method and its name, or by its name alone
ARGUMENTS: Arguments = {
    "order": lambda _: "created",
    "asked": lambda _: None,
    "databases": lambda _: (),
    "pictures": lambda _: (),
    "which": lambda _: "recent",
    "file_types": lambda _: ("pdf",),
    "session_lists.page.after": lambda _: None,
    "least": lambda _: 0.0,
    "branches.index.count": lambda _: 2_000,
    "past_questions.add.source": lambda _: QuestionSource(),
    "past_questions.note_source.source": lambda _: QuestionSource(),
    "shape": lambda _: frozenset({MARK.lower()}),
    "answer": lambda _: KeptAnswer(status=200, body=b"{}"),
    "idempotency_keys.reserve.beat": lambda _: DAY,
    "idempotency_keys.reserve.kept": lambda _: DAY,
    "idempotency_keys.reserve.name": lambda _: MARK,
    "idempotency_keys.reserve.request": lambda _: MARK,
    "key": lambda _: 1,
    "api_keys.add.prefix": lambda _: "tm_",
    "api_keys.add.scopes": lambda _: ["read"],
    "share_key": lambda _: 1,
    "shares.share_session.shared": lambda _: "editor",
    "shares.share_notebook.shared": lambda _: "editor",
    "expires_at": lambda _: None,
    "even_trashed": lambda _: True,
    "unused_since": lambda _: None,
    "days": lambda _: 1,
    "retention_days": lambda _: None,
    "hashed": lambda _: "0",
    "key_id": lambda _: 1,
    "after": lambda _: 0,
    "query": lambda _: RecallQuery.read(f"What of {MARK}?"),
    "asked_back": lambda _: None,
    "before": lambda _: None,
    "by": lambda _: "person",
    "change": lambda _: SummaryChange("edited"),
    "changed": lambda at: ChangedSummary(at.summary, remembered("Else", ()), 5),
    "branch": lambda _: "main",
    "connection": lambda _: None,
    "content": lambda _: {"a": 1},
    "conversation_id": lambda at: at.session_ids[0],
    "document_key": lambda at: at.document.document_key,
    "documents.create.name": lambda _: "record",
    "documents.create.new": lambda _: NewVersion(summary="New"),
    "documents.create.session_id": lambda _: None,
    "documents.restore_export.branches": lambda _: ((BRANCH, (FIRST,)),),
    "documents.note_file.sha256": lambda _: "0" * 64,
    "documents.restore_export.chats": lambda _: {},
    "documents.restore_export.name": lambda _: "mine",
    "documents.restore_export.session_id": lambda _: None,
    "documents.delete.document_key": lambda at: at.trashed_document_key,
    "documents.due.before": lambda _: later(99),
    "documents.restore.document_key": lambda at: at.trashed_document_key,
    "document_versions.branch.name": lambda _: "new",
    "document_versions.branch.new": lambda _: NewVersion(summary="New"),
    "document_versions.history.before": lambda _: 9,
    "document_versions.save.changes": lambda _: (),
    "document_versions.prune.before": lambda _: later(99),
    "document_versions.save.new": lambda _: NewVersion(summary="New"),
    "converted": lambda _: converted("Hello"),
    "created_at": lambda _: NOW,
    "engine": lambda _: "builtin",
    "entry_id": lambda at: at.entry_id,
    "forgotten": lambda at: at.profile.forgotten[0].words,
    "recall.find.state": lambda _: None,
    "even_done": lambda _: True,
    "sources.passages.start": lambda _: 0,
    "sources.passages.end": lambda _: None,
    "exclude_summarized": lambda _: False,
    "first": lambda _: 0,
    "expected": lambda _: 1,
    "file": lambda _: None,
    "file_path": lambda _: "",
    "one": lambda _: "main",
    "other": lambda _: "other",
    "from_branch": lambda _: "main",
    "from_version": lambda _: None,
    "patch": lambda _: (),
    "person": lambda _: OTHER_USER.user_id,
    "schema": lambda _: None,
    "version": lambda _: 1,
    "file_bytes": lambda _: 5,
    "fold_id": lambda at: at.summary.id,
    "from_index": lambda _: 0,
    "is_across": lambda _: True,
    "is_enabled": lambda _: False,
    "is_new": lambda _: False,
    "is_on": lambda _: True,
    "is_repeated": lambda _: False,
    "keeps": lambda _: True,
    "kind": lambda _: "preferences",
    "among": lambda _: 9,
    "limit": lambda _: 50,
    "limit_tokens": lambda _: None,
    "made": lambda _: {"timestamp": NOW, "created_at": NOW},
    "merge": lambda _: None,
    "merged": lambda at: NewMerge(
        memory=remembered("All", ()),
        token_count=5,
        supersedes=(at.summary.id, at.other_summary.id),
    ),
    "message_id": lambda at: at.reply_id,
    "message_ids": lambda at: at.message_ids,
    "model": lambda _: MODEL,
    "name": lambda _: "budget",
    "new_name": lambda _: "else.md",
    "new": lambda at: NewSummary(
        memory=remembered("New", at.message_ids[4:5]),
        token_count=5,
        message_ids=at.message_ids[4:6],
    ),
    "most_tokens": lambda _: 99,
    "now": lambda _: later(9),
    "number": lambda _: 1,
    "offset": lambda _: 0,
    "only_active": lambda _: False,
    "only_empty": lambda _: False,
    "opinion": lambda _: ReplyRating(is_good=False, given_at=NOW),
    "others": lambda at: (ChangedSummary(at.other_summary, remembered("Else", ()), 5),),
    "origins": lambda at: {at.session_ids[0]: at.session_ids[1]},
    "outcome": lambda _: TurnOutcome("done", reply=said("Over", "assistant")),
    "owner": lambda _: "me",
    "place": lambda at: {"chat": at.session_ids[0]},
    "position": lambda _: 9,
    "positions": lambda _: (0, 1),
    "question": lambda _: said("Hello"),
    "question_id": lambda at: at.question_id,
    "record": lambda at: at.record,
    "reply_id": lambda at: at.reply_id,
    "session_id": lambda at: at.session_ids[0],
    "session_ids": lambda at: at.session_ids,
    "sha256": lambda at: at.source.newest.sha256,
    "shared": lambda _: 4,
    "documents.share.shared": lambda _: "editor",
    "source_key": lambda at: at.source.source_key,
    "source_keys": lambda at: (at.source.source_key, at.trashed_source_key),
    "summary_id": lambda at: at.summary.id,
    "terms": lambda _: content_terms(f"Is {MARK} hot?"),
    "text": lambda _: "zanzi",
    "then": lambda _: None,
    "threshold": lambda _: 1200,
    "title": lambda _: "Hello",
    "to": lambda _: "general",
    "to_index": lambda _: 50,
    "turn_id": lambda at: at.pending.id,
    "used_at": lambda _: None,
    "value": lambda _: 700,
    "version_key": lambda at: at.source.newest.version_key,
    "version_keys": lambda at: (at.source.newest.version_key,),
    "source_search.keys.names": lambda at: (at.source.name,),
    "vectors": lambda _: vectors_of(["One"]),
    "wished": lambda at: at.session_ids[0],
    "settings": lambda _: NotebookChange(name=MARK.upper(), instructions="New"),
    "preferences.change.change": lambda _: str,
    "notebooks.change.change": lambda _: NotebookChange(name="Other", instructions="New"),
    "fold_history.reverse.seen": lambda at: at.fold,
    "messages.add.new": lambda _: said("Hello"),
    "messages.add_many.new": lambda _: [said("Hello")],
    "messages.page.before": lambda _: 50,
    "messages.is_parted_between.after": lambda _: 50,
    "messages.is_parted_between.before": lambda _: -1,
    "profile.restore.record": lambda at: at.profile,
    "recall.find_among.before": lambda _: {},
    "session_lists.due.before": lambda _: later(99),
    "source_search.find.query": lambda _: SourceQuery.read(f"What of {MARK}?"),
    "sources.delete.source_key": lambda at: at.trashed_source_key,
    "sources.due.before": lambda _: later(99),
    "sources.restore.source_key": lambda at: at.trashed_source_key,
    "session_lists.restore.session_ids": lambda _: (TRASHED,),
    "sources.add.name": lambda at: at.source.name,
    "sources.get.name": lambda at: at.source.name,
    "sources.rename.name": lambda at: at.source.name,
    "sources.trash.name": lambda at: at.source.name,
    "sources.version.name": lambda at: at.source.name,
    "summaries.save_runs.runs": lambda at: [
        NewSummary(memory=remembered("Run", ()), token_count=5, message_ids=at.message_ids[4:6])
    ],
    "turns.restart.seen": lambda _: None,
    "turns.restart.session_id": lambda at: at.pending.session_id,
    "whole": lambda at: at.session_ids[0],
}


def methods(database: ScopedDatabase) -> Iterator[tuple[str, Callable[..., object]]]:
    return public_methods(database, "tidemark.storage", but=FOR_STORES)


def come_to(database: ScopedDatabase, name: str, guessed: Guessed) -> object:
    """Call a method with what was ``guessed``; return its result, or how it refused."""
    method = attrgetter(name)(database)
    given = {
        parameter: ARGUMENTS.get(f"{name}.{parameter}", ARGUMENTS.get(parameter))
        for parameter in inspect.signature(method).parameters
    }
    unknown = [parameter for parameter, make in given.items() if make is None]
    assert not unknown, f"say in ARGUMENTS what {unknown} of {name} may be"
    try:
        result = method(**{at: make(guessed) for at, make in given.items() if make})
    except TidemarkError as error:
        return type(error), str(error)
    return result


class Trial:
    """A database with the owner's data, one without it, and somebody who calls in both.

    The caller has no data, or where they have their ``own``, a session of the same id.
    """

    def __init__(
        self, with_data: Database, without: Database, caller: Scope, *, own: bool = False
    ) -> None:
        self.databases, self.own = (with_data, without), own
        self.guessed, _ = (tell(each.scoped(OWNER)) for each in self.databases)
        delete_all(without.scoped(OWNER))
        self.owned = rows_of(with_data)
        self.callers = [each.scoped(caller) for each in self.databases]
        self.is_stranger = caller.user_id != OWNER.user_id
        self.begin()

    def begin(self) -> None:
        """Let the caller have what they had before the first call."""
        for caller in self.callers:
            with suppress(NotebookExists):
                name = NotebookChange(name=caller.scope.notebook_id)
                caller.notebooks.create(name, now=NOW)
            delete_all(caller, profile=self.is_stranger)
            if self.own:
                begin(caller, 4, TRIP)
        self.before = rows_of(self.databases[0])

    def broken(self, name: str) -> Iterator[str]:
        """Yield what is wrong with a method."""
        there, absent = (come_to(caller, name, self.guessed) for caller in self.callers)
        now = rows_of(self.databases[0])
        yield from (
            f"{name}: {each}" for each in trespasses(self.owned, now, is_owner=not self.is_stranger)
        )
        if MARK in repr(there):
            yield f"{name} read {there!r}"
        if self.is_stranger and repr(there) != repr(absent):
            yield f"{name} tells that it is there: {there!r}, and where it is not: {absent!r}"
        if now != self.before:
            self.begin()


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
    trial = Trial(*databases, OTHER_USER, own=own)
    names = [name for name, _ in methods(trial.callers[0])]

    broken = [each for name in names for each in trial.broken(name)]

    assert len(names) > 90
    assert broken == []


def test_no_method_reads_or_changes_what_another_notebook_has(
    databases: tuple[Database, Database],
) -> None:
    trial = Trial(*databases, OTHER_NOTEBOOK)
    names = [name for name, _ in methods(trial.callers[0]) if not name.startswith(OF_USER)]

    broken = [each for name in names for each in trial.broken(name)]

    assert broken == []


def test_every_argument_is_of_a_method_there_is(database: ScopedDatabase) -> None:
    known = {
        f"{name}.{parameter}"
        for name, method in methods(database)
        for parameter in inspect.signature(method).parameters
    }
    assert {name for name in ARGUMENTS if "." in name} <= known


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


@pytest.mark.parametrize("name", ["", "a'b", "a b", "..", "a/b", "é", "x" * 101])
def test_what_may_not_name_a_user_or_a_notebook_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name"):
        Scope(name, "general")
    with pytest.raises(ValueError, match="cannot name"):
        Scope("somebody", name)
