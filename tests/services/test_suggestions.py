"""Questions to ask next."""

import pytest

from tidemark.nlp.languages import Language
from tidemark.schema.questions import PastQuestion
from tidemark.schema.tables import Column, Table
from tidemark.services.questions.suggestions import related_questions
from tidemark.tables.asking.questions import CannotWrite, write

PAST = (PastQuestion(question="Sales by region?"), PastQuestion(question="Which is best?"))


@pytest.mark.parametrize(
    ("question", "count", "related"),
    [
        ("Sales in 2024?", 3, ("Sales in 2023?", "Sales by region?", "Which is best?")),
        ("Sales in 2024?", 1, ("Sales in 2023?",)),
        ("Sales in 2024?", 0, ()),
        ("2023 or 2024?", 1, ("Sales by region?",)),  # of which year would it be?
        ("which is best?", 3, ("Sales by region?",)),  # asked just now
    ],
)
def test_other_years_and_past_questions_come_next(
    question: str, count: int, related: tuple[str, ...]
) -> None:
    opened = []

    def tables() -> tuple[Table, ...]:
        opened.append(question)
        return ()

    assert related_questions(question, PAST, (), count, tables) == related
    assert bool(opened) == (len(related) < count)  # opening tables takes time


@pytest.mark.parametrize(
    ("question", "said", "related"),
    [
        ("When does it begin?", "The trip begins on 3 May 2026.", ()),
        ("When does it begin?", "Ik woon in Utrecht.", ()),
        ("When does it begin?", "Thanks!", ()),
        ("The trip begins on 3 May 2026.", "We hired Tom in 2024.", ()),
        ("De reis begint op 3 mei 2026.", "Wanneer vertrekken we?", ("Wanneer vertrekken we?",)),
        ("Thanks", "Show me the sales", ("Show me the sales",)),
        ("Wat kost het?", "Toon de omzet per regio", ("Toon de omzet per regio",)),
        ("Laat de omzet van 2024 zien", "Dank je wel", ("Laat de omzet van 2023 zien",)),
    ],
)
def test_what_only_states_something_is_no_related_question(
    question: str, said: str, related: tuple[str, ...]
) -> None:
    assert related_questions(question, [PastQuestion(question=said)], (), 5) == related


def test_words_that_a_table_answered_are_a_question() -> None:
    past = [PastQuestion(question="total sales by region", sql="SELECT 1")]
    assert related_questions("Sales?", past, (), 5) == ("total sales by region",)


@pytest.mark.parametrize(
    ("question", "language", "related"),
    [
        (
            "Show me the sales",
            "en",
            ("What is the average price by region?", "What is the total price by product name?"),
        ),
        (
            "Laat de verkopen zien",
            "nl",
            (
                "Wat is het gemiddelde price per region?",
                "Wat is het totaal price per product name?",
            ),
        ),
    ],
)
def test_figures_by_group_of_a_table_come_last_and_can_be_answered(
    question: str, language: Language, related: tuple[str, ...]
) -> None:
    columns = (
        Column(name="sale_id", title="Sale_ID", type="integer", distinct=90),
        Column(name="region", title="Region", type="text", distinct=4),
        Column(name="product_name", title="Product_name", type="text", distinct=9),
        Column(name="remark", title="Remark", type="text", distinct=88),
        Column(name="year", title="Year", type="integer", distinct=3),
        Column(name="price", title="Price", type="number", distinct=70),
    )
    sales = Table(name="sales", title="Sales", source="sales.csv", columns=columns, rows=90)
    found = related_questions(question, PAST[:1], (), 3, lambda: (sales,))
    assert found == ("Sales by region?", *related)
    for each in found[1:]:
        assert not isinstance(write(each, (sales,), language=language), CannotWrite), each
