"""Tables and past queries as a language model reads them."""

from functools import partial

import pytest

from tests.tables.shop import CUSTOMERS, LINKS, SALES, TABLES
from tidemark.schema.tables import Table, TableQuestion
from tidemark.tables.prompt_lines import by_relevance, prompt_lines

SALES_OF_2023 = TableQuestion(question="Sales in\n2023?", sql="SELECT 1", tables_used=("sales",))
lines = partial(prompt_lines, TABLES, LINKS, count=lambda text: len(text.split()))


def test_schema_samples_and_past_queries_are_shown_as_far_as_they_fit() -> None:
    past = (SALES_OF_2023,)
    assert lines(past, limit_tokens=100) == (
        "customers (6 rows): id integer [1; 2], name text [Vos; Bakker], "
        "city text [Utrecht; Breda]\n"
        "sales (40 rows): sold_on date [2023-01-02], customer_id integer, "
        "region text [North; South], amount number [12.5]\n"
        "sales.customer_id = customers.id\n"
        "Q: Sales in 2023?\n"
        "SQL: SELECT 1"
    )
    assert "[" not in lines(past, limit_tokens=30)
    assert lines(past, limit_tokens=10) == "customers (6 rows): id integer, name text, city text"
    assert lines(past, limit_tokens=3) == ""


def test_a_caller_says_how_many_values_are_shown() -> None:
    assert "city text [Utrecht]\n" in lines((), limit_tokens=100, most_samples=1)
    assert "[" not in lines((), limit_tokens=100, most_samples=0)


def test_each_past_query_is_shown_once_and_only_over_tables_that_are_there() -> None:
    gone = TableQuestion(question="Costs?", sql="SELECT 2", tables_used=("costs",))
    shown = lines((SALES_OF_2023, SALES_OF_2023, gone), limit_tokens=100)
    assert shown.count("SELECT 1") == 1
    assert "SELECT 2" not in shown


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How much was sold in North?", SALES),
        ("Customers by city", CUSTOMERS),
        ("Hoeveel verkopen in regio South?", SALES),
        ("Good morning!", CUSTOMERS),
    ],
)
def test_the_tables_that_a_question_names_come_first(question: str, first: Table) -> None:
    assert by_relevance(question, TABLES)[0] == first
