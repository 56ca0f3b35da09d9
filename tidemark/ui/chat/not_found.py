"""The page of a missing chat: deleted, in the trash, or never created."""

import streamlit as st

from assistant import Assistant
from tidemark.errors import SessionNotFound, SessionTrashed, UserError
from tidemark.schema import Session
from tidemark.ui import error_display, open_notebook, tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sidebar import list_state, trash


def draw(assistant: Assistant, error: UserError) -> None:
    """Draw why there is no chat, and a button to restore it from the trash."""
    if open_notebook.is_to_look_again():
        st.rerun()
    with st.container(key="missing_chat"):
        if isinstance(error, SessionTrashed):
            try:
                _trashed(assistant, assistant.sessions.get_any(error.session_id))
            except SessionNotFound as gone:  # deleted permanently in the meantime
                _nowhere(gone)
        else:
            _nowhere(error)


def _trashed(assistant: Assistant, session: Session) -> None:
    st.title(texts.CHAT_IN_TRASH, anchor=False)
    st.markdown(f"**{safe_markdown.literal(session.title)}**")
    st.warning(f"{texts.CHAT_IN_TRASH_EXPLAINED} {trash.days_left_text(assistant, session)}.")
    with st.container(horizontal=True):
        st.button(
            texts.RESTORE_CHAT,
            key="restore_open",
            type="primary",
            on_click=list_state.restore,
            args=(assistant, (session.session_id,)),
        )
        _begin_new()


def _nowhere(error: UserError) -> None:
    st.title(texts.NO_SUCH_CHAT, anchor=False)
    if isinstance(error, SessionNotFound):
        st.warning(texts.NO_SUCH_CHAT_EXPLAINED)
    else:
        st.warning(safe_markdown.literal(error_display.error_text(error)))
    _begin_new()


def _begin_new() -> None:
    st.button(texts.BEGIN_NEW, key="begin_new", on_click=tab_state.open_chat, args=(None,))
