"""A statement as it was recorded, and the effect of a later one on earlier ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class RecordedStatement(NamedTuple):
    """A statement: its text, the messages it rests on, and the texts that it replaced.

    ``quote`` is its whole sentence, if that is longer. ``chat`` tells the chats of several apart.
    """

    text: str
    message_ids: tuple[int, ...] = ()
    was: tuple[str, ...] = ()
    quote: str = ""
    chat: str = ""


@dataclass(frozen=True)
class Effect:
    """The changes that a statement makes to earlier ones, and its own text.

    ``changes`` gives the new text of each earlier statement by its index, None for one that is
    superseded as a whole. It ``is_absorbed`` if the changed statements contain all of it.
    """

    text: str
    changes: Mapping[int, str | None] = field(default_factory=dict)
    is_fragment: bool = False
    is_absorbed: bool = False
