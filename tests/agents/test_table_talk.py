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


NETWORK = {
    "en": """date,region,product,customer,amount
2026-01-12,North,router,Anna Smit,120.50
2026-02-03,South,modem,Bram de Boer,80
2026-05-02,East,modem,Bram de Boer,82
""",
    "nl": """datum,regio,product,klant,bedrag
2026-01-12,Noord,router,Anna Smit,120.50
2026-02-03,Zuid,modem,Bram de Boer,80
2026-05-02,Oost,modem,Bram de Boer,82
""",
}
POLICY = {
    "en": """A customer may return a router within 30 days. A modem may be returned within 14 days.

We deliver in the North region on Mondays. A technician visits the customer before installing a
router. Each customer has one contact person. The warranty on a modem lasts two years.
""",
    "nl": """Een klant mag een router binnen 30 dagen terugsturen.
Een modem mag binnen 14 dagen terug.

We bezorgen in de regio Noord op maandag. Een monteur komt bij de klant langs voordat een router
wordt geplaatst. Elke klant heeft een contactpersoon. De garantie op een modem duurt twee jaar.
""",
}
# Questions that name things of the table; another chat for each line, whose last reply is looked at
OF_THE_TEXT = {
    "en": (
        "Within how many days may a customer return a router?",
        "Can I return my modem after 40 days?",
        "How many days do I have to return a modem?",
        "On which day do you deliver in the North region?",
        "Who visits the customer before a router?",
        "How many contact persons does each customer have?",
        "How many years of warranty does a modem have?",
        "May a customer return an opened modem?",
        "Should I return my router before 14 days?",
        "The customer returned the modem after 40 days.",
        "My name is Dana and I bought a router on 3 May.",
        "I bought a router on 3 May. | When did I buy my router?",
        "I have two modems at home. | How many modems do I have?",
        "I paid 60 euros for my router. | How much did I pay for my router?",
        "My neighbour Anna Smit is in North",
        "I love my modem",
        "total sales by region | Can I return a modem after 40 days?",
    ),
    "nl": (
        "Binnen hoeveel dagen mag een klant een router terugsturen?",
        "Mag ik mijn modem na 40 dagen terugsturen?",
        "Hoeveel dagen heb ik om een modem terug te sturen?",
        "Op welke dag bezorgen jullie in regio Noord?",
        "Wie komt er bij de klant voor een router?",
        "Hoeveel contactpersonen heeft elke klant?",
        "Hoeveel jaar garantie heeft een modem?",
        "Mag een klant een geopende modem terugsturen?",
        "Moet ik mijn router voor 14 dagen terugsturen?",
        "De klant stuurde de modem na 40 dagen terug.",
        "Ik heet Dana en kocht op 3 mei een router.",
        "Ik kocht op 3 mei een router. | Wanneer kocht ik mijn router?",
        "Ik heb twee modems thuis. | Hoeveel modems heb ik?",
        "Ik heb 60 euro betaald voor mijn router. | Hoeveel heb ik betaald voor mijn router?",
        "Mijn buurvrouw Anna Smit is in mei jarig",
        "totale bedrag per regio | Mag ik een modem na 40 dagen terugsturen?",
    ),
}
OF_THE_TABLE = {
    "en": (
        "How many sales were there in North?",
        "What did Anna Smit buy?",
        "When did Anna Smit buy a router?",
        "How many customers bought a modem?",
        "Show sales after 2025",
        "Can I see the sales of May?",
        "I need the total amount per region",
        "I would love the total amount per region",
        "Our sales that are in North",
        "My total sales per region are needed",
        "total sales by customer | Can it be per region?",
        "total sales by region | Can we do the same for customers?",
        "I have two modems at home. | How many modems are there in South?",
        "What is the total amount of sales in North? | And in South?",
    ),
    "nl": (
        "Hoeveel sales waren er in Noord?",
        "Wat kocht Anna Smit?",
        "Wanneer kocht Anna Smit een router?",
        "Hoeveel klanten kochten een modem?",
        "Toon sales na 2025",
        "Mag ik de sales van mei zien?",
        "Kun je het totale bedrag per regio tonen?",
        "Ik ben benieuwd naar het totale bedrag in mei",
        "Onze sales die in Noord zijn",
        "totale bedrag per klant | Kan het per regio?",
        "Ik heb twee modems thuis. | Hoeveel modems zijn er in Zuid?",
        "Wat is het totale bedrag in Noord? | En in Zuid?",
    ),
}


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_question_that_a_text_or_the_chat_answers_is_not_asked_of_the_table(
    settings: Callable[..., Settings], tmp_path: Path, language: str
) -> None:
    with closing(Assistant(settings())) as assistant:
        (tmp_path / "sales.csv").write_text(NETWORK[language])
        (tmp_path / "policy.md").write_text(POLICY[language])
        list(assistant.sources.ingest([tmp_path / "sales.csv", tmp_path / "policy.md"]))

        def is_of_the_table(line: str) -> bool:
            for asked in line.split(" | "):
                assistant.ask(asked, f"talk-{hash(line)}").wait()
            (reply,) = assistant.database.messages.last(f"talk-{hash(line)}", 1)
            return bool(reply.metadata.tool_uses)

        assert [each for each in OF_THE_TABLE[language] if not is_of_the_table(each)] == []
        assert [each for each in OF_THE_TEXT[language] if is_of_the_table(each)] == []
        assistant.ask(OF_THE_TEXT[language][0], "rule").wait()
        (reply,) = assistant.database.messages.last("rule", 1)
        assert "30 da" in reply.content
        assert [each.kind for each in reply.metadata.citations] == ["source"]


def test_a_sum_of_the_amounts_that_were_told_goes_before_a_table_that_is_not_named(
    assistant: Assistant,
) -> None:
    for said in ("I spent 120 euros on tickets.", "I spent 80 euros on food."):
        assistant.ask(said, "trip").wait()
    assistant.ask("How much did I spend?", "trip").wait()
    assert assistant.database.messages.last("trip", 1)[0].content.startswith("200 = 120 + 80")
    assistant.ask("What is the total amount of the sales?", "trip").wait()
    assert "450.50" in assistant.database.messages.last("trip", 1)[0].content
