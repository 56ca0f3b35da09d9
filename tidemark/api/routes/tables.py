"""Tables of sources: listed with their columns and keys, previewed, and queried by one SELECT."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from tidemark.api.callers import Caller
from tidemark.api.parameters import RequestBody
from tidemark.api.problem import responses
from tidemark.schema.tables import (
    QueryRun,
    Table,
    TableAnswer,
    TableLink,
    TableQuestion,
    TableResult,
)

_NO_QUERY = responses(HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)

router = APIRouter(prefix="/api", tags=["tables"], responses=_NO_QUERY)


class Tables(BaseModel):
    """Tables, and the columns by which they can probably be joined."""

    tables: list[Table]
    links: list[TableLink]


class NewQuery(RequestBody):
    """A query to run: one SELECT over the tables, in DuckDB's SQL."""

    sql: str = Field(
        min_length=1,
        max_length=20_000,
        examples=["SELECT region, sum(amount) AS total FROM sales GROUP BY region"],
    )
    rows: int = Field(default=100, ge=1, le=1000)


class NewTableQuestion(RequestBody):
    """A question to answer from the tables; ``previous`` is the one it may follow up."""

    question: str = Field(min_length=1, examples=["Show me total sales by region for 2024"])
    rows: int = Field(default=100, ge=1, le=1000)
    previous: TableQuestion | None = None


@router.get("/tables")
def list_tables(
    caller: Caller,
    source: Annotated[
        list[str] | None, Query(description="Only from sources with these names.")
    ] = None,
) -> Tables:
    """List the tables of a notebook's sources."""
    held = caller.tables.opened(None if source is None else tuple(source))
    return Tables(tables=list(held.tables), links=list(held.links))


@router.get("/sources/{name}/tables")
def list_tables_of_source(caller: Caller, name: str) -> Tables:
    """List the tables of a source."""
    held = caller.tables.opened((caller.sources.get(name).name,))
    return Tables(tables=list(held.tables), links=list(held.links))


@router.get("/tables/{table}/preview")
def preview_table(
    caller: Caller, table: str, rows: Annotated[int, Query(ge=1, le=1000)] = 20
) -> TableResult:
    """Return the first rows of a table."""
    return caller.tables.preview(table, rows=rows)


@router.post("/tables/query")
def query_tables(caller: Caller, query: NewQuery) -> QueryRun:
    """Run one SELECT over the tables, within limits on time, memory and rows."""
    return caller.tables.query(query.sql, rows=query.rows)


@router.post("/tables/ask")
def ask_tables(caller: Caller, asked: NewTableQuestion) -> TableAnswer | None:
    """Answer a question from the tables using rules; null if they cannot."""
    return caller.tables.answer(asked.question, previous=asked.previous, rows_limit=asked.rows)
