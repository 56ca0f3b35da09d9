"""Reports of an import: the contents of a file before anything is stored, and the result."""

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from tidemark.schema import Count, FrozenModel, Instant
from tidemark.schema.reasons import ImportFault
from tidemark.schema.reports import ImportReport
from tidemark.transfer.conversation import OmissionReason

ImportStatus = Literal["new", "here", "longer", "unreadable"]


class ConversationPreview(FrozenModel):
    """One conversation of a file, with its ``number`` in it.

    ``messages`` counts those of all branches; ``branches`` counts all but one.
    ``session_id`` is the id it requests; ``status`` says whether it is stored already, in whole or
    in part; ``why`` is the fault of an unreadable one.
    """

    number: Count
    title: Annotated[str, Field(examples=["A trip to Lisbon"])]
    session_id: str = ""
    name: str = ""
    messages: Count = 0
    branches: Count = 0
    begun: Instant | None = None
    ended: Instant | None = None
    status: ImportStatus = "new"
    why: ImportFault | None = None
    left_out: Mapping[OmissionReason, Count] = {}


class ImportPreview(FrozenModel):
    """The contents of the file at ``path``, which was read to its end without a fault.

    ``entries`` counts profile entries; ``passed_over`` counts files without conversations.
    """

    path: Path
    name: str
    conversations: tuple[ConversationPreview, ...]
    entries: Count = 0
    passed_over: Count = 0

    @property
    def new(self) -> tuple[int, ...]:
        """The numbers of the conversations that are not stored yet, or only in part."""
        return tuple(at.number for at in self.conversations if at.status in ("new", "longer"))

    def messages(self, numbers: Collection[int]) -> int:
        """Count the messages of the conversations with these ``numbers``."""
        wanted = set(numbers)
        return sum(at.messages for at in self.conversations if at.number in wanted)


class ConversationReport(FrozenModel):
    """The import of one conversation; ``why`` is the reason if nothing was ``imported``."""

    number: Count
    title: Annotated[str, Field(examples=["A trip to Lisbon"])]
    imported: ImportReport | None = None
    why: ImportFault | None = None
    left_out: Mapping[OmissionReason, Count] = {}

    @property
    def stored(self) -> int:
        """The number of messages stored by this import."""
        return self.imported.stored if self.imported else 0


class FileReport(FrozenModel):
    """The import of a file; if it ``is_stopped``, the rest of the file was not read.

    ``entries`` counts new profile entries; ``entries_skipped`` those that exist already, are to
    stay forgotten, or did not fit.
    """

    conversations: tuple[ConversationReport, ...]
    entries: Count = 0
    entries_skipped: Count = 0
    is_stopped: bool = False

    @property
    def stored(self) -> tuple[ConversationReport, ...]:
        """The conversations from which something was stored."""
        return tuple(each for each in self.conversations if each.stored)

    @property
    def messages(self) -> int:
        """The number of messages stored."""
        return sum(each.stored for each in self.conversations)

    @property
    def left_out(self) -> Mapping[OmissionReason, int]:
        """The number of parts left out of the stored conversations, by reason."""
        whole: Counter[OmissionReason] = Counter()
        for each in self.stored:
            whole.update(each.left_out)
        return whole
