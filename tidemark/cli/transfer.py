"""Commands that import and export conversations."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tidemark.cli import formatting, import_formatting, terminal
from tidemark.cli.common import AsJson, InSession, SampleId, all_messages, of_notebook, opened
from tidemark.prompt.citations import with_numbers
from tidemark.prompt.message_spans import restore
from tidemark.schema import Message
from tidemark.schema.reports import CitationReport, TurnReport
from tidemark.transfer.import_reports import ImportPreview
from tidemark.transfer.writers import FormatName, Language

if TYPE_CHECKING:
    from assistant import Assistant

File = Annotated[Path, typer.Argument(metavar="FILE", help="A file with conversations.")]
_Titles = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="TITLE", help="Take the one with this title or id; repeatable."),
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
        bool, typer.Option("--dry-run", help="List what is in the file, and store nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Store conversations, both sides.

    They are folded where a chat would have folded.  FILE is an export of Tidemark, ChatGPT or
    Claude as it comes, zipped or not; or lines of {"role", "content"} with or without "timestamp";
    or a LoCoMo or BEAM file.  What is stored already is not stored again.
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
        if dry_run:
            return
        if chosen is None or (session and len(chosen) > 1):
            how = "take all that are new with --all, or some with --only TITLE"
            conversations = formatting.counted(len(preview.conversations), "conversation")
            held = f"{file.name} holds {conversations}"
            raise typer.BadParameter(f"{held}: {how}")
        if len(chosen) == 1 and not (take_all or only):
            _take_one(assistant, preview, chosen, session, as_json=as_json)
        else:
            _take_several(assistant, preview, chosen, with_profile=not only, as_json=as_json)


def export(
    session_ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]…", help="The session's id; several go into one zip file."),
    ] = None,
    form: Annotated[
        FormatName,
        typer.Option("--format", help="jsonl has everything that is stored, to be imported again."),
    ] = "jsonl",
    *,
    language: Annotated[
        Language | None,
        typer.Option(
            help="Language of the labels in Markdown and HTML; that of Settings, else en."
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All sessions and your profile, as a zip file.")
    ] = False,
) -> None:
    """Write a session, several or all to a file; print its path."""
    if every == bool(session_ids):
        raise typer.BadParameter("give the id of a session, or --all")
    with opened() as assistant:
        spoken = language or assistant.configuration.preferences.language or "en"
        if session_ids:
            if len(session_ids) > 1:
                path = assistant.transfer.export_chosen(session_ids, form, spoken)
            else:
                path = assistant.transfer.export(session_ids[0], form, spoken)
            typer.echo(path)
            return
        with terminal.tally("Exporting", assistant.transfer.count()) as step:
            path = assistant.transfer.export_all(form, step, language=spoken)
        typer.echo(path)


def _show(preview: ImportPreview, *, as_json: bool) -> None:
    if as_json:
        terminal.print_json(*preview.conversations)
    else:
        typer.echo("\n".join(map(import_formatting.of_preview, preview.conversations)))


def _chosen(preview: ImportPreview, names: list[str], *, take_all: bool) -> tuple[int, ...] | None:
    """Return the numbers of the conversations to import; None if the choice is missing."""
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


def _take_one(
    assistant: "Assistant",
    preview: ImportPreview,
    chosen: tuple[int, ...],
    session_id: str | None,
    *,
    as_json: bool,
) -> None:
    """Store a single conversation and report it, turn by turn if ``as_json``."""
    turns_shown = 0

    def show_turn(report: TurnReport) -> None:
        nonlocal turns_shown
        if as_json:
            turns_shown += 1
            terminal.print_json(report)

    with _importing(preview, chosen, if_stopped="nothing was imported") as step:
        report = assistant.transfer.import_chosen(
            preview, chosen, session_id=session_id, on_stored=step, on_turn=show_turn
        )
    (taken,) = report.conversations
    if as_json and not turns_shown and taken.imported:
        terminal.print_json(*_stored_turns(assistant, taken.imported.session_id))
    terminal.note("\n".join(import_formatting.of_one(report, preview)))


def _take_several(
    assistant: "Assistant",
    preview: ImportPreview,
    chosen: tuple[int, ...],
    *,
    with_profile: bool,
    as_json: bool,
) -> None:
    """Store conversations and report each of them."""
    left_out = "the conversation under way was left out, those before it stay"
    with _importing(preview, chosen, if_stopped=left_out) as step:
        report = assistant.transfer.import_chosen(
            preview, chosen, with_profile=with_profile, on_stored=step
        )
    if as_json:
        terminal.print_json(*report.conversations)
    terminal.note("\n".join(import_formatting.of_several(report, preview)))


@contextmanager
def _importing(
    preview: ImportPreview, chosen: tuple[int, ...], *, if_stopped: str
) -> Iterator[Callable[[int], None]]:
    """Show a bar and yield a function that advances it; print ``if_stopped`` after Ctrl-C."""
    try:
        with terminal.tally("Importing", preview.messages(chosen)) as step:
            yield step
    except KeyboardInterrupt:
        terminal.note(f"Stopped: {if_stopped}.")
        raise


def _stored_turns(assistant: "Assistant", session_id: str) -> Iterator[TurnReport]:
    """Yield reports on the turns of a restored session, each with the present context."""
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
            marked_reply=with_numbers(message.content, message.metadata.citations),
            citations=CitationReport.of_all(message.metadata.citations, message.metadata.passages),
            passages=message.metadata.passages,
            support=message.metadata.support,
            context_tokens=meter.context,
            threshold=meter.threshold,
            summarised=None,
            understanding=known.query_analysis,
            timings_ms=known.timings_ms,
            engine=message.metadata.engine or "",
        )


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command("import")(of_notebook(import_))
    app.command()(of_notebook(export))
