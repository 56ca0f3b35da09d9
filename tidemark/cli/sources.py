"""Commands for sources: ingest files, list, read, search and remove them."""

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import BaseModel

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, HistoryLine, lines, of_notebook, opened
from tidemark.schema.sources import IngestedFile, SourceHit, SourceMatches
from tidemark.transfer.conversation import NonBlank

if TYPE_CHECKING:
    from assistant import Assistant

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the source.")]


class BatchSearch(BaseModel):
    """One line of ``search-sources --batch``."""

    question: NonBlank
    history: tuple[HistoryLine, ...] = ()
    sources: tuple[str, ...] | None = None


def ingest(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", exists=True, help="Files and folders.")
    ],
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Read the files, and store nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make sources of files, those in folders included.

    A file that is a source already is recognised; a changed one of the same name is a new version.
    What is stored stays when it is stopped: the same command continues.
    """
    states: Counter[str] = Counter()
    with opened() as assistant:
        files = assistant.sources.count(paths)
        with terminal.tally("Ingesting", files) as step:
            try:
                for each in assistant.sources.ingest(paths, is_dry=dry_run):
                    states[each.state] += 1
                    step(1)
                    _print(each, as_json=as_json)
            except KeyboardInterrupt:
                done = sum(states.values())
                of = formatting.counted(files, "file")
                terminal.note(f"Stopped after {done} of {of}: they stay. Give it again.")
                raise
    terminal.note(formatting.of_ingest(states, is_dry=dry_run))
    if states["refused"] and states["refused"] == files:
        raise typer.Exit(2)


def reingest(
    name: Name,
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]", exists=True, dir_okay=False, help="Its file; else the stored one."
        ),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Read a source again, as files are read now.

    If its text or its file changed, it becomes a new version; answers keep citing the old one. Only
    PDFs and tables are stored as files: give the path of any other.
    """
    with opened() as assistant:
        done = assistant.sources.reingest(name, path)
        _print(done, as_json=as_json)
        if done.state == "same":
            terminal.note("It reads as before: nothing was stored.")
    if done.state == "refused":
        raise typer.Exit(2)


def list_sources(*, as_json: AsJson = False) -> None:
    """List the sources, the first added first."""
    with opened() as assistant:
        found = assistant.sources.list()
        if as_json:
            terminal.print_json(*found)
        elif found:
            typer.echo("\n".join(map(formatting.of_source, found)))
        else:
            terminal.note("There are no sources. Add some with: ingest PATH")


def source(
    name: Name,
    version: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Its version N, not the newest.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print the text of a source by passages, with their places."""
    with opened() as assistant:
        report = assistant.sources.read(name, version)
        terminal.print_result(report, formatting.of_source_report(report), as_json=as_json)


def search_sources(
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="A question.")] = None,
    batch: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help='Lines of {"question", "history"?, "sources"?}; - is standard input.',
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Passages at most.")] = 10,
    *,
    as_json: AsJson = False,
) -> None:
    """Print the passages that say most about a question.

    With --batch, one JSON object a line: the passages of a question, with the offsets into the text
    of their version, and the milliseconds that it took.
    """
    if text and text.strip() and not batch:
        asked = [BatchSearch(question=text)]
    elif batch and not text:
        asked = list(lines(BatchSearch, batch))
    else:
        raise typer.BadParameter("give a question, or --batch FILE with one question a line")
    with opened() as assistant:
        for each in asked:
            found = _found(assistant, each, limit)
            if as_json or batch:
                typer.echo(found.model_dump_json())
            elif found.passages:
                typer.echo("\n\n".join(map(formatting.of_source_passage, found.passages)))
            else:
                terminal.note("No passage of any source matches.")


def remove_source(name: Name, *, as_json: AsJson = False) -> None:
    """Move a source to the trash."""
    with opened() as assistant:
        removed = assistant.sources.get(name)
        assistant.sources.remove(name)
        if as_json:
            terminal.print_json(removed)
        else:
            days = assistant.sessions.trash_days
            terminal.note(
                f"{name} was removed"
                + (f"; it is gone in {formatting.counted(days, 'day')}." if days else ".")
            )


def _print(each: IngestedFile, *, as_json: bool) -> None:
    if as_json:
        terminal.print_json(each)
    else:
        typer.echo(formatting.of_ingested(each))


def _found(assistant: "Assistant", asked: BatchSearch, limit: int) -> SourceMatches:
    history = [(said.role, said.content) for said in asked.history]
    began = time.perf_counter()
    hits: tuple[SourceHit, ...] = assistant.sources.search(
        asked.question, history, asked.sources, limit=limit
    )
    return SourceMatches.of(hits, ms=(time.perf_counter() - began) * 1000)


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(of_notebook(ingest))
    app.command()(of_notebook(reingest))
    app.command("sources")(of_notebook(list_sources))
    app.command()(of_notebook(source))
    app.command()(of_notebook(search_sources))
    app.command()(of_notebook(remove_source))
