"""How much of one's own talk comes back, on the command line."""

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, opened
from tidemark.services.recall_report import shared_out

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
        check = assistant.recall_check
        asked = (
            [assistant.sessions.get(session)]
            if session
            else list(assistant.sessions.recent(limit=_SESSIONS))
        )
        most = shared_out(len(asked))
        for number, one in enumerate(asked):
            begun = partial(_advanced, advance, number * most, len(asked) * most)
            report = check.run(one.session_id, most=most, on_fact=begun)
            terminal.give(report, formatting.of_recall(report, one.title), as_json=as_json)


def _advanced(
    advance: Callable[[int, int], None], before: int, of_all: int, done: int, _: int
) -> None:
    advance(before + done, of_all)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command("recall-check")(recall_check)
