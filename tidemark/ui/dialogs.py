"""What the sidebar opens: export of a chat, import, and what deletes for ever."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from tidemark.errors import ConversationNotFound, UserError
from tidemark.reports import Imported, TurnReport
from tidemark.ui import errors, markup, shelf, tab, texts, titled
from tidemark.ui.verbs import Verbs

_WANTED = "dialog"


def want(kind: str, *session_ids: str) -> None:
    """Open the dialog ``kind``, of chats, at the next drawing."""
    st.session_state[_WANTED] = (kind, session_ids)


def draw(verbs: Verbs) -> None:
    """Draw the dialog that was asked for, once."""
    kind, session_ids = st.session_state.pop(_WANTED, (None, ()))
    if kind in _DIALOGS:
        _DIALOGS[kind](verbs, *session_ids)


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
def _import(verbs: Verbs) -> None:
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
def _delete(verbs: Verbs, *session_ids: str) -> None:
    with errors.shown("delete"), st.container(key="delete"):
        if len(session_ids) > 1:
            st.markdown(texts.DELETE_SEVERAL.format(count=len(session_ids)))
        else:
            st.text(verbs.shelf.anywhere(session_ids[0]).title)
        st.markdown(texts.DELETE_ASKED)
        others = sum(len(verbs.branches.session_ids(each)) - 1 for each in session_ids)
        if others:
            more = texts.DELETE_BRANCH if others == 1 else texts.DELETE_BRANCHES
            st.markdown(more.format(count=others))
        _confirm(texts.DELETE_FOR_EVER, lambda: _delete_now(verbs, session_ids))


@titled.dialog(lambda: texts.EMPTY_TRASH)
def _empty_trash(verbs: Verbs) -> None:
    with errors.shown("empty_trash"), st.container(key="empty_trash_dialog"):
        st.markdown(texts.EMPTY_TRASH_ASKED)
        _confirm(texts.EMPTY_TRASH, lambda: _empty_now(verbs))


def _confirm(name: str, verb: Callable[[], None]) -> None:
    with st.container(horizontal=True):
        st.button(name, key="delete_confirm", type="primary", on_click=verb)
        st.button(texts.KEEP_CHAT, key="delete_cancel", on_click=st.rerun)


def _delete_now(verbs: Verbs, session_ids: tuple[str, ...]) -> None:
    opened = tab.chat_id()
    is_open = opened is not None and opened in {
        branch for each in session_ids for branch in verbs.branches.session_ids(each)
    }
    says = texts.DELETED if len(session_ids) == 1 else texts.DELETED_MANY
    done = shelf.attempt(
        lambda: verbs.shelf.delete(session_ids), says.format(count=len(session_ids))
    )
    if done and is_open:
        tab.open_chat(None)
    st.rerun()


def _empty_now(verbs: Verbs) -> None:
    shelf.attempt(verbs.shelf.empty_trash, texts.TRASH_EMPTIED)
    st.rerun()


_DIALOGS: dict[str, Callable[..., None]] = {
    "export": _export,
    "delete": _delete,
    "empty_trash": _empty_trash,
    "import": _import,
}
