"""Sharing: sessions and notebooks shared with named people, and the actions these may take.

A visitor gets a ``SharedSession``: a few methods on one session, never the owner's Assistant.  A
turn by an editor reads that session alone: none of the owner's other sessions, profile, sources,
documents or instructions, and no tools; it uses the editor's own engine and budget.  Each method
checks again that the share is still in force.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import (
    InvalidSessionId,
    RunNotFound,
    SessionNotFound,
    SessionTrashed,
    ShareNotFound,
    ShareReadOnly,
)
from tidemark.memory.forgetting import without_items
from tidemark.runtime.runs import Run
from tidemark.schema import Message, Session, Summary
from tidemark.schema.documents import SharedAccess
from tidemark.schema.notebooks import USUAL_NOTEBOOK
from tidemark.schema.people import Share, SharedMessage, SharedThing
from tidemark.services.people import recipients
from tidemark.services.turns import TurnService

VISITING = "_visiting"  # no notebook id: these begin with a letter or a digit
VISITED_NOTEBOOK = USUAL_NOTEBOOK.model_copy(update={"uses_profile": False})
_MOST_EXPORTED = 1_000_000


@dataclass(frozen=True)
class SharingService:
    """The shares of the user of ``database``, and those others made for them."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def share_session(self, session_id: str, person: str, access: SharedAccess) -> None:
        """Give ``person`` read access, or write access, to a session.

        Raises:
            NotShareable: ``person`` is not a valid user id, or is this user.
            SessionNotFound: There is no such session.
        """
        recipients.check(self.database, person)
        self.database.shares.share_session(session_id, person, access, now=self.clock())

    def share_notebook(self, person: str, access: SharedAccess) -> None:
        """Give ``person`` read access, or write access, to the sessions of the notebook.

        Raises:
            NotShareable: ``person`` is not a valid user id, or is this user.
            NotebookNotFound: The notebook is still empty, or was deleted.
        """
        recipients.check(self.database, person)
        self.database.shares.share_notebook(person, access, now=self.clock())

    def unshare_session(self, session_id: str, person: str) -> None:
        """Withdraw the access of ``person`` to a session.

        Raises:
            SessionNotFound: There is no such session.
        """
        self.database.shares.unshare_session(session_id, person)

    def unshare_notebook(self, person: str) -> None:
        """Withdraw the access of ``person`` to the notebook."""
        self.database.shares.unshare_notebook(person)

    def of_session(self, session_id: str) -> tuple[Share, ...]:
        """Return the people a session is shared with.

        Raises:
            SessionNotFound: There is no such session.
        """
        return self.database.shares.of_session(session_id)

    def of_notebook(self) -> tuple[Share, ...]:
        """Return the people the notebook is shared with."""
        return self.database.shares.of_notebook()

    def with_me(self) -> tuple[SharedThing, ...]:
        """Return the sessions and notebooks that others share with the user."""
        return self.database.shares.with_me()

    def leave(self, share_key: int) -> None:
        """Remove a share by another user from the user's list.

        Raises:
            ShareNotFound: The user has no such share.
        """
        self.database.shares.leave(share_key)


@dataclass(frozen=True)
class SharedSession:
    """One session shared by another user, opened by the user of ``visitor``.

    ``opened`` is the owner's notebook limited to what the visitor may see; ``forgotten`` returns
    the texts the owner wants forgotten.  Every method raises ``ShareNotFound`` once the share is
    withdrawn.
    """

    share_key: int
    session_id: str
    visitor: ScopedDatabase
    opened: ScopedDatabase
    turns: TurnService
    forgotten: Callable[[], tuple[str, ...]]

    def share(self, *, is_to_write: bool = False) -> SharedThing:
        """Return the share that gives access to the session.

        Raises:
            ShareNotFound: It was withdrawn, or the session was deleted.
            ShareReadOnly: ``is_to_write`` is set, but the session is shared for reading.
        """
        found = self.visitor.shares.get(self.share_key)
        if found.session_id not in (None, self.session_id):
            raise ShareNotFound(self.share_key)
        try:
            self.opened.sessions.get(self.session_id)
        except (InvalidSessionId, SessionNotFound, SessionTrashed) as error:
            raise ShareNotFound(self.share_key) from error
        if is_to_write and found.access != "editor":
            raise ShareReadOnly(found.name)
        return found

    def session(self) -> Session:
        """Return the session."""
        self.share()
        return self.opened.sessions.get(self.session_id)

    def messages(self, *, before: int | None = None, limit: int = 50) -> tuple[SharedMessage, ...]:
        """Return the last messages before a position, with their authors."""
        owner = self.share().owner
        found = self.opened.messages.page(self.session_id, before=before, limit=limit)
        return tuple(_shared(each, owner) for each in found)

    def summaries(self) -> tuple[Summary, ...]:
        """Return the summaries in force, without items the owner wants forgotten."""
        self.share()
        return without_items(self.opened.get_summaries(self.session_id), self.forgotten())

    def export(self) -> str:
        """Return the session as Markdown: its title, and every message under its author."""
        said = self.messages(limit=_MOST_EXPORTED)
        written = (f"## {each.author or 'Tidemark'}\n\n{each.content}\n" for each in said)
        return "\n".join((f"# {self.session().title}\n", *written))

    def ask(self, text: str) -> Run:
        """Store ``text`` as the visitor's message and start its turn.

        Raises:
            ShareReadOnly: The session is shared for reading.
            SessionBusy: The last message is still being answered.
        """
        self.share(is_to_write=True)
        return self.turns.ask(text, self.session_id)

    def find_run(self, run_id: str, *, is_to_write: bool = False) -> Run:
        """Return a live or recently ended run of the session; set ``is_to_write`` to stop it.

        Raises:
            RunNotFound: The session has no such run.
        """
        self.share(is_to_write=is_to_write)
        run = self.turns.find_run(run_id)
        if run.session_id != self.session_id:
            raise RunNotFound(run_id)
        return run


def _shared(message: Message, owner: str) -> SharedMessage:
    author = message.metadata.author or owner if message.role == "user" else ""
    return SharedMessage(
        message_id=message.id,
        position=message.position,
        role=message.role,
        author=author,
        content=message.content,
        timestamp=message.timestamp,
    )
