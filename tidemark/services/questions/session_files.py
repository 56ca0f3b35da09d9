"""Session files: one JSON file for each session, written after each exchange, for other programs.

They are in SESSION_FILES; those of users other than ``local`` in a folder with the user's name.
A file that a session starts from is kept as ``<session_id>.json.before``: the one that replaces it
lacks what could not be read, and the sources of its answers.
"""

import datetime as dt
import itertools
import logging
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from database import ScopedDatabase
from tidemark.errors import InvalidSessionId, InvalidSetting, SessionBusy, UnreadableTranscript
from tidemark.schema import Item, Message, NewMessage, NewSummary, Role, SessionMemory
from tidemark.schema.scope import LOCAL
from tidemark.schema.sessions import TITLE_CHARS
from tidemark.schema.sources import SourceSpan
from tidemark.services.memory_overview import MemoryOverview
from tidemark.services.people.change_locks import ChangeLocks
from tidemark.storage.column_types import is_session_id
from tidemark.transfer import session_file
from tidemark.transfer.session_file import FullAnswer, IndexedExchange, RecentMessage, SessionFile
from utils import TokenCounter, one_line, storable

_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}\.json(\.before\d*)?")
_ROLES: tuple[Role, Role] = "user", "assistant"
_log = logging.getLogger(__name__)


def path_of(folder: Path, user_id: str, session_id: str) -> Path:
    """Return the file of a session.

    Raises:
        InvalidSessionId: ``session_id`` is not valid, and might point outside the folder.
    """
    if not is_session_id(session_id):
        raise InvalidSessionId(session_id)
    return folder_of(folder, user_id) / f"{session_id}.json"


def folder_of(folder: Path, user_id: str) -> Path:
    """Return the folder of a person's files: ``folder`` itself where nobody logs in."""
    return folder if user_id == LOCAL.user_id else folder / user_id


def files_of(folder: Path, user_id: str, session_id: str = "*") -> list[Path]:
    """Return the files of a session, by default of all, with those kept as they were before."""
    found = folder_of(folder, user_id).glob(f"{session_id}.json*")
    return [each for each in found if each.is_file() and _NAME.fullmatch(each.name)]


def forget(folder: Path | None, user_id: str, session_ids: Sequence[str]) -> None:
    """Delete the files of deleted sessions."""
    for session_id in session_ids if folder else ():
        for file in files_of(folder, user_id, session_id):  # type: ignore[arg-type]
            try:
                file.unlink(missing_ok=True)
            except OSError:
                _log.exception("the file of a deleted session is still there")


def check_writable(folder: Path | None) -> None:
    """Create ``folder`` if it is missing, and refuse one in which no file can be written.

    Raises:
        InvalidSetting: It cannot be written; SESSION_FILES names it.
    """
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = f"no file can be written in {str(folder)!r} ({error.strerror})"
        raise InvalidSetting("SESSION_FILES", why) from error


@dataclass(frozen=True)
class SessionFiles:
    """Writes and reads the files of the sessions of ``database`` in ``folder``, if that is set."""

    database: ScopedDatabase
    counter: TokenCounter
    clock: Callable[[], dt.datetime]
    memory_overview: MemoryOverview
    locks: ChangeLocks
    folder: Path | None

    def write(self, session_id: str) -> None:
        """Write the current file of a session; a failure to write is only logged.

        Raises:
            SessionNotFound: There is no such session.
        """
        if self.folder is None:
            return
        path = path_of(self.folder, self.database.scope.user_id, session_id)
        held = self._session_file(session_id)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            session_file.write(path, held)
        except OSError:
            _log.exception("the file of a session could not be written")

    def load(self, session_id: str) -> bool:
        """Create an unknown session from its file, if there is one; return whether it was created.

        The file is kept aside.  An unreadable one is logged, too; the session then starts empty.

        Raises:
            SessionBusy: Another request is loading it.
        """
        if self.folder is None or self._is_known(session_id):
            return False
        path = path_of(self.folder, self.database.scope.user_id, session_id)
        if not path.is_file():
            return False
        lock_id = self.locks.take(str(path))
        if lock_id is None:
            raise SessionBusy(session_id)
        try:
            return not self._is_known(session_id) and self._load(session_id, path)
        finally:
            self.locks.release(str(path), lock_id)

    def _is_known(self, session_id: str) -> bool:
        known = self.database.sessions
        return known.exists(session_id) or known.is_spent(session_id)

    def _load(self, session_id: str, path: Path) -> bool:
        try:
            held = session_file.read(path)
        except (OSError, UnreadableTranscript):
            _log.exception("the file of a session could not be read; it is kept as .json.before")
            held = None
        if held is None or not (held.exchanges or held.summary):
            _keep_aside(path)
            return False
        self._store(session_id, held)
        _keep_aside(path)
        self.write(session_id)
        return True

    def _session_file(self, session_id: str) -> SessionFile:
        session = self.database.sessions.get(session_id)
        layers = self.memory_overview.layers(session_id)
        ids = [of for entry in layers.index for of in entry.message_ids]
        said = {each.id: each for each in self.database.messages.by_ids(session_id, ids)}
        entries, answers = [], {}
        for entry in layers.index:
            asked, *replies = (said[of] for of in entry.message_ids)
            sources = [_source(span) for reply in replies for span in reply.metadata.cited_passages]
            answers[entry.exchange_id] = FullAnswer(
                text="\n\n".join(each.content for each in replies), sources=tuple(sources)
            )
            entries.append(
                IndexedExchange(
                    exchange_id=entry.exchange_id,
                    question=asked.content,
                    summary=entry.line,
                    topics=entry.topics,
                    source_ids=tuple(dict.fromkeys(str(each["document_id"]) for each in sources)),
                )
            )
        recent = (each for pair in layers.recent for each in pair)
        return SessionFile(
            session_id=session_id,
            summary=layers.running.text,
            recent_messages=tuple(RecentMessage(role=m.role, content=m.content) for m in recent),
            qa_index=tuple(entries),
            full_answers=answers,
            metadata={
                "title": session.title,
                "created_at": session.created_at.isoformat(),
                "updated_at": session.updated_at.isoformat(),
                "message_count": session.message_count,
            },
        )

    def _store(self, session_id: str, held: SessionFile) -> None:
        """Store the exchanges of a file, folded under its summary if it has one."""
        now = self.clock()
        said = [
            NewMessage.counted(role, storable(text), now, self.counter)
            for exchange in held.exchanges
            for role, text in zip(_ROLES, exchange, strict=True)
            if text.strip()
        ]
        title = str(held.metadata.get("title") or (said[0].content if said else held.summary))
        self.database.sessions.ensure(
            session_id, title=one_line(storable(title), TITLE_CHARS), now=now
        )
        stored = self.database.messages.add_many(session_id, said)
        summary = storable(held.summary).strip()
        if summary and stored:
            memory = SessionMemory(key_facts=_facts(summary, stored))
            new = NewSummary(
                memory=memory,
                token_count=self.counter.count_tokens(summary),
                message_ids=tuple(each.id for each in stored),
            )
            self.database.save_summary(session_id, new, now=now)


def _keep_aside(path: Path) -> None:
    """Rename a file to ``.json.before``, with a number if there is one already."""
    for number in itertools.count(1):
        kept = path.with_name(f"{path.name}.before{number if number > 1 else ''}")
        if not kept.exists():
            break
    try:
        path.rename(kept)
    except OSError:
        _log.exception("the file of a session could not be kept aside")


def _facts(summary: str, stored: Sequence[Message]) -> tuple[Item, ...]:
    lines = (line.strip(" -*") for line in summary.splitlines())
    return tuple(Item(text=line, message_ids=(stored[0].id,)) for line in lines if line)


def _source(span: SourceSpan) -> dict[str, str | int]:
    return {
        "document_id": f"{span.version_key}:{span.start}-{span.end}",
        "source": span.source,
        "version": span.version,
        "heading": " › ".join(span.place.headings),
    }
