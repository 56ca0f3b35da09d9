"""Search of sources on each database: newest versions only, of one notebook, all or some."""

from database import Database, ScopedDatabase
from tests.conversing import NOW
from tests.making_sources import add
from tidemark.retrieval.source_query import SourceQuery
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import LOCAL, Scope
from tidemark.schema.sources import SourceHit

FEE = SourceQuery.read("What does a small plot cost?")


def find(database: ScopedDatabase, *source_keys: int) -> list[tuple[str, int, str]]:
    hits: tuple[SourceHit, ...] = database.source_search.find(FEE, source_keys or None)
    return [(hit.source, hit.version, hit.text) for hit in hits]


def test_the_newest_version_is_found_with_its_place(database: ScopedDatabase) -> None:
    add(database, "rules.md", "Fees\nA small plot costs 40 euros.")
    newest = add(
        database, "rules.md", "Watering\nUse tap three.", "Fees\nA small plot costs 45 euros."
    )
    add(database, "gate.md", "The gate is locked at nine.")

    (hit,) = database.source_search.find(FEE)

    assert (hit.source, hit.version, hit.version_key) == ("rules.md", 2, newest.version_key)
    assert (hit.place.headings, hit.text) == (("Fees",), "Fees\nA small plot costs 45 euros.")
    whole = database.sources.text(newest.version_key).text
    assert whole[hit.start : hit.end] == hit.text
    assert 0.5 < hit.score <= 1
    assert hit.shared == ("small", "plot", "cost")


def test_only_chosen_sources_are_searched(database: ScopedDatabase) -> None:
    add(database, "rules.md", "A small plot costs 45 euros.")
    add(database, "prices.md", "Small plots cost 50 euros elsewhere.")
    first, second = database.sources.list()

    assert len(find(database)) == 2
    assert [name for name, *_ in find(database, second.source_key)] == ["prices.md"]
    assert [name for name, *_ in find(database, first.source_key)] == ["rules.md"]


def test_a_renamed_source_is_found_under_its_new_name_and_a_removed_one_is_not(
    database: ScopedDatabase,
) -> None:
    add(database, "rules.md", "A small plot costs 45 euros.")
    assert [name for name, *_ in find(database)] == ["rules.md"]
    database.sources.rename("rules.md", "new.md")
    assert [name for name, *_ in find(database)] == ["new.md"]
    key = database.sources.trash("new.md", now=NOW)
    assert find(database) == []
    database.sources.restore(key)
    assert [name for name, *_ in find(database)] == ["new.md"]


def test_what_other_notebooks_hold_changes_nothing(
    opened_database: Database, database: ScopedDatabase
) -> None:
    database.notebooks.create(NotebookChange(name="garden"), now=NOW)
    garden = opened_database.scoped(Scope(LOCAL.user_id, "garden"))
    add(database, "one.md", "A small plot costs 45 euros.")
    alone = database.source_search.find(FEE)
    for number in range(20):
        add(garden, f"{number}.md", f"A small plot costs {number} euros.")
    add(database, "gate.md", "The gate is locked at nine.")

    beside = database.source_search.find(FEE)

    assert [(hit.source, hit.text) for hit in beside] == [(hit.source, hit.text) for hit in alone]
    assert {hit.source for hit in garden.source_search.find(FEE, limit=50)} == {
        f"{number}.md" for number in range(20)
    }


def test_a_search_of_chats_finds_no_source(database: ScopedDatabase) -> None:
    add(database, "rules.md", "A small plot costs 45 euros.")
    assert database.session_search.find("small plot").chats == 0
