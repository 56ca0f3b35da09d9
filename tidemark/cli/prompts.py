"""What engines read, on the command line: a turn's prompt as it was sent, and all rebuilt."""

from typing import TYPE_CHECKING, Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import opened

if TYPE_CHECKING:
    from assistant import Assistant

TurnNumber = Annotated[
    int | None, typer.Option("--turn", metavar="N", help="The question N, counted from 1.", min=1)
]
Attempt = Annotated[
    int | None, typer.Option("--attempt", metavar="K", help="Of several answers, the K-th.", min=1)
]
Stored = Annotated[bool, typer.Option("--stored", help="Rebuild the prompts of a session.")]


def show(
    assistant: "Assistant", session_id: str, turn: int, attempt: int | None, *, as_json: bool
) -> None:
    """Print what the engine read for the question ``turn``."""
    report = assistant.prompt_inspection.prompt(session_id, turn, attempt)
    terminal.give(report, formatting.of_prompt(report), as_json=as_json)


def replay(session_id: str, *, as_json: bool) -> None:
    """Rebuild each prompt of a session; exit with 1 where one is another than was sent."""
    count = differing = 0
    with opened() as assistant:
        for report in assistant.prompt_inspection.replayed(session_id):
            count += 1
            differing += report.differs
            if as_json:
                terminal.show(report)
            elif report.differs:
                typer.echo(formatting.of_replay(report))
    terminal.tell(
        f"{formatting.counted(count, 'prompt')} rebuilt, {differing} of them another than was sent."
    )
    if differing:
        raise typer.Exit(1)
