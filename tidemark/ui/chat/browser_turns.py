"""Turns drawn by the browser: the reply of a running turn, or a whole turn that it sent itself.

No script runs while a reply is generated, nor, if the browser sent the message, before that: one
run at the end draws the stored turn.  The page's own field sends a chat's first message, files, and
messages that must wait for something else.
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
_LOOKS = f"`{_NOTHING}`\n\n### {_NOTHING}"  # samples of reply formatting, copied by the browser
_LIVE = frontend.component(
    __file__, "live_reply", html='<div class="live-reply"></div>', is_of_page=True
)
_SENT = frontend.component(
    __file__, "sent_turn", html='<div class="live-sent live-turn"></div>', is_of_page=True
)
_UNLISTED = "sent_unlisted"


def draw_reply(assistant: Assistant, run: Run) -> None:
    """Draw the reply of ``run`` as it is generated, and redraw this fragment once it has ended."""
    # First, so that the stored reply then replaces it
    with st.container(key="live_reply"), st.chat_message("assistant"):
        follow(assistant, run)


def follow(assistant: Assistant, run: Run) -> None:
    """Redraw this fragment once ``run`` has ended."""
    data = {"url": turn_endpoint.of_tab(assistant).address(run)}
    _LIVE(key="live_stream", data=data, on_ended_change=lambda: None, height="content")


def note_sent(assistant: Assistant) -> None:
    """Make a run that the browser started since the last drawing the awaited run of this tab."""
    door = turn_endpoint.of_tab(assistant)
    run, door.sent = door.sent, None
    if run is not None:
        tab_state.set_awaited_run(run)
        tab_state.clear_notice()
        choice.settle(run.session_id)


def draw_next(
    assistant: Assistant, session_id: str | None, asked: Message | None, *, may_send: bool
) -> None:
    """Draw the place of the next turn; ``asked`` is the last question.

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
    """Draw hidden samples of a reply and of Stop, whose formatting the browser copies."""
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
    """Return a function that asks with the page's present settings; it runs outside a script."""
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
    """Redraw the list of chats too, if the turn moved its chat up."""
    if st.session_state.pop(_UNLISTED, []):
        st.rerun([tab_state.TURN, composer.CHATS])
