"""What a person does with an answer: have another, choose which stands, say whether it helped."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.runtime.runs import Run
from tidemark.schema import Message, ReplyRating
from tidemark.schema.prompt_snapshot import NOTHING
from tidemark.services.branches import BranchService
from tidemark.services.turns import TurnService
from utils import one_line, storable

_REASON_CHARS = 500


@dataclass(frozen=True)
class ReplyService:
    """The replies in ``database``; another is one of ``turns`` or, further up, of ``branches``."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    turns: TurnService
    branches: BranchService

    def another(self, session_id: str, position: int) -> Run:
        """Answer what the reply at ``position`` answers once more.

        The last question gets another reply beside the one it has, one further up a branch.

        Raises:
            MessageNotFound: There is no reply to a question there.
            NothingToRetry: It is being answered.
        """
        question = self.database.replies.question_of(session_id, position)
        last = self.turns.last(session_id)
        if last is not None and last.question_id == question.id:
            return self.turns.answer_without(session_id, question.id, NOTHING)
        return self.branches.send_anew(session_id, question.position, question.content)

    def stand(self, session_id: str, position: int) -> Message:
        """Let the reply at ``position`` be the answer to its question that engines read.

        Raises:
            MessageNotFound: No whole reply is there.
            ReplyFolded: The one that stands is in a summary.
            SessionBusy: The last message is still being answered.
        """
        return self.database.replies.stand(session_id, position)

    def rate(
        self, session_id: str, message_id: int, *, is_good: bool, reason: str = ""
    ) -> ReplyRating:
        """Keep whether a reply helped, and the ``reason`` on one line, if there is one.

        Raises:
            MessageGone: The session has no such reply.
        """
        given = one_line(storable(reason), _REASON_CHARS)
        opinion = ReplyRating(is_good=is_good, reason=given, given_at=self.clock())
        self.database.replies.rate(session_id, message_id, opinion)
        return opinion

    def unrate(self, session_id: str, message_id: int) -> None:
        """Forget what was thought of a reply.

        Raises:
            MessageGone: The session has no such reply.
        """
        self.database.replies.rate(session_id, message_id, None)

    def opinions(self, message_ids: Sequence[int]) -> dict[int, ReplyRating]:
        """Return what was thought of these replies, by id."""
        return self.database.replies.opinions(message_ids)
