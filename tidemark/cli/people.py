"""Commands for the rights of people: retention, export, erasure, and the audit."""

from typing import Annotated

import typer

from tidemark.cli import terminal
from tidemark.cli.common import AsJson, opened
from tidemark.schema.rights import PurgePlan

_KINDS = {
    "expired_sessions": "expired chats",
    "trashed_sessions": "chats in the trash",
    "trashed_sources": "sources in the trash",
    "trashed_documents": "documents in the trash",
    "pruned_versions": "old versions of documents",
}


def purge(
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Delete it, for good.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete for good what is past its time, of all users.

    That is a chat past its retention, and what is past its days in the trash.  Without --yes it
    only says what there is.
    """
    with opened() as assistant:
        found = assistant.purge.run() if yes else assistant.purge.plan()
    if found is None:
        terminal.note("Another process is doing it now.")
        raise typer.Exit(1)
    terminal.print_result(found, _of_purge(found, is_done=yes), as_json=as_json)


def _of_purge(found: PurgePlan, *, is_done: bool) -> str:
    parts = [
        f"{kind}: {number}" for name, kind in _KINDS.items() if (number := getattr(found, name))
    ]
    if not parts:
        return "Nothing is past its time."
    return f"{'Deleted' if is_done else 'To be deleted with --yes'}: {', '.join(parts)}"


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(purge)
