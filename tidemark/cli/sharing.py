"""Commands for sharing: share chats and notebooks, and list those shared by others."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, Person, SharedAs, of_user, opened
from tidemark.schema.scope import LOCAL

User = Annotated[str, typer.Option("--user", metavar="NAME", help="Whose things they are.")]


def share(
    session: Annotated[str, typer.Argument(metavar="ID", help="The id of the chat.")],
    person: Person,
    as_: SharedAs = "reader",
    user: User = LOCAL.user_id,
) -> None:
    """Let a person read a chat or write in it, or no longer."""
    with opened() as assistant:
        sharing = of_user(assistant, user).sharing
        if as_ == "nobody":
            sharing.unshare_session(session, person)
        else:
            sharing.share_session(session, person, as_)
    terminal.note(f"{person}: {as_}")


def shared(user: User = LOCAL.user_id, *, as_json: AsJson = False) -> None:
    """List the chats and notebooks that others share with a user."""
    with opened() as assistant:
        found = of_user(assistant, user).sharing.with_me()
    terminal.print_all(found, formatting.of_shared, as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(share)
    app.command()(shared)
