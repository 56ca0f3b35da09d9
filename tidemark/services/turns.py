"""Turns: ask, retry and watch them; each runs in the background, from question to stored reply.

A turn that is stopped or fails keeps its question, the partial reply and the reason; it can be
retried.
"""

import dataclasses
import datetime as dt
import itertools
import logging
import os
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import psutil

from agents import context, outcome, recall, responder
from agents.context import Context
from agents.recall import VectorOf
from agents.source_recall import TurnSources
from agents.state import TurnContext, TurnInput, TurnState
from database import ScopedDatabase
from graph import Loop
from tidemark.engines.base import style_for
from tidemark.engines.web_search import WebSearch
from tidemark.errors import (
    CallerToolCalled,
    EmptyMessage,
    InstructionsTooLong,
    MessageTooLong,
    NothingToRetry,
    SessionBusy,
    SessionDiffers,
    SessionNotFound,
    TidemarkError,
    TooManyPictures,
    TurnFailed,
    Unforeseen,
)
from tidemark.nlp.context_dependence import NEEDED, context_need
from tidemark.nlp.mentions import Utterance
from tidemark.prompt import packing, resuming, user_context
from tidemark.prompt.citations import NO_TEXT, CitedText, with_numbers
from tidemark.runtime import turn_watch
from tidemark.runtime.events import (
    Event,
    Failed,
    Finished,
    Piece,
    Recalled,
    StepFinished,
    Stop,
    Stopped,
    StopRequested,
    Summarised,
    ToolFinished,
    Understood,
)
from tidemark.runtime.runs import Run, Runs
from tidemark.schema import (
    ContextView,
    Failure,
    Message,
    MessageMetadata,
    Meter,
    NewMessage,
    QueryUnderstanding,
    Role,
    Turn,
    TurnStart,
)
from tidemark.schema.messages import MOST_CHARS, MOST_PICTURES, PictureFile
from tidemark.schema.notebooks import Notebook
from tidemark.schema.prompt_snapshot import NOTHING, Excluded
from tidemark.schema.reports import CitationReport, ToolCallReport, TurnReport, UnderstandingReport
from tidemark.schema.sessions import new_session_id, title_from
from tidemark.schema.sources import SourceChoice, SourceSpan
from tidemark.schema.tools import NO_CALLER_TOOLS, CallerTools, ToolUse, unique_sources
from tidemark.schema.turns import NO_LIMITS, TurnLimits
from tidemark.services.configuration import Configuration, Options
from tidemark.services.documents.documents import DocumentService
from tidemark.services.tables.tables import TableService
from tidemark.services.tables.turn_tables import TurnTables
from tidemark.settings import Settings
from tidemark.storage.search.past_questions import AskedShape
from tidemark.telemetry import meters, traces
from tidemark.tools.base import Tool, ToolLimits
from tidemark.tools.registry import TOOLS
from utils import TokenCounter, storable, zone_named

_ENDING_S = 5.0
_SILENCE = dt.timedelta(seconds=10)  # without a heartbeat for so long, a turn is dead
_log = logging.getLogger(__name__)


class TurnOwners:
    """The owner ids of this process's turns, one for each turn, and which are still working.

    A pending turn whose owner belongs to this process and no longer works is dead.
    """

    def __init__(self, random: str) -> None:
        self._process = f"{socket.gethostname()}/{os.getpid()}/{random}"
        self._numbers = itertools.count(1)
        self._at_work: set[str] = set()

    def sign(self) -> str:
        """Return a new owner id, which counts as working until ``end``."""
        owner = f"{self._process}/{next(self._numbers)}"
        self._at_work.add(owner)
        return owner

    def end(self, owner: str) -> None:
        """Mark an owner as no longer working."""
        self._at_work.discard(owner)

    def is_dead(self, turn: Turn, *, now: dt.datetime) -> bool:
        """Return whether no process works on ``turn`` any more."""
        if turn.owner.startswith(f"{self._process}/"):
            return turn.owner not in self._at_work
        host, _, rest = turn.owner.partition("/")
        pid = rest.partition("/")[0]
        if host == socket.gethostname() and pid.isdecimal() and not psutil.pid_exists(int(pid)):
            return True
        return now - turn.heartbeat > _SILENCE


@dataclass(frozen=True)
class TurnService:
    """Runs turns over one ``database``, each with the options in force at its start.

    ``follow(session_id)`` is called when a turn has ended, ``vector_of`` computes the vector of a
    question, and ``new_id`` makes ids for runs.  Engines may call ``tools``.  If a ``visitor`` asks
    in a session shared with them, the turn reads that session alone.
    """

    database: ScopedDatabase
    runs: Runs
    owners: TurnOwners
    loop: Loop
    counter: TokenCounter
    clock: Callable[[], dt.datetime]
    configuration: Configuration
    follow: Callable[[str], None]
    vector_of: VectorOf
    new_id: Callable[[], str]
    documents: DocumentService
    tables: TableService
    tools: Sequence[Tool[Any]] = TOOLS
    visitor: str = ""

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
        retention_days: int | None = None,
        asked: AskedShape | None = None,
        caller: CallerTools = NO_CALLER_TOOLS,
        pictures: Sequence[PictureFile] = (),
        shares_memory: bool = True,
    ) -> Run:
        """Store ``text`` and start its turn, in a new session if ``session_id`` is new or None.

        Its ``pictures`` are stored with it, and sent to an engine that can read them.  Without
        ``use_memory`` no past is read and nothing is stored; without ``keeps`` only the session's
        past is read, within ``limits``, and nothing is stored.  A new session uses ``engine`` and
        ``retention_days``, and shares memory with the other sessions if ``shares_memory`` and the
        person's preferences say so; an existing one keeps its own.  The answer may use the
        ``sources`` with these names, by default all; a retry uses the same.  ``instructions`` for
        this turn are added to those of the notebook, within the same limit.  A question that
        another program ``asked`` is also stored among the past questions.  A turn that calls a tool
        of its ``caller`` fails with that call, and continues by ``go_on``.

        Raises:
            EmptyMessage: ``text`` is empty.
            MessageTooLong: ``text`` is longer than a message may be.
            TooManyPictures: There are more pictures than a message may have.
            InstructionsTooLong: ``instructions`` and those of the notebook are longer than allowed.
            InvalidSessionId: ``session_id`` is not a valid id.
            SourceNotFound: No source has one of the names.
            SessionBusy: The last message is still being answered.
        """
        text = message_text(text)
        if len(pictures) > MOST_PICTURES:
            raise TooManyPictures(MOST_PICTURES)
        for name in sources or ():
            self.database.sources.get(name)
        whole = self._instructions(instructions)
        question = NewMessage.counted(
            "user",
            text,
            self.clock(),
            self.counter,
            is_single=self.configuration.notebook.mode == "single",
        )
        if sources is not None or self.visitor or pictures:
            attached = tuple(each.about for each in pictures)
            chosen = MessageMetadata(source_choice=sources, author=self.visitor, pictures=attached)
            question = question.model_copy(update={"metadata": chosen})
        if not use_memory:
            return self._ask_unkept(
                _unkept(question),
                may_ask=may_ask,
                instructions=whole,
                engine=engine,
                limits=limits,
                pictures=pictures,
            )
        if not keeps:
            count = self.database.sessions.get(session_id).message_count if session_id else 0
            passing = _unkept(question, count).model_copy(update={"session_id": session_id or ""})
            return self._ask_unkept(
                passing,
                may_ask=may_ask,
                instructions=whole,
                engine=engine,
                limits=limits,
                reads_past=True,
                pictures=pictures,
            )

        def store(owner: str) -> TurnStart:
            return self.database.turns.start(
                session_id or new_session_id(question.timestamp),
                question,
                title=title_from(question.content),
                owner=owner,
                now=question.timestamp,
                is_new=session_id is None,
                is_across=shares_memory and self.configuration.preferences.across,
                engine=engine,
                retention_days=retention_days,
                asked=asked,
                pictures=[each.data for each in pictures],
            )

        try:
            return self.begin(
                store, may_ask=may_ask, instructions=whole, limits=limits, caller=caller
            )
        except SessionBusy:
            if session_id is None or not self._abandon_dead(session_id):
                raise
            return self.begin(
                store, may_ask=may_ask, instructions=whole, limits=limits, caller=caller
            )

    def ask_after(self, said: tuple[Message, ...], text: str) -> Run:
        """Answer ``text`` after the messages ``said``, which only the caller holds; store nothing.

        No other past is read, and no profile.

        Raises:
            EmptyMessage: ``text`` is empty.
            MessageTooLong: ``text`` is longer than a message may be.
        """
        question = _unkept(self._counted("user", message_text(text)), len(said))
        return self._ask_unkept(question, may_ask=True, instructions=None, said=said)

    def said_after(self, said: tuple[Message, ...], text: str, run: Run) -> tuple[Message, ...]:
        """Return ``said`` with ``text`` and the answer of ``run`` appended, for ``ask_after``.

        If there is no answer, ``text`` is not appended either.
        """
        if not run.text.strip():
            return said
        events = run.so_far()
        analyses = [each.understanding for each in events if isinstance(each, Understood)]
        understood = analyses[-1] if analyses else None
        asks_back = understood is not None and understood.is_ambiguous
        question = self._counted("user", text)
        reply = self._counted("assistant", run.text)
        known = MessageMetadata(query_analysis=understood), MessageMetadata(clarifying=asks_back)
        return said + tuple(
            _unkept(each.model_copy(update={"metadata": of}), len(said) + number)
            for number, (each, of) in enumerate(zip((question, reply), known, strict=True))
        )

    def answer_anyway(self, session_id: str) -> Run:
        """Answer the last question, which was asked back, using its most likely reading.

        The reply that asked back stays in force until the answer is complete, and stays readable.

        Raises:
            NothingToRetry: The last question was not asked back, or is being answered.
            ReplyFolded: A summary covers its present reply.
        """
        seen = self.last(session_id)
        if seen is None or seen.status != "done" or seen.reply_id is None:
            raise NothingToRetry(session_id)
        found = self.database.messages.by_ids(session_id, [seen.question_id, seen.reply_id])
        known = {message.id: message.metadata for message in found}
        asked_back = known[seen.question_id].clarification
        if asked_back is None or not known[seen.reply_id].clarifying:
            raise NothingToRetry(session_id)
        return self._again(seen, asked_back=asked_back)

    def retry(self, session_id: str) -> Run:
        """Ask the last question again; a partial reply to it is retired.

        Raises:
            NothingToRetry: The last turn is answered, or still running.
            ReplyFolded: A summary covers its present reply.
        """
        seen = self.last(session_id)
        if seen is None or not self.may_retry(seen):
            raise NothingToRetry(session_id)
        return self._again(seen)

    def retry_without(self, session_id: str, question_id: int, without: Excluded) -> Run:
        """Answer the last question again from a view ``without`` these pieces.

        A later ``retry`` leaves them out, too.  The present answer stays in force until the new one
        is complete, and stays readable.

        Raises:
            NothingToRetry: It is not the last question, or is being answered.
            ReplyFolded: A summary covers its present reply.
        """
        seen = self.last(session_id)
        if seen is None or seen.question_id != question_id or seen.status == "pending":
            raise NothingToRetry(session_id)
        return self._again(seen, without)

    def resume(self, session_id: str) -> Run:
        """Continue the last answer, which was interrupted, after its last word, in the same reply.

        Raises:
            NothingToRetry: The last answer was not interrupted, or nothing of it is stored.
            ReplyFolded: A summary covers it.
        """
        seen = self.last(session_id)
        if seen is None or seen.reply_id is None or not self.may_resume(seen):
            raise NothingToRetry(session_id)
        (partial,) = self.database.messages.by_ids(session_id, [seen.reply_id])
        return self._again(seen, resumed=CitedText(partial.content, partial.metadata.citations))

    def go_on(
        self, session_id: str, question_id: int, caller: CallerTools, *, instructions: str = ""
    ) -> Run:
        """Continue the turn of the last question, which called tools of its ``caller``.

        It starts again with their results.

        Raises:
            InstructionsTooLong: ``instructions`` and those of the notebook are longer than allowed.
            NothingToRetry: It is not the last question, or is answered, or being answered.
            ReplyFolded: A summary covers its present reply.
        """
        seen = self.last(session_id)
        if seen is None or seen.question_id != question_id or seen.status != "failed":
            raise NothingToRetry(session_id)
        return self._again(seen, caller=caller, instructions=self._instructions(instructions))

    def may_resume(self, turn: Turn) -> bool:
        """Return whether ``resume`` could continue ``turn``, the last of its session.

        The built-in engine only gives complete answers: use ``retry`` for it.
        """
        if turn.status not in ("failed", "stopped") or turn.reply_id is None:
            return False
        with self._options(turn.session_id) as options:
            return options.engine.name != "builtin"

    def last(self, session_id: str) -> Turn | None:
        """Return the last turn of a session, whatever its status."""
        return self.database.turns.last(session_id)

    def broken_off(self, message_ids: Sequence[int]) -> Mapping[int, Turn]:
        """Return the last turn of each of these questions that was interrupted, by question id."""
        return self.database.turns.broken_off(message_ids) if message_ids else {}

    def can_retry(self, session_id: str) -> bool:
        """Return whether the last turn failed, was stopped, or belongs to a dead process."""
        turn = self.last(session_id)
        return turn is not None and self.may_retry(turn)

    def may_retry(self, turn: Turn) -> bool:
        """Return whether ``retry`` would ask ``turn``, the last of its session, again."""
        return turn.status in ("failed", "stopped") or (
            turn.status == "pending" and self.owners.is_dead(turn, now=self.clock())
        )

    def run(self, session_id: str) -> Run | None:
        """Return the live run of ``session_id`` in this process."""
        return self.runs.live(session_id)

    def find_run(self, run_id: str) -> Run:
        """Return a run of this process by its id, live or recently ended.

        Raises:
            RunNotFound: There is none, or it ended long ago.
        """
        return self.runs.find(run_id)

    def stop(self, session_id: str) -> None:
        """Stop the live run of ``session_id``, if there is one."""
        run = self.runs.live(session_id)
        if run is not None:
            run.stop()

    def replay(
        self, questions: Sequence[str], *, session_id: str | None = None
    ) -> Iterator[TurnReport]:
        """Ask ``questions`` in order, as if typed; yield a report on each turn.

        A session that begins with the same questions continues after those it contains.

        Raises:
            TurnFailed: A turn failed; replaying again continues from there.
            SessionDiffers: The session contains other questions.
        """
        done = self._replayed(questions, session_id) if session_id is not None else 0
        if session_id is not None and self.can_retry(session_id):
            yield self.report(self.retry(session_id))
        for question in itertools.islice(questions, done, None):
            run = self.ask(question, session_id)
            session_id = run.session_id
            yield self.report(run)

    def begin(
        self,
        store: Callable[[str], TurnStart],
        *,
        may_ask: bool = True,
        is_again: bool = False,
        excluded: Excluded = NOTHING,
        instructions: str | None = None,
        limits: TurnLimits = NO_LIMITS,
        resumed: CitedText = NO_TEXT,
        caller: CallerTools = NO_CALLER_TOOLS,
    ) -> Run:
        """Call ``store(owner)`` to store a question, and start the turn that answers it.

        Only the session's row is locked.  The view leaves out the ``excluded`` pieces.  If the
        question ``is_again`` asked, the earlier answer stays in force until this one is complete.
        ``instructions`` replace the notebook's.  If ``resumed`` is given, the answer continues
        after it.  The engine may call the tools of its ``caller``.

        Raises:
            SessionBusy: The session has a live run.
        """
        owner = self.owners.sign()
        try:
            begun = store(owner)
            turn, question = begun.turn, begun.question
            if not is_again:
                meters.count_question(is_first=question.position == 0)
            # A question by itself: answering a question asked back begins another
            may_ask = may_ask and question.metadata.asked_back is None and not question.is_single
            ending = self.runs.live(turn.session_id)
            if ending is not None:  # its turn is stored as finished: only its last event remains
                ending.wait(_ENDING_S)

            def work(given: TurnContext) -> None:
                sources = given.sources
                if sources is not None and excluded.passages:
                    sources = dataclasses.replace(sources, excluded=excluded.passages)
                given = dataclasses.replace(
                    given,
                    excluded=excluded,
                    is_again=is_again,
                    sources=sources,
                    resumed=resumed,
                    caller=caller,
                )
                try:
                    self._work(turn, question, given)
                finally:
                    self.owners.end(owner)

            def beat() -> bool:
                return self.database.turns.beat(turn.id, self.clock())

            options = self.configuration.options(begun.engine)
            return self._start(
                turn.session_id,
                question.id,
                work,
                options,
                may_ask=may_ask,
                sources=question.metadata.source_choice,
                instructions=instructions,
                limits=limits,
                beat=beat,
            )
        except BaseException:
            self.owners.end(owner)
            raise

    def _replayed(self, questions: Sequence[str], session_id: str) -> int:
        """Return how many of ``questions`` the session contains already, from its start."""
        if not self.database.sessions.exists(session_id):
            return 0
        said = self.database.get_messages(session_id)
        asked = [message.content for message in said if message.role == "user"]
        if asked != [storable(question) for question in questions[: len(asked)]]:
            raise SessionDiffers(session_id)
        return len(asked)

    def _again(
        self,
        seen: Turn,
        without: Excluded | None = None,
        asked_back: QueryUnderstanding | None = None,
        resumed: CitedText = NO_TEXT,
        caller: CallerTools = NO_CALLER_TOOLS,
        instructions: str | None = None,
    ) -> Run:
        """Ask the question of ``seen``, the last turn of its session, again.

        Its view leaves out ``without``; if None, the pieces the last view left out.  If it was
        ``asked_back``, the person chose no reading; it is not asked back again, nor if ``resumed``
        is given.
        """
        if without is None:
            reads = self.database.prompt_snapshots.of_question(seen.session_id, seen.question_id)
            wished = [kept.places.excluded for _, kept in reads if kept is not None]
            without = wished[-1] if wished else NOTHING

        def store(owner: str) -> TurnStart:
            return self.database.turns.restart(
                seen.session_id,
                owner=owner,
                now=self.clock(),
                seen=seen,
                even_done=seen.status == "done",
                asked_back=asked_back,
            )

        if not resumed.text:
            return self.begin(
                store,
                may_ask=caller is NO_CALLER_TOOLS,
                is_again=True,
                excluded=without,
                instructions=instructions,
                caller=caller,
            )
        own = self.configuration.notebook.instructions
        told = resuming.instructions(resumed.text, own, self.counter)
        return self.begin(
            store,
            may_ask=False,
            is_again=True,
            excluded=without,
            instructions=told,
            resumed=resumed,
        )

    def _abandon_dead(self, session_id: str) -> bool:
        """Mark the last turn as failed if it is dead; return whether it was."""
        turn = self.last(session_id)
        if turn is None or turn.status != "pending" or not self.may_retry(turn):
            return False
        return self.database.turns.abandon(turn.id)

    def _ask_unkept(
        self,
        question: Message,
        *,
        may_ask: bool,
        instructions: str | None,
        engine: str = "",
        limits: TurnLimits = NO_LIMITS,
        reads_past: bool = False,
        said: tuple[Message, ...] = (),
        pictures: Sequence[PictureFile] = (),
    ) -> Run:
        """Answer ``question`` after the messages ``said``, using ``engine``, and store nothing.

        The past of its session is read only if ``reads_past``.
        """
        asked = TurnInput(question=question, turn_id=0)

        def work(given: TurnContext) -> None:
            try:
                self.database.branches.index(question.session_id, count=question.position)
                state = cast(TurnState, asked)
                unkept = dataclasses.replace(
                    given,
                    keeps=False,
                    reads_unkept=reads_past,
                    said=said,
                    unkept_pictures=tuple(pictures),
                )
                for reached in self.loop.run(asked, unkept):
                    state = reached
            except StopRequested:
                given.emit(Stopped(None))
            except TidemarkError as error:
                given.emit(Failed(error, None))
            else:
                meter = Meter(summaries=0, active=0, threshold=given.threshold)
                given.emit(Finished(0, meter, state["support"]))

        options = self.configuration.options(engine)
        return self._start(
            f"unkept-{self.new_id()}",
            0,
            work,
            options,
            may_ask=may_ask,
            sources=question.metadata.source_choice,
            instructions=instructions,
            limits=limits,
        )

    def understand(self, history: Sequence[tuple[Role, str]], question: str) -> UnderstandingReport:
        """Return the analysis of ``question`` after ``history``; store nothing."""
        now = self.clock()
        said = tuple(
            _unkept(NewMessage.counted(role, storable(content), now, self.counter), position)
            for position, (role, content) in enumerate(history)
        )
        with self.configuration.options() as options:
            view = packing.build(
                question,
                active=said,
                offered=(),
                threshold=options.threshold,
                counter=self.counter,
                style=style_for(options.engine),
            )
            asking = options.preferences.clarifying
            spoken = options.engine.understand(view, now=now, asking=asking, stop=Stop())
        score = context_need(question, [Utterance(each.role, each.content) for each in said])
        return UnderstandingReport(
            understanding=spoken.value,
            needs_context=score >= NEEDED,
            needs_context_score=score,
        )

    def view(
        self,
        session_id: str,
        question: str,
        *,
        threshold: int | None = None,
        sources: SourceChoice = None,
    ) -> ContextView:
        """Return the view an engine would read for ``question`` now; call no engine, store nothing.

        It fits the budget, or ``threshold`` if given, and may use these ``sources``.

        Raises:
            SessionNotFound: There is no such session.
        """
        question = storable(question)
        settings, notebook = self.configuration.settings, self.configuration.notebook
        threshold = threshold or self.configuration.threshold
        recent, zone = settings.recent_exchanges, self.configuration.preferences.time_zone
        self.database.branches.index(session_id)
        with self.database.together(), self._options(session_id) as options:
            loaded = context.load(self.database, session_id, recent_exchanges=recent)
            style = style_for(options.engine, zone)
        is_single = notebook.mode == "single"
        is_empty = not (loaded.active or loaded.summaries)
        if is_single:
            loaded = Context()
        asked = recall.analyse(
            question,
            loaded,
            session_id=session_id,
            now=self.clock().astimezone(zone_named(zone)),
            vector_of=self.vector_of,
        )
        recalled = recall.choose(
            None if is_single else self.database,
            asked,
            loaded,
            threshold=threshold,
            counter=self.counter,
            style=style,
            uses_profile=notebook.uses_profile,
            sources=self._sources(sources),
        )
        if is_empty and not recalled.hits and not self.database.sessions.exists(session_id):
            raise SessionNotFound(session_id)
        return recalled.view

    def report(self, run: Run) -> TurnReport:
        """Wait for ``run`` to end and report on it.

        Raises:
            TurnFailed: It failed or was stopped.
        """
        last = run.wait()
        if not isinstance(last, Finished):
            raise TurnFailed(
                str(last.error) if isinstance(last, Failed) else "The turn was stopped."
            )
        folded, understanding = None, None
        timings: dict[str, float] = {}
        uses: list[ToolUse] = []
        recalled: tuple[SourceSpan, ...] = ()
        reply = responder.joined([each for each in run.so_far() if isinstance(each, Piece)])
        for event in run.so_far():
            if isinstance(event, Summarised):
                folded = event.folded
            elif isinstance(event, Recalled):
                recalled = event.passages
            elif isinstance(event, Understood):
                understanding = event.understanding
            elif isinstance(event, ToolFinished):
                uses.append(event.use)
            elif isinstance(event, StepFinished):
                timings[event.step] = round(timings.get(event.step, 0.0) + event.ms, 1)
        passages = tuple(dict.fromkeys((*recalled, *unique_sources(uses))))
        return TurnReport(
            session_id=run.session_id if last.message_id else "",
            message_id=last.message_id,
            reply=reply.text,
            citations=CitationReport.of_all(reply.citations, passages),
            marked_reply=with_numbers(reply.text, reply.citations),
            passages=passages,
            support=last.support,
            tool_calls=tuple(map(ToolCallReport.of, uses)),
            versions=self.documents.notes_of_message(run.question_id) if uses else (),
            context_tokens=last.meter.context,
            threshold=last.meter.threshold,
            summarised=folded,
            understanding=understanding,
            timings_ms=timings,
            engine=run.engine,
        )

    def meter(
        self,
        session_id: str | None,
        *,
        threshold: int | None = None,
        most_messages: int | None = None,
    ) -> Meter:
        """Return the fill level of the context of ``session_id``; None means a new session."""
        threshold = threshold or self.configuration.threshold
        most = most_messages or self.configuration.notebook.most_messages
        if session_id is None:
            return Meter(summaries=0, active=0, threshold=threshold, most_messages=most)
        held = self.database.messages.counts(session_id)
        return Meter(
            summaries=held.summary_tokens,
            active=held.active_tokens,
            threshold=threshold,
            recalled=held.recalled_tokens,
            sources=held.source_tokens,
            pinned=held.pinned_tokens,
            active_messages=held.active,
            foldable_messages=held.active - held.pinned_active,
            most_messages=most,
            covered_messages=held.covered,
        )

    def _start(
        self,
        key: str,
        question_id: int,
        work: Callable[[TurnContext], None],
        options: Options,
        *,
        may_ask: bool,
        sources: SourceChoice,
        instructions: str | None,
        limits: TurnLimits,
        beat: Callable[[], bool] | None = None,
    ) -> Run:
        """Start ``work`` with ``options``, whose engine stays open until it ends."""
        trace = traces.turn(options.engine.label)

        def leased(emit: Callable[[Event], None], stop: Stop) -> None:
            with options:
                settings, asking = options.settings, options.preferences.clarifying
                read = self._sources(sources)
                work(
                    TurnContext(
                        self.database,
                        options.engine,
                        turn_watch.watched(emit, options.engine.label, trace),
                        stop,
                        self.clock,
                        limits.budget or options.threshold,
                        limits.history_questions or settings.recent_exchanges,
                        asking if may_ask else "never",
                        limits=limits,
                        vector_of=self.vector_of,
                        zone=options.preferences.time_zone,
                        tools=self.tools,
                        tool_limits=ToolLimits(
                            settings.max_tool_rounds, settings.tool_tokens, settings.tool_timeout_s
                        ),
                        sources=None if self.visitor else read,
                        notebook=_instructed(options, instructions, limits),
                        documents=None if self.visitor else self.documents,
                        tables=None
                        if self.visitor
                        else TurnTables(
                            self.tables, sources, self.counter.count_tokens, read, limits.tables
                        ),
                        web=_web_search(settings),
                    )
                )

        try:
            run_id = self.new_id() if question_id else ""  # else it cannot be found again
            return self.runs.start(
                key, question_id, leased, run_id=run_id, engine=options.engine.name, beat=beat
            )
        except SessionBusy:
            trace.end("refused")
            options.release()
            raise

    def _counted(self, role: Role, text: str) -> NewMessage:
        return NewMessage.counted(role, storable(text), self.clock(), self.counter)

    def _instructions(self, further: str) -> str | None:
        """Return the notebook's instructions and the ``further`` ones; None if neither exists."""
        if not further:
            return None
        own = self.configuration.notebook.instructions
        whole = f"{own}\n\n{further}" if own else further
        tokens, most = self.counter.count_tokens(whole), self.configuration.settings.notebook_tokens
        if tokens > most:
            raise InstructionsTooLong(tokens, most)
        return whole

    def _sources(self, choice: SourceChoice) -> TurnSources:
        limit = self.configuration.settings.source_tokens
        return TurnSources(self.database, choice, limit, self.counter, self.vector_of)

    def _options(self, session_id: str) -> Options:
        """Return the options of a session, which may have an engine of its own."""
        try:
            engine = self.database.sessions.engine(session_id)
        except SessionNotFound:  # of a turn that stores nothing
            engine = ""
        return self.configuration.options(engine)

    def _work(self, turn: Turn, question: Message, given: TurnContext) -> None:
        said: list[Piece] = []

        def listen(event: Event) -> None:
            if isinstance(event, Piece):
                said.append(event)
            given.emit(event)

        heard = dataclasses.replace(given, emit=listen)
        if given.resumed.text:  # first: whatever the outcome of this turn, it stays in the reply
            listen(Piece(given.resumed.text, citations=given.resumed.citations))
        asked = TurnInput(question=question, turn_id=turn.id)
        state = cast(TurnState, asked)
        try:
            self.database.branches.index(turn.session_id, count=question.position)
            for reached in self.loop.run(asked, heard):
                state = reached
            most = given.notebook.most_messages
            meter = self.meter(turn.session_id, threshold=given.threshold, most_messages=most)
            given.emit(Finished(state["reply_id"], meter, state["support"]))
        except StopRequested:
            given.emit(self._broken_off(state, said, heard))
        except TidemarkError as error:
            given.emit(self._broken_off(state, said, heard, error))
        except Exception as error:  # noqa: BLE001 - a turn's bug may not take its question along
            _log.exception("a turn of %s broke", turn.session_id)
            bug = Unforeseen(type(error).__name__)
            given.emit(self._broken_off(state, said, heard, bug))
        finally:
            self.follow(turn.session_id)

    def _broken_off(
        self,
        state: TurnState,
        said: list[Piece],
        given: TurnContext,
        why: TidemarkError | None = None,
    ) -> Stopped | Failed:
        """Store the partial reply and how the turn ended; return its last event.

        Text before a call of the caller's tools is not a reply: only the caller receives it.
        """
        failure = Failure.of(why) if why else None
        ended = outcome.broken_off(
            state,
            NO_TEXT if isinstance(why, CallerToolCalled) else responder.joined(said),
            given,
            self.counter,
            failure=failure,
            unfinished=responder.usage_of(said),
        )
        try:
            reply = self.database.turns.finish(state["turn_id"], ended, now=self.clock())
        except TidemarkError as error:  # the turn stays pending, and retry is offered
            return Failed(error, None)
        kept = reply.id if reply else None
        return Failed(why, kept) if why else Stopped(kept)


def message_text(text: str) -> str:
    """Return the ``text`` of a message as it is stored.

    Raises:
        EmptyMessage: ``text`` is blank.
        MessageTooLong: ``text`` is longer than a message may be.
    """
    check_length(text)
    text = storable(text)
    if not text.strip():
        raise EmptyMessage
    return text


def check_length(text: str) -> None:
    """Refuse a ``text`` that is too long for a message.

    Raises:
        MessageTooLong: It is longer than a message may be.
    """
    if len(text) > MOST_CHARS:
        raise MessageTooLong(len(text), MOST_CHARS)


def _web_search(settings: Settings) -> WebSearch | None:
    if not settings.web_search_url:
        return None
    return WebSearch(settings.web_search_url, timeout_s=settings.tool_timeout_s)


def _instructed(options: Options, instructions: str | None, limits: TurnLimits) -> Notebook:
    """Return the notebook with the person's instructions and its own or the turn's."""
    notebook, own = options.notebook, options.preferences.instructions
    told = notebook.instructions if instructions is None else instructions
    whole = user_context.with_own(own, told)
    changed: dict[str, object] = {}
    if whole != notebook.instructions:
        changed["instructions"] = whole
    if limits.most_messages is not None:
        changed["most_messages"] = limits.most_messages
    return notebook.model_copy(update=changed) if changed else notebook


def _unkept(message: NewMessage, position: int = 0) -> Message:
    """Return ``message`` in the form of a stored one, for a turn that stores nothing."""
    return Message(id=position + 1, session_id="unkept", position=position, **dict(message))
