"""Commands for tables of sources: list them, show rows, run a query, ask a question."""

from typing import Annotated

import typer

from tidemark.cli import terminal
from tidemark.cli.common import AsJson, of_notebook, opened
from tidemark.schema.tables import Table, TableResult

Rows = Annotated[int, typer.Option(min=1, max=1000, help="The most rows to show.")]


def list_tables(*, as_json: AsJson = False) -> None:
    """List the tables with their columns; a key is marked with *."""
    with opened() as assistant:
        tables = assistant.tables.list()
        if as_json:
            terminal.print_json(*tables)
        elif not tables:
            terminal.note("There are no tables. Add a CSV, Excel, JSON or Parquet file: ingest.")
        else:
            for table in tables:
                typer.echo(_described(table))


def preview_table(name: str, *, rows: Rows = 20, as_json: AsJson = False) -> None:
    """Show the first rows of a table."""
    with opened() as assistant:
        _print(assistant.tables.preview(name, rows=rows), as_json=as_json)


def query_tables(sql: str, *, rows: Rows = 100, as_json: AsJson = False) -> None:
    """Run one SELECT over the tables; nothing else is run."""
    with opened() as assistant:
        _print(assistant.tables.query(sql, rows=rows).result, as_json=as_json)


def ask_tables(question: str, *, rows: Rows = 100, as_json: AsJson = False) -> None:
    """Answer a question from the tables by rules, and show the query."""
    with opened() as assistant:
        answer = assistant.tables.answer(question, rows_limit=rows)
        if answer is None:
            terminal.note("The rules find no query for this. Write one: tables query.")
            raise typer.Exit(1)
        if as_json:
            terminal.print_json(answer)
        else:
            typer.echo(f"{answer.explanation}\n\n{answer.sql}\n")
            _print(answer.result, as_json=False)


def _described(table: Table) -> str:
    columns = (f"{each.name}{'*' * (each.name in table.key)} {each.type}" for each in table.columns)
    return f"{table.name}  {table.rows} rows  {table.source}\n  {', '.join(columns)}"


def _print(result: TableResult, *, as_json: bool) -> None:
    if as_json:
        terminal.print_json(result)
        return
    heads = [each.name for each in result.columns]
    rows = [["" if cell is None else str(cell) for cell in row] for row in result.rows]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        typer.echo("  ".join(cells).rstrip())
    if result.left_out:
        least = "" if result.is_counted else "at least "
        terminal.note(f"{least}{result.left_out} more rows")


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    family = typer.Typer(no_args_is_help=True)
    family.command("list")(of_notebook(list_tables))
    family.command("preview")(of_notebook(preview_table))
    family.command("query")(of_notebook(query_tables))
    family.command("ask")(of_notebook(ask_tables))
    app.add_typer(family, name="tables", help="Tables of sources: CSV, Excel, JSON, Parquet.")
