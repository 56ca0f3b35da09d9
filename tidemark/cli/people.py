"""Commands for the rights of people: retention, export, erasure, and the audit."""

from pathlib import Path
from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, of_notebook, of_user, opened
from tidemark.schema.retention import MOST_DAYS
from tidemark.schema.rights import ErasureReceipt, PurgePlan
from tidemark.schema.scope import LOCAL
from utils import make_private_file

User = Annotated[str, typer.Option("--user", metavar="NAME", help="Whose data.")]

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


def retention(
    session_id: SessionIdArgument,
    days: Annotated[
        int | None,
        typer.Argument(
            metavar="DAYS",
            min=-1,
            max=MOST_DAYS,
            help="Days after its last use; 0: for ever, -1: as its notebook.",
        ),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print how long a chat is kept, or keep it for DAYS.

    They are counted from the last use of the chat and its branches.
    """
    with opened() as assistant:
        kept = assistant.retention
        if days is not None:
            kept.keep_session(session_id, None if days < 0 else days)
        found = kept.of_session(session_id)
    term = formatting.counted(found.days, "day") if found.days else "for ever"
    end = f", until {found.expires_at:%Y-%m-%d %H:%M}" if found.expires_at else ""
    terminal.print_result(found, f"{term} ({found.decided_by}){end}", as_json=as_json)


def _of_purge(found: PurgePlan, *, is_done: bool) -> str:
    parts = [
        f"{kind}: {number}" for name, kind in _KINDS.items() if (number := getattr(found, name))
    ]
    if not parts:
        return "Nothing is past its time."
    return f"{'Deleted' if is_done else 'To be deleted with --yes'}: {', '.join(parts)}"


def export(
    user: User = LOCAL.user_id,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The zip file to write.")
    ] = None,
) -> None:
    """Write all that is stored of a person to a zip file, and print its path."""
    with opened() as assistant:
        personal = of_user(assistant, user).personal_export
        path = to or Path(personal.file_name)
        make_private_file(path)
        with path.open("wb") as file:
            for part in personal.stream():
                file.write(part)
    typer.echo(str(path))


def erase(
    user: User = LOCAL.user_id,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Erase a person from everything, for good, and print the receipt."""
    with opened() as assistant:
        erasure = of_user(assistant, user).erasure
        rows = sum(erasure.count().values())
        if not yes:
            typer.confirm(f"Erase {user!r} with {rows} rows, for good?", abort=True, err=True)
        receipt = erasure.erase()
    terminal.print_result(receipt, _of_receipt(receipt), as_json=as_json)


def _of_receipt(receipt: ErasureReceipt) -> str:
    rows = "\n".join(f"  {table}: {count}" for table, count in receipt.rows.items())
    left = (
        ""
        if receipt.is_scrubbed
        else ("\nSomebody reads in the file of the database: run it again to empty its log, too.")
    )
    return (
        f"Erased on {receipt.at:%Y-%m-%d %H:%M} UTC, rows by table:\n{rows}\n"
        f"  files: {receipt.files}\nReceipt {receipt.sha256}, nonce {receipt.nonce}.{left}"
    )


def verify(*, as_json: AsJson = False) -> None:
    """Check every row of the audit log; end with 1 if one is not as it was written."""
    with opened() as assistant:
        found = assistant.audit.check()
    faults = "".join(f"\n  row {each.key}: {each.code}" for each in found.faults)
    words = f"{found.rows} rows, {found.blanked} of them blanked by erasures"
    told = f"{words}; not as written:{faults}" if faults else f"{words}; all as written."
    terminal.print_result(found, told, as_json=as_json)
    if faults:
        raise typer.Exit(1)


def list_audit(
    user: User = LOCAL.user_id,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1)] = 50,
    *,
    as_json: AsJson = False,
) -> None:
    """List what was done, the newest first."""
    with opened() as assistant:
        for each in of_user(assistant, user).audit.entries(limit=limit):
            words = f"{each.at:%Y-%m-%d %H:%M:%S}  {each.actor}  {each.action}  {each.subject_id}"
            terminal.print_result(each, words, as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(of_notebook(retention))
    app.command()(purge)
    user = typer.Typer(no_args_is_help=True)
    user.command()(export)
    user.command()(erase)
    app.add_typer(user, name="user", help="A person: all that is stored of them, and its erasure.")
    audit = typer.Typer(no_args_is_help=True)
    audit.command()(verify)
    audit.command("list")(list_audit)
    app.add_typer(audit, name="audit", help="Who did what: list it, and check that it is whole.")
