"""Commands for folds: list those of a session, fold now, undo, redo."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, of_notebook, opened
from tidemark.errors import NotFolded
from tidemark.runtime.events import Failed, Stopped, Summarised

FoldId = Annotated[
    int, typer.Argument(metavar="FOLD", help="The number of the fold, as `folds ID` prints it.")
]
WithLosses = Annotated[bool, typer.Option("--losses", help="Also list what each summary left out.")]


def folds(
    session_id: SessionIdArgument, *, losses: WithLosses = False, as_json: AsJson = False
) -> None:
    """List the folds of a session, including undone ones.

    With --losses and --json, prints the losses in place of the fold.
    """
    with opened() as assistant:
        history = assistant.fold_history
        for fold in history.all(session_id):
            lost = history.losses(session_id, fold.id) if losses else None
            if as_json:
                terminal.print_json(lost or fold)
                continue
            typer.echo(formatting.of_fold(fold))
            if lost is not None:
                typer.echo(formatting.of_losses(lost))


def fold(session_id: SessionIdArgument, *, as_json: AsJson = False) -> None:
    """Fold the active messages of a session into a summary now.

    Pinned messages stay as they are.  Nothing is folded if you stop it, or while a question is
    being answered.
    """
    with opened() as assistant:
        run = assistant.folding.begin(session_id)
        try:
            last = run.wait()
        except KeyboardInterrupt:
            run.stop()
            last = run.wait()
        if isinstance(last, Failed):
            raise NotFolded(str(last.error))
        if isinstance(last, Stopped):
            raise NotFolded("Stopped. Nothing was folded.")
        (done,) = (event for event in run.so_far() if isinstance(event, Summarised))
        history = assistant.fold_history
        folds = history.made_with(session_id, done.summary_id, done.folded.from_index)
    terminal.print_result(done.folded, formatting.of_folded(done.folded, folds), as_json=as_json)


def undo(session_id: SessionIdArgument, fold: FoldId, *, as_json: AsJson = False) -> None:
    """Undo a fold, so that its messages are read in full again."""
    with opened() as assistant:
        outlook = assistant.fold_history.undo(session_id, fold)
    terminal.print_result(outlook, formatting.of_outlook(outlook), as_json=as_json)


def redo(session_id: SessionIdArgument, fold: FoldId, *, as_json: AsJson = False) -> None:
    """Redo a fold that was undone."""
    with opened() as assistant:
        outlook = assistant.fold_history.redo(session_id, fold)
    terminal.print_result(outlook, formatting.of_outlook(outlook), as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add the commands of this family to ``app``."""
    for command in (folds, fold, undo, redo):
        app.command()(of_notebook(command))
