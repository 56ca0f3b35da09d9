"""Commands for branches: fork a session from a message, and list the branches of a chat."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, of_notebook, opened

Number = Annotated[
    int,
    typer.Argument(
        metavar="MESSAGE", min=1, help="The number of the message, as `show` prints it."
    ),
]


def fork(session_id: SessionIdArgument, message: Number) -> None:
    """Start a new session from a message of another.

    It is a copy up to and including that message, with its own summaries and memory; the original
    stays as it is.  Prints the new id.
    """
    with opened() as assistant:
        typer.echo(assistant.branches.fork(session_id, message - 1).session_id)


def branches(session_id: SessionIdArgument, *, as_json: AsJson = False) -> None:
    """List the branches of a chat, oldest first.

    Editing an earlier message makes a branch.  `sessions` lists the one viewed last, marked "*".
    """
    with opened() as assistant:
        session = assistant.sessions.get(session_id)
        found = assistant.branches.of(session_id)
        if as_json:
            terminal.print_json(*found)
            return
        listed = max(found, key=lambda branch: branch.looked, default=None)
        for branch in found:
            typer.echo(formatting.of_branch(branch, is_listed=branch == listed))
        if not found:
            terminal.note(f"{formatting.plain(session.title)!r} has no other branches.")


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(of_notebook(fork))
    app.command()(of_notebook(branches))
