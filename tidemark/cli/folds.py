"""The folds of a session on the command line: list them, fold now, undo, redo."""

from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, SessionIdArgument, opened
from tidemark.errors import NotFolded
from tidemark.runtime.events import Failed, Stopped, Summarised

FoldId = Annotated[
    int, typer.Argument(metavar="FOLD", help="The fold's number, as `folds ID` lists it.")
]
WithLosses = Annotated[
    bool, typer.Option("--losses", help="Say what is in no item of its summary.")
]


def folds(
    session_id: SessionIdArgument, *, losses: WithLosses = False, as_json: AsJson = False
) -> None:
    """List the folds of a session, undone ones too.

    With --losses and --json the line of a fold is its losses.
    """
    with opened() as assistant:
        history = assistant.fold_history
        for fold in history.all(session_id):
            lost = history.losses(session_id, fold.id) if losses else None
            if as_json:
                terminal.show(lost or fold)
                continue
            typer.echo(formatting.of_fold(fold))
            if lost is not None:
                typer.echo(formatting.of_losses(lost))


def fold(session_id: SessionIdArgument, *, as_json: AsJson = False) -> None:
    """Fold the active messages of a session now.

    What is kept verbatim is left as it is.  Stopped, or while a question is being answered, nothing
    is folded.
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
            raise NotFolded("Stopped: nothing was folded.")
        (done,) = (event for event in run.so_far() if isinstance(event, Summarised))
    terminal.give(done.folded, formatting.of_folded(done.folded, done.summary_id), as_json=as_json)


def undo(session_id: SessionIdArgument, fold: FoldId, *, as_json: AsJson = False) -> None:
    """Undo a fold: its messages are read again."""
    with opened() as assistant:
        outlook = assistant.fold_history.undo(session_id, fold)
    terminal.give(outlook, formatting.of_outlook(outlook), as_json=as_json)


def redo(session_id: SessionIdArgument, fold: FoldId, *, as_json: AsJson = False) -> None:
    """Redo a fold that was undone."""
    with opened() as assistant:
        outlook = assistant.fold_history.redo(session_id, fold)
    terminal.give(outlook, formatting.of_outlook(outlook), as_json=as_json)


def register(app: typer.Typer) -> None:
    """Add the commands of this family to ``app``."""
    for command in (folds, fold, undo, redo):
        app.command()(command)
