"""Old versions are pruned only as the operator or the person says, and the trash is emptied."""

import datetime as dt
import time
from collections.abc import Callable
from contextlib import closing

import pytest

from assistant import Assistant
from tests.conversing import NOW, begin, on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.errors import VersionPruned
from tidemark.schema.documents import Document, NewVersion
from tidemark.schema.scope import Scope
from tidemark.services.documents.documents import DocumentService
from tidemark.settings import Settings

Opened = Callable[..., Assistant]


@pytest.fixture
def opened(settings: Callable[..., Settings]) -> Opened:
    """Open an assistant so many days later."""

    def open_later(days: int, **given: object) -> Assistant:
        def clock() -> dt.datetime:
            return NOW + dt.timedelta(days=days)

        return Assistant(settings(**given), engine=ScriptedEngine(), clock=clock)

    return open_later


def filled(documents: DocumentService, session_id: str | None = None) -> Document:
    """Make a document of five versions: a branch begins with the second, a rollback cites one."""
    document = documents.create("record", {"n": 1}, session_id=session_id)
    for number in (2, 3, 4):
        documents.replace(document, {"n": number}, NewVersion(summary=f"To {number}"))
    documents.branch(document, "trial", from_version=2)
    documents.rollback(document, 3)
    return document


def pruned(documents: DocumentService, document: Document) -> list[int]:
    return [each.version for each in documents.history(document) if each.is_pruned]


@on_each_database
def test_database_cleanup_prunes_old_versions_that_nothing_cites(opened: Opened) -> None:
    with closing(opened(0)) as first:
        begin(first.database, 2, "talk")
        of_notebook, of_chat = filled(first.documents), filled(first.documents, "talk")
        of_other = filled(first.scoped(Scope("other", "general")).documents)

    with closing(opened(91)) as later:  # the setting is off by default
        assert pruned(later.documents, of_notebook) == []
        assert later.document_retention.prune() == ()
        assert later.document_retention.prune(92) == ()
        counted = later.document_retention.prune(90, is_dry=True)
        assert pruned(later.documents, of_notebook) == []
        assert {each.document.document_key: each.versions for each in counted} == {
            of_notebook.document_key: 2,
            of_chat.document_key: 2,
        }
        assert later.document_retention.prune(90) == counted
        for document in (of_notebook, of_chat):
            assert pruned(later.documents, document) == [4, 1]
            assert [later.documents.read(document, at).content for at in (2, 3, 5)] == [
                {"n": 2},
                {"n": 3},
                {"n": 3},
            ]
            assert later.documents.read(document, branch="trial").content == {"n": 2}
            with pytest.raises(VersionPruned):
                later.documents.read(document, 4)

    with closing(opened(91, document_retention_days=90)) as at_start:
        others = at_start.scoped(Scope("other", "general")).documents
        end = time.monotonic() + 9
        while not pruned(others, of_other) and time.monotonic() < end:
            time.sleep(0.02)
        assert pruned(others, of_other) == [4, 1]


def test_documents_in_the_trash_are_deleted_once_their_days_are_over(opened: Opened) -> None:
    with closing(opened(0)) as first:
        first.documents.remove(filled(first.documents))
    with closing(opened(29)) as soon:
        assert [each.name for each in soon.documents.trashed()] == ["record"]
    with closing(opened(31)) as late:
        assert late.documents.trashed() == ()
