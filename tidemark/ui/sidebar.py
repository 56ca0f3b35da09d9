"""The sidebar: a new chat, the chats there are, the ways to all else, and the engine."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from tidemark.ui import (
    components,
    composer,
    dialogs,
    engine,
    errors,
    finds,
    keyboard,
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
        session_list(verbs)
        with st.container(key="ways", gap=None):
            _way(texts.ABOUT_YOU, "to_about_you", "person", partial(tab.open_view, tab.ABOUT))
            _way(texts.INSIGHTS, "to_insights", "insights", partial(tab.open_view, tab.INSIGHTS))
            _way(texts.IMPORT, "import_chat", "upload", _import)
            _way(texts.SETTINGS, "to_settings", "settings", partial(tab.open_view, tab.SETTINGS))
            keyboard.way()
        engine.draw(verbs)


def _way(name: str, key: str, icon: str, on_click: Callable[[], None]) -> None:
    st.button(
        name,
        key=key,
        icon=f":material/{icon}:",
        type="tertiary",
        width="stretch",
        on_click=on_click,
    )


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
    tab.want_dialog("import")
    st.rerun([composer.CHATS])
