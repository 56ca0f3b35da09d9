"""What stands where a chat should be that is not there: deleted, in the trash, or never begun."""

import streamlit as st

from tidemark.errors import UserError
from tidemark.shelf_errors import SessionTrashed
from tidemark.ui import errors, markup, shelf, tab, texts, trash
from tidemark.ui.verbs import Verbs


def draw(verbs: Verbs, error: UserError) -> None:
    """Say why there is no chat, and offer to restore it where it is in the trash."""
    if not isinstance(error, SessionTrashed):
        errors.missing_chat(error)
        return
    session = verbs.shelf.anywhere(error.session_id)
    with st.container(key="missing_chat"):
        st.title(texts.CHAT_IN_TRASH, anchor=False)
        st.markdown(f"**{markup.literal(session.title)}**")
        st.warning(f"{texts.CHAT_IN_TRASH_EXPLAINED} {trash.left(verbs, session)}")
        with st.container(horizontal=True):
            st.button(
                texts.RESTORE_CHAT,
                key="restore_open",
                type="primary",
                on_click=shelf.restore,
                args=(verbs, (error.session_id,)),
            )
            st.button(texts.BEGIN_NEW, key="begin_new", on_click=tab.open_chat, args=(None,))
