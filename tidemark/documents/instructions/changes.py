"""Changes that an instruction asks for, and reasons why it is not applied."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tidemark.documents.places import (
    Path,
)
from tidemark.schema.documents import Operation

Cause = Literal[
    "several", "value", "kind", "no_value", "incomplete", "already", "whole", "not_there",
    "unsure", "no_version", "no_undo", "no_redo", "no_tick",
]  # fmt: skip
_WEIGHTS: dict[Cause, int] = {
    "several": 6, "value": 5, "kind": 5, "incomplete": 5, "already": 5, "no_value": 4, "whole": 2,
    "not_there": 1, "unsure": 3, "no_version": 6, "no_undo": 6,
    "no_redo": 6, "no_tick": 4,
}  # fmt: skip

_SURE = ("several", "value", "kind", "incomplete", "already", "no_undo", "no_redo")


class NotApplied(Exception):
    """The instruction was not applied: ``phrase`` is unclear, ``places`` are possible meanings.

    ``said`` are the words of the instruction that an answer replaces, if other than ``phrase``.
    """

    def __init__(
        self,
        cause: Cause,
        phrase: str,
        places: Sequence[Path] = (),
        known: int = 0,
        *,
        said: str = "",
    ) -> None:
        super().__init__(cause)
        self.cause, self.phrase, self.places = cause, phrase, tuple(places)
        self.said = said
        self.weight = _WEIGHTS[cause] + 0.1 * known

    @property
    def is_sure(self) -> bool:
        """Return whether the words were understood, and only a choice is missing."""
        return self.cause in _SURE


@dataclass(frozen=True)
class Change:
    """The patch that an instruction asks for, and the last place that it changes.

    ``heeded`` are the words of an exception that it heeds, "except the milk", and the remarks that
    ask for nothing.
    """

    operations: tuple[Operation, ...]
    place: Path = ()
    heeded: tuple[str, ...] = ()


def joined_new(makes: Sequence[Callable[[], Change]]) -> Change:
    """Return several changes as one, skipping those without effect.

    Raises:
        NotApplied: One is impossible, or none has an effect.
    """
    changes: list[Change] = []
    for number, make in enumerate(makes, 1):
        try:
            changes.append(make())
        except NotApplied as error:
            if error.cause != "already" or (number == len(makes) and not changes):
                raise
    return joined(changes)


def joined(changes: Sequence[Change]) -> Change:
    """Return several changes as one."""
    operations = [operation for each in changes for operation in each.operations]
    heeded = tuple(words for each in changes for words in each.heeded)
    return Change(tuple(operations), changes[-1].place, heeded)
