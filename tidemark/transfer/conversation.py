"""Conversations as stored in files: messages, branches, and counts of unreadable parts."""

import datetime as dt
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field

from tidemark.schema import Count, FrozenModel, Instant, QueryUnderstanding, Role
from tidemark.schema.reasons import ImportFault
from tidemark.schema.records import SessionRecord

OmissionReason = Literal["system", "tool", "thought", "hidden", "media", "empty", "unconnected"]
MOST_BRANCHES = 500  # per conversation: each is stored with all shared messages

_USABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")  # of the 100 an id may have: a number can follow
_HASH_CHARS = 20
_SECOND = dt.timedelta(seconds=1)


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("is empty")
    return value


NonBlank = Annotated[str, AfterValidator(_not_blank)]


class PlainMessage(FrozenModel):
    """A message with its role, and its time if the file has it; a time without a zone is UTC.

    ``understood`` is the analysis of a person's message, if the file has one (our sample does).
    """

    model_config = ConfigDict(extra="ignore")

    role: Role
    content: NonBlank
    timestamp: Instant | None = None
    understood: QueryUnderstanding | None = None


class ConversationBranch(FrozenModel):
    """A branch: the first ``shared`` messages of branch number ``parent``, then its own."""

    parent: Count
    shared: Count
    messages: tuple[PlainMessage, ...]


class Conversation(FrozenModel):
    """A conversation of another program, to be stored as the session ``session_id``.

    ``messages`` are those of branch 0; ``branches`` are the others in order of creation, numbered
    from 1, each forked from an earlier one; ``current`` is the one its person saw last.  ``name``
    identifies it in a file of several; without ``created_at`` it began with its first message;
    ``left_out`` counts the parts that could not become messages, by reason.
    """

    title: str = ""
    messages: Annotated[tuple[PlainMessage, ...], Field(min_length=1)]
    session_id: str = Field(default_factory=lambda fields: content_id(fields.get("messages", ())))
    name: str = ""
    created_at: Instant | None = None
    branches: tuple[ConversationBranch, ...] = ()
    current: Count = 0
    left_out: Mapping[OmissionReason, Count] = {}

    @property
    def paths(self) -> tuple[tuple[PlainMessage, ...], ...]:
        """The complete messages of each branch."""
        paths = [self.messages]
        for branch in self.branches:
            paths.append((*paths[branch.parent][: branch.shared], *branch.messages))
        return tuple(paths)


class UnreadableConversation(FrozenModel):
    """A conversation that cannot be imported, and the reason; the rest of its file can be."""

    title: str
    why: ImportFault
    left_out: Mapping[OmissionReason, Count] = {}


ParsedConversation = Conversation | SessionRecord | UnreadableConversation


@dataclass(frozen=True)
class TreeNode:
    """A node of a message tree: ``parent`` is the key of the node before it.

    A node without a ``message`` only connects others.
    """

    parent: str | None
    message: PlainMessage | None


def dated(messages: Sequence[PlainMessage], now: dt.datetime) -> tuple[PlainMessage, ...]:
    """Return ``messages`` with a time on each.

    A message without a time gets one second after the message before it; the first gets the
    earliest time in the file, or ``now``.
    """
    known = [message.timestamp for message in messages if message.timestamp]
    at = min(known, default=now) - _SECOND
    timed = []
    for message in messages:
        at = message.timestamp or at + _SECOND
        timed.append(message.model_copy(update={"timestamp": at}))
    return tuple(timed)


def questions(conversation: Conversation | SessionRecord) -> tuple[str, ...]:
    """Return the person's messages, in order."""
    if isinstance(conversation, SessionRecord):
        conversation = conversation.listed
    return tuple(message.content for message in conversation.messages if message.role == "user")


def content_id(messages: Sequence[PlainMessage]) -> str:
    """Return a session id derived from ``messages``: equal messages give the same id."""
    lines = [(message.role, message.content) for message in messages]
    return derived_id("import", None, lines)


def derived_id(program: str, own_id: str | None, value: object) -> str:
    """Return a session id for a conversation of ``program``, from its own id or from ``value``.

    The same conversation gives the same id each time.

    >>> derived_id("claude", "6f7b5e59", None), derived_id("plain", None, ["Hello"])
    ('claude_6f7b5e59', 'plain_024650ad788f9b375fc9')
    """
    if own_id and _USABLE_ID.fullmatch(own_id):
        return f"{program}_{own_id}"
    whole = json.dumps(value, sort_keys=True, default=str).encode()
    return f"{program}_{hashlib.sha256(whole).hexdigest()[:_HASH_CHARS]}"


def from_tree(
    nodes: Mapping[str, TreeNode],
    current: str | None,
    left_out: Counter[OmissionReason],
    *,
    title: str,
    session_id: str,
) -> Conversation | UnreadableConversation:
    """Return the conversation of a tree of ``nodes``, last seen at the node ``current``.

    Siblings keep the order of ``nodes``.  Messages that are not reachable from a root, as in a
    circle, are counted as ``unconnected``.
    """
    children: dict[str | None, list[str]] = {}
    for key, node in nodes.items():
        children.setdefault(node.parent if node.parent in nodes else None, []).append(key)
    reached, leaves = _reached(children)
    lost = sum(node.message is not None for key, node in nodes.items() if key not in reached)
    if lost:
        left_out["unconnected"] += lost
    if len(leaves) > MOST_BRANCHES:
        why = ImportFault("branches", count=len(leaves), most=MOST_BRANCHES)
        return UnreadableConversation(title=title, why=why, left_out=dict(left_out))
    paths = list(_complete([_up_from(leaf, nodes) for leaf in leaves]))
    if not paths:
        why = ImportFault("silent")
        return UnreadableConversation(title=title, why=why, left_out=dict(left_out))
    seen = set(_up_from(current, nodes)) if current in reached else set()
    looked_at = max(range(len(paths)), key=lambda at: (len(seen.intersection(paths[at])), at))
    messages = {key: node.message for key, node in nodes.items() if node.message is not None}
    return Conversation(
        title=title,
        messages=tuple(messages[key] for key in paths[0]),
        session_id=session_id,
        branches=tuple(_branches(paths, messages)),
        current=looked_at,
        left_out=dict(left_out),
    )


def _reached(children: Mapping[str | None, Sequence[str]]) -> tuple[set[str], list[str]]:
    """Return the keys reachable from the roots, and the leaves among them in order."""
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


def _up_from(leaf: str | None, nodes: Mapping[str, TreeNode]) -> tuple[str, ...]:
    path, key = [], leaf
    while key is not None and key in nodes:
        if nodes[key].message is not None:
            path.append(key)
        key = nodes[key].parent
    return tuple(path[::-1])


def _complete(paths: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield each of ``paths`` once, except those that another path continues."""
    continued = {key for path in paths for key in path[:-1]}
    ends: set[str] = set()
    for path in paths:
        if path and path[-1] not in continued and path[-1] not in ends:
            ends.add(path[-1])
            yield path


def _branches(
    paths: Sequence[tuple[str, ...]], messages: Mapping[str, PlainMessage]
) -> Iterator[ConversationBranch]:
    first_with = dict.fromkeys(paths[0], 0)
    for number, path in enumerate(paths[1:], start=1):
        shared = next(at for at, key in enumerate(path) if key not in first_with)
        parent = first_with[path[shared - 1]] if shared else 0
        first_with.update(dict.fromkeys(path[shared:], number))
        own = tuple(messages[key] for key in path[shared:])
        yield ConversationBranch(parent=parent, shared=shared, messages=own)
