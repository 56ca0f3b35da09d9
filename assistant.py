"""The verbs all faces share, and the one place where the parts are wired.

An ``Assistant`` holds the database, the engine in force and the runs of this process.  It alone
reads the wall clock; everything below is handed the time.
"""

import datetime as dt
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import graph
from database import Database
from tidemark.engines.base import Engine
from tidemark.runtime.jobs import Jobs
from tidemark.runtime.runs import Run, Runs
from tidemark.schema.reports import ImportReport, TurnReport
from tidemark.schema.scope import LOCAL, Scope
from tidemark.services import importer, replay
from tidemark.services.branches import BranchService
from tidemark.services.configuration import Configurations
from tidemark.services.embedding_worker import EmbeddingWorker
from tidemark.services.fold_history import FoldHistory
from tidemark.services.folding import FoldService
from tidemark.services.importer import Importer
from tidemark.services.insights import Insights
from tidemark.services.memory_editing import MemoryEditing
from tidemark.services.memory_overview import MemoryOverview
from tidemark.services.profile import ProfileService
from tidemark.services.prompt_inspection import PromptInspection
from tidemark.services.recall_check import RecallCheck
from tidemark.services.replies import ReplyService
from tidemark.services.sessions import SessionService
from tidemark.services.transfer import Transfer
from tidemark.services.turns import TurnOwners, TurnService
from tidemark.settings import Settings
from tidemark.transfer import jsonl
from tidemark.transfer.conversation import Conversation
from tidemark.transfer.import_reports import FileReport
from tidemark.transfer.readers import files
from utils import TokenCounter

_ENDING_S = 5.0  # for what is under way when the process ends


def _new_id() -> str:
    return uuid.uuid4().hex


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)  # noqa: TID251 - the one reader of the clock


class _Process:
    """The parts that every scope of one process shares: opened once, closed at the end."""

    def __init__(
        self, settings: Settings, engine: Engine | None, clock: Callable[[], dt.datetime]
    ) -> None:
        self.database = Database(settings.database_url, vector_store=settings.chosen_vector_store)
        self.counter, self.clock = TokenCounter(), clock
        self.loop = graph.compile_loop(self.counter)
        self.configurations = Configurations(settings, engine)
        self.embedding_worker = EmbeddingWorker.opened(self.database, settings)
        self.runs, self.folding = Runs(), Runs()
        self.owners = TurnOwners(_new_id()[:8])
        self.exports, self.imports = Jobs[Path](), Jobs[FileReport]()

    def read_again(self, settings: Settings) -> None:
        self.embedding_worker.close()
        self.embedding_worker = EmbeddingWorker.opened(self.database, settings)
        self.configurations.read_again(settings)

    def close(self) -> None:
        self.folding.end_all(timeout_s=_ENDING_S)
        self.exports.end_all(timeout_s=_ENDING_S)
        self.imports.end_all(timeout_s=_ENDING_S)
        self.runs.end_all(timeout_s=_ENDING_S)
        self.embedding_worker.close()
        self.configurations.close()
        self.database.close()


class Assistant:
    """A chat that remembers, for one scope: the services that all faces share.

    Open it once a process, let ``scoped`` hand it out for other scopes, and close it at the end.
    It is safe across threads.

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
    ) -> None:
        self._wire(_Process(settings, engine, clock), scope)
        self.configuration.options().release()  # opens the engine: what is wrong is known at once
        self.sessions.purge()

    def scoped(self, scope: Scope) -> "Assistant":
        """Return the same services for another scope; it opens nothing and is not to be closed."""
        other = object.__new__(Assistant)
        other._wire(self._process, scope)
        return other

    def _wire(self, process: _Process, scope: Scope) -> None:
        self._process = process
        self.database = database = process.database.scoped(scope)
        self.counter, self.now = counter, clock = process.counter, process.clock
        runs, folding = process.runs.scoped(scope), process.folding.scoped(scope)
        self.configuration = configuration = process.configurations.of_user(
            scope.user_id, database.preferences, database.where
        )
        self.turns = TurnService(
            database,
            runs,
            process.owners,
            process.loop,
            counter,
            clock,
            configuration,
            self._follow,
            _new_id,
        )
        self.branches = BranchService(database, counter, clock, self.turns)
        self.sessions = SessionService(database, clock, configuration, (folding, runs))
        self.replies = ReplyService(database, clock, self.turns, self.branches)
        self.folding = FoldService(self.turns, folding)
        self.profile = ProfileService(database, clock)
        self.memory_overview = MemoryOverview(database, configuration)
        self.memory_editing = MemoryEditing(database, counter, configuration, clock)
        self.fold_history = FoldHistory(database, counter, configuration, clock)
        self.prompt_inspection = PromptInspection(database, counter, configuration)
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

    @property
    def embedding_worker(self) -> EmbeddingWorker:
        """The worker that makes vectors of what is said, one a process."""
        return self._process.embedding_worker

    def get_ready(self) -> None:
        """Load in the background what the first turn needs; call it once a page stands."""
        self._process.loop.get_ready()

    def check_again(self, settings: Settings) -> None:
        """Use ``settings`` from the next turn on: a key added meanwhile works without a restart."""
        self._process.read_again(settings)

    def close(self) -> None:
        """Stop what runs, keep what was said, and let go of engine and database, for all scopes."""
        self._process.close()

    def ask(
        self,
        text: str,
        session_id: str | None = None,
        *,
        use_memory: bool = True,
        may_ask: bool = True,
    ) -> Run:
        """Store ``text`` and begin its turn, as ``turns.ask`` does: the one verb every face has."""
        return self.turns.ask(text, session_id, use_memory=use_memory, may_ask=may_ask)

    def export_text(self, session_id: str) -> str:
        """Return all the database holds of ``session_id`` as JSON lines."""
        lines = jsonl.write(self.database.record(session_id))
        return "".join(f"{line}\n" for line in lines)

    def export(self, session_id: str) -> Path:
        """Write ``exports/<session_id>.jsonl`` whole, or leave the former one; return its path."""
        return self.transfer.export(session_id)

    def _follow(self, session_id: str) -> None:
        self._process.embedding_worker.follow(self.database, session_id)

    def import_file(
        self,
        path: Path,
        *,
        session_id: str | None = None,
        sample_id: str | None = None,
        on_turn: importer.OnTurn = importer.ignore,
    ) -> ImportReport:
        """Store the conversation at ``path``, both sides, folded where a chat would have folded.

        Our own export comes back as it was.  Calls ``on_turn(report)`` after each stored exchange.

        Raises:
            UnreadableTranscript: It is not a conversation; nothing of it was stored.
        """
        found = files.read(path, name=sample_id)
        return self.transfer.store(found, session_id, on_turn=on_turn)

    def import_conversation(
        self,
        conversation: Conversation,
        *,
        session_id: str | None = None,
        on_turn: importer.OnTurn = importer.ignore,
    ) -> ImportReport:
        """Store ``conversation`` as ``import_file`` does."""
        return self.transfer.store(conversation, session_id, on_turn=on_turn)

    def replay(
        self, questions: Sequence[str], *, session_id: str | None = None
    ) -> Iterator[TurnReport]:
        """Feed ``questions`` through the loop as if typed, one after the other; report each turn.

        A session that begins with the same questions goes on where it was left.

        Raises:
            TurnFailed: A turn failed; replaying again goes on from there.
            SessionDiffers: The session holds something else.
        """
        return replay.replay(self.turns, questions, session_id)

    def open_sample(self, locale: str | None = None) -> str:
        """Store a copy of the sample conversation and return its session id.

        It is in the language of ``locale`` ("nl-NL"), where there is one in that language.  It
        stands alone: what somebody made up is nothing for other chats to remember.
        """
        return self.transfer.open_sample(locale)
