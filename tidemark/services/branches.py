"""Branches of a chat: forks from a message, and questions edited after they were answered.

Neither deletes anything: the original messages stay, and the person can go back to them.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents import summariser
from database import ScopedDatabase
from tidemark.errors import MessageNotFound, SessionNotFound
from tidemark.runtime.jobs import Job, Jobs
from tidemark.runtime.runs import Run
from tidemark.schema import (
    Message,
    MessageMetadata,
    NewMerge,
    NewMessage,
    Session,
    Summary,
    TurnStart,
)
from tidemark.schema.branches import Branch, Origin, Switch, branch_id, switches
from tidemark.services.turns import TurnService, message_text
from tidemark.storage.search.copied_messages import AT_ONCE
from utils import TokenCounter

_DRAWN_S = 10.0  # even on a busy machine; both need the one interpreter


@dataclass(frozen=True)
class BranchService:
    """Forks the sessions of ``database``; uses ``turns`` to ask a question in a branch."""

    database: ScopedDatabase
    counter: TokenCounter
    clock: Callable[[], dt.datetime]
    turns: TurnService
    indexing: Jobs[None]

    def fork(self, session_id: str, position: int) -> Session:
        """Copy a session up to and including ``position``, with its memory; return the copy.

        Raises:
            SessionNotFound: There is no such session.
            MessageNotFound: It has no message at this position.
        """
        self._message(session_id, position)
        forked = self.database.branches.fork(
            session_id,
            position + 1,
            wished=branch_id(session_id),
            title=self.database.sessions.get(session_id).title,
            now=self.clock(),
            merge=self._merge,
        )
        if position + 1 > AT_ONCE:
            self._index_later(forked.session_id)
        return forked

    def edit_question(self, session_id: str, position: int, text: str) -> Run:
        """Ask ``text`` instead of the person's message at ``position``, in a new branch.

        The pictures of that message are attached to the new one.  The new branch shares all earlier
        messages; the message and those after it stay in their own branch.

        Raises:
            EmptyMessage: ``text`` is blank.
            MessageTooLong: ``text`` is longer than a message may be.
            SessionNotFound: There is no such session.
            MessageNotFound: There is no message of the person at this position.
        """
        text = message_text(text)
        former = self._message(session_id, position)
        if former.role != "user":
            raise MessageNotFound(session_id, position + 1, of_person=True)
        now = self.clock()
        is_single = self.turns.configuration.notebook.mode == "single"
        question = NewMessage.counted("user", text, now, self.counter, is_single=is_single)
        known, held = former.metadata, self.database.attached_pictures.of_messages([former.id])
        if known.source_choice is not None or known.pictures:
            kept = MessageMetadata(source_choice=known.source_choice, pictures=known.pictures)
            question = question.model_copy(update={"metadata": kept})

        def store(owner: str) -> TurnStart:
            return self.database.branches.branch(
                session_id,
                question,
                shared=position,
                wished=branch_id(session_id),
                owner=owner,
                now=now,
                merge=self._merge,
                pictures=held.get(former.id, ()),
            )

        return self.turns.begin(store)

    def of(self, session_id: str) -> tuple[Branch, ...]:
        """Return the branches of a chat in order of creation; empty if it has only one."""
        return self.database.branches.family(session_id)

    def session_ids(self, session_id: str) -> tuple[str, ...]:
        """Return the ids of all branches of a chat, including this one."""
        return self.database.branches.session_ids(session_id)

    def origin(self, session_id: str) -> Origin | None:
        """Return the chat that this one was forked from; None if it was not forked."""
        return self.database.branches.origin(session_id)

    def show(self, session_id: str) -> tuple[Switch, ...]:
        """Make this branch the one shown in the list of sessions.

        Return the points at which the person can switch to another branch.
        """
        family = self.of(session_id)
        if family and max(family, key=lambda branch: branch.looked).session_id != session_id:
            self.database.branches.show(session_id)
        return switches(family, session_id)

    def _index_later(self, session_id: str) -> None:
        """Index a long fork once the page has drawn it; an earlier turn or search does so first."""
        name = f"{self.database.scope.user_id}/{session_id}"

        def work(job: Job[None]) -> None:
            job.pause(_DRAWN_S)
            self.database.branches.index(session_id)
            self.indexing.forget(name)

        self.indexing.begin(name, work, total=1)

    def _merge(self, summaries: Sequence[Summary]) -> NewMerge | None:
        threshold = self.turns.configuration.threshold
        return summariser.merge_over_limit(summaries, threshold=threshold, counter=self.counter)

    def _message(self, session_id: str, position: int) -> Message:
        found = self.database.messages.between(session_id, position, position)
        if found:
            return found[0]
        if not self.database.sessions.exists(session_id):
            raise SessionNotFound(session_id)
        raise MessageNotFound(session_id, position + 1)
