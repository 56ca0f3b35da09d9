"""Questions that people ask of files of their own: read from CSV, turned into SQL, and run.

A case may have ``before``: the questions asked before it, which a follow-up continues.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tidemark.schema.tables import Table, TableQuery, TableQuestion
from tidemark.tables.asking.joins import guessed
from tidemark.tables.asking.questions import write
from tidemark.tables.loading import TableFiles

_CASES = Path(__file__).parents[2] / "cases" / "table_questions" / "everyday.toml"
CASES = tomllib.loads(_CASES.read_text(encoding="utf-8"))
# All queries in one process: the sandbox begins one for each, and has tests of its own
_RUN = """
import json, sys
import duckdb
files, queries = json.load(sys.stdin)
connection = duckdb.connect()
for name, path in files.items():
    connection.execute(f"ATTACH '{path}' AS of_{name} (READ_ONLY)")
    connection.execute(f"CREATE VIEW {name} AS SELECT * FROM of_{name}.t1")
json.dump([connection.execute(sql).fetchall() for sql in queries], sys.stdout, default=str)
"""
Rows = list[list[Any]]


def _plain(cell: object) -> object:
    return round(float(cell), 2) if isinstance(cell, int | float) else cell


@pytest.fixture(scope="module")
def answers() -> dict[str, Rows | None]:
    """Return the rows that answer each question, None where no query does."""
    with closing(TableFiles()) as files:
        made = {
            name: files.get(key, f"{name}.csv", "csv", content.lstrip().encode)
            for key, (name, content) in enumerate(CASES["files"].items())
        }
        written = {}
        for each in CASES["questions"]:
            tables = [made[name][1][0] for name in each["files"]]
            written[_name(each)] = _sql(each, tables)
        asked = {ask: sql for ask, sql in written.items() if sql}
        paths = {name: str(path) for name, (path, _) in made.items()}
        done = subprocess.run(
            [sys.executable, "-c", _RUN],
            input=json.dumps([paths, list(asked.values())]),
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
    found = dict(zip(asked, json.loads(done.stdout), strict=True))
    return {ask: _rounded(found[ask]) if ask in found else None for ask in written}


def _name(question: dict[str, Any]) -> str:
    return " ".join([*question.get("before", ()), question["ask"]])


def _sql(question: dict[str, Any], tables: list[Table]) -> str | None:
    """Return the query for ``question`` after the ones before it, None if it is refused."""
    previous = query = None
    for ask in [*question.get("before", ()), question["ask"]]:
        language = question.get("language", "en")
        query = write(ask, tables, guessed(tables), previous, language=language)
        if isinstance(query, TableQuery):
            previous = TableQuestion(question=ask, sql=query.sql, asked=query.asked)
    return query.sql if isinstance(query, TableQuery) else None


def _rounded(rows: Rows) -> Rows:
    return [list(map(_plain, row)) for row in rows]


@pytest.mark.parametrize("question", CASES["questions"], ids=_name)
def test_a_question_of_a_persons_own_files_is_answered(
    answers: dict[str, Rows | None], question: dict[str, Any]
) -> None:
    rows = answers[_name(question)]
    if question.get("refused"):
        assert rows is None
        return
    gold = _rounded(question["rows"])
    assert rows is not None
    assert len(rows) == len(gold)
    pairs = zip(rows, gold, strict=True) if question.get("sorted") else _matched(rows, gold)
    assert all(set(wanted) <= set(row) for row, wanted in pairs), rows


def _matched(rows: Rows, gold: Rows) -> Iterator[tuple[Any, Any]]:
    """Pair each row of ``gold`` with the first of ``rows`` that holds it, or with no row."""
    for wanted in gold:
        yield next((row for row in rows if set(wanted) <= set(row)), []), wanted
