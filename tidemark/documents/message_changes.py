"""Changes that messages made in documents: their versions, combined, with their current state."""

from collections.abc import Iterable, Sequence

from tidemark.schema.documents import (
    DocumentVersion,
    MessageChange,
    MessageChangeState,
    MessageVersion,
)

_MOST_SHOWN = 6


def of_versions(versions: Iterable[MessageVersion]) -> tuple[MessageChange, ...]:
    """Return the changes that ``versions`` of messages belong to, in their order.

    Consecutive versions of one message are one change.  The rollback by which a person undid a
    change, or restored it, is not a change of its own but the state of that one.
    """
    runs: list[list[MessageVersion]] = []
    last: dict[tuple[int, int, str], list[MessageVersion]] = {}
    for each in versions:
        if _is_toggle(each):
            continue
        place = (each.shown_at, each.document_key, each.branch)
        run = last.get(place)
        if run is not None and run[-1].version > 1 and run[-1].version + 1 == each.version:
            run.append(each)
        else:
            last[place] = run = [each]
            runs.append(run)
    return tuple(map(_change, runs))


def not_undone(versions: Sequence[DocumentVersion]) -> list[DocumentVersion]:
    """Return those of ``versions`` that a message made; none if the person undid them.

    A message may make a change again that was undone.
    """
    made = [each for each in versions if not _is_toggle(each)]
    last = versions[-1] if versions else None
    is_undone = last is not None and _is_toggle(last) and (last.restored or 0) < made[-1].version
    return [] if is_undone else made


def _is_toggle(version: DocumentVersion) -> bool:
    return version.author == "person" and version.restored is not None


def _change(run: list[MessageVersion]) -> MessageChange:
    changes = [change for version in run for change in version.changes][:_MOST_SHOWN]
    count = sum(version.operations for version in run)
    return MessageChange(
        versions=tuple(run),
        state=_state(run[0], run[-1]),
        changes=tuple(changes),
        more=max(count - len(changes), 0),
    )


def _state(first: MessageVersion, last: MessageVersion) -> MessageChangeState:
    """Return the state of a change by the version whose content is the newest."""
    as_now = (last.newest, *last.restored_now)
    if last.version in as_now:
        return "in_force"
    return "undone" if first.version - 1 in as_now else "superseded"
