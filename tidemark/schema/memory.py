"""A session's memory: items by kind, summaries that contain them, and the versions of a summary."""

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from tidemark.schema.base import Count, FrozenModel, Instant
from tidemark.schema.reasons import StoredChange

ItemKind = Literal[
    "preferences", "constraints", "decisions", "todos", "open_questions", "key_facts"
]
ITEM_KINDS: tuple[ItemKind, ...] = (
    "preferences",
    "constraints",
    "decisions",
    "todos",
    "open_questions",
    "key_facts",
)


class Item(FrozenModel):
    """One remembered fact: a text, and the messages it comes from.

    ``quote`` is verbatim from one of the messages ``message_ids``; empty if it equals ``text``.
    ``on`` is the date in the text, resolved against the date of the message.  ``status`` applies to
    todos (open, done) and open questions (open, answered).  ``history`` holds the items that this
    one superseded, newest first.  ``is_pinned``: it is in every view, and no merge drops it.
    """

    text: str
    quote: str = ""
    message_ids: tuple[int, ...]
    on: dt.date | None = None
    status: Literal["open", "done", "answered"] | None = None
    history: tuple["Item", ...] = ()
    is_pinned: bool = False


@dataclass(frozen=True)
class ProfileStatement:
    """A statement of a person about themselves, in the message with this id; ``quote`` is verbatim.

    A correction that is incomplete by itself has the corrected statement as text and the former one
    as ``was``: it changes an entry, and adds none.
    """

    kind: ItemKind
    text: str
    message_id: int
    quote: str = ""
    was: str = ""

    @property
    def item(self) -> Item:
        """The statement as an item of a summary."""
        return Item(text=self.text, quote=self.quote, message_ids=(self.message_id,))


class UserProfile(FrozenModel):
    """The person's preferences and constraints, from their own messages only."""

    preferences: tuple[Item, ...] = ()
    constraints: tuple[Item, ...] = ()


class SessionMemory(FrozenModel):
    """A structured summary of some messages.

    ``unconfirmed`` holds items whose cited messages do not support them: shown to the person,
    never to an engine.
    """

    user_profile: UserProfile = Field(default_factory=UserProfile)
    key_facts: tuple[Item, ...] = ()
    decisions: tuple[Item, ...] = ()
    open_questions: tuple[Item, ...] = ()
    todos: tuple[Item, ...] = ()
    unconfirmed: tuple[tuple[ItemKind, Item], ...] = ()

    def items(self, kind: ItemKind) -> tuple[Item, ...]:
        """Return the items of one ``kind``, oldest first."""
        at = self.user_profile if kind in ("preferences", "constraints") else self
        found: tuple[Item, ...] = getattr(at, kind)
        return found

    def all_items(self) -> tuple[tuple[ItemKind, Item], ...]:
        """Return every item with its kind, in the order of ``ITEM_KINDS``."""
        return tuple((kind, item) for kind in ITEM_KINDS for item in self.items(kind))

    @classmethod
    def of(
        cls,
        items: "dict[ItemKind, tuple[Item, ...]]",
        unconfirmed: "tuple[tuple[ItemKind, Item], ...]" = (),
    ) -> "SessionMemory":
        """Build a memory from items by kind; a kind left out is empty."""
        rest = {kind: items.get(kind, ()) for kind in ITEM_KINDS[2:]}
        profile = UserProfile(
            preferences=items.get("preferences", ()), constraints=items.get("constraints", ())
        )
        return cls.model_validate({"user_profile": profile, "unconfirmed": unconfirmed, **rest})

    @property
    def is_empty(self) -> bool:
        """Return whether it has no items."""
        return not self.all_items()


class Summary(FrozenModel):
    """A stored summary of the messages at positions ``from_message_index`` to ``to_message_index``.

    Both bounds are inclusive.  Level 1 was made from messages, higher levels by merging summaries;
    ``superseded_by`` is the id of the merged summary.  ``token_count`` counts its rendering, as
    read by an engine.  ``withdrawn_at`` is when the fold was undone.
    """

    id: int
    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    memory: SessionMemory
    timestamp: dt.datetime
    from_message_index: int
    to_message_index: int
    created_at: dt.datetime
    level: int = 1
    superseded_by: int | None = None
    token_count: int = 0
    withdrawn_at: dt.datetime | None = None


class NewSummary(FrozenModel):
    """A summary to store, of the messages ``message_ids`` (in order of position)."""

    memory: SessionMemory
    token_count: int
    message_ids: Annotated[tuple[int, ...], Field(min_length=1)]


class NewMerge(FrozenModel):
    """A merged summary to store in place of the summaries in force with the ids ``supersedes``.

    It always includes the first-level summary that is saved with it.
    """

    memory: SessionMemory
    token_count: int
    supersedes: tuple[int, ...]


class SummaryVersion(FrozenModel):
    """A summary after the ``change`` made at ``at`` by ``by``.

    The first version is the summary as folded.
    """

    at: Instant
    by: Annotated[str, Field(examples=["you"])]
    change: StoredChange
    memory: SessionMemory
    token_count: Count = 0


class SummaryVersionList(FrozenModel):
    """All versions of one summary, newest last; empty if it was never edited."""

    all: tuple[SummaryVersion, ...] = ()
