"""Share of questions over tables that the built-in engine turns into correct SQL.

    python -m benchmark.tables --data DIR [--show wrong|refused] [--database NAME]
    python -m benchmark.tables --data DIR --similar
    python -m benchmark.tables --pairs

reads ``tables/databases.json`` and ``tables/conversations.json`` in DIR (SParC and CoSQL, CC BY-SA
4.0), runs each query and the gold one in SQLite, and compares their results: rows in any order
unless the gold query sorts, columns in any order.  A follow-up is read after the engine's own
readings of the questions before.  Texts are trimmed in both; one database contains trailing blanks.
"""

import argparse
import json
import re
import sqlite3
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from tidemark.retrieval.question_likeness import likeness, shape
from tidemark.schema.tables import Column, ColumnType, Table, TableLink, TableQuery, TableQuestion
from tidemark.tables.asking.questions import CannotWrite, write

# Kept apart: nobody read their questions, but rules were tried on generated tables like theirs
UNREAD = ("orchestra", "pets_1", "tvshow")
# Pairs of a question and a follow-up; the rules were written with only the first ones in mind
PAIRS = Path(__file__).parents[1] / "tests" / "cases" / "table_questions"
SEEN_PAIRS = ("sales", "staff", "cinema", "voorraad")
UNSEEN_PAIRS = ("library", "sensors")
_MOST_SAMPLES = 100
_MOST_PERMUTED = 6  # columns
_STEPS = 5_000_000  # of SQLite's virtual machine: a query that takes more is wrong

Row = tuple[object, ...]
Rows = list[Row]


def script_of(text: str, name: str) -> str:
    """Return a PostgreSQL script in the form SQLite accepts: without schema and added keys."""
    text = re.sub(r"CREATE SCHEMA[^;]*;", "", text)
    text = re.sub(r"ALTER TABLE.*?;", "", text, flags=re.DOTALL)
    return re.sub(rf"\b{re.escape(name)}\.(?=\w)", "", text)


def opened(script: str, name: str) -> sqlite3.Connection:
    """Return the database in memory, its texts trimmed."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(script_of(script, name))
    for table in names_of(connection):
        for column, kind in columns_of(connection, table):
            if kind == "text":
                connection.execute(f'UPDATE "{table}" SET "{column}" = trim("{column}")')  # noqa: S608 - names of the data set
    return connection


def names_of(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the tables."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return [str(name) for (name,) in rows]


def columns_of(connection: sqlite3.Connection, table: str) -> Iterator[tuple[str, ColumnType]]:
    """Yield the columns of ``table`` with their types."""
    for _, name, declared, *_ in connection.execute(f'PRAGMA table_info("{table}")'):
        kind: ColumnType = "text"
        if "INT" in declared.upper():
            kind = "integer"
        elif declared.upper().startswith(("DOUBLE", "REAL", "NUM", "FLOAT", "DEC")):
            kind = "number"
        elif declared.upper().startswith("BOOL"):
            kind = "boolean"
        yield str(name), kind


def described(connection: sqlite3.Connection, table: str) -> Table:
    """Return ``table`` with its types and samples."""
    columns = []
    for name, kind in columns_of(connection, table):
        rows = connection.execute(
            f'SELECT CAST("{name}" AS TEXT) FROM "{table}" WHERE "{name}" IS NOT NULL '  # noqa: S608 - names of the data set
            "GROUP BY 1 ORDER BY count(*) DESC, 1"
        ).fetchall()
        samples = tuple(str(value) for (value,) in rows[:_MOST_SAMPLES] if len(value) <= 100)
        columns.append(
            Column(name=name, title=name, type=kind, samples=samples, distinct=len(rows))
        )
    keys = sorted(
        (place, str(name))
        for _, name, _, _, _, place in connection.execute(f'PRAGMA table_info("{table}")')
        if place
    )
    (rows_count,) = connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()  # noqa: S608 - a name of the data set
    return Table(
        name=table,
        title=table,
        source=table,
        columns=tuple(columns),
        rows=rows_count,
        key=tuple(name for _, name in keys),
    )


def links_of(script: str) -> tuple[TableLink, ...]:
    """Return the foreign keys that ``script`` declares."""
    found = re.findall(
        r"ALTER TABLE \w+\.(\w+).*?FOREIGN KEY \((\w+)\)\s+REFERENCES \w+\.(\w+) \((\w+)\)",
        script,
        re.DOTALL,
    )
    links = (TableLink(table=t, column=c, of_table=o, of_column=k) for t, c, o, k in found)
    return tuple(dict.fromkeys(links))


def mended(sql: str) -> str:
    """Return a gold query with its split operators joined."""
    return re.sub(r"([!<>])\s+=", r"\1=", sql)


def asked_in(utterance: str) -> str:
    """Return a person's question, with their answers to clarifying questions."""
    said = [part.strip() for part in utterance.split(" | ")][::2]
    return " ".join(part for part in said if not re.fullmatch(r"(?i)(yes|yeah|yep|no)\W*", part))


def results(connection: sqlite3.Connection, sql: str) -> Rows | None:
    """Return the rows of ``sql``, or None if it fails or does not end."""
    steps = 0

    def too_many() -> int:
        nonlocal steps
        steps += 100_000
        return int(steps > _STEPS)

    connection.set_progress_handler(too_many, 100_000)
    try:
        return [tuple(_plain(cell) for cell in row) for row in connection.execute(sql)]
    except sqlite3.Error:
        return None


def _plain(cell: object) -> object:
    try:
        return round(float(cell), 6) if isinstance(cell, int | float | str) else cell
    except ValueError:
        return cell


def equal(found: Rows | None, gold: Rows, *, sorted_by_gold: bool) -> bool:
    """Return whether two results are equal, whatever the order of their columns."""
    if found is None or len(found) != len(gold):
        return False
    if not gold:
        return True
    width = len(gold[0])
    if len(found[0]) != width:
        return False
    if width > _MOST_PERMUTED:
        found, gold = _columns_sorted(found), _columns_sorted(gold)
    orders: Iterable[Sequence[int]] = (
        permutations(range(width)) if width <= _MOST_PERMUTED else [range(width)]
    )
    for order in orders:
        rows = [tuple(row[place] for place in order) for row in found]
        if rows == gold or (not sorted_by_gold and Counter(rows) == Counter(gold)):
            return True
    return False


def _columns_sorted(rows: Rows) -> Rows:
    """Return ``rows`` with their columns in an order that depends only on their values."""
    columns = sorted(zip(*rows, strict=True), key=lambda column: sorted(map(repr, column)))
    return list(zip(*columns, strict=True))


@dataclass(frozen=True)
class Outcome:
    """A question, its gold query, the engine's query, and the result."""

    database: str
    question: str
    gold: str
    sql: str
    state: str  # right, wrong or refused
    is_first: bool
    tables: int
    plain_is_right: bool


def outcomes(
    databases: dict[str, str], conversations: list[dict[str, object]]
) -> Iterator[Outcome]:
    """Yield the result of each question of the conversations."""
    for name, script in databases.items():
        with closing(opened(script, name)) as connection:
            tables = [described(connection, each) for each in names_of(connection)]
            links = links_of(script)
            largest = max(tables, key=lambda each: each.rows)
            plain = f'SELECT * FROM "{largest.name}"'  # noqa: S608 - a name of the data set
            for talk in conversations:
                if talk["database"] == name:
                    turns: list[list[str]] = talk["turns"]  # type: ignore[assignment]
                    yield from _talk(name, turns, connection, tables, links, plain)


def _talk(
    name: str,
    turns: list[list[str]],
    connection: sqlite3.Connection,
    tables: Sequence[Table],
    links: Sequence[TableLink],
    plain: str,
) -> Iterator[Outcome]:
    previous: TableQuestion | None = None
    for number, (utterance, query) in enumerate(turns):
        gold = mended(query)
        expected = results(connection, gold)
        if expected is None:
            continue
        question = asked_in(utterance)
        written = write(question, tables, links, previous, dialect="sqlite")
        is_sorted = "order by" in gold.lower()
        state, sql = "refused", ""
        if isinstance(written, TableQuery):
            sql = written.sql
            right = equal(results(connection, sql), expected, sorted_by_gold=is_sorted)
            state = "right" if right else "wrong"
            previous = TableQuestion(
                question=question, sql=sql, tables_used=written.tables_used, asked=written.asked
            )
        elif isinstance(written, CannotWrite):
            previous = None
            sql = f"-- {written.reason} {', '.join(written.terms)}"
        plain_is_right = equal(results(connection, plain), expected, sorted_by_gold=is_sorted)
        yield Outcome(
            name, question, gold, sql, state, number == 0, _tables_in(gold, tables), plain_is_right
        )


def _tables_in(sql: str, tables: Sequence[Table]) -> int:
    words = {word.lower() for word in re.findall(r"\w+", re.sub(r"\w+\.(\w+)", r"\1", sql))}
    froms = {
        word.lower() for word in re.findall(r"(?:from|join)\s+[`\"]?(\w+)", sql, re.IGNORECASE)
    }
    return max(sum(each.name.lower() in froms & words for each in tables), 1)


def line(title: str, found: Sequence[Outcome]) -> str:
    """Return the shares of some outcomes as a line of the table."""
    if not found:
        return f"| {title} | 0 | | | | | |"
    states = Counter(each.state for each in found)
    share = {state: 100 * states[state] / len(found) for state in ("right", "refused", "wrong")}
    written = states["right"] + states["wrong"]
    precision = 100 * states["right"] / written if written else 0.0
    plain = 100 * sum(each.plain_is_right for each in found) / len(found)
    return (
        f"| {title} | {len(found)} | {share['right']:.1f} | {share['refused']:.1f} | "
        f"{share['wrong']:.1f} | {precision:.1f} | {plain:.1f} |"
    )


def report(found: Sequence[Outcome]) -> str:
    """Return the table of results."""
    lines = [
        "| questions | n | right % | refused % | wrong % | right of written % | plain row % |",
        "|---|---|---|---|---|---|---|",
    ]
    for title, chosen in (
        ("read", [each for each in found if each.database not in UNREAD]),
        ("unread", [each for each in found if each.database in UNREAD]),
        ("all", list(found)),
    ):
        lines.append(line(title, chosen))
        lines.append(line(f"{title}, first", [each for each in chosen if each.is_first]))
        lines.append(line(f"{title}, follow-up", [each for each in chosen if not each.is_first]))
        for count in (1, 2, 3):
            some = [each for each in chosen if min(each.tables, 3) == count]
            lines.append(line(f"{title}, {count}{'+' * (count == 3)} tables", some))
    return "\n".join(lines)


@dataclass(frozen=True)
class Pair:
    """A question and a follow-up to it, with the results with memory and without."""

    name: str
    first: str
    then: str
    sql: str
    with_memory: str  # the SQL, or why there is none
    is_right: bool
    is_right_without: bool


def sample_database(name: str) -> tuple[sqlite3.Connection, list[Table], list[TableLink]]:
    """Return the sample tables ``name`` in memory, described."""
    chosen = tomllib.loads((PAIRS / f"{name}.toml").read_text(encoding="utf-8"))
    connection = sqlite3.connect(":memory:")
    tables = []
    for table in chosen["tables"]:
        columns = dict(column.split() for column in table["columns"])
        connection.execute(f"CREATE TABLE {table['name']} ({', '.join(columns)})")
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table['name']} VALUES ({marks})", table["rows"])  # noqa: S608 - names of the cases
        plain = described(connection, table["name"])
        typed = tuple(
            each.model_copy(update={"type": columns[each.name]}) for each in plain.columns
        )
        tables.append(plain.model_copy(update={"columns": typed, "key": tuple(table["key"])}))
    ends = [(*each["from"].split("."), *each["to"].split(".")) for each in chosen["links"]]
    links = [TableLink(table=t, column=c, of_table=o, of_column=k) for t, c, o, k in ends]
    return connection, tables, links


def pairs_of(name: str) -> Iterator[Pair]:
    """Yield the results of the pairs over the sample tables ``name``."""
    connection, tables, links = sample_database(name)
    chosen = tomllib.loads((PAIRS / f"{name}.toml").read_text(encoding="utf-8"))
    with closing(connection):
        for pair in chosen["pairs"]:
            language = pair.get("language", "en")
            gold = results(connection, pair["sql"])
            if gold is None:
                raise ValueError(pair["sql"])
            is_sorted = "order by" in pair["sql"].lower()
            before = write(pair["first"], tables, links, language=language, dialect="sqlite")
            previous = None
            if isinstance(before, TableQuery):
                previous = TableQuestion(question=pair["first"], sql=before.sql, asked=before.asked)
            found = []
            for memory in (previous, None):
                written = write(
                    pair["then"], tables, links, memory, language=language, dialect="sqlite"
                )
                if isinstance(written, TableQuery):
                    rows = results(connection, written.sql)
                    found.append((written.sql, equal(rows, gold, sorted_by_gold=is_sorted)))
                else:
                    found.append((f"-- {written.reason} {', '.join(written.terms)}", False))
            yield Pair(
                name,
                pair["first"],
                pair["then"],
                pair["sql"],
                found[0][0],
                found[0][1],
                found[1][1],
            )


def pairs_report() -> str:
    """Return the table of correct follow-ups with memory and without."""
    lines = ["| tables | pairs | right with memory % | without % |", "|---|---|---|---|"]
    for title, names in (
        ("seen", SEEN_PAIRS),
        ("unseen", UNSEEN_PAIRS),
        ("all", (*SEEN_PAIRS, *UNSEEN_PAIRS)),
    ):
        found = [pair for name in names for pair in pairs_of(name)]
        right = 100 * sum(each.is_right for each in found) / len(found)
        without = 100 * sum(each.is_right_without for each in found) / len(found)
        lines.append(f"| {title} | {len(found)} | {right:.1f} | {without:.1f} |")
    return "\n".join(lines)


@dataclass(frozen=True)
class Past:
    """A question of a conversation, with its shape and the tables of its gold query."""

    talk: int
    database: str
    shape: frozenset[str]
    tables: frozenset[str]


def past_questions(conversations: Sequence[dict[str, object]]) -> list[Past]:
    """Return all questions; the shape of a follow-up includes the question before it."""
    found = []
    for number, talk in enumerate(conversations):
        before = ""
        turns: list[list[str]] = talk["turns"]  # type: ignore[assignment]
        for utterance, sql in turns:
            question = asked_in(utterance)
            names = re.findall(r"(?i)(?:from|join)\s+[`\"]?(\w+)", sql)
            tables = frozenset(each.lower() for each in names)
            text = f"{before} {question}"
            found.append(Past(number, str(talk["database"]), shape(text), tables))
            before = question
    return found


def hits(past: Sequence[Past], *, filtered: bool, first: int) -> tuple[int, int]:
    """Return how often a question of another talk with the same tables is among the ``first``.

    Only questions that have one are counted; with ``filtered``, among those of its database.
    """
    found = asked = 0
    for each in past:
        others = [other for other in past if other.talk != each.talk]
        if filtered:
            others = [other for other in others if other.database == each.database]
        same = [(o.database, o.tables) == (each.database, each.tables) for o in others]
        if not any(same):
            continue
        asked += 1
        ranked = sorted(range(len(others)), key=lambda n: -likeness(each.shape, others[n].shape))
        found += any(same[number] for number in ranked[:first])
    return found, asked


def similar_report(conversations: Sequence[dict[str, object]]) -> str:
    """Return how often a similar past question reads the same tables."""
    past = past_questions(conversations)
    lines = ["| similar questions | asked | best one % | among 3 % |", "|---|---|---|---|"]
    for title, filtered in (("over all databases", False), ("of the named database", True)):
        shares = [hits(past, filtered=filtered, first=first) for first in (1, 3)]
        one, three = (100 * found / asked for found, asked in shares)
        lines.append(f"| {title} | {shares[0][1]} | {one:.1f} | {three:.1f} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table, and with ``--show`` the questions with that result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--similar", action="store_true")
    parser.add_argument("--show", choices=("wrong", "refused", "right"))
    parser.add_argument("--database")
    parser.add_argument("--first", action="store_true")
    chosen = parser.parse_args()
    if chosen.pairs or chosen.data is None:
        for pair in (each for name in SEEN_PAIRS for each in pairs_of(name)):
            if chosen.show and not pair.is_right:
                sys.stdout.write(
                    f"{pair.first} > {pair.then}\n   {pair.sql}\n   {pair.with_memory}\n"
                )
        sys.stdout.write(pairs_report() + "\n")
        return
    folder = chosen.data / "tables" if (chosen.data / "tables").is_dir() else chosen.data
    databases = json.loads((folder / "databases.json").read_text(encoding="utf-8"))
    conversations = json.loads((folder / "conversations.json").read_text(encoding="utf-8"))
    if chosen.similar:
        sys.stdout.write(similar_report(conversations) + "\n")
        return
    if chosen.database:
        databases = {chosen.database: databases[chosen.database]}
    found = list(outcomes(databases, conversations))
    for each in found:
        hidden = each.database in UNREAD or (chosen.first and not each.is_first)
        if each.state == chosen.show and not hidden:
            mark = "1" if each.is_first else "+"
            sys.stdout.write(f"{mark} {each.question}\n   {each.gold}\n   {each.sql}\n")
    sys.stdout.write(report(found) + "\n")


if __name__ == "__main__":
    main()
