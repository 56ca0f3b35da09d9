"""The context agent: loads what a session holds before a question, and counts it."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from database import ScopedDatabase
from tidemark.prompt.remembered import MergedMemory, MergeMemories
from tidemark.schema import Message, SessionMemory, Summary

EXCHANGE = 2  # a question and its reply


@dataclass(frozen=True)
class Context:
    """The context of a question: its session's active messages and summaries in force.

    ``recent`` are the covered messages among the last exchanges.  ``pinned`` go into every view.
    ``merge`` makes one memory of those of the summaries.
    """

    active: tuple[Message, ...] = ()
    summaries: tuple[Summary, ...] = ()
    recent: tuple[Message, ...] = ()
    pinned: tuple[Message, ...] = ()
    merge: MergeMemories = field(default=MergedMemory, compare=False, repr=False)

    @property
    def last_exchange(self) -> tuple[Message, ...]:
        """The exchange just before the question, if a summary covers it."""
        return () if self.unpinned else self.recent[-EXCHANGE:]

    @property
    def unpinned(self) -> tuple[Message, ...]:
        """The active messages that are not pinned."""
        return tuple(message for message in self.active if not message.is_pinned)

    @property
    def tokens(self) -> int:
        """The stored tokens of summaries in force and active messages."""
        return sum(summary.token_count for summary in self.summaries) + sum(
            message.token_count for message in self.active
        )

    @property
    def before_question(self) -> tuple[Message, ...]:
        """The messages just before the question: the active ones, else the last exchange."""
        return self.active if self.unpinned else self.last_exchange or self.active

    @cached_property
    def merged(self) -> MergedMemory:
        """The merged memory of all summaries in force."""
        return self.merge(tuple(summary.memory for summary in self.summaries))

    @property
    def remembered(self) -> SessionMemory:
        """The items of all summaries in force, newer ones superseding older ones."""
        return self.merged.memory


def load(
    database: ScopedDatabase,
    session_id: str,
    *,
    before: int | None = None,
    recent_exchanges: int = 1,
) -> Context:
    """Load the context of the question at position ``before``, or of the next question.

    Only active messages are read, and the covered ones among the last ``recent_exchanges``;
    nothing is read for the first question.
    """
    if before == 0:
        return Context()
    with database.together():
        held, summaries = database.get_context(session_id)
        held = tuple(message for message in held if before is None or message.position < before)
        active = tuple(message for message in held if not message.is_summarized)
        pinned = tuple(message for message in held if message.is_pinned)
        merge = database.memories.of_session(database.scope.user_id, session_id)
        context = Context(active, summaries, pinned=pinned, merge=merge)
        return with_recent(context, database, session_id, before=before, exchanges=recent_exchanges)


def last_questions(context: Context, most: int) -> Context:
    """Return ``context`` with active and recent messages since the last ``most`` questions only.

    The answers to these questions and pinned messages are kept.
    """
    said = sorted((*context.recent, *context.unpinned), key=lambda message: message.position)
    asked = [message.position for message in said if message.role == "user"]
    if len(asked) <= most:
        return context
    first = asked[-most]
    return replace(
        context,
        active=tuple(each for each in context.active if each.is_pinned or each.position >= first),
        recent=tuple(each for each in context.recent if each.position >= first),
    )


def with_recent(
    context: Context,
    database: ScopedDatabase,
    session_id: str,
    *,
    before: int | None,
    exchanges: int,
) -> Context:
    """Return ``context`` with the covered messages of the last ``exchanges`` under ``before``."""
    limit = EXCHANGE * exchanges
    if not context.summaries or len(context.unpinned) >= limit:
        return context
    there = {message.id for message in context.active}
    tail = database.messages.page(session_id, before=before, limit=limit)
    recent = (
        each for each in tail if not (each.is_retired or each.is_single) and each.id not in there
    )
    return replace(context, recent=tuple(recent))
