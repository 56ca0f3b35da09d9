"""Erasure of a person: deletes everything stored about them, in every notebook and process cache.

Chats, sources and documents are deleted one by one with their index entries; then all remaining
rows that refer to the person; then the files exported for them and their cached data.  An
interrupted erasure can be run again.
"""

import datetime as dt
import hashlib
import json
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from database import Database, ScopedDatabase
from tidemark.errors import ErasureNotAllowed
from tidemark.schema.rights import ErasureReceipt
from tidemark.schema.scope import LOCAL
from tidemark.services.documents.documents import DocumentService
from tidemark.services.questions.session_files import files_of, folder_of
from tidemark.services.sessions import SessionService
from tidemark.services.sources import SourceService
from tidemark.settings import Settings


class Belongings(Protocol):
    """The services of one notebook of the person."""

    @property
    def sessions(self) -> SessionService:
        """The chats of the notebook."""

    @property
    def sources(self) -> SourceService:
        """The sources of the notebook."""

    @property
    def documents(self) -> DocumentService:
        """The documents of the notebook."""


@dataclass(frozen=True)
class ErasureService:
    """Erases the user of ``database``; ``of`` returns the services of one of their notebooks.

    ``stop`` ends this process's work for them, ``forget`` drops their cached data.
    """

    opened: Database
    database: ScopedDatabase
    of: Callable[[str], Belongings]
    clock: Callable[[], dt.datetime]
    new_nonce: Callable[[], str]
    settings: Settings
    stop: Callable[[], None]
    forget: Callable[[], None]

    @property
    def is_allowed(self) -> bool:
        """Return whether people may erase themselves here."""
        return self.settings.memory_allow_data_deletion

    def count(self) -> dict[str, int]:
        """Count the rows of the person in each table that has any."""
        return self.opened.rows_of_person(self._user_id)

    def erase_own(self) -> ErasureReceipt:
        """Erase the person at their own request; return the receipt.

        Raises:
            ErasureNotAllowed: The operator does not let people erase themselves.
        """
        if not self.is_allowed:
            raise ErasureNotAllowed
        return self.erase()

    def erase(self) -> ErasureReceipt:
        """Erase the person at the operator's request; return the receipt."""
        began, now, user_id = time.perf_counter(), self.clock(), self._user_id
        rows = self.count()
        self.stop()
        session_files = len(self._session_files())
        for notebook_id in self.opened.notebooks_of_person(user_id):
            there = self.of(notebook_id)
            there.documents.delete_all()
            there.sources.delete_all()
            there.sessions.delete_all()
        files = self._delete_files() + session_files - len(self._session_files())
        nonce = self.new_nonce()
        hashed = person_sha256(nonce, user_id)
        ms = round((time.perf_counter() - began) * 1000)
        audit_rows, sha256 = self.opened.erase_person(
            user_id, at=now, ms=ms, rows=rows, person_sha256=hashed
        )
        self.forget()
        return ErasureReceipt(
            at=now,
            ms=ms,
            rows=rows,
            audit_rows=audit_rows,
            files=files,
            person_sha256=hashed,
            sha256=sha256,
            nonce=nonce,
            is_scrubbed=self.opened.scrub(),
        )

    @property
    def _user_id(self) -> str:
        return self.database.scope.user_id

    def _session_files(self) -> list[Path]:
        folder = self.settings.session_files
        return files_of(folder, self._user_id) if folder else []

    def _delete_files(self) -> int:
        """Delete the folder of session files, and exports; return the number of exports."""
        session_files = self.settings.session_files
        for file in self._session_files():
            file.unlink(missing_ok=True)
        if session_files and self._user_id != LOCAL.user_id:
            shutil.rmtree(folder_of(session_files, self._user_id), ignore_errors=True)
        folder = self.settings.exports_dir
        own = [each for each in (folder / self._user_id,) if each.is_dir()]
        if self._user_id == LOCAL.user_id:  # its notebook General has no folder of its own
            own += [path for path in folder.glob("*") if path.is_file() and path.suffix]
        files = [path for each in own for path in _files(each)]
        for each in own:
            if each.is_dir():
                shutil.rmtree(each)
            else:
                each.unlink(missing_ok=True)
        return len(files)


def person_sha256(nonce: str, user_id: str) -> str:
    """Return the hash with which the holder of a receipt can prove whose erasure it was."""
    return hashlib.sha256(json.dumps([nonce, user_id]).encode()).hexdigest()


def _files(path: Path) -> list[Path]:
    return [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
