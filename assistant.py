"""Class ``Assistant``: the services shared by all faces, wired here and nowhere else.

Only this module reads the wall clock and makes random ids; it passes both to everything below.
"""

import datetime as dt
import functools
import secrets
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from database import Database
from graph import Arrange, Loop, unchanged_steps
from tidemark.engines.base import Engine
from tidemark.retrieval.similarity import QueryVector
from tidemark.runtime.jobs import Jobs
from tidemark.runtime.periodic import Periodic
from tidemark.runtime.runs import Run, Runs
from tidemark.schema import Session
from tidemark.schema.messages import PictureFile
from tidemark.schema.notebooks import Notebook
from tidemark.schema.reports import TurnReport
from tidemark.schema.scope import LOCAL, Scope
from tidemark.schema.sources import SourceChoice
from tidemark.schema.tools import NO_CALLER_TOOLS, CallerTools
from tidemark.schema.turns import NO_LIMITS, TurnLimits
from tidemark.services.branches import BranchService
from tidemark.services.configuration import Configuration, Configurations
from tidemark.services.documents.document_retention import DocumentRetention
from tidemark.services.documents.documents import DocumentService
from tidemark.services.embedding_worker import EmbeddingWorker, Owner
from tidemark.services.fold_history import FoldHistory
from tidemark.services.fold_on_request import FoldService
from tidemark.services.importer import Importer
from tidemark.services.ingest import IngestQueues
from tidemark.services.insights import Insights
from tidemark.services.memory_editing import MemoryEditing
from tidemark.services.memory_overview import MemoryOverview
from tidemark.services.model_setup import ModelSetup
from tidemark.services.notebook_transfer import NotebookTransfer
from tidemark.services.notebooks import NotebookService
from tidemark.services.people.api_keys import ApiKeyService, KeyRing
from tidemark.services.people.audit import AuditService, audited
from tidemark.services.people.change_locks import ChangeLocks
from tidemark.services.people.erasure import ErasureService
from tidemark.services.people.idempotency import IdempotencyService, purge_answers
from tidemark.services.people.learning import LearningService
from tidemark.services.people.personal_export import PersonalExport
from tidemark.services.people.preference_effects import PreferenceEffects
from tidemark.services.people.purge import Purge
from tidemark.services.people.retention import RetentionService
from tidemark.services.people.sharing import (
    VISITED_NOTEBOOK,
    VISITING,
    SharedSession,
    SharingService,
)
from tidemark.services.profile import ProfileService
from tidemark.services.prompt_inspection import PromptInspection
from tidemark.services.questions import session_files
from tidemark.services.questions.question_answering import QuestionAnswering
from tidemark.services.questions.session_files import SessionFiles
from tidemark.services.recall_check import RecallCheck
from tidemark.services.replies import ReplyService
from tidemark.services.sessions import SessionService
from tidemark.services.sources import SourceService
from tidemark.services.tables.tables import TableService
from tidemark.services.tables.warming import TableWarming
from tidemark.services.transfer import Transfer
from tidemark.services.turns import TurnOwners, TurnService
from tidemark.settings import Settings
from tidemark.sources.conversion import Converter
from tidemark.storage.drivers.postgres import Pool
from tidemark.tables.sandbox import Sandbox
from tidemark.telemetry.meters import ProcessLoad
from tidemark.tools.base import Tool
from tidemark.tools.registry import TOOLS
from tidemark.transfer.import_reports import FileReport
from utils import TokenCounter

_FIRST_HOUSEKEEPING_S = 60.0  # the start has other work
_VECTORS_S = 5.0  # to embed an exchange, if the caller waits for it
_ENDING_S = 5.0  # for running work when the process ends


def _new_id() -> str:
    return uuid.uuid4().hex


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)  # noqa: TID251 - the one reader of the clock


class _Process:
    """The parts shared by every scope of one process: opened once, closed at the end."""

    def __init__(
        self,
        settings: Settings,
        engine: Engine | None,
        clock: Callable[[], dt.datetime],
        tools: Sequence[Tool[Any]],
        arrange: Arrange,
    ) -> None:
        self.database = Database(
            settings.database_url,
            vector_store=settings.chosen_vector_store,
            pool=Pool(
                settings.memory_db_pool_size,
                settings.memory_db_max_overflow,
                settings.memory_db_pool_timeout,
                echo=settings.memory_db_echo,
            ),
            deleted=functools.partial(session_files.forget, settings.session_files),
        )
        self.counter, self.clock, self.tools = TokenCounter(), clock, tools
        self.loop = Loop(self.counter, arrange)
        self.configurations = Configurations(settings, engine)
        self.embedding_worker = EmbeddingWorker.opened(settings)
        self.key_ring = KeyRing(self.database, clock)
        self.runs, self.folding = Runs(), Runs()
        self.name = _new_id()
        self.owners = TurnOwners(self.name[:8])
        self.exports, self.imports = Jobs[Path](), Jobs[FileReport]()
        self.indexing = Jobs[None]()
        self.housekeeping: Periodic | None = None
        self.notebook_exports, self.notebook_imports = Jobs[Path](), Jobs[Notebook]()
        self.ingests, self.converter, self.drawing = IngestQueues(), Converter(), Converter()
        self.sandbox = Sandbox()
        self.table_warming = TableWarming(lambda: self.loop.compiled)

    @property
    def _jobs(self) -> tuple[Jobs[Any], ...]:
        exports, imports = self.exports, self.imports
        return (self.indexing, exports, imports, self.notebook_exports, self.notebook_imports)

    def read_again(self, settings: Settings) -> None:
        self.embedding_worker.close()
        self.embedding_worker = EmbeddingWorker.opened(settings)
        self.configurations.read_again(settings)

    def stop(self, scope: Scope) -> None:
        """Stop the work in progress for the user of ``scope``, and drop its results."""
        for runs in (self.folding, self.runs):
            runs.scoped(scope).end_user(timeout_s=_ENDING_S)
        for each in self._jobs:
            each.forget_user(scope.user_id, timeout_s=_ENDING_S)
        self.ingests.forget_user(scope.user_id, timeout_s=_ENDING_S)

    def forget(self, user_id: str) -> None:
        """Drop the cached data of a user who was erased."""
        self.configurations.forget(user_id)

    def close(self) -> None:
        if self.housekeeping is not None:
            self.housekeeping.close(_ENDING_S)
        self.folding.end_all(timeout_s=_ENDING_S)
        for each in self._jobs:
            each.end_all(timeout_s=_ENDING_S)
        self.ingests.end_all(timeout_s=_ENDING_S)
        self.converter.close()
        self.drawing.close()
        self.runs.end_all(timeout_s=_ENDING_S)
        self.embedding_worker.close()
        self.configurations.close()
        self.database.close()


class Assistant:
    """A chat that remembers, for one scope: the services shared by all faces.

    Open it once per process, use ``scoped`` for other scopes, and close it at the end.  It is
    thread-safe.

    Raises:
        DatabaseError: The database cannot be opened.
    """

    def __init__(
        self,
        settings: Settings,
        scope: Scope = LOCAL,
        *,
        engine: Engine | None = None,
        clock: Callable[[], dt.datetime] = _utc_now,
        tools: Sequence[Tool[Any]] = TOOLS,
        arrange: Arrange = unchanged_steps,
    ) -> None:
        process = _Process(settings, engine, clock, tools, arrange)
        self._acting = ""
        try:
            self._wire(process, scope)
            self.configuration.options().release()  # opens the engine: an invalid setting shows now
            self.purge.at_start()
            self._begin_housekeeping(is_due=bool(settings.document_retention_days))
        except BaseException:
            process.close()
            raise

    def scoped(self, scope: Scope, *, acting: str = "") -> "Assistant":
        """Return the same services for another scope; it opens nothing and must not be closed.

        The audit names ``acting`` as the actor; by default that of these services, else the user.
        """
        other = object.__new__(Assistant)
        other._acting = acting or self._acting
        other._wire(self._process, scope)
        return other

    def _wire(self, process: _Process, scope: Scope) -> None:
        self._process = process
        self.database = database = process.database.scoped(scope)
        self.counter, self.now = counter, clock = process.counter, process.clock
        runs, folding = process.runs.scoped(scope), process.folding.scoped(scope)
        self.configuration = configuration = self._audited_configuration(process, scope)
        self.model_setup = ModelSetup(configuration, process.read_again)
        self.documents = DocumentService(database, clock)
        self.document_retention = DocumentRetention(database, clock, configuration)
        self.tables = TableService(database, process.database.caches.table_files, process.sandbox)
        self.turns = TurnService(
            database,
            runs,
            process.owners,
            process.loop,
            counter,
            clock,
            configuration,
            self._follow,
            self._vector_of,
            _new_id,
            self.documents,
            self.tables,
            tools=process.tools,
        )
        self.branches = BranchService(database, counter, clock, self.turns, process.indexing)
        self.sessions = SessionService(database, clock, configuration, (folding, runs))
        self.sources = SourceService(
            database,
            clock,
            configuration,
            process.converter,
            process.drawing,
            process.ingests,
            self._vector_of,
            self._follow,
        )
        self.notebooks = NotebookService(
            database,
            counter,
            clock,
            configuration,
            self.sessions,
            self.sources,
            self.documents,
            process.database.scoped,
            runs,
        )
        self.retention = RetentionService(database, configuration, self.notebooks)
        self.folding = FoldService(self.turns, folding)
        self._wire_questions(process, scope)
        self.replies = ReplyService(database, clock, self.turns, self.branches)
        self.profile = ProfileService(database, clock)
        self.idempotency = IdempotencyService(database, clock)
        self.memory_overview = MemoryOverview(database, configuration)
        self.session_files = SessionFiles(
            database,
            counter,
            clock,
            self.memory_overview,
            ChangeLocks(process.database, clock, _new_id),
            process.configurations.given.session_files,
        )
        self.memory_editing = MemoryEditing(database, counter, configuration, clock)
        self.fold_history = FoldHistory(database, counter, configuration, clock)
        self.prompt_inspection = PromptInspection(database, counter, configuration, self._vector_of)
        self.insights = Insights(database, configuration)
        self.recall_check = RecallCheck(database, self.turns)
        self.transfer = Transfer(
            database,
            clock,
            Importer(database, counter, configuration, clock),
            configuration,
            self._follow,
            process.exports,
            process.imports,
        )
        self.notebook_transfer: NotebookTransfer = NotebookTransfer(
            database,
            clock,
            self.notebooks,
            self.documents,
            self.transfer,
            lambda other: self.scoped(Scope(scope.user_id, other)).notebook_transfer,
            process.notebook_exports,
            process.notebook_imports,
        )
        self._wire_rights(process, scope)

    def _audited_configuration(self, process: _Process, scope: Scope) -> Configuration:
        given, database = process.configurations.given, self.database
        is_on = given.memory_log_operations and given.login != "off"
        self.audit = AuditService(
            process.database, scope, process.clock, _new_id, is_on, self._acting
        )
        return process.configurations.of_user(
            scope.user_id,
            database.preferences,
            database.where,
            notebook_id=scope.notebook_id,
            read_notebook=lambda: database.notebooks.get(now=process.clock()),
            chosen=PreferenceEffects(process.database, self.audit),
        )

    def _wire_questions(self, process: _Process, scope: Scope) -> None:
        self.learning = LearningService(
            process.database, scope, self.configuration, self.tables, self.audit
        )
        self.questions = QuestionAnswering(
            self.database,
            self.counter,
            self.now,
            self.configuration,
            self.turns,
            self.notebooks,
            lambda other: self.scoped(Scope(scope.user_id, other)).questions,
            lambda session_id: process.database.is_of_another(session_id, scope.user_id),
            _new_id,
            lambda: self.embedding_worker.wait(_VECTORS_S),
            self.learning,
            self.folding,
        )

    def _wire_rights(self, process: _Process, scope: Scope) -> None:
        given = process.configurations.given
        user_id = scope.user_id
        self.personal_export = PersonalExport(
            process.database,
            self.database,
            lambda other: self.scoped(Scope(user_id, other)),
            process.clock,
            self.configuration,
        )
        self.erasure = ErasureService(
            process.database,
            self.database,
            lambda other: self.scoped(Scope(user_id, other)),
            process.clock,
            _new_id,
            given,
            lambda: process.stop(scope),
            lambda: process.forget(user_id),
        )
        self.change_locks = ChangeLocks(process.database, process.clock, _new_id)
        audit = self.audit
        self.personal_export = audited(self.personal_export, "personal_export", audit)
        self.sessions = audited(self.sessions, "sessions", audit)
        self.replies = audited(self.replies, "replies", audit)
        self.retention = audited(self.retention, "retention", audit)
        self.transfer = audited(self.transfer, "transfer", audit)
        self.notebook_transfer = audited(self.notebook_transfer, "notebook_transfer", audit)
        self.memory_editing = audited(self.memory_editing, "memory_editing", audit)
        self.fold_history = audited(self.fold_history, "fold_history", audit)
        self.document_retention = audited(self.document_retention, "document_retention", audit)
        self.sources = audited(self.sources, "sources", audit)
        self.documents = audited(self.documents, "documents", audit)
        self.notebooks = audited(self.notebooks, "notebooks", audit)
        self.profile = audited(self.profile, "profile", audit)
        api_keys = ApiKeyService(self.database, process.clock, _new_secret)
        self.api_keys = audited(api_keys, "api_keys", audit)
        self.sharing = audited(SharingService(self.database, process.clock), "sharing", audit)

    def shared(
        self, share_key: int, session_id: str | None = None, *, run_id: str = ""
    ) -> SharedSession:
        """Return a session that another user shares with the user of this scope.

        For a shared notebook, ``session_id`` names the session, or ``run_id`` a run in it.

        Raises:
            RunNotFound: There is no such run.
            ShareNotFound: The user has no such share, or has it no longer.
        """
        process, visitor = self._process, self.database.scope.user_id
        share = self.database.shares.get(share_key)
        opened = process.database.scoped(Scope(share.owner, share.notebook_id, visitor))
        owner = Scope(share.owner, share.notebook_id)
        runs = process.runs.scoped(owner)
        named = share.session_id or session_id or ""
        if run_id and not named:
            named = runs.find(run_id).session_id
        turns = TurnService(
            opened,
            runs,
            process.owners,
            process.loop,
            self.counter,
            self.now,
            process.configurations.of_user(
                visitor,
                self.database.preferences,
                self.database.where,
                notebook_id=VISITING,
                read_notebook=lambda: VISITED_NOTEBOOK,
            ),
            lambda session_id: process.embedding_worker.follow(opened, session_id),
            self._vector_of,
            _new_id,
            DocumentService(opened, self.now),
            self.tables,
            tools=(),
            visitor=visitor,
        )
        return SharedSession(
            share_key,
            named,
            self.database,
            opened,
            turns,
            process.database.scoped(owner).profile.forgotten,
        )

    def shared_notebook(self, share_key: int, *, limit: int | None = None) -> tuple[Session, ...]:
        """Return the sessions of a notebook shared by another user, or the one shared session.

        They are the most recent ``limit``, by default all.

        Raises:
            ShareNotFound: The user has no such share, or has it no longer.
        """
        share = self.database.shares.get(share_key)
        if share.session_id is not None:
            return (self.shared(share_key).session(),)
        visited = Scope(share.owner, share.notebook_id, self.database.scope.user_id)
        return self._process.database.scoped(visited).shares.sessions(limit=limit)

    @property
    def embedding_worker(self) -> EmbeddingWorker:
        """The worker that computes vectors of messages, one per process."""
        return self._process.embedding_worker

    @property
    def key_ring(self) -> KeyRing:
        """The keys of all users, which authenticate requests."""
        return self._process.key_ring

    @property
    def is_ready(self) -> bool:
        """Return whether everything a turn needs is loaded, a question about a table excepted."""
        return self._process.loop.is_ready

    @property
    def is_ready_for_tables(self) -> bool:
        """Return whether everything is loaded that a turn with a question about a table needs."""
        return self.is_ready and self._process.table_warming.is_done

    @property
    def load(self) -> ProcessLoad:
        """The current load of this process, for all users together."""
        process = self._process
        in_use, idle, most = process.database.connections.pool_counts()
        return ProcessLoad(
            turns=process.runs.count_live(),
            folds=process.folding.count_live(),
            connections_in_use=in_use,
            connections_idle=idle,
            connections_most=most,
        )

    def get_ready(self) -> None:
        """Load in the background what the first turn needs; call this after a page is drawn."""
        self._process.loop.get_ready()

    def get_ready_for_tables(self) -> None:
        """Load in the background what a turn needs, also one with a question about a table."""
        self._process.table_warming.begin()

    def check_again(self, settings: Settings) -> None:
        """Use ``settings`` from the next turn on, so that a new key works without a restart."""
        self._process.read_again(settings)

    def purge_answers(self) -> None:
        """Delete expired answers stored for repeated requests, of all users."""
        purge_answers(self._process.database, self.now())

    def close(self) -> None:
        """Stop running work, store partial replies, close engines and database, for all scopes."""
        self._process.close()

    def ask(
        self,
        text: str,
        session_id: str | None = None,
        *,
        use_memory: bool = True,
        may_ask: bool = True,
        engine: str = "",
        sources: SourceChoice = None,
        instructions: str = "",
        limits: TurnLimits = NO_LIMITS,
        keeps: bool = True,
        caller: CallerTools = NO_CALLER_TOOLS,
        pictures: Sequence[PictureFile] = (),
        shares_memory: bool = True,
    ) -> Run:
        """Store ``text`` and start its turn, as ``turns.ask`` does; every face uses this."""
        return self.turns.ask(
            text,
            session_id,
            use_memory=use_memory,
            may_ask=may_ask,
            engine=engine,
            sources=sources,
            instructions=instructions,
            limits=limits,
            keeps=keeps,
            caller=caller,
            pictures=pictures,
            shares_memory=shares_memory,
        )

    def report(self, run: Run) -> TurnReport:
        """Wait for ``run`` to end and report on it, as ``turns.report`` does.

        Raises:
            TurnFailed: It failed or was stopped.
        """
        return self.turns.report(run)

    @property
    def purge(self) -> Purge:
        """The purge of the whole database, across scopes."""
        process = self._process
        given = process.configurations.given
        return Purge(process.database, self.scoped, process.clock, given, process.name)

    def _begin_housekeeping(self, *, is_due: bool) -> None:
        """Purge in the background: soon if it ``is_due``, else in a minute, then as configured."""
        every = dt.timedelta(hours=self.configuration.given.memory_cleanup_interval_hours)

        def work(step: Callable[[], None], pause: Callable[[float], None]) -> None:
            self.purge.run(step, every=every / 2, pause=pause)

        self._process.housekeeping = Periodic(
            work,
            first_s=0.0 if is_due else _FIRST_HOUSEKEEPING_S,
            every_s=every.total_seconds(),
        )

    def _vector_of(self, question: str) -> QueryVector | None:
        return self._process.embedding_worker.vector_of(question)

    def _follow(self, owner: Owner) -> None:
        self._process.embedding_worker.follow(self.database, owner)
