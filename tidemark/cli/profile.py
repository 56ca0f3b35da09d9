"""What is known of the person in all chats, on the command line."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, opened


def profile(
    forget: Annotated[
        int | None, typer.Option("--forget", metavar="N", help="Forget entry N for good.")
    ] = None,
    off: Annotated[
        int | None, typer.Option("--off", metavar="N", help="Keep entry N from the engine.")
    ] = None,
    on: Annotated[
        int | None, typer.Option("--on", metavar="N", help="Let the engine read entry N again.")
    ] = None,
    change: Annotated[
        tuple[int, str] | None,
        typer.Option("--change", metavar="N TEXT", help="Give entry N other words."),
    ] = None,
    add: Annotated[
        str | None, typer.Option("--add", metavar="TEXT", help="Keep this of you.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print what is known of you in all chats.

    Each entry has a number, and the messages it was said in.  What you change is changed first.
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
            terminal.show(*known)
        elif known:
            typer.echo("\n".join(formatting.of_entry(entry) for entry in known))
        else:
            terminal.tell("Nothing is known of you yet.")


def register(app: typer.Typer) -> None:
    """Add this command to ``app``."""
    app.command()(profile)
