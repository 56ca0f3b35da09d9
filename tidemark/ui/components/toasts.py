"""Toasts: one shown when the whole page is drawn, and accessible names for all of them.

Streamlit labels each toast by an element that does not exist.
"""

import streamlit as st

from tidemark.ui.components import frontend

_TOASTS = frontend.component(__file__, "toasts")
_WAITING = "toast_waiting"


def show_after_rerun(text: str) -> None:
    """Show a toast when the whole page is drawn next; call it before ``st.rerun()``.

    A toast drawn by a callback itself replaces the first element of the page, and the rerun draws
    over it before anybody sees it.
    """
    st.session_state[_WAITING] = text


def draw() -> None:
    """Show the waiting toast, and name every toast by its text from now on."""
    with st.container(gap=None):
        _TOASTS(key="named_toasts", height="content")
        if text := st.session_state.pop(_WAITING, ""):
            st.toast(text)
