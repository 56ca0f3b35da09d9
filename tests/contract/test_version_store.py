"""Versions of documents on each database: numbers, contents, branches, conflicts, pruning."""

import hashlib
import json
import zlib
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue
from sqlalchemy import select

from database import ScopedDatabase
from tests.conversing import NOW, ask, begin, later
from tests.documents.values import VALUES
from tests.scopes import delete_documents
from tidemark.documents import patches
from tidemark.documents.content import is_same
from tidemark.errors import (
    BranchExists,
    BranchNotFound,
    DocumentVersionNotFound,
    VersionConflict,
    VersionPruned,
)
from tidemark.schema.documents import MAIN, DocumentVersion, NewVersion
from tidemark.storage.tables import document_versions

RECORD: dict[str, Any] = {"inci": "WATER", "category": "OTHERS", "NOAEL": []}


def new(summary: str = "Edited", **told: Any) -> NewVersion:  # noqa: ANN401
    return NewVersion(summary=summary, **told)


def begun(database: ScopedDatabase, content: JsonValue, at: int = 0) -> int:
    first = new("Initial data")
    return database.documents.create("record", content, first, now=later(at)).document_key


def save(
    database: ScopedDatabase,
    key: int,
    content: JsonValue,
    *,
    branch: str = MAIN,
    at: int = 0,
    told: NewVersion | None = None,
) -> DocumentVersion:
    now = database.document_versions.content(key, branch=branch)
    return database.document_versions.save(
        key,
        content,
        patches.between(now.content, content),
        told or new(),
        expected=now.version.version,
        branch=branch,
        now=later(at),
    )


def test_every_version_stays_with_who_made_it_when_and_by_which_message(
    database: ScopedDatabase,
) -> None:
    begin(database, 2, "talk")
    question = ask(database, "Change the category to FRAGRANCE", "talk").question_id
    key = begun(database, RECORD)
    told = new("category: FRAGRANCE", author="engine", conversation_id="talk", message_id=question)
    changed = {**RECORD, "category": "FRAGRANCE"}
    second = save(database, key, changed, told=told, at=1)
    store = database.document_versions

    assert (second.version, second.operations, second.author) == (2, 1, "engine")
    assert (second.conversation_id, second.message_id) == ("talk", question)
    assert (second.user_id, second.created_at) == ("local", later(1))
    assert second.bytes == len(json.dumps(changed, separators=(",", ":")))
    assert store.content(key).content == changed
    assert store.content(key, 1).content == RECORD
    assert store.patch(key, 2) == ({"op": "replace", "path": "/category", "value": "FRAGRANCE"},)
    assert [each.modification_summary for each in store.history(key)] == [
        "category: FRAGRANCE",
        "Initial data",
    ]
    assert [each.version for each in store.history(key, before=2, limit=5)] == [1]
    assert store.of_messages([question]) == (second,)
    assert store.of_conversation("talk", 5) == (second,)
    assert database.documents.get(key).updated_at == later(1)
    for missing in (0, 3):
        with pytest.raises(DocumentVersionNotFound):
            store.content(key, missing)

    database.sessions.delete("talk")
    assert store.version(key).message_id is None


def test_a_change_on_an_older_version_is_refused_and_nothing_is_overwritten(
    database: ScopedDatabase,
) -> None:
    key = begun(database, RECORD)
    save(database, key, {"mine": 1})
    with pytest.raises(VersionConflict) as caught:
        database.document_versions.save(key, {"yours": 1}, (), new(), expected=1, now=NOW)
    assert (caught.value.expected, caught.value.current) == (1, 2)
    assert database.document_versions.content(key).content == {"mine": 1}


def test_a_branch_begins_with_a_version_of_another_and_goes_its_own_way(
    database: ScopedDatabase,
) -> None:
    key = begun(database, {"a": 1})
    save(database, key, {"a": 2})
    store = database.document_versions
    made = store.branch(key, "trial", new("Branched"), from_version=1, now=later(1))
    save(database, key, {"a": 9}, branch="trial")

    assert (made.version, made.from_branch, made.from_version) == (1, MAIN, 1)
    assert [each.name for each in store.branches(key)] == [MAIN, "trial"]
    assert store.content(key).content == {"a": 2}
    assert store.content(key, 1, branch="trial").content == {"a": 1}
    assert store.content(key, branch="trial").content == {"a": 9}
    assert database.documents.get(key).branches == 2
    with pytest.raises(BranchExists):
        store.branch(key, "trial", new(), now=NOW)
    with pytest.raises(BranchNotFound):
        store.content(key, branch="else")


def test_old_contents_are_pruned_but_for_those_that_something_cites(
    database: ScopedDatabase,
) -> None:
    begin(database, 2, "talk")
    question = ask(database, "Make it 5", "talk").question_id
    by_talk = new(conversation_id="talk", message_id=question)
    key = begun(database, {"n": 1})
    for number in range(2, 7):
        save(database, key, {"n": number}, at=number, told=by_talk if number == 5 else None)
    save(database, key, {"n": 7}, at=7, told=new(restored=3))
    store = database.document_versions

    assert store.prunable(key, before=later(6)) == 3
    assert store.prune(key, before=later(6), now=later(9)) == 3
    assert [each.version for each in store.history(key) if each.is_pruned] == [4, 2, 1]
    assert [store.content(key, number).content for number in (3, 5, 6, 7)] == [
        {"n": 3},
        {"n": 5},
        {"n": 6},
        {"n": 7},
    ]
    for pruned in (store.content, store.patch):
        with pytest.raises(VersionPruned):
            pruned(key, 4)
    assert store.prune(key, before=later(99), now=later(9)) == 1
    database.sessions.delete("talk")  # now no message leads to version 5
    assert store.prune(key, before=later(99), now=later(9)) == 1
    records = store.records(key, MAIN, after=5, limit=9)
    assert [(each.version, each.is_whole, each.patch is None) for each in records] == [
        (6, False, True),
        (7, True, False),
    ]


def test_few_of_many_versions_are_stored_whole(database: ScopedDatabase) -> None:
    text = "".join(hashlib.sha256(bytes([number])).hexdigest() for number in range(100))
    key = begun(database, {"text": text, "n": 0})
    for number in range(1, 70):
        save(database, key, {"text": text, "n": number})

    with database.reading() as connection:
        whole = connection.execute(
            select(document_versions.c.version, document_versions.c.data)
            .where(document_versions.c.data.is_not(None))
            .order_by(document_versions.c.version)
        ).all()
    assert [each.version for each in whole] == [1, 33, 65]
    assert json.loads(zlib.decompress(whole[1].data))["n"] == 32


@dataclass
class Model:
    """What the versions of a document must hold."""

    branches: dict[str, list[JsonValue]] = field(default_factory=dict)
    pruned: set[tuple[str, int]] = field(default_factory=set)
    kept: set[tuple[str, int]] = field(default_factory=set)


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("edit"), st.integers(0, 3), VALUES),
        st.tuples(st.just("rollback"), st.integers(0, 3), st.integers(0, 30)),
        st.tuples(st.just("branch"), st.integers(0, 3), st.integers(0, 30)),
        st.tuples(st.just("prune"), st.integers(0, 60), st.none()),
    ),
    max_size=45,
)


@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(first=VALUES, acts=ACTS)
def test_any_sequence_of_changes_keeps_every_version(
    database: ScopedDatabase, first: JsonValue, acts: list[tuple[str, int, Any]]
) -> None:
    delete_documents(database)
    key = begun(database, first)
    model, store = Model({MAIN: [first]}), database.document_versions
    for at, (act, which, value) in enumerate(acts, 1):
        _do(database, key, model, act, which, value, at)

    assert {each.name: each.version for each in store.branches(key)} == {
        name: len(contents) for name, contents in model.branches.items()
    }
    for name, contents in model.branches.items():
        history = store.history(key, branch=name, limit=100)
        assert [each.version for each in reversed(history)] == [*range(1, len(contents) + 1)]
        for number, content in enumerate(contents, 1):
            if (name, number) in model.pruned:
                with pytest.raises(VersionPruned):
                    store.content(key, number, branch=name)
                continue
            assert is_same(store.content(key, number, branch=name).content, content)
            if number > 1 and (name, number - 1) not in model.pruned:
                patch = store.patch(key, number, branch=name)
                assert is_same(patches.applied(contents[number - 2], patch), content)


def _do(
    database: ScopedDatabase,
    key: int,
    model: Model,
    act: str,
    which: int,
    value: Any,  # noqa: ANN401
    at: int,
) -> None:
    names = list(model.branches)
    name = names[which % len(names)]
    contents = model.branches[name]
    if act == "prune":
        newest = {(branch, len(held)) for branch, held in model.branches.items()}
        before = database.document_versions.prune(key, before=later(which), now=later(at))
        gone = {
            (branch, each.version)
            for branch in names
            for each in database.document_versions.history(key, branch=branch, limit=100)
            if each.is_pruned
        }
        assert len(gone - model.pruned) == before
        assert not gone & (newest | model.kept)
        model.pruned |= gone
        return
    number = value % len(contents) + 1 if act != "edit" else 0
    if (name, number) in model.pruned:
        return
    if act == "branch":
        made = f"b{at}"
        told = new("Branched")
        database.document_versions.branch(
            key, made, told, from_branch=name, from_version=number, now=later(at)
        )
        model.branches[made] = [contents[number - 1]]
        model.kept.add((name, number))
    else:
        content = value if act == "edit" else contents[number - 1]
        save(database, key, content, branch=name, at=at)
        contents.append(content)
