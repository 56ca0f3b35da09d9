"""Command for the profile: list it, and edit its entries."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, opened


def profile(
    forget: Annotated[
        int | None, typer.Option("--forget", metavar="N", help="Delete entry N for good.")
    ] = None,
    off: Annotated[
        int | None, typer.Option("--off", metavar="N", help="Hide entry N from the engine.")
    ] = None,
    on: Annotated[
        int | None, typer.Option("--on", metavar="N", help="Let the engine read entry N again.")
    ] = None,
    change: Annotated[
        tuple[int, str] | None,
        typer.Option("--change", metavar="N TEXT", help="Change the words of entry N."),
    ] = None,
    add: Annotated[
        str | None, typer.Option("--add", metavar="TEXT", help="Add this fact about you.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print what Tidemark knows about you in all chats.

    Each entry has a number and the messages it comes from.  Changes are made before printing.
    """
    with opened() as assistant:
        person = assistant.profile
        if forget is not None:
            person.forget(forget)
        if off is not None:
            person.enable(off, is_enabled=False)
        if on is not None:
            person.enable(on, is_enabled=True)
        if change is not None:
            person.edit(*change)
        if add is not None:
            person.add("key_facts", add)
        known = person.entries()
        if as_json:
            terminal.print_json(*known)
        elif known:
            typer.echo("\n".join(formatting.of_entry(entry) for entry in known))
        else:
            terminal.note("Tidemark knows nothing about you yet.")


def register(app: typer.Typer) -> None:
    """Add this command to ``app``."""
    app.command()(profile)
