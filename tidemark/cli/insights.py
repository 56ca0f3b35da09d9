"""What turns came to, on the command line: the numbers of the page Insights."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, opened


def insights(
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Only this session.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print what turns came to, of one session or of all.

    That is context and folds, tokens kept, time, tokens and cost, recall.

    Of all sessions by the hour, the day or the month where they are many; of a session by its
    turns.  "~" marks what Tidemark counted itself.
    """
    with opened() as assistant:
        report = assistant.insights.of(session)
    terminal.give(report, formatting.of_insights(report), as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add the commands of this family to ``app``."""
    app.command()(insights)
