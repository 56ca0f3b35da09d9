"""The dialog that shares a chat, and the part of a notebook's page that shares the notebook."""

import streamlit as st

from assistant import Assistant
from tidemark.ui import account, error_display
from tidemark.ui.components import dialog, safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sharing import people_with_access


@dialog.dialog(lambda: texts.SHARE_CHAT, width="medium")
def share_chat(assistant: Assistant, session_id: str) -> None:
    """Draw the people a chat is shared with, and the form that shares it."""
    with error_display.guarded("share_chat"), st.container(key="share_chat"):
        sharing = assistant.sharing
        st.markdown(f"**{safe_markdown.literal(assistant.sessions.get(session_id).title)}**")
        st.caption(texts.SHARE_CHAT_EXPLAINED)
        people_with_access.draw(
            sharing.of_session(session_id),
            lambda person, access: sharing.share_session(session_id, person, access),
            lambda person: sharing.unshare_session(session_id, person),
            is_alone=account.is_of_operator(assistant),
            of="_chat",
        )
        if account.is_of_operator(assistant):
            st.caption(texts.SHARE_ALONE_PAGE.format(name=texts.SHARE_PAGE))


@st.fragment
def draw_notebook(assistant: Assistant) -> None:
    """Draw the people the open notebook is shared with, and the form that shares it."""
    with (
        st.container(key="notebook_sharing", gap="small"),
        error_display.guarded("notebook_sharing"),
    ):
        st.header(texts.SHARING, anchor=False)
        st.caption(texts.SHARE_NOTEBOOK_EXPLAINED)
        people_with_access.draw(
            assistant.sharing.of_notebook(),
            assistant.sharing.share_notebook,
            assistant.sharing.unshare_notebook,
            is_alone=account.is_of_operator(assistant),
            of="_notebook",
        )
