"""The versions of a summary: what it was before each change a person made, when, and by whom."""

from tidemark.schema import Count, FrozenModel, Instant, SessionMemory


class SummaryVersion(FrozenModel):
    """A summary as it was from the moment ``at`` on: ``change`` is what made it so, and ``by`` who.

    The first is as it was folded.
    """

    at: Instant
    by: str
    change: str
    memory: SessionMemory
    token_count: Count = 0


class SummaryVersionList(FrozenModel):
    """All versions of one summary, the newest last; none where it was never changed."""

    all: tuple[SummaryVersion, ...] = ()
