"""What is told of an import: what a file holds before it is taken, what came of it afterwards."""

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from tidemark.schema import Count, FrozenModel
from tidemark.schema.reports import ImportReport
from tidemark.transfer.conversation_tree import Found, Reason


class Preview(FrozenModel):
    """What the file at ``path`` holds, read to its end without a fault.

    ``entries`` counts what it knows of the person; ``passed_over`` its files that hold nothing.
    """

    path: Path
    name: str
    found: tuple[Found, ...]
    entries: Count = 0
    passed_over: Count = 0

    @property
    def new(self) -> tuple[int, ...]:
        """The numbers of the conversations that are not here, or not all of them."""
        return tuple(at.number for at in self.found if at.standing in ("new", "longer"))

    def messages(self, numbers: Collection[int]) -> int:
        """Count the messages of the conversations of these ``numbers``."""
        wanted = set(numbers)
        return sum(at.messages for at in self.found if at.number in wanted)


class Brought(FrozenModel):
    """What came of one conversation; ``why`` says why it was not taken, where it was not."""

    number: Count
    title: str
    imported: ImportReport | None = None
    why: str = ""
    left_out: Mapping[Reason, Count] = {}

    @property
    def stored(self) -> int:
        """How many messages of it are new."""
        return self.imported.stored if self.imported else 0


class TakenIn(FrozenModel):
    """What came of an import; ``is_stopped``: somebody stopped it, and the rest was not read.

    ``entries`` of the person are new; ``kept_out`` were here, are forgotten here, or had no room.
    """

    brought: tuple[Brought, ...]
    entries: Count = 0
    kept_out: Count = 0
    is_stopped: bool = False

    @property
    def stored(self) -> tuple[Brought, ...]:
        """The conversations something was stored of."""
        return tuple(each for each in self.brought if each.stored)

    @property
    def messages(self) -> int:
        """How many messages were stored."""
        return sum(each.stored for each in self.brought)

    @property
    def left_out(self) -> Mapping[Reason, int]:
        """How much was left out of what was taken, by reason."""
        whole: Counter[Reason] = Counter()
        for each in self.stored:
            whole.update(each.left_out)
        return whole
