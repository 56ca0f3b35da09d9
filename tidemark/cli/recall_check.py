"""Command for the recall check: the share of a person's own facts that is recalled."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, of_notebook, opened

_SESSIONS = 20  # checked if none is named


def recall_check(
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Check this session only.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Check how many facts of your sessions are recalled.

    Up to 200 facts are asked with a name or number taken out.  Prints the share of their messages
    that an engine would read at 600, 1,200 and 2,400 tokens.  No engine is asked and nothing is
    stored.
    """
    with opened() as assistant, terminal.bar("Asking") as advance:
        sessions = assistant.sessions
        asked = [sessions.get(session)] if session else list(sessions.recent(limit=_SESSIONS))
        titles = {each.session_id: each.title for each in asked}
        for report in assistant.recall_check.run_all(tuple(titles), on_fact=advance):
            told = formatting.of_recall(report, titles[report.session_id])
            terminal.print_result(report, told, as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command("recall-check")(of_notebook(recall_check))
