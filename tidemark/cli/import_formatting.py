"""What a terminal says of an import: what a file holds, and what came of it."""

from collections.abc import Iterator, Mapping

from tidemark.cli.formatting import ENGLISH, counted, plain
from tidemark.transfer.conversation_tree import Found, Reason, Standing
from tidemark.transfer.preview import Preview, TakenIn

_STANDING: Mapping[Standing, str] = {
    "new": "new",
    "here": "here already",
    "longer": "here in part",
    "unreadable": "",
}


def of_found(found: Found) -> str:
    """Say in a line what one conversation of a file is, and whether it is here."""
    if found.standing == "unreadable":
        parts = [f"cannot be read: {found.why}"]
    else:
        parts = [counted(found.messages, "message")]
        if found.branches:
            parts.append(counted(found.branches + 1, "branch"))
        if found.begun and found.ended:
            parts.append(f"{found.begun:%Y-%m-%d} to {found.ended:%Y-%m-%d}")
        parts.append(_STANDING[found.standing])
    if found.left_out:
        parts.append(f"without {_left_out(found.left_out)}")
    return plain(f"{found.title or 'Untitled'}: {', '.join(parts)}")


def of_taken(taken: TakenIn, preview: Preview) -> Iterator[str]:
    """Say what came of an import: first in all, then of each conversation that lost something."""
    chats = counted(len(taken.stored), "conversation")
    yield f"Imported {counted(taken.messages, 'message')} of {chats}."
    here = sum(found.standing == "here" for found in preview.found)
    if here:
        yield ENGLISH.plural("IMPORTED_LINES.here", here)
    if taken.entries:
        yield ENGLISH.plural("IMPORTED_LINES.entries", taken.entries)
    if preview.passed_over:
        yield ENGLISH.plural("IMPORTED_LINES.passed_over", preview.passed_over)
    if taken.left_out:
        yield f"Left out in all: {_left_out(taken.left_out)}."
    for each in taken.stored:
        if each.left_out:
            yield plain(f"  {each.title}: {_left_out(each.left_out)}")
    for found in preview.found:
        if found.standing == "unreadable":
            yield plain(f"Not taken: {found.title or 'Untitled'}, for {found.why}.")


def _left_out(counts: Mapping[Reason, int]) -> str:
    return ", ".join(ENGLISH.plural(f"LEFT_OUT.{why}", count) for why, count in counts.items())
