"""Sessions as listed, and the fill level of their context."""

import datetime as dt
from typing import Annotated, Literal, NamedTuple

from pydantic import AwareDatetime, Field

from tidemark.schema.base import FrozenModel
from tidemark.schema.notebooks import MOST_MESSAGES
from tidemark.schema.retention import RetentionDays
from utils import one_line

TITLE_CHARS = 200  # of a title given by a person or an import
_FIRST_TITLE_CHARS = 60  # of a title made from a message


class Session(FrozenModel):
    """A session as listed; ``trashed_at`` is when it was moved to the trash.

    It is kept for ``retention_days`` after ``updated_at``; None uses its notebook's setting.
    """

    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    title: Annotated[str, Field(examples=["A trip to Lisbon"])]
    created_at: dt.datetime
    updated_at: dt.datetime
    message_count: int
    is_pinned: bool = False
    is_archived: bool = False
    trashed_at: dt.datetime | None = None
    retention_days: RetentionDays | None = None


_FIRST_DAY = dt.datetime(1900, 1, 1, tzinfo=dt.UTC)
_LAST_DAY = dt.datetime(9999, 1, 1, tzinfo=dt.UTC)
WhichSessions = Literal["recent", "archived", "trashed"]
ListOrder = Literal["used", "created"]


class SessionPlace(NamedTuple):
    """The place of a session in a list: whether it is pinned, and when it was used or trashed."""

    is_pinned: bool
    moment: Annotated[AwareDatetime, Field(ge=_FIRST_DAY, le=_LAST_DAY)]
    key: Annotated[int, Field(ge=1, lt=2**31)]


class ListedSessions(NamedTuple):
    """A part of a list of sessions, with the place of its last one if others follow."""

    sessions: tuple[Session, ...]
    last: SessionPlace | None


class Meter(FrozenModel):
    """The size of a session's context, in tokens.

    ``context`` counts against ``threshold``: the summaries in force and the active messages.
    ``recalled``, ``pinned`` (covered messages that are pinned) and ``sources`` (the passages read
    for the last question) are shown separately.  ``foldable_messages``, active and not pinned,
    count against ``most_messages``.
    """

    summaries: int
    active: int
    threshold: int
    recalled: int = 0
    pinned: int = 0
    sources: int = 0
    active_messages: int = 0
    foldable_messages: int = 0
    most_messages: int = MOST_MESSAGES
    covered_messages: int = 0

    @property
    def context(self) -> int:
        """The tokens of summaries in force and active messages."""
        return self.summaries + self.active

    @property
    def share(self) -> float:
        """``context`` as a share of ``threshold``; above 1 the next message triggers a fold."""
        return self.context / self.threshold

    @property
    def is_over(self) -> bool:
        """Return whether the next message triggers a fold, by tokens or number of messages."""
        return self.share > 1 or self.foldable_messages > self.most_messages


def new_session_id(now: dt.datetime) -> str:
    """Return the id for a session that starts ``now``; it may already be taken."""
    return f"session_{now:%Y%m%d_%H%M%S}"


def title_from(message: str) -> str:
    """Return the title for a session made from its first ``message``: one line, shortened.

    >>> title_from("Plan a trip.  To Rome.")
    'Plan a trip. To Rome.'
    """
    return one_line(message, _FIRST_TITLE_CHARS)
