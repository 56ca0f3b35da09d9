"""Turns that the browser draws: the reply of one under way, or all of one that it sent itself.

No script runs while a reply is written, nor, where the browser sent the message, before: one run at
the end draws what was stored.  The page's own field sends a chat's first message, files, and what
follows a turn that waits for something else.
"""

from collections.abc import Callable

import streamlit as st

from assistant import Assistant
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.ui import tab_state
from tidemark.ui.chat import composer, file_uploads, transcript
from tidemark.ui.chat.turn_progress import AT_FIRST, work_html
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts
from tidemark.ui.sources import choice
from tidemark.ui.web import turn_endpoint

_NOTHING = "\u2060"  # an invisible character
_LOOKS = f"`{_NOTHING}`\n\n### {_NOTHING}"  # of what can stand in a reply: the browser copies them
_LIVE = frontend.component(
    __file__, "live_reply", html='<div class="live-reply"></div>', is_of_page=True
)
_SENT = frontend.component(
    __file__, "sent_turn", html='<div class="live-sent live-turn"></div>', is_of_page=True
)
_UNLISTED = "sent_unlisted"


def draw_reply(assistant: Assistant, run: Run) -> None:
    """Draw the reply of ``run`` as it is written, and this fragment again once it has ended."""
    # First: the stored reply then takes its place
    with st.container(key="live_reply"), st.chat_message("assistant"):
        follow(assistant, run)


def follow(assistant: Assistant, run: Run) -> None:
    """Draw this fragment again once ``run`` has ended."""
    data = {"url": turn_endpoint.of_tab(assistant).address(run)}
    _LIVE(key="live_stream", data=data, on_ended_change=lambda: None, height="content")


def note_sent(assistant: Assistant) -> None:
    """Note a run that the browser began since the last drawing as one that this tab awaits."""
    door = turn_endpoint.of_tab(assistant)
    run, door.sent = door.sent, None
    if run is not None:
        tab_state.set_awaited_run(run)
        tab_state.clear_notice()
        choice.settle(run.session_id)


def draw_next(
    assistant: Assistant, session_id: str | None, asked: Message | None, *, may_send: bool
) -> None:
    """Draw the place of the next turn; ``asked`` was asked last.

    Unless it ``may_send``, the browser leaves the next message to the page's own field.
    """
    door = turn_endpoint.of_tab(assistant)
    is_ready = not file_uploads.waiting_files() and not tab_state.has_notice()
    if session_id is None or asked is None or not (may_send and is_ready):
        door.chat, door.ask = "", None
    else:
        door.chat, door.ask = session_id, _asking(assistant, session_id, asked)
    _draw_sample()
    _SENT(
        key="sent_turn",
        data={
            "url": door.token,
            "chat": door.chat,
            "asked": asked.id if asked is not None else 0,
            "work": work_html(AT_FIRST),
            "says": texts.ANSWERING,
            "long": [transcript.LONG_CHARS, transcript.LONG_LINES],
        },
        on_ended_change=_redraw,
        height="content",
    )


def _draw_sample() -> None:
    """Draw what the browser copies the looks of a reply from, and of Stop; nobody sees it."""
    with st.container(key="live_sample"):
        st.markdown(_LOOKS)
        st.code(_NOTHING, language=None)
        st.button(
            texts.STOP,
            key="stop_sample",
            icon=":material/stop_circle:",
            shortcut="Esc",
            disabled=True,
        )


def _asking(assistant: Assistant, session_id: str, asked: Message) -> Callable[[str], Run]:
    """Return what asks as the page is drawn now; it is called outside of a script."""
    chosen, zone = choice.drawn(session_id, asked), tab_state.time_zone()
    unlisted: list[Run] = st.session_state.setdefault(_UNLISTED, [])

    def ask(text: str) -> Run:
        session = assistant.sessions.get(session_id)
        is_listed = composer.is_in_place(assistant, session, zone)
        run = assistant.ask(text, session_id, sources=choice.still_there(assistant, chosen))
        if not is_listed:
            unlisted.append(run)
        return run

    return ask


def _redraw() -> None:
    """Draw the list of chats too, where the turn moved its chat up."""
    if st.session_state.pop(_UNLISTED, []):
        st.rerun([tab_state.TURN, composer.CHATS])
