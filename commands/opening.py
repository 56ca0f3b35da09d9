"""Opens the assistant for one command, and tells what every command takes."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from assistant import Assistant

SessionId = Annotated[str, typer.Argument(metavar="ID", help="The session's id.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]


@contextmanager
def opened() -> Iterator["Assistant"]:
    """Open the assistant for one command; what runs at its end is stopped and kept."""
    # Takes seconds to import: --help and a mistyped command do not wait for it.
    from assistant import Assistant  # noqa: PLC0415
    from tidemark.settings import Settings  # noqa: PLC0415

    with closing(Assistant(Settings.read())) as assistant:
        yield assistant
