"""Question answering: one question in, one answer out, with a person's memory or without.

Its sessions have a budget of their own and expire some days after their last use.  A memory failure
never prevents an answer: if memory cannot be read or written, the question is answered without it,
and the answer says so.
"""

import datetime as dt
import json
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agents import responder
from database import ScopedDatabase
from tidemark.errors import DatabaseError, NotebookNotFound
from tidemark.nlp.context_dependence import NEEDED, context_need
from tidemark.nlp.language_id import language_of
from tidemark.nlp.mentions import Utterance
from tidemark.retrieval.question_likeness import shape
from tidemark.runtime.events import ContextSize, Failed, Finished, Piece, Recalled, ToolFinished
from tidemark.runtime.runs import Run
from tidemark.schema import Usage
from tidemark.schema.notebooks import Notebook
from tidemark.schema.questions import (
    ConversationMetadata,
    MemoryContextUsed,
    PastQuestion,
    QuestionAnswered,
    QuestionAsked,
    QuestionSource,
    QuestionTokens,
)
from tidemark.schema.reports import TurnReport
from tidemark.schema.sessions import TITLE_CHARS
from tidemark.schema.tables import Table, TableAnswer, TableLimits, TableQuestion
from tidemark.schema.turns import TurnLimits
from tidemark.services.configuration import Configuration
from tidemark.services.fold_on_request import FoldService
from tidemark.services.notebooks import NotebookService
from tidemark.services.people.learning import LearningService
from tidemark.services.questions.suggestions import related_questions
from tidemark.services.tables.tables import goes_by
from tidemark.services.turns import TurnService
from tidemark.storage.search.past_questions import AskedShape, LastQuestion, QuestionSession
from tidemark.tables.charts import as_asked, vega_lite
from utils import TokenCounter, one_line

_CONVERSATIONS = uuid.UUID("6f1a3c2e-0d5b-4b6e-9f55-2f8f2f0b7d11")  # for ids that are no UUID
_NO_END = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)  # of a chat on the page, which has no end
_LLM_STEPS = "summariser", "ambiguity", "responder", "tools"
_READING = "context", "recall"
_NO_TABLE = "No table answered this question. Name what to show as the tables' columns do."
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Memory:
    """The data read from a person's past for one question, and where to store the exchange.

    ``home`` is the service of the notebook that answers.  ``learned`` are questions of other
    people, without their text.
    """

    home: "QuestionAnswering"
    session_id: str
    shape: frozenset[str]
    similar: tuple[PastQuestion, ...]
    learned: tuple[PastQuestion, ...]
    last: PastQuestion | None
    read_s: float
    warnings: tuple[str, ...] = ()
    is_new: bool = True

    @property
    def past(self) -> tuple[PastQuestion, ...]:
        """The similar questions, then the previous one."""
        return (*self.similar, self.last) if self.last else self.similar


@dataclass(frozen=True)
class QuestionAnswering:
    """Answers questions in the scope of ``database``.

    ``in_notebook`` returns this service for another notebook of the user by its id;
    ``is_of_another`` whether a session id belongs to another user.  ``await_vectors`` waits briefly
    for the vectors of the latest messages, unless memory is stored in the background: then a fold
    that the next question needs is begun with the answer, by ``folding``; that question waits for
    the rest of it.
    """

    database: ScopedDatabase
    counter: TokenCounter
    clock: Callable[[], dt.datetime]
    configuration: Configuration
    turns: TurnService
    notebooks: NotebookService
    in_notebook: Callable[[str], "QuestionAnswering"]
    is_of_another: Callable[[str], bool]
    new_id: Callable[[], str]
    await_vectors: Callable[[], object]
    learning: LearningService
    folding: FoldService

    def answer(self, asked: QuestionAsked) -> QuestionAnswered:
        """Answer one question; if it uses memory, store it with its answer.

        Raises:
            EmptyMessage: The question is empty.
            InstructionsTooLong: Its instructions and those of the notebook are longer than allowed.
            InvalidSessionId: Its session id is not a valid one.
            SessionBusy: The last question of its session is still being answered.
            TurnFailed: The engine failed.
        """
        began = time.perf_counter()
        named, unknown = self._notebooks(asked)
        home = self.in_notebook(named[0].notebook_id) if named else self
        unknown += home._unknown_tables(asked)  # noqa: SLF001 - the same service of a notebook
        answered = home._remembered(asked) if asked.uses_memory else home._plain(asked)  # noqa: SLF001
        return answered.model_copy(
            update={
                "total_execution_time": _seconds(time.perf_counter() - began),
                "warnings": (*unknown, *answered.warnings),
            }
        )

    def _notebooks(self, asked: QuestionAsked) -> tuple[tuple[Notebook, ...], tuple[str, ...]]:
        """Return the notebooks to ask, and a warning for each unknown name."""
        found, warnings = [], []
        for name in asked.databases:
            try:
                found.append(self.notebooks.find(name))
            except NotebookNotFound:
                warnings.append(f"There is no notebook {name!r}: nothing of it was read.")
        return tuple(found), tuple(warnings)

    def _unknown_tables(self, asked: QuestionAsked) -> tuple[str, ...]:
        """Return a warning for each unknown table name."""
        held = self.turns.tables.list() if asked.tables else ()
        return tuple(
            f"There is no table {name!r}: look at the list of tables."
            for name in asked.tables
            if not any(goes_by(each, name) for each in held)
        )

    def _plain(self, asked: QuestionAsked) -> QuestionAnswered:
        run = self.turns.ask(
            asked.question,
            use_memory=False,
            may_ask=False,
            engine=asked.engine,
            instructions=asked.instructions,
            limits=TurnLimits(tables=_table_limits(asked), sampling=asked.sampling),
        )
        return self._answered(asked, run, ())

    def _remembered(self, asked: QuestionAsked) -> QuestionAnswered:
        """Answer with memory, as far as it can be read and written."""
        try:
            memory = self._read(asked)
        except DatabaseError as error:
            return self._without(asked, error)
        service = memory.home
        try:
            run = service._ask(asked, memory)  # noqa: SLF001 - the same service of another notebook
            last = run.wait()
            if isinstance(last, Failed) and isinstance(last.error, DatabaseError):
                raise last.error
        except DatabaseError as error:
            return service._unkept(asked, memory, error)  # noqa: SLF001
        return service._kept(asked, memory, run)  # noqa: SLF001

    def _read(self, asked: QuestionAsked) -> _Memory:
        """Read the person's past that is relevant, before the question is answered."""
        began = time.perf_counter()
        home, session_id, last, warnings = self._session(asked)
        words = _shape(asked, last.question if last else "")
        least = self.configuration.settings.memory_semantic_similarity_threshold
        similar = self.database.past_questions.similar(
            session_id,
            words,
            limit=asked.similar_questions,
            least=least,
            databases=asked.databases,
        )
        more = asked.similar_questions - len(similar)
        learned = self.learning.similar(words, limit=more, least=least)
        before = None
        if last and last.source:
            before = PastQuestion(question=last.question, **dict(last.source))
        read_s = time.perf_counter() - began
        return _Memory(
            home, session_id, words, similar, learned, before, read_s, warnings, is_new=last is None
        )

    def _session(
        self, asked: QuestionAsked
    ) -> tuple["QuestionAnswering", str, LastQuestion | None, tuple[str, ...]]:
        """Return where to store the exchange: service, session, its last question, and warnings.

        There is no last question in a new session.
        """
        new_id, wished = str(uuid.UUID(self.new_id())), asked.session_id
        if wished is None:
            return self, new_id, None, ()
        service, last = self._found(wished)
        if last is None:
            return self, (new_id if self.is_of_another(wished) else wished), None, ()
        if last.trashed_at is not None:
            return self, new_id, None, (f"Session {wished!r} was deleted: this is a new one.",)
        if _expires_at(last) <= self.clock():
            return self, new_id, None, (f"Session {wished!r} has expired: this is a new one.",)
        return service, wished, last, ()

    def _found(self, session_id: str) -> tuple["QuestionAnswering", LastQuestion | None]:
        """Return the service of the notebook that has a session, and its last question."""
        if last := self.database.past_questions.last(session_id):
            return self, last
        notebook_id = self.notebooks.of_session(session_id)
        if notebook_id is None:
            return self, None
        service = self.in_notebook(notebook_id)
        return service, service.database.past_questions.last(session_id)

    def _ask(self, asked: QuestionAsked, memory: _Memory, *, keeps: bool = True) -> Run:
        if (fold := self.folding.under_way(memory.session_id)) is not None:
            fold.wait()  # rather than fold the same messages beside it
        settings = self.configuration.settings
        return self.turns.ask(
            asked.question,
            None if memory.is_new and not keeps else memory.session_id,
            may_ask=False,
            engine=asked.engine,
            instructions=asked.instructions,
            keeps=keeps,
            retention_days=settings.memory_retention_days if memory.is_new else None,
            asked=AskedShape(memory.shape, QuestionSource(databases=self._databases(asked))),
            limits=self._limits(asked, memory),
        )

    def _limits(self, asked: QuestionAsked, memory: _Memory) -> TurnLimits:
        settings = self.configuration.settings
        return TurnLimits(
            budget=settings.memory_max_context_tokens,
            most_messages=settings.memory_summarization_threshold,
            folds=settings.memory_summarization_enabled,
            history_questions=asked.history_questions,
            similar_questions=asked.similar_questions,
            similar_found=len(memory.similar) + len(memory.learned),
            summary_tokens=settings.memory_summarization_max_tokens,
            tables=_table_limits(asked, memory.past),
            sampling=asked.sampling,
        )

    def _kept(self, asked: QuestionAsked, memory: _Memory, run: Run) -> QuestionAnswered:
        answered = self._with_memory(asked, memory, run)
        session_id = run.session_id
        try:
            stored = self.database.past_questions.conversation(session_id)
        except DatabaseError as error:
            return _warned(answered, _not_kept(error))
        if answered.execution_result:
            self._keep_query(asked, session_id, answered)
            self.learning.learn(memory.shape, answered.sql_query)
        if self.configuration.settings.memory_async_storage:
            self._fold_ahead(asked, memory, run)
        else:
            self.await_vectors()
        metadata = ConversationMetadata(
            conversation_id=conversation_id(session_id),
            session_id=session_id,
            session_name=one_line(stored.first, TITLE_CHARS),
            message_count=stored.number,
            created_at=stored.created_at,
            updated_at=stored.updated_at,
            expires_at=_expires_at(stored),
            is_summarized=stored.is_summarized,
        )
        return answered.model_copy(update={"conversation_metadata": metadata})

    def _fold_ahead(self, asked: QuestionAsked, memory: _Memory, run: Run) -> None:
        last, folds = run.wait(), self.configuration.settings.memory_summarization_enabled
        if folds and isinstance(last, Finished) and last.meter.is_over:
            self.folding.begin_ahead(run.session_id, self._limits(asked, memory))

    def _keep_query(
        self, asked: QuestionAsked, session_id: str, answered: QuestionAnswered
    ) -> None:
        source = QuestionSource(
            databases=self._databases(asked),
            tables=answered.tables_used,
            sql=answered.sql_query,
        )
        self.database.past_questions.note_source(session_id, source)

    def _databases(self, asked: QuestionAsked) -> tuple[str, ...]:
        return asked.databases or (self.configuration.notebook.name,)

    def _unkept(
        self, asked: QuestionAsked, memory: _Memory, error: DatabaseError
    ) -> QuestionAnswered:
        """Answer from the readable part of the past when the exchange cannot be stored."""
        try:
            run = self._ask(asked, memory, keeps=False)
            last = run.wait()
        except DatabaseError as why:
            return self._without(asked, why)
        if isinstance(last, Failed) and isinstance(last.error, DatabaseError):
            return self._without(asked, last.error)
        return _warned(self._with_memory(asked, memory, run), _not_kept(error))

    def _without(self, asked: QuestionAsked, error: DatabaseError) -> QuestionAnswered:
        _log.error("memory could not be read: %s", error)
        why = f"Memory could not be read, and this question was not kept: {error}"
        return _warned(self._plain(asked), why)

    def _with_memory(self, asked: QuestionAsked, memory: _Memory, run: Run) -> QuestionAnswered:
        """Report on ``run``, including the part of the past that was read for it."""
        answered = self._answered(asked, run, memory.past)
        size = _context_size(run)
        used = MemoryContextUsed(
            history_messages_count=size.questions,
            similar_queries_count=len(memory.similar) + len(memory.learned),
            context_tokens=size.tokens,
            context_truncated=size.is_cut,
        )
        read_s = memory.read_s + answered.vector_store_search_time
        return answered.model_copy(
            update={
                "memory_context_used": used,
                "memory_retrieval_time": _seconds(read_s),
                "warnings": (*memory.warnings, *answered.warnings),
            }
        )

    def _answered(
        self, asked: QuestionAsked, run: Run, past: tuple[PastQuestion, ...]
    ) -> QuestionAnswered:
        report = self.turns.report(run)
        ms = report.timings_ms
        settings = self.configuration.settings
        count = settings.memory_suggestion_count if settings.memory_enable_suggestions else 0
        of_tables = _of_tables(asked, run)
        used = of_tables.get("tables_used", ())
        return QuestionAnswered(
            **of_tables,
            answer=report.marked_reply or report.reply,
            tokens=self._tokens(asked, run, report),
            related_questions=related_questions(
                asked.question,
                past,
                report.passages,
                count,
                lambda: self._suggested_tables(asked, used),
            ),
            vector_store_search_time=_seconds(sum(ms.get(each, 0.0) for each in _READING) / 1000),
            llm_time=_seconds(sum(ms.get(each, 0.0) for each in _LLM_STEPS) / 1000),
        )

    def _suggested_tables(self, asked: QuestionAsked, used: Sequence[str]) -> tuple[Table, ...]:
        """Return the tables to suggest questions about: those of the answer, else all asked."""
        try:
            held = self.turns.tables.opened(names=asked.tables).tables
        except DatabaseError as error:
            _log.warning("no question about a table is suggested: %s", error)
            return ()
        return tuple(each for each in held if each.name in used) or held

    def _tokens(self, asked: QuestionAsked, run: Run, report: TurnReport) -> QuestionTokens:
        """Return the token counts of the engine's service, else our count of its view and reply."""
        usage = responder.usage_of([each for each in run.so_far() if isinstance(each, Piece)])
        if not usage.input_tokens:
            own = self.counter.count_message("user", asked.question)
            usage = Usage(
                input_tokens=own + _context_size(run).tokens,
                output_tokens=self.counter.count_tokens(report.reply),
            )
        return QuestionTokens(
            prompt_tokens=usage.input_tokens,
            completion_tokens=usage.output_tokens,
            total_tokens=usage.input_tokens + usage.output_tokens,
        )


def _expires_at(session: LastQuestion | QuestionSession) -> dt.datetime:
    days = session.retention_days
    return session.updated_at + dt.timedelta(days=days) if days else _NO_END


def _shape(asked: QuestionAsked, before: str) -> frozenset[str]:
    """Return the shape of a question, including the one ``before`` if it depends on that."""
    question = asked.question
    is_whole = not before or context_need(question, [Utterance("user", before)]) < NEEDED
    return shape(question if is_whole else f"{before} {question}")


def _of_tables(asked: QuestionAsked, run: Run) -> dict[str, Any]:
    """Return the answer's fields for the last successful query, or for why all were refused."""
    uses = [event.use for event in run.so_far() if isinstance(event, ToolFinished)]
    if found := [use.table for use in uses if use.table]:
        return _of_table(asked, found[-1])
    if refused := [use.refused for use in uses if use.refused]:
        why = str(refused[-1].error)
        return {"sql_query": refused[-1].sql, "query_explanation": why, "warnings": (why,)}
    return {"warnings": (_NO_TABLE,)} if asked.mode == "data" else {}


def _of_table(asked: QuestionAsked, table: TableAnswer) -> dict[str, Any]:
    graph, warnings = _graph(asked, table) if asked.plots else ("", ())
    return {
        "sql_query": table.sql,
        "query_explanation": table.explanation,
        "execution_result": table.result.execution_result(),
        "tables_used": table.tables_used,
        "raw_graph": graph,
        "sql_execution_time": _seconds(table.result.ms / 1000),
        "warnings": warnings,
    }


def _graph(asked: QuestionAsked, table: TableAnswer) -> tuple[str, tuple[str, ...]]:
    """Return the chart of a result, empty if none fits, and warnings."""
    if table.chart is None:
        return "", ("No chart shows this result: it needs a number by a name or along a time.",)
    chart, details = as_asked(table.chart, asked.plot_details), asked.plot_details
    unread = f"Of a chart only bars or a line can be asked for, and not {details!r}."
    warnings = (unread,) if details and chart is None else ()
    drawn = vega_lite(table.result, chart or table.chart, language_of(asked.question))
    return json.dumps(drawn), warnings


def _table_limits(asked: QuestionAsked, past: Sequence[PastQuestion] = ()) -> TableLimits:
    return TableLimits(
        names=asked.tables,
        expands=asked.expands_tables,
        listed=asked.listed_tables,
        samples=asked.listed_samples,
        past=tuple(
            TableQuestion(question=each.question, sql=each.sql, tables_used=each.tables)
            for each in past
        ),
        rows=asked.rows_limit,
        read_rows=asked.read_rows,
        describes=asked.mode == "metadata",
    )


def _context_size(run: Run) -> ContextSize:
    sizes = [event.context for event in run.so_far() if isinstance(event, Recalled)]
    return next((each for each in reversed(sizes) if each), ContextSize(0, 0, is_cut=False))


def _seconds(duration: float) -> float:
    return round(duration, 6)


def _warned(answered: QuestionAnswered, warning: str) -> QuestionAnswered:
    return answered.model_copy(update={"warnings": (*answered.warnings, warning)})


def _not_kept(error: DatabaseError) -> str:
    _log.error("a question could not be kept: %s", error)
    return f"This question and its answer could not be kept: {error}"


def conversation_id(session_id: str) -> str:
    """Return the id of a session as a UUID, unchanged if it is one.

    >>> conversation_id("550e8400-e29b-41d4-a716-446655440000")
    '550e8400-e29b-41d4-a716-446655440000'
    """
    try:
        return str(uuid.UUID(session_id))
    except ValueError:
        return str(uuid.uuid5(_CONVERSATIONS, session_id))
