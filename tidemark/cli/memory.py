"""What is remembered, on the command line."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, opened


def memory(
    session_id: SessionIdArgument,
    find: Annotated[
        str | None, typer.Option("--find", metavar="TEXT", help="Only what speaks of this.")
    ] = None,
    across: Annotated[
        bool | None,
        typer.Option("--across/--alone", help="Let it and your other sessions read of each other."),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print the memory of a session in its three layers.

    The last exchanges, the running summary, and the index of all exchanges; with --find only the
    entries of the index that speak of TEXT, best first.
    """
    with opened() as assistant:
        assistant.sessions.get(session_id)
        if across is not None:
            assistant.profile.remember_across(session_id, is_on=across)
        if find is not None:
            found = assistant.memory_overview.find(session_id, find)
            if as_json:
                terminal.show(*found)
            elif found:
                typer.echo("\n".join(formatting.of_exchange(each) for each in found))
            else:
                terminal.tell("No exchange speaks of this.")
            return
        layers = assistant.memory_overview.layers(session_id)
        terminal.give(layers, formatting.of_layers(layers), as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(memory)
