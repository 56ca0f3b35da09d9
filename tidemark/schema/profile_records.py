"""What is known of a person outside its database: entries and where they were said."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field, RootModel

from tidemark.schema import Count, FrozenModel, Instant, ItemKind


class MessagePlace(FrozenModel):
    """Where something was said: the message at a ``position`` of a session."""

    session_id: str
    position: Count


class EntryRecord(FrozenModel):
    """One thing known of a person."""

    type: Literal["entry"] = "entry"
    kind: ItemKind
    text: str
    is_enabled: bool = True
    is_edited: bool = False
    updated_at: Instant
    sources: tuple[MessagePlace, ...] = ()


class ForgottenRecord(FrozenModel):
    """What a person wished forgotten: its words, lower-cased."""

    type: Literal["forgotten"] = "forgotten"
    words: str
    forgotten_at: Instant


class _Head(FrozenModel):
    type: Literal["profile"] = "profile"


class ProfileLine(
    RootModel[Annotated[_Head | EntryRecord | ForgottenRecord, Field(discriminator="type")]]
):
    """One line of an exported profile; the first one says that it is one."""


class ProfileRecord(FrozenModel):
    """All that is kept of a person: stored again, it gives the same record."""

    entries: tuple[EntryRecord, ...] = ()
    forgotten: tuple[ForgottenRecord, ...] = ()

    @classmethod
    def of(cls, lines: Sequence[ProfileLine]) -> "ProfileRecord":
        """Return the record that ``lines`` are."""
        rows = [line.root for line in lines]
        return cls(
            entries=tuple(row for row in rows if isinstance(row, EntryRecord)),
            forgotten=tuple(row for row in rows if isinstance(row, ForgottenRecord)),
        )

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known, and nothing was forgotten."""
        return not (self.entries or self.forgotten)

    def lines(self) -> Iterator[str]:
        """Yield the lines of an export, without their ends; the same record gives the same."""
        for row in (_Head(), *self.entries, *self.forgotten):
            yield row.model_dump_json()
