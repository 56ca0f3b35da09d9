"""Commands for API keys: make, list and revoke them."""

from typing import Annotated, cast

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, of_user, opened
from tidemark.schema.people import SCOPES, KeyScope
from tidemark.schema.scope import LOCAL

User = Annotated[str, typer.Option("--user", metavar="NAME", help="Whose key it is.")]
Scopes = Annotated[
    list[str] | None,
    typer.Option(
        "--scope",
        metavar="read|write|admin|act-as|metrics",
        help="What it may do; give it again for another scope; else read and write.",
    ),
]


def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is for.")],
    user: User = LOCAL.user_id,
    scope: Scopes = None,
    days: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=36_500, help="For how long it works.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Make an API key and print it: nobody can read it again.

    read allows requests that change nothing, write those that do; admin allows what concerns other
    users, act-as to name any user, metrics the meters at /metrics alone.
    """
    if unknown := sorted({*(scope or ())} - {*SCOPES}):
        raise typer.BadParameter(f"no scope {unknown[0]!r}: take {', '.join(SCOPES)}")
    with opened() as assistant:
        created = of_user(assistant, user).api_keys.create(
            name, cast("list[KeyScope]", scope or []), days=days
        )
    terminal.print_result(created, created.secret, as_json=as_json)
    terminal.note("Keep it: it is not shown again.")


def list_keys(user: User = LOCAL.user_id, *, as_json: AsJson = False) -> None:
    """List the API keys of a user, the newest first."""
    with opened() as assistant:
        keys = of_user(assistant, user).api_keys.all()
    terminal.print_all(keys, formatting.of_key, as_json=as_json)


def revoke(
    key_id: Annotated[int, typer.Argument(metavar="ID", help="The number of the key.")],
    user: User = LOCAL.user_id,
) -> None:
    """Let an API key open nothing from now on."""
    with opened() as assistant:
        of_user(assistant, user).api_keys.revoke(key_id)
    terminal.note(f"Key {key_id} was revoked.")


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    family = typer.Typer(help="API keys: add, list and revoke them.", no_args_is_help=True)
    family.command()(add)
    family.command("list")(list_keys)
    family.command()(revoke)
    app.add_typer(family, name="key")
