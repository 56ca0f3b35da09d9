"""Questions over several tables, and follow-ups to them: rows counted once, doubts refused."""

import sqlite3

import pytest

from benchmark.tables import described
from tidemark.schema.tables import TableLink, TableQuery, TableQuestion
from tidemark.tables.asking.questions import CannotWrite, write

_SCRIPT = """
CREATE TABLE students (id INT PRIMARY KEY, name TEXT, age INT, town TEXT);
CREATE TABLE owns_bike (student_id INT, bike_id INT);
CREATE TABLE bikes (id INT PRIMARY KEY, type TEXT, bike_age INT, price REAL);
INSERT INTO students VALUES (1,'Ann',18,'Breda'),(2,'Bo',20,'Gouda'),(3,'Cas',26,'Breda');
INSERT INTO bikes VALUES (1,'road',3,120),(2,'city',2,940),(3,'road',1,930);
INSERT INTO owns_bike VALUES (1,1),(1,3),(2,2);
"""
LINKS = tuple(
    TableLink(table="owns_bike", column=f"{of}_id", of_table=f"{of}s", of_column="id")
    for of in ("student", "bike")
)


@pytest.fixture
def bikes() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.executescript(_SCRIPT)
    return connection


def asked(bikes: sqlite3.Connection, *questions: str) -> list[tuple[object, ...]] | str:
    """Return the rows that the last of ``questions`` finds, or the code of its refusal."""
    tables = [described(bikes, name) for name in ("students", "owns_bike", "bikes")]
    previous: TableQuestion | None = None
    written: TableQuery | CannotWrite = CannotWrite("")
    for question in questions:
        written = write(question, tables, LINKS, previous, dialect="sqlite")
        if isinstance(written, TableQuery):
            previous = TableQuestion(question=question, sql=written.sql, asked=written.asked)
    if isinstance(written, CannotWrite):
        return written.reason
    return sorted(bikes.execute(written.sql).fetchall())


@pytest.mark.parametrize(
    ("questions", "found"),
    [
        (("How many students own a road bike?",), [(1,)]),
        (("How many bikes are owned by students younger than 20?",), [(2,)]),
        (("What are the names of students who do not own a road bike?",), [("Bo",), ("Cas",)]),
        (("Find the price of the youngest road bike.",), [(930.0,)]),
        (("Which students have a road bike?", "Which of them also have a city bike?"), []),
        (("Show the names of students who have a bike.", "And those without a bike?"), [("Cas",)]),
        (
            ("How many bikes are owned by students older than 19?", "What about younger than 19?"),
            [(2,)],
        ),
        (("What is the average price for each type?", "And age?"), [("city", 2.0), ("road", 2.0)]),
        (("How many different types of bike are there?", "And prices?"), [(3,)]),
        (("Show the towns of all students.", "What is the age of Cas?"), [(26,)]),
        (
            ("Which town has the most students?", "How many students does it have?"),
            [(2,)],
        ),
        (("Show the age of students in Breda.", "What about Gouda?"), [(20,)]),
        (("What is the age of Cas?", "what is the age of Cas"), [(26,)]),
        (("Show the age of students in Breda.", *["What about Gouda?"] * 2), [(20,)]),
        (("Which type has the maximum price?",), [("city",)]),
        (("Who has the minimum age?",), [("Ann",)]),
        (("Show types with their maximum price",), [("city", 940.0), ("road", 930.0)]),
        (("How many students are there?", "Which one is the oldest?"), [(3, "Cas", 26, "Breda")]),
    ],
)
def test_rows_are_counted_once_and_follow_ups_change_what_they_name(
    bikes: sqlite3.Connection, questions: tuple[str, ...], found: list[tuple[object, ...]]
) -> None:
    assert asked(bikes, *questions) == found


@pytest.mark.parametrize(
    "questions",
    [
        ("Which students come from Breda?", "What about both?"),
        ("Show the names of students in Breda.", "Which other students are there?"),
        ("Show the names of students or bikes.",),
        ("What are the towns of these students?",),
        ("Show the names of students.", "Show their names."),
        ("Show the lowest price's type.",),
        ("What is the highest price per type?", "Order by id."),
        ("Show the names of students in Breda.", "Which of them are also in Gouda?"),
    ],
)
def test_a_doubtful_question_is_refused(
    bikes: sqlite3.Connection, questions: tuple[str, ...]
) -> None:
    assert asked(bikes, *questions) in {"unsure", "unread_words", "nothing_to_change"}
