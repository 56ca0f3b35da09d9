"""Questions asked before, on each database: numbered in their session, found in all notebooks."""

from database import Database, ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask
from tidemark.retrieval.question_likeness import shape
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.questions import PastQuestion, QuestionSource
from tidemark.schema.scope import LOCAL, Scope

SALES = "Show me total sales by region for {}"
SOURCE = QuestionSource(databases=("Bank",), tables=("sales",), sql="SELECT 1")


def asked(database: ScopedDatabase, year: int, session_id: str = SESSION) -> int:
    question = SALES.format(year)
    turn = ask(database, question, session_id)
    answer(database, turn)
    return database.past_questions.add(session_id, turn.question_id, shape(question), SOURCE)


def test_questions_are_numbered_with_those_that_were_asked_elsewhere(
    database: ScopedDatabase,
) -> None:
    assert asked(database, 2022) == 1
    answer(database, ask(database, "A question on the page"))
    assert asked(database, 2024) == 3
    last = database.past_questions.last(SESSION)
    assert last is not None
    assert last[2:] == (None, 3, SALES.format(2024), SOURCE)
    assert database.past_questions.last("another") is None
    ask(database, "A question on the page", "another")
    only = database.past_questions.last("another")
    assert only is not None
    assert only[1:] == (None, None, None, "", None)


def test_the_newest_of_a_shape_is_found_until_its_session_goes(
    database: ScopedDatabase, opened_database: Database
) -> None:
    garden = database.notebooks.create(NotebookChange(name="Garden"), now=NOW).notebook_id
    elsewhere = opened_database.scoped(Scope(LOCAL.user_id, garden))
    asked(database, 2022, "older")
    for year in (2020, 2021, 2023):
        asked(elsewhere, year)
    found = {"limit": 3, "least": 0.7}
    words = shape(SALES.format(1999))

    def similar(**more: object) -> tuple[PastQuestion, ...]:
        return database.past_questions.similar("now", words, **{**found, **more})  # type: ignore[arg-type]

    (best,) = similar()
    assert best == PastQuestion(question=SALES.format(2023), likeness=1.0, **dict(SOURCE))
    assert similar(databases=["bank"]) == (best,)
    assert similar(databases=["Shop"]) == similar(limit=0) == similar(least=1.1) == ()
    elsewhere.sessions.remember_across(SESSION, is_on=False)
    assert [each.question for each in similar(limit=1)] == [SALES.format(2022)]
    assert elsewhere.past_questions.similar(SESSION, words, limit=3, least=0.7) == (best,)
    elsewhere.sessions.delete(SESSION)
    assert [each.question for each in similar()] == [SALES.format(2022)]
    database.session_lists.discard(["older"], now=NOW)
    assert similar() == ()
