"""Retention of documents: prunes old contents and empties the trash, as the settings say."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import DocumentNotFound
from tidemark.schema.documents import PrunedDocument
from tidemark.services.configuration import Configuration

_PURGED_AT_ONCE = 20  # documents; the next start continues


@dataclass(frozen=True)
class DocumentRetention:
    """Prunes and purges the documents of ``database``, including those of its chats."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    configuration: Configuration

    @property
    def days(self) -> int:
        """The number of days the content of an old version is kept; 0 means for ever."""
        return self.configuration.settings.document_retention_days

    def prune(
        self,
        days: int | None = None,
        *,
        is_dry: bool = False,
        step: Callable[[], object] = lambda: None,
    ) -> tuple[PrunedDocument, ...]:
        """Drop the contents of versions older than ``days``, by default the number in the settings.

        The newest version of each branch, and those that others refer to, keep their content; all
        keep their place in the history.  If ``is_dry``, only count them.  Calls ``step()`` before
        each document.
        """
        days = self.days if days is None else days
        if not days:
            return ()
        now = self.clock()
        before, versions = now - dt.timedelta(days=days), self.database.document_versions
        done = []
        for document in self.database.documents.with_old_versions(before):
            step()
            key = document.document_key
            try:
                count = (
                    versions.prunable(key, before=before)
                    if is_dry
                    else versions.prune(key, before=before, now=now)
                )
            except DocumentNotFound:  # removed meanwhile
                continue
            done.append(PrunedDocument(document=document, versions=count))
        return tuple(done)

    def purge(self) -> None:
        """Delete some of the documents whose days in the trash are over."""
        past = self.clock() - dt.timedelta(days=self.configuration.settings.trash_days)
        for key in self.database.documents.due(past, _PURGED_AT_ONCE):
            try:
                self.database.documents.delete(key)
            except DocumentNotFound:  # another process was quicker
                continue
