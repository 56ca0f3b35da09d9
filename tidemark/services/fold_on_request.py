"""Folding on request, or ahead of the next message: a forecast, and the fold in the background.

It uses the summariser agent, as a turn does.  A fold and a turn never run in one session at the
same time: a turn that starts meanwhile takes precedence, and nothing is folded.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from agents import context, summariser
from agents.summariser import StoredFold
from tidemark.errors import NothingToFold, SessionBusy, SessionNotFound, TidemarkError
from tidemark.runtime.events import (
    Event,
    Failed,
    Finished,
    StepFinished,
    StepStarted,
    Stop,
    Stopped,
    StopRequested,
    Summarised,
)
from tidemark.runtime.runs import Run, Runs
from tidemark.schema.base import FrozenModel
from tidemark.schema.turns import NO_LIMITS, TurnLimits
from tidemark.services.turns import TurnService
from tidemark.telemetry import meters


class FoldForecast(FrozenModel):
    """The ``messages`` that the next fold of a session would cover; 0 if there are none to fold.

    They are at positions ``from_index`` to ``to_index``.  ``context`` counts the tokens against
    ``threshold`` now, ``context_at_most`` after the fold: the size of a summary is only known once
    an engine has written it.  More than ``most_messages`` active messages trigger a fold, too.
    ``folds_next``: any next message triggers one.
    """

    messages: int
    from_index: int
    to_index: int
    context: int
    context_at_most: int
    threshold: int
    most_messages: int
    folds_next: bool


@dataclass(frozen=True)
class FoldService:
    """Folds sessions with the engine and budget in force; ``runs`` are not those of turns."""

    turns: TurnService
    runs: Runs

    def forecast(self, session_id: str) -> FoldForecast:
        """Return the messages that the next fold would cover, and the most tokens it would leave.

        Raises:
            SessionNotFound: There is no such session.
        """
        turns = self.turns
        held = context.load(turns.database, session_id)
        if not held.active and not turns.database.sessions.exists(session_id):
            raise SessionNotFound(session_id)
        foldable, threshold = summariser.messages_to_fold(held), turns.configuration.threshold
        most_messages = turns.configuration.notebook.most_messages
        kept = sum(message.token_count for message in held.active if message.is_pinned)
        return FoldForecast(
            messages=len(foldable),
            from_index=foldable[0].position if foldable else 0,
            to_index=foldable[-1].position if foldable else 0,
            context=held.tokens,
            context_at_most=summariser.summary_limit(threshold) + kept,
            threshold=threshold,
            most_messages=most_messages,
            folds_next=summariser.needs_summarization(
                held,
                summariser.shortest_question(turns.counter),
                threshold=threshold,
                most_messages=most_messages,
            ),
        )

    def begin(self, session_id: str) -> Run:
        """Start folding all active messages of a session except pinned ones.

        Raises:
            NothingToFold: There are none.
            SessionBusy: A fold of the session is running already.
            SessionNotFound: There is no such session.
        """
        if not self.forecast(session_id).messages:
            raise NothingToFold
        return self._start(session_id)

    def begin_ahead(self, session_id: str, limits: TurnLimits) -> None:
        """Start the fold that the next message triggers, so that its turn need not wait.

        It is the fold of a turn with these ``limits``.  A turn that starts before it is stored
        takes precedence and folds by itself.
        """
        with suppress(SessionBusy):  # a fold of the session is running already
            self._start(session_id, limits)

    def under_way(self, session_id: str) -> Run | None:
        """Return the running fold of ``session_id`` in this process."""
        return self.runs.live(session_id)

    def stop(self, session_id: str) -> None:
        """Stop the running fold of ``session_id``, if any; then nothing is folded."""
        run = self.runs.live(session_id)
        if run is not None:
            run.stop()

    def _start(self, session_id: str, limits: TurnLimits = NO_LIMITS) -> Run:
        def work(emit: Callable[[Event], None], stop: Stop) -> None:
            self._work(session_id, limits, emit, stop)

        return self.runs.start(session_id, 0, work)

    def _work(
        self, session_id: str, limits: TurnLimits, emit: Callable[[Event], None], stop: Stop
    ) -> None:
        emit(StepStarted("summariser"))
        began = time.perf_counter()
        try:
            fold = self._fold(session_id, limits, stop)
        except StopRequested:
            emit(Stopped(None))
        except TidemarkError as error:
            emit(Failed(error, None))
        else:
            emit(StepFinished("summariser", (time.perf_counter() - began) * 1000))
            emit(Summarised(fold.summary.id, fold.result))
            meters.count_fold()
            emit(Finished(0, self.turns.meter(session_id)))

    def _fold(self, session_id: str, limits: TurnLimits, stop: Stop) -> StoredFold:
        turns = self.turns
        before = context.load(turns.database, session_id)
        if not summariser.messages_to_fold(before):
            raise NothingToFold
        with turns.configuration.options(turns.database.sessions.engine(session_id)) as options:
            threshold = limits.budget or options.threshold
            return summariser.fold_session(
                turns.database,
                session_id,
                before,
                options.engine,
                threshold=summariser.threshold_for(limits.summary_tokens, threshold),
                counter=turns.counter,
                clock=turns.clock,
                stop=stop,
                then="fold the messages",
                zone=options.preferences.time_zone,
            )
