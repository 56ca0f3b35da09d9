"""Commands for documents: JSON under version control, changed by hand, by patch or by a file."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import TypeAdapter, ValidationError

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, Person, SharedAs, of_notebook, opened
from tidemark.errors import FileNotTaken, FileUnusable, VersionConflict
from tidemark.i18n.catalogue import catalogue
from tidemark.schema.documents import MAIN, Document, NewVersion, Operation, Side
from utils import make_private_file

if TYPE_CHECKING:
    from assistant import Assistant

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the document.")]
OfSession = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Look in this session first.")
]
Branch = Annotated[str, typer.Option(metavar="BRANCH", help="The branch to work on.")]
Expected = Annotated[
    int | None,
    typer.Option("--expect", metavar="N", help="Refuse if version N is not the newest."),
]
Summary = Annotated[
    str, typer.Option("--summary", metavar="TEXT", help="What was changed, in words.")
]
Conflicts = Annotated[
    list[str] | None,
    typer.Option(
        "--choose",
        metavar="PATH=SIDE",
        help="Which side of a conflict stays: ours, theirs, or both (of a list).",
    ),
]
_ENDS = {"asked": 3, "refused": 4}  # exit codes
_PATCH: TypeAdapter[list[Operation]] = TypeAdapter(list[Operation])
_SIDES: tuple[Side, ...] = ("ours", "theirs", "both")


@contextmanager
def _compared(name: str, branch: str, session: str | None) -> Iterator[None]:
    """Say how to look at both versions if another one came in between."""
    try:
        yield
    except VersionConflict as conflict:
        both = (f"{conflict.expected}", f"{conflict.current}")
        _note_command("To compare", "diff", name, *both, *_options("--branch", branch, session))
        raise


def _options(of_branch: str, branch: str, session: str | None) -> list[str]:
    """Return the options of a command on ``branch``, in ``session``."""
    options = [of_branch, branch] if branch != MAIN else []
    return [*options, *(["--session", session] if session else [])]


def _note_command(why: str, *words: str) -> None:
    """Print the command of documents to give next."""
    terminal.note(f"{why}: cli.py {shlex.join(['document', *words])}")


def list_documents(session: OfSession = None, *, as_json: AsJson = False) -> None:
    """List the documents, those of a session first."""
    with opened() as assistant:
        found = assistant.documents.list(session)
        shared = assistant.documents.shared_with_me()
    terminal.print_all((*found, *shared), formatting.of_document, as_json=as_json)
    if not found and not shared and not as_json:
        terminal.note("There are no documents. Begin one with: document create NAME --file FILE")


def create(
    name: Name,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its content, JSON; else an empty object.")
    ] = None,
    template: Annotated[
        str,
        typer.Option(
            metavar="TEMPLATE",
            help="Begin with this template and its schema; FILE then has what differs.",
        ),
    ] = "",
    schema: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A JSON Schema that it has to obey.")
    ] = None,
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="Make it a document of this session.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Begin a document of the notebook, or of a session."""
    with opened() as assistant:
        documents = assistant.documents
        made = documents.create(
            name,
            documents.content_of(file) if file else {},
            template=template,
            schema=documents.content_of(schema) if schema else None,
            session_id=session,
        )
    terminal.print_result(made, formatting.of_document(made), as_json=as_json)


def show(
    name: Name,
    version: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Its version N, not the newest.")
    ] = None,
    branch: Branch = MAIN,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print the content of a document."""
    with opened() as assistant:
        found = _found(assistant, name, session)
        whole = assistant.documents.read(found, version, branch=branch)
        terminal.print_result(whole, formatting.of_content(whole.content), as_json=as_json)


def set_(
    name: Name,
    patch: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A patch as RFC 6902 has it.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its whole new content.")
    ] = None,
    expect: Expected = None,
    summary: Summary = "",
    branch: Branch = MAIN,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Change a document by a patch, or replace its content, as a new version."""
    if bool(patch) == bool(file):
        raise typer.BadParameter("give --patch FILE or --file FILE")
    with opened() as assistant, _compared(name, branch, session):
        documents, found = assistant.documents, _found(assistant, name, session)
        source = patch or file
        content = documents.content_of(source) if source else None
        words = catalogue(assistant.configuration.preferences.language or "en").text
        told = words("CHANGED_WITH").format(name=source.name if source else "")
        new = NewVersion(summary=summary or told)
        if patch:
            operations = _operations(content)
            made = documents.change(found, operations, new, expected=expect, branch=branch)
        else:
            made = documents.replace(found, content, new, expected=expect, branch=branch)
    terminal.print_result(made, formatting.of_version(made), as_json=as_json)


def edit(
    name: Name,
    instruction: Annotated[
        str, typer.Argument(metavar="INSTRUCTION", help="What to change, or a question, in words.")
    ],
    answering: Annotated[
        list[str] | None,
        typer.Option(
            metavar="EARLIER",
            help="The instruction that was asked back and INSTRUCTION answers; again for each "
            "answer that was asked back, too.",
        ),
    ] = None,
    branch: Branch = MAIN,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Change a document by an instruction in words, read by rules; or answer a question about it.

    If something is unclear, it asks back and prints the command that takes the answer.
    It ends with 0 if it was changed or answered, 3 if something is unclear, 4 if it was refused.
    """
    earlier = answering or []
    with opened() as assistant:
        found = _found(assistant, name, session)
        done = assistant.documents.instruct(
            found, instruction, branch=branch, conversation_id=session, answering=earlier
        )
    terminal.print_result(done, formatting.plain(done.text), as_json=as_json)
    if done.outcome == "asked":
        again = [each for said in (*earlier, instruction) for each in ("--answering", said)]
        options = _options("--branch", branch, session)
        _note_command("To answer", "edit", name, "ANSWER", *again, *options)
    if done.outcome in _ENDS:
        raise typer.Exit(_ENDS[done.outcome])


def history(
    name: Name,
    branch: Branch = MAIN,
    limit: Annotated[int, typer.Option(min=1, help="Versions at most.")] = 50,
    before: Annotated[int | None, typer.Option(metavar="N", help="Those before version N.")] = None,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List the versions of a document, the newest first."""
    with opened() as assistant:
        found = _found(assistant, name, session)
        versions = assistant.documents.history(found, branch=branch, before=before, limit=limit)
    terminal.print_all(versions, formatting.of_version, as_json=as_json)


def diff(
    name: Name,
    from_version: Annotated[int, typer.Argument(metavar="A", help="The version before.")],
    to_version: Annotated[int, typer.Argument(metavar="B", help="The version after.")],
    branch: Branch = MAIN,
    to_branch: Annotated[
        str | None, typer.Option(metavar="BRANCH", help="The branch of B, if it is another.")
    ] = None,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print what changed from version A to version B."""
    with opened() as assistant:
        found = _found(assistant, name, session)
        told = assistant.documents.diff(
            found, from_version, to_version, branch=branch, to_branch=to_branch
        )
    terminal.print_result(told, formatting.of_changes(told.changes), as_json=as_json)


def rollback(
    name: Name,
    version: Annotated[int, typer.Argument(min=1, metavar="N", help="The version to go back to.")],
    expect: Expected = None,
    branch: Branch = MAIN,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Go back to version N, by a new version with its content."""
    with opened() as assistant, _compared(name, branch, session):
        found = _found(assistant, name, session)
        made = assistant.documents.rollback(found, version, expected=expect, branch=branch)
    terminal.print_result(made, formatting.of_version(made), as_json=as_json)


def branch_(
    name: Name,
    new: Annotated[
        str | None, typer.Argument(metavar="[NEW]", help="The new branch; none lists them.")
    ] = None,
    from_branch: Annotated[
        str, typer.Option("--from", metavar="BRANCH", help="The branch that it leaves.")
    ] = MAIN,
    version: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="At version N, not the newest.")
    ] = None,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Begin a branch of a document, or list its branches."""
    with opened() as assistant:
        documents, found = assistant.documents, _found(assistant, name, session)
        if new is None:
            listed = documents.branches(found)
        else:
            listed = (documents.branch(found, new, from_branch=from_branch, from_version=version),)
    terminal.print_all(listed, formatting.of_document_branch, as_json=as_json)


def merge(
    name: Name,
    branch: Annotated[str, typer.Argument(metavar="BRANCH", help="The branch to merge.")],
    into: Annotated[
        str, typer.Option(metavar="BRANCH", help="The branch to merge it into.")
    ] = MAIN,
    choose: Conflicts = None,
    expect: Expected = None,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Merge a branch into another, as a new version of that.

    Places that both changed are printed, and nothing is stored, until a side of each is chosen.
    """
    with opened() as assistant, _compared(name, into, session):
        documents, found = assistant.documents, _found(assistant, name, session)
        choices = dict(map(_choice, choose or ()))
        seen = documents.merging(found, branch, into=into, choices=choices)
        if seen.conflicts:
            terminal.print_all(seen.conflicts, formatting.of_conflict, as_json=as_json)
            sides = [*(choose or ()), *(f"{each.path}=theirs" for each in seen.conflicts)]
            chosen = [each for side in sides for each in ("--choose", side)]
            options = _options("--into", into, session)
            _note_command("To choose", "merge", name, branch, *chosen, *options)
        made = documents.merge(found, branch, into=into, choices=choices, expected=expect)
    terminal.print_result(made, formatting.of_version(made), as_json=as_json)


def export(
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; - prints it.")],
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Write a document with its whole history, one JSON object a line."""
    with opened() as assistant:
        found = _found(assistant, name, session)
        lines = assistant.documents.export(found)
        if str(file) == "-":
            for line in lines:
                typer.echo(line)
            return
        make_private_file(file)
        with file.open("w", encoding="utf-8") as written:
            written.writelines(f"{line}\n" for line in lines)
    if as_json:
        terminal.print_json(found)
    terminal.note(f"{name} was written to {file}.")


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", exists=True, help="A file that export wrote.")
    ],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Call it this, not what the file says.")
    ] = None,
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="Make it a document of this session.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Create a document from an export, every version as it was."""
    with opened() as assistant, file.open(encoding="utf-8") as lines:
        made = assistant.documents.restore_export(lines, name=name, session_id=session)
    terminal.print_result(made, formatting.of_document(made), as_json=as_json)


def bind(
    name: Name,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The file; none lets go of it.")
    ] = None,
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Keep a document and a file in step: each change of one is made in the other."""
    with opened() as assistant:
        documents, found = assistant.documents, _found(assistant, name, session)
        if file is None:
            documents.unbind(found)
        else:
            documents.bind(found, file)
        now = documents.find(name, session)
    terminal.print_result(now, formatting.of_document(now), as_json=as_json)


def share(
    name: Name,
    person: Person,
    as_: SharedAs = "reader",
    session: OfSession = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Let a person read or edit a document, or no longer."""
    with opened() as assistant:
        found = _found(assistant, name, session)
        if as_ == "nobody":
            assistant.documents.unshare(found, person)
        else:
            assistant.documents.share(found, person, as_)
        shares = assistant.documents.shares(found)
    if as_json:
        terminal.print_json(*shares)
    terminal.note(f"{person}: {as_}")


def remove(name: Name, session: OfSession = None, *, as_json: AsJson = False) -> None:
    """Move a document to the trash."""
    with opened() as assistant:
        found = _found(assistant, name, session)
        assistant.documents.remove(found)
    if as_json:
        terminal.print_json(found)
    terminal.note(f"{name} is in the trash.")


def prune(
    days: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Older than so many days; the setting's otherwise."),
    ] = None,
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say of which, and drop nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Drop the contents of old versions: DOCUMENT_RETENTION_DAYS old, or as --days says.

    The newest version of each branch keeps its content, and so do those that a branch, a merge or
    a way back refers to.  Who changed what when stays in the history.
    """
    with opened() as assistant:
        retention = assistant.document_retention
        if not (days or retention.days):
            raise typer.BadParameter("give --days N, or set DOCUMENT_RETENTION_DAYS")
        pruned = retention.prune(days, is_dry=dry_run)
    terminal.print_all(pruned, formatting.of_pruned_document, as_json=as_json)
    if not pruned and not as_json:
        terminal.note("No version is that old.")


def _found(assistant: "Assistant", name: str, session: str | None) -> Document:
    """Return a document, after taking over its file; say if that cannot be."""
    found = assistant.documents.find(name, session)
    try:
        assistant.documents.sync(found)
    except (FileNotTaken, FileUnusable) as error:  # what was stored can still be read
        terminal.note(str(error))
    return found


def _operations(content: object) -> list[Operation]:
    try:
        return _PATCH.validate_python(content)
    except ValidationError as error:
        raise typer.BadParameter("a patch is a list of operations") from error


def _choice(given: str) -> tuple[str, Side]:
    path, _, side = given.rpartition("=")
    for each in _SIDES:
        if side == each:
            return ("" if path == "/" else path), each
    raise typer.BadParameter(f"{given!r}: give PATH=ours, PATH=theirs or PATH=both")


def register(app: typer.Typer) -> None:
    """Add these commands to ``app``."""
    app.command("documents")(of_notebook(list_documents))
    document = typer.Typer(no_args_is_help=True)
    commands: dict[str, Callable[..., None]] = {
        "create": create,
        "show": show,
        "set": set_,
        "edit": edit,
        "history": history,
        "diff": diff,
        "rollback": rollback,
        "branch": branch_,
        "merge": merge,
        "export": export,
        "import": import_,
        "bind": bind,
        "share": share,
        "remove": remove,
        "prune": prune,
    }
    for name, command in commands.items():
        document.command(name)(of_notebook(command))
    app.add_typer(document, name="document", help="Documents: JSON with all its versions.")
