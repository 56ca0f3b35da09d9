"""Command line of Tidemark: registers the commands, and maps errors to exit codes.

Standard output has results only: text, or with ``--json`` one object a line.  Notes and errors go
to standard error.  The exit code is 2 if the person can fix the error, 1 if the operator can, and
130 after Ctrl-C.
"""

import errno
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import BaseModel
from typer.core import TyperGroup

from tidemark.cli import (
    branches,
    documents,
    folds,
    formatting,
    insights,
    keys,
    memory,
    notebooks,
    people,
    profile,
    prompts,
    recall_check,
    sessions,
    settings,
    sharing,
    sources,
    tables,
    terminal,
    transfer,
)
from tidemark.cli.common import (
    AsJson,
    ChosenSources,
    HistoryLine,
    InSession,
    SampleId,
    SessionIdArgument,
    all_messages,
    lines,
    of_notebook,
    opened,
    source_choice,
)
from tidemark.errors import InvalidSetting, SessionNotFound, TidemarkError, TurnFailed, UserError
from tidemark.schema.reports import Check, ViewReport
from tidemark.transfer import conversation
from tidemark.transfer.readers import formats

if TYPE_CHECKING:
    from assistant import Assistant


class Commands(TyperGroup):
    """Prints an error as its own sentence, and exits with the code for who can fix it."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as Typer has it
        """Run the command."""
        try:
            return super().invoke(ctx)
        except TidemarkError as error:
            terminal.note(str(error))
            raise typer.Exit(2 if isinstance(error, UserError) else 1) from error
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader has gone: Typer ends the program
                raise
            terminal.note(f"{error.filename or 'The system'}: {error.strerror or error}.")
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Rich's Markdown takes longer to load than the help to print
    context_settings={"help_option_names": ["-h", "--help"]},
)


class BatchQuestion(BaseModel):
    """One line of ``understand --batch``."""

    history: tuple[HistoryLine, ...] = ()
    question: conversation.NonBlank


@app.callback()
def begin(
    *, verbose: Annotated[bool, typer.Option("--verbose", help="Log to standard error.")] = False
) -> None:
    """Tidemark: a chat assistant that remembers within a budget and asks when unsure."""
    if verbose:
        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    else:
        logging.basicConfig(handlers=[logging.NullHandler()])


@app.command()
@of_notebook
def ask(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Your message.")],
    session: InSession = None,
    *,
    as_json: AsJson = False,
    no_memory: Annotated[
        bool, typer.Option("--no-memory", help="Read no memory and store nothing.")
    ] = False,
    sources: ChosenSources = None,
) -> None:
    """Send a message and print the reply."""
    with opened() as assistant:
        choice = source_choice(sources)
        run = assistant.ask(text, session, use_memory=not no_memory, sources=choice)
        try:
            if as_json:
                terminal.print_json(assistant.turns.report(run))
            else:
                terminal.stream_reply(run)
                for note in assistant.documents.notes_of_message(run.question_id):
                    typer.echo(formatting.of_version_note(note))
        except KeyboardInterrupt:
            run.stop()
            run.wait(5.0)
            kept = f"The answer so far is stored in {run.session_id}."
            terminal.note(f"\nStopped. {'Nothing was stored.' if no_memory else kept}")
            raise


@app.command()
@of_notebook
def mcp() -> None:
    """Serve memory and documents over MCP, on standard input."""
    from tidemark.api import mcp as server  # noqa: PLC0415 - it takes long to load

    with opened() as assistant:
        server.create(lambda: assistant).run("stdio")


@app.command()
@of_notebook
def show(
    session_id: SessionIdArgument,
    turn: prompts.TurnNumber = None,
    attempt: prompts.Attempt = None,
    *,
    prompt: Annotated[
        bool, typer.Option("--prompt", help="With --turn: print the prompt of that question.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print a session and its summaries.

    With --turn N --prompt, prints the prompt of question N exactly as it was sent, then its pieces
    with their tokens and reasons, then what was left out.
    """
    if prompt != (turn is not None):
        raise typer.BadParameter("give --turn N and --prompt together")
    with opened() as assistant:
        if turn is not None:
            prompts.show(assistant, session_id, turn, attempt, as_json=as_json)
            return
        if as_json:
            typer.echo(assistant.transfer.export_text(session_id), nl=False)
            return
        session, meter = assistant.sessions.get(session_id), assistant.turns.meter(session_id)
        typer.echo(formatting.plain(session.title))
        typer.echo(f"{session_id}, context {meter.context} / {meter.threshold} tokens")
        folds = [each for each in assistant.fold_history.all(session_id) if not each.withdrawn_at]
        covered = {fold.to_message_index: formatting.covered(fold) for fold in folds}
        made = assistant.documents.notes(session_id)
        for message in all_messages(assistant, session_id):
            typer.echo(formatting.of_message(message, made.get(message.id, ())))
            if message.position in covered:
                typer.echo(f"\n---- a summary covers {covered[message.position]} ----")
        for summary in assistant.sessions.summaries(session_id):
            typer.echo(formatting.of_summary(summary))


@app.command()
@of_notebook
def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE|ID", help="A file; with --stored a session id.")
    ],
    session: InSession = None,
    sample: SampleId = None,
    *,
    stored: prompts.Stored = False,
    as_json: AsJson = False,
) -> None:
    """Ask the questions of a conversation again.

    Each message of the person goes through the whole loop, as if typed.  With --session, a replay
    that was stopped continues.  With --stored no engine is asked: the prompts of session ID are
    rebuilt from the database, and those that differ from what was sent are listed.
    """
    if stored:
        prompts.replay(str(file), as_json=as_json)
        return
    questions = conversation.questions(formats.read(file, name=sample))
    asked = formatting.counted(len(questions), "question")
    with opened() as assistant, terminal.bar("Replaying") as advance:
        done = _asked(assistant, session)
        try:
            for report in assistant.turns.replay(questions, session_id=session):
                session, done = report.session_id, min(done + 1, len(questions))
                advance(done, len(questions))
                if as_json:
                    terminal.print_json(report)
        except (KeyboardInterrupt, TurnFailed):
            rest = f" To continue: replay {file} --session {session}" if session else ""
            terminal.note(f"Stopped after {done} of {asked}.{rest}")
            raise
    terminal.note(f"{session} has answers to all {asked}.")


@app.command()
def understand(
    batch: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help='Lines of {"history": [{"role", "content"}], "question"}; - is standard input.',
        ),
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Print what questions mean after a history.

    Nothing is stored.  With --json, each line has the understanding, needs_context and its score
    from 0 to 1.
    """
    with opened() as assistant:
        for line in lines(BatchQuestion, batch):
            history = [(said.role, said.content) for said in line.history]
            analysed = assistant.turns.understand(history, line.question)
            typer.echo(formatting.flat(analysed) if as_json else formatting.of_analysis(analysed))


@app.command()
@of_notebook
def view(
    session_id: SessionIdArgument,
    question: Annotated[
        str | None, typer.Argument(metavar="[QUESTION]", help="The question.")
    ] = None,
    batch: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help='Lines of {"question"}; - is standard input.'),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print what an engine would read for a question.

    Pieces that did not fit follow.  No engine is asked, and nothing is stored or folded.
    """
    if question and not batch:
        asked = [question]
    elif batch and not question:
        asked = [line.question for line in lines(BatchQuestion, batch)]
    else:
        raise typer.BadParameter("give a question, or --batch FILE with one question a line")
    with opened() as assistant:
        for text in asked:
            began = time.perf_counter()
            found = assistant.turns.view(session_id, text)
            report = ViewReport.of(found, ms=(time.perf_counter() - began) * 1000)
            typer.echo(report.model_dump_json() if as_json else formatting.of_view(report))


@app.command()
def doctor(*, as_json: AsJson = False) -> None:
    """Check settings, vocabulary, database, engine and files.

    Prints what to do about each that does not work.
    """
    from tidemark.services.diagnostics import check_all  # noqa: PLC0415 - as in opened
    from tidemark.settings import Settings  # noqa: PLC0415

    try:
        checks = check_all(Settings.read())
    except InvalidSetting as error:
        checks = (Check(name="settings", ok=False, found="not usable", next_step=str(error)),)
    if as_json:
        terminal.print_json(*checks)
    else:
        typer.echo("\n".join(formatting.of_check(check) for check in checks))
    if not all(check.ok for check in checks):
        raise typer.Exit(1)


def _asked(assistant: "Assistant", session_id: str | None) -> int:
    if session_id is None:
        return 0
    try:
        assistant.sessions.get(session_id)
    except SessionNotFound:
        return 0
    return sum(message.role == "user" for message in all_messages(assistant, session_id))


branches.register(app)
memory.register(app)
profile.register(app)
folds.register(app)
insights.register(app)
keys.register(app)
recall_check.register(app)
settings.register(app)
notebooks.register(app)
sessions.register(app)
sources.register(app)
tables.register(app)
documents.register(app)
transfer.register(app)
people.register(app)
sharing.register(app)


if __name__ == "__main__":
    app()
