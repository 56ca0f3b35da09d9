"""Jumps to one message of a chat: named in the URL or found by search, at any distance."""

import streamlit as st

from assistant import Assistant
from tidemark.schema import Message, Session
from tidemark.ui import tab_state
from tidemark.ui.chat import transcript
from tidemark.ui.components import scroll
from tidemark.ui.i18n import texts

_AFTER = 2  # of every three messages drawn around it, the number after it


def find_message(assistant: Assistant, session: Session) -> None:
    """Find the message that the URL names; say so if the chat has no message with that number."""
    asked, shown = tab_state.message_number_in_url(), tab_state.message_in_sight(session.session_id)
    if asked is None or (shown is not None and str(shown.position + 1) == asked):
        return
    number = int(asked) if asked.isdecimal() and len(asked) < len(str(2**31)) else 0
    found = (
        assistant.sessions.transcript(session.session_id, before=number, limit=1) if number else ()
    )
    if found and found[0].position == number - 1:
        tab_state.show_message(found[0])
        return
    tab_state.set_message_missing()
    with st.container(key="missing_message"):
        st.warning(texts.NO_SUCH_MESSAGE.format(number=asked[:20], count=session.message_count))


def distant_message(session: Session) -> Message | None:
    """Return the message to show, if it is too far up to be drawn with the end of the chat."""
    shown = tab_state.message_in_sight(session.session_id)
    if shown is None or session.message_count - shown.position <= tab_state.NEAR_MESSAGES:
        return None
    return shown


def draw_around(assistant: Assistant, session: Session, message: Message) -> None:
    """Draw the messages around ``message``, and the button to the end of the chat."""
    session_id, reach = session.session_id, tab_state.window_messages(session.session_id)
    before = min(message.position + 1 + reach * _AFTER // 3, session.message_count)
    said = assistant.sessions.transcript(session_id, before=before, limit=reach)
    has_earlier = bool(said) and said[0].position > 0
    transcript.draw(assistant, session_id, said, None, has_earlier=has_earlier)
    with st.container(key="gap", horizontal=True, horizontal_alignment="center", gap="small"):
        st.button(
            texts.SHOW_LATER,
            key="show_later",
            type="tertiary",
            icon=":material/expand_more:",
            on_click=tab_state.draw_more_messages,
            args=(session_id,),
        )
        st.button(
            texts.TO_LATEST,
            key="to_latest",
            type="tertiary",
            icon=":material/vertical_align_bottom:",
            on_click=tab_state.open_chat,
            args=(session_id,),
        )


def scroll_to_message(session_id: str) -> None:
    """Scroll to the message to show, and highlight it briefly."""
    shown = tab_state.message_in_sight(session_id)
    if shown is not None:
        scroll.scroll_to(
            tab_state.element_in_sight(), times=tab_state.scroll_requests(), key="lead_message"
        )
