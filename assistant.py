"""The verbs all faces share, and the one place where the parts are wired.

An ``Assistant`` holds the database, the engine in force and the runs of this process.  It alone
reads the wall clock; everything below is handed the time.
"""

import datetime as dt
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import graph
from database import Database
from tidemark.engines.base import Engine
from tidemark.errors import EmptyMessage, NothingToRetry, SessionBusy
from tidemark.memory.profile import LOCAL
from tidemark.runtime.jobs import Jobs
from tidemark.runtime.runs import Run, Runs
from tidemark.schema import (
    ContextView,
    Message,
    Meter,
    NewMessage,
    Role,
    Session,
    Summary,
    Turn,
    TurnStart,
)
from tidemark.schema.prompt_snapshot import Excluded
from tidemark.schema.reports import Check, ImportReport, TurnReport, UnderstandingReport
from tidemark.services import diagnostics, importer, replay
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
from tidemark.services.turns import TurnRunner, own_name, report, unkept, was_left
from tidemark.settings import Settings
from tidemark.transfer import jsonl
from tidemark.transfer.preview import TakenIn
from utils import TokenCounter, one_line, storable


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
        self.database = Database(settings.database_url, vector_store=settings.chosen_vector_store)
        self.counter, self._clock = TokenCounter(), clock
        self._runs, self._folding = Runs(), Runs()
        self._exports, self._imports = Jobs[Path](), Jobs[TakenIn]()
        self._owner = own_name(uuid.uuid4().hex[:8])
        self._beginning = threading.RLock()  # from a stored question to its run
        self.embedding_worker = EmbeddingWorker.opened(self.database, settings)
        self._configurations = Configurations(settings, engine)
        self._loop = graph.compile_loop(self.database, self.counter)
        self._wire(LOCAL)
        self.configuration.options().release()  # opens the engine: what is wrong is known at once
        self.shelf.purge()

    def _wire(self, user_id: str) -> None:
        """Build what serves one user; all of it is cheap and holds no state of its own."""
        database, counter, clock = self.database, self.counter, self._clock
        self.configuration = configuration = self._configurations.of_user(
            user_id, database.preferences, database.where
        )
        self._turns = TurnRunner(
            database, self._runs, self._loop, counter, clock, configuration, self._follow
        )
        self.branches = BranchService(database, counter, clock, self._owner, self._run_of)
        self.shelf = SessionService(database, clock, configuration, self._end)
        self.replies = ReplyService(database, clock, self.answer_without, self.branches.send_anew)
        self.folding = FoldService(self._turns, self._folding)
        self.profile = ProfileService(database, clock)
        self.memory_overview = MemoryOverview(database, configuration)
        self.memory_editing = MemoryEditing(database, counter, configuration, clock)
        self.fold_history = FoldHistory(database, counter, configuration, clock)
        self.prompt_inspection = PromptInspection(database, counter, configuration)
        self.insights = Insights(database, configuration)
        self.recall_check = RecallCheck(database, self._turns.view)
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
        self.database.close()

    def ask(
        self,
        text: str,
        session_id: str | None = None,
        *,
        use_memory: bool = True,
        may_ask: bool = True,
    ) -> Run:
        """Store ``text`` and begin its turn; an unknown ``session_id`` begins a session.

        Without ``use_memory`` nothing is read and nothing is kept.

        Raises:
            EmptyMessage: There is nothing in it.
            InvalidSessionId: ``session_id`` cannot be one.
            SessionBusy: The last message is still being answered.
        """
        text = storable(text)
        if not text.strip():
            raise EmptyMessage
        question = importer.counted("user", text, self._clock(), self.counter)
        if not use_memory:
            return self._turns.start_unkept(
                unkept(question), key=f"unkept-{uuid.uuid4().hex}", may_ask=may_ask
            )
        with self._beginning:
            try:
                begun = self._begin(question, session_id)
            except SessionBusy:
                if session_id is None or not self._bury(session_id):
                    raise
                begun = self._begin(question, session_id)
            return self._turns.start(begun.turn, begun.question, may_ask=may_ask)

    def answer_anyway(self, session_id: str) -> Run:
        """Answer the question that was asked back, by its likeliest reading."""
        return self.ask("Answer anyway", session_id, may_ask=False)

    def retry(self, session_id: str) -> Run:
        """Ask the last question again; what was said of an answer before steps aside.

        Raises:
            NothingToRetry: The last turn is answered, or under way.
        """
        with self._beginning:
            seen = self.database.turns.last(session_id)
            if seen is None or not self.may_retry(seen):
                raise NothingToRetry(session_id)
            return self._turns.again(seen, owner=self._owner)

    def answer_without(self, session_id: str, question_id: int, without: Excluded) -> Run:
        """Answer the last question again from a view ``without`` this; ``retry`` keeps to it.

        The answer it has stands until the new one is whole, and stays readable.

        Raises:
            NothingToRetry: Another question is the last, or it is being answered.
        """
        with self._beginning:
            seen = self.database.turns.last(session_id)
            if seen is None or seen.question_id != question_id or seen.status == "pending":
                raise NothingToRetry(session_id)
            return self._turns.again(seen, owner=self._owner, without=without)

    def run(self, session_id: str) -> Run | None:
        """Return the live run of ``session_id`` in this process."""
        return self._runs.live(session_id)

    def stop(self, session_id: str) -> None:
        """Stop the live run of ``session_id``, if there is one."""
        run = self._runs.live(session_id)
        if run is not None:
            run.stop()

    def understand(self, history: Sequence[tuple[Role, str]], question: str) -> UnderstandingReport:
        """Say what ``question`` means after ``history``, storing nothing."""
        now = self._clock()
        said = tuple(
            unkept(importer.counted(role, storable(content), now, self.counter), position)
            for position, (role, content) in enumerate(history)
        )
        return self._turns.understand(question, said)

    def view(self, session_id: str, question: str, *, threshold: int | None = None) -> ContextView:
        """Return what an engine would read for ``question`` now, asking none and storing nothing.

        Raises:
            SessionNotFound: There is no such session.
        """
        return self._turns.view(session_id, storable(question), threshold=threshold)

    def now(self) -> dt.datetime:
        """Return the moment, by the clock this was given."""
        return self._clock()

    def sessions(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return the sessions that are listed: pinned ones, then the others, newest first."""
        return self.database.sessions.recent(limit=limit, offset=offset)

    def session(self, session_id: str) -> Session:
        """Return one session.

        Raises:
            SessionNotFound: There is none of this id.
        """
        return self.database.sessions.get(session_id)

    def transcript(
        self, session_id: str, *, before: int | None = None, limit: int = 30
    ) -> tuple[Message, ...]:
        """Return the last ``limit`` messages at positions under ``before``, in order."""
        return self.database.messages.page(session_id, before=before, limit=limit)

    def messages(self, session_id: str, ids: Sequence[int]) -> tuple[Message, ...]:
        """Return the messages of these ``ids``, in order."""
        return self.database.messages.by_ids(session_id, ids)

    def summaries(self, session_id: str) -> tuple[Summary, ...]:
        """Return the summaries in force, by range."""
        return self.database.get_summaries(session_id)

    def folds(self, session_id: str, from_index: int, to_index: int) -> tuple[Summary, ...]:
        """Return the first-level summaries of messages between two positions, inclusive."""
        return self.database.summaries.first_level(session_id, from_index, to_index)

    def last_turn(self, session_id: str) -> Turn | None:
        """Return the last turn, whatever became of it."""
        return self.database.turns.last(session_id)

    def can_retry(self, session_id: str) -> bool:
        """Whether the last turn failed, was stopped, or was left behind by a dead process."""
        turn = self.database.turns.last(session_id)
        return turn is not None and self.may_retry(turn)

    def may_retry(self, turn: Turn) -> bool:
        """Whether ``turn``, the last of its session, is one that ``retry`` would begin anew."""
        return turn.status in ("failed", "stopped") or (
            turn.status == "pending" and self._is_dead(turn)
        )

    def meter(self, session_id: str | None) -> Meter:
        """Return how full the context of ``session_id`` is; of None, an empty one."""
        return self._turns.meter(session_id)

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

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.configuration.settings

    @property
    def engine(self) -> Engine:
        """The engine in force."""
        return self.configuration.engine

    def checks(self) -> tuple[Check, ...]:
        """Look at settings, vocabulary, database and engine, and say what to do where one fails."""
        return diagnostics.look(self.settings)

    def _begin(self, question: NewMessage, session_id: str | None) -> TurnStart:
        return self.database.turns.start(
            session_id or importer.session_id_of(question.timestamp),
            question,
            title=one_line(question.content, importer.TITLE_CHARS),
            owner=self._owner,
            now=question.timestamp,
            is_new=session_id is None,
            is_across=self.configuration.preferences.across,
        )

    def _run_of(self, begin: Callable[[], TurnStart]) -> Run:
        with self._beginning:
            begun = begin()
            return self._turns.start(begun.turn, begun.question, may_ask=True)

    def _end(self, session_id: str) -> None:
        session_ids = self.branches.session_ids(session_id)
        self._folding.end(session_ids, timeout_s=5.0)
        self._runs.end(session_ids, timeout_s=5.0)

    def _bury(self, session_id: str) -> bool:
        """Mark a turn that a dead process left behind as failed; return whether there was one."""
        turn = self.database.turns.last(session_id)
        if turn is None or turn.status != "pending" or not self._is_dead(turn):
            return False
        return self.database.turns.abandon(turn.id)

    def _is_dead(self, turn: Turn) -> bool:
        if turn.owner == self._owner:
            with self._beginning:  # a turn just stored has no run yet
                return self._runs.live(turn.session_id) is None
        return was_left(turn, now=self._clock())

    def _follow(self, session_id: str) -> None:
        self.embedding_worker.follow(session_id)

    def import_file(
        self,
        path: Path,
        *,
        session_id: str | None = None,
        sample_id: str | None = None,
        on_turn: importer.OnTurn = importer.unwatched,
    ) -> ImportReport:
        """Store the conversation at ``path``, both sides, folded where a chat would have folded.

        Our own export comes back as it was.  ``on_turn`` is told each exchange stored, the how
        manyth it is, and of how many.

        Raises:
            UnreadableTranscript: It is not a conversation; nothing of it was stored.
        """
        found = jsonl.read(path, sample=sample_id)
        return self.transfer.bring_in(found, session_id, on_turn)

    def import_conversation(
        self,
        conversation: jsonl.Conversation,
        *,
        session_id: str | None = None,
        on_turn: importer.OnTurn = importer.unwatched,
    ) -> ImportReport:
        """Store ``conversation`` as ``import_file`` does."""
        return self.transfer.bring_in(conversation, session_id, on_turn)

    def replay(
        self, questions: Sequence[str], *, session_id: str | None = None
    ) -> Iterator[TurnReport]:
        """Feed ``questions`` through the loop as if typed, one after the other; report each turn.

        A session that begins with the same questions goes on where it was left.

        Raises:
            TurnFailed: A turn failed; replaying again goes on from there.
            SessionDiffers: The session holds something else.
        """
        return replay.replay(self, questions, session_id)

    def report(self, run: Run) -> TurnReport:
        """Wait for ``run`` to end and say what it did.

        Raises:
            TurnFailed: It failed or was stopped.
        """
        return report(run, self.engine.name)

    def open_sample(self, locale: str | None = None) -> str:
        """Store a copy of the sample conversation and return its session id.

        It is in the language of ``locale`` ("nl-NL"), where there is one in that language.  It
        stands alone: what somebody made up is nothing for other chats to remember.
        """
        return self.transfer.open_sample(locale)
