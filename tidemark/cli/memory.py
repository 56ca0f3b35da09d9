"""Command for memory: the three layers of a session's memory, and a search in its index."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, of_notebook, opened


def memory(
    session_id: SessionIdArgument,
    find: Annotated[
        str | None, typer.Option("--find", metavar="TEXT", help="Search the index for this.")
    ] = None,
    across: Annotated[
        bool | None,
        typer.Option(
            "--across/--alone", help="Share its memory with your other sessions, or keep it apart."
        ),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print the memory of a session in its three layers.

    They are the last exchanges, the running summary and the index of all exchanges.  With --find,
    prints only the entries of the index that match TEXT, best first.
    """
    with opened() as assistant:
        assistant.sessions.get(session_id)
        if across is not None:
            assistant.profile.remember_across(session_id, is_on=across)
        if find is not None:
            found = assistant.memory_overview.find(session_id, find)
            if as_json:
                terminal.print_json(*found)
            elif found:
                typer.echo("\n".join(formatting.of_exchange(each) for each in found))
            else:
                terminal.note("No exchange matches.")
            return
        layers = assistant.memory_overview.layers(session_id)
        terminal.print_result(layers, formatting.of_layers(layers), as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(of_notebook(memory))
