"""Branches on the command line: go another way from a message, and see which ways there are."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, opened

Number = Annotated[
    int, typer.Argument(metavar="MESSAGE", min=1, help="The message's number, as `show` has it.")
]


def fork(session_id: SessionIdArgument, message: Number) -> None:
    """Begin a session from a message of another.

    It holds all that was said up to it, with summaries and a memory of its own; the other stays as
    it is.  Its id is printed.
    """
    with opened() as assistant:
        typer.echo(assistant.branches.fork(session_id, message - 1).session_id)


def branches(session_id: SessionIdArgument, *, as_json: AsJson = False) -> None:
    """List the branches of a chat, in the order made.

    They come about where an earlier message is sent anew; the list of sessions shows the one last
    looked at.
    """
    with opened() as assistant:
        session = assistant.sessions.get(session_id)
        found = assistant.branches.of(session_id)
        if as_json:
            terminal.show(*found)
            return
        listed = max(found, key=lambda branch: branch.looked, default=None)
        for branch in found:
            typer.echo(formatting.of_branch(branch, is_listed=branch == listed))
        if not found:
            terminal.tell(f"{formatting.plain(session.title)!r} has no other branches.")


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(fork)
    app.command()(branches)
