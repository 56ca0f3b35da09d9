"""What the sidebar opens: rename, export and delete of a chat, and import."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from tidemark.errors import ConversationNotFound, TidemarkError, UserError
from tidemark.reports import Imported, TurnReport
from tidemark.ui import errors, markup, tab, texts, titled
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


@titled.dialog(lambda: texts.RENAME_TITLE)
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


@titled.dialog(lambda: texts.EXPORT_TITLE)
def _export(verbs: Verbs, session_id: str) -> None:
    with errors.shown("export"), st.container(key="export"):
        try:
            path = verbs.export(session_id)
        except OSError as error:
            st.error(texts.NOT_EXPORTED.format(why=error.strerror))
            return
        st.markdown(texts.EXPORT_EXPLAINED)
        st.download_button(
            texts.DOWNLOAD,
            data=path.read_bytes(),
            file_name=path.name,
            mime="application/jsonl",
            key="export_download",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )
        st.caption(texts.EXPORTED_TO)
        st.code(str(path), language=None, wrap_lines=True)


@titled.dialog(lambda: texts.IMPORT_TITLE)
def _import(verbs: Verbs, _: str) -> None:
    with errors.shown("import"), st.container(key="import"):
        st.markdown(texts.IMPORT_EXPLAINED)
        given = st.file_uploader(texts.IMPORT_FILE, type=["jsonl", "json"], key="import_file")
        if given is None:
            return
        try:
            imported = _brought_in(verbs, given)
        except ConversationNotFound as error:
            st.selectbox(texts.IMPORT_WHICH, error.names, index=None, key="import_sample")
            return
        except UserError as error:
            st.error(markup.literal(errors.words(error)))
            return
        st.toast(_outcome(imported))
        tab.open_chat(imported.session_id)
        st.rerun()


def _brought_in(verbs: Verbs, given: UploadedFile) -> Imported:
    progress = st.progress(0.0)

    def on_turn(_: TurnReport, done: int, of: int) -> None:
        progress.progress(done / of, texts.IMPORTING.format(done=done, of=of))

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (Path(given.name).name or "conversation.jsonl")
        path.write_bytes(given.getvalue())
        sample_id = st.session_state.get("import_sample")
        return verbs.import_file(path, sample_id=sample_id, on_turn=on_turn)


def _outcome(imported: Imported) -> str:
    if imported.was_there:
        return texts.IMPORTED_BEFORE
    how = texts.IMPORTED if imported.renamed_from is None else texts.IMPORTED_BESIDE
    return how.format(count=imported.stored)


@titled.dialog(lambda: texts.DELETE_TITLE)
def _delete(verbs: Verbs, session_id: str) -> None:
    with errors.shown("delete"), st.container(key="delete"):
        st.text(verbs.session(session_id).title)
        st.markdown(texts.DELETE_ASKED)
        others = len(verbs.branches.session_ids(session_id)) - 1
        if others:
            more = texts.DELETE_BRANCH if others == 1 else texts.DELETE_BRANCHES
            st.markdown(more.format(count=others))
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
        tab.tell(errors.words(error))
    else:
        st.toast(texts.DELETED)
        if tab.chat_id() == session_id:
            tab.open_chat(None)
    st.rerun()


_DIALOGS: dict[str, Callable[[Verbs, str], None]] = {
    "rename": _rename,
    "export": _export,
    "delete": _delete,
    "import": _import,
}
