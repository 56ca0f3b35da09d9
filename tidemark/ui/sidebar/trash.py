"""The trash: deleted chats, the days left to restore each, and permanent deletion."""

import datetime as dt

import streamlit as st

from assistant import Assistant
from tidemark.schema import Session
from tidemark.ui import tab_state
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sidebar import list_state


def draw(assistant: Assistant) -> None:
    """Draw the chats in the trash, most recently deleted first."""
    list_state.draw_heading(texts.TRASH)
    limit = list_state.drawn()
    found = assistant.sessions.trashed(limit=limit + 1)
    if not found:
        st.caption(texts.TRASH_EMPTY)
        return
    st.caption(texts.TRASH_EXPLAINED.format(days=assistant.sessions.trash_days))
    st.button(
        texts.EMPTY_TRASH, key="empty_trash", icon=":material/delete_forever:", on_click=_empty
    )
    for session in found[:limit]:
        _row(assistant, session)
    list_state.draw_more_button("more_trash", is_there=len(found) > limit)


def days_left_text(assistant: Assistant, session: Session) -> str:
    """Return the days left to restore a chat from the trash, in words."""
    since = session.trashed_at or assistant.now()
    end = since + dt.timedelta(days=assistant.sessions.trash_days)
    days = -((assistant.now() - end) // dt.timedelta(days=1))  # rounded up
    return texts.plural("DAYS_LEFT", max(days, 1))


def _row(assistant: Assistant, session: Session) -> None:
    session_id = session.session_id
    with st.container(key=f"trashed_{session_id}", gap="xxsmall"):
        st.markdown(safe_markdown.literal(session.title))
        st.caption(days_left_text(assistant, session))
        with st.container(horizontal=True, gap="small"):
            st.button(
                texts.RESTORE_CHAT,
                key=f"restore_{session_id}",
                on_click=list_state.restore,
                args=(assistant, (session_id,)),
            )
            st.button(
                texts.DELETE_FOR_EVER,
                key=f"for_ever_{session_id}",
                type="tertiary",
                on_click=tab_state.request_dialog,
                args=("delete", session_id),
            )


def _empty() -> None:
    tab_state.request_dialog("empty_trash")
