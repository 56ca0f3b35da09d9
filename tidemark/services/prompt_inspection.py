"""Prompt inspection: the prompt of a past turn, as sent and as it would be chosen again."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents import ambiguity, past_context, recall
from agents.context import Context
from agents.recall import VectorOf
from database import ScopedDatabase
from tidemark.engines.llm import prompts
from tidemark.errors import ViewNotKept, ViewUnreadable
from tidemark.prompt import rendering, snapshots, source_packing
from tidemark.prompt.message_spans import restore, source_ids
from tidemark.schema import ContextView, Message, Summary, Turn
from tidemark.schema.prompt_snapshot import InspectedTurn, PromptSnapshot
from tidemark.schema.reports import LineReport, PromptReport, ReplayReport, ToolCallReport
from tidemark.services.configuration import Configuration
from utils import TokenCounter, zone_named


@dataclass(frozen=True)
class PromptInspection:
    """Rebuilds prompts from the snapshots in ``database``."""

    database: ScopedDatabase
    counter: TokenCounter
    configuration: Configuration
    vector_of: VectorOf

    def of_reply(self, session_id: str, reply_id: int) -> InspectedTurn | None:
        """Return the prompt of a reply; None if no snapshot of it is stored.

        Raises:
            ViewUnreadable: A message it was built from is gone.
        """
        read = self.database.prompt_snapshots.of_reply(session_id, reply_id)
        return None if read is None or read.kept is None else self._inspected(read.turn, read.kept)

    def prompt(self, session_id: str, number: int, attempt: int | None = None) -> PromptReport:
        """Report the prompt of question ``number`` of a session, counted from 1.

        Of several attempts at an answer, report the last, or number ``attempt``.

        Raises:
            SessionNotFound: There is no such session.
            ViewNotKept: There is no such turn, or no snapshot of it.
            ViewUnreadable: A message it was built from is gone.
        """
        self.database.sessions.get(session_id)
        question = self.database.prompt_snapshots.question(session_id, number)
        reads = self.database.prompt_snapshots.of_question(session_id, question) if question else ()
        at = len(reads) if attempt is None else attempt
        kept = reads[at - 1].kept if 0 < at <= len(reads) else None
        if kept is None:
            raise ViewNotKept(session_id, number)
        found = self._inspected(reads[at - 1].turn, kept)
        return PromptReport.of(
            found.view,
            kept,
            [
                LineReport(role=line.role, content=line.content)
                for line in rendering.render(found.view)
            ],
            session_id=session_id,
            turn=number,
            attempt=at,
            attempts=len(reads),
            is_as_sent=found.is_as_sent,
            told=_instructions(kept),
            tool_calls=self._tool_calls(found.turn),
            versions=self.database.document_versions.notes_of_message(question or 0),
        )

    def _tool_calls(self, turn: Turn) -> tuple[ToolCallReport, ...]:
        replies = self.database.messages.by_ids(turn.session_id, [turn.reply_id or 0])
        return tuple(ToolCallReport.of(use) for each in replies for use in each.metadata.tool_uses)

    def replayed(self, session_id: str) -> Iterator[ReplayReport]:
        """Rebuild the prompt of each turn of a session, and report where it differs.

        Each is rebuilt from its snapshot, and chosen again from the session's contents and the
        question's analysis at that time.  An earlier attempt is rebuilt from its snapshot only,
        because the stored analysis of a question is that of its last attempt.

        Raises:
            SessionNotFound: There is no such session.
        """
        self.database.sessions.get(session_id)
        summaries = self.database.summaries.all(session_id)
        said = self.database.get_messages(session_id)
        asked = [message for message in said if message.role == "user"]
        questions = {message.id: (at, message) for at, message in enumerate(asked, 1)}
        reads = self.database.prompt_snapshots.of_session(session_id)
        last = {turn.question_id: turn.id for turn, _ in reads}
        for turn, kept in reads:
            if kept is None:
                continue
            number, question = questions[turn.question_id]
            found, again = self._rebuilt(turn, kept), None
            if found is not None and last[question.id] == turn.id:
                again = self._chosen_again(question, found, summaries)
            yield ReplayReport(
                turn=number,
                sha256=kept.sha256,
                from_its_row=found is not None and found.is_as_sent,
                chosen_anew=None if again is None else snapshots.fingerprint(again) == kept.sha256,
            )

    def _inspected(self, turn: Turn, kept: PromptSnapshot) -> InspectedTurn:
        said = self.database.prompt_snapshots.sources(snapshots.source_ids(kept))
        texts = self.database.source_search.texts(snapshots.version_keys(kept))
        view = snapshots.rebuild(kept, said, texts)
        is_as_sent = snapshots.fingerprint(view) == kept.sha256
        return InspectedTurn(turn=turn, view=view, kept=kept, is_as_sent=is_as_sent)

    def _rebuilt(self, turn: Turn, kept: PromptSnapshot) -> InspectedTurn | None:
        try:
            return self._inspected(turn, kept)
        except ViewUnreadable:
            return None

    def _chosen_again(
        self, question: Message, found: InspectedTurn, summaries: Sequence[Summary]
    ) -> ContextView | None:
        """Choose the view for ``question`` again, using its stored analysis.

        Candidates from outside its session are taken from the snapshot, as other chats have
        changed.
        """
        if question.metadata.query_analysis is None or found.kept.places.has_pins:
            return None  # it is not stored which messages were pinned then
        held: Context | None = Context()
        if not question.is_single:
            held = past_context.as_of(
                self.database,
                question,
                summaries,
                found.view,
                at=found.turn.heartbeat,
                recent_exchanges=self.configuration.settings.recent_exchanges,
            )
        if held is None:
            return None
        quoted = self.database.prompt_snapshots.sources(source_ids(question.metadata))
        contents = {of: message.content for of, message in quoted.items()}
        understood = restore(question.metadata, contents).query_analysis
        if understood is None:
            return None
        excluded = found.kept.places.excluded
        asked = recall.analyse(
            question.content,
            held,
            session_id=question.session_id,
            before=question.position,
            now=question.timestamp.astimezone(zone_named(found.view.style.zone)),
            vector_of=self.vector_of,
            excluded=excluded,
        )
        recalled = recall.choose(
            None if question.is_single else self.database,
            asked,
            held,
            understood if ambiguity.needs_recall(understood, found.view.style) else None,
            threshold=found.view.threshold,
            counter=self.counter,
            excluded=excluded,
            other_chats=recall.kept_candidates(found),
            style=found.view.style,
        )
        view = source_packing.with_sources(
            recalled.view, found.view.of_kind("source"), self.counter
        )
        return ambiguity.augmented(view, understood, self.counter)


def _instructions(kept: PromptSnapshot) -> str | None:
    """Return the instructions before the view, if this version of Tidemark still has the same."""
    given = kept.places.instructions
    if given is None:
        return None
    text = prompts.reply_instructions(dt.datetime.combine(given.on, dt.time()), given.notebook)
    return text if snapshots.sha256(text) == given.sha256 else None
