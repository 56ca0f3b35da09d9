"""Learning across users: a like question helps others, and no word of a person reaches them."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from database import Database
from tests.conversing import NOW, on_each_database
from tidemark.engines.scripted import ScriptedEngine
from tidemark.retrieval.question_likeness import shape
from tidemark.schema.questions import QuestionAsked
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.tables.general_form import general_form

QUESTION = "Total amount of sales by region for Marmalade in 2023"
LIKE = "Total amount of sales by region for Bergamot in 2024"
SQL = """
    SELECT region, sum(amount) AS marmalade_total -- Marmalade is secret
    FROM sales WHERE customer = 'Marmalade' AND year = 4711 GROUP BY region
    ORDER BY marmalade_total DESC LIMIT 8
"""
GENERAL = (
    "SELECT region, SUM(amount) AS a1 FROM sales WHERE customer = ? AND year = ? "
    "GROUP BY region ORDER BY a1 DESC LIMIT ?"
)
CSV = "region,customer,year,amount\nNorth,Marmalade,4711,10\nSouth,Bergamot,4711,20\n"


def with_table(whole: Assistant, folder: Path, user_id: str, csv: str = CSV) -> Assistant:
    person = whole.scoped(Scope(user_id, "general"))
    file = folder / "sales.csv"
    file.write_text(csv)
    assert [each.state for each in person.sources.ingest([file])] == ["new"]
    return person


def lines_of(database: Database) -> str:
    with database.reading() as connection:
        return str(connection.exec_driver_sql("SELECT * FROM learned_questions").all())


@on_each_database
def test_a_like_question_of_another_helps_and_tells_none_of_their_words(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    given = settings(login="keys", memory_enable_cross_user_learning=True)
    with (
        closing(Database(given.database_url)) as opened,
        closing(Assistant(given, engine=ScriptedEngine(), clock=lambda: NOW)) as whole,
    ):
        ann, bob = with_table(whole, tmp_path, "ann"), with_table(whole, tmp_path, "bob")
        eve = with_table(whole, tmp_path, "eve", "region,customer,year,price\nNorth,Ada,1,10\n")

        def found(person: Assistant) -> list[str]:
            alike = person.learning.similar(shape(LIKE), limit=3, least=0.5)
            return [each.sql for each in alike]

        assert not ann.learning.learn(shape(QUESTION), SQL)  # without consent
        for each in (ann, eve):
            each.learning.consent(is_on=True)
        assert ann.learning.learn(shape(QUESTION), SQL)
        assert not ann.learning.learn(shape(QUESTION), SQL)  # the same again
        stored = lines_of(opened).lower()
        assert "sales" in stored
        assert not [each for each in ("marmalade", "4711", "secret") if each in stored]

        assert found(bob) == []  # who gives nothing learns nothing
        bob.learning.consent(is_on=True)
        assert (found(bob), found(ann), found(eve)) == ([GENERAL], [], [])  # eve: no such column
        asked = QuestionAsked(question=LIKE, history_questions=1, similar_questions=3)
        answered = bob.questions.answer(asked)
        told = answered.model_dump_json().lower()
        assert ('"similar_queries_count":1' in told, "marmalade" in told) == (True, False)
        acts = [each.action for each in (*ann.audit.entries(), *bob.audit.entries())]
        assert ("question.share" in acts, "question.learn" in acts) == (True, True)

        ann.learning.consent(is_on=False)
        assert lines_of(opened) == "[]"
        ann.learning.consent(is_on=True)
        ann.learning.learn(shape(QUESTION), SQL)
        ann.erasure.erase()
        assert lines_of(opened) == "[]"


def test_nothing_is_shared_or_learned_where_the_operator_does_not_offer_it(
    settings: Callable[..., Settings], tmp_path: Path
) -> None:
    with closing(Assistant(settings(), engine=ScriptedEngine(), clock=lambda: NOW)) as whole:
        ann = with_table(whole, tmp_path, "ann")
        ann.learning.consent(is_on=True)
        assert not ann.learning.learn(shape(QUESTION), SQL)


@pytest.mark.parametrize(
    "sql",
    [
        'SELECT region AS "My Marmalade" FROM sales',
        "SELECT marmalade(region) FROM sales",
        "SELECT region FROM sales WHERE customer LIKE 'Marm%' ESCAPE '!'",
        "SELECT 1.5e7, amount FROM sales TABLESAMPLE 10%",
        "SELECT INTERVAL 4711 MARMALADE FROM sales",
        "SELECT $marmalade FROM sales",
        "SELECT CAST(region AS marmalade) FROM sales",
        "SELECT {'marmalade': 4711}, [4711] FROM sales",
        "SELECT * FROM 'marmalade.csv'",
        "WITH marmalade AS (SELECT region FROM sales) SELECT marmalade.region FROM marmalade",
        "SELECT region FROM sales WHERE customer = $$marmalade$$",
        "SELECT x'4711' FROM sales",
        "not SQL: marmalade",
    ],
)
def test_a_general_form_has_no_word_or_value_of_its_writer(sql: str) -> None:
    found = general_form(sql, {"sales", "region", "customer", "amount"})
    words = found.sql.lower() if found else ""
    assert not [each for each in ("marm", "4711", "1.5", "10", "!") if each in words]
