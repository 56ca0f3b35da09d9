"""The last turn of a chat, live or ended, with the meter and the composer: one fragment.

Sending a message reruns only this fragment.  During a turn no script runs: the browser follows it,
draws the reply, and requests one more run at the end, which draws the stored turn.
"""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.runtime.events import Failed, Finished, Stopped
from tidemark.runtime.runs import Run
from tidemark.schema import Message, MessageMetadata
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import (
    branches,
    browser_turns,
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
from tidemark.ui.chat.status_bar import MeterState
from tidemark.ui.chat.turn_progress import AT_FIRST, TurnProgress, tools_html, work_html
from tidemark.ui.components import live_region
from tidemark.ui.i18n import texts
from tidemark.ui.sidebar import list_state
from tidemark.ui.streamlit_internals import DeltaGenerator


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
            edit_last = partial(branches.edit_last, assistant, session_id)
            composer.draw(assistant, session_id, len(said), on_edit=edit_last)
        _turn(assistant, session_id, said[asked].position if said else frozen, above)


@st.fragment(key=tab_state.TURN)
def _turn(assistant: Assistant, session_id: str | None, asked: int, above: DeltaGenerator) -> None:
    # No fragments in here: when a fragment restarts, Streamlit drops its unsent elements but sends
    # those of the fragments inside it, which then have no container.
    run = assistant.turns.run(session_id) if session_id is not None else None
    browser_turns.note_sent(assistant)
    is_own = tab_state.awaited_run(session_id) is not None
    external_changes.set_drawn(assistant, session_id, None)  # until the end of this run
    tab_state.set_last_turn(asked)
    try:
        is_folding = run is None and _is_folding(assistant, session_id, asked)
        _draw(assistant, session_id, run, asked, above, is_folding=is_folding)
    except TidemarkError as error:
        is_folding = False
        error_display.draw_note("turn", error)
        status_bar.draw(assistant, session_id, None, at=above, is_live=run is not None)
    if run is not None:
        st.session_state["says"] = texts.ANSWERING
    is_live = run is not None or is_folding
    _pulse(assistant, session_id, asked, is_live=is_live, is_own=is_own)


def _pulse(
    assistant: Assistant, session_id: str | None, asked: int, *, is_live: bool, is_own: bool
) -> None:
    live_region.pulse(
        str(st.session_state.get("says", "")),
        chat=tab_state.place_name(session_id),
        away=list_state.discarded_chat(),
        at=asked if session_id else -1,
        drawn=tab_state.next_number(),
        is_live=is_live,
        is_own=is_own,
        show=f"message_{shown.id}" if (shown := tab_state.message_in_sight(session_id)) else "",
        is_missing=tab_state.was_message_missing(),
        back=tab_state.returns(),
        refused=tab_state.refused_drafts(),
        on_want=lambda message_id: _widen(assistant, message_id),
    )


def _widen(assistant: Assistant, message_id: int) -> None:
    """Draw the open chat from a message on that is not drawn: the person was reading there."""
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
    drawn, stored = _messages_from(assistant, session_id, asked), assistant.turns.meter(session_id)
    at = max((at for at, message in enumerate(drawn) if message.role == "user"), default=0)
    before, tail = drawn[:at], drawn[at:]
    if run is None and (over := tab_state.awaited_run(session_id)) is not None:  # before this run
        is_first = bool(tail) and tail[0].position == 0
        is_titled = is_first or tab_state.is_listed_otherwise(
            assistant.sessions.get(over.session_id)
        )
        is_long = len(before) > composer.FRESH_LIMIT
        _keep(over, TurnProgress.of(over.so_far()), is_titled=is_titled, is_long=is_long)
    fold = tab_state.last_fold(tail[0].id if tail else None)
    known = tail[0].metadata if tail else MessageMetadata()
    read = (known.view_tokens or 0) + known.source_tokens
    state = MeterState(stored, read=read, fold=fold, is_folding=is_folding)
    if run is not None:
        state = status_bar.meter_state(run, stored, TurnProgress.of(run.so_far()))
    status_bar.draw(
        assistant,
        session_id,
        state,
        at=above,
        is_live=run is not None,
        asked=tail[0] if tail else None,
    )
    with st.container(key="last_turn"), error_display.guarded("turn"):
        if before and session_id is not None:
            transcript.draw(
                assistant, session_id, before, tail[0], has_earlier=False, is_apart=False
            )
        if run is not None:
            _under_way(assistant, run, tail)
        else:
            _ended(assistant, tail, standing)
        fold_run = tab_state.awaited_fold(session_id) if is_folding and session_id else None
        if fold_run is not None:
            browser_turns.follow(assistant, fold_run)
        external_changes.set_drawn(assistant, session_id, standing)
    is_plain = run is None and not is_folding and _is_plain(tail, standing)
    browser_turns.draw_next(assistant, session_id, tail[0] if tail else None, may_send=is_plain)


def _messages_from(
    assistant: Assistant, session_id: str | None, position: int
) -> tuple[Message, ...]:
    if session_id is None:
        return ()
    return tuple(m for m in assistant.sessions.transcript(session_id) if m.position >= position)


def _under_way(assistant: Assistant, run: Run, tail: Sequence[Message]) -> None:
    """Draw the turn of ``run``; the browser then updates its steps and reply."""
    for message in tail[:1]:
        transcript.draw_user_message(assistant, message, None)
    with st.container(key="steps"):
        st.html(_work(work_html(TurnProgress.of(run.so_far()) if run.so_far() else AT_FIRST)))
    _attempts(assistant, tail)
    for message in tail:
        if message.role == "assistant" and not message.is_retired:
            transcript.draw_current_reply(assistant, message)
    browser_turns.draw_reply(assistant, run)


def _is_plain(tail: Sequence[Message], standing: ChatState) -> bool:
    """Return whether the last turn was answered, and nothing is drawn below its reply."""
    reply = transcript.reply_to(tail, 0)
    is_whole = reply is not None and reply.metadata.partial is None
    return is_whole and not (
        standing.may_retry or standing.is_elsewhere or follow_up.asks_back(tail[0], reply)
    )


def _keep(run: Run, progress: TurnProgress, *, is_titled: bool, is_long: bool) -> None:
    """Store how ``run`` ended, for the meter and for screen readers.

    The whole page is redrawn after a fold, after an answer that gives the chat a title, and when
    the last turns drawn together are long.
    """
    st.session_state.pop("awaited", None)
    fold = progress.fold
    said = {Stopped: texts.STOPPED, Failed: texts.FAILED}.get(type(progress.last), texts.ANSWERED)
    st.session_state["says"] = said
    tab_state.set_last_fold(tab_state.LastFold.of(fold, run.question_id) if fold else None)
    if fold is not None:
        st.session_state["says"] = f"{said}. {texts.plural('FOLDED', fold.folded.messages)}"
    if fold is not None or is_long or (is_titled and isinstance(progress.last, Finished)):
        st.rerun()


def _ended(assistant: Assistant, tail: Sequence[Message], standing: ChatState) -> None:
    """Draw a turn that has ended or runs elsewhere: its stored parts, and what to do next."""
    if not tail:
        return
    question, reply = tail[0], transcript.reply_to(tail, 0)
    document_changes.load(assistant, tail)
    if question.role == "user":
        transcript.draw_user_message(assistant, question, reply)
        with st.container(key="steps"):  # their times are in the question's analysis
            st.html(_work(tools_html(reply.metadata.tool_uses if reply else ())))
    is_asked_back = follow_up.asks_back(question, reply)
    alternatives = () if is_asked_back else replies.versions(tail, 0)
    replies.load_ratings(assistant, tail)
    apart = [each for each in tail if each not in alternatives]
    _attempts(assistant, [each for each in apart if not transcript.went_on(each, tail)])
    for message in tail:
        if message == reply and is_asked_back:
            follow_up.draw_asked_back(assistant, question, message)
            prompt_inspector.draw_button(message)
        elif message.role == "assistant" and not message.is_retired:
            transcript.draw_reply(assistant, message, alternatives)
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


def _work(html: str) -> str:
    return f'<div class="work">{html}</div>'
