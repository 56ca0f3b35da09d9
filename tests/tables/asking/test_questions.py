"""Questions over tables become SQL by rules: the whole query is compared."""

import datetime as dt

import pytest

from benchmark.tables import SEEN_PAIRS, UNSEEN_PAIRS, pairs_of
from tests.nasty_texts import NASTY_TEXTS
from tests.tables.shop import LINKS, TABLES
from tests.timing import at_most
from tidemark.nlp.languages import Language
from tidemark.schema.tables import Column, Table, TableQuery, TableQuestion
from tidemark.tables.asking.questions import CannotWrite, write

TODAY = dt.date(2026, 3, 1)


def sql_of(*questions: str, language: Language = "en") -> str:
    """Return the SQL of the last question, or the code of its refusal."""
    previous, said = None, ""
    for question in questions:
        written = write(question, TABLES, LINKS, previous, language=language, today=TODAY)
        if isinstance(written, CannotWrite):
            said = written.reason
        else:
            said = written.sql
            previous = TableQuestion(question=question, sql=said, asked=written.asked)
    return said


@pytest.mark.parametrize(
    ("language", "question", "sql"),
    [
        ("en", "How many customers are there?", "SELECT COUNT(*) AS count FROM customers"),
        ("nl", "Hoeveel klanten zijn er?", "SELECT COUNT(*) AS count FROM customers"),
        (
            "en",
            "What are the names of the customers in Utrecht?",
            "SELECT name FROM customers WHERE city = 'Utrecht'",
        ),
        (
            "en",
            "total amount by region for 2024",
            "SELECT region, SUM(amount) AS total_amount FROM sales"
            " WHERE YEAR(sold_on) = 2024 GROUP BY region",
        ),
        (
            "en",
            "total sales in 2023 versus 2024 by region",
            "SELECT region, YEAR(sold_on) AS year, SUM(amount) AS total_amount FROM sales"
            " WHERE YEAR(sold_on) IN (2023, 2024) GROUP BY region, YEAR(sold_on)",
        ),
        (
            "nl",
            "Toon verkopen die hoger zijn dan 500",
            "SELECT * FROM sales WHERE amount > 500",
        ),
        (
            "nl",
            "Totaal bedrag per regio in 2024",
            "SELECT region, SUM(amount) AS total_amount FROM sales"
            " WHERE YEAR(sold_on) = 2024 GROUP BY region",
        ),
    ],
)
def test_a_question_becomes_sql(language: Language, question: str, sql: str) -> None:
    assert sql_of(question, language=language) == sql


def test_a_follow_up_keeps_the_query_and_changes_what_it_names() -> None:
    assert sql_of("total sales by region for 2024", "What about 2023?") == (
        "SELECT region, SUM(amount) AS total_amount FROM sales"
        " WHERE YEAR(sold_on) = 2023 GROUP BY region"
    )


YEARLY = Table(
    name="yearly",
    title="Yearly",
    source="shop",
    rows=4,
    columns=(
        Column(name="shop", title="Shop", type="text", samples=("North", "South"), distinct=2),
        Column(name="owner", title="Owner", type="text", samples=("Vos", "Bos"), distinct=4),
        Column(name="year", title="Year", type="integer", samples=("2023", "2024"), distinct=2),
        Column(name="income", title="Income", type="integer", lowest="80", highest="180"),
        Column(name="sold_on", title="Sold on", type="date", samples=("2023-01-02",)),
    ),
)
BY_YEAR = (
    "SELECT year, SUM(income) AS total_income FROM yearly WHERE year IN (2023, 2024) GROUP BY year"
)
TOP_SHOPS = (
    "SELECT shop, SUM(income) AS total_income FROM yearly"
    " GROUP BY shop ORDER BY SUM(income) DESC LIMIT 2"
)


@pytest.mark.parametrize(
    ("language", "question", "sql"),
    [
        ("en", "Compare the total income in 2023 with 2024", BY_YEAR),
        ("en", "Compare the income of 2023 and 2024", BY_YEAR),
        ("nl", "Vergelijk het totale income van 2023 met 2024", BY_YEAR),
        ("en", "Total income 2023 vs 2024", BY_YEAR),
        (
            "en",
            "Total income by shop, 2023 versus 2024",
            "SELECT shop, year, SUM(income) AS total_income FROM yearly"
            " WHERE year IN (2023, 2024) GROUP BY shop, year",
        ),
        (
            "en",
            "Total income in 2023 or 2024",
            "SELECT SUM(income) AS total_income FROM yearly WHERE year IN (2023, 2024)",
        ),
        ("en", "Top 2 shops by income", TOP_SHOPS),
        ("en", "Highest 2 shops by income", TOP_SHOPS),
        ("nl", "Top 2 shops op income", TOP_SHOPS),
        (
            "en",
            "Lowest 2 owners by income",
            "SELECT owner, income FROM yearly ORDER BY income ASC LIMIT 2",
        ),
        ("en", "Rank the shops by income", "SELECT shop, income FROM yearly ORDER BY income DESC"),
        ("en", "Top 2 shops", "unread_words"),  # by what?
        ("en", "Which shop sold most?", "unread_words"),  # "sold on" has no amounts
    ],
)
def test_years_are_compared_and_groups_ranked_by_their_sums(
    language: Language, question: str, sql: str
) -> None:
    written = write(question, [YEARLY], language=language, today=TODAY)
    assert (written.reason if isinstance(written, CannotWrite) else written.sql) == sql


def test_follow_ups_need_memory_and_most_are_right_with_it() -> None:
    pairs = [pair for name in (*SEEN_PAIRS, *UNSEEN_PAIRS) for pair in pairs_of(name)]
    assert len(pairs) >= 60
    assert sum(pair.is_right for pair in pairs) >= 0.8 * len(pairs)
    assert sum(pair.is_right_without for pair in pairs) <= 0.2 * len(pairs)


@pytest.mark.parametrize("name", sorted(NASTY_TEXTS))
def test_no_text_makes_it_slow(name: str) -> None:
    for length in (1_900, 10_000):
        with at_most(2.0):
            write(NASTY_TEXTS[name](length), TABLES, LINKS, today=TODAY)


def test_an_english_land_is_a_verb_and_a_dutch_one_a_country() -> None:
    columns = (
        Column(name="destination", title="Destination", type="text", samples=("Oslo",), distinct=9),
        Column(name="country", title="Country", type="text", samples=("Norway",), distinct=4),
    )
    flights = (Table(name="flights", title="Flights", source="air", rows=90, columns=columns),)
    english = write("Which flights land in Oslo?", flights, today=TODAY)
    dutch = write("In welk land is Oslo?", flights, language="nl", today=TODAY)
    assert [each.sql for each in (english, dutch) if isinstance(each, TableQuery)] == [
        "SELECT * FROM flights WHERE destination = 'Oslo'",
        "SELECT country FROM flights WHERE destination = 'Oslo'",
    ]


def test_a_question_about_something_else_is_refused() -> None:
    assert sql_of("Who won the elections in Bolivia?") == "not_about_tables"


def test_the_query_is_explained_in_the_language() -> None:
    written = write("Totaal bedrag per regio", TABLES, LINKS, language="nl", today=TODAY)
    assert isinstance(written, TableQuery)
    assert written.explanation == "Toont Region en het totaal van Amount van “Sales”, per Region."
