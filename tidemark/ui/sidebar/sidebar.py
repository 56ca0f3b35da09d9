"""The sidebar: new chat, the list of chats, links to the other pages, and the engine."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from assistant import Assistant
from tidemark.errors import UserError
from tidemark.ui import account, error_display, tab_state
from tidemark.ui.chat import composer, model_choice
from tidemark.ui.components import engine_choice, live_region, shortcuts
from tidemark.ui.i18n import texts
from tidemark.ui.pages import temporary_chat
from tidemark.ui.sharing import shared_list
from tidemark.ui.sidebar import dialogs, list_state, notebooks, search, session_rows, trash


def draw(assistant: Assistant) -> None:
    """Draw the sidebar."""
    with st.sidebar:
        with st.container(key="brand"):
            st.markdown(texts.NAME)
        notebooks.draw(assistant)
        st.button(
            texts.NEW_CHAT,
            key="new_chat",
            icon=":material/add:",
            width="stretch",
            on_click=tab_state.open_chat,
            args=(None,),
        )
        temporary_chat.draw_way()
        session_list(assistant)
        with st.container(key="ways", gap=None):
            _way(texts.SOURCES, "to_sources", "library_books", tab_state.open_sources)
            _way(texts.DOCUMENTS, "to_documents", "description", tab_state.open_documents)
            if shared_list.is_any(assistant):
                _way(
                    texts.SHARED_WITH_ME,
                    "to_shared",
                    "group",
                    partial(tab_state.open_view, tab_state.SHARED),
                )
            _way(
                texts.ABOUT_YOU,
                "to_about_you",
                "person",
                partial(tab_state.open_view, tab_state.ABOUT),
            )
            _way(
                texts.INSIGHTS,
                "to_insights",
                "insights",
                partial(tab_state.open_view, tab_state.INSIGHTS),
            )
            _way(texts.IMPORT, "import_chat", "upload", _import)
            _way(
                texts.SETTINGS,
                "to_settings",
                "settings",
                partial(tab_state.open_view, tab_state.SETTINGS),
            )
            _way(texts.PALETTE, "to_palette", "bolt", _opened_by_browser)
            shortcuts.draw_button()
            account.draw_log_out(assistant)
        engine_choice.draw(assistant, _engine_of_open_chat(assistant))


def _engine_of_open_chat(assistant: Assistant) -> str:
    if tab_state.view():
        return ""
    try:
        return model_choice.in_force(assistant, tab_state.chat_id())
    except UserError:  # there is no such chat: the page says so
        return ""


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
def session_list(assistant: Assistant) -> None:
    """Draw the chats, the search results, the archive or the trash."""
    with st.container(key="session_list", gap="xxsmall"), error_display.guarded("session_list"):
        tab_state.set_listed_titles({})
        sought = search.draw_field()
        list_state.draw_note(assistant)
        said = ""
        if sought:
            said = search.draw(assistant, sought)
        elif list_state.view() == list_state.TRASH:
            trash.draw(assistant)
        else:
            session_rows.draw(assistant)
        live_region.list_status(said or list_state.status_text())
    dialogs.draw(assistant)


def _opened_by_browser() -> None:
    """Do nothing: the browser handles the click."""


def _import() -> None:
    tab_state.request_dialog("import")
    st.rerun([composer.CHATS])
