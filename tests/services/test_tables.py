"""Tables of a notebook's sources: listed, asked by SQL and in words, gone with their source."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from tests.conversing import NOW
from tidemark.errors import QueryRefused, TableNotFound
from tidemark.schema.scope import Scope
from tidemark.schema.tables import TableQuestion
from tidemark.settings import Settings
from tidemark.tables.sandbox import QueryLimits

SALES = """sale_id,region_id,sold_on,amount
1,1,2023-02-01,100.5
2,2,2023-05-01,50
3,1,2024-02-01,200
4,2,2024-03-01,75
5,2,2024-06-01,25
"""
REGIONS = "region_id,region\n1,North\n2,South\n"


@pytest.fixture
def assistant(settings: Callable[..., Settings], tmp_path: Path) -> Iterator[Assistant]:
    with closing(Assistant(settings(), clock=lambda: NOW)) as opened:
        (tmp_path / "sales.csv").write_text(SALES)
        (tmp_path / "regions.csv").write_text(REGIONS)
        (tmp_path / "notes.md").write_text("# Notes\n\nNothing but words.")
        states = list(opened.sources.ingest([tmp_path / name for name in _NAMES]))
        assert [each.state for each in states] == ["new"] * 3
        yield opened


_NAMES = ("sales.csv", "regions.csv", "notes.md")


def test_tables_of_sources_are_listed_previewed_and_go_with_their_source(
    assistant: Assistant,
) -> None:
    tables = {each.name: each for each in assistant.tables.list()}
    assert {name: (each.rows, each.key, each.source) for name, each in tables.items()} == {
        "sales": (5, ("sale_id",), "sales.csv"),
        "regions": (2, ("region_id",), "regions.csv"),
    }
    (link,) = assistant.tables.links()
    assert (link.table, link.column, link.of_table) == ("sales", "region_id", "regions")
    shown = assistant.tables.preview("sales", rows=2)
    assert shown.rows == ((1, 1, "2023-02-01", 100.5), (2, 2, "2023-05-01", 50.0))
    assert shown.left_out == 3
    assert [each.name for each in assistant.tables.list(("regions.csv",))] == ["regions"]
    assert assistant.scoped(Scope("other", "general")).tables.list() == ()
    assistant.sources.remove("sales.csv")
    assert [each.name for each in assistant.tables.list()] == ["regions"]
    with pytest.raises(TableNotFound):
        assistant.tables.preview("sales")
    with pytest.raises(QueryRefused):
        assistant.tables.query("SELECT * FROM sales")


def test_a_question_is_answered_and_its_follow_up_changes_the_year(assistant: Assistant) -> None:
    asked = "Show me total amount by region for 2024"
    first = assistant.tables.answer(asked)
    assert first is not None
    assert sorted(first.result.rows) == [("North", 200.0), ("South", 100.0)]
    assert first.tables_used == ("regions", "sales")
    assert first.explanation
    assert first.chart is not None
    assert (first.chart.kind, first.chart.x) == ("bar", "region")
    before = TableQuestion(
        question=asked, sql=first.sql, tables_used=first.tables_used, asked=first.asked
    )
    second = assistant.tables.answer("What about 2023?", previous=before)
    assert second is not None
    assert sorted(second.result.rows) == [("North", 100.5), ("South", 50.0)]
    assert assistant.tables.answer("Who wrote the song about the sea?") is None
    run = assistant.tables.query("SELECT count(*) AS n FROM sales")
    assert (run.result.rows, run.tables_used) == (((5,),), ("sales",))
    assistant.tables.sandbox.limits = QueryLimits(wall_s=0)
    with pytest.raises(QueryRefused, match="after 0 seconds"):
        assistant.tables.answer(asked)
