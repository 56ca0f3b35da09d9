"""Deletion of everything, after the person has typed a word to confirm it."""

import streamlit as st

from assistant import Assistant
from tidemark.schema.scope import GENERAL
from tidemark.ui import error_display, open_notebook, streamlit_internals, tab_state
from tidemark.ui.components import dialog
from tidemark.ui.i18n import texts

_WANTED = "clearing"


def open_dialog() -> None:
    """Open the dialog at the next rerun."""
    st.session_state[_WANTED] = True


def draw(assistant: Assistant) -> None:
    """Draw the dialog if it was requested."""
    if st.session_state.pop(_WANTED, False):
        _ask(assistant)


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
            for each in assistant.notebooks.list():
                _empty(open_notebook.in_notebook(assistant, each.notebook_id))
            assistant.profile.forget_all()
        streamlit_internals.toast(texts.DELETED_ALL)
        tab_state.set_notebook_id(GENERAL)
        tab_state.open_chat(None)
        st.rerun()


def _empty(assistant: Assistant) -> None:
    """Delete all that is in a notebook, and the notebook too unless it is General."""
    if assistant.configuration.scope.notebook_id != GENERAL:
        assistant.notebooks.delete()
        return
    assistant.sessions.delete_all()
    assistant.sources.delete_all()
    assistant.documents.delete_all()
