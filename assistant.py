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
from tidemark.schema.scope import LOCAL
from tidemark.services import importer, replay
from tidemark.services.branches import BranchService
from tidemark.services.configuration import Configurations
from tidemark.services.embedding_worker import EmbeddingWorker
from tidemark.services.fold_history import FoldHistory
from tidemark.services.folding import FoldService
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


def _new_id() -> str:
    return uuid.uuid4().hex


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)  # noqa: TID251 - the one reader of the clock


class Assistant:
    """A chat that remembers: open it once a process, close it at the end; safe across threads.

    Raises:
        DatabaseError: The database cannot be opened.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        engine: Engine | None = None,
        clock: Callable[[], dt.datetime] = _utc_now,
    ) -> None:
        self.opened = Database(settings.database_url, vector_store=settings.chosen_vector_store)
        self.database = self.opened.scoped(LOCAL)
        self.counter, self._clock = TokenCounter(), clock
        self._runs, self._folding = Runs(), Runs()
        self._exports, self._imports = Jobs[Path](), Jobs[FileReport]()
        self._owners = TurnOwners(_new_id()[:8])
        self.embedding_worker = EmbeddingWorker.opened(self.database, settings)
        self._configurations = Configurations(settings, engine)
        self._loop = graph.compile_loop(self.database, self.counter)
        self._wire(LOCAL.user_id)
        self.configuration.options().release()  # opens the engine: what is wrong is known at once
        self.sessions.purge()

    def _wire(self, user_id: str) -> None:
        """Build what serves one user; all of it is cheap and holds no state of its own."""
        database, counter, clock = self.database, self.counter, self._clock
        self.configuration = configuration = self._configurations.of_user(
            user_id, database.preferences, database.where
        )
        self.turns = TurnService(
            database,
            self._runs,
            self._owners,
            self._loop,
            counter,
            clock,
            configuration,
            self._follow,
            _new_id,
        )
        self.branches = BranchService(database, counter, clock, self.turns)
        self.sessions = SessionService(database, clock, configuration, (self._folding, self._runs))
        self.replies = ReplyService(database, clock, self.turns, self.branches)
        self.folding = FoldService(self.turns, self._folding)
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
            importer.Importer(database, counter, configuration, clock),
            configuration,
            self._follow,
            self._exports,
            self._imports,
        )

    def get_ready(self) -> None:
        """Load in the background what the first turn needs; call it once a page stands."""
        self._loop.get_ready()

    def close(self) -> None:
        """Stop what runs, keep what was said, and let go of engine and database."""
        self._folding.end_all(timeout_s=5.0)
        for jobs in (self._exports, self._imports):
            jobs.end_all(timeout_s=5.0)
        self._runs.end_all(timeout_s=5.0)
        self.embedding_worker.close()
        self._configurations.close()
        self.opened.close()

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

    def now(self) -> dt.datetime:
        """Return the moment, by the clock this was given."""
        return self._clock()

    def export_text(self, session_id: str) -> str:
        """Return all the database holds of ``session_id`` as JSON lines."""
        lines = jsonl.write(self.database.record(session_id))
        return "".join(f"{line}\n" for line in lines)

    def export(self, session_id: str) -> Path:
        """Write ``exports/<session_id>.jsonl`` whole, or leave the former one; return its path."""
        return self.transfer.export(session_id)

    def check_again(self, settings: Settings) -> None:
        """Use ``settings`` from the next turn on: a key added meanwhile works without a restart."""
        self.embedding_worker.close()
        self.embedding_worker = EmbeddingWorker.opened(self.database, settings)
        self._configurations.read_again(settings)

    def _follow(self, session_id: str) -> None:
        self.embedding_worker.follow(session_id)

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
