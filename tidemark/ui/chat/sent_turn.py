"""The turn of a message that the browser sends itself, and draws until the turn has ended.

No script runs before the answer begins, nor while it is written: one run at the end draws what was
stored.  The page's own field sends where this cannot: a chat's first message, files, or a last turn
that waits for something else.
"""

from collections.abc import Callable

import streamlit as st

from assistant import Assistant
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.ui import tab_state
from tidemark.ui.chat import composer, file_uploads, live_reply
from tidemark.ui.chat.turn_progress import AT_FIRST, work_html
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts
from tidemark.ui.sources import choice
from tidemark.ui.web import live_door

_SENT = frontend.component(
    __file__, "sent_turn", html='<div class="live-sent live-turn"></div>', is_of_page=True
)
_UNLISTED = "sent_unlisted"


def note(assistant: Assistant) -> None:
    """Note a run that the browser began since the last drawing as one that this tab awaits."""
    door = live_door.of_tab(assistant)
    run, door.sent = door.sent, None
    if run is not None:
        tab_state.set_awaited_run(run)
        tab_state.clear_notice()
        choice.settle(run.session_id)


def draw(
    assistant: Assistant, session_id: str | None, asked: Message | None, *, may_send: bool
) -> None:
    """Draw the place of the next turn; ``asked`` was asked last.

    Unless it ``may_send``, the browser leaves the next message to the page's own field.
    """
    door = live_door.of_tab(assistant)
    is_ready = not file_uploads.waiting_files() and not tab_state.has_notice()
    if session_id is None or asked is None or not (may_send and is_ready):
        door.chat, door.ask = "", None
    else:
        door.chat, door.ask = session_id, _asking(assistant, session_id, asked)
    live_reply.draw_sample()
    _SENT(
        key="sent_turn",
        data={
            "url": door.token,
            "chat": door.chat,
            "asked": asked.id if asked is not None else 0,
            "work": work_html(AT_FIRST),
            "says": texts.ANSWERING,
        },
        on_ended_change=_redraw,
        height="content",
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
