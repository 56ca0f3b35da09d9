"""The data of one user, and what tells that nobody else read or changed it."""

import datetime as dt
import inspect
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from database import Database, ScopedDatabase
from tests.conversing import KEPT, NOW, answer, ask, begin, fold, later, said
from tests.making_sources import add
from tests.meanings import vectors_of
from tidemark.schema import ProfileStatement, ReplyRating, Summary, Turn
from tidemark.schema.documents import Document, NewVersion
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.questions import QuestionSource
from tidemark.schema.records import ProfileRecord, SessionRecord
from tidemark.schema.rights import NewAuditEntry
from tidemark.schema.scope import Scope
from tidemark.schema.sources import Source
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage.fold_history import FoldReversal
from tidemark.storage.people import audit
from tidemark.storage.tables import metadata, users

OWNER = Scope("owner", "general")
OTHER_USER, OTHER_NOTEBOOK = Scope("somebody", "general"), Scope("owner", "garden")
DAY = dt.timedelta(days=1)
MODEL = "test:words"
MARK = "Zanzibar"  # in all that the owner wrote, and in nothing else
TRIP, PENDING, TRASHED = "trip", "pending", "trashed"


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
    source: Source
    trashed_source_key: int
    document: Document
    trashed_document_key: int


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
    database.branches.show(session_id)
    pending = ask(database, f"Who rules {MARK}?", PENDING)
    begin(database, 2, TRASHED)
    database.session_lists.discard([TRASHED], now=NOW)
    begin(database, 2, "archived")
    database.session_lists.archive(["archived"], is_on=True)
    missing = database.vectors.missing(session_id, MODEL, 50)
    assert missing is not None
    database.vectors.add(session_id, MODEL, missing.first, vectors_of(missing.texts))
    database.preferences.put("budget", 900)
    database.notebooks.change(NotebookChange(instructions=f"Of {MARK} alone."), now=NOW)
    database.notebooks.create(NotebookChange(name=MARK), now=NOW)
    database.profile.add("key_facts", f"I live in {MARK}", now=NOW)
    forgotten = database.profile.add("key_facts", f"I left {MARK}", now=NOW)
    database.profile.forget(forgotten, now=NOW)
    _keys(database)
    return Guessed(
        session_ids=(session_id, PENDING, part.turn.session_id, "archived"),
        message_ids=(*(message.id for message in stored), turn.question_id, reply.id),
        question_id=turn.question_id,
        reply_id=reply.id,
        summary=summary,
        other_summary=other,
        fold=database.fold_history.reversal(session_id, summary.id),
        pending=pending,
        entry_id=database.profile.entries()[0].entry_id,
        record=database.record(session_id),
        profile=database.profile.record(),
        source=_source(database, "island.md"),
        trashed_source_key=_trashed_source(database),
        document=_document(database, session_id, turn.question_id),
        trashed_document_key=_trashed_document(database),
    )


def _keys(database: ScopedDatabase) -> None:
    database.shares.share_session(PENDING, "friend", "reader", now=NOW)
    database.shares.share_notebook("friend", "reader", now=NOW)
    database.api_keys.add(MARK, ["read"], prefix=MARK, hashed=MARK, now=NOW)
    database.idempotency_keys.reserve(MARK, MARK, now=NOW, kept=DAY, beat=DAY)


def _audited(database: ScopedDatabase) -> None:
    user_id = database.scope.user_id
    entry = NewAuditEntry(
        at=NOW,
        user_id=user_id,
        actor=user_id,
        action="session.rename",
        subject_kind="session",
        subject_id=TRIP,
        detail={"title": MARK},
    )
    with database.transaction() as connection:
        audit.append(connection, [(entry, "salt")])


def _document(database: ScopedDatabase, session_id: str, message_id: int) -> Document:
    _audited(database)
    record: JsonValue = {"place": MARK}
    begun = NewVersion(summary=f"Of {MARK}", conversation_id=session_id, message_id=message_id)
    origin = QuestionSource(databases=(MARK,), tables=(MARK,), sql=f"SELECT {MARK}")
    database.past_questions.add(session_id, message_id, {MARK.lower()}, origin)
    made = database.documents.create("record", record, begun, session_id=session_id, now=NOW)
    key = made.document_key
    database.document_versions.branch(key, "other", begun, now=NOW)
    database.documents.share(key, "friend", "reader", now=NOW)
    return database.documents.get(key)


def _trashed_document(database: ScopedDatabase) -> int:
    new = NewVersion(summary=f"Of {MARK}")
    made = database.documents.create(f"former {MARK}", [MARK], new, now=NOW)
    database.documents.trash(made.document_key, now=NOW)
    return made.document_key


def _source(database: ScopedDatabase, name: str) -> Source:
    add(database, name, f"All about {MARK}, in {name}.")
    return database.sources.get(name)


def _trashed_source(database: ScopedDatabase) -> int:
    _source(database, "former.md")
    return database.sources.trash("former.md", now=NOW)


def delete_all(database: ScopedDatabase, *, profile: bool = True) -> None:
    """Delete all sessions of a scope, and the ``profile`` and preferences of its user."""
    lists = database.session_lists.recent, database.session_lists.archived
    for listed in (*lists, database.session_lists.trashed):
        while found := listed():
            for session in found:
                if database.sessions.exists(session.session_id):
                    database.sessions.delete(session.session_id)
    for source in database.sources.list():
        database.sources.trash(source.name, now=NOW)
    for source in database.sources.trashed():
        database.sources.delete(source.source_key)
    delete_documents(database)
    if profile:
        database.profile.clear()
        database.api_keys.clear()
        database.idempotency_keys.clear()
        for name in database.preferences.all():
            database.preferences.drop(name)


def delete_documents(database: ScopedDatabase) -> None:
    """Delete the documents of a notebook."""
    for document in database.documents.list():
        database.documents.trash(document.document_key, now=NOW)
    for document in database.documents.trashed():
        database.documents.delete(document.document_key)


def public_methods(
    whole: object, parts_in: str, *, but: Collection[str]
) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield every public method of ``whole`` and of its parts, which are of a package, by name."""
    parts = {
        name: value
        for name, value in vars(whole).items()
        if not name.startswith("_") and type(value).__module__.startswith(parts_in)
    }
    for part, held in {"": whole, **parts}.items():
        for name, _ in inspect.getmembers(type(held), inspect.isfunction):
            whole_name = f"{part}.{name}".removeprefix(".")
            if not name.startswith("_") and whole_name not in but:
                yield whole_name, getattr(held, name)


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


def trespasses(owned: Rows, now: Rows, *, is_owner: bool = False) -> list[str]:
    """Say which rows of the owner are not as they were, and which new ones refer to them.

    If it ``is_owner`` who called, from another notebook, their last activity may differ.
    """
    found = []
    for name, table in metadata.tables.items():
        if is_owner and table is users:
            continue
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
