"""Conversations in and out on the command line: one or all, in any form, looked at first."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli import import_formatting as told
from tidemark.cli.common import AsJson, InSession, SampleId, all_messages, opened
from tidemark.prompt.message_spans import whole
from tidemark.schema import Message
from tidemark.schema.reports import TurnReport
from tidemark.transfer.preview import Preview
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
    many = take_all or dry_run or bool(only)
    if many and (session or sample):
        raise typer.BadParameter("--session and --sample are for a single conversation")
    if sum((take_all, bool(only))) > 1:
        raise typer.BadParameter("give --all or --only, not both")
    with opened() as assistant:
        if many or (not session and not sample and assistant.transfer.is_export(file)):
            _take(assistant, file, only or (), take_all=take_all, dry_run=dry_run, as_json=as_json)
        else:
            _take_one(assistant, file, session, sample, as_json=as_json)


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


def _take(
    assistant: "Assistant",
    file: Path,
    only: list[str] | tuple[()],
    *,
    take_all: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    preview = assistant.transfer.look(file)
    chosen = _chosen(preview, only, take_all=take_all)
    if dry_run or chosen is None:
        if as_json:
            terminal.show(*preview.found)
        else:
            typer.echo("\n".join(told.of_found(found) for found in preview.found))
        if chosen is None:
            how = "take all that are new with --all, or some with --only TITLE"
            raise typer.BadParameter(f"{file.name} holds {len(preview.found)} conversations: {how}")
        return
    try:
        with terminal.tally("Importing", preview.messages(chosen)) as step:
            taken = assistant.transfer.take(preview, chosen, with_profile=not only, step=step)
    except KeyboardInterrupt:
        terminal.tell("Stopped: the conversation under way was left out, those before it stay.")
        raise
    if as_json:
        terminal.show(*taken.brought)
    terminal.tell("\n".join(told.of_taken(taken, preview)))


def _chosen(
    preview: Preview, only: list[str] | tuple[()], *, take_all: bool
) -> tuple[int, ...] | None:
    """Return the numbers of what is to be taken; None where that was not said."""
    if not only:
        return preview.new if take_all or len(preview.found) == 1 else None
    chosen = []
    for name in only:
        named = [found.number for found in preview.found if name in (found.title, found.session_id)]
        if not named:
            raise typer.BadParameter(f"{preview.name} holds no conversation called {name!r}")
        chosen += named
    return tuple(chosen)


def _take_one(
    assistant: "Assistant", file: Path, session: str | None, sample: str | None, *, as_json: bool
) -> None:
    reported = ""

    def on_turn(report: TurnReport, done: int, total: int) -> None:
        nonlocal reported
        reported = report.session_id
        advance(done, total)
        if as_json:
            terminal.show(report)

    with terminal.bar("Importing") as advance:
        try:
            imported = assistant.import_file(
                file, session_id=session, sample_id=sample, on_turn=on_turn
            )
        except KeyboardInterrupt:
            terminal.tell("Stopped: nothing was imported.")
            raise
        if as_json and not reported:
            terminal.show(*_stored_turns(assistant, imported.session_id))
    terminal.tell(formatting.of_import(imported))


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
        known = whole(question.metadata if question else message.metadata, contents)
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
