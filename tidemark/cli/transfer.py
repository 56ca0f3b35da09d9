"""Conversations in and out on the command line: one or all, in any form, looked at first."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tidemark.cli import import_formatting, terminal
from tidemark.cli.common import AsJson, InSession, SampleId, all_messages, opened
from tidemark.prompt.message_spans import restore
from tidemark.schema import Message
from tidemark.schema.reports import TurnReport
from tidemark.transfer.import_reports import ImportPreview
from tidemark.transfer.writers import FormatName, Language

if TYPE_CHECKING:
    from assistant import Assistant

File = Annotated[Path, typer.Argument(metavar="FILE", help="A file with conversations.")]
_Titles = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="TITLE", help="Take the one of this title or id; repeatable."),
]


def import_(
    file: File,
    session: InSession = None,
    sample: SampleId = None,
    only: _Titles = None,
    *,
    take_all: Annotated[
        bool, typer.Option("--all", help="Take every conversation that is not here yet.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what is in the file, and store nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Store conversations, both sides.

    They are folded where a chat would have folded.  FILE is an export of Tidemark, of ChatGPT or of
    Claude, as it comes, zipped or not; or lines of {"role", "content"} with or without "timestamp",
    a LoCoMo or a BEAM file.  What is here already is not stored again.
    """
    if (take_all or dry_run or only) and (session or sample):
        raise typer.BadParameter("--session and --sample are for a single conversation")
    if take_all and only:
        raise typer.BadParameter("give --all or --only, not both")
    names = [sample] if sample else only or []
    with opened() as assistant:
        preview = assistant.transfer.preview(file)
        chosen = _chosen(preview, names, take_all=take_all)
        if dry_run or chosen is None:
            _show(preview, as_json=as_json)
        if chosen is None or (session and len(chosen) > 1):
            how = "take all that are new with --all, or some with --only TITLE"
            held = f"{file.name} holds {len(preview.conversations)} conversations"
            raise typer.BadParameter(f"{held}: {how}")
        if not dry_run:
            _take(
                assistant,
                preview,
                chosen,
                session,
                with_profile=not only,
                is_single=len(chosen) == 1 and not (take_all or only),
                as_json=as_json,
            )


def export(
    session_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The session's id.")
    ] = None,
    form: Annotated[
        FormatName,
        typer.Option("--format", help="jsonl has all that is stored, and can be imported again."),
    ] = "jsonl",
    *,
    language: Annotated[
        Language | None,
        typer.Option(help="Of what Markdown and HTML say beside it; that of Settings, else en."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All sessions, and what is known of you: a zip file.")
    ] = False,
) -> None:
    """Write a session to a file, or all of them; print its path."""
    if every == (session_id is not None):
        raise typer.BadParameter("give the id of a session, or --all")
    with opened() as assistant:
        spoken = language or assistant.configuration.preferences.language or "en"
        if session_id is not None:
            typer.echo(assistant.transfer.export(session_id, form, spoken))
            return
        with terminal.tally("Exporting", assistant.transfer.count()) as step:
            path = assistant.transfer.export_all(form, step, language=spoken)
        typer.echo(path)


def _show(preview: ImportPreview, *, as_json: bool) -> None:
    if as_json:
        terminal.show(*preview.conversations)
    else:
        typer.echo("\n".join(map(import_formatting.of_preview, preview.conversations)))


def _chosen(preview: ImportPreview, names: list[str], *, take_all: bool) -> tuple[int, ...] | None:
    """Return the numbers of the conversations to be taken; None if that was not said."""
    if not names:
        if take_all:
            return preview.new
        return (0,) if len(preview.conversations) == 1 else None
    chosen = []
    for name in names:
        named = [
            found.number
            for found in preview.conversations
            if name in (found.name, found.title, found.session_id)
        ]
        if not named:
            raise typer.BadParameter(f"{preview.name} holds no conversation called {name!r}")
        chosen += named
    return tuple(chosen)


def _take(
    assistant: "Assistant",
    preview: ImportPreview,
    chosen: tuple[int, ...],
    session: str | None,
    *,
    with_profile: bool,
    is_single: bool,
    as_json: bool,
) -> None:
    """Store what was ``chosen`` and report it, a single one turn by turn."""
    turns_shown = 0

    def show_turn(report: TurnReport) -> None:
        nonlocal turns_shown
        if is_single and as_json:
            turns_shown += 1
            terminal.show(report)

    try:
        with terminal.tally("Importing", preview.messages(chosen)) as step:
            taken = assistant.transfer.import_chosen(
                preview,
                chosen,
                session_id=session,
                with_profile=with_profile,
                on_stored=step,
                on_turn=show_turn,
            )
    except KeyboardInterrupt:
        many = "the conversation under way was left out, those before it stay"
        terminal.tell(f"Stopped: {'nothing was imported' if is_single else many}.")
        raise
    if as_json and not is_single:
        terminal.show(*taken.conversations)
    elif as_json and not turns_shown:
        for each in taken.conversations:
            if each.imported:
                terminal.show(*_stored_turns(assistant, each.imported.session_id))
    terminal.tell("\n".join(import_formatting.of_report(taken, preview, is_single=is_single)))


def _stored_turns(assistant: "Assistant", session_id: str) -> Iterator[TurnReport]:
    """Report the turns of a session that came back whole; its context is that of now."""
    meter = assistant.turns.meter(session_id)
    question: Message | None = None
    contents: dict[int, str] = {}
    for message in all_messages(assistant, session_id):
        contents[message.id] = message.content
        if message.role == "user":
            question = message
            continue
        known = restore(question.metadata if question else message.metadata, contents)
        yield TurnReport(
            session_id=session_id,
            message_id=message.id,
            reply=message.content,
            context_tokens=meter.context,
            threshold=meter.threshold,
            summarised=None,
            understanding=known.query_analysis,
            timings_ms=known.timings_ms,
            engine=message.metadata.engine or "",
        )


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command("import")(import_)
    app.command()(export)
