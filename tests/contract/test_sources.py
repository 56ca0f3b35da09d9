"""Sources on each database: versions, names, the trash, and what a deletion leaves."""

import pytest
from sqlalchemy import text

from database import Database, ScopedDatabase
from tests.conversing import NOW, later
from tests.making_sources import add
from tidemark.errors import SourceExists, SourceNotFound
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.scope import LOCAL, Scope

RULES = "Watering\nWater before nine, from tap three only.", "Fees\nA small plot costs 45 euros."


def test_a_source_is_read_as_it_was_added(database: ScopedDatabase) -> None:
    made = add(database, "rules.md", *RULES, title="Garden", file=b"%PDF-")

    whole = database.sources.text(made.version_key)
    assert whole.text == "\n\n".join(RULES)
    assert [each.headings for each in whole.sections] == [("Watering",), ("Fees",)]
    assert [
        (each.place.headings, each.text) for each in database.sources.passages(made.version_key)
    ] == [(("Watering",), RULES[0]), (("Fees",), RULES[1])]
    assert database.sources.file(made.version_key) == b"%PDF-"
    (listed,) = database.sources.list()
    assert (listed.name, listed.versions, listed.newest) == ("rules.md", 1, made)
    assert (made.number, made.title, made.passages, made.has_file) == (1, "Garden", 2, True)


def test_the_same_file_is_recognised_and_a_changed_one_is_a_new_version(
    database: ScopedDatabase,
) -> None:
    first = add(database, "rules.md", "Water before nine.")
    assert add(database, "copy.md", "Water before nine.") == first
    second = add(database, "rules.md", "Water before eight.")

    assert (second.source, second.number) == ("rules.md", 2)
    assert database.sources.version("rules.md") == second
    assert database.sources.version("rules.md", 1) == first
    assert database.sources.text(first.version_key).text == "Water before nine."
    assert database.sources.known(first.sha256) is None
    assert [each.versions for each in database.sources.list()] == [2]
    with pytest.raises(SourceNotFound):
        database.sources.version("rules.md", 3)


def test_sources_are_listed_by_the_page_and_read_in_part(database: ScopedDatabase) -> None:
    first = add(database, "b.md", *RULES)
    add(database, "a.md", "One")
    again = add(database, "b.md", *RULES, "Gate\nLock it.")
    key = database.sources.get("b.md").source_key

    assert [each.name for each in database.sources.page(limit=1)] == ["a.md"]
    assert [each.name for each in database.sources.page(limit=9, offset=1)] == ["b.md"]
    assert database.sources.count() == 2
    assert [*database.sources.names().values()] == ["a.md", "b.md"]
    assert database.sources.at(key).newest == again
    assert database.sources.versions(key) == (again, first)
    parted = database.sources.passages(first.version_key, 5)
    assert [each.text for each in parted] == [RULES[1]]
    assert database.sources.passages(first.version_key, 0, 5)[0].text == RULES[0]

    database.sources.trash("b.md", now=NOW)
    assert database.sources.versions(key) == ()
    assert database.sources.count() == 1
    with pytest.raises(SourceNotFound):
        database.sources.at(key)


def test_a_source_is_renamed_to_no_name_that_is_taken(database: ScopedDatabase) -> None:
    add(database, "a.md", "One")
    add(database, "b.md", "Two")
    with pytest.raises(SourceExists):
        database.sources.rename("a.md", "b.md")
    database.sources.rename("a.md", "c.md")
    assert [each.name for each in database.sources.list()] == ["c.md", "b.md"]
    with pytest.raises(SourceNotFound):
        database.sources.get("a.md")


def test_a_removed_source_comes_back_beside_one_of_its_name(database: ScopedDatabase) -> None:
    former = add(database, "rules.md", "Water before nine.")
    key = database.sources.trash("rules.md", now=NOW)
    with pytest.raises(SourceNotFound):
        database.sources.text(former.version_key)
    with pytest.raises(SourceNotFound):
        database.sources.version_at(former.version_key)
    assert [each.name for each in database.sources.trashed()] == ["rules.md"]
    again = add(database, "rules.md", "Water before nine.")
    assert again.version_key != former.version_key

    assert database.sources.restore(key) == "rules.md (2)"
    assert database.sources.version_at(former.version_key).source == "rules.md (2)"
    assert database.sources.trashed() == ()
    with pytest.raises(SourceNotFound):
        database.sources.restore(key)


def test_nothing_is_left_of_a_source_deleted_for_good(
    opened_database: Database, database: ScopedDatabase
) -> None:
    add(database, "rules.md", *RULES, title="Garden")
    add(database, "rules.md", *RULES, "Gate\nLock it.", title="Garden")
    key = database.sources.trash("rules.md", now=NOW)
    assert database.sources.due(NOW, 9) == ()
    assert database.sources.due(later(1), 9) == (key,)

    database.sources.delete(key)

    kept = "sources", "source_versions", "collections", "passage_blocks"
    with opened_database.reading() as connection:
        counts = {name: connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in kept}  # noqa: S608
        if connection.dialect.name == "sqlite":
            matching = "SELECT count(*) FROM passage_index WHERE passage_index MATCH 'water'"
        else:
            matching = "SELECT count(*) FROM passage_index WHERE stem = 'water'"
        assert connection.scalar(text(matching)) == 0
    assert counts == dict.fromkeys(kept, 0)


def test_each_notebook_has_its_own_sources(
    opened_database: Database, database: ScopedDatabase
) -> None:
    database.notebooks.create(NotebookChange(name="garden"), now=NOW)
    garden = opened_database.scoped(Scope(LOCAL.user_id, "garden"))
    mine = add(database, "rules.md", "Water before nine.")
    theirs = add(garden, "rules.md", "Water before nine.")

    assert mine.version_key != theirs.version_key
    with pytest.raises(SourceNotFound):
        garden.sources.text(mine.version_key)
    with pytest.raises(SourceNotFound):
        garden.sources.passages(mine.version_key)
    assert garden.sources.file(mine.version_key) is None
