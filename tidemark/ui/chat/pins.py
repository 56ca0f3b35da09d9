"""Pinned messages: read in every turn, and never folded."""

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema import Message
from tidemark.ui import error_display, streamlit_internals, tab_state
from tidemark.ui.i18n import texts

_TURNED = "pins_turned"


def fragment_key(message: Message) -> str:
    """Return the key of the fragment that draws ``message``; a click in it redraws only that."""
    return f"said_{message.id}"


def current(assistant: Assistant, message: Message) -> Message:
    """Return the current ``message``, if this tab has pinned or unpinned it."""
    if message.id not in st.session_state.get(_TURNED, ()):
        return message
    found = assistant.sessions.messages(message.session_id, [message.id])
    return found[0] if found else message


def draw_badge(message: Message) -> None:
    """Draw the badge of a pinned message."""
    if message.is_pinned:
        with st.container(key=f"kept_{message.id}", width="content"):
            st.badge(texts.KEPT, icon=":material/keep:", color="gray")


def menu_label(message: Message) -> str:
    """Return the label of the menu entry that pins or unpins ``message``."""
    return texts.KEEP_NO_MORE if message.is_pinned else texts.KEEP


def toggle(assistant: Assistant, message: Message) -> None:
    """Pin or unpin ``message``, and say so; call it from callbacks only."""
    try:
        assistant.memory_editing.pin_message(
            message.session_id, message.id, keeps=not message.is_pinned
        )
    except TidemarkError as error:
        error_display.show_toast(error)
    else:
        said = texts.KEPT_NO_MORE if message.is_pinned else texts.KEPT_NOW
        streamlit_internals.toast(said.format(number=message.position + 1))
        st.session_state[_TURNED] = {*st.session_state.get(_TURNED, ()), message.id}
        # The meter changes too; it is drawn with the last turn
        st.rerun(
            [tab_state.TURN]
            if tab_state.is_in_last_turn(message)
            else [fragment_key(message), tab_state.TURN]
        )
