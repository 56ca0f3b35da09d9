"""The header of a chat, which stays visible: its title, notebook, model and buttons."""

from collections.abc import Callable

import streamlit as st

from assistant import Assistant
from tidemark.schema import Session
from tidemark.ui import tab_state
from tidemark.ui.chat import document_changes, model_choice, summaries
from tidemark.ui.components import notebook_look, safe_markdown
from tidemark.ui.i18n import texts


def draw(assistant: Assistant, session: Session) -> None:
    """Draw the header of ``session``."""
    session_id = session.session_id
    count = assistant.sessions.summary_count(session_id)
    with st.container(key="chat_head", horizontal=True, vertical_alignment="center", wrap=False):
        with st.container(key="chat_title", gap=None):
            st.title(safe_markdown.literal(session.title), anchor=False)
            notebook = notebook_look.label(assistant.notebooks.get())
            model = safe_markdown.literal(model_choice.name(assistant, session_id))
            st.caption(f"{notebook} · {model}")
        if count:
            st.button(
                texts.SUMMARIES.format(count=count),
                key="to_summaries",
                type="tertiary",
                icon=":material/right_panel_open:",
                help=texts.SUMMARIES.format(count=count),
                on_click=summaries.toggle,
                args=(assistant, session_id, "to_summaries"),
            )
        if document_changes.are_there(assistant, session_id):
            _way(texts.DOCUMENTS, "chat_documents", "description", tab_state.open_documents)
        _way(texts.MEMORY, "to_memory", "psychology", tab_state.open_view, tab_state.MEMORY)
        _way(texts.INSIGHTS, "chat_insights", "insights", tab_state.open_view, tab_state.INSIGHTS)
        _way(texts.NEW_CHAT, "head_new_chat", "add", tab_state.open_chat, None)


def _way(name: str, key: str, icon: str, go: Callable[..., None], *args: str | None) -> None:
    st.button(
        name,
        key=key,
        type="tertiary",
        icon=f":material/{icon}:",
        help=name,
        on_click=go,
        args=args,
    )
