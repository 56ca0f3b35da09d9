"""Commands for notebooks: list, begin, change, clear and delete them, and move chats."""

from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from tidemark.cli import formatting, terminal
from tidemark.cli.common import (
    AsJson,
    Person,
    SessionIdArgument,
    SharedAs,
    in_notebook,
    opened,
)
from tidemark.preferences import InvalidPreference
from tidemark.schema.notebooks import NotebookChange
from tidemark.schema.retention import MOST_DAYS

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the notebook.")]
From = Annotated[
    str, typer.Option("--from", metavar="NAME", help="The notebook that the session is in.")
]
Instructions = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What the engine is told in each of its chats.")
]
Colour = Annotated[
    str | None,
    typer.Option(
        metavar="COLOUR",
        help="grey, red, orange, yellow, green, teal, blue, violet or pink; '' for none.",
    ),
]
Icon = Annotated[str | None, typer.Option(metavar="ICON", help="An emoji; '' for none.")]
Mode = Annotated[
    str | None,
    typer.Option(metavar="MODE", help="chat, or single: each question is answered by itself."),
]
MostMessages = Annotated[
    int | None,
    typer.Option(metavar="N", help="More active messages than these are folded."),
]
Budget = Annotated[
    int | None,
    typer.Option(metavar="TOKENS", help="The budget of its chats; 0 for that of the settings."),
]
KeptDays = Annotated[
    int | None,
    typer.Option(
        "--retention",
        metavar="DAYS",
        min=-1,
        max=MOST_DAYS,
        help="Delete its chats so many days after their last use; 0: never, -1: as the settings.",
    ),
]
UsesProfile = Annotated[
    bool | None,
    typer.Option("--profile/--no-profile", help="Whether its chats use what is known about you."),
]


def notebooks(*, as_json: AsJson = False) -> None:
    """List the notebooks, the last active first."""
    with opened() as assistant:
        for each in assistant.notebooks.list():
            typer.echo(each.model_dump_json() if as_json else formatting.of_notebook(each))


def new(
    name: Name,
    instructions: Instructions = None,
    colour: Colour = None,
    icon: Icon = None,
    mode: Mode = None,
    most_messages: MostMessages = None,
    budget: Budget = None,
    *,
    retention: KeptDays = None,
    profile: UsesProfile = None,
    as_json: AsJson = False,
) -> None:
    """Begin a notebook."""
    given = _change(
        name, instructions, colour, icon, mode, most_messages, budget, profile, retention
    )
    with opened() as assistant:
        made = assistant.notebooks.create(given)
    terminal.print_result(made, formatting.of_notebook_settings(made), as_json=as_json)


def change(
    name: Name,
    instructions: Instructions = None,
    colour: Colour = None,
    icon: Icon = None,
    mode: Mode = None,
    most_messages: MostMessages = None,
    budget: Budget = None,
    *,
    retention: KeptDays = None,
    profile: UsesProfile = None,
    as_json: AsJson = False,
) -> None:
    """Change what a notebook has chosen, and print all of it."""
    given = _change(
        None, instructions, colour, icon, mode, most_messages, budget, profile, retention
    )
    with opened() as assistant:
        changed = in_notebook(assistant, name).notebooks.change(given)
    terminal.print_result(changed, formatting.of_notebook_settings(changed), as_json=as_json)


def rename(
    name: Name,
    new_name: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")],
) -> None:
    """Rename a notebook."""
    with opened() as assistant:
        renamed = in_notebook(assistant, name).notebooks.change(_change(new_name))
    terminal.note(f"{name} is now called {renamed.name}.")


def clear(name: Name) -> None:
    """Move all sessions of a notebook to the trash; the notebook and its sources stay."""
    with opened() as assistant:
        ids, can_restore = in_notebook(assistant, name).notebooks.clear_history()
    how = f" To restore one: restore ID --notebook {name!r}" if can_restore else ""
    terminal.note(f"{formatting.counted(len(ids), 'session')} cleared.{how}")


def delete(
    name: Name,
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete a notebook with all its sessions and sources, trashed ones too, for good."""
    with opened() as assistant:
        found = in_notebook(assistant, name)
        held = found.notebooks.contents()
        if not yes:
            typer.confirm(
                f"Delete {formatting.plain(found.notebooks.get().name)!r} with its "
                f"{formatting.counted(held.sessions, 'session')}, "
                f"{formatting.counted(held.sources, 'source')} and what is in its trash, for good?",
                abort=True,
                err=True,
            )
        found.notebooks.delete()
    terminal.note(f"{name} was deleted.")


def share(name: Name, person: Person, as_: SharedAs = "reader") -> None:
    """Let a person read all chats of a notebook or write in them, or no longer."""
    with opened() as assistant:
        sharing = in_notebook(assistant, name).sharing
        if as_ == "nobody":
            sharing.unshare_notebook(person)
        else:
            sharing.share_notebook(person, as_)
    terminal.note(f"{person}: {as_}")


def move(session_id: SessionIdArgument, name: Name, from_: From = "General") -> None:
    """Move a session with its branches to notebook NAME."""
    with opened() as assistant:
        to = assistant.notebooks.find(name).notebook_id
        in_notebook(assistant, from_).notebooks.move_session(session_id, to)
    terminal.note(f"{session_id} is in {name} now.")


def copy(session_id: SessionIdArgument, name: Name, from_: From = "General") -> None:
    """Copy a session with its branches to notebook NAME, and print the id of the copy."""
    with opened() as assistant:
        to = assistant.notebooks.find(name).notebook_id
        typer.echo(in_notebook(assistant, from_).notebooks.copy_session(session_id, to).session_id)


def export(
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The zip file to write.")],
) -> None:
    """Write a notebook to one zip file: settings, sessions, sources, documents, not the profile."""
    with opened() as assistant:
        found = in_notebook(assistant, name)
        held = found.notebooks.contents()
        with terminal.tally("Exporting", held.sessions + held.sources + held.documents) as step:
            found.notebook_transfer.export(file, step)
    terminal.note(
        f"{name}, with {formatting.counted(held.sessions, 'session')}, "
        f"{formatting.counted(held.sources, 'source')} and "
        f"{formatting.counted(held.documents, 'document')}, is in {formatting.plain(str(file))}."
    )


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The zip file of a notebook.")],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="What to call it, in place of its own name."),
    ] = None,
) -> None:
    """Store the notebook of a zip file as a new one, and print its name."""
    with opened() as assistant:
        found = assistant.notebook_transfer.preview(file)
        with terminal.tally("Importing", found.steps) as step:
            made = assistant.notebook_transfer.import_file(file, name=name, step=step)
    typer.echo(formatting.plain(made.name))


def _change(
    name: str | None,
    instructions: str | None = None,
    colour: str | None = None,
    icon: str | None = None,
    mode: str | None = None,
    most_messages: int | None = None,
    budget: int | None = None,
    profile: bool | None = None,  # noqa: FBT001 - an option of the commands above
    retention: int | None = None,
) -> NotebookChange:
    """Return the change these options describe; an option that is None changes nothing.

    Raises:
        InvalidPreference: One of them has an invalid value.
    """
    options: dict[str, Any] = {
        "name": name,
        "instructions": instructions,
        "colour": colour,
        "icon": icon,
        "mode": mode,
        "most_messages": most_messages,
        "uses_profile": profile,
    }
    given = {option: value for option, value in options.items() if value is not None}
    if budget is not None:
        given["budget"] = budget or None
    if retention is not None:
        given["retention_days"] = None if retention < 0 else retention
    try:
        return NotebookChange(**given)
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0])
        raise InvalidPreference.of(wrong, given[wrong], error) from error


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command()(notebooks)
    family = typer.Typer(help="Begin and change notebooks; move sessions between them.")
    for command in (new, change, rename, clear, delete, share, move, copy, export):
        family.command()(command)
    family.command("import")(import_)
    app.add_typer(family, name="notebook")
