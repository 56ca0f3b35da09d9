"""Opens the assistant for one command, and tells what every command takes."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from tidemark.schema import Message
from tidemark.schema.scope import LOCAL
from utils import settle_garbage

if TYPE_CHECKING:
    from assistant import Assistant

SessionIdArgument = Annotated[str, typer.Argument(metavar="ID", help="The session's id.")]
InSession = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Open this session, or begin it.")
]
SampleId = Annotated[
    str | None, typer.Option("--sample", metavar="ID", help="The one to take, of several.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]

_PAGE = 500  # messages fetched at a time


@contextmanager
def opened() -> Iterator["Assistant"]:
    """Open the assistant for one command; what runs at its end is stopped and kept."""
    # Takes seconds to import: --help and a mistyped command do not wait for it.
    from assistant import Assistant  # noqa: PLC0415
    from tidemark.settings import Settings  # noqa: PLC0415

    settle_garbage()
    with closing(Assistant(Settings.read(), LOCAL)) as assistant:
        yield assistant


def all_messages(assistant: "Assistant", session_id: str) -> list[Message]:
    """Return all messages of a session, in order."""
    messages: list[Message] = []
    while page := assistant.sessions.transcript(
        session_id, before=messages[0].position if messages else None, limit=_PAGE
    ):
        messages[:0] = page
    return messages
