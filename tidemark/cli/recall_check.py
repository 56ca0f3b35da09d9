"""How much of one's own talk comes back, on the command line."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, opened

_SESSIONS = 20  # looked through where none is named


def recall_check(
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Only this session.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Ask for what was said before, and count what comes back.

    Facts of your sessions, at most 200, are asked with a name or number taken out: what share of
    the messages that say them would be read by an engine at 600, 1,200 and 2,400 tokens?  No engine
    is asked and nothing is stored.
    """
    with opened() as assistant, terminal.bar("Asking") as advance:
        sessions = assistant.sessions
        asked = [sessions.get(session)] if session else list(sessions.recent(limit=_SESSIONS))
        titles = {each.session_id: each.title for each in asked}
        for report in assistant.recall_check.run_all(tuple(titles), on_fact=advance):
            told = formatting.of_recall(report, titles[report.session_id])
            terminal.give(report, told, as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command("recall-check")(recall_check)
