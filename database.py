"""The database, opened and migrated, and the part of it that one scope may read and write.

``Database.scoped`` returns a ``ScopedDatabase``, which has a store for each subject.  Five of its
methods are the contract in Tidemark's specification, kept verbatim for code built on it:
``get_messages``, ``get_summaries``, ``save_summary``, ``mark_messages_as_summarized`` and
``count_total_tokens``.  The last two and ``save_summary`` have no caller in the product itself,
which folds and counts through the stores.
"""

import datetime as dt
import functools
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection

from tidemark.schema import Message, NewMerge, NewSummary, Summary
from tidemark.schema.people import ApiKey
from tidemark.schema.records import SessionRecord
from tidemark.schema.rights import AuditEntry, NewAuditEntry
from tidemark.schema.scope import Scope
from tidemark.settings import VectorStoreName
from tidemark.storage import migrations, records, session_lists, sessions, sources
from tidemark.storage.branches import BranchStore
from tidemark.storage.caches import ProcessCaches
from tidemark.storage.connections import Connections
from tidemark.storage.documents import document_store, pruning
from tidemark.storage.documents.document_store import DocumentStore
from tidemark.storage.documents.version_store import DocumentVersionStore
from tidemark.storage.drivers import database_url, row_security
from tidemark.storage.drivers.postgres import Pool
from tidemark.storage.fold_history import FoldHistoryStore
from tidemark.storage.messages import MessageStore, read_in_context
from tidemark.storage.metrics import MetricsStore
from tidemark.storage.notebooks import NotebookStore
from tidemark.storage.people import (
    api_keys,
    audit,
    erasure,
    expiry,
    export,
    idempotency_keys,
    learned_questions,
    leases,
)
from tidemark.storage.people.api_keys import ApiKeyStore
from tidemark.storage.people.idempotency_keys import IdempotencyKeyStore
from tidemark.storage.people.sharing import ShareStore
from tidemark.storage.pictures import PictureStore
from tidemark.storage.preferences import PreferenceStore
from tidemark.storage.profile import ProfileStore
from tidemark.storage.prompt_snapshots import PromptSnapshotStore
from tidemark.storage.replies import ReplyStore
from tidemark.storage.search.cross_session import CrossSessionStore
from tidemark.storage.search.past_questions import PastQuestionStore
from tidemark.storage.search.recall_store import RecallStore
from tidemark.storage.search.session_search import SessionSearchStore
from tidemark.storage.search.source_search import SourceSearchStore
from tidemark.storage.search.source_vectors import SourceVectorStore
from tidemark.storage.search.vectors import VectorStore, open_vectors
from tidemark.storage.session_lists import SessionListStore
from tidemark.storage.sessions import SessionStore
from tidemark.storage.sources import SourceStore
from tidemark.storage.summaries import SummaryStore, read_in_force
from tidemark.storage.summary_versions import SummaryVersions
from tidemark.storage.turns import TurnStore

_log = logging.getLogger(__name__)


class Database:
    """An open database, thread-safe; ``close`` closes it.

    ``deleted`` is called with a user and the ids of their deleted sessions.

    Raises:
        DatabaseError: It cannot be opened or migrated; the class says why.
    """

    def __init__(
        self,
        url: str,
        *,
        vector_store: VectorStoreName = "numpy",
        pool: Pool | None = None,
        deleted: Callable[[str, Sequence[str]], None] = lambda _user_id, _session_ids: None,
    ) -> None:
        self.url, self.deleted = url, deleted
        self.connections = Connections(database_url.parse(url), pool=pool)
        try:
            migrations.bring_up_to_date(self.connections)
            self._warn_of_a_missing_wall()
            self.vectors = open_vectors(self.connections, vector_store)
        except BaseException:
            self.connections.close()
            raise
        self.caches = ProcessCaches.empty(self.vectors)

    def scoped(self, scope: Scope) -> "ScopedDatabase":
        """Return the part that ``scope`` may read and write; runs no query."""
        return ScopedDatabase(self, scope)

    def scopes_with_trash(self, limit: int) -> tuple[Scope, ...]:
        """Return up to ``limit`` scopes with trashed sessions, oldest trash first.

        For housekeeping only: it reveals the ids of all users, but none of their data.
        """
        with self.connections.asking() as connection:
            return session_lists.scopes_with_trash(connection, limit)

    def scopes_with_trashed_sources(self, limit: int) -> tuple[Scope, ...]:
        """Return up to ``limit`` scopes with trashed sources; for housekeeping only."""
        with self.connections.asking() as connection:
            return sources.scopes_with_trash(connection, limit)

    def scopes_with_trashed_documents(self, limit: int) -> tuple[Scope, ...]:
        """Return up to ``limit`` scopes with trashed documents; for housekeeping only."""
        with self.connections.asking() as connection:
            return document_store.scopes_with_trash(connection, limit)

    def scopes_with_old_versions(self, before: dt.datetime, limit: int) -> tuple[Scope, ...]:
        """Return up to ``limit`` scopes with document versions to prune; for housekeeping only."""
        with self.connections.asking() as connection:
            return pruning.scopes_with_old_versions(connection, before, limit)

    def keys_beginning(self, prefix: str) -> tuple[tuple[ApiKey, str], ...]:
        """Return the keys of all users with this ``prefix``, and their hashes, for requests."""
        with self.connections.asking() as connection:
            return api_keys.find(connection, prefix)

    def note_key_use(self, key_id: int, now: dt.datetime) -> None:
        """Record the use of a key of any user."""
        with self.connections.transaction() as connection:
            api_keys.note_use(connection, key_id, now)

    def expired_sessions(
        self, deployment_days: int, *, now: dt.datetime, after: int = 0
    ) -> tuple[tuple[expiry.ExpiredSession, ...], int | None]:
        """Return a batch of expired sessions of all users, and the next ``after``."""
        with self.connections.asking() as connection:
            return expiry.expired(connection, deployment_days, now=now, after=after)

    def count_trashed(self, *, before: dt.datetime) -> tuple[int, int, int]:
        """Count the sessions, sources and documents of all users trashed ``before`` a time."""
        with self.connections.asking() as connection:
            return expiry.count_trashed(connection, before)

    def rows_of_person(self, user_id: str) -> dict[str, int]:
        """Count the rows of a person in each table that has any."""
        with self.connections.reading() as connection:
            return erasure.count(connection, user_id)

    def notebooks_of_person(self, user_id: str) -> tuple[str, ...]:
        """Return the notebooks that contain data of a person, including deleted ones."""
        with self.connections.reading() as connection:
            return erasure.notebook_ids(connection, user_id)

    def rows_to_export(
        self, user_id: str, but: Collection[str]
    ) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
        """Yield each table that has rows of a person, with these rows; skip the tables ``but``."""
        with self.connections.reading() as connection:
            yield from export.rows(connection, user_id, but)

    def removed_sources(self, user_id: str) -> Iterator[export.RemovedSource]:
        """Yield the versions of all sources in a person's trash."""
        with self.connections.reading() as connection:
            yield from export.removed_sources(connection, user_id)

    def removed_documents(self, user_id: str) -> Iterator[tuple[str, dict[str, JsonValue]]]:
        """Yield the versions of all documents in a person's trash, with their names."""
        with self.connections.reading() as connection:
            yield from export.removed_documents(connection, user_id)

    def erase_person(
        self,
        user_id: str,
        *,
        at: dt.datetime,
        ms: int,
        rows: Mapping[str, int],
        person_sha256: str,
    ) -> tuple[int, str]:
        """Delete every row that belongs to a person, store the receipt and clear all caches.

        Returns the number of blanked audit entries, and the hash of the receipt.
        """
        with self.connections.transaction() as connection:
            done = erasure.erase(
                connection, user_id, at=at, ms=ms, rows=rows, person_sha256=person_sha256
            )
        self.connections.engine.clear_compiled_cache()  # its statements hold their first values
        return done

    def learn_question(self, user_id: str, question: learned_questions.LearnedQuestion) -> bool:
        """Store a question that others may learn from; return False if it is stored already."""
        with self.connections.transaction() as connection:
            return learned_questions.add(connection, user_id, question)

    def learned_questions(
        self, user_id: str, names: Collection[str]
    ) -> tuple[learned_questions.LearnedQuestion, ...]:
        """Return questions of consenting others about tables and columns with these ``names``."""
        with self.connections.asking() as connection:
            return learned_questions.of_others(connection, user_id, names)

    def forget_learned_questions(self, user_id: str) -> None:
        """Delete the questions of a user that others may learn from."""
        with self.connections.transaction() as connection:
            learned_questions.forget(connection, user_id)

    def audit(self, entry: NewAuditEntry, salt: str) -> None:
        """Add an entry to the audit log, about any user: the log is one chain."""
        with self.connections.transaction() as connection:
            audit.append(connection, [(entry, salt)])

    def audit_of(self, user_id: str, *, before: int, limit: int) -> tuple[AuditEntry, ...]:
        """Return ``limit`` entries about a user with keys below ``before``, newest first."""
        return audit.of_user(self.connections, user_id, before=before, limit=limit)

    def audit_faults(self) -> Iterator[tuple[int, str]]:
        """Yield the key of each audit row that was tampered with, and a code for the fault."""
        return audit.faults(self.connections)

    def audit_counts(self) -> tuple[int, int, int]:
        """Count the rows of the audit log, blanked rows, and rows that receipts account for."""
        return audit.count(self.connections)

    def scrub(self) -> bool:
        """Remove the traces of deleted rows from the file; return whether all are gone."""
        return erasure.scrub(self.connections)

    def take_lease(self, name: str, owner: str, *, now: dt.datetime, until: dt.datetime) -> bool:
        """Take or renew a lease; return whether ``owner`` holds it."""
        return leases.take(self.connections, name, owner, now=now, until=until)

    def give_lease_back(self, name: str, owner: str) -> None:
        """Release a lease of ``owner`` before it expires."""
        leases.give_back(self.connections, name, owner)

    def is_of_another(self, session_id: str, user_id: str) -> bool:
        """Return whether a session of a user other than ``user_id`` has this id."""
        with self.connections.reading() as connection:
            return sessions.is_of_another(connection, session_id, user_id)

    def purge_answers(self, before: dt.datetime, limit: int) -> int:
        """Delete up to ``limit`` answers stored before a time; return their number."""
        with self.transaction() as connection:
            return idempotency_keys.purge(connection, before, limit)

    @property
    def where(self) -> str:
        """The name of the database for messages: a file's path, or a URL without its password."""
        return self.connections.address.where

    def transaction(self) -> AbstractContextManager[Connection]:
        """Begin a write transaction without a scope; commit all of it, or roll it back."""
        return self.connections.transaction()

    def reading(self) -> AbstractContextManager[Connection]:
        """Begin a read transaction without a scope: it sees one state."""
        return self.connections.reading()

    def _warn_of_a_missing_wall(self) -> None:
        if self.connections.address.file is not None:
            return
        with self.connections.asking() as connection:
            if row_security.bypasses(connection):
                _log.warning(
                    "The database user of %s is a superuser or has BYPASSRLS: row-level security, "
                    "the second wall between users, does not bind it. Let a plain role own the "
                    "database (docs/postgresql.md).",
                    self.where,
                )

    def close(self) -> None:
        """Close it; if the process is killed instead, nothing is lost."""
        self.caches.table_files.close()
        self.connections.close()


class ScopedDatabase:
    """The data of one scope; all other data in the database is invisible to it.

    Every method with a session id raises ``InvalidSessionId`` for an invalid one, and a
    ``DatabaseError`` whose class says why the database refused.
    """

    def __init__(self, opened: Database, scope: Scope) -> None:
        self.scope = scope
        self.where, self.url = opened.where, opened.url
        self.memories = opened.caches.memories
        self.pictures = opened.caches.pictures
        self._context_messages = opened.caches.context_messages
        self._connections = connections = opened.connections.scoped(scope)
        self.vectors = VectorStore(connections, opened.vectors)
        self.notebooks = NotebookStore(connections)
        self.sessions = SessionStore(
            connections, opened.caches.forget, functools.partial(opened.deleted, scope.user_id)
        )
        self.session_lists = SessionListStore(connections)
        self.messages = MessageStore(connections)
        self.summaries = SummaryStore(connections)
        self.fold_history = FoldHistoryStore(connections)
        self.summary_versions = SummaryVersions(connections)
        self.turns = TurnStore(connections, opened.caches.snapshot_runs)
        self.recall = RecallStore(connections, self.vectors, opened.caches.passages)
        self.branches = BranchStore(connections)
        self.profile = ProfileStore(connections)
        self.api_keys, self.idempotency_keys, self.shares = (
            ApiKeyStore(connections),
            IdempotencyKeyStore(connections),
            ShareStore(connections),
        )
        self.cross_session = CrossSessionStore(connections, opened.caches.occurrences)
        self.preferences, self.past_questions = (
            PreferenceStore(connections),
            PastQuestionStore(connections),
        )
        self.prompt_snapshots = PromptSnapshotStore(connections)
        self.metrics = MetricsStore(connections)
        self.session_search = SessionSearchStore(connections)
        self.replies, self.attached_pictures = (
            ReplyStore(connections),
            PictureStore(connections),
        )
        self.sources = SourceStore(
            connections, opened.caches.source_texts, opened.caches.forget_sources
        )
        self.source_vectors = SourceVectorStore(connections, opened.vectors)
        self.source_search = SourceSearchStore(
            connections, self.vectors, opened.caches.passages, opened.caches.source_texts
        )
        self.documents = DocumentStore(connections)
        self.document_versions = DocumentVersionStore(connections)

    def transaction(self) -> AbstractContextManager[Connection]:
        """Begin a write transaction; commit all of it, or roll it back."""
        return self._connections.transaction()

    def reading(self) -> AbstractContextManager[Connection]:
        """Begin a read transaction: it sees one state."""
        return self._connections.reading()

    def together(self) -> AbstractContextManager[None]:
        """Reuse one connection for this thread's reads in the block; a checkout is expensive."""
        return self._connections.together()

    def get_messages(
        self, session_id: str, *, exclude_summarized: bool = False
    ) -> tuple[Message, ...]:
        """Return all messages of a session by position, or only the active ones."""
        return self.messages.all(session_id, only_active=exclude_summarized)

    def get_summaries(self, session_id: str) -> tuple[Summary, ...]:
        """Return the summaries in force, by range."""
        return self.summaries.in_force(session_id)

    def get_context(self, session_id: str) -> tuple[tuple[Message, ...], tuple[Summary, ...]]:
        """Return the active and the pinned messages, then the summaries in force.

        A concurrent fold between the two reads leaves messages in both, never in neither.
        """
        with self._connections.asking() as connection:
            held = read_in_context(
                connection, session_id, user_id=self.scope.user_id, cache=self._context_messages
            )
            return held, read_in_force(connection, session_id)

    def save_summary(
        self,
        session_id: str,
        new: NewSummary,
        *,
        now: dt.datetime,
        created_at: dt.datetime | None = None,
        merged: NewMerge | None = None,
    ) -> Summary:
        """Store ``new`` and mark the messages it covers, or do neither; return it as stored.

        ``merged``, a summary of a higher level, immediately replaces it and the summaries in force
        that it names.

        Raises:
            AlreadySummarised: One of the messages is not active, or not of this session; or one of
                the summaries to supersede is not in force.
        """
        return self.summaries.save(session_id, new, now=now, created_at=created_at, merged=merged)

    def mark_messages_as_summarized(self, session_id: str, from_index: int, to_index: int) -> int:
        """Mark the active messages at these positions, inclusive; return their number."""
        return self.messages.cover(session_id, from_index, to_index)

    def count_total_tokens(self, session_id: str, *, exclude_summarized: bool = True) -> int:
        """Sum the stored tokens of a session's active messages, or of all of them."""
        return self.messages.total_tokens(session_id, only_active=exclude_summarized)

    def record(self, session_id: str, *, even_trashed: bool = False) -> SessionRecord:
        """Return the full record of a session, as of one moment, also trashed if ``even_trashed``.

        Raises:
            SessionNotFound: No session has this id.
        """
        with self._connections.reading() as connection:
            return records.read(connection, session_id, even_trashed=even_trashed)

    def restore(self, session_id: str, record: SessionRecord) -> None:
        """Store ``record`` as the session ``session_id``, all or nothing.

        Raises:
            SessionExists: A session has this id already.
        """
        with self._connections.transaction() as connection:
            records.write(connection, session_id, record)
