"""Branches of a conversation: which of them differ from which message on, and where one switches.

A branch is a session of its own that shares its first messages with the one it was forked from.
Those that were made by sending an earlier message anew are a family: one chat to whoever looks at
it, with a switch wherever two of them part.
"""

import re
from collections.abc import Sequence

from tidemark.schema.base import Count, FrozenModel

_ID_MARK = re.compile(r"_branch(?:_\d+)?$")
_ID_CHARS = 80  # of the 100 an id may have: a number can follow
_MARK = re.compile(r" \(branch(?: (\d+))?\)$")


class Fork(FrozenModel):
    """Where a session was forked: it shares the first ``shared`` messages of ``session_id``."""

    session_id: str
    shared: Count


class Branch(FrozenModel):
    """One session of a family; its first one was ``forked`` from none of them.

    ``looked`` grows with each look at one of the family: the highest is the one last looked at.
    """

    session_id: str
    forked: Fork | None = None
    looked: Count = 0


class Switch(FrozenModel):
    """What else was said at a ``position`` of a chat: a session for each, one of them this one."""

    position: int
    session_ids: tuple[str, ...]
    current: int


class Origin(FrozenModel):
    """What a chat was forked from, and after how many messages; the title of one that is there."""

    session_id: str
    shared: int
    title: str | None


def switches(family: Sequence[Branch], session_id: str) -> tuple[Switch, ...]:
    """Return where the branch ``session_id`` parts from others of ``family``, in order.

    ``family`` is in the order made.  Where several go on from the same message, the switch leads
    to the one of them last looked at.
    """
    by_id = {branch.session_id: branch for branch in family}
    if session_id not in by_id:
        return ()
    parted = {b.forked.shared for b in family if b.forked and b.forked.session_id in by_id}
    found = []
    for position in sorted(parted):
        said = _said_at(by_id, session_id, position)
        if len(said) > 1:
            ids = tuple(_last_looked(same, session_id) for same in said)
            at = ids.index(session_id)
            found.append(Switch(position=position, session_ids=ids, current=at))
    return tuple(found)


def is_shared(family: Sequence[Branch], session_id: str, other_id: str, position: int) -> bool:
    """Whether the branch ``session_id`` has the message that ``other_id`` has at ``position``."""
    by_id = {branch.session_id: branch for branch in family}
    return _trunk(by_id, session_id, position) == _trunk(by_id, other_id, position)


def id_of(session_id: str) -> str:
    """Return the id that a session forked from ``session_id`` would like; it may be taken.

    >>> id_of("session_20260131_232650"), id_of("trip_branch_2")
    ('session_20260131_232650_branch', 'trip_branch')
    """
    return f"{_ID_MARK.sub('', session_id)[:_ID_CHARS]}_branch"


def title_of(title: str) -> str:
    """Return the title of a session forked from one that is called ``title``.

    >>> title_of("Lisbon"), title_of("Lisbon (branch)"), title_of("Lisbon (branch 9)")
    ('Lisbon (branch)', 'Lisbon (branch 2)', 'Lisbon (branch 10)')
    """
    found = _MARK.search(title)
    if found is None:
        return f"{title} (branch)"
    return f"{title[: found.start()]} (branch {int(found[1] or 1) + 1})"


def has_mark(title: str) -> bool:
    """Whether ``title`` is one that ``title_of`` gives: its end does not show in a narrow list."""
    return _MARK.search(title) is not None


def _said_at(
    by_id: dict[str, Branch], session_id: str, position: int
) -> tuple[tuple[Branch, ...], ...]:
    """Part those that share all before ``position`` by the message they have there."""
    before = _trunk(by_id, session_id, position - 1)
    parts: dict[str, list[Branch]] = {}
    for branch in by_id.values():
        if _trunk(by_id, branch.session_id, position - 1) == before:
            parts.setdefault(_trunk(by_id, branch.session_id, position), []).append(branch)
    return tuple(map(tuple, parts.values()))


def _trunk(by_id: dict[str, Branch], session_id: str, position: int) -> str:
    """Return the first branch made with the message that ``session_id`` has at ``position``."""
    forked = by_id[session_id].forked
    while forked is not None and forked.shared > position and forked.session_id in by_id:
        session_id = forked.session_id
        forked = by_id[session_id].forked
    return session_id


def _last_looked(same: Sequence[Branch], session_id: str) -> str:
    if any(branch.session_id == session_id for branch in same):
        return session_id
    return max(same, key=lambda branch: branch.looked).session_id
