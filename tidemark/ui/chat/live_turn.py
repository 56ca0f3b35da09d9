"""The last turn of a chat, live or ended, with the meter and the composer: one fragment.

Sending a message reruns this fragment alone.  While a turn is under way, each run follows its
events until the turn ends or a click waits; the pulse in the browser then requests the next run.
So Stop and every other control answer at once, and the whole page is not redrawn for a few words.
"""

import time
from collections.abc import Iterator, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.runtime.events import LAST_EVENTS, Event, Failed, Finished, Stopped
from tidemark.runtime.runs import Run
from tidemark.schema import Message, Meter
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.chat import (
    composer,
    document_changes,
    external_changes,
    folds,
    follow_up,
    prompt_inspector,
    replies,
    status_bar,
    transcript,
)
from tidemark.ui.chat.external_changes import ChatState
from tidemark.ui.chat.status_bar import MeterState, StatusBar
from tidemark.ui.chat.turn_progress import TurnProgress, steps_html, tools_html
from tidemark.ui.components import live_region, safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sidebar import list_state
from tidemark.ui.streamlit_internals import DeltaGenerator

_SLICE_S = 20.0  # how long one run follows a turn that nobody interrupts
_PAINT_S = 0.05  # twenty updates a second look like a stream; a click waits no longer than this
_COUNT_S = 0.5  # the meter need not follow each word
_BEAT_MS = 20  # soon enough for a stream, long enough for a click in between
_TROUBLED_BEAT_MS = 1000
_FOLD_BEAT_MS = 250  # nothing streams while messages fold
_AT_FIRST = TurnProgress(steps=(("context", None),))


@st.fragment(key=composer.LIVE)
def draw(assistant: Assistant, session_id: str | None, frozen: int) -> None:
    """Draw all messages from position ``frozen`` on, the meter and the composer."""
    with error_display.guarded("live"):
        said = _messages_from(assistant, session_id, frozen)
        asked = max((at for at, message in enumerate(said) if message.role == "user"), default=0)
        # Always one container: a fragment is found by its position, which must not move.
        with st.container(key="since"):
            if session_id is not None and not said and not frozen:
                st.caption(texts.CHAT_EMPTY)
            elif session_id is not None:
                then = said[asked] if said else None
                transcript.draw(assistant, session_id, said[:asked], then, has_earlier=False)
        with st.bottom, st.container(key="foot", gap="xsmall"):
            above = st.container(gap="xsmall")
            composer.draw(assistant, session_id, len(said))
        _turn(assistant, session_id, said[asked].position if said else frozen, above)


@st.fragment(key=tab_state.TURN)
def _turn(assistant: Assistant, session_id: str | None, asked: int, above: DeltaGenerator) -> None:
    # No fragments in here: when a fragment restarts, Streamlit drops its unsent elements but sends
    # those of the fragments inside it, which then have no container.
    run = assistant.turns.run(session_id) if session_id is not None else None
    is_own = tab_state.awaited_run(session_id) is not None
    external_changes.set_drawn(session_id, None)  # until the end of this run
    tab_state.set_last_turn(asked)
    place, wait_ms = _place(run), None
    if run is not None:
        st.session_state["says"] = texts.ANSWERING
        wait_ms = _TROUBLED_BEAT_MS if st.session_state.get("is_troubled") else _BEAT_MS
        _pulse(assistant, session_id, asked, wait_ms, is_own=is_own)  # before what may take long
    st.session_state["is_troubled"] = False
    with place:
        try:
            is_folding = run is None and _is_folding(assistant, session_id, asked)
            _draw(assistant, session_id, run, asked, above, is_folding=is_folding)
            wait_ms = _FOLD_BEAT_MS if is_folding else None
        except TidemarkError as error:
            st.session_state["is_troubled"] = True
            error_display.draw_note("turn", error)
            status_bar.draw(assistant, session_id, None, at=above, is_live=run is not None)
    if run is None:
        _pulse(assistant, session_id, asked, wait_ms, is_own=is_own)


def _pulse(
    assistant: Assistant, session_id: str | None, asked: int, wait_ms: int | None, *, is_own: bool
) -> None:
    live_region.pulse(
        str(st.session_state.get("says", "")),
        chat=tab_state.place_name(session_id),
        away=list_state.discarded_chat(),
        at=asked if session_id else -1,
        beat=tab_state.next_number(),
        wait_ms=wait_ms,
        is_own=is_own,
        show=f"message_{shown.id}" if (shown := tab_state.message_in_sight(session_id)) else "",
        back=tab_state.returns(),
        on_beat=streamlit_internals.rerun_changed_fragments,
        on_want=lambda message_id: _widen(assistant, message_id),
    )


def _widen(assistant: Assistant, message_id: int) -> None:
    """Draw the open chat from a message on: the person was reading there, and it is not drawn."""
    for message in assistant.sessions.messages(tab_state.chat_id() or "", [message_id]):
        count = assistant.sessions.get(message.session_id).message_count
        tab_state.widen_window(message, count)
        st.rerun()


def _is_folding(assistant: Assistant, session_id: str | None, asked: int) -> bool:
    return folds.is_folding(
        assistant, session_id, lambda: _messages_from(assistant, session_id, asked)
    )


def _draw(
    assistant: Assistant,
    session_id: str | None,
    run: Run | None,
    asked: int,
    above: DeltaGenerator,
    *,
    is_folding: bool,
) -> None:
    standing = external_changes.chat_state(assistant, session_id)
    if run is None and (over := tab_state.awaited_run(session_id)) is not None:
        _keep(over, TurnProgress.of(over.so_far()), is_first=asked == 0)  # it ended before this run
    tail, stored = _messages_from(assistant, session_id, asked), assistant.turns.meter(session_id)
    fold = tab_state.last_fold(tail[0].id if tail else None)
    state = MeterState(stored, fold=fold, is_folding=is_folding)
    if run is not None:
        state = _meter_state(run, stored, TurnProgress.of(run.so_far()))
    below = status_bar.draw(
        assistant,
        session_id,
        state,
        at=above,
        is_live=run is not None,
        asked=tail[0] if tail else None,
    )
    with error_display.guarded("turn"):
        if run is not None:
            _under_way(assistant, run, tail, stored, below)
        else:
            _ended(assistant, tail, standing)
        external_changes.set_drawn(session_id, standing)


def _place(run: Run | None) -> DeltaGenerator:
    """Return one of two alternating containers for the turn, another one for each run.

    Streamlit keeps the old content of a container until it is drawn over or the run ends, and this
    run ends with the turn: the former turn would stay visible below the next question.
    """
    if run is not None and run is not st.session_state.get("under_way"):
        st.session_state["is_second_place"] = not st.session_state.get("is_second_place", False)
    st.session_state["under_way"] = run
    if st.session_state.get("is_second_place"):
        st.empty()
        return st.container()
    place = st.container()
    st.empty()
    return place


def _messages_from(
    assistant: Assistant, session_id: str | None, position: int
) -> tuple[Message, ...]:
    if session_id is None:
        return ()
    return tuple(m for m in assistant.sessions.transcript(session_id) if m.position >= position)


def _under_way(
    assistant: Assistant, run: Run, tail: Sequence[Message], stored: Meter, below: StatusBar
) -> None:
    """Draw ``run`` as it goes on, until it ends or a rerun is requested."""
    for message in tail[:1]:
        transcript.draw_user_message(assistant, message, None)
    with st.container(key="steps"):
        at_work = st.html(_work_html(_AT_FIRST))
    _attempts(assistant, tail)
    for message in tail:
        if message.role == "assistant" and not message.is_retired:
            transcript.draw_current_reply(assistant, message)
    with st.container(key="live_reply"), st.chat_message("assistant"):
        reply = st.container()
    progress, paint = TurnProgress.of(run.so_far()), _Paint(reply)
    folded, counted, taken = progress.fold, time.monotonic(), _work_html(_AT_FIRST)
    for progress in _followed(run):
        paint.show(progress.text)
        if progress.steps and (work := _work_html(progress)) != taken:
            taken = work
            at_work.html(taken)
        if progress.fold != folded:
            stored, folded, counted = assistant.turns.meter(run.session_id), progress.fold, 0.0
        if time.monotonic() - counted >= _COUNT_S:
            below.show(_meter_state(run, stored, progress))
            counted = time.monotonic()
    if progress.last is not None:
        _keep(run, progress, is_first=bool(tail) and tail[0].position == 0)


def _followed(run: Run) -> Iterator[TurnProgress]:
    """Yield the progress of ``run`` each time it changes, until a rerun is requested."""
    events: list[Event] = list(run.so_far())
    yield (progress := TurnProgress.of(events))
    if progress.last is not None:
        return
    painted = time.monotonic()
    end, is_shown = painted + _SLICE_S, True
    for event in run.events(start=len(events), poll_s=_PAINT_S):
        now = time.monotonic()
        if event is not None:
            events.append(event)
            is_shown = False
        if not is_shown and (now - painted >= _PAINT_S or isinstance(event, LAST_EVENTS)):
            yield TurnProgress.of(events)
            painted, is_shown = now, True
        if now >= end or streamlit_internals.is_rerun_requested():
            break
    if not is_shown:
        yield TurnProgress.of(events)


class _Paint:
    """Elements of a reply being written, each overwritten in place so that none flickers."""

    def __init__(self, at: DeltaGenerator) -> None:
        self._at = at
        self._drawn: list[tuple[DeltaGenerator, safe_markdown.Segment]] = []

    def show(self, text: str) -> None:
        for number, segment in enumerate(safe_markdown.segments(safe_markdown.close_marks(text))):
            if number == len(self._drawn):
                self._drawn.append((transcript.draw_segment(self._at, segment), segment))
            elif self._drawn[number][1] != segment:
                place = transcript.draw_segment(self._drawn[number][0], segment)
                self._drawn[number] = (place, segment)


def _keep(run: Run, progress: TurnProgress, *, is_first: bool) -> None:
    """Remember how ``run`` ended, for the meter and for screen readers.

    The whole page is redrawn after a fold, and after a chat's first answer, which names it.
    """
    st.session_state.pop("awaited", None)
    fold = progress.fold
    said = {Stopped: texts.STOPPED, Failed: texts.FAILED}.get(type(progress.last), texts.ANSWERED)
    st.session_state["says"] = said
    tab_state.set_last_fold(tab_state.LastFold.of(fold, run.question_id) if fold else None)
    if fold is not None:
        st.session_state["says"] = f"{said}. {texts.plural('FOLDED', fold.folded.messages)}"
    if fold is not None or (is_first and isinstance(progress.last, Finished)):
        st.rerun()


def _ended(assistant: Assistant, tail: Sequence[Message], standing: ChatState) -> None:
    """Draw a turn that has ended or runs elsewhere: what is stored of it, and what to do next."""
    if not tail:
        return
    question, reply = tail[0], transcript.reply_to(tail, 0)
    document_changes.load(assistant, tail)
    if question.role == "user":
        transcript.draw_user_message(assistant, question, reply)
        _steps(question, reply)
    is_asked_back = follow_up.asks_back(question, reply)
    beside = () if is_asked_back else replies.versions(tail, 0)
    replies.load_ratings(assistant, tail)
    _attempts(assistant, [each for each in tail if each not in beside])
    for message in tail:
        if message == reply and is_asked_back:
            follow_up.draw_asked_back(assistant, question, message)
            prompt_inspector.draw_expander(assistant, message)
        elif message.role == "assistant" and not message.is_retired:
            transcript.draw_reply(assistant, message, beside)
    for under in folds.by_last_position(assistant, question.session_id, tail).values():
        folds.draw_dividers(assistant, under)
    turn = standing.turn
    if turn is not None and turn.question_id == question.id:
        if standing.is_elsewhere:
            st.session_state["says"] = texts.ELSEWHERE
            follow_up.draw_elsewhere(question)
        elif standing.may_retry:
            follow_up.draw_retry(assistant, question, turn)


def _attempts(assistant: Assistant, tail: Sequence[Message]) -> None:
    for message in tail:
        if message.is_retired:
            transcript.draw_reply(assistant, message)


def _steps(question: Message, reply: Message | None) -> None:
    timings = question.metadata.timings_ms
    steps = [(step, timings[step]) for step in texts.named("STEPS") if step in timings]
    with st.container(key="steps"):
        st.html(steps_html(steps) + tools_html(reply.metadata.tool_uses if reply else ()))


def _work_html(progress: TurnProgress) -> str:
    return steps_html(progress.steps) + tools_html(progress.tools, progress.call, is_open=True)


def _meter_state(run: Run, stored: Meter, progress: TurnProgress) -> MeterState:
    fold = tab_state.LastFold.of(progress.fold, run.question_id) if progress.fold else None
    return MeterState(stored, progress.text, fold)
