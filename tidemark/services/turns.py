"""One turn in the background: from a stored question to a stored reply, whatever happens between.

A turn that is stopped or fails keeps its question, what was said so far, and why; it can be
retried.
"""

import dataclasses
import datetime as dt
import logging
import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import psutil

import graph
from agents import context, outcome, recall
from agents.state import TurnContext, TurnInput, TurnState
from database import Database
from graph import Loop
from tidemark.errors import SessionBusy, SessionNotFound, TidemarkError, TurnFailed, Unforeseen
from tidemark.nlp.context_dependence import NEEDED, context_need
from tidemark.nlp.mentions import Utterance
from tidemark.prompt import packing
from tidemark.runtime.events import (
    Event,
    Failed,
    Finished,
    Piece,
    StepFinished,
    Stop,
    Stopped,
    StopRequested,
    Summarised,
    Understood,
)
from tidemark.runtime.runs import Run, Runs
from tidemark.schema import ContextView, Failure, Message, Meter, NewMessage, Turn
from tidemark.schema.prompt_snapshot import NOTHING, Excluded
from tidemark.schema.reports import TurnReport, UnderstandingReport
from tidemark.services.configuration import Configuration
from utils import TokenCounter

_SILENCE = dt.timedelta(seconds=10)  # a turn not heard of for so long is dead
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TurnRunner:
    """Runs turns over one ``database``, each with the options that hold when it starts.

    ``follow`` is called with its session when a turn has ended.
    """

    database: Database
    runs: Runs
    loop: Loop
    counter: TokenCounter
    clock: Callable[[], dt.datetime]
    configuration: Configuration
    follow: Callable[[str], None]

    def start(
        self,
        turn: Turn,
        question: Message,
        *,
        may_ask: bool,
        is_again: bool = False,
        excluded: Excluded = NOTHING,
    ) -> Run:
        """Begin ``turn``, whose ``question`` is stored; its view leaves out what is ``excluded``.

        Where it ``is_again`` asked, an earlier answer stands until this one is whole.

        Raises:
            SessionBusy: The session has a live run.
        """

        def work(given: TurnContext) -> None:
            given = dataclasses.replace(given, excluded=excluded, is_again=is_again)
            self._work(turn, question, given)

        def beat() -> bool:
            return self.database.turns.beat(turn.id, self.clock())

        return self._start(turn.session_id, question.id, work, may_ask=may_ask, beat=beat)

    def again(self, seen: Turn, *, owner: str, without: Excluded | None = None) -> Run:
        """Ask the question of ``seen``, the last turn of its session, again.

        Its view leaves out ``without``, or what the last one left out where that is None.

        Raises:
            SessionBusy: Somebody else began it meanwhile, or the session has a live run.
        """
        if without is None:
            reads = self.database.prompt_snapshots.of_question(seen.session_id, seen.question_id)
            wished = [kept.places.excluded for _, kept in reads if kept is not None]
            without = wished[-1] if wished else NOTHING
        begun = self.database.turns.restart(
            seen.session_id,
            owner=owner,
            now=self.clock(),
            seen=seen,
            even_done=seen.status == "done",
        )
        return self.start(begun.turn, begun.question, may_ask=True, is_again=True, excluded=without)

    def start_unkept(self, question: Message, *, key: str, may_ask: bool) -> Run:
        """Answer ``question`` from nothing, and keep nothing; the run goes by ``key``."""
        asked = TurnInput(question=question, turn_id=0)

        def work(given: TurnContext) -> None:
            try:
                for _ in graph.run(self.loop, asked, dataclasses.replace(given, keeps=False)):
                    pass
            except StopRequested:
                given.emit(Stopped(None))
            except TidemarkError as error:
                given.emit(Failed(str(error), None))
            else:
                given.emit(Finished(0, Meter(summaries=0, active=0, threshold=given.threshold)))

        return self._start(key, 0, work, may_ask=may_ask)

    def understand(self, question: str, said: Sequence[Message]) -> UnderstandingReport:
        """Say what ``question`` means after what was ``said``."""
        with self.configuration.options() as options:
            view = packing.build(
                question, active=said, offered=(), threshold=options.threshold, counter=self.counter
            )
            asking = options.preferences.clarifying
            spoken = options.engine.understand(view, now=self.clock(), asking=asking, stop=Stop())
        score = context_need(question, [Utterance(each.role, each.content) for each in said])
        return UnderstandingReport(
            understanding=spoken.value,
            needs_context=score >= NEEDED,
            needs_context_score=score,
        )

    def view(self, session_id: str, question: str, *, threshold: int | None = None) -> ContextView:
        """Return what an engine would read for ``question`` now, within ``threshold`` if given.

        Raises:
            SessionNotFound: There is no such session.
        """
        settings = self.configuration.settings
        threshold = threshold or settings.token_threshold
        with self.database.together():
            recent = settings.recent_exchanges
            loaded = context.load(self.database, session_id, recent_exchanges=recent)
            found, aside = recall.looked_up(
                self.database,
                session_id,
                question,
                loaded,
                now=self.clock(),
                threshold=threshold,
                counter=self.counter,
            )
            is_empty = not (found or loaded.active or loaded.summaries)
            if is_empty and not self.database.sessions.exists(session_id):
                raise SessionNotFound(session_id)
        offered = aside.message_ids
        return context.view(
            question,
            loaded,
            [hit for hit in found if hit.message_id not in offered],
            threshold=threshold,
            counter=self.counter,
            beside=aside.candidates,
        )

    def meter(self, session_id: str | None, *, threshold: int | None = None) -> Meter:
        """Return how full the context of ``session_id`` is; of None, an empty one."""
        threshold = threshold or self.configuration.threshold
        if session_id is None:
            return Meter(summaries=0, active=0, threshold=threshold)
        held = self.database.messages.counts(session_id)
        return Meter(
            summaries=held.summary_tokens,
            active=held.active_tokens,
            threshold=threshold,
            recalled=held.recalled_tokens,
            pinned=held.pinned_tokens,
            active_messages=held.active,
            covered_messages=held.covered,
        )

    def _start(
        self,
        key: str,
        question_id: int,
        work: Callable[[TurnContext], None],
        *,
        may_ask: bool,
        beat: Callable[[], bool] | None = None,
    ) -> Run:
        """Begin ``work`` with the options of this moment; its engine stays open until it ends."""
        options = self.configuration.options()

        def leased(emit: Callable[[Event], None], stop: Stop) -> None:
            with options:
                settings, asking = options.settings, options.preferences.clarifying
                work(
                    TurnContext(
                        options.engine,
                        emit,
                        stop,
                        self.clock,
                        settings.token_threshold,
                        settings.recent_exchanges,
                        asking if may_ask else "never",
                    )
                )

        try:
            return self.runs.start(key, question_id, leased, beat=beat)
        except SessionBusy:
            options.release()
            raise

    def _work(self, turn: Turn, question: Message, given: TurnContext) -> None:
        said: list[str] = []

        def listen(event: Event) -> None:
            if isinstance(event, Piece):
                said.append(event.text)
            given.emit(event)

        heard = dataclasses.replace(given, emit=listen)
        asked = TurnInput(question=question, turn_id=turn.id)
        state = cast(TurnState, asked)
        try:
            for reached in graph.run(self.loop, asked, heard):
                state = reached
            meter = self.meter(turn.session_id, threshold=given.threshold)
            given.emit(Finished(state["reply_id"], meter))
        except StopRequested:
            given.emit(self._broken_off(state, said, heard, None, "Stopped by you."))
        except TidemarkError as error:
            given.emit(self._broken_off(state, said, heard, failure(error), str(error)))
        except Exception as error:  # noqa: BLE001 - a turn's bug may not take its question along
            _log.exception("a turn of %s broke", turn.session_id)
            told = Unforeseen(type(error).__name__)
            given.emit(self._broken_off(state, said, heard, failure(told), str(told)))
        finally:
            self.follow(turn.session_id)

    def _broken_off(
        self,
        state: TurnState,
        said: list[str],
        given: TurnContext,
        why: Failure | None,
        reason: str,
    ) -> Stopped | Failed:
        """Store what was said so far and what became of the turn; return the event that says so."""
        text = "".join(said)
        status: Literal["stopped", "failed"] = "failed" if why else "stopped"
        try:
            reply = self.database.turns.finish(
                state["turn_id"],
                status=status,
                reason=reason,
                now=self.clock(),
                **outcome.ended(state, text, given, self.counter, partial=status, failure=why),
            )
        except TidemarkError as error:  # the turn stays pending, and is offered for retry
            return Failed(str(error), None)
        kept = reply.id if reply else None
        return Stopped(kept) if status == "stopped" else Failed(reason, kept)


def failure(error: TidemarkError) -> Failure:
    """Return ``error`` as it is kept: what of its facts is plain, or a few plain things."""
    facts = {
        name: tuple(map(str, fact)) if isinstance(fact, list | tuple) else fact
        for name, fact in error.facts.items()
        if fact is None or isinstance(fact, str | int | float | list | tuple)
    }
    return Failure.model_validate({"error": type(error).__name__, "facts": facts})


def unkept(message: NewMessage, position: int = 0) -> Message:
    """Return ``message`` as if stored, for a turn that keeps nothing."""
    return Message(id=position + 1, session_id="unkept", position=position, **dict(message))


def own_name(random: str) -> str:
    """Return what this process signs its turns with: host, process id and something ``random``."""
    return f"{socket.gethostname()}/{os.getpid()}/{random}"


def was_left(turn: Turn, *, now: dt.datetime) -> bool:
    """Whether the process that owns ``turn``, another than this one, is gone or silent."""
    host, _, rest = turn.owner.partition("/")
    pid = rest.partition("/")[0]
    if host == socket.gethostname() and pid.isdecimal() and not psutil.pid_exists(int(pid)):
        return True
    return now - turn.heartbeat > _SILENCE


def report(run: Run, engine_name: str) -> TurnReport:
    """Wait for ``run`` to end and say what it did.

    Raises:
        TurnFailed: It failed or was stopped.
    """
    last = run.wait()
    if not isinstance(last, Finished):
        raise TurnFailed(last.reason if isinstance(last, Failed) else "The turn was stopped.")
    folded, understanding = None, None
    timings: dict[str, float] = {}
    for event in run.so_far():
        if isinstance(event, Summarised):
            folded = event.folded
        elif isinstance(event, Understood):
            understanding = event.understanding
        elif isinstance(event, StepFinished):
            timings[event.step] = round(timings.get(event.step, 0.0) + event.ms, 1)
    return TurnReport(
        session_id=run.session_id if last.message_id else "",
        message_id=last.message_id,
        reply=run.text,
        context_tokens=last.meter.context,
        threshold=last.meter.threshold,
        summarised=folded,
        understanding=understanding,
        timings_ms=timings,
        engine=engine_name,
    )
