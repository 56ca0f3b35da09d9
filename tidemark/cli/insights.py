"""Command for insights: the figures of the page Insights."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, of_notebook, opened


def insights(
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Show this session only.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print figures of your turns, of one session or of all.

    They are context and folds, tokens saved, time, tokens and cost, and recall.

    A session is listed by turns; all sessions by hour, day or month.  "~" marks figures that
    Tidemark estimated.
    """
    with opened() as assistant:
        report = assistant.insights.of(session)
    terminal.print_result(report, formatting.of_insights(report), as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add the commands of this family to ``app``."""
    app.command()(of_notebook(insights))
