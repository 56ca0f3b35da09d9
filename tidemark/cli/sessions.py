"""Commands for sessions: list, search, delete and restore them."""

from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, of_notebook, opened
from tidemark.schema import Session

_PAGE = 500  # sessions fetched at a time
SearchText = Annotated[
    str, typer.Argument(metavar="TEXT", help="Words to find; the last one may be incomplete.")
]


def sessions(
    *,
    archived: Annotated[bool, typer.Option("--archived", help="List the archive.")] = False,
    trash: Annotated[bool, typer.Option("--trash", help="List the trash.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the sessions: pinned ones first, then by last use."""
    if archived and trash:
        raise typer.BadParameter("give --archived or --trash, not both")
    with opened() as assistant:
        lists = {"archived": assistant.sessions.archived, "trash": assistant.sessions.trashed}
        chosen = "archived" if archived else "trash" if trash else ""
        for session in _all_of(lists.get(chosen, assistant.sessions.recent)):
            typer.echo(session.model_dump_json() if as_json else formatting.of_session(session))


def find(text: SearchText, *, as_json: AsJson = False) -> None:
    """Find sessions by title and by what was said in them.

    All words must be in the title or in one passage.  The trash is not searched.
    """
    with opened() as assistant:
        found = assistant.sessions.find(text)
    if as_json:
        terminal.print_json(*found.shown)
        return
    for each in found.shown:
        typer.echo(formatting.of_find(each))
    terminal.note(formatting.of_finds(found))


def delete(
    session_id: SessionIdArgument,
    *,
    permanently: Annotated[
        bool,
        typer.Option("--permanently", "--for-ever", help="Delete at once, for good; asks first."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Move a session and its branches to the trash.

    It can be restored for TRASH_DAYS days; then it is deleted with everything derived from it.
    """
    with opened() as assistant:
        if assistant.sessions.trash_days and not permanently:
            assistant.sessions.get(session_id)
            assistant.sessions.move_to_trash([session_id])
            terminal.note(f"{session_id} is in the trash. To restore it: restore {session_id}")
            return
        session = assistant.sessions.get_any(session_id)
        if not yes:
            others = len(assistant.branches.session_ids(session_id)) - 1
            typer.confirm(formatting.of_deletion(session, others), abort=True, err=True)
        assistant.sessions.delete([session_id])
    terminal.note(f"{session_id} was deleted.")


def restore(session_id: SessionIdArgument) -> None:
    """Restore a session and its branches from the trash.

    The empty session begun when it was emptied moves to the trash, unless it was used.
    """
    with opened() as assistant:
        empty = assistant.notebooks.restore_session(session_id)
    terminal.note(f"{session_id} was restored.")
    if empty is not None:
        terminal.note(f"{empty}, which was empty, is in the trash.")


def _all_of(listed: Callable[..., tuple[Session, ...]]) -> Iterator[Session]:
    offset = 0
    while page := listed(limit=_PAGE, offset=offset):
        yield from page
        offset += len(page)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    for command in (sessions, find, delete, restore):
        app.command()(of_notebook(command))
