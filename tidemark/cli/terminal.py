"""Terminal output: replies as they stream, progress bars, notes and results."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tidemark.cli import formatting
from tidemark.errors import TurnFailed
from tidemark.runtime.events import Failed, Finished, Piece, Stopped, Summarised, ToolFinished
from tidemark.runtime.runs import Run
from tidemark.schema import FrozenModel


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
    """Print the reply of ``run`` as it streams, and notes on folds and the context.

    Raises:
        TurnFailed: It failed, or was stopped by somebody else.
    """
    for event in run.events():
        match event:
            case Summarised(folded=folded):
                first, last = folded.from_index + 1, folded.to_index + 1
                note(
                    f"Messages {first} to {last} were folded into a summary: the context went "
                    f"from {folded.tokens_before} to {folded.tokens_after} tokens."
                )
            case ToolFinished(use=use):
                note(formatting.of_tool(use))
            case Piece(text=text):
                typer.echo(formatting.plain(text), nl=False)
            case Finished(message_id=message_id, meter=meter):
                typer.echo()
                if message_id:
                    tokens = f"{meter.context} / {meter.threshold} tokens"
                    note(f"{run.session_id}, context {tokens}")
            case Stopped():
                raise TurnFailed("The turn was stopped.")
            case Failed(error=error):
                raise TurnFailed(str(error))


def note(words: str) -> None:
    """Print ``words`` on standard error."""
    typer.echo(formatting.plain(words), err=True)


def print_result(shape: FrozenModel, words: str, *, as_json: bool) -> None:
    """Print a result: ``shape`` as JSON, or the same in ``words``."""
    typer.echo(shape.model_dump_json() if as_json else words)


def print_json(*shapes: FrozenModel) -> None:
    """Print ``shapes`` as JSON, one a line."""
    for shape in shapes:
        typer.echo(shape.model_dump_json())
