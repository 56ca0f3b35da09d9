"""Branches of a conversation, and the switches between them.

A branch is a session that shares its first messages with the session it was forked from.  Sessions
forked by sending an earlier message again form a family: the page shows them as one chat, with a
switch at each message where they differ.
"""

import re
from collections.abc import Callable, Collection, Sequence
from itertools import count
from typing import Annotated

from pydantic import Field

from tidemark.errors import BranchesInCircle
from tidemark.schema.base import Count, FrozenModel
from tidemark.schema.sessions import TITLE_CHARS
from utils import one_line

_ID_MARK = re.compile(r"_branch(?:_\d+)?$")
_ID_CHARS = 80  # of the 100 an id may have: a number can follow
_MARK = re.compile(r" \((?:branch(?: \d+)?|[2-9]|[1-9]\d)\)$")  # "(branch)" is of older versions


class Fork(FrozenModel):
    """The origin of a branch: it shares the first ``shared`` messages of ``session_id``."""

    session_id: str
    shared: Count


class Branch(FrozenModel):
    """One session of a family; the first session of a family has no ``forked``.

    ``looked`` orders the family by when each branch was last opened: the highest is the latest.
    """

    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    forked: Fork | None = None
    looked: Count = 0


class Switch(FrozenModel):
    """The versions of the message at ``position``, a session for each; ``current`` is this one."""

    position: int
    session_ids: Annotated[tuple[str, ...], Field(examples=[["lisbon-trip"]])]
    current: int


class Origin(FrozenModel):
    """The session a chat was forked from; ``title`` is None if it was deleted."""

    session_id: str
    shared: int
    title: str | None


def switches(family: Sequence[Branch], session_id: str) -> tuple[Switch, ...]:
    """Return the switches of branch ``session_id``, by position.

    ``family`` is in order of creation.  If several branches share a version of the message, its
    entry is the one opened last.

    Raises:
        BranchesInCircle: They are forked from each other.
    """
    by_id = _by_id(family)
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
    """Return whether both branches have the same message at ``position``.

    Raises:
        BranchesInCircle: The branches are forked from each other.
    """
    by_id = _by_id(family)
    return _trunk(by_id, session_id, position) == _trunk(by_id, other_id, position)


def refuse_circle(session_id: str, origin_of: Callable[[str], str | None]) -> None:
    """Check that following ``origin_of`` from a session ends at a session without an origin.

    Raises:
        BranchesInCircle: The path returns to a session already visited.
    """
    met: set[str] = set()
    at: str | None = session_id
    while at is not None:
        if at in met:
            raise BranchesInCircle(at)
        met.add(at)
        at = origin_of(at)


def branch_id(session_id: str) -> str:
    """Return the preferred id of a branch of ``session_id``; it may be taken.

    >>> branch_id("session_20260131_232650"), branch_id("trip_branch_2")
    ('session_20260131_232650_branch', 'trip_branch')
    """
    return f"{_ID_MARK.sub('', session_id)[:_ID_CHARS]}_branch"


def branch_title(title: str, taken: Collection[str]) -> str:
    """Return the title of a chat forked from one with this ``title``, unlike those ``taken``.

    >>> branch_title("Lisbon", ()), branch_title("Lisbon (2)", {"Lisbon", "Lisbon (2)"})
    ('Lisbon (2)', 'Lisbon (3)')
    """
    plain = bare_title(title)
    numbered = (
        f"{one_line(plain, TITLE_CHARS - len(mark))}{mark}"
        for mark in map(" ({})".format, count(2))
    )
    return next(each for each in numbered if each not in taken)


def bare_title(title: str) -> str:
    """Return ``title`` without the number of a fork."""
    return _MARK.sub("", title)


def is_branch_title(title: str) -> bool:
    """Return whether ``branch_title`` may have made ``title``."""
    return _MARK.search(title) is not None


def _by_id(family: Sequence[Branch]) -> dict[str, Branch]:
    origins = {branch.session_id: branch.forked.session_id for branch in family if branch.forked}
    for session_id in origins:
        refuse_circle(session_id, origins.get)
    return {branch.session_id: branch for branch in family}


def _said_at(
    by_id: dict[str, Branch], session_id: str, position: int
) -> tuple[tuple[Branch, ...], ...]:
    """Group the branches that share all messages before ``position`` by the message there."""
    before = _trunk(by_id, session_id, position - 1)
    parts: dict[str, list[Branch]] = {}
    for branch in by_id.values():
        if _trunk(by_id, branch.session_id, position - 1) == before:
            parts.setdefault(_trunk(by_id, branch.session_id, position), []).append(branch)
    return tuple(map(tuple, parts.values()))


def _trunk(by_id: dict[str, Branch], session_id: str, position: int) -> str:
    """Return the branch where the message of ``session_id`` at ``position`` was first written."""
    forked = by_id[session_id].forked
    while forked is not None and forked.shared > position and forked.session_id in by_id:
        session_id = forked.session_id
        forked = by_id[session_id].forked
    return session_id


def _last_looked(same: Sequence[Branch], session_id: str) -> str:
    if any(branch.session_id == session_id for branch in same):
        return session_id
    return max(same, key=lambda branch: branch.looked).session_id
