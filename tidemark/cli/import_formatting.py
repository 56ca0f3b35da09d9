"""Imports as lines of text: the contents of a file, and the result of storing it."""

from collections.abc import Iterator, Mapping

from tidemark.cli.formatting import ENGLISH, counted, of_import, plain
from tidemark.i18n.code_texts import fault_text
from tidemark.transfer.conversation import OmissionReason
from tidemark.transfer.import_reports import (
    ConversationPreview,
    FileReport,
    ImportPreview,
    ImportStatus,
)

_STATUS: Mapping[ImportStatus, str] = {
    "new": "new",
    "here": "here already",
    "longer": "here in part",
    "unreadable": "",
}


def of_preview(found: ConversationPreview) -> str:
    """Return a line on one conversation of a file, with its import status."""
    if found.status == "unreadable":
        parts = [f"cannot be read: {_why(found)}"]
    else:
        parts = [counted(found.messages, "message")]
        if found.branches:
            parts.append(counted(found.branches + 1, "branch"))
        if found.begun and found.ended:
            parts.append(f"{found.begun:%Y-%m-%d} to {found.ended:%Y-%m-%d}")
        parts.append(_STATUS[found.status])
    if found.left_out:
        parts.append(f"without {_left_out(found.left_out)}")
    return plain(f"{found.title or 'Untitled'}: {', '.join(parts)}")


def of_one(report: FileReport, preview: ImportPreview) -> Iterator[str]:
    """Yield lines on the import of one conversation."""
    yield from (of_import(each.imported) for each in report.conversations if each.imported)
    yield from _of_file(report, preview)
    yield from _not_taken(preview)


def of_several(report: FileReport, preview: ImportPreview) -> Iterator[str]:
    """Yield lines on the import of several: all together, then each with a loss."""
    chats = counted(len(report.stored), "conversation")
    yield f"Imported {counted(report.messages, 'message')} of {chats}."
    here = sum(found.status == "here" for found in preview.conversations)
    if here:
        yield ENGLISH.plural("IMPORTED_LINES.here", here)
    yield from _of_file(report, preview)
    for each in report.stored:
        if each.left_out:
            yield plain(f"  {each.title}: {_left_out(each.left_out)}")
    yield from _not_taken(preview)


def _of_file(report: FileReport, preview: ImportPreview) -> Iterator[str]:
    if report.entries:
        yield ENGLISH.plural("IMPORTED_LINES.entries", report.entries)
    if preview.passed_over:
        yield ENGLISH.plural("IMPORTED_LINES.passed_over", preview.passed_over)
    if report.left_out:
        yield f"Left out in all: {_left_out(report.left_out)}."


def _not_taken(preview: ImportPreview) -> Iterator[str]:
    for found in preview.conversations:
        if found.status == "unreadable":
            yield plain(f"Not taken: {found.title or 'Untitled'}, for {_why(found)}.")


def _left_out(counts: Mapping[OmissionReason, int]) -> str:
    return ", ".join(ENGLISH.plural(f"LEFT_OUT.{why}", count) for why, count in counts.items())


def _why(found: ConversationPreview) -> str:
    return fault_text(found.why, ENGLISH.language) if found.why else ""
