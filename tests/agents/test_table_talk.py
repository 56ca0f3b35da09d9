"""Questions over tables in the chat without a model: the tool is called, and its rows are shown."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from tests.conversing import fold
from tidemark.settings import Settings
from tidemark.tables.sandbox import QueryLimits

SALES = """sale_id,region,sold_on,amount
1,North,2023-02-01,100.5
2,South,2023-05-01,50
3,North,2024-02-01,200
4,South,2024-03-01,75
5,South,2024-06-01,25
"""


@pytest.fixture
def assistant(settings: Callable[..., Settings], tmp_path: Path) -> Iterator[Assistant]:
    with closing(Assistant(settings())) as opened:
        (tmp_path / "sales.csv").write_text(SALES)
        assert [each.state for each in opened.sources.ingest([tmp_path / "sales.csv"])] == ["new"]
        yield opened


def test_total_sales_by_region_for_2024_then_what_about_2023_after_a_fold(
    assistant: Assistant,
) -> None:
    assistant.ask("total sales by region for 2024", "shop").wait()
    reply = assistant.database.messages.last("shop", 1)[0]
    assert "| Region | Total amount |" in reply.content
    assert "| North | 200 |" in reply.content
    (use,) = reply.metadata.tool_uses
    assert use.call.name == "query_tables"
    assert use.table is not None
    assert use.table.chart is not None
    assert "2024" in use.table.sql
    fold(assistant.database, assistant.database.messages.all("shop"))
    assistant.ask("What about 2023?", "shop").wait()
    reply = assistant.database.messages.last("shop", 1)[0]
    assert "| North | 100.50 |" in reply.content
    assert reply.metadata.tool_uses[0].table is not None
    assert reply.metadata.tool_uses[0].table.tables_used == ("sales",)
    assistant.ask("I like rainy days in Delft.", "shop").wait()
    assert assistant.database.messages.last("shop", 1)[0].metadata.tool_uses == ()


def test_numbers_and_names_of_columns_are_shown_in_the_language_of_the_question(
    assistant: Assistant, tmp_path: Path
) -> None:
    sold = (
        "order_id,region,sold_on,amount,is_sent\n10234,East,2026-02-01,12000.5,True\n"
        "10235,East,2026-03-01,9,False\n"
    )
    (tmp_path / "orders.csv").write_text(sold)
    list(assistant.sources.ingest([tmp_path / "orders.csv"]))
    for asked, shown in (
        ("What is the total amount of orders?", "**12,009.50**"),
        ("Wat is het totale amount van sales?", "**450,50**"),
        ("Wat is het totale amount van sales per region?", "| Region | Totaal amount |"),
        ("Show all orders", "| 10234 | East | 2026-02-01 | 12,000.50 | yes |"),
        ("Toon alle orders", "| 10235 | East | 2026-03-01 | 9,00 | nee |"),
        ("What is the total order id of orders?", "**20,469**"),
    ):
        assistant.ask(asked, "orders").wait()
        assert shown in assistant.database.messages.last("orders", 1)[0].content


def test_a_follow_up_without_words_of_a_language_is_read_in_that_of_the_question(
    assistant: Assistant,
) -> None:
    for asked, total in (("Hoeveel is er in februari betaald?", 200), ("En in maart?", 75)):
        assistant.ask(asked, "winkel").wait()
        reply = assistant.database.messages.last("winkel", 1)[0].content
        assert reply.startswith("Toont het totaal van amount van “sales”")
        assert f"**{total}**" in reply


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("What is the total amount of sales?", "had no answer after 0 seconds"),
        ("Wat is het totale amount van sales?", "na 0 seconden was er nog geen antwoord"),
    ],
)
def test_a_query_that_its_limits_stop_says_by_which_one(
    assistant: Assistant, asked: str, told: str
) -> None:
    assistant.tables.sandbox.limits = QueryLimits(wall_s=0)
    assistant.ask(asked, "shop").wait()
    reply = assistant.database.messages.last("shop", 1)[0]
    assert told in reply.content
    (use,) = reply.metadata.tool_uses
    assert use.refused is not None
    assert (use.refused.why, use.table) == ("too_slow", None)
    assert "sum(" in use.refused.sql.lower()


def test_a_follow_up_continues_the_question_before_it_or_none(assistant: Assistant) -> None:
    def reply(asked: str) -> str:
        assistant.ask(asked, "shop").wait()
        return assistant.database.messages.last("shop", 1)[0].content

    assert "**450.50**" in reply("What is the total amount of sales?")
    assert "Shows" not in reply("Which region brings in the most?")
    refused = reply("And in North?")  # not the total of North: the question before has no answer
    assert "300.50" not in refused
    assert "**300.50**" in reply("What is the total amount of sales in North?")
    assert "Thank" not in reply("Thanks!")
    assert "**150**" in reply("And in South?")


def test_a_figure_of_no_rows_is_told_as_no_row(assistant: Assistant) -> None:
    assistant.ask("What is the average amount of sales in 2019?", "shop").wait()
    reply = assistant.database.messages.last("shop", 1)[0].content
    assert reply.endswith("No row matches.")
