"""Erasure of the person, after they have typed a word to confirm it; shows the receipt."""

import streamlit as st

from assistant import Assistant
from tidemark.schema.rights import ErasureReceipt
from tidemark.schema.scope import GENERAL
from tidemark.ui import error_display, open_notebook, tab_state
from tidemark.ui.components import dialog
from tidemark.ui.i18n import texts

_WANTED, _RECEIPT = "clearing", "erasure_receipt"


def open_dialog() -> None:
    """Open the dialog at the next rerun."""
    st.session_state[_WANTED] = True


def draw(assistant: Assistant) -> None:
    """Draw the dialog if it was requested."""
    if st.session_state.pop(_WANTED, False):
        _ask(assistant)


def receipt() -> ErasureReceipt | None:
    """Return the receipt of an erasure in this tab, until the person leaves it."""
    found: ErasureReceipt | None = st.session_state.get(_RECEIPT)
    return found


def leave() -> None:
    """Drop the receipt, and open a new chat; call it from callbacks only."""
    st.session_state.pop(_RECEIPT, None)
    tab_state.open_chat(None)


@dialog.dialog(lambda: texts.DELETE_ALL_TITLE)
def _ask(assistant: Assistant) -> None:
    with error_display.guarded("delete_all"), st.form("delete_all_form", border=False):
        st.markdown(texts.DELETE_ALL_ASKED)
        word = texts.DELETE_ALL_WORD
        st.text_input(texts.DELETE_ALL_TYPE.format(word=word), key="delete_all_word")
        if not st.form_submit_button(texts.DELETE_ALL, key="delete_all_confirm"):
            return
        typed = str(st.session_state.get("delete_all_word", ""))
        if typed.strip().casefold() != word:
            st.warning(texts.DELETE_ALL_OTHER.format(word=word))
            return
        with st.spinner(texts.DELETING_ALL):
            st.session_state[_RECEIPT] = assistant.erasure.erase_own()
        open_notebook.forget_places()
        tab_state.set_notebook_id(GENERAL)
        tab_state.open_chat(None)
        tab_state.open_view(tab_state.SETTINGS)
        st.rerun()
