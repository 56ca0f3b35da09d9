"""The switcher at the top of the sidebar: the open notebook, and all others, last active first."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from assistant import Assistant
from tidemark.schema.notebooks import NotebookListing
from tidemark.ui import error_display, open_notebook, tab_state
from tidemark.ui.chat import composer
from tidemark.ui.components import focus, notebook_look
from tidemark.ui.i18n import dates, texts

SWITCHER = "notebook_switcher"
_OPENED = "notebooks"  # the key of the popover
_OPENINGS = "notebook_openings"
_LOOK_S = 1.0  # between two checks of which notebooks are being answered in, while the list is open


@st.fragment(key=SWITCHER)
def draw(assistant: Assistant) -> None:
    """Draw the name of the open notebook, which opens the list of all."""
    own = assistant.configuration.scope.notebook_id
    with st.container(key="notebook_switch"), error_display.guarded("notebooks"):
        current = assistant.configuration.notebook
        with st.container(key=notebook_look.key("now", current)):
            opened = st.popover(
                notebook_look.label(current),
                key=_OPENED,
                width="stretch",
                help=texts.NOTEBOOKS_OPEN,
                on_change=_count_opening,
            )
        if opened.open:
            with opened:
                _list(assistant, own)


def activity_text(assistant: Assistant, listed: NotebookListing, *, is_answering: bool) -> str:
    """Return the counts of a notebook's contents, and its last activity, in words."""
    if is_answering:
        return texts.NOTEBOOK_ANSWERING
    if not listed.sessions and listed.created_at == listed.last_active_at:
        return texts.NOTEBOOK_EMPTY
    chats = texts.plural("NOTEBOOK_CHATS", listed.sessions)
    ago = dates.ago(listed.last_active_at, assistant.now(), tab_state.time_zone())
    return f"{chats} · {ago}"


def _list(assistant: Assistant, own: str) -> None:
    @st.fragment(run_every=_LOOK_S if assistant.notebooks.answering() else None)
    def moving() -> None:
        answering = assistant.notebooks.answering()
        with st.container(key="notebook_list", gap="xxsmall"):
            for each in assistant.notebooks.list():
                _row(assistant, each, own=own, is_answering=each.notebook_id in answering)

    moving()
    focus.focus(f"notebook_to_{own}", times=int(st.session_state.get(_OPENINGS, 0)))
    with st.container(key="notebook_ways", gap=None):
        st.caption(texts.NOTEBOOKS_ARE_FOLDERS)
        _way(texts.NOTEBOOK_NEW, "notebook_new", "add", partial(_ask, "new_notebook"))
        _way(texts.NOTEBOOK_SETTINGS, "notebook_settings", "tune", _settings)


def _row(assistant: Assistant, listed: NotebookListing, *, own: str, is_answering: bool) -> None:
    is_open = listed.notebook_id == own
    name = notebook_look.label(listed)
    with st.container(key=notebook_look.key("row", listed), gap=None):
        st.button(
            f"**{name}**" if is_open else name,
            key=f"notebook_to_{listed.notebook_id}",
            type="tertiary",
            width="stretch",
            wrap=False,
            on_click=_open,
            args=(assistant, listed.notebook_id),
        )
        state = "answering" if is_answering else "rests"
        with st.container(key=f"notebook_{state}_{listed.notebook_id}"):
            said = activity_text(assistant, listed, is_answering=is_answering)
            st.caption(f"{texts.NOTEBOOK_OPEN} · {said}" if is_open else said)


def _count_opening() -> None:
    st.session_state[_OPENINGS] = tab_state.next_number()


def _way(name: str, key: str, icon: str, on_click: Callable[[], None]) -> None:
    st.button(
        name,
        key=key,
        icon=f":material/{icon}:",
        type="tertiary",
        width="stretch",
        on_click=on_click,
    )


def _open(assistant: Assistant, notebook_id: str) -> None:
    st.session_state[_OPENED] = False
    open_notebook.switch_to(assistant, notebook_id)
    st.rerun()


def _ask(dialog: str) -> None:
    st.session_state[_OPENED] = False
    tab_state.request_dialog(dialog)
    st.rerun([SWITCHER, composer.CHATS])


def _settings() -> None:
    st.session_state[_OPENED] = False
    tab_state.open_view(tab_state.NOTEBOOK)
    st.rerun()
