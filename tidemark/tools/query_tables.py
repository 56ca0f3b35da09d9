"""The tool ``query_tables``: questions over the tables of the notebook's sources."""

from pydantic import Field

from tidemark.errors import QueryRefused
from tidemark.nlp.dialogue_acts import ASKING_ACTS, dialogue_act
from tidemark.nlp.language_id import language_of
from tidemark.schema.tables import RefusedQuery, TableQuestion
from tidemark.tables.asking.questions import asks_for_outline
from tidemark.tables.wording import rows_text
from tidemark.tools.base import TableAccess, ToolArguments, ToolContext, ToolResult, tool

_MOST_S = 120.0  # the query process has limits of its own, and reports which one it exceeded
_LOOKED_BACK = 60  # messages: a question about an older table must name it again


class TableArguments(ToolArguments):
    """Arguments of a question about tables."""

    question: str = Field(
        min_length=1, max_length=1000, description="the question, in full, in the user's words"
    )
    sql: str = Field(
        default="",
        max_length=10_000,
        description="one SELECT in DuckDB's SQL that answers it, over the tables listed here",
    )


@tool(TableArguments, needs="tables", timeout_s=_MOST_S)
def query_tables(arguments: TableArguments, context: ToolContext) -> ToolResult:
    """Ask the tables that the user added (CSV, Excel, JSON, Parquet) with one SELECT.

    Use it for counts, sums, averages, lists and comparisons over these tables.
    """
    tables = context.tables
    if tables is None:
        return ToolResult("")
    asked = arguments.question
    if tables.limits.describes or (
        not arguments.sql and asks_for_outline(asked, language_of(asked))
    ):
        return ToolResult(outline_of(tables, context))
    try:
        answer = (
            tables.run(arguments.sql)
            if arguments.sql
            else tables.answer(arguments.question, previous=last_question(context))
        )
    except QueryRefused as refused:
        query = RefusedQuery(sql=refused.sql, why=refused.why, detail=refused.detail)
        return ToolResult(str(refused), refused=query)
    if answer is None:
        return ToolResult("No query answers this. Ask again, or in SQL.")
    rows = rows_text(answer.result, tables.limits.read_rows)
    return ToolResult(f"{answer.sql}\n{rows}", table=answer)


def outline_of(tables: TableAccess, context: ToolContext) -> str:
    """Return the ``tables`` and past queries relevant to the question of ``context``."""
    previous = last_question(context)
    return tables.outline(context.asked, previous, limit_tokens=context.limit_tokens)


def last_question(context: ToolContext) -> TableQuestion | None:
    """Return the person's last question, folded or not, if it was answered from tables."""
    if context.database is None or not context.before:
        return None
    first = max(context.before - _LOOKED_BACK, 0)
    said = context.database.messages.between(context.session_id, first, context.before - 1)
    for message in reversed(said):
        asks = message.role == "user" and dialogue_act(message.content) in ASKING_ACTS
        if asks and not message.is_retired:
            return None  # answered otherwise
        for use in reversed(message.metadata.tool_uses):
            if use.table is not None and not message.is_retired:
                return TableQuestion(
                    question=str(use.call.arguments.get("question", "")),
                    sql=use.table.sql,
                    tables_used=use.table.tables_used,
                    asked=use.table.asked,
                )
    return None
