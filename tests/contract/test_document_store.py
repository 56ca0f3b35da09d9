"""Documents on each database: names, places, the trash, and whom they are shared with."""

import pytest
from pydantic import JsonValue

from database import Database, ScopedDatabase
from tests.conversing import NOW, begin, later
from tidemark.errors import (
    DocumentExists,
    DocumentForbidden,
    DocumentNotFound,
    SessionNotFound,
)
from tidemark.schema.documents import Document, NewVersion
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import LOCAL, Scope

FIRST = NewVersion(summary="Initial data")
SCHEMA: JsonValue = {"type": "object", "required": ["inci"]}


def made(
    database: ScopedDatabase, name: str = "record", session_id: str | None = None, at: int = 0
) -> Document:
    content: JsonValue = {"inci": "WATER"}
    return database.documents.create(
        name, content, FIRST, session_id=session_id, schema=SCHEMA, now=later(at)
    )


def test_a_document_is_of_a_session_or_of_the_notebook(database: ScopedDatabase) -> None:
    begin(database, 2, "talk")
    begin(database, 2, "other")
    own = made(database, session_id="talk")
    common = made(database, at=1)
    last = made(database, "plan", at=2)

    assert (own.session_id, own.version, own.branches, own.has_schema) == ("talk", 1, 1, True)
    assert (own.access, own.owner) == ("owner", LOCAL.user_id)
    assert database.documents.list() == (last, common)
    assert database.documents.list("talk") == (own, last, common)
    assert database.documents.list("other") == (last, common)
    assert database.documents.get(own.document_key) == own
    assert database.documents.schema(own.document_key) == SCHEMA
    for session_id in ("talk", None):
        with pytest.raises(DocumentExists):
            made(database, session_id=session_id)
    with pytest.raises(SessionNotFound):
        made(database, session_id="nowhere")


def test_a_document_goes_where_its_session_goes(
    opened_database: Database, database: ScopedDatabase
) -> None:
    begin(database, 2, "talk")
    key = made(database, session_id="talk").document_key
    garden = database.notebooks.create(NotebookChange(name="Garden"), now=NOW).notebook_id
    database.sessions.move("talk", garden, now=NOW)

    there = opened_database.scoped(Scope(LOCAL.user_id, garden))
    assert database.documents.list("talk") == ()
    assert [each.document_key for each in there.documents.list("talk")] == [key]
    there.sessions.delete("talk")
    with pytest.raises(DocumentNotFound):
        there.documents.get(key)


def test_a_removed_document_is_restored_beside_the_one_that_took_its_name(
    database: ScopedDatabase,
) -> None:
    key = made(database).document_key
    database.documents.trash(key, now=later(1))
    again = made(database, at=2)
    with pytest.raises(DocumentNotFound):
        database.documents.get(key)
    with pytest.raises(DocumentNotFound):
        database.document_versions.content(key)

    assert database.documents.due(later(2), 5) == (key,)
    assert database.documents.restore(key) == "record (2)"
    assert [each.document_key for each in database.documents.list()] == [again.document_key, key]
    with pytest.raises(DocumentExists):
        database.documents.rename(key, "record")
    database.documents.rename(key, "plan")
    with pytest.raises(DocumentNotFound):
        database.documents.delete(key)
    database.documents.trash(key, now=later(3))
    database.documents.delete(key)
    assert database.documents.trashed() == ()


def test_a_shared_document_is_read_or_edited_until_that_is_taken_back(
    database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    key = made(database).document_key
    read, edit = other_user.documents, other_user.document_versions
    with pytest.raises(DocumentNotFound):
        read.get(key)

    database.documents.share(key, "somebody", "reader", now=NOW)
    shared = read.get(key)
    assert (shared.access, shared.owner) == ("reader", LOCAL.user_id)
    assert read.shared_with_me() == (shared,)
    assert read.list() == ()
    assert edit.content(key).content == {"inci": "WATER"}
    with pytest.raises(DocumentForbidden):
        edit.save(key, {}, (), FIRST, expected=1, now=NOW)

    database.documents.share(key, "somebody", "editor", now=later(1))
    assert [each.access for each in database.documents.shares(key)] == ["editor"]
    assert edit.save(key, {}, (), FIRST, expected=1, now=NOW).user_id == "somebody"
    for forbidden in (
        lambda: read.rename(key, "mine"),
        lambda: read.trash(key, now=NOW),
        lambda: read.share(key, "third", "reader", now=NOW),
        lambda: edit.prune(key, before=later(9), now=NOW),
    ):
        with pytest.raises(DocumentForbidden):
            forbidden()

    database.documents.unshare(key, "somebody")
    with pytest.raises(DocumentNotFound):
        edit.save(key, {}, (), FIRST, expected=2, now=NOW)
