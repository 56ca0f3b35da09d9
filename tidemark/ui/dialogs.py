"""What the menu of a chat opens: rename, export, delete."""

from collections.abc import Callable

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.ui import errors, tab, texts
from tidemark.ui.verbs import Verbs

_WANTED = "dialog"


def want(kind: str, session_id: str) -> None:
    """Open the dialog ``kind`` of a chat at the next drawing."""
    st.session_state[_WANTED] = (kind, session_id)


def draw(verbs: Verbs) -> None:
    """Draw the dialog that was asked for, once."""
    kind, session_id = st.session_state.pop(_WANTED, (None, ""))
    if kind in _DIALOGS:
        _DIALOGS[kind](verbs, session_id)


@st.dialog(texts.RENAME_TITLE)
def _rename(verbs: Verbs, session_id: str) -> None:
    with errors.shown("rename"), st.form("rename_form", border=False):
        title = verbs.session(session_id).title
        st.text_input(texts.NEW_TITLE, value=title, key="rename_title", max_chars=200)
        saved = st.form_submit_button(texts.SAVE, type="primary", key="rename_save")
        wanted = str(st.session_state.get("rename_title", ""))
        if saved and not wanted.strip():
            st.warning(texts.TITLE_EMPTY)
        elif saved:
            verbs.rename(session_id, wanted)
            st.rerun()


@st.dialog(texts.EXPORT_TITLE)
def _export(verbs: Verbs, session_id: str) -> None:
    with errors.shown("export"), st.container(key="export"):
        path = verbs.export(session_id)
        st.markdown(texts.EXPORT_EXPLAINED)
        st.download_button(
            texts.DOWNLOAD,
            data=lambda: verbs.export_text(session_id),
            file_name=path.name,
            mime="application/jsonl",
            key="export_download",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )
        st.caption(texts.EXPORTED_TO)
        st.code(str(path), language=None, wrap_lines=True)


@st.dialog(texts.DELETE_TITLE)
def _delete(verbs: Verbs, session_id: str) -> None:
    with errors.shown("delete"), st.container(key="delete"):
        st.text(verbs.session(session_id).title)
        st.markdown(texts.DELETE_ASKED)
        with st.container(horizontal=True):
            st.button(
                texts.DELETE_CHAT,
                key="delete_confirm",
                type="primary",
                on_click=_delete_now,
                args=(verbs, session_id),
            )
            st.button(texts.KEEP_CHAT, key="delete_cancel", on_click=st.rerun)


def _delete_now(verbs: Verbs, session_id: str) -> None:
    try:
        verbs.delete(session_id)
    except TidemarkError as error:
        tab.tell(str(error))
    else:
        st.toast(texts.DELETED)
        if tab.chat_id() == session_id:
            tab.open_chat(None)
    st.rerun()


_DIALOGS: dict[str, Callable[[Verbs, str], None]] = {
    "rename": _rename,
    "export": _export,
    "delete": _delete,
}
