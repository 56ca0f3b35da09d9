"""Notebooks: lists, creates, changes, clears and deletes them; moves and copies chats."""

import datetime as dt
import difflib
import itertools
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import (
    InstructionsTooLong,
    NotebookNotFound,
    NotebookStays,
    SessionExists,
    SessionNotFound,
    SourceNotFound,
)
from tidemark.runtime.runs import Runs
from tidemark.schema import Session
from tidemark.schema.notebooks import (
    Notebook,
    NotebookChange,
    NotebookContents,
    NotebookListing,
)
from tidemark.schema.records import SessionRecord
from tidemark.schema.scope import GENERAL, Scope
from tidemark.schema.sessions import new_session_id
from tidemark.services.configuration import Configuration
from tidemark.services.documents.documents import DocumentService
from tidemark.services.sessions import SessionService
from tidemark.services.sources import SourceService
from utils import TokenCounter, one_line

_MOST_NEAREST = 3  # names that are suggested
_LEAST_LIKENESS = 0.5
_AT_ONCE = 50
# An empty chat begins right after the cleared one was trashed
_AS_CLEARED = dt.timedelta(minutes=2)
_ID_CHARS = 90  # of an id, before a suffix


@dataclass(frozen=True)
class NotebookService:
    """The notebook of the scope of ``database``, and the list of all notebooks of its user.

    To open another one, call ``Assistant.scoped`` with its scope.  ``scoped`` returns the database
    of another scope, for moving data between notebooks.  ``runs`` are those of turns.
    """

    database: ScopedDatabase
    counter: TokenCounter
    clock: Callable[[], dt.datetime]
    configuration: Configuration
    sessions: SessionService
    sources: SourceService
    documents: DocumentService
    scoped: Callable[[Scope], ScopedDatabase]
    runs: Runs

    def list(self) -> tuple[NotebookListing, ...]:
        """Return all notebooks of the user, most recently active first."""
        return self.database.notebooks.all(now=self.clock())

    def get(self) -> Notebook:
        """Return the open notebook.

        Raises:
            NotebookNotFound: It was deleted.
        """
        return self.database.notebooks.get(now=self.clock())

    def create(self, settings: NotebookChange) -> Notebook:
        """Create a notebook with these ``settings``, which include a name; return it.

        Raises:
            NotebookExists: A notebook has this name already.
            InstructionsTooLong: Its instructions are longer than allowed.
        """
        self._refuse_long(settings)
        return self.database.notebooks.create(settings, now=self.clock())

    def change(self, change: NotebookChange) -> Notebook:
        """Change the open notebook; return the changed notebook.

        Raises:
            NotebookNotFound: It was deleted.
            NotebookExists: Another one has the new name.
            InstructionsTooLong: The new instructions are longer than allowed.
        """
        self._refuse_long(change)
        changed = self.database.notebooks.change(change, now=self.clock())
        self.configuration.read_notebook_again()
        return changed

    def touch(self) -> None:
        """Mark the open notebook, and its user, as active now.

        Raises:
            NotebookNotFound: It was deleted.
        """
        self.database.notebooks.touch(now=self.clock())

    def find(self, name: str) -> Notebook:
        """Return the notebook with this ``name``, ignoring case, or with this id.

        Raises:
            NotebookNotFound: There is none; its ``nearest`` are those with a similar name.
        """
        known = self.list()
        wanted = one_line(name, len(name)).casefold()
        for each in known:
            if each.name.casefold() == wanted:
                return each
        for each in known:
            if each.notebook_id == name:
                return each
        names = {each.name.casefold(): each.name for each in known}
        nearest = difflib.get_close_matches(wanted, names, n=_MOST_NEAREST, cutoff=_LEAST_LIKENESS)
        begun = [folded for folded in names if folded.startswith(wanted) and wanted]
        found = [names[each] for each in dict.fromkeys((*begun, *nearest))]
        raise NotebookNotFound(name, tuple(found[:_MOST_NEAREST]))

    def contents(self) -> NotebookContents:
        """Count the contents of the open notebook, including its trash."""
        return self.database.notebooks.contents()

    @property
    def limit_tokens(self) -> int:
        """The maximum length of instructions, in tokens."""
        return self.configuration.settings.notebook_tokens

    def answering(self) -> frozenset[str]:
        """Return the ids of the user's notebooks in which this process is answering."""
        return self.runs.notebook_ids()

    def of_session(self, session_id: str) -> str | None:
        """Return the id of the notebook that contains a chat of the user; None if none does."""
        return self.database.notebooks.of_session(session_id)

    def of_source(self, version_key: int) -> Notebook | None:
        """Return the user's notebook that contains a source version; None if it was removed."""
        for each in self.list():
            there = self._other(each.notebook_id)
            with suppress(SourceNotFound):
                there.sources.version_at(version_key)
                return each
        return None

    def place(self) -> Mapping[str, str]:
        """Return the stored page position in the open notebook; empty for its start."""
        return self.database.notebooks.place()

    def keep_place(self, place: Mapping[str, str]) -> None:
        """Store the page position of the person in the open notebook, to return there later."""
        self.database.notebooks.keep_place(place)

    def move_session(self, session_id: str, to: str) -> None:
        """Move a chat with its branches, and everything that belongs to it, to the notebook ``to``.

        Raises:
            SessionNotFound: There is no such chat in the open notebook.
            SessionBusy: It is being answered.
            NotebookNotFound: There is no such notebook.
        """
        now = self.clock()
        self.database.sessions.move(session_id, to, now=now)
        self._other(to).notebooks.touch(now=now)

    def copy_session(self, session_id: str, to: str) -> Session:
        """Copy a chat with branches and documents to the notebook ``to``; return the copy.

        Its prompts are copied only if the engine read nothing from other chats.

        Raises:
            SessionNotFound: There is no such chat in the open notebook.
            NotebookNotFound: There is no such notebook.
        """
        record = self.database.record(session_id).model_copy(update={"forked": None})
        days = self.database.session_lists.anywhere(session_id).retention_days
        other = self._other(to)
        other.notebooks.touch(now=self.clock())
        wished = f"{session_id[:_ID_CHARS]}_copy"
        for number in itertools.count(2):
            try:
                other.restore(wished, record)
            except SessionExists:
                wished = f"{session_id[:_ID_CHARS]}_copy_{number}"
            else:
                other.sessions.keep_for(wished, days)
                self._copy_documents(record, wished, other)
                return other.sessions.get(wished)
        raise AssertionError  # unreachable: the numbers have no end

    def _copy_documents(self, record: SessionRecord, copy: str, other: ScopedDatabase) -> None:
        copies = other.branches.session_ids(copy)
        chats = dict(zip(record.session_ids, copies, strict=True))
        there = DocumentService(other, self.clock)
        try:
            for document in self.documents.list(record.session_id):
                if document.session_id is not None:
                    lines = self.documents.export(document, with_chats=True)
                    there.restore_export(lines, session_id=copy, chats=chats)
        except BaseException:  # a chat without its documents would look complete
            other.sessions.delete(copy)
            raise

    def clear_session(self, session_id: str) -> tuple[Session, bool]:
        """Move a chat to the trash, and create an empty one with the same title and engine.

        Return the new one, and whether ``unclear_session`` can restore the old one.

        Raises:
            SessionNotFound: There is no such chat.
        """
        old, engine = self.sessions.get(session_id), self.sessions.engine(session_id)
        is_across = self.database.sessions.remembers_across(session_id)
        can_restore = self.sessions.move_to_trash([session_id])
        now = self.clock()
        new = self.database.sessions.begin(new_session_id(now), title=old.title, now=now)
        store = self.database.sessions
        store.rename(new.session_id, old.title)
        store.choose_engine(new.session_id, engine)
        store.remember_across(new.session_id, is_on=is_across)
        return new, can_restore

    def unclear_session(self, session_id: str, emptied: str) -> None:
        """Restore a cleared chat; delete the one created in its place if it is still empty.

        Raises:
            SessionNotFound: The chat was deleted permanently.
            NotInTrash: It was restored already.
        """
        self.sessions.restore([session_id])
        with suppress(SessionNotFound):
            self.database.sessions.delete(emptied, only_empty=True)

    def restore_session(self, session_id: str) -> str | None:
        """Restore a chat from the trash, and trash the empty one created when it was cleared.

        Return the id of the empty chat, None if there is none, if it was used meanwhile, or if
        several may be the one.

        Raises:
            SessionNotFound: The chat was deleted permanently.
            NotInTrash: It was restored already.
        """
        old = self.sessions.get_any(session_id)
        self.sessions.restore([session_id])
        left = old.trashed_at
        found = [
            listed
            for listed in self.sessions.recent(limit=_AT_ONCE)
            if left and left <= listed.created_at <= left + _AS_CLEARED
            if listed.title == old.title and self._is_empty(listed)
        ]
        if len(found) != 1 or not self._discard_empty(found[0].session_id):
            return None
        return found[0].session_id

    def _discard_empty(self, session_id: str) -> bool:
        """Trash a chat, or delete it if there is no trash, unless a message was stored in it."""
        try:
            if not self.sessions.trash_days:
                return self.database.sessions.delete(session_id, only_empty=True)
            return self.database.session_lists.discard_empty(session_id, now=self.clock())
        except SessionNotFound:  # deleted meanwhile
            return False

    def _is_empty(self, session: Session) -> bool:
        """Return whether a chat has no messages and no documents."""
        owners = {document.session_id for document in self.documents.list(session.session_id)}
        return not session.message_count and session.session_id not in owners

    def clear_history(self) -> tuple[tuple[str, ...], bool]:
        """Move all chats of the notebook to the trash; its settings and sources stay.

        Return the ids of the chats, and whether ``sessions.restore`` can restore them.
        """
        found: list[str] = []
        for listed in (self.sessions.recent, self.sessions.archived):
            while page := listed(limit=_AT_ONCE, offset=0):
                ids = [session.session_id for session in page]
                can_restore = self.sessions.move_to_trash(ids)
                found += ids
        return tuple(found), bool(found) and can_restore

    def delete(self) -> None:
        """Delete the notebook and everything in it permanently, including its trash.

        Raises:
            NotebookStays: General cannot be deleted.
            NotebookNotFound: It was deleted already.
        """
        notebook = self.get()
        if notebook.notebook_id == GENERAL:
            raise NotebookStays(notebook.name)
        while True:
            self.sessions.delete_all()
            self.sources.delete_all()
            self.documents.delete_all()
            if self.database.notebooks.delete(now=self.clock()):  # else it is in use again
                break
        self.configuration.read_notebook_again()

    def _other(self, notebook_id: str) -> ScopedDatabase:
        return self.scoped(Scope(self.database.scope.user_id, notebook_id))

    def _refuse_long(self, change: NotebookChange) -> None:
        tokens = self.counter.count_tokens(change.instructions or "")
        if tokens > self.limit_tokens:
            raise InstructionsTooLong(tokens, self.limit_tokens)
