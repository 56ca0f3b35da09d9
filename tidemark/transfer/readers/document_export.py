"""Document exports: one JSON object a line: the document, then each branch with its versions."""

from collections.abc import Iterable, Iterator

from pydantic import JsonValue, ValidationError

from tidemark.documents import patches, validation
from tidemark.documents.content import checked, is_same
from tidemark.errors import ExportUnreadable, UserError
from tidemark.schema.documents import (
    MAIN,
    DocumentBranch,
    DocumentExport,
    DocumentHead,
    ExportLine,
    VersionRecord,
)

_Held = tuple[JsonValue] | None  # the content of a version; None if it was pruned


def read(lines: Iterable[str]) -> DocumentExport:
    """Return the document in ``lines``, with every version checked.

    Raises:
        ExportUnreadable: A line is not from an export, or a patch does not give its version.
    """
    parsed = _parsed(lines)
    number, first = next(parsed, (1, ExportLine()))
    if first.document is None:
        raise ExportUnreadable(number, "is not the head of a document")
    branches: list[tuple[DocumentBranch, list[VersionRecord]]] = []
    held: _Held = None
    for number, line in parsed:
        if line.branch is not None:
            branches.append((line.branch, []))
        elif line.version is None or not branches:
            raise ExportUnreadable(number, "is no version of a branch")
        elif line.version.version != len(branches[-1][1]) + 1:
            raise ExportUnreadable(number, "is a version out of order")
        else:
            held = _content(number, held, line.version)
            branches[-1][1].append(line.version)
    _check_whole(number, first.document, branches)
    return DocumentExport(first.document, tuple((each, tuple(its)) for each, its in branches))


def _parsed(lines: Iterable[str]) -> Iterator[tuple[int, ExportLine]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, ExportLine.model_validate_json(line)
            except ValidationError as error:
                raise ExportUnreadable(number, "is not from an export") from error


def _content(number: int, before: _Held, record: VersionRecord) -> _Held:
    """Return the content of a version after checking that its patch leads to it."""
    try:
        whole = (checked(record.content),) if record.is_whole else None
        if record.version == 1 or record.patch is None or before is None:
            return whole
        patched = patches.applied(before[0], record.patch)
    except UserError as error:
        raise ExportUnreadable(number, "has a patch that cannot be applied") from error
    if whole is not None and not is_same(patched, whole[0]):
        raise ExportUnreadable(number, "has a patch that leads elsewhere")
    return (patched,)


def _check_whole(
    number: int, head: DocumentHead, branches: list[tuple[DocumentBranch, list[VersionRecord]]]
) -> None:
    if not branches or branches[0][0].name != MAIN:
        raise ExportUnreadable(number, "has no main branch before it")
    for branch, held in branches:
        if not held or branch.version != len(held):
            raise ExportUnreadable(number, "ends before the versions of a branch do")
        if held[-1].patch is None and not held[-1].is_whole:
            raise ExportUnreadable(number, "has no content of the newest version")
    if head.schema_ is not None:
        try:
            validation.check_schema(head.schema_)
        except UserError as error:
            raise ExportUnreadable(1, "has a schema that cannot be used") from error
