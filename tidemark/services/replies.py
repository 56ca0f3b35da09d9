"""Replies: regenerates, chooses and rates them."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.runtime.runs import Run
from tidemark.schema import Message, ReplyRating
from tidemark.schema.prompt_snapshot import NOTHING
from tidemark.services.branches import BranchService
from tidemark.services.turns import TurnService
from tidemark.telemetry import meters
from utils import one_line, storable

_REASON_CHARS = 500


@dataclass(frozen=True)
class ReplyService:
    """Regenerates, chooses and rates the replies in ``database``."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    turns: TurnService
    branches: BranchService

    def regenerate(self, session_id: str, position: int) -> Run:
        """Answer the question of the reply at ``position`` again.

        The last question gets another reply as an alternative; an earlier question gets a branch,
        and so does the last if a summary covers its reply.

        Raises:
            MessageNotFound: There is no reply to a question at this position.
            NothingToRetry: It is being answered.
        """
        question = self.database.replies.question_of(session_id, position)
        last = self.turns.last(session_id)
        if last is not None and last.question_id == question.id and not self._is_folded(question):
            return self.turns.retry_without(session_id, question.id, NOTHING)
        return self.branches.edit_question(session_id, question.position, question.content)

    def _is_folded(self, question: Message) -> bool:
        """Return whether a summary covers a reply to ``question``, the last one of its session."""
        last = self.database.messages.counts(question.session_id).total - 1
        said = self.database.messages.between(question.session_id, question.position + 1, last)
        return any(reply.is_summarized for reply in said)

    def choose(self, session_id: str, position: int) -> Message:
        """Put the reply at ``position`` in force, so that engines read it.

        Raises:
            MessageNotFound: There is no complete reply at this position.
            ReplyFolded: A summary covers the reply now in force.
            SessionBusy: The last message is still being answered.
        """
        return self.database.replies.put_in_force(session_id, position)

    def rate(
        self, session_id: str, message_id: int, *, is_good: bool, reason: str = ""
    ) -> ReplyRating:
        """Store whether a reply helped, and the ``reason`` as one line.

        Raises:
            MessageGone: The session has no such reply.
        """
        given = one_line(storable(reason), _REASON_CHARS)
        opinion = ReplyRating(is_good=is_good, reason=given, given_at=self.clock())
        before = self.ratings([message_id]).get(message_id)
        self.database.replies.rate(session_id, message_id, opinion)
        if before is None or before.is_good != is_good:  # a reason given later is no second rating
            meters.count_rating(is_good=is_good)
        return opinion

    def remove_rating(self, session_id: str, message_id: int) -> None:
        """Delete the rating of a reply.

        Raises:
            MessageGone: The session has no such reply.
        """
        self.database.replies.rate(session_id, message_id, None)

    def ratings(self, message_ids: Sequence[int]) -> dict[int, ReplyRating]:
        """Return the ratings of these replies, by id."""
        return self.database.replies.ratings(message_ids)
