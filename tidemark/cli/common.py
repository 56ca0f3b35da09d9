"""Parts that all commands share: opening the assistant, and common arguments."""

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer
from pydantic import BaseModel

from tidemark import log_masks
from tidemark.errors import InvalidUser
from tidemark.schema import Message, Role
from tidemark.schema.scope import GENERAL, LOCAL, Scope
from tidemark.schema.sources import SourceChoice
from tidemark.transfer import json_text
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
Person = Annotated[str, typer.Argument(metavar="USER", help="The id of the person.")]
SharedAs = Annotated[
    Literal["reader", "editor", "nobody"],
    typer.Option("--as", help="What they may do; nobody takes it back."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]

ChosenSources = Annotated[
    list[str] | None,
    typer.Option(
        "--sources",
        metavar="all|none|NAME",
        help="The sources that the answer may use; give it again for another name.",
    ),
]

NotebookOption = Annotated[
    str | None,
    typer.Option("--notebook", metavar="NAME", help="The notebook to work in; else General."),
]

Line = TypeVar("Line", bound=BaseModel)
_PAGE = 500  # messages fetched at a time
_notebook: ContextVar[str | None] = ContextVar("notebook", default=None)


def source_choice(given: Sequence[str] | None) -> SourceChoice:
    """Return the sources chosen by ``--sources``, by name.

    >>> source_choice(None), source_choice(["none"]), source_choice(["a.md", "b.md"])
    (None, (), ('a.md', 'b.md'))
    """
    if not given or list(given) == ["all"]:
        return None
    return () if list(given) == ["none"] else tuple(given)


def of_notebook(command: Callable[..., None]) -> Callable[..., None]:
    """Return ``command`` with the option ``--notebook NAME``, which ``opened`` then uses.

    Every command that names, creates or lists sessions has it; the default is General.
    """

    @functools.wraps(command)
    def run(*given: object, notebook: str | None = None, **named: object) -> None:
        before = _notebook.set(notebook)
        try:
            command(*given, **named)
        finally:
            _notebook.reset(before)

    option = inspect.Parameter(
        "notebook", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=NotebookOption
    )
    own = inspect.signature(command)
    run.__signature__ = own.replace(parameters=[*own.parameters.values(), option])  # type: ignore[attr-defined]
    run.__annotations__ = {**command.__annotations__, "notebook": NotebookOption}
    return run


class HistoryLine(BaseModel):
    """One message of a history; it may be empty, as a skipped answer is."""

    role: Role
    content: str


@contextmanager
def opened() -> Iterator["Assistant"]:
    """Open the assistant for one command, in the notebook that the command names.

    Live runs are stopped at its end, and what they have is stored.

    Raises:
        NotebookNotFound: There is no such notebook.
    """
    # Takes seconds to import: --help and a mistyped command should not wait for it.
    from assistant import Assistant  # noqa: PLC0415
    from tidemark.settings import Settings  # noqa: PLC0415

    settle_garbage()
    name = _notebook.get()
    settings = Settings.read()
    log_masks.install(is_on=settings.memory_mask_sensitive_data)
    with closing(Assistant(settings, LOCAL)) as assistant:
        yield assistant if name is None else in_notebook(assistant, name)


def in_notebook(assistant: "Assistant", name: str) -> "Assistant":
    """Return the assistant for the notebook with this ``name``.

    Raises:
        NotebookNotFound: No notebook has this name.
    """
    return assistant.scoped(Scope(LOCAL.user_id, assistant.notebooks.find(name).notebook_id))


def of_user(assistant: "Assistant", user_id: str) -> "Assistant":
    """Return the assistant for a user's notebook General.

    Raises:
        InvalidUser: ``user_id`` is not a valid user id.
    """
    try:
        return assistant.scoped(Scope(user_id, GENERAL))
    except ValueError as error:
        raise InvalidUser(user_id) from error


def all_messages(assistant: "Assistant", session_id: str) -> list[Message]:
    """Return all messages of a session, in order."""
    messages: list[Message] = []
    while page := assistant.sessions.transcript(
        session_id, before=messages[0].position if messages else None, limit=_PAGE
    ):
        messages[:0] = page
    return messages


def lines(shape: type[Line], batch: Path) -> Sequence[Line]:
    """Return the lines of ``batch``, a file or standard input."""
    if str(batch) == "-":
        return json_text.read_lines(
            shape, typer.get_binary_stream("stdin").read(), "standard input"
        )
    return json_text.read_lines(shape, json_text.load(batch), batch.name)
