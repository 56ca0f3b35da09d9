"""A conversation as another program kept it: what was said, the ways it went, what is left out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tidemark.schema import Count, FrozenModel, Instant
from tidemark.schema.records import SessionRecord
from tidemark.transfer.jsonl import Conversation, PlainMessage

Reason = Literal["system", "tool", "thought", "hidden", "media", "empty", "unconnected"]
Standing = Literal["new", "here", "longer", "unreadable"]
MOST_WAYS = 500  # of one conversation: each is stored with all it shares


class Way(FrozenModel):
    """A branch: the first ``shared`` messages of the way numbered ``of``, then its own."""

    of: Count
    shared: Count
    messages: tuple[PlainMessage, ...]


class Talk(FrozenModel):
    """A conversation to be brought in as the session ``session_id``.

    Its first way is ``conversation``; ``ways`` are the others in the order made, numbered from 1,
    each forked from one before it; ``looked`` is the one its person saw last.
    ``left_out`` counts what no message could be made of, by reason.
    """

    session_id: str
    conversation: Conversation
    ways: tuple[Way, ...] = ()
    looked: Count = 0
    left_out: Mapping[Reason, Count] = {}

    @property
    def paths(self) -> tuple[tuple[PlainMessage, ...], ...]:
        """All that was said on each way, from its beginning."""
        paths = [self.conversation.messages]
        for way in self.ways:
            paths.append((*paths[way.of][: way.shared], *way.messages))
        return tuple(paths)


class Unreadable(FrozenModel):
    """A conversation that cannot be taken, and why; the others of its file can."""

    title: str
    why: str
    left_out: Mapping[Reason, Count] = {}


Given = Talk | SessionRecord | Unreadable


class Found(FrozenModel):
    """One conversation of a file, as a preview shows it, numbered as it stands there.

    ``messages`` are those of the way seen last; ``branches`` are the other ways.  ``session_id``
    is the one it has here already, where it ``standing`` says so.
    """

    number: Count
    title: str
    session_id: str = ""
    messages: Count = 0
    branches: Count = 0
    begun: Instant | None = None
    ended: Instant | None = None
    standing: Standing = "new"
    why: str = ""
    left_out: Mapping[Reason, Count] = {}


@dataclass(frozen=True)
class Node:
    """A message of a tree: ``parent`` is the key of the one it follows; one may say nothing."""

    parent: str | None
    said: PlainMessage | None


def talk_of(
    nodes: Mapping[str, Node],
    current: str | None,
    left_out: Counter[Reason],
    *,
    title: str,
    session_id: str,
) -> Talk | Unreadable:
    """Return the conversation that a tree of ``nodes`` is, seen last at the node ``current``.

    Siblings stand in the order of ``nodes``.  What hangs on no beginning, as in a circle, is
    counted as ``unconnected``.
    """
    children: dict[str | None, list[str]] = {}
    for key, node in nodes.items():
        children.setdefault(node.parent if node.parent in nodes else None, []).append(key)
    reached, leaves = _reached(children)
    lost = sum(node.said is not None for key, node in nodes.items() if key not in reached)
    if lost:
        left_out["unconnected"] += lost
    if len(leaves) > MOST_WAYS:
        why = f"it has {len(leaves)} branches, more than {MOST_WAYS}"
        return Unreadable(title=title, why=why, left_out=dict(left_out))
    paths = list(_whole([_up_from(leaf, nodes) for leaf in leaves]))
    if not paths:
        return Unreadable(title=title, why="nobody says anything in it", left_out=dict(left_out))
    seen = set(_up_from(current, nodes)) if current in reached else set()
    looked = max(range(len(paths)), key=lambda at: (len(seen.intersection(paths[at])), at))
    said = {key: node.said for key, node in nodes.items() if node.said is not None}
    return Talk(
        session_id=session_id,
        conversation=Conversation(title=title, messages=tuple(said[key] for key in paths[0])),
        ways=tuple(_ways(paths, said)),
        looked=looked,
        left_out=dict(left_out),
    )


def _reached(children: Mapping[str | None, Sequence[str]]) -> tuple[set[str], list[str]]:
    """Return what can be reached from the beginnings, and the ends among them in order."""
    reached: set[str] = set()
    leaves: list[str] = []
    stack = list(children.get(None, ())[::-1])
    while stack:
        key = stack.pop()
        reached.add(key)
        following = children.get(key, ())
        stack.extend(following[::-1])
        if not following:
            leaves.append(key)
    return reached, leaves


def _up_from(leaf: str | None, nodes: Mapping[str, Node]) -> tuple[str, ...]:
    path, key = [], leaf
    while key is not None and key in nodes:
        if nodes[key].said is not None:
            path.append(key)
        key = nodes[key].parent
    return tuple(path[::-1])


def _whole(paths: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield each of ``paths`` once, but none that only begins another."""
    begun = {key for path in paths for key in path[:-1]}
    ends: set[str] = set()
    for path in paths:
        if path and path[-1] not in begun and path[-1] not in ends:
            ends.add(path[-1])
            yield path


def _ways(paths: Sequence[tuple[str, ...]], said: Mapping[str, PlainMessage]) -> Iterator[Way]:
    first_with = dict.fromkeys(paths[0], 0)
    for number, path in enumerate(paths[1:], start=1):
        shared = next(at for at, key in enumerate(path) if key not in first_with)
        of = first_with[path[shared - 1]] if shared else 0
        first_with.update(dict.fromkeys(path[shared:], number))
        own = tuple(said[key] for key in path[shared:])
        yield Way(of=of, shared=shared, messages=own)
