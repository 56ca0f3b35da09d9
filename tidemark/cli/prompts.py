"""Options of `show` and `replay` for prompts: print one as sent, or rebuild all."""

from typing import TYPE_CHECKING, Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import opened

if TYPE_CHECKING:
    from assistant import Assistant

TurnNumber = Annotated[
    int | None, typer.Option("--turn", metavar="N", help="Question N, counted from 1.", min=1)
]
Attempt = Annotated[
    int | None,
    typer.Option(
        "--attempt", metavar="K", help="Attempt K at the answer, if there are several.", min=1
    ),
]
Stored = Annotated[
    bool, typer.Option("--stored", help="Rebuild the prompts of session ID instead.")
]


def show(
    assistant: "Assistant", session_id: str, turn: int, attempt: int | None, *, as_json: bool
) -> None:
    """Print the prompt of question number ``turn``."""
    report = assistant.prompt_inspection.prompt(session_id, turn, attempt)
    terminal.print_result(report, formatting.of_prompt(report), as_json=as_json)


def replay(session_id: str, *, as_json: bool) -> None:
    """Rebuild each prompt of a session; exit with 1 if one differs from what was sent."""
    count = differing = 0
    with opened() as assistant:
        for report in assistant.prompt_inspection.replayed(session_id):
            count += 1
            differing += report.differs
            if as_json:
                terminal.print_json(report)
            elif report.differs:
                typer.echo(formatting.of_replay(report))
    terminal.note(
        f"{formatting.counted(count, 'prompt')} rebuilt, {differing} different from what was sent."
    )
    if differing:
        raise typer.Exit(1)
