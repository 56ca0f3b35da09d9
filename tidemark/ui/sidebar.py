"""The sidebar: a new chat, the chats there are, and the engine."""

import streamlit as st

from tidemark.ui import (
    components,
    composer,
    dialogs,
    engine,
    errors,
    finds,
    rows,
    shelf,
    tab,
    texts,
    trash,
)
from tidemark.ui.verbs import Verbs


def draw(verbs: Verbs) -> None:
    """Draw the sidebar."""
    with st.sidebar:
        with st.container(key="brand"):
            st.markdown(texts.NAME)
        st.button(
            texts.NEW_CHAT,
            key="new_chat",
            icon=":material/add:",
            width="stretch",
            on_click=tab.open_chat,
            args=(None,),
        )
        st.button(
            texts.IMPORT,
            key="import_chat",
            icon=":material/upload:",
            type="tertiary",
            width="stretch",
            on_click=_import,
        )
        st.button(
            texts.ABOUT_YOU,
            key="to_about_you",
            icon=":material/person:",
            type="tertiary",
            width="stretch",
            on_click=tab.open_about,
        )
        session_list(verbs)
        st.button(
            texts.INSIGHTS,
            key="to_insights",
            icon=":material/insights:",
            type="tertiary",
            width="stretch",
            on_click=tab.open_insights,
        )
        engine.draw(verbs)


@st.fragment(key=composer.CHATS)
def session_list(verbs: Verbs) -> None:
    """Draw the chats, or what is looked for in them, or the archive, or the trash."""
    with st.container(key="session_list", gap="xxsmall"), errors.shown("session_list"):
        sought = finds.field()
        shelf.note(verbs)
        said = ""
        if sought:
            said = finds.draw(verbs, sought)
        elif shelf.view() == shelf.TRASH:
            trash.draw(verbs)
        else:
            rows.draw(verbs)
        components.status(said or shelf.said(), current=tab.chat_id() or "")
    dialogs.draw(verbs)


def _import() -> None:
    dialogs.want("import")
    st.rerun([composer.CHATS])
