"""Questions that people allow others to learn from: of all users, without names and values.

They are read across users, so without a scope, and only while their user consents.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, insert, select

from tidemark.storage.tables import learned_questions, preferences

PREFERENCE = "shares_questions"
_MOST_COMPARED = 1000  # the newest, of all users
_OF_OTHERS = (
    select(learned_questions.c.shape, learned_questions.c.names, learned_questions.c.sql)
    .join(
        preferences,
        and_(
            preferences.c.user_id == learned_questions.c.user_id,
            preferences.c.name == PREFERENCE,
            preferences.c.value == "true",
        ),
    )
    .where(learned_questions.c.user_id != bindparam("but"))
    .order_by(learned_questions.c.key.desc())
    .limit(_MOST_COMPARED)
)
_SAME = select(learned_questions.c.key).where(
    learned_questions.c.user_id == bindparam("of"),
    learned_questions.c.shape == bindparam("shape"),
    learned_questions.c.sql == bindparam("sql"),
)


class LearnedQuestion(NamedTuple):
    """The stems of a question, the tables and columns its query uses, and the query."""

    shape: frozenset[str]
    names: frozenset[str]
    sql: str


def add(connection: Connection, user_id: str, question: LearnedQuestion) -> bool:
    """Store a question of a user; return False if the same one is stored already."""
    row = {
        "shape": " ".join(sorted(question.shape)),
        "names": " ".join(sorted(question.names)),
        "sql": question.sql,
    }
    same = {"of": user_id, "shape": row["shape"], "sql": row["sql"]}
    if connection.execute(_SAME, same).first() is not None:
        return False
    connection.execute(insert(learned_questions), {"user_id": user_id, **row})
    return True


def of_others(
    connection: Connection, user_id: str, names: Collection[str]
) -> tuple[LearnedQuestion, ...]:
    """Return others' questions whose tables and columns are all in ``names``, newest first."""
    rows = connection.execute(_OF_OTHERS, {"but": user_id}).all()
    found = (
        LearnedQuestion(frozenset(shape.split()), frozenset(needed.split()), sql)
        for shape, needed, sql in rows
    )
    return tuple(each for each in found if each.names.issubset(names))


def forget(connection: Connection, user_id: str) -> None:
    """Delete the questions of a user."""
    connection.execute(delete(learned_questions).where(learned_questions.c.user_id == user_id))
