"""Terminal output: streamed replies, progress bars, notes and results."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tidemark.cli import formatting
from tidemark.errors import TurnFailed
from tidemark.runtime.events import (
    Failed,
    Finished,
    Piece,
    Recalled,
    Stopped,
    Summarised,
    ToolFinished,
)
from tidemark.runtime.runs import Run
from tidemark.schema import FrozenModel
from tidemark.schema.sources import SourceSpan

Shape = TypeVar("Shape", bound=FrozenModel)


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar if standard error is a terminal; yield ``advance(done, total)``."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def tally(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar up to ``total``; yield ``step(count)``, which adds to it."""
    done = 0
    with bar(what) as advance:

        def step(count: int) -> None:
            nonlocal done
            done += count
            advance(min(done, total), total)

        yield step


def stream_reply(run: Run) -> None:
    """Print the reply of ``run`` as it streams, its sources, and notes on folds and the context.

    Raises:
        TurnFailed: The turn failed, or was stopped elsewhere.
    """
    printed = _PrintedReply()
    for event in run.events():
        match event:
            case Summarised(folded=folded):
                note(
                    f"{formatting.summarised(folded.from_index, folded.to_index)}: the context "
                    f"went from {folded.tokens_before} to "
                    f"{formatting.counted(folded.tokens_after, 'token')}."
                )
            case Recalled(passages=passages):
                printed.passages = passages
            case ToolFinished(use=use):
                printed.passages = tuple(dict.fromkeys((*printed.passages, *use.sources)))
                note(formatting.of_tool(use))
            case Piece():
                printed.add(event)
            case Finished():
                printed.end()
                _end(run, event)
            case Stopped():
                raise TurnFailed("The turn was stopped.")
            case Failed(error=error):
                raise TurnFailed(str(error))


def _end(run: Run, finished: Finished) -> None:
    if finished.support == "none":
        note("The sources do not say this.")
    if finished.message_id:
        meter = finished.meter
        beside = f", sources {meter.sources}" if meter.sources else ""
        tokens = f"{meter.context} / {formatting.counted(meter.threshold, 'token')}{beside}"
        note(f"{run.session_id}, context {tokens}")


class _PrintedReply:
    """A printed reply, with marks where it cites ``passages``."""

    def __init__(self) -> None:
        self.passages: tuple[SourceSpan, ...] = ()
        self._chars = 0
        self._numbers: dict[int, int] = {}

    def add(self, piece: Piece) -> None:
        """Print ``piece``, each mark after the cited words, or here if they are printed already."""
        of_sources = (each for each in piece.citations if each.kind == "source")
        text, at = piece.text, 0
        for each in sorted(of_sources, key=lambda each: each.end):
            end = max(each.end - self._chars, at)
            number = self._numbers.setdefault(each.number, len(self._numbers) + 1)
            typer.echo(formatting.plain(text[at:end]) + f" [{number}]", nl=False)
            at = end
        typer.echo(formatting.plain(text[at:]), nl=False)
        self._chars += len(text)

    def end(self) -> None:
        """Print the sources the reply cites."""
        typer.echo()
        if self._numbers:
            typer.echo("\n" + formatting.of_cited(self.passages, self._numbers))


def note(words: str) -> None:
    """Print ``words`` on standard error."""
    typer.echo(formatting.plain(words), err=True)


def print_result(shape: FrozenModel, words: str, *, as_json: bool) -> None:
    """Print a result: ``shape`` as JSON, or the same in ``words``."""
    typer.echo(shape.model_dump_json() if as_json else words)


def print_all(shapes: Iterable[Shape], words: Callable[[Shape], str], *, as_json: bool) -> None:
    """Print ``shapes`` as JSON, one a line, or each in ``words``."""
    for shape in shapes:
        print_result(shape, "" if as_json else words(shape), as_json=as_json)


def print_json(*shapes: FrozenModel) -> None:
    """Print ``shapes`` as JSON, one a line."""
    for shape in shapes:
        typer.echo(shape.model_dump_json())
