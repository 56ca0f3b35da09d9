"""Parts that all commands share: opening the assistant, and common arguments."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from tidemark.schema import Message
from tidemark.schema.scope import LOCAL
from utils import settle_garbage

if TYPE_CHECKING:
    from assistant import Assistant

SessionIdArgument = Annotated[str, typer.Argument(metavar="ID", help="The id of the session.")]
InSession = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Use this session, or start it.")
]
SampleId = Annotated[
    str | None,
    typer.Option(
        "--sample", metavar="ID", help="The conversation to read, if the file holds several."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]

_PAGE = 500  # messages fetched at a time


@contextmanager
def opened() -> Iterator["Assistant"]:
    """Open the assistant for one command; runs that are live at its end are stopped and kept."""
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
